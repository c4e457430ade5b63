package main

import (
	"testing"

	"certamen.example/certamen"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// play is a card that may be played.
func play(card string) *certamen.LegalAction {
	return &certamen.LegalAction{
		Text: "play " + card,
		Action: &certamenv1.GameAction{Game: &certamenv1.GameAction_Juwelen{Juwelen: &certamenv1.JuwelenAction{
			Action: &certamenv1.JuwelenAction_Play{Play: &certamenv1.JuwelenPlay{Card: card}},
		}}},
	}
}

func TestChoices(t *testing.T) {
	for want, legal := range map[string][]*certamen.LegalAction{
		"play 9d": {play("4c"), play("9d"), play("9h")},
		"pass":    {{Text: "pass"}, {Text: "draw"}},
	} {
		decision := &certamen.Decision{LegalActions: legal}
		got, err := bot{}.Choose(t.Context(), decision)
		if err != nil || got.GetText() != want {
			t.Errorf("chose %q, %v; want %q", got.GetText(), err, want)
		}
	}
}
