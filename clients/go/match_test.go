package certamen_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"certamen.example/certamen/internal/realserver"
)

// playMatch lets bots play by `certamen match`, and verifies the record. The word "go" before a bot's name stands
// for this module's command.
func playMatch(t *testing.T, command, program, game string, bots ...string) {
	t.Helper()
	folder := t.TempDir()
	records := filepath.Join(folder, "records")
	arguments := []string{"match", game, "--time", "60", "--records", records, "--json"}
	for _, bot := range bots {
		if name, isOurs := strings.CutPrefix(bot, "go "); isOurs {
			bot = "cmd:" + program + " " + name
		}
		arguments = append(arguments, "--bot", bot)
	}
	var result struct {
		Standings []struct {
			Bot       string         `json:"bot"`
			Decisions int            `json:"decisions"`
			Faults    map[string]int `json:"faults"`
		} `json:"standings"`
		Matches []struct {
			Cause  string `json:"cause"`
			Record string `json:"record"`
		} `json:"matches"`
	}
	if err := json.Unmarshal([]byte(realserver.Run(t, folder, command, arguments...)), &result); err != nil {
		t.Fatal(err)
	}
	if len(result.Standings) != len(bots) || len(result.Matches) != 1 || result.Matches[0].Cause != "completed" {
		t.Fatalf("result %+v", result)
	}
	for _, standing := range result.Standings {
		if standing.Decisions == 0 || len(standing.Faults) > 0 {
			t.Errorf("%+v", standing)
		}
	}
	if said := realserver.Run(t, folder, command, "verify", result.Matches[0].Record); !strings.Contains(said, "accepted") {
		t.Errorf("verify: %s", said)
	}
	logs, err := filepath.Glob(filepath.Join(records, "logs", "*-seat-*.log"))
	if err != nil || len(logs) != len(bots) {
		t.Fatalf("logs %v, %v", logs, err)
	}
	for _, log := range logs {
		content, err := os.ReadFile(log)
		if err != nil || strings.Contains(string(content), "WARN") || strings.Contains(string(content), "ERROR") {
			t.Errorf("%s: %v\n%s", log, err, content)
		}
	}
}

func TestMatchesAgainstTheRealServer(t *testing.T) {
	command := realserver.Command(t, filepath.Join("..", ".."))
	program := filepath.Join(t.TempDir(), "certamen-bot")
	if printed, err := exec.Command("go", "build", "-o", program, "./cmd/certamen-bot").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	for _, game := range []string{"artus", "bellica", "luschen", "lusus"} {
		t.Run(game, func(t *testing.T) {
			bots := []string{"go greedy", "go random"}
			if game == "luschen" {
				bots = append(bots, "go greedy")
			}
			playMatch(t, command, program, game, bots...)
		})
	}
	t.Run("juwelen with bots in Python", func(t *testing.T) {
		playMatch(t, command, program, "juwelen", "greedy", "go greedy", "go random", "go greedy")
	})
}
