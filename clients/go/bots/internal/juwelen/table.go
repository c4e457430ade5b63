// Package juwelen values actions of Juwelentresor: what they give to the own party and to the others.
package juwelen

import (
	"strings"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// Ranks from low to high: the ace is the lowest card.
const ranks = "A23456789TJQK"

const suits = "cdhs"

// rank of a card, from 0.
func rank(card string) int { return strings.IndexByte(ranks, card[0]) }

// A table is the position with the questions that a player asks of it.
type table struct {
	view    *certamenv1.JuwelenView
	seat    int
	players int
	parties int
	party   int
	hand    []string
	unseen  []string // cards of the pack that may be in others' hands
	held    float64  // probability that an unseen card is in somebody's hand, not aside
}

func newTable(view *certamenv1.JuwelenView, seat int) *table {
	t := &table{
		view:    view,
		seat:    seat,
		players: int(view.GetPlayers()),
		parties: len(view.GetShowcase()),
		hand:    view.GetHands()[seat].GetCards(),
	}
	t.party = t.partyOf(seat)
	t.unseen = t.findUnseen()
	others := 0
	for at, hand := range view.GetHands() {
		if at != seat {
			others += len(hand.GetCards())
		}
	}
	t.held = float64(others) / float64(max(1, len(t.unseen)))
	return t
}

func (t *table) findUnseen() []string {
	inPlay := len(ranks)
	if t.view.GetOptions().GetPack() == certamenv1.JuwelenPack_JUWELEN_PACK_KNOWN {
		switch t.players {
		case 2:
			inPlay = 8
		case 3:
			inPlay = 9
		}
	}
	seen := make(map[string]bool, len(ranks)*len(suits))
	for _, at := range t.view.GetTrick() {
		seen[at.GetCard()] = true
	}
	for _, cards := range [][]string{t.view.GetPlayed(), t.hand} {
		for _, card := range cards {
			seen[card] = true
		}
	}
	var unseen []string
	for _, r := range ranks[:inPlay] {
		for _, s := range suits {
			if card := string(r) + string(s); !seen[card] {
				unseen = append(unseen, card)
			}
		}
	}
	return unseen
}

// partyOf a seat: partners sit opposite.
func (t *table) partyOf(seat int) int { return seat % t.parties }

// score of a party now, in points.
func (t *table) score(party int) int {
	return int(2*t.view.GetVault()[party] + t.view.GetShowcase()[party])
}

// gain is what a suit's action brings to a party, in points; half of what it takes from another included.
func (t *table) gain(suit byte, party int) float64 {
	switch suit {
	case 'd':
		if t.view.GetSupply() > 0 {
			return 2
		}
	case 'h':
		if t.view.GetSupply() > 0 {
			return 0.9 // a jewel on show may be stolen
		}
	case 's':
		if t.view.GetShowcase()[party] > 0 {
			return 1.1
		}
	default:
		for other, jewels := range t.view.GetShowcase() {
			if other != party && jewels > 0 {
				return 1.4
			}
		}
	}
	return 0
}

// worth is the same as seen by us: others' gains count against us, each for its share.
func (t *table) worth(suit byte, party int) float64 {
	gain := t.gain(suit, party)
	if party == t.party {
		return gain
	}
	return -gain / float64(t.parties-1)
}

// worthOfRobbing: the leader is robbed first, then who has most on show.
func (t *table) worthOfRobbing(party int) float64 {
	return float64(t.score(party)) + float64(t.view.GetShowcase()[party])/1000
}
