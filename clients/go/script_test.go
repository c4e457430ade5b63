package certamen_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"certamen.example/certamen"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// patience is the time after which a test has failed.
const patience = time.Minute

// A talk is one stream as a script sees it.
type talk struct {
	t      *testing.T
	stream grpc.BidiStreamingServer[certamenv1.PlayRequest, certamenv1.PlayResponse]
}

// hear the next message.
func (t talk) hear() *certamenv1.PlayRequest {
	request, err := t.stream.Recv()
	if err != nil {
		t.t.Errorf("nothing is heard: %v", err)
		return &certamenv1.PlayRequest{}
	}
	return request
}

func (t talk) say(responses ...*certamenv1.PlayResponse) {
	for _, response := range responses {
		if err := t.stream.Send(response); err != nil {
			t.t.Errorf("cannot be said: %v", err)
		}
	}
}

// welcome hears Hello and answers it.
func (t talk) welcome(matches ...string) *certamenv1.Hello {
	hello := t.hear().GetHello()
	if hello == nil {
		t.t.Error("no Hello")
	}
	t.say(&certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_Welcome{Welcome: &certamenv1.Welcome{
		ProtocolVersion: 1, Server: "script", Matches: matches, PingIntervalNs: int64(10 * time.Second),
	}}})
	return hello
}

// goodbye hears Leave.
func (t talk) goodbye() error {
	if request := t.hear(); request.GetLeave() == nil {
		t.t.Errorf("no goodbye, but %v", request)
	}
	return nil
}

func start(match string, illegalActions uint32) *certamenv1.PlayResponse {
	return &certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_MatchStart{MatchStart: &certamenv1.MatchStart{
		Match: match, Seat: 1,
		Settings: &certamenv1.MatchSettings{Game: "juwelen", Players: 2, IllegalActions: &illegalActions},
	}}}
}

func event(match string, number int64) *certamenv1.PlayResponse {
	return &certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_Event{Event: &certamenv1.Event{Match: match, Number: number}}}
}

// ask with two legal actions, 7 and 9.
func ask(match string, number int64, timeLeft time.Duration) *certamenv1.PlayResponse {
	return &certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_Decision{Decision: &certamenv1.Decision{
		Match: match, Decision: number, TimeLeftNs: int64(timeLeft),
		LegalActions: []*certamenv1.LegalAction{{Code: 7, Text: "seven"}, {Code: 9, Text: "nine"}},
	}}}
}

func end(match string) *certamenv1.PlayResponse {
	return &certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_MatchEnd{MatchEnd: &certamenv1.MatchEnd{
		Match: match, Outcome: &certamenv1.Outcome{Placements: []uint32{2, 1}},
	}}}
}

func batch(messages ...*certamenv1.PlayResponse) *certamenv1.PlayResponse {
	return &certamenv1.PlayResponse{Message: &certamenv1.PlayResponse_Batch{Batch: &certamenv1.Batch{Messages: messages}}}
}

// failure is a status error as the server sends it.
func failure(code codes.Code, message, reason string, data map[string]string) error {
	detailed, err := status.New(code, message).WithDetails(
		&errdetails.ErrorInfo{Reason: reason, Domain: "certamen", Metadata: data})
	if err != nil {
		return err
	}
	return detailed.Err()
}

// A script says what the server says and hears on one stream.
type script func(talk) error

// A stub serves one script after the other, one for each stream.
type stub struct {
	certamenv1.UnimplementedArenaServiceServer
	t       *testing.T
	mutex   sync.Mutex
	scripts []script
	tokens  []string
	address string
}

func serveScripts(t *testing.T, scripts ...script) *stub {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &stub{t: t, scripts: scripts, address: listener.Addr().String()}
	server := grpc.NewServer()
	certamenv1.RegisterArenaServiceServer(server, s)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() {
		server.Stop()
		if len(s.scripts) > 0 {
			t.Errorf("%d scripts were not played", len(s.scripts))
		}
	})
	return s
}

func (s *stub) Play(stream grpc.BidiStreamingServer[certamenv1.PlayRequest, certamenv1.PlayResponse]) error {
	sent, _ := metadata.FromIncomingContext(stream.Context())
	s.mutex.Lock()
	s.tokens = append(s.tokens, sent.Get("authorization")...)
	if len(s.scripts) == 0 {
		s.mutex.Unlock()
		s.t.Error("one stream too many")
		return status.Error(codes.NotFound, "no script")
	}
	next := s.scripts[0]
	s.scripts = s.scripts[1:]
	s.mutex.Unlock()
	return next(talk{s.t, stream})
}

func (s *stub) connection() certamen.Connection {
	return certamen.Connection{Server: s.address, Token: "a-token"}
}

// first takes the first legal action.
func first(_ context.Context, decision *certamen.Decision) (*certamen.LegalAction, error) {
	return decision.GetLegalActions()[0], nil
}

// player of a bot that is a function.
func player(choose certamen.BotFunc) certamen.Player {
	return certamen.Player{
		Name: "first", Version: "3", Games: []string{"juwelen"},
		NewBot: func(context.Context, *certamen.MatchStart) (certamen.Bot, error) { return choose, nil },
	}
}

// within a time; what takes longer has failed.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}
