package bellica

import (
	"slices"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

const (
	narr, queen, king, capital = 1, 12, 13, 14

	// Worth of the Reiter in hand: it may win a trick that is lost.
	riderHeld = 8.0
)

// A trick of Bellum. All hands are known from what has been played; others may play any card of theirs.
type trick struct {
	view   *certamenv1.BellicaView
	seat   int
	rider  int
	hands  [][]int // by seat: values in the hand
	others [][]int // the same without ours
}

func newTrick(view *certamenv1.BellicaView, seat int) *trick {
	t := &trick{view: view, seat: seat, rider: int(view.GetOptions().GetRider())}
	gone := cardsWon(view)
	for _, at := range view.GetTrick() {
		gone[at.GetCard()] = true
	}
	for at := range int(view.GetPlayers()) {
		var hand []int
		for _, rank := range ranks {
			if card := string(rank) + nations[at:at+1]; !gone[card] {
				hand = append(hand, value(card))
			}
		}
		t.hands = append(t.hands, hand)
		if at != seat {
			t.others = append(t.others, hand)
		}
	}
	return t
}

// Worth of an action, in points.
func (t *trick) Worth(action *certamenv1.BellicaAction) float64 {
	switch action := action.GetAction().(type) {
	case *certamenv1.BellicaAction_Commit:
		return t.commit(value(action.Commit.GetCard()))
	case *certamenv1.BellicaAction_Attack:
		return t.attack()
	case *certamenv1.BellicaAction_ThrowIn:
		return -use(value(action.ThrowIn.GetCard()))
	}
	return 0
}

// commit is what a card wins on average, less what it may lose and its price: cheap winners are best.
func (t *trick) commit(card int) float64 {
	chance, pot := t.chance(card), 0.0
	for _, hand := range t.others {
		total := 0
		for _, held := range hand {
			total += held
		}
		pot += float64(total) / float64(max(1, len(hand)))
	}
	return float64(chance*pot) - float64((1-chance)*float64(card)) - use(card) + t.attacks(card)
}

// attacks is what attacks bring: ours if a card one higher wins, others' if one of them lies one below.
func (t *trick) attacks(card int) float64 {
	if card == t.rider {
		return -riderHeld
	}
	worth := 0.0
	for _, hand := range t.others {
		size := float64(len(hand))
		if slices.Contains(t.hands[t.seat], t.rider) && slices.Contains(hand, card+1) {
			worth += t.outcome(hand) * float64(2*card+1) / size
		}
		if slices.Contains(hand, t.rider) && slices.Contains(hand, card-1) && card-1 != t.rider {
			worth -= t.outcome(t.hands[t.seat]) * 2 * float64(card) / size
		}
	}
	return worth
}

// chance is the probability that a card wins the trick; to be one of several strongest counts half.
func (t *trick) chance(card int) float64 {
	if card == narr {
		noCapital := t.all(func(other int) bool { return other != capital })
		return noCapital - t.all(func(other int) bool { return other != queen && other != king && other != capital })
	}
	narrWins := card == queen || card == king
	alone := t.all(func(other int) bool { return other < card && !(narrWins && other == narr) })
	shared := t.all(func(other int) bool { return other <= card && !(narrWins && other == narr) })
	return (alone + shared) / 2
}

// all is the probability that something holds for the cards of all other seats.
func (t *trick) all(holds func(card int) bool) float64 {
	probability := 1.0
	for _, hand := range t.others {
		count := 0
		for _, card := range hand {
			if holds(card) {
				count++
			}
		}
		probability *= float64(count) / float64(max(1, len(hand)))
	}
	return probability
}

// attack is the trick, which is lost otherwise, against the hope of a better attack later.
func (t *trick) attack() float64 {
	hand, pot := t.hands[t.view.GetContenders()[1]], 0
	for _, at := range t.view.GetTrick() {
		pot += value(at.GetCard())
	}
	return float64(t.outcome(hand)*float64(pot)) - riderHeld*float64(len(hand)-1)/float64(len(ranks))
}

// outcome is the probability that a Reiter beats a card drawn from a hand; Reiter against Reiter counts half.
func (t *trick) outcome(hand []int) float64 {
	halves := 0
	for _, card := range hand {
		switch {
		case card < t.rider:
			halves += 2
		case card == t.rider:
			halves++
		}
	}
	return float64(halves) / 2 / float64(max(1, len(hand)))
}

// use is what a card is good for later: a Narr catches Kings and Queens.
func use(card int) float64 {
	if card == narr {
		return 7
	}
	return float64(card)
}
