package luschen

import "slices"

const (
	worthOfStopping = 0.3 // below this a card is better kept
	fitsNext        = 1.0 // own card that fits at once
	fitsLater       = 0.3 // own card further out that comes nearer
	given           = 0.2 // others' card that comes nearer
)

// worthOfLaying: one card less, what it opens for our own cards, and what for others.
func (t *table) worthOfLaying(card string) float64 {
	opened := 0.0
	if place(card) >= place("J") {
		opened += t.opened(card, 1)
	}
	if place(card) <= place("J") {
		opened += t.opened(card, -1)
	}
	return 1 + opened
}

// opened is the worth of the places beyond a card on one side.
func (t *table) opened(laid string, step int) float64 {
	worth, atOnce := 0.0, true
	for at := place(laid) + step; 0 <= at && at < len(ranks); at += step {
		card := ranks[at:at+1] + laid[1:2]
		switch {
		case slices.Contains(t.hand, card) && atOnce:
			worth += fitsNext
		case slices.Contains(t.hand, card):
			worth += fitsLater
		case slices.Contains(t.unseen, card):
			atOnce = false
			worth -= given
		}
	}
	return worth
}
