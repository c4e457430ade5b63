package certamen

import (
	"errors"
	"fmt"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ProtocolVersion is the version of the wire contract that this package speaks.
const ProtocolVersion = 1

// Kinds of errors, for [errors.Is].
var (
	// ErrSettings: address, token or certificates are missing or malformed.
	ErrSettings = errors.New("settings")
	// ErrUnreachable: the server could not be reached, or not again, within the time allowed.
	ErrUnreachable = errors.New("the server cannot be reached")
	// ErrToken: the token is not known, or not good for playing.
	ErrToken = errors.New("the token was refused")
	// ErrVersion: the server does not speak this package's version of the protocol.
	ErrVersion = errors.New("the version of the protocol was refused")
	// ErrSuperseded: a newer stream of the same token took over.
	ErrSuperseded = errors.New("the same token has opened a newer stream")
)

// A RefusedError is a refusal by the server; trying again is of no use. With [errors.Is] it is also
// [ErrToken], [ErrVersion] or [ErrSuperseded] where that is the reason.
type RefusedError struct {
	Code     codes.Code
	Reason   string            // for programs, in upper case; empty if the server gave none
	Message  string            // for people
	Metadata map[string]string // of the reason
}

// Error is one sentence.
func (e *RefusedError) Error() string {
	text := "the server refused the bot: " + e.Message
	if e.Reason == "PROTOCOL_VERSION" {
		return fmt.Sprintf("%s; it speaks %s … %s, this bot %d (%s)",
			text, e.Metadata["min"], e.Metadata["max"], ProtocolVersion, e.Reason)
	}
	if e.Reason != "" {
		text += " (" + e.Reason + ")"
	}
	return text
}

// Is tells whether the refusal is of a kind.
func (e *RefusedError) Is(target error) bool {
	switch target {
	case ErrToken:
		return e.Code == codes.Unauthenticated || e.Code == codes.PermissionDenied
	case ErrVersion:
		return e.Reason == "PROTOCOL_VERSION"
	case ErrSuperseded:
		return e.Reason == "SUPERSEDED"
	}
	return false
}

// A BotError is an error or a panic of the bot's own code; the bot has resigned the match. Other matches are
// played on.
type BotError struct {
	Match string
	Err   error
}

// Error is one sentence.
func (e *BotError) Error() string { return fmt.Sprintf("the bot failed in %s: %v", e.Match, e.Err) }

// Unwrap gives the bot's own error.
func (e *BotError) Unwrap() error { return e.Err }

// refusal is the final refusal that the end of a stream is; nil where a new attempt may succeed.
func refusal(err error) *RefusedError {
	ended, isStatus := status.FromError(err)
	if !isStatus {
		return nil
	}
	switch ended.Code() {
	case codes.Unauthenticated, codes.PermissionDenied, codes.InvalidArgument, codes.FailedPrecondition,
		codes.Unimplemented, codes.NotFound,
		codes.Aborted: // a newer stream of the same token took over: two of us would chase each other
	default:
		return nil
	}
	refused := &RefusedError{Code: ended.Code(), Message: ended.Message()}
	for _, detail := range ended.Details() {
		if info, isInfo := detail.(*errdetails.ErrorInfo); isInfo {
			refused.Reason, refused.Metadata = info.GetReason(), info.GetMetadata()
		}
	}
	return refused
}
