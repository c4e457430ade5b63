package certamen

import (
	"context"
	"fmt"
	"runtime/debug"
)

// A worker calls the bot: one call after the other, also if an earlier one was given up.
type worker struct{ busy chan struct{} }

func newWorker() *worker { return &worker{make(chan struct{}, 1)} }

// do calls a function and waits for its end, or for the context's, whose cause it then returns: a bot that heeds
// no context must keep neither the match nor the program from ending. A panic is an error.
func (w *worker) do(ctx context.Context, call func() error) error {
	select {
	case w.busy <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	done := make(chan error, 1)
	go func() {
		defer func() {
			if panicked := recover(); panicked != nil {
				done <- fmt.Errorf("panic: %v\n%s", panicked, debug.Stack())
			}
			<-w.busy
		}()
		done <- call()
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
