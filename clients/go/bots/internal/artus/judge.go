package artus

import (
	"slices"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// Weight of what is left, below any difference in points.
const tie = 0.001

// A Judge values the actions of one decision.
type Judge struct {
	view  *certamenv1.ArtusView
	seat  int
	board *board
}

// New looks at a position as a seat sees it.
func New(view *certamenv1.ArtusView, seat int) *Judge {
	return &Judge{view, seat, &board{view.GetChairs(), int(view.GetKing())}}
}

// Worth of an action to the seat.
func (j *Judge) Worth(action *certamenv1.ArtusAction) float64 {
	switch action := action.GetAction().(type) {
	case *certamenv1.ArtusAction_Place:
		return float64(j.board.value(int(action.Place.GetChair())))
	case *certamenv1.ArtusAction_Move:
		chair, points := int(action.Move.GetChair()), 0
		if chair != j.board.king { // a king scores nothing
			points = j.board.value(chair)
		}
		return float64(points) + float64(tie*j.left(j.board.moved(chair, int(action.Move.GetDistance()))))
	case *certamenv1.ArtusAction_Ring:
		chair := int(action.Ring.GetChair())
		return float64(j.board.value(chair)) + float64(tie*j.left(j.board.ringed(chair)))
	case *certamenv1.ArtusAction_Score:
		return float64(j.score(action.Score.GetCard())) + float64(tie*j.left(j.board))
	case *certamenv1.ArtusAction_Draw:
		return float64(-j.held(action.Draw.GetPile()))
	}
	return 0
}

// left is what our knights would score on a board, less what the others' would on average.
func (j *Judge) left(board *board) float64 {
	mine, others := 0, 0
	players := int(j.view.GetPlayers())
	for seat := range players {
		if seat == j.seat {
			mine = sum(board.knights(seat))
		} else {
			others += sum(board.knights(seat))
		}
	}
	return float64(mine) - float64(others)/float64(max(1, players-1))
}

// score is what a scoring card brings, in points.
func (j *Judge) score(card string) int {
	knights := j.board.knights(j.seat)
	switch card {
	case "W1":
		return sum(knights)
	case "W2":
		return -sum(knights)
	case "W3":
		return oneOfEach(knights)
	case "W4":
		if carpet := j.board.onCarpet(j.seat); len(carpet) > 1 {
			return sum(carpet[:2])
		}
		return -25
	case "W5":
		if red := negative(knights); len(red) > 2 {
			return sum(red[:3])
		}
		return -50
	}
	if len(knights) == 0 {
		return 0
	}
	return knights[0]
}

// held counts the cards of a pile's kind in the hand: a choice is worth more than a good card.
func (j *Judge) held(pile certamenv1.ArtusPile) int {
	count := 0
	for _, card := range j.view.GetHands()[j.seat].GetCards() {
		kind := certamenv1.ArtusPile_ARTUS_PILE_K
		switch card[0] {
		case 'R':
			kind = certamenv1.ArtusPile_ARTUS_PILE_R
		case 'W':
			kind = certamenv1.ArtusPile_ARTUS_PILE_W
		}
		if kind == pile {
			count++
		}
	}
	return count
}

// oneOfEach is the best green, yellow and red knight together, if there is one of each. The values descend.
func oneOfEach(knights []int) int {
	red := negative(knights)
	if len(red) == 0 || knights[0] <= 0 || !slices.Contains(knights, 0) {
		return -15
	}
	return knights[0] + red[0]
}

// negative values of descending ones.
func negative(values []int) []int {
	first := slices.IndexFunc(values, func(value int) bool { return value < 0 })
	if first < 0 {
		return nil
	}
	return values[first:]
}

func sum(values []int) int {
	total := 0
	for _, value := range values {
		total += value
	}
	return total
}
