package certamen_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"certamen.example/certamen"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
	"google.golang.org/grpc/codes"
)

func TestADecisionHasADeadlineAndEndsWithItsMatch(t *testing.T) {
	begun := make(chan struct{})
	server := serveScripts(t, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(start("matches/m", 1), ask("matches/m", 1, 10*time.Second))
		<-begun
		talk.say(end("matches/m"))
		return talk.goodbye()
	})
	var left time.Duration
	waits := func(ctx context.Context, _ *certamen.Decision) (*certamen.LegalAction, error) {
		deadline, _ := ctx.Deadline()
		left = time.Until(deadline)
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	results, err := player(waits).Play(within(t), server.connection())
	if err != nil || len(results) != 1 {
		t.Fatalf("%v, %v", results, err)
	}
	if left < 9*time.Second || left > 10*time.Second {
		t.Errorf("left: %v", left)
	}
}

func TestTheEndDoesNotWaitForABotThatHeedsNothing(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	server := serveScripts(t, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(start("matches/m", 1), ask("matches/m", 1, time.Minute))
		<-begun
		talk.say(end("matches/m"))
		return talk.goodbye()
	})
	lost := func(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
		close(begun)
		<-release
		return first(ctx, decision)
	}
	if results, err := player(lost).Play(within(t), server.connection()); err != nil || len(results) != 1 {
		t.Fatalf("%v, %v", results, err)
	}
}

func TestARejectedAnswer(t *testing.T) {
	const unknown = certamenv1.RejectReason(99) // to be taken for an illegal action
	for _, rejected := range []struct {
		reason certamenv1.RejectReason
		limit  uint32 // the illegal action that is a fault
		again  bool
	}{
		{certamenv1.RejectReason_REJECT_REASON_ILLEGAL_ACTION, 3, true},
		{certamenv1.RejectReason_REJECT_REASON_UNSPECIFIED, 3, true},
		{unknown, 3, true},
		{certamenv1.RejectReason_REJECT_REASON_ILLEGAL_ACTION, 1, false},
		{certamenv1.RejectReason_REJECT_REASON_STALE_DECISION, 3, false},
		{certamenv1.RejectReason_REJECT_REASON_TOO_LATE, 3, false},
	} {
		t.Run(fmt.Sprint(rejected.reason, rejected.limit), func(t *testing.T) {
			server := serveScripts(t, func(talk talk) error {
				talk.welcome("matches/m")
				talk.say(start("matches/m", rejected.limit), ask("matches/m", 1, time.Minute))
				talk.hear()
				talk.say(&certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_Rejected{
					Rejected: &certamenv1.Rejected{Match: "matches/m", Decision: 1, Reason: rejected.reason},
				}})
				if rejected.again {
					talk.hear()
				}
				talk.say(ask("matches/m", 2, time.Minute))
				if act := talk.hear().GetAct(); act.GetDecision() != 2 {
					t.Errorf("heard %v", act)
				}
				talk.say(end("matches/m"))
				return talk.goodbye()
			})
			var asked []int64
			learns := func(_ context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
				asked = append(asked, decision.GetDecision())
				return &certamen.LegalAction{Code: uint32(len(asked))}, nil
			}
			if _, err := player(learns).Play(within(t), server.connection()); err != nil {
				t.Fatal(err)
			}
			want := []int64{1, 2}
			if rejected.again {
				want = []int64{1, 1, 2}
			}
			if !slices.Equal(asked, want) {
				t.Errorf("asked %v", asked)
			}
		})
	}
}

func TestABotThatFailsResignsItsMatchOnly(t *testing.T) {
	bug := errors.New("a bug")
	for name, fails := range map[string]func() error{
		"error": func() error { return bug },
		"panic": func() error { panic(bug) },
		"none":  func() error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			server := serveScripts(t, func(talk talk) error {
				talk.welcome("matches/a", "matches/b")
				talk.say(start("matches/a", 1), ask("matches/a", 1, time.Minute))
				if match := talk.hear().GetResign().GetMatch(); match != "matches/a" {
					t.Errorf("resigned %q", match)
				}
				talk.say(start("matches/b", 1), ask("matches/b", 1, time.Minute))
				if match := talk.hear().GetAct().GetMatch(); match != "matches/b" {
					t.Errorf("answered %q", match)
				}
				talk.say(end("matches/a"), end("matches/b"))
				return talk.goodbye()
			})
			faulty := func(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
				if decision.GetMatch() == "matches/a" {
					return nil, fails()
				}
				return first(ctx, decision)
			}
			results, err := player(faulty).Play(within(t), server.connection())
			var failed *certamen.BotError
			if !errors.As(err, &failed) || failed.Match != "matches/a" {
				t.Fatalf("error %v", err)
			}
			if (name == "error") != errors.Is(err, bug) {
				t.Errorf("error %v", err)
			}
			if len(results) != 2 {
				t.Errorf("results %v", results)
			}
		})
	}
}

func TestARefusalIsFinal(t *testing.T) {
	spoken := map[string]string{"min": "2", "max": "3"}
	for _, refused := range []struct {
		code    codes.Code
		reason  string
		data    map[string]string
		kind    error
		message string
	}{
		{codes.Unauthenticated, "TOKEN_UNKNOWN", nil, certamen.ErrToken, "why (TOKEN_UNKNOWN)"},
		{codes.PermissionDenied, "SEAT_REQUIRED", nil, certamen.ErrToken, "why (SEAT_REQUIRED)"},
		{codes.FailedPrecondition, "PROTOCOL_VERSION", spoken, certamen.ErrVersion, "it speaks 2 … 3, this bot 1"},
		{codes.FailedPrecondition, "GAME_NOT_PLAYED", nil, nil, "why (GAME_NOT_PLAYED)"},
		{codes.Aborted, "SUPERSEDED", nil, certamen.ErrSuperseded, "why (SUPERSEDED)"},
	} {
		t.Run(refused.reason, func(t *testing.T) {
			server := serveScripts(t, func(talk talk) error {
				talk.hear()
				return failure(refused.code, "why", refused.reason, refused.data)
			})
			_, err := player(first).Play(within(t), server.connection())
			var final *certamen.RefusedError
			if !errors.As(err, &final) || final.Reason != refused.reason || final.Code != refused.code {
				t.Fatalf("error %v", err)
			}
			if !strings.Contains(err.Error(), refused.message) {
				t.Errorf("error %q", err)
			}
			for _, kind := range []error{certamen.ErrToken, certamen.ErrVersion, certamen.ErrSuperseded} {
				if errors.Is(err, kind) != (kind == refused.kind) {
					t.Errorf("%v is %v: %t", err, kind, errors.Is(err, kind))
				}
			}
		})
	}
}

func TestNobodyThereIsSaidSoon(t *testing.T) {
	impatient := player(first)
	impatient.ConnectLimit = 300 * time.Millisecond
	begun := time.Now()
	_, err := impatient.Play(within(t), certamen.Connection{Server: "127.0.0.1:1", Token: "a-token"})
	if !errors.Is(err, certamen.ErrUnreachable) || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("error %v", err)
	}
	if passed := time.Since(begun); passed > 5*time.Second {
		t.Errorf("after %v", passed)
	}
}

func TestCancellingLeavesTheMatchesAsTheyAre(t *testing.T) {
	ctx, cancel := context.WithCancelCause(within(t))
	stop := errors.New("stop")
	ended := make(chan error, 1)
	server := serveScripts(t, func(talk talk) error {
		talk.welcome("matches/m")
		talk.say(start("matches/m", 1), ask("matches/m", 1, time.Minute))
		_, err := talk.stream.Recv()
		ended <- err
		return err
	})
	waits := func(ctx context.Context, _ *certamen.Decision) (*certamen.LegalAction, error) {
		cancel(stop)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	results, err := player(waits).Play(ctx, server.connection())
	if !errors.Is(err, stop) || len(results) != 0 {
		t.Errorf("%v, %v", results, err)
	}
	if err := <-ended; err == nil {
		t.Error("something was said before the end")
	}
}
