package bots

import (
	"context"
	"math/rand/v2"

	"certamen.example/certamen"
)

// NewRandom makes a bot that takes every legal action with the same probability: the measure of all others.
func NewRandom(context.Context, *certamen.MatchStart) (certamen.Bot, error) {
	return certamen.BotFunc(func(_ context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
		legal := decision.GetLegalActions()
		return legal[rand.IntN(len(legal))], nil
	}), nil
}
