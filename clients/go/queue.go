package certamen

import (
	"context"
	"sync"
)

// A queue never makes who puts something into it wait. One goroutine takes.
type queue[T any] struct {
	mutex sync.Mutex
	items []T
	ready chan struct{}
}

func newQueue[T any]() *queue[T] { return &queue[T]{ready: make(chan struct{}, 1)} }

func (q *queue[T]) put(item T) {
	q.mutex.Lock()
	q.items = append(q.items, item)
	q.mutex.Unlock()
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take waits for the next item, or for the end of the context.
func (q *queue[T]) take(ctx context.Context) (T, error) {
	for {
		q.mutex.Lock()
		if len(q.items) > 0 {
			item := q.items[0]
			var none T
			q.items[0] = none
			q.items = q.items[1:]
			q.mutex.Unlock()
			return item, nil
		}
		q.mutex.Unlock()
		select {
		case <-q.ready:
		case <-ctx.Done():
			var none T
			return none, context.Cause(ctx)
		}
	}
}
