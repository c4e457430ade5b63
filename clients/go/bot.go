package certamen

import (
	"context"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// Messages of the wire contract that every bot meets.
type (
	// Decision asks for an action: the view, the legal actions, the clocks.
	Decision = certamenv1.Decision
	// Event is something that happened.
	Event = certamenv1.Event
	// LegalAction is an action that may be chosen.
	LegalAction = certamenv1.LegalAction
	// MatchStart tells seat, settings and names before the first decision.
	MatchStart = certamenv1.MatchStart
	// MatchEnd tells how a match ended.
	MatchEnd = certamenv1.MatchEnd
	// Outcome has places, faults and clocks.
	Outcome = certamenv1.Outcome
	// ActionForm is how actions are written in what a bot receives.
	ActionForm = certamenv1.ActionForm
)

// Forms of actions: FullActions has code, text and the action taken apart and is the default.
const (
	FullActions = certamenv1.ActionForm_ACTION_FORM_FULL
	TextActions = certamenv1.ActionForm_ACTION_FORM_TEXT
	CodeActions = certamenv1.ActionForm_ACTION_FORM_CODE
)

// A Bot plays one match, so whatever it keeps belongs to that match. Its methods are called one after the
// other, in a goroutine of the match's own: it may think as long as it likes without losing its connection.
type Bot interface {
	// Choose picks one of the decision's legal actions, in view of its view; another message with the code
	// of the action set will do. It is called once for each decision, and again for the same one if the
	// choice was illegal and the match goes on all the same.
	//
	// The context's deadline is that of the decision on the server. It is cancelled early when the match
	// ends. An error, or a panic, resigns the match.
	Choose(ctx context.Context, decision *Decision) (*LegalAction, error)
}

// An EventObserver is a Bot that wants to be told what happens: every event comes once, in order, before the
// decision that it leads to. After a restart of the program all events are told again. An error resigns the
// match.
type EventObserver interface {
	OnEvent(ctx context.Context, event *Event) error
}

// An EndObserver is a Bot that wants to be told how its match ended, if it began. It has ten seconds.
type EndObserver interface {
	OnEnd(ctx context.Context, end *MatchEnd) error
}

// BotFunc is a Bot that is a function only.
type BotFunc func(ctx context.Context, decision *Decision) (*LegalAction, error)

// Choose calls the function.
func (f BotFunc) Choose(ctx context.Context, decision *Decision) (*LegalAction, error) {
	return f(ctx, decision)
}
