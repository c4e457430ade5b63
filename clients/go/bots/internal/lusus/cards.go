// Package lusus values actions of Lusus Chartarum: it opens when it can, completes groups, covers for value
// and keeps the card that closes.
package lusus

import (
	"slices"
	"strings"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// The card that closes a round by itself.
const carnifex = "Fi"

const ranks = "123456789XFERKT"

var (
	held  = map[string]int{"STU": 50, "INV": 100, "SER": 10, "INC": 0}
	piled = map[string]int{"STU": 50, "INV": 100, "SER": 5}
)

func rank(card string) int { return strings.IndexByte(ranks, card[0]) }

// isRegular tells whether a card has suit and rank.
func isRegular(card string) bool { return len(card) == 2 }

func regular(card string) int {
	switch {
	case card[0] == 'T':
		return 20
	case strings.IndexByte("XFERK", card[0]) >= 0:
		return 10
	}
	return 5
}

// inHand is what a card costs at the end of a round.
func inHand(card string) int {
	if isRegular(card) {
		return regular(card)
	}
	return held[card]
}

// named is the card that a STULTUS or SERVA stands for; any other card stands for itself.
func named(card string) string { return card[strings.LastIndexByte(card, '=')+1:] }

// worth is what a card counts in a value pile, or in a meld: a STULTUS as what it stands for.
func worth(card string) int {
	switch {
	case strings.HasPrefix(card, "SER"):
		return piled["SER"]
	case isRegular(named(card)):
		return regular(named(card))
	}
	return piled[named(card)]
}

func total(cards []string, worth func(string) int) int {
	sum := 0
	for _, card := range cards {
		sum += worth(card)
	}
	return sum
}

// partners counts the cards of a hand that may stand beside a card in a meld.
func partners(card string, hand []string) int {
	count := 0
	for _, other := range hand {
		if !isRegular(other) || other == card {
			continue
		}
		steps := rank(other) - rank(card)
		if other[1] == card[1] && -2 <= steps && steps <= 2 || other[0] == card[0] {
			count++
		}
	}
	return count
}

// use is what a card may do on the table: extend an own meld, or win a card of another's; else 0.
func use(card string, melds []*certamenv1.LususMeld, seat int) float64 {
	best := 0
	for _, meld := range melds {
		best = max(best, useOn(card, meld, seat))
	}
	return float64(best)
}

func useOn(card string, meld *certamenv1.LususMeld, seat int) int {
	var covered []string
	switch meld.GetKind() {
	case certamenv1.LususMeldKind_LUSUS_MELD_KIND_STULTI:
		return 0
	case certamenv1.LususMeldKind_LUSUS_MELD_KIND_RUN:
		covered = extendsRun(card, meld.GetCards())
	default:
		covered = joinsGroup(card, meld.GetCards())
	}
	switch {
	case len(covered) == 0:
		return 0
	case int(meld.GetOwner()) != seat:
		best := worth(covered[0])
		for _, place := range covered[1:] {
			best = max(best, worth(place))
		}
		return inHand(card) + best
	case isCompletable(meld):
		return inHand(card) + total(covered, worth)
	}
	return inHand(card)
}

// isCompletable tells whether a meld is a group that lacks one card.
func isCompletable(meld *certamenv1.LususMeld) bool {
	return meld.GetKind() == certamenv1.LususMeldKind_LUSUS_MELD_KIND_GROUP && len(meld.GetCards()) == 5
}

// extendsRun is the end of a run beside which a card fits.
func extendsRun(card string, places []string) []string {
	low, high := places[0], places[len(places)-1]
	if card[1] != named(low)[1] {
		return nil
	}
	var ends []string
	if rank(card) == rank(named(high))+1 {
		ends = append(ends, high)
	}
	if rank(card) == rank(named(low))-1 {
		ends = append(ends, low)
	}
	return ends
}

// joinsGroup is the cards of a group that lacks a card.
func joinsGroup(card string, places []string) []string {
	isIn := slices.ContainsFunc(places, func(place string) bool { return named(place) == card })
	if card[0] != named(places[0])[0] || isIn {
		return nil
	}
	return places
}
