package certamen_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"certamen.example/certamen"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestOneMatchFromHelloToLeave(t *testing.T) {
	var hello *certamenv1.Hello
	var acts []string
	server := serveScripts(t, func(talk talk) error {
		hello = talk.welcome("matches/m")
		talk.say(start("matches/m", 1))
		for number := range int64(2) {
			talk.say(ask("matches/m", number+1, time.Minute))
			act := talk.hear().GetAct()
			acts = append(acts, fmt.Sprint(act.GetMatch(), act.GetDecision(), act.GetCode()))
		}
		talk.say(end("matches/m"))
		return talk.goodbye()
	})
	results, err := player(first).Play(within(t), server.connection())
	if err != nil {
		t.Fatal(err)
	}
	said := fmt.Sprint(hello.GetProtocolVersion(), hello.GetBotName(), hello.GetBotVersion(), hello.GetGames(), hello.GetBatches())
	if said != "1first3[juwelen] true" {
		t.Errorf("Hello: %s", said)
	}
	if !slices.Equal(acts, []string{"matches/m1 7", "matches/m2 7"}) {
		t.Errorf("acts: %v", acts)
	}
	if len(results) != 1 || results[0].Match != "matches/m" || results[0].Start.GetSeat() != 1 ||
		!slices.Equal(results[0].Outcome.GetPlacements(), []uint32{2, 1}) {
		t.Errorf("results: %v", results)
	}
	if !slices.Equal(server.tokens, []string{"Bearer a-token"}) {
		t.Errorf("tokens: %v", server.tokens)
	}
}

func TestAThinkingBotAnswersPings(t *testing.T) {
	thinking := make(chan struct{})
	server := serveScripts(t, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(start("matches/m", 1), ask("matches/m", 1, time.Minute))
		talk.say(&certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_Ping{Ping: &certamenv1.Ping{Id: 5}}})
		if request := talk.hear(); request.GetPong().GetId() != 5 {
			t.Errorf("no pong, but %v", request)
		}
		close(thinking)
		if request := talk.hear(); request.GetAct().GetDecision() != 1 {
			t.Errorf("no act, but %v", request)
		}
		talk.say(end("matches/m"))
		return talk.goodbye()
	})
	slow := func(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
		<-thinking
		return first(ctx, decision)
	}
	if _, err := player(slow).Play(within(t), server.connection()); err != nil {
		t.Fatal(err)
	}
}

func TestMatchesOnOneStreamDoNotWaitForEachOther(t *testing.T) {
	released := make(chan struct{})
	server := serveScripts(t, func(talk talk) error {
		talk.welcome("matches/a", "matches/b")
		talk.say(start("matches/a", 1), ask("matches/a", 1, time.Minute))
		talk.say(start("matches/b", 1), ask("matches/b", 1, time.Minute))
		heard := []string{talk.hear().GetAct().GetMatch()}
		close(released)
		heard = append(heard, talk.hear().GetAct().GetMatch())
		if !slices.Equal(heard, []string{"matches/b", "matches/a"}) {
			t.Errorf("heard %v", heard)
		}
		talk.say(end("matches/b"), end("matches/a"))
		return talk.goodbye()
	})
	oneSlow := func(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
		if decision.GetMatch() == "matches/a" {
			<-released
		}
		return first(ctx, decision)
	}
	results, err := player(oneSlow).Play(within(t), server.connection())
	if err != nil || len(results) != 2 {
		t.Fatalf("%v, %v", results, err)
	}
}

// A diary is a bot that writes down what it is told.
type diary struct {
	lines  []string
	events []int64
}

func (d *diary) Choose(_ context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
	d.lines = append(d.lines, fmt.Sprint("choose ", decision.GetDecision()))
	return decision.GetLegalActions()[1], nil
}

func (d *diary) OnEvent(_ context.Context, event *certamen.Event) error {
	d.lines = append(d.lines, fmt.Sprint("event ", event.GetNumber()))
	d.events = append(d.events, event.GetNumber())
	return nil
}

func (d *diary) OnEnd(_ context.Context, end *certamen.MatchEnd) error {
	d.lines = append(d.lines, fmt.Sprint("end ", end.GetOutcome().GetPlacements()))
	return nil
}

func TestAnObserverIsToldEverythingInOrderAndOnce(t *testing.T) {
	server := serveScripts(t, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(batch(start("matches/m", 1), event("matches/m", 1), event("matches/m", 2)))
		talk.say(batch(event("matches/m", 2), ask("matches/m", 1, time.Minute)))
		if code := talk.hear().GetAct().GetCode(); code != 9 {
			t.Errorf("code %d", code)
		}
		talk.say(&certamenv1.PlayResponse{}) // what we are too old to know
		talk.say(batch(event("matches/m", 3), end("matches/m")))
		return talk.goodbye()
	})
	kept := &diary{}
	observer := certamen.Player{Name: "diary", NewBot: func(_ context.Context, start *certamen.MatchStart) (certamen.Bot, error) {
		kept.lines = append(kept.lines, fmt.Sprint("seat ", start.GetSeat()))
		return kept, nil
	}}
	if _, err := observer.Play(within(t), server.connection()); err != nil {
		t.Fatal(err)
	}
	want := []string{"seat 1", "event 1", "event 2", "choose 1", "event 3", "end [2 1]"}
	if !slices.Equal(kept.lines, want) {
		t.Errorf("told %q", kept.lines)
	}
}

// An answer is sent again if its decision is asked again, and the bot is not asked twice.
func TestABrokenStreamIsOpenedAgainWhereItWas(t *testing.T) {
	var asked []int64
	var cursors []*certamenv1.MatchCursor
	breaks := func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(start("matches/m", 1), event("matches/m", 1), ask("matches/m", 1, time.Minute))
		if number := talk.hear().GetAct().GetDecision(); number != 1 {
			t.Errorf("answered %d", number)
		}
		return status.Error(codes.Unavailable, "gone")
	}
	goesOn := func(talk talk) error {
		cursors = talk.welcome("matches/m").GetCursors()
		for number := range int64(2) {
			talk.say(ask("matches/m", number+1, time.Minute))
			if act := talk.hear().GetAct(); act.GetDecision() != number+1 || act.GetCode() != 7 {
				t.Errorf("answered %v", act)
			}
		}
		talk.say(end("matches/m"))
		return talk.goodbye()
	}
	server := serveScripts(t, breaks, goesOn)
	counting := func(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
		asked = append(asked, decision.GetDecision())
		return first(ctx, decision)
	}
	results, err := player(counting).Play(within(t), server.connection())
	if err != nil || len(results) != 1 {
		t.Fatalf("%v, %v", results, err)
	}
	if len(cursors) != 1 || cursors[0].GetMatch() != "matches/m" || cursors[0].GetLastEvent() != 1 {
		t.Errorf("cursors %v", cursors)
	}
	if !slices.Equal(asked, []int64{1, 2}) {
		t.Errorf("asked %v", asked)
	}
}

func TestTheEndOfTheStreamIsNotTheEndOfTheMatch(t *testing.T) {
	server := serveScripts(t, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(start("matches/m", 1))
		return nil
	}, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(end("matches/m"))
		return talk.goodbye()
	})
	results, err := player(first).Play(within(t), server.connection())
	if err != nil || len(results) != 1 {
		t.Fatalf("%v, %v", results, err)
	}
}

func TestAnAnswerThoughtOutWhileAwayIsNotLost(t *testing.T) {
	away := make(chan struct{})
	server := serveScripts(t, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(start("matches/m", 1), ask("matches/m", 1, time.Minute))
		return nil
	}, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(ask("matches/m", 1, time.Minute))
		close(away)
		if number := talk.hear().GetAct().GetDecision(); number != 1 {
			t.Errorf("answered %d", number)
		}
		talk.say(end("matches/m"))
		return talk.goodbye()
	})
	slow := func(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
		<-away
		return first(ctx, decision)
	}
	if _, err := player(slow).Play(within(t), server.connection()); err != nil {
		t.Fatal(err)
	}
}

func TestALostServerIsNoticedBySilence(t *testing.T) {
	if testing.Short() {
		t.Skip("takes five seconds")
	}
	release := make(chan struct{})
	server := serveScripts(t, func(talk talk) error {
		talk.hear()
		talk.say(&certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_Welcome{Welcome: &certamenv1.Welcome{
			ProtocolVersion: 1, Matches: []string{"matches/m"}, PingIntervalNs: int64(time.Second),
		}}})
		<-release
		return nil
	}, func(talk talk) error {
		close(release)
		talk.welcome("matches/m")
		talk.say(end("matches/m"))
		return talk.goodbye()
	})
	begun := time.Now()
	if _, err := player(first).Play(within(t), server.connection()); err != nil {
		t.Fatal(err)
	}
	if passed := time.Since(begun); passed < 5*time.Second {
		t.Errorf("gave up after %v", passed)
	}
}
