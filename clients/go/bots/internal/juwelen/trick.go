package juwelen

import (
	"math"

	"certamen.example/certamen/bots/internal/numeric"
)

const (
	bonus    = 4.0  // two diamond actions for a seat without a trick at the end of the round
	patience = 0.02 // worth of a rank that is kept for later
)

// worthOfPlaying: a card's discard action or the trick, and what it costs to have played it.
func (t *table) worthOfPlaying(card string) float64 {
	trick := t.view.GetTrick()
	led := card[1]
	if len(trick) > 0 {
		led = trick[0].GetCard()[1]
	}
	if card[1] != led {
		return t.worthOfDiscard(card, led)
	}
	chance := t.chanceToWin(card, led)
	worth := float64(chance * (t.worth(led, t.party) - t.priceOfFirstTrick(card)))
	worth += float64((1 - chance) * t.worth(led, t.otherWinner()))
	if len(trick) == 0 {
		worth -= t.gifts(led)
	}
	kept := float64(patience * float64(rank(card)))
	if chance > 0 {
		return worth - kept
	}
	return worth + kept
}

// worthOfDiscard: a discard takes the action of its own suit; the trick goes to another.
func (t *table) worthOfDiscard(card string, led byte) float64 {
	worth := t.worth(card[1], t.party) + t.worth(led, t.otherWinner())
	return worth + float64(patience*float64(rank(card))) // high cards win unwanted tricks later
}

// chanceToWin is the probability that nobody beats a card of the suit led.
func (t *table) chanceToWin(card string, led byte) float64 {
	trick := t.view.GetTrick()
	for _, at := range trick {
		if at.GetCard()[1] == led && rank(at.GetCard()) > rank(card) {
			return 0
		}
	}
	size := t.players
	if size == 2 {
		size = 4
	}
	toCome := size - len(trick) - 1
	if toCome <= 0 {
		return 1
	}
	higher := 0
	for _, other := range t.unseen {
		if other[1] == led && rank(other) > rank(card) {
			higher++
		}
	}
	// Each higher card is in the hand of somebody still to play with this probability, and then played
	// about every second time.
	threat := t.held * min(1, float64(toCome)/float64(t.players-1)) / 2
	return numeric.Pow(1-threat, float64(higher))
}

// otherWinner is the party most likely to win if we do not: whose card lies highest now, else the
// strongest rival.
func (t *table) otherWinner() int {
	if trick := t.view.GetTrick(); len(trick) > 0 {
		best := trick[0]
		for _, at := range trick[1:] {
			if at.GetCard()[1] == best.GetCard()[1] && rank(at.GetCard()) > rank(best.GetCard()) {
				best = at
			}
		}
		return t.partyOf(int(best.GetSeat()))
	}
	best, most := 0, math.MinInt
	for party := range t.parties {
		if party != t.party && t.score(party) > most {
			best, most = party, t.score(party)
		}
	}
	return best
}

// gifts is the cost of leading a suit that others lack: each of them may take another action.
func (t *table) gifts(led byte) float64 {
	count := 0
	for _, card := range t.unseen {
		if card[1] == led {
			count++
		}
	}
	left := float64(count) * t.held
	void := numeric.Pow(1-1/float64(max(2, t.players-1)), left)
	rivals := 0
	for seat := range t.players {
		if t.partyOf(seat) != t.party {
			rivals++
		}
	}
	best := math.Inf(-1)
	for _, suit := range []byte(suits) {
		if suit != led {
			best = max(best, t.gain(suit, t.party))
		}
	}
	return void * best * float64(rivals) / float64(max(1, t.parties-1))
}

// priceOfFirstTrick is the bonus, as far as it can still be hoped for.
func (t *table) priceOfFirstTrick(card string) float64 {
	if t.view.GetTricks()[t.seat] > 0 {
		return 0
	}
	escape, rest := 1.0, 0
	for _, other := range t.hand {
		if other != card {
			rest++
			height := float64(rank(other)) / float64(len(ranks)-1)
			escape *= 1 - float64(0.5*numeric.Pow(height, float64(t.players-1)))
		}
	}
	return bonus * escape * numeric.Pow(0.8, float64(rest)/2)
}
