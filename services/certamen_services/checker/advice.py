"""What can be wrong with a bot, and how to mend it. One function each: it is said in one way."""

from __future__ import annotations

from certamen_services.checker.findings import Finding

_ACTIONS = "answer with the code or the text of one of Decision.legal_actions, exactly as it is written there"
_NUMBERS = "put Decision.match and Decision.decision into the Act as they came, and answer each Decision once"
_GOODBYE = "wait for MatchEnd, then send Leave, and let the server end the stream"


def no_hello(kind: str | None) -> Finding:
    """Something came before Hello."""
    return Finding(
        f"the first message of a stream was {kind or 'empty'}, not Hello",
        "send Hello as the first message of every stream, also of one that replaces a broken one",
    )


def second_hello() -> Finding:
    """Hello came again."""
    return Finding("Hello was sent twice on one stream", "send Hello once, as the first message of a stream")


def foreign_cursor(match: str) -> Finding:
    """A cursor names another match."""
    return Finding(
        f"Hello.cursors names {match[:80]!r}, a match of another token",
        "name only matches that this token was told of in MatchStart, or none at all",
    )


def cursor_ahead(said: int, told: int) -> Finding:
    """A cursor is beyond the last event."""
    return Finding(
        f"Hello.cursors says that event {said} was received, but only {told} were sent",
        "set MatchCursor.last_event to the number of the last Event that was received",
    )


def foreign_match(said: str, match: str) -> Finding:
    """An act for another match."""
    return Finding(f"an Act names the match {said[:80]!r}; it plays in {match!r}", _NUMBERS)


def never_asked(decision: int) -> Finding:
    """An act for a decision that was not asked."""
    return Finding(f"an Act answers decision {decision}, which was never asked", _NUMBERS)


def answered_twice(decision: int) -> Finding:
    """Two acts for one decision."""
    return Finding(
        f"decision {decision} was answered twice",
        "answer each Decision once; again only if it comes again on a new stream, or was Rejected with "
        "ILLEGAL_ACTION. All other refusals want no answer",
    )


def illegal(decision: int, what: str) -> Finding:
    """An action that is not legal."""
    return Finding(f"decision {decision} was answered with {what}, which is not legal", _ACTIONS)


def no_action(decision: int) -> Finding:
    """An act without an action."""
    return Finding(f"the Act for decision {decision} has neither code nor text", _ACTIONS)


def resigned() -> Finding:
    """Resign was sent."""
    return Finding(
        "the bot resigned",
        "find out what went wrong in its code; its log is below, if it has one",
        "docs/faults.md",
    )


def left_early() -> Finding:
    """Leave was sent too early."""
    return Finding("Leave was sent before the match had ended: that is a resignation", _GOODBYE)


def foreign_pong(number: int) -> Finding:
    """A pong that answers nothing."""
    return Finding(
        f"Pong {number} answers no Ping", "answer each Ping once, with a Pong that has the id of the Ping"
    )


def no_pong(count: int) -> Finding:
    """Pings were not answered."""
    return Finding(
        f"{count} Pings were not answered",
        "answer each Ping at once with a Pong that has its id, also while the bot has nothing to decide",
    )


def empty_message() -> Finding:
    """A message with nothing in it."""
    return Finding(
        "a PlayRequest had none of its members set", "set exactly one member of PlayRequest.message"
    )


def stream_refused(why: str) -> Finding:
    """The server ended a stream."""
    return Finding(
        f"the server ended a stream of the bot: {why}",
        "the reasons are listed under Errors",
    )


def no_goodbye() -> Finding:
    """The stream was closed without Leave."""
    return Finding("the stream was ended without Leave", _GOODBYE)


def stays(seconds: float) -> Finding:
    """The bot does not go."""
    return Finding(f"no Leave came within {seconds:g} s of MatchEnd", _GOODBYE)


def ended_early(status: int | None) -> Finding:
    """The program ended during the match."""
    return Finding(
        f"the program ended with status {status} before its match had ended",
        "its log says why, if it has one; a bot stays until MatchEnd",
        "docs/writing-a-bot.md",
    )


def never_came(seconds: float) -> Finding:
    """No Hello at all."""
    return Finding(
        f"no stream was opened within {seconds:g} s",
        "open ArenaService.Play at CERTAMEN_SERVER with the metadata `authorization: Bearer "
        "CERTAMEN_TOKEN`, and send Hello",
    )


def ended_before_hello(status: int | None) -> Finding:
    """The program ended before it said anything."""
    return Finding(
        f"the program ended with status {status} before it had said Hello",
        "its log says why, if it has one; try the command by hand",
        "docs/writing-a-bot.md",
    )


def does_not_end(seconds: float) -> Finding:
    """The program goes on after its goodbye."""
    return Finding(
        f"the program was still running {seconds:g} s after its goodbye",
        "end the program once the server has ended the stream; a thread that is no daemon may hold it",
        "docs/writing-a-bot.md",
    )


def bad_status(status: int | None) -> Finding:
    """The program ended badly after its match."""
    return Finding(
        f"the program ended with status {status} after its match; 0 was expected",
        "its log says why, if it has one",
        "docs/writing-a-bot.md",
    )


def comes_back(reason: str, times: int) -> Finding:
    """Tries again after a final refusal."""
    return Finding(
        f"after the stream had been refused with {reason}, {times} more were opened",
        f"{reason} would come again: say so and end",
    )


def lives_on(reason: str, seconds: float) -> Finding:
    """Does not end after a final refusal."""
    return Finding(
        f"the program was still running {seconds:g} s after it had been refused with {reason}",
        f"{reason} would come again: say so and end, with a status that is not 0",
    )


def hammers(times: int, seconds: float) -> Finding:
    """Tries again without a pause."""
    return Finding(
        f"{times} streams were opened within {seconds:.1f} s while the server was not available",
        "wait between attempts, at first 0.1 s, then twice as long each time, 2 s at most",
    )


def timed_out(decision: int | None, time_left: float) -> Finding:
    """Lost by time."""
    which = f"decision {decision}" if decision else "its last decision"
    return Finding(
        f"the bot lost by time: {which} had {time_left:.3f} s and was not answered within them",
        "answer within Decision.time_left_ns; count it from when the Decision arrives, and leave a reserve "
        "for the way",
        "docs/faults.md",
    )


def not_answered_again(decision: int) -> Finding:
    """No second answer after a refusal."""
    return Finding(
        f"decision {decision} was not answered again after its answer had been Rejected",
        "after Rejected with ILLEGAL_ACTION, or with a reason that it does not know, the decision is still "
        "open and its clock runs: choose once more from the legal actions of that Decision",
    )


def not_back(seconds: float) -> Finding:
    """No new stream after a loss."""
    return Finding(
        f"the connection was lost, and no new stream stood within {seconds:g} s",
        "open a new stream with the same token after UNAVAILABLE or a broken connection, with growing pauses",
    )


def at_fault(cause: str) -> Finding:
    """Another fault."""
    return Finding(f"the bot forfeited the match: {cause}", "see what makes a fault", "docs/faults.md")
