package certamen

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// A question is a decision with the deadline that it had when it came.
type question struct {
	decision *Decision
	deadline time.Time
}

// run plays until the match has ended: nil, or until the session's context ends.
func (m *match) run() error {
	defer m.stop(nil)
	defer m.silence(nil)
	var last question
	for m.ctx.Err() == nil {
		message, err := m.inbox.take(m.ctx)
		if err != nil {
			return err
		}
		switch message := message.(type) {
		case *MatchStart:
			m.begin(message)
		case *Event:
			if observer, wants := m.bot.(EventObserver); wants {
				m.call(m.calling, func() error { return observer.OnEvent(m.calling, message) })
			}
		case question:
			last = message
			m.decide(last)
		case *certamenv1.Rejected:
			if m.mayTryAgain(message, last) {
				m.decide(last)
			}
		case *MatchEnd:
			return m.finish(message)
		}
	}
	return context.Cause(m.ctx)
}

// call the bot and tell whether it did what it was called for. Its errors resign the match.
func (m *match) call(ctx context.Context, call func() error) bool {
	err := m.worker.do(ctx, call)
	switch {
	case err == nil:
		return true
	case m.ctx.Err() != nil: // the session ends
	case ctx.Err() != nil:
		m.player.Logger.Warn("the bot did not come to an end", "match", m.name, "why", context.Cause(ctx))
	default:
		m.fail(err)
	}
	return false
}

func (m *match) begin(start *MatchStart) {
	m.player.Logger.Info("a match begins", "match", m.name, "game", start.GetSettings().GetGame(), "seat", start.GetSeat())
	made := make(chan Bot, 1)
	isMade := m.call(m.calling, func() error {
		bot, err := m.player.NewBot(m.calling, start)
		if err == nil && bot == nil {
			err = errors.New("NewBot returned no bot")
		}
		made <- bot
		return err
	})
	if isMade {
		m.bot = <-made
	}
}

// decide asks the bot and sends its answer.
func (m *match) decide(asked question) {
	if m.bot == nil || m.failure() != nil || m.playing.Err() != nil {
		return
	}
	limited, release := context.WithDeadline(m.playing, asked.deadline)
	defer release()
	chosen := make(chan *LegalAction, 1)
	isChosen := m.call(m.playing, func() error {
		action, err := m.bot.Choose(limited, asked.decision)
		if err == nil && action == nil {
			err = errors.New("Choose returned no action")
		}
		chosen <- action
		return err
	})
	if !isChosen {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.answer = &certamenv1.Act{
		Match:    m.name,
		Decision: asked.decision.GetDecision(),
		Action:   &certamenv1.Act_Code{Code: (<-chosen).GetCode()},
	}
	m.answeredOn = nil
	m.sendAnswer()
}

// mayTryAgain tells whether a rejected answer may be replaced by another.
func (m *match) mayTryAgain(rejected *certamenv1.Rejected, last question) bool {
	illegal := isIllegal(rejected.GetReason())
	level := slog.LevelInfo
	if illegal {
		level = slog.LevelWarn
	}
	m.player.Logger.Log(m.ctx, level, "an answer was rejected", "match", m.name,
		"decision", rejected.GetDecision(),
		"reason", strings.TrimPrefix(rejected.GetReason().String(), "REJECT_REASON_"),
		"detail", rejected.GetDetail(), "explanation", rejected.GetExplanation())
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if !illegal || m.start == nil || last.decision.GetDecision() != rejected.GetDecision() {
		return false
	}
	m.answer = nil
	return m.start.GetSettings().GetIllegalActions() > 1
}

// isIllegal tells whether an answer was rejected as an illegal action. A reason that we are too old to know is taken
// for one, as the contract wants it.
func isIllegal(reason certamenv1.RejectReason) bool {
	switch reason {
	case certamenv1.RejectReason_REJECT_REASON_NOT_YOUR_TURN, certamenv1.RejectReason_REJECT_REASON_STALE_DECISION,
		certamenv1.RejectReason_REJECT_REASON_TOO_LATE, certamenv1.RejectReason_REJECT_REASON_UNKNOWN_MATCH,
		certamenv1.RejectReason_REJECT_REASON_FORFEITED, certamenv1.RejectReason_REJECT_REASON_MATCH_OVER:
		return false
	}
	return true
}

// finish tells the bot of the end, and checks the seed.
func (m *match) finish(end *MatchEnd) error {
	m.player.Logger.Info("a match has ended", "match", m.name,
		"cause", strings.TrimPrefix(end.GetOutcome().GetCause().String(), "END_CAUSE_"),
		"places", fmt.Sprint(end.GetOutcome().GetPlacements()))
	if observer, wants := m.bot.(EndObserver); wants {
		m.call(m.calling, func() error { return observer.OnEnd(m.calling, end) })
	}
	return m.checkSeed()
}

func (m *match) checkSeed() error {
	if m.start.GetSettings().GetReveal() != certamenv1.Reveal_REVEAL_MATCH {
		return nil
	}
	limited, cancel := context.WithTimeout(m.ctx, seedLimit)
	defer cancel()
	for {
		message, err := m.inbox.take(limited)
		if err != nil {
			return context.Cause(m.ctx) // nil if only the time for the seed is over
		}
		if revealed, isSeed := message.(*certamenv1.SeedRevealed); isSeed {
			if !SeedMatches(m.start.GetCommitment(), revealed) {
				m.player.Logger.Warn("the revealed seed is NOT the one that was committed to", "match", m.name)
			}
			return nil
		}
	}
}
