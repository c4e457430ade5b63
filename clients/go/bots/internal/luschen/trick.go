package luschen

import (
	"slices"

	"certamen.example/certamen/bots/internal/numeric"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

const (
	shed = 0.03 // worth of a rank that is out of the hand
	hope = 0.25 // probability that a dear card not yet seen falls into a given trick
)

// worthInTrick: penalties that a card risks now, against those that it would bring later.
func (t *table) worthInTrick(card string) float64 {
	chance := t.chanceToWin(card)
	now, later := float64(-chance*t.cost(card)), float64((1-chance)*t.danger(card))
	return now + later + float64(shed*float64(trickRank(card)))
}

func (t *table) isKoenig() bool {
	return t.view.GetContract() == certamenv1.LuschenContract_LUSCHEN_CONTRACT_KOENIG
}

// isDear tells whether a card brings penalties to who wins it.
func (t *table) isDear(card string) bool {
	if t.isKoenig() {
		return card == "Kh"
	}
	return card[0] == 'Q'
}

// share is the part of the others that play to this trick after us.
func (t *table) share() float64 {
	return min(1, float64(t.toCome)/float64(max(1, t.players-1)))
}

// cost is the penalties for the trick with a card more, and with what may still be added.
func (t *table) cost(card string) float64 {
	dear, ahead := 0, 0
	if t.isDear(card) {
		dear++
	}
	for _, at := range t.view.GetTrick() {
		if t.isDear(at.GetCard()) {
			dear++
		}
	}
	for _, other := range t.unseen {
		if t.isDear(other) {
			ahead++
		}
	}
	hoped := hope * float64(ahead) * t.share()
	if t.isKoenig() {
		if dear > 0 {
			return 5
		}
		return 5 * hoped
	}
	first, certain := int(t.view.GetQueens())+1, 0
	for more := range dear {
		certain += first + more
	}
	return float64(certain) + float64(hoped*float64(first+dear))
}

// chanceToWin is the probability that the trick will be ours.
func (t *table) chanceToWin(card string) float64 {
	trick := t.view.GetTrick()
	if len(trick) > 0 && trick[0].GetCard()[1] != card[1] {
		return 0
	}
	for _, at := range trick {
		if beats(at.GetCard(), card) {
			return 0
		}
	}
	higher := 0
	for _, other := range t.unseen {
		if beats(other, card) {
			higher++
		}
	}
	// A higher card is held by somebody still to play with this probability, and then played every second
	// time.
	return numeric.Pow(1-t.share()/2, float64(higher))
}

// danger is what a card would cost in the hand: dear cards, and those that catch a dear one.
func (t *table) danger(card string) float64 {
	dear := "Kh"
	if !t.isKoenig() {
		dear = "Q" + card[1:2]
	}
	switch {
	case t.isDear(card) && t.isKoenig():
		return 2.5
	case t.isDear(card):
		return 0.5 * float64(t.view.GetQueens()+1)
	case beats(card, dear) && slices.Contains(t.unseen, dear):
		return 0.6
	}
	return 0
}

// beats tells whether a card is a higher one of the same suit.
func beats(card, other string) bool {
	return card[1] == other[1] && trickRank(card) > trickRank(other)
}
