package certamen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
)

const (
	silenceLimit = 60 * time.Second // without any message, until the server has told its own interval
	goodbyeLimit = 5 * time.Second  // for the server to end the stream after our goodbye
)

var (
	errNobody = errors.New("nobody answers there")
	errEnded  = errors.New("the server ended the stream")
	errLeft   = errors.New("the server did not answer our goodbye")
)

// A stream is one call of Play, from its opening to its end. Messages are written from a queue, so that nobody
// waits to send.
type stream struct {
	conn    *grpc.ClientConn
	call    grpc.BidiStreamingClient[certamenv1.PlayRequest, certamenv1.PlayResponse]
	cancel  context.CancelCauseFunc
	outbox  *queue[*certamenv1.PlayRequest]
	silence atomic.Int64 // what may pass without any message, ns
	leaving atomic.Bool
}

// open connects within a limit and says hello.
func open(ctx context.Context, connection Connection, hello *certamenv1.PlayRequest, limit time.Duration) (*stream, error) {
	conn, err := connection.dial()
	if err != nil {
		return nil, err
	}
	if err := connect(ctx, conn, limit); err != nil {
		_ = conn.Close()
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	s := &stream{conn: conn, cancel: cancel, outbox: newQueue[*certamenv1.PlayRequest]()}
	s.silence.Store(int64(silenceLimit))
	s.call, err = certamenv1.NewArenaServiceClient(conn).Play(connection.authorized(ctx))
	if err != nil {
		s.close()
		return nil, err
	}
	s.send(hello)
	go s.write(ctx)
	return s, nil
}

// connect waits for a channel to stand, but not beyond its first failure.
func connect(ctx context.Context, conn *grpc.ClientConn, limit time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	conn.Connect()
	for state := conn.GetState(); state != connectivity.Ready; state = conn.GetState() {
		if state == connectivity.TransientFailure || !conn.WaitForStateChange(limited, state) {
			return errors.Join(ctx.Err(), errNobody)
		}
	}
	return nil
}

// read hands every message on, in order, until the stream ends. It returns nil after our own goodbye, else
// why the stream ended.
func (s *stream) read(ctx context.Context, handle func(*certamenv1.PlayResponse)) error {
	silent := time.AfterFunc(time.Duration(s.silence.Load()), func() {
		s.cancel(fmt.Errorf("nothing was heard for %v", time.Duration(s.silence.Load())))
	})
	defer silent.Stop()
	for {
		response, err := s.call.Recv()
		switch {
		case err == nil:
			handle(response)
			silent.Reset(time.Duration(s.silence.Load()))
		case s.leaving.Load() && ctx.Err() == nil && refusal(err) == nil:
			return nil
		case errors.Is(err, io.EOF):
			return errEnded
		default:
			if cause := context.Cause(s.call.Context()); cause != nil && !errors.Is(cause, context.Canceled) {
				return cause
			}
			return err
		}
	}
}

// write sends what is in the queue; errors of the call show where it is read.
func (s *stream) write(ctx context.Context) {
	for {
		request, err := s.outbox.take(ctx)
		if err != nil || s.call.Send(request) != nil {
			return
		}
		if request.GetLeave() != nil {
			_ = s.call.CloseSend()
			return
		}
	}
}

// expectSigns: the server gives a sign of life as often as this.
func (s *stream) expectSigns(interval time.Duration) {
	if interval > 0 {
		s.silence.Store(int64(max(3*interval, 5*time.Second)))
	}
}

// send queues a message after those before it.
func (s *stream) send(request *certamenv1.PlayRequest) { s.outbox.put(request) }

// leave says goodbye; the server then ends the stream, or we do.
func (s *stream) leave() {
	if s.leaving.Swap(true) {
		return
	}
	s.send(&certamenv1.PlayRequest{Message: &certamenv1.PlayRequest_Leave{Leave: &certamenv1.Leave{}}})
	time.AfterFunc(goodbyeLimit, func() { s.cancel(errLeft) })
}

// close lets go of everything.
func (s *stream) close() {
	s.cancel(context.Canceled)
	_ = s.conn.Close()
}
