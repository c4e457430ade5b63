package juwelen

import (
	"math"
	"slices"

	"certamen.example/certamen/bots/internal/numeric"
)

// Worth of a suit of which we hold so few cards: where we cannot follow, we take another action.
var short = [...]float64{1.5, 0.8, 0.2}

// worthOfPassing: what our hand is worth without the cards, and what they are worth to who gets them.
func (t *table) worthOfPassing(cards []string) float64 {
	kept := make([]string, 0, len(t.hand))
	for _, card := range t.hand {
		if !slices.Contains(cards, card) {
			kept = append(kept, card)
		}
	}
	given := 0.0
	for _, card := range cards {
		given += t.gain(card[1], t.party)
	}
	given /= 4
	if t.parties < t.players { // a partner gets them
		return t.worthOfHand(kept) + given
	}
	return t.worthOfHand(kept) + -given/float64(t.parties-1)
}

// worthOfAnnouncing: the best that we can make of passing so many cards.
func (t *table) worthOfAnnouncing(number int) float64 {
	best := math.Inf(-1)
	chosen := make([]string, 0, number)
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) == number {
			best = max(best, t.worthOfPassing(chosen))
			return
		}
		for at := from; at < len(t.hand); at++ {
			chosen = append(chosen, t.hand[at])
			choose(at + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0)
	return best
}

// worthOfHand: a good hand is short in a suit, holds cards for good discards, and need not win by accident.
func (t *table) worthOfHand(cards []string) float64 {
	worth := 0.0
	for _, suit := range []byte(suits) {
		// High cards of a suit win its action; in a poor suit they only win tricks that nobody wants.
		gain, count, high := t.gain(suit, t.party), 0, 0.0
		for _, card := range cards {
			if card[1] == suit {
				count++
				high += float64((gain - 1.2) * numeric.Square(float64(rank(card))/12))
			}
		}
		if count < len(short) {
			worth += short[count]
		}
		worth += float64(gain*float64(count)) / 4
		worth += high
	}
	return worth
}
