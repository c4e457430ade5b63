package luschen

import (
	"strings"

	"certamen.example/certamen/bots/internal/numeric"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

const (
	meanPoints   = 30.0 / 8 // of a card
	meanRank     = 3.5
	meanDistance = 2.0 // of a card to the jack of its row
)

// expectedPenalty is our share of a contract's penalties: the mean share, more with a bad hand and less with
// a good one.
func (t *table) expectedPenalty(contract certamenv1.LuschenContract) float64 {
	players, size := float64(t.players), float64(max(1, len(t.hand)))
	distance, count, height := 0, 0, 0
	for _, card := range t.hand {
		steps := place(card) - place("J")
		distance += max(steps, -steps)
		count += points[card[0]]
		height += trickRank(card)
	}
	// In tricks, high cards of a suit are harmless only with low ones beside them.
	danger := numeric.Square(float64(height) / size / meanRank)
	switch contract {
	case certamenv1.LuschenContract_LUSCHEN_CONTRACT_ANLEGEN:
		return float64(lastPlaces(t.players)) / players * (float64(distance) / size / meanDistance)
	case certamenv1.LuschenContract_LUSCHEN_CONTRACT_LUSCHEN:
		return 10 / players * (float64(count) / size / meanPoints)
	case certamenv1.LuschenContract_LUSCHEN_CONTRACT_KOENIG:
		guards := 0.0
		if t.guards('h', "TA") {
			guards = 0.4
		}
		return float64(5/players*danger) + guards
	}
	queens := 0
	for _, suit := range []byte(suits) {
		if t.guards(suit, "KTA") {
			queens++
		}
	}
	return float64(10/players*danger) + float64(0.3*float64(queens))
}

// lastPlaces are the penalties of all places of Anlegen.
func lastPlaces(players int) int {
	first := 1
	if players <= 5 {
		first = 2
	}
	total := 0
	for penalty := range players - 1 {
		total += first + penalty
	}
	return total
}

// guards tells whether a high card of a suit has fewer than two low ones of that suit beside it.
func (t *table) guards(suit byte, high string) bool {
	isHigh, low := false, 0
	for _, card := range t.hand {
		if card[1] != suit {
			continue
		}
		isHigh = isHigh || strings.IndexByte(high, card[0]) >= 0
		if strings.IndexByte("789J", card[0]) >= 0 {
			low++
		}
	}
	return isHigh && low < 2
}

// worthOfCounting: in contract Luschen the threshold that a card reaches costs; otherwise high cards go first,
// while they cost nothing. Where a threshold cannot be avoided, the highest card goes.
func (t *table) worthOfCounting(card string) float64 {
	count, cost := int(t.view.GetCount()), 0
	if reached := (count + points[card[0]]) / 25; reached > count/25 {
		cost = reached
	}
	return float64(-cost) + float64(points[card[0]])/100
}
