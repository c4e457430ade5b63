package juwelen

import certamenv1 "certamen.example/certamen/proto/certamen/v1"

// A Judge values the actions of one decision.
type Judge struct{ table *table }

// New looks at a position as a seat sees it.
func New(view *certamenv1.JuwelenView, seat int) *Judge { return &Judge{newTable(view, seat)} }

// Worth of an action to the seat.
func (j *Judge) Worth(action *certamenv1.JuwelenAction) float64 {
	switch action := action.GetAction().(type) {
	case *certamenv1.JuwelenAction_Announce:
		return j.table.worthOfAnnouncing(int(action.Announce.GetNumber()))
	case *certamenv1.JuwelenAction_PassCards:
		return j.table.worthOfPassing(action.PassCards.GetCards())
	case *certamenv1.JuwelenAction_Play:
		return j.table.worthOfPlaying(action.Play.GetCard())
	case *certamenv1.JuwelenAction_Steal:
		return j.table.worthOfRobbing(int(action.Steal.GetParty()))
	}
	return 0
}
