package certamen_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"certamen.example/certamen"
	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

func TestAConnectionIsChecked(t *testing.T) {
	for server, isGood := range map[string]bool{
		"127.0.0.1:7878": true, "[::1]:7878": true, "host:1": true, "unix:/run/certamen": true,
		"": false, "host": false, ":7878": false, "host:0": false, "host:65536": false, "host:x": false, "unix:": false,
	} {
		err := certamen.Connection{Server: server, Token: "t"}.Check()
		if isGood != (err == nil) || !isGood && !errors.Is(err, certamen.ErrSettings) {
			t.Errorf("%q: %v", server, err)
		}
	}
	for _, token := range []string{"", "a b", "a\n", "ä"} {
		err := certamen.Connection{Server: "host:1", Token: token}.Check()
		if !errors.Is(err, certamen.ErrSettings) {
			t.Errorf("%q: %v", token, err)
		}
	}
}

func TestTheEnvironmentTellsTheConnection(t *testing.T) {
	t.Setenv(certamen.ServerVariable, "host:1")
	t.Setenv(certamen.TokenVariable, "")
	if _, err := certamen.FromEnvironment(); !errors.Is(err, certamen.ErrSettings) || !strings.Contains(err.Error(), "CERTAMEN_TOKEN") {
		t.Errorf("error %v", err)
	}
	t.Setenv(certamen.TokenVariable, "secret")
	t.Setenv(certamen.CertificateVariable, "file.pem")
	t.Setenv(certamen.ClientCertificateVariable, "own.pem")
	got, err := certamen.FromEnvironment()
	if want := (certamen.Connection{Server: "host:1", Token: "secret", Certificate: "file.pem", ClientCertificate: "own.pem"}); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
}

func TestATokenIsNeverShown(t *testing.T) {
	connection := certamen.Connection{Server: "host:1", Token: "secret"}
	for _, form := range []string{"%v", "%+v", "%#v", "%s"} {
		if shown := fmt.Sprintf(form, connection); strings.Contains(shown, "secret") || !strings.Contains(shown, "host:1") {
			t.Errorf("%s: %s", form, shown)
		}
	}
}

func TestAMissingCertificateIsSaid(t *testing.T) {
	connection := certamen.Connection{Server: "127.0.0.1:1", Token: "t", Certificate: "no-such-file.pem"}
	if _, err := player(first).Play(within(t), connection); !errors.Is(err, certamen.ErrSettings) {
		t.Errorf("error %v", err)
	}
}

func TestAPlayerNeedsNameAndBot(t *testing.T) {
	if _, err := (certamen.Player{Name: "x"}).Play(within(t), certamen.Connection{}); !errors.Is(err, certamen.ErrSettings) {
		t.Errorf("error %v", err)
	}
}

func TestASeedIsComparedWithItsCommitment(t *testing.T) {
	nonce, seed, position := strings.Repeat("n", 32), strings.Repeat("s", 32), `{"game":"juwelen"}`
	inner := sha256.Sum256([]byte(position))
	commitment := sha256.Sum256([]byte(nonce + seed + string(inner[:])))
	revealed := &certamenv1.SeedRevealed{Seed: []byte(seed), Nonce: []byte(nonce), StartPosition: position}
	if !certamen.SeedMatches(commitment[:], revealed) {
		t.Error("the seed does not match")
	}
	revealed.StartPosition = ""
	if certamen.SeedMatches(commitment[:], revealed) {
		t.Error("a seed with another start position matches")
	}
}
