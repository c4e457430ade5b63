// Command @NAME@ is a bot for Certamen. Make it yours in Choose.
package main

import (
	"context"
	"strings"

	"certamen.example/certamen"
)

// bot plays all games: diamonds where they may be played, else whatever comes first. A bot plays one match.
type bot struct{}

// Choose chooses one of the legal actions, in view of what this seat can see.
func (bot) Choose(_ context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
	best := decision.GetLegalActions()[0]
	for _, legal := range decision.GetLegalActions() {
		if value(legal) > value(best) {
			best = legal
		}
	}
	return best, nil
}

// value tells how much an action is liked. Of those liked equally the first is taken.
func value(legal *certamen.LegalAction) int {
	if strings.HasSuffix(legal.GetAction().GetJuwelen().GetPlay().GetCard(), "d") {
		return 1
	}
	return 0
}

func main() {
	certamen.Main(certamen.Player{
		Name:    "@NAME@",
		Version: "0.1",
		NewBot: func(context.Context, *certamen.MatchStart) (certamen.Bot, error) {
			return bot{}, nil
		},
	})
}
