package bellica

import certamenv1 "certamen.example/certamen/proto/certamen/v1"

// Worth of a battle won: above any price.
const won = 100.0

// A battle of Charta Bellica: the cheapest support is best that wins more often than not. The other
// supporter is taken to play any card that he may have.
type battle struct {
	composite bool
	front     string   // card of our team
	against   string   // card of the other
	possible  []string // what the other supporter may play
}

func newBattle(view *certamenv1.BellicaView, seat int) *battle {
	b := &battle{composite: view.GetOptions().GetVariant() == certamenv1.BellicaVariant_BELLICA_VARIANT_COMPOSITE}
	gone := cardsWon(view)
	isFront := make(map[int]bool)
	for _, at := range view.GetFronts() {
		gone[at.GetCard()] = true
		isFront[int(at.GetSeat())] = true
		if view.GetTeam()[at.GetSeat()] == view.GetTeam()[seat] {
			b.front = at.GetCard()
		} else {
			b.against = at.GetCard()
		}
	}
	for other := range int(view.GetPlayers()) {
		if other == seat || isFront[other] {
			continue
		}
		for _, rank := range ranks {
			if card := string(rank) + nations[other:other+1]; !gone[card] {
				b.possible = append(b.possible, card)
			}
		}
	}
	return b
}

// Worth: a battle won is worth most, then the cheaper card; a lost one gets the cheapest card.
func (b *battle) Worth(action *certamenv1.BellicaAction) float64 {
	card := action.GetSupport().GetCard()
	if card == "" {
		return 0
	}
	chance, worth := b.chance(card), 0.0
	if chance > 0.5 {
		worth = won
	}
	return worth - float64(b.price(card)) + chance/10
}

// chance is the probability that a support wins the battle, an equal strength counting half.
func (b *battle) chance(card string) float64 {
	order, halves := compareSums, 0
	if b.composite {
		order = compare
	}
	for _, other := range b.possible {
		switch against := order(pair{b.front, card}, pair{b.against, other}); {
		case against > 0:
			halves += 2
		case against == 0:
			halves++
		}
	}
	return float64(halves) / 2 / float64(max(1, len(b.possible)))
}

// price is what a card is worth in a later battle. In composite battles a 1 catches courts and a 2 doubles:
// they are dearer than they look.
func (b *battle) price(card string) int {
	if b.composite && (card[0] == '1' || card[0] == '2') {
		return 6
	}
	return value(card)
}

// cardsWon are all cards that are out of play.
func cardsWon(view *certamenv1.BellicaView) map[string]bool {
	gone := make(map[string]bool)
	for _, pile := range view.GetWon() {
		for _, card := range pile.GetCards() {
			gone[card] = true
		}
	}
	return gone
}
