// Command stopwatch is a greedy bot that says at last how long it waited from each answer to the next decision, and
// how long it thought:
//
//	go build -o stopwatch ./internal/stopwatch
//	certamen match juwelen --bot cmd:./stopwatch --bot greedy
//
// The lines are in the bot's log. The waiting includes the other seat's thinking.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"certamen.example/certamen"
	"certamen.example/certamen/bots"
)

// A watch is a bot with its times.
type watch struct {
	bot             certamen.Bot
	answered        time.Time
	waited, thought []time.Duration
}

// Choose lets the bot choose.
func (w *watch) Choose(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
	asked := time.Now()
	if !w.answered.IsZero() {
		w.waited = append(w.waited, asked.Sub(w.answered))
	}
	action, err := w.bot.Choose(ctx, decision)
	w.answered = time.Now()
	w.thought = append(w.thought, w.answered.Sub(asked))
	return action, err
}

// OnEnd says the times.
func (w *watch) OnEnd(context.Context, *certamen.MatchEnd) error {
	fmt.Fprintf(os.Stderr, "from an answer to the next decision: %s\nthinking: %s\n", told(w.waited), told(w.thought))
	return nil
}

func told(times []time.Duration) string {
	if len(times) == 0 {
		return "none"
	}
	slices.Sort(times)
	at := func(share float64) int64 { return times[int(share*float64(len(times)))].Microseconds() }
	return fmt.Sprintf("median %d µs, 99 %% within %d µs (%d)", at(0.5), at(0.99), len(times))
}

func main() {
	player := bots.All["greedy"]
	player.Name = "stopwatch"
	player.NewBot = func(ctx context.Context, start *certamen.MatchStart) (certamen.Bot, error) {
		bot, err := bots.NewGreedy(ctx, start)
		return &watch{bot: bot}, err
	}
	certamen.Main(player)
}
