// Package luschen values actions of Das Luschenspiel by the penalties that they bring.
package luschen

import (
	"slices"
	"strings"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

const (
	ranks      = "789TJQKA" // order of the rows, from low to high
	trickRanks = "789JQKTA" // order in tricks, from low to high
	suits      = "cshd"
)

var points = map[byte]int{'A': 11, 'T': 10, 'K': 4, 'Q': 3, 'J': 2}

// place of a card in its row, from 0.
func place(card string) int { return strings.IndexByte(ranks, card[0]) }

// trickRank is the rank of a card in a trick, from 0.
func trickRank(card string) int { return strings.IndexByte(trickRanks, card[0]) }

// A table is the position with the questions that a player asks of it.
type table struct {
	view    *certamenv1.LuschenView
	players int
	hand    []string
	unseen  []string // cards that are in others' hands, or in a hidden Skat
	toCome  int      // seats that play to this trick after us
}

func newTable(view *certamenv1.LuschenView, seat int) *table {
	t := &table{
		view:    view,
		players: int(view.GetPlayers()),
		hand:    view.GetHands()[seat].GetCards(),
	}
	t.toCome = t.players - len(view.GetTrick()) - 1
	rows := view.GetRows()
	seen := slices.Concat(t.hand, view.GetSkat(), rows.GetClubs(), rows.GetDiamonds(), rows.GetHearts(), rows.GetSpades())
	for _, at := range view.GetPlayed() {
		seen = append(seen, at.GetCard())
	}
	for _, rank := range ranks {
		for _, suit := range suits {
			if card := string(rank) + string(suit); !slices.Contains(seen, card) {
				t.unseen = append(t.unseen, card)
			}
		}
	}
	return t
}
