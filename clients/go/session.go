package certamen

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// A session is what outlives a stream: the matches, each in a goroutine of its own.
type session struct {
	ctx    context.Context // ends with the session
	player Player
	alive  sync.WaitGroup

	stream   atomic.Pointer[stream] // nil while there is none
	mutex    sync.Mutex             // of what follows
	welcomes int
	matches  map[string]*match
	ended    []*match
}

func newSession(ctx context.Context, player Player) *session {
	return &session{ctx: ctx, player: player, matches: make(map[string]*match)}
}

// attach the stream that is spoken on from now; nil: none.
func (s *session) attach(stream *stream) {
	s.stream.Store(stream)
}

func (s *session) welcomed() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.welcomes
}

// wait for the matches' goroutines. Bots that still think are not waited for.
func (s *session) wait() { s.alive.Wait() }

// results of the matches that have ended, and the errors of bots.
func (s *session) results() ([]MatchResult, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var results []MatchResult
	for _, m := range s.ended {
		results = append(results, MatchResult{m.name, m.start, m.end.GetOutcome()})
	}
	var failed []error
	for _, name := range slices.Sorted(maps.Keys(s.matches)) {
		if err := s.matches[name].failure(); err != nil {
			failed = append(failed, &BotError{name, err})
		}
	}
	return results, errors.Join(failed...)
}

// cursors of the matches whose state we still have.
func (s *session) cursors() []*certamenv1.MatchCursor {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var cursors []*certamenv1.MatchCursor
	for _, m := range s.matches {
		if last, isRunning := m.cursor(); isRunning {
			cursors = append(cursors, &certamenv1.MatchCursor{Match: m.name, LastEvent: last})
		}
	}
	return cursors
}

// handle one message; it never waits. Messages that we are too old to know are ignored.
func (s *session) handle(response *certamenv1.PlayResponse) {
	switch message := response.GetMessage().(type) {
	case *certamenv1.PlayResponse_Batch:
		for _, single := range message.Batch.GetMessages() {
			s.handle(single)
		}
	case *certamenv1.PlayResponse_Welcome:
		s.welcome(message.Welcome)
	case *certamenv1.PlayResponse_Ping:
		s.send(&certamenv1.PlayRequest{Message: &certamenv1.PlayRequest_Pong{
			Pong: &certamenv1.Pong{Id: message.Ping.GetId()},
		}})
	case *certamenv1.PlayResponse_MatchStart:
		s.made(message.MatchStart.GetMatch()).takeStart(message.MatchStart)
	case *certamenv1.PlayResponse_Event:
		if m := s.known(message.Event.GetMatch()); m != nil {
			m.takeEvent(message.Event)
		}
	case *certamenv1.PlayResponse_Decision:
		if m := s.known(message.Decision.GetMatch()); m != nil {
			m.takeDecision(message.Decision)
		}
	case *certamenv1.PlayResponse_Rejected:
		if m := s.known(message.Rejected.GetMatch()); m != nil {
			m.inbox.put(message.Rejected)
		}
	case *certamenv1.PlayResponse_MatchEnd:
		s.made(message.MatchEnd.GetMatch()).takeEnd(message.MatchEnd)
	case *certamenv1.PlayResponse_SeedRevealed:
		if m := s.known(message.SeedRevealed.GetMatch()); m != nil {
			m.inbox.put(message.SeedRevealed)
		}
	}
}

func (s *session) welcome(welcome *certamenv1.Welcome) {
	s.player.Logger.Info("welcomed", "server", welcome.GetServer())
	s.stream.Load().expectSigns(time.Duration(welcome.GetPingIntervalNs()))
	s.mutex.Lock()
	s.welcomes++
	s.mutex.Unlock()
	for _, name := range welcome.GetMatches() {
		s.made(name)
	}
	s.mutex.Lock()
	if len(s.matches) == 0 {
		s.player.Logger.Warn("the token has no match that waits or runs: nothing to play")
	}
	matches := slices.Collect(maps.Values(s.matches))
	s.mutex.Unlock()
	for _, m := range matches {
		m.reconnected()
	}
	s.leaveIfDone()
}

// known is a match that we have heard of, or nil.
func (s *session) known(name string) *match {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.matches[name]
}

// made is the match, made if it is new.
func (s *session) made(name string) *match {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if m, isKnown := s.matches[name]; isKnown {
		return m
	}
	m := newMatch(s, name)
	s.matches[name] = m
	s.alive.Go(func() {
		if m.run() == nil {
			s.mutex.Lock()
			s.ended = append(s.ended, m)
			s.mutex.Unlock()
			s.leaveIfDone()
		}
	})
	return m
}

// leaveIfDone says goodbye once all matches have ended.
func (s *session) leaveIfDone() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if stream := s.stream.Load(); stream != nil && s.welcomes > 0 && len(s.ended) == len(s.matches) {
		stream.leave()
	}
}

// send on the current stream, which is returned, or drop: what is still wanted after a reconnect is asked again.
func (s *session) send(request *certamenv1.PlayRequest) *stream {
	current := s.stream.Load()
	if current != nil {
		current.send(request)
	}
	return current
}
