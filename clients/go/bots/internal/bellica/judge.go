package bellica

import certamenv1 "certamen.example/certamen/proto/certamen/v1"

// A Judge values the actions of one decision.
type Judge interface {
	// Worth of an action to the seat.
	Worth(action *certamenv1.BellicaAction) float64
}

// New looks at a position as a seat sees it.
func New(view *certamenv1.BellicaView, seat int) Judge {
	if view.GetOptions().GetVariant() == certamenv1.BellicaVariant_BELLICA_VARIANT_BELLUM {
		return newTrick(view, seat)
	}
	return newBattle(view, seat)
}
