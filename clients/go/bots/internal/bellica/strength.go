// Package bellica values actions of Charta Bellica and Bellum.
package bellica

import (
	"cmp"
	"slices"
	"strings"
)

const (
	ranks   = "123456789XPQKC" // from low to high
	nations = "hpot"           // by seat
	courts  = "PQKC"
)

// Kinds of pairs, from weak to strong; a Narr stands apart.
const (
	kindSum = iota
	kindNarr
	kindThirteen
	kindPair
	kindMembers
	kindElite
)

var elitePairs = map[byte]int{'P': 33, 'Q': 24, 'K': 26, 'C': 28}

type pair [2]string

// value of a card, 1 … 14.
func value(card string) int { return strings.IndexByte(ranks, card[0]) + 1 }

func isCourt(card string) bool { return strings.IndexByte(courts, card[0]) >= 0 }

// compare is above 0 if the first pair is stronger, below 0 if the second is, 0 if they are equal.
func compare(first, second pair) int {
	kind, number := first.strength()
	other, against := second.strength()
	switch {
	case kind == kindNarr:
		return first.narr(number, second)
	case other == kindNarr:
		return -second.narr(against, first)
	case kind == other:
		return number - against
	}
	return kind - other
}

// compareSums is the same where the strength of a pair is its sum.
func compareSums(first, second pair) int {
	return value(first[0]) + value(first[1]) - value(second[0]) - value(second[1])
}

// strength is kind and number of a pair.
func (p pair) strength() (kind, number int) {
	one, two := p[0], p[1]
	if value(one) > value(two) {
		one, two = two, one
	}
	low, high := value(one), value(two)
	switch {
	case isCourt(one) && low == high:
		return kindElite, elitePairs[one[0]]
	case isCourt(one):
		return kindMembers, low + high + 3
	case isCourt(two) && low == 1:
		return kindNarr, 1 + high
	case low == high:
		return kindPair, low
	case low+high == 13 && low != 2:
		return kindThirteen, 13
	case low == 2:
		return kindSum, 2 + 2*high
	}
	return kindSum, low + high
}

// narr tells how a Narr with a court card does against another pair.
func (p pair) narr(number int, other pair) int {
	kind, against := other.strength()
	if kind == kindSum || kind == kindNarr {
		return number - against
	}
	court := slices.MaxFunc(p[:], func(a, b string) int { return cmp.Compare(value(a), value(b)) })[0]
	if (kind == kindMembers || kind == kindElite) && (other[0][0] == court || other[1][0] == court) {
		return 1
	}
	return -1
}
