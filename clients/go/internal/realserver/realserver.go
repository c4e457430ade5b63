// Package realserver runs the certamen command for tests: it is looked for in CERTAMEN_COMMAND, in the virtual
// environment of this repository, and on the path.
package realserver

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"certamen.example/certamen"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
)

// Command is the path of the certamen command; root is that of the repository. The test is skipped if there is
// none, and fails if CERTAMEN_REQUIRE=all forbids that.
func Command(t testing.TB, root string) string {
	t.Helper()
	candidates := []string{os.Getenv("CERTAMEN_COMMAND"), filepath.Join(root, ".venv", "bin", "certamen"), "certamen"}
	for _, candidate := range candidates {
		if candidate == "" {
			continue
		}
		if found, err := exec.LookPath(candidate); err == nil {
			absolute, err := filepath.Abs(found)
			if err != nil {
				t.Fatal(err)
			}
			return absolute
		}
	}
	if os.Getenv("CERTAMEN_REQUIRE") == "all" {
		t.Fatal("there is no certamen command; CERTAMEN_REQUIRE=all allows no skips")
	}
	t.Skip("there is no certamen command; `make match` makes it")
	return ""
}

// Run the command in a folder, with a home of its own there; the test fails if it does.
func Run(t testing.TB, folder, command string, arguments ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	running := exec.CommandContext(ctx, command, arguments...)
	running.Dir, running.Env = folder, environment(folder)
	var errs strings.Builder
	running.Stderr = &errs
	printed, err := running.Output()
	if err != nil {
		t.Fatalf("certamen %s: %v\n%s%s", strings.Join(arguments, " "), err, printed, errs.String())
	}
	return string(printed)
}

// environment of the command: nothing of the user's own.
func environment(folder string) []string {
	return append(os.Environ(), "CERTAMEN_HOME="+filepath.Join(folder, "home"))
}

// A Server is `certamen serve`, in a process of its own.
type Server struct {
	Address string
	client  certamenv1.ArenaServiceClient
	token   string
}

// Serve until the test ends.
func Serve(t testing.TB, command string) *Server {
	t.Helper()
	folder := t.TempDir()
	announced, token := filepath.Join(folder, "announced.json"), filepath.Join(folder, "token")
	running := exec.Command(command, "serve", "--address", "127.0.0.1:0", "--announce", announced, "--token-file", token)
	running.Dir, running.Env = folder, environment(folder)
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = running.Process.Signal(syscall.SIGTERM)
		if err := running.Wait(); err != nil {
			t.Errorf("certamen serve: %v", err)
		}
	})
	var said struct {
		Address string `json:"address"`
	}
	for deadline := time.Now().Add(time.Minute); said.Address == ""; time.Sleep(50 * time.Millisecond) {
		if content, err := os.ReadFile(announced); err == nil {
			_ = json.Unmarshal(content, &said) // it may be half written
		}
		if time.Now().After(deadline) {
			t.Fatal("certamen serve does not start")
		}
	}
	secret, err := os.ReadFile(token)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := grpc.NewClient(said.Address, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithNoProxy())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &Server{said.Address, certamenv1.NewArenaServiceClient(conn), strings.TrimSpace(string(secret))}
}

// organiser's context.
func (s *Server) organiser(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+s.token)
}

// Create a match; the seats' connections are given by seat.
func (s *Server) Create(ctx context.Context, t testing.TB, settings *certamenv1.MatchSettings) (string, []certamen.Connection) {
	t.Helper()
	created, err := s.client.CreateMatch(s.organiser(ctx), &certamenv1.CreateMatchRequest{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	seats := make([]certamen.Connection, len(created.GetSeatTokens()))
	for _, seat := range created.GetSeatTokens() {
		seats[seat.GetSeat()] = certamen.Connection{Server: s.Address, Token: seat.GetToken()}
	}
	return created.GetMatch().GetName(), seats
}

// Match as the server knows it.
func (s *Server) Match(ctx context.Context, t testing.TB, name string) *certamenv1.Match {
	t.Helper()
	got, err := s.client.GetMatch(s.organiser(ctx), &certamenv1.GetMatchRequest{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return got.GetMatch()
}
