package bots_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"certamen.example/certamen"
	"certamen.example/certamen/bots"
	"google.golang.org/protobuf/encoding/protojson"
)

// A golden decision, as tests/data/golden/README.md describes it.
type golden struct {
	Seat     int             `json:"seat"`
	Decision json.RawMessage `json:"decision"`
	Action   uint32          `json:"action"`
	Text     string          `json:"text"`
}

func readGolden(t *testing.T, game string) []golden {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "..", "tests", "data", "golden", game+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []golden
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one golden
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestGreedyDecidesAsTheGoldenFilesSay(t *testing.T) {
	for _, game := range bots.Games() {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			all := readGolden(t, game)
			if len(all) < 400 {
				t.Fatalf("only %d golden decisions", len(all))
			}
			for number, one := range all {
				var decision certamen.Decision
				if err := protojson.Unmarshal(one.Decision, &decision); err != nil {
					t.Fatal(err)
				}
				chosen, err := bots.Best(&decision, one.Seat)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := fmt.Sprint(chosen.GetCode(), " ", chosen.GetText()), fmt.Sprint(one.Action, " ", one.Text); got != want {
					t.Errorf("line %d: chose %s, not %s", number+1, got, want)
				}
			}
		})
	}
}

func TestGreedyRefusesAGameThatItDoesNotKnow(t *testing.T) {
	if chosen, err := bots.Best(&certamen.Decision{}, 0); err == nil {
		t.Errorf("chose %v", chosen)
	}
}
