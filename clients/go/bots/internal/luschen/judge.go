package luschen

import certamenv1 "certamen.example/certamen/proto/certamen/v1"

// A Judge values the actions of one decision.
type Judge struct{ table *table }

// New looks at a position as a seat sees it.
func New(view *certamenv1.LuschenView, seat int) *Judge { return &Judge{newTable(view, seat)} }

// Worth of an action to the seat.
func (j *Judge) Worth(action *certamenv1.LuschenAction) float64 {
	switch action := action.GetAction().(type) {
	case *certamenv1.LuschenAction_Choose:
		return -j.table.expectedPenalty(action.Choose.GetContract())
	case *certamenv1.LuschenAction_Play:
		if j.table.view.GetContract() == certamenv1.LuschenContract_LUSCHEN_CONTRACT_LUSCHEN {
			return j.table.worthOfCounting(action.Play.GetCard())
		}
		return j.table.worthInTrick(action.Play.GetCard())
	case *certamenv1.LuschenAction_Lay:
		return j.table.worthOfLaying(action.Lay.GetCard())
	case *certamenv1.LuschenAction_Done:
		return worthOfStopping
	}
	return 0
}
