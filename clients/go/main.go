package certamen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// logLimit is what [Main] logs at most, in bytes: a log must not fill a disk.
const logLimit = 1_000_000

// Main is the whole main program of a bot: it takes the connection from the environment, plays all matches of
// the token, logs to standard error, and exits. The exit status is 0 when all matches were played; 2 if address
// or token are missing or malformed; 1 if the server refused the bot or could not be reached, or the bot's own
// code failed; 130 or 143 after SIGINT or SIGTERM. These end it without goodbye: started again in time, it goes
// on where it was.
func Main(player Player) {
	if player.Logger == nil {
		player.Logger = slog.New(slog.NewTextHandler(&boundedWriter{to: os.Stderr, left: logLimit}, nil))
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() { cancel(interrupted{(<-signals).(syscall.Signal)}) }()
	os.Exit(play(ctx, player, os.Stderr))
}

// play is what Main does; it returns the exit status.
func play(ctx context.Context, player Player, errs io.Writer) int {
	connection, err := FromEnvironment()
	if err == nil {
		_, err = player.Play(ctx, connection)
	}
	var stopped interrupted
	switch {
	case err == nil:
		return 0
	case errors.As(err, &stopped):
		return 128 + int(stopped.by)
	}
	_, _ = fmt.Fprintf(errs, "error: %v\n", err)
	if errors.Is(err, ErrSettings) {
		return 2
	}
	return 1
}

// interrupted is the error that a signal is.
type interrupted struct{ by syscall.Signal }

func (i interrupted) Error() string { return i.by.String() }

// A boundedWriter writes until its limit, then says so once and stops.
type boundedWriter struct {
	to    io.Writer
	mutex sync.Mutex
	left  int
}

func (w *boundedWriter) Write(text []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.left <= 0 {
		return len(text), nil
	}
	w.left -= len(text)
	written, err := w.to.Write(text)
	if err == nil && w.left <= 0 {
		_, err = io.WriteString(w.to, "the log is full; nothing more is written\n")
	}
	return written, err
}
