package certamen

import (
	"context"
	"errors"
	"sync"
	"time"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

const (
	lastCallsLimit = 10 * time.Second // for a bot after the end of its match
	seedLimit      = 2 * time.Second  // to wait for the seed after the end
)

var (
	errOver = errors.New("the match has ended")
	errBusy = errors.New("the bot is still busy")
)

// A match feeds a bot with what concerns it, and sends its answers. The take methods are called by the reader of
// the stream and never wait; run, in a goroutine of its own, calls the bot.
type match struct {
	name    string
	session *session
	player  Player
	inbox   *queue[any]
	worker  *worker
	bot     Bot // nil: it could not be made, or the match has not begun

	ctx     context.Context // ends with the session
	playing context.Context // ends with the match: for decisions
	stop    context.CancelCauseFunc
	calling context.Context // ends a little later: for all other calls of the bot
	silence context.CancelCauseFunc

	mutex      sync.Mutex
	start      *MatchStart
	end        *MatchEnd
	lastEvent  int64
	asked      int64 // number of the last decision that was handed to the bot
	answer     *certamenv1.Act
	answeredOn *stream // where the answer went out; nil: nowhere
	resigned   bool
	failed     error
}

func newMatch(session *session, name string) *match {
	m := &match{
		name: name, session: session, player: session.player, ctx: session.ctx,
		inbox: newQueue[any](), worker: newWorker(),
	}
	m.playing, m.stop = context.WithCancelCause(m.ctx)
	m.calling, m.silence = context.WithCancelCause(m.ctx)
	return m
}

func (m *match) failure() error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.failed
}

// cursor is the number of the last event, if the match is running.
func (m *match) cursor() (lastEvent int64, isRunning bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.lastEvent, m.start != nil && m.end == nil
}

func (m *match) takeStart(start *MatchStart) {
	m.mutex.Lock()
	isNew := m.start == nil
	if isNew {
		m.start = start
	}
	m.mutex.Unlock()
	if isNew {
		m.inbox.put(start)
	}
}

func (m *match) takeEvent(event *Event) {
	m.mutex.Lock()
	isNew := event.GetNumber() > m.lastEvent
	if isNew {
		m.lastEvent = event.GetNumber()
	}
	m.mutex.Unlock()
	if isNew {
		m.inbox.put(event)
	}
}

// takeDecision: an answer that went out on a broken stream is sent again, the bot is not asked again.
func (m *match) takeDecision(decision *Decision) {
	m.mutex.Lock()
	if m.answer != nil && m.answer.GetDecision() == decision.GetDecision() {
		m.sendAnswer()
	}
	isNew := decision.GetDecision() > m.asked
	if isNew {
		m.asked = decision.GetDecision()
	}
	m.mutex.Unlock()
	if isNew {
		m.inbox.put(question{decision, time.Now().Add(time.Duration(decision.GetTimeLeftNs()))})
	}
}

func (m *match) takeEnd(end *MatchEnd) {
	m.mutex.Lock()
	m.end = end
	m.mutex.Unlock()
	m.stop(errOver)
	time.AfterFunc(lastCallsLimit, func() { m.silence(errBusy) })
	m.inbox.put(end)
}

// reconnected: a new stream stands, what was sent on the one before may have been lost.
func (m *match) reconnected() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.resigned && m.end == nil {
		m.sendResignation()
	}
}

// sendAnswer once on each stream. The mutex is held.
func (m *match) sendAnswer() {
	if m.answeredOn == nil || m.answeredOn != m.session.stream.Load() {
		m.answeredOn = m.session.send(&certamenv1.PlayRequest{Message: &certamenv1.PlayRequest_Act{Act: m.answer}})
	}
}

func (m *match) sendResignation() {
	m.session.send(&certamenv1.PlayRequest{Message: &certamenv1.PlayRequest_Resign{Resign: &certamenv1.Resign{Match: m.name}}})
}

// fail: the bot's code failed. Resign, and say why.
func (m *match) fail(err error) {
	m.player.Logger.Error("the bot failed", "match", m.name, "error", err)
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.failed == nil {
		m.failed = err
	}
	if !m.resigned && m.end == nil {
		m.resigned = true
		m.sendResignation()
	}
}
