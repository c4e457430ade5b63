package certamen_test

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"certamen.example/certamen"
	"certamen.example/certamen/bots"
	"certamen.example/certamen/internal/realserver"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// A wire carries bytes to a server and can be cut.
type wire struct {
	address string
	mutex   sync.Mutex
	ends    []net.Conn
	opened  int
}

func wireTo(t *testing.T, server string) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{address: listener.Addr().String()}
	t.Cleanup(func() { _ = listener.Close(); w.cut() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", server)
			if err != nil {
				_ = near.Close()
				continue
			}
			w.mutex.Lock()
			w.ends = append(w.ends, near, far)
			w.opened++
			w.mutex.Unlock()
			go func() { _, _ = io.Copy(near, far) }()
			go func() { _, _ = io.Copy(far, near) }()
		}
	}()
	return w
}

// cut all connections; new ones may be made.
func (w *wire) cut() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, end := range w.ends {
		_ = end.Close()
	}
	w.ends = nil
}

// playAll lets every seat be played, and gives the results by seat.
func playAll(t *testing.T, connections []certamen.Connection, players ...certamen.Player) []certamen.MatchResult {
	t.Helper()
	results := make([]certamen.MatchResult, len(players))
	var playing sync.WaitGroup
	for seat, player := range players {
		playing.Go(func() {
			played, err := player.Play(within(t), connections[seat])
			if err != nil || len(played) != 1 {
				t.Errorf("seat %d: %v, %v", seat, played, err)
				return
			}
			results[seat] = played[0]
		})
	}
	playing.Wait()
	return results
}

func juwelen() *certamenv1.MatchSettings {
	second := int64(time.Second)
	return &certamenv1.MatchSettings{Game: "juwelen", Players: 2, TimeControl: &certamenv1.TimeControl{LagNs: &second}}
}

func TestACutWireDoesNotDisturbAMatch(t *testing.T) {
	server := realserver.Serve(t, realserver.Command(t, filepath.Join("..", "..")))
	ctx := within(t)
	name, seats := server.Create(ctx, t, juwelen())
	wire := wireTo(t, server.Address)
	seats[0].Server = wire.address
	kept := &diary{}
	cuts := certamen.Player{Name: "cuts", NewBot: func(context.Context, *certamen.MatchStart) (certamen.Bot, error) {
		return observed{kept, func(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
			switch decision.GetDecision() {
			case 3: // while it thinks
				wire.cut()
			case 6: // while its answer is under way
				time.AfterFunc(time.Millisecond, wire.cut)
			}
			return bots.Best(decision, 0)
		}}, nil
	}}
	results := playAll(t, seats, cuts, bots.All["random"])
	match := server.Match(ctx, t, name)
	if match.GetOutcome().GetCause() != certamenv1.EndCause_END_CAUSE_COMPLETED || len(match.GetOutcome().GetFaults()) > 0 {
		t.Errorf("outcome %v", match.GetOutcome())
	}
	for seat, result := range results {
		if int(result.Start.GetSeat()) != seat || !slices.Equal(result.Outcome.GetPlacements(), match.GetOutcome().GetPlacements()) {
			t.Errorf("seat %d: %v", seat, result)
		}
	}
	if wire.opened != 3 {
		t.Errorf("the wire was opened %d times, not 3", wire.opened)
	}
	for at, number := range kept.events {
		if number != int64(at+1) {
			t.Fatalf("event %d came as number %d", number, at+1)
		}
	}
	if len(kept.events) < 50 {
		t.Errorf("only %d events", len(kept.events))
	}
}

// observed is a bot that also keeps the numbers of events.
type observed struct {
	*diary
	choose certamen.BotFunc
}

func (o observed) Choose(ctx context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
	return o.choose(ctx, decision)
}

func TestAnotherProgramWithTheSameTokenTakesOver(t *testing.T) {
	server := realserver.Serve(t, realserver.Command(t, filepath.Join("..", "..")))
	ctx := within(t)
	_, seats := server.Create(ctx, t, juwelen())
	joined, older, newer := make(chan struct{}), make(chan error, 1), make(chan error, 1)
	waits := certamen.Player{Name: "older", NewBot: func(context.Context, *certamen.MatchStart) (certamen.Bot, error) {
		return certamen.BotFunc(func(ctx context.Context, _ *certamen.Decision) (*certamen.LegalAction, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}), nil
	}}
	var once sync.Once
	random := bots.All["random"]
	made := random.NewBot
	random.NewBot = func(ctx context.Context, start *certamen.MatchStart) (certamen.Bot, error) {
		once.Do(func() { close(joined) })
		return made(ctx, start)
	}
	go func() {
		_, err := waits.Play(ctx, seats[0])
		older <- err
	}()
	go func() {
		<-joined // both seats are there: the match has begun
		_, err := bots.All["greedy"].Play(ctx, seats[0])
		newer <- err
	}()
	if _, err := random.Play(ctx, seats[1]); err != nil {
		t.Errorf("random: %v", err)
	}
	if err := <-newer; err != nil {
		t.Errorf("newer: %v", err)
	}
	if err := <-older; !errors.Is(err, certamen.ErrSuperseded) {
		t.Errorf("older: %v", err)
	}
}
