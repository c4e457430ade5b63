package bots

import (
	"context"
	"fmt"
	"math"

	"certamen.example/certamen"
	"certamen.example/certamen/bots/internal/artus"
	"certamen.example/certamen/bots/internal/bellica"
	"certamen.example/certamen/bots/internal/juwelen"
	"certamen.example/certamen/bots/internal/luschen"
	"certamen.example/certamen/bots/internal/lusus"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// Games that the greedy bot plays.
func Games() []string { return []string{"artus", "bellica", "juwelen", "luschen", "lusus"} }

// NewGreedy makes a bot that takes what is best at once. It looks at the decision only, and always plays alike.
func NewGreedy(_ context.Context, start *certamen.MatchStart) (certamen.Bot, error) {
	seat := int(start.GetSeat())
	return certamen.BotFunc(func(_ context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
		return Best(decision, seat)
	}), nil
}

// Best is the legal action of most worth to a seat; of equal ones that of the lowest code.
func Best(decision *certamen.Decision, seat int) (*certamen.LegalAction, error) {
	worth, err := judge(decision.GetView(), seat)
	if err != nil {
		return nil, err
	}
	var best *certamen.LegalAction
	most := math.Inf(-1)
	for _, legal := range decision.GetLegalActions() {
		now := worth(legal.GetAction())
		if best == nil || now > most || now == most && legal.GetCode() < best.GetCode() {
			best, most = legal, now
		}
	}
	return best, nil
}

// judge is what an action is worth to a seat, by game.
func judge(view *certamenv1.GameView, seat int) (func(*certamenv1.GameAction) float64, error) {
	switch game := view.GetGame().(type) {
	case *certamenv1.GameView_Artus:
		judge := artus.New(game.Artus, seat)
		return func(action *certamenv1.GameAction) float64 { return judge.Worth(action.GetArtus()) }, nil
	case *certamenv1.GameView_Bellica:
		judge := bellica.New(game.Bellica, seat)
		return func(action *certamenv1.GameAction) float64 { return judge.Worth(action.GetBellica()) }, nil
	case *certamenv1.GameView_Juwelen:
		judge := juwelen.New(game.Juwelen, seat)
		return func(action *certamenv1.GameAction) float64 { return judge.Worth(action.GetJuwelen()) }, nil
	case *certamenv1.GameView_Luschen:
		judge := luschen.New(game.Luschen, seat)
		return func(action *certamenv1.GameAction) float64 { return judge.Worth(action.GetLuschen()) }, nil
	case *certamenv1.GameView_Lusus:
		judge := lusus.New(game.Lusus, seat)
		return func(action *certamenv1.GameAction) float64 { return judge.Worth(action.GetLusus()) }, nil
	}
	return nil, fmt.Errorf("the greedy bot does not know this game: %T", view.GetGame())
}
