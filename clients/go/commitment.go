package certamen

import (
	"bytes"
	"crypto/sha256"
	"slices"

	certamenv1 "certamen.example/certamen/proto/certamen/v1"
)

// SeedMatches tells whether a revealed seed is the one that the server had committed itself to: whether
// commitment, from the start of the match, is SHA-256(nonce ‖ seed ‖ SHA-256(start position)).
func SeedMatches(commitment []byte, revealed *certamenv1.SeedRevealed) bool {
	start := sha256.Sum256([]byte(revealed.GetStartPosition()))
	fresh := sha256.Sum256(slices.Concat(revealed.GetNonce(), revealed.GetSeed(), start[:]))
	return bytes.Equal(commitment, fresh[:])
}
