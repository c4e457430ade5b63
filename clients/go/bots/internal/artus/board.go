// Package artus values actions of Artus: most points now; of equal ones that which leaves least to the
// others.
package artus

import (
	"slices"
	"strconv"
)

const chairs = 28

var carpet = [...]int{27, 0, 1, 13, 14, 15}

// A board has figures on its chairs.
type board struct {
	chairs []string // figures' texts, "" where free
	king   int      // chair of the king
}

// around brings a number of a chair into range.
func around(chair int) int { return ((chair % chairs) + chairs) % chairs }

// value of a chair: what a figure scores that leaves it.
func (b *board) value(chair int) int {
	switch distance := around(chair - b.king); {
	case distance == 0, distance == 17:
		return 0
	case distance <= 16:
		return distance - 16
	default:
		return distance - 17
	}
}

// knights are the values of a seat's knights, the highest first.
func (b *board) knights(seat int) []int {
	var values []int
	for chair, figure := range b.chairs {
		if figure == strconv.Itoa(seat) {
			values = append(values, b.value(chair))
		}
	}
	return descending(values)
}

// onCarpet are the same for those on a carpet.
func (b *board) onCarpet(seat int) []int {
	var values []int
	for _, chair := range carpet {
		if b.chairs[chair] == strconv.Itoa(seat) {
			values = append(values, b.value(chair))
		}
	}
	return descending(values)
}

// moved is the board after a move.
func (b *board) moved(chair, distance int) *board {
	fresh := &board{slices.Clone(b.chairs), b.king}
	figure := fresh.chairs[chair]
	fresh.chairs[chair] = ""
	landing := around(chair + distance)
	displaced := fresh.chairs[landing]
	fresh.chairs[landing] = figure
	if displaced != "" {
		free := landing
		for fresh.chairs[free] != "" {
			free = around(free - 1)
		}
		fresh.chairs[free] = displaced
	}
	fresh.king = slices.IndexFunc(fresh.chairs, func(text string) bool { return len(text) == 2 && text[1] == '3' })
	return fresh
}

// ringed is the board after a ring for a prince.
func (b *board) ringed(chair int) *board {
	fresh := &board{slices.Clone(b.chairs), b.king}
	prince := []byte(fresh.chairs[chair])
	prince[1]++
	fresh.chairs[chair] = string(prince)
	if prince[1] == '3' {
		fresh.chairs[b.king] = b.chairs[b.king][:1] + "1"
		fresh.king = chair
	}
	return fresh
}

func descending(values []int) []int {
	slices.Sort(values)
	slices.Reverse(values)
	return values
}
