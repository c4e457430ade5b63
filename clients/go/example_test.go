package certamen_test

import (
	"context"
	"strings"

	"certamen.example/certamen"
)

// diamonds plays diamonds where it may, else whatever comes first.
type diamonds struct{}

func (diamonds) Choose(_ context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
	for _, legal := range decision.GetLegalActions() {
		if strings.HasSuffix(legal.GetAction().GetJuwelen().GetPlay().GetCard(), "d") {
			return legal, nil
		}
	}
	return decision.GetLegalActions()[0], nil
}

// A whole bot. Main takes address and token from the environment, plays every match of the token, and exits.
func Example() {
	certamen.Main(certamen.Player{
		Name:    "mybot",
		Version: "1",
		Games:   []string{"juwelen"},
		NewBot: func(context.Context, *certamen.MatchStart) (certamen.Bot, error) {
			return diamonds{}, nil
		},
	})
}
