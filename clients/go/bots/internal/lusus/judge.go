package lusus

import (
	"math"
	"strings"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

const (
	opening   = 200.0 // an opening comes before all else
	closing   = 500.0
	stultus   = 20.0  // to be rid of a STULTUS: it costs 50 at the end, and fits nearly everywhere until then
	closer    = 40.0  // worth of CARNIFEX in the hand
	unknown   = 10.0  // cost of an unknown card in another's hand
	lead      = 60.0  // lead over the best of the others for which it closes with CARNIFEX
	endOfTurn = -50.0 // below any play that is worth something
)

// What special cards are worth in the hand.
var kept = map[string]float64{"STU": 45, "INV": 90, "SER": 12, "INC": 10}

// A Judge values the actions of one decision.
type Judge struct {
	view   *certamenv1.LususView
	seat   int
	hand   []string
	melds  map[uint32]*certamenv1.LususMeld
	rivals []int
}

// New looks at a position as a seat sees it.
func New(view *certamenv1.LususView, seat int) *Judge {
	j := &Judge{view: view, seat: seat, hand: view.GetHands()[seat].GetCards(), melds: map[uint32]*certamenv1.LususMeld{}}
	for _, meld := range view.GetMelds() {
		j.melds[meld.GetId()] = meld
	}
	for other := range int(view.GetPlayers()) {
		if other != seat {
			j.rivals = append(j.rivals, other)
		}
	}
	return j
}

// Worth of an action, in points.
func (j *Judge) Worth(action *certamenv1.LususAction) float64 {
	switch action := action.GetAction().(type) {
	case *certamenv1.LususAction_Take:
		return j.take(int(action.Take.GetNumber()))
	case *certamenv1.LususAction_Discard:
		return j.discard(action.Discard.GetCard())
	case *certamenv1.LususAction_Carnifex:
		if j.lead() >= lead {
			return closing
		}
		return endOfTurn * 10
	case *certamenv1.LususAction_Keep:
		return j.kept(action.Keep.GetCard())
	}
	return j.play(action)
}

// play values what may be done on the table in the own turn.
func (j *Judge) play(action *certamenv1.LususAction) float64 {
	switch action := action.GetAction().(type) {
	case *certamenv1.LususAction_Meld:
		return j.meld(action.Meld.GetCards())
	case *certamenv1.LususAction_Lay:
		return j.lay(action.Lay.GetMeld(), action.Lay.GetCard())
	case *certamenv1.LususAction_Cover:
		return j.ridOf(action.Cover.GetCard()) + j.won(action.Cover.GetMeld(), action.Cover.GetPlace())
	case *certamenv1.LususAction_Exchange:
		return float64(inHand(action.Exchange.GetCard())) - stultus + 17
	case *certamenv1.LususAction_Serva:
		return 2 + use(action.Serva.GetPlace(), j.view.GetMelds(), j.seat)/4
	case *certamenv1.LususAction_Invictus:
		won := total(j.view.GetValue()[action.Invictus.GetSeat()].GetCards(), worth)
		return float64(won) + float64(won-100)/float64(len(j.rivals)) + 30
	case *certamenv1.LususAction_Incomparabilis:
		return 4 + float64(len(j.view.GetHands()[action.Incomparabilis.GetSeat()].GetCards()))/100
	}
	return 0
}

// meld is what a meld frees the hand of; more before the seat is out.
func (j *Judge) meld(cards []string) float64 {
	rid := 0.0
	for _, card := range cards {
		rid += j.ridOf(card)
	}
	if j.view.GetOut()[j.seat] {
		return rid
	}
	return opening + rid
}

// lay: a card beside an own meld; the last of a group brings the whole group.
func (j *Judge) lay(number uint32, card string) float64 {
	meld, won := j.melds[number], 0
	if isCompletable(meld) {
		won = total(meld.GetCards(), worth) + worth(card)
	}
	return j.ridOf(card) + float64(won)
}

// won is the worth of the card that lies on a place.
func (j *Judge) won(number uint32, place string) float64 {
	for _, card := range j.melds[number].GetCards() {
		if card == place || strings.HasSuffix(card, "="+place) {
			return float64(worth(card))
		}
	}
	return 0
}

// ridOf is what it is worth to have played a card; CARNIFEX is better kept.
func (j *Judge) ridOf(card string) float64 {
	switch {
	case strings.HasPrefix(card, "STU"):
		return stultus
	case card == carnifex:
		return float64(inHand(card)) - closer
	}
	return float64(inHand(card))
}

// take: cards from the pile against the unknown card of the talon.
func (j *Judge) take(number int) float64 {
	pile, gain := j.view.GetPile(), 0.0
	for _, card := range pile[len(pile)-number:] {
		gain += j.gain(card)
	}
	return gain - 1
}

// gain is what a card from the pile brings.
func (j *Judge) gain(card string) float64 {
	switch {
	case !isRegular(card):
		return kept[card] / 3
	case card == carnifex:
		return closer / 2
	}
	if useful := use(card, j.view.GetMelds(), j.seat); useful > 0 {
		return useful
	}
	if partners(card, j.hand) >= 2 {
		return 2
	}
	return float64(-inHand(card)) / 2
}

// kept is what a card is worth in the hand.
func (j *Judge) kept(card string) float64 {
	if !isRegular(card) {
		return kept[card]
	}
	worth := 0.0
	if card == carnifex {
		worth = closer
	}
	if j.view.GetOut()[j.seat] {
		worth += use(card, j.view.GetMelds(), j.seat)
	}
	return worth + float64(3*partners(card, j.hand)) - float64(inHand(card))/2
}

// discard: the last card closes; else that goes which we need least and which helps others least.
func (j *Judge) discard(card string) float64 {
	if len(j.hand) == 1 {
		return closing
	}
	given := kept[card] / 5
	if isRegular(card) {
		given = j.helps(card)
	}
	return endOfTurn - (j.kept(card)+given)/10
}

// helps is what a card would do for the others.
func (j *Judge) helps(card string) float64 {
	best := 0.0
	for _, other := range j.rivals {
		best = max(best, use(card, j.view.GetMelds(), other))
	}
	return best / 3
}

// lead is how far we should be before the best of the others if we closed with CARNIFEX now.
func (j *Judge) lead() float64 {
	mine := total(j.view.GetValue()[j.seat].GetCards(), worth) + 50 + inHand(carnifex) - total(j.hand, inHand)
	best := math.Inf(-1)
	for _, other := range j.rivals {
		value := total(j.view.GetValue()[other].GetCards(), worth)
		best = max(best, float64(value)-float64(unknown*float64(len(j.view.GetHands()[other].GetCards()))))
	}
	return float64(mine) - best
}
