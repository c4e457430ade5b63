package certamen

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

const (
	// How long the server may hold back what wants no answer, so that it comes together with what follows.
	linger = 20 * time.Millisecond

	// Between attempts to connect: short, since time away is limited.
	firstPause, longestPause = 100 * time.Millisecond, 2 * time.Second

	defaultConnectLimit   = 10 * time.Second
	defaultReconnectLimit = 60 * time.Second
)

// A Player plays all matches of a token. Only Name and NewBot must be set.
type Player struct {
	// Name is how the bot introduces itself, 1 … 100 characters.
	Name string
	// Version of the bot, for the records.
	Version string
	// Games are ids of the games that it plays; empty: any.
	Games []string
	// NewBot makes the bot for one match. An error, or a panic, resigns the match. It has the first
	// decision's time, so a model may be loaded here.
	NewBot func(ctx context.Context, start *MatchStart) (Bot, error)
	// ActionForm is how actions are to be written; by default [FullActions].
	ActionForm ActionForm
	// MaxMatches is how many matches it plays at once; 0: any number.
	MaxMatches uint32
	// ConnectLimit is the time until the first connection must stand; 0: 10 s.
	ConnectLimit time.Duration
	// ReconnectLimit is the time until a broken connection must stand again; 0: 60 s.
	ReconnectLimit time.Duration
	// Logger is told what happens; nil: nobody is.
	Logger *slog.Logger
}

// A MatchResult tells how a match ended for a bot.
type MatchResult struct {
	Match string
	// Start has the bot's seat and the settings; nil if the match ended before it began.
	Start *MatchStart
	// Outcome has places, faults and clocks.
	Outcome *Outcome
}

// Play until all matches of the token have ended, then take leave. The results are in the order in which the
// matches ended; they are there also beside an error.
//
// The error is an [ErrSettings], an [ErrUnreachable], a [*RefusedError], one or more [*BotError] (joined), or
// the context's: then the matches are left as they are, and the same token can take them up again in time.
func (p Player) Play(ctx context.Context, connection Connection) ([]MatchResult, error) {
	if p.Name == "" || p.NewBot == nil {
		return nil, fmt.Errorf("%w: a player needs Name and NewBot", ErrSettings)
	}
	if err := connection.Check(); err != nil {
		return nil, err
	}
	if p.Logger == nil {
		p.Logger = slog.New(slog.DiscardHandler)
	}
	if p.ConnectLimit == 0 {
		p.ConnectLimit = defaultConnectLimit
	}
	if p.ReconnectLimit == 0 {
		p.ReconnectLimit = defaultReconnectLimit
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newSession(within, p)
	err := p.stayConnected(within, s, connection)
	cancel()
	s.wait()
	results, failed := s.results()
	return results, errors.Join(err, failed)
}

// stayConnected opens one stream after the other until the goodbye.
func (p Player) stayConnected(ctx context.Context, s *session, connection Connection) error {
	pause, since, welcomes := firstPause, time.Now(), 0
	for {
		err := p.converse(ctx, s, connection)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, ErrSettings):
			return err
		}
		if refused := refusal(err); refused != nil {
			return refused
		}
		if now := s.welcomed(); now > welcomes {
			pause, since, welcomes = firstPause, time.Now(), now
		}
		limit, level := p.ReconnectLimit, slog.LevelWarn
		if welcomes == 0 {
			limit, level = p.ConnectLimit, slog.LevelDebug
		}
		if time.Since(since) >= limit {
			return fmt.Errorf("%w: no connection to %s for %v: %w", ErrUnreachable, connection, limit, err)
		}
		p.Logger.Log(ctx, level, "no connection, trying again", "why", err)
		select {
		case <-time.After(pause/2 + rand.N(pause/2)): // spreads the attempts of many bots
		case <-ctx.Done():
		}
		pause = min(2*pause, longestPause)
	}
}

// converse on one stream; nil after the goodbye.
func (p Player) converse(ctx context.Context, s *session, connection Connection) error {
	stream, err := open(ctx, connection, p.hello(s.cursors()), p.ConnectLimit)
	if err != nil {
		return err
	}
	defer stream.close()
	s.attach(stream)
	defer s.attach(nil)
	return stream.read(ctx, s.handle)
}

func (p Player) hello(cursors []*certamenv1.MatchCursor) *certamenv1.PlayRequest {
	return &certamenv1.PlayRequest{Message: &certamenv1.PlayRequest_Hello{Hello: &certamenv1.Hello{
		ProtocolVersion: ProtocolVersion,
		BotName:         p.Name,
		BotVersion:      p.Version,
		Games:           p.Games,
		MaxMatches:      p.MaxMatches,
		ActionForm:      p.ActionForm,
		Cursors:         cursors,
		Batches:         true,
		LingerNs:        int64(linger),
	}}}
}
