"""`certamen matches story`: everything about a match but its cards."""

from __future__ import annotations

from collections.abc import Iterator

from certamen.v1 import operations_pb2
from google.protobuf.json_format import MessageToDict

from certamen_services.cli.desk import Desk, match_details, match_line, ruling_line

__all__ = ["tell_story"]


def tell_story(desk: Desk, match: str) -> None:
    """Print the story of a match.

    Args:
        desk: connection to the server.
        match: id or name.
    """
    story = desk.story(match)
    desk.say(story, list(_lines(story)))


def _lines(story: operations_pb2.GetMatchStoryResponse) -> Iterator[str]:
    match = story.match
    yield match_line(match)
    yield from (f"  {line}" for line in match_details(match))
    yield f"  record: {story.record or 'withheld, or not closed yet'}"
    yield "settings"
    yield from (f"  {line}" for line in _settings(MessageToDict(match.settings)))
    yield f"seats, after {story.actions} actions"
    aliases = {seat.seat: seat.alias for seat in match.seats}
    for seat in story.seats:
        bot = f"{seat.bot} {seat.version}".strip() or "nobody has joined"
        left = f", {seat.remaining_ns / 1e9:.3f} s left" if seat.HasField("remaining_ns") else ""
        yield (
            f"  {seat.seat}  {aliases[seat.seat]}: {bot}; {seat.decisions} decisions, "
            f"{seat.charged_ns / 1e9:.3f} s charged, longest {seat.longest_ns / 1e9:.3f} s{left}"
        )
    yield "what happened"
    for each in story.timeline:
        who = f"seat {each.seat}: " if each.HasField("seat") else ""
        yield f"  {each.at_ns / 1e9:10.3f} s  #{each.entry:<5} {each.kind:<8} {who}{each.text}"
    if story.predecessors or story.successors:
        yield "attempts"
        yield from (f"  {name}" for name in (*story.predecessors, f"{match.name} (this)", *story.successors))
    if story.rulings:
        yield "rulings"
        yield from (f"  {ruling_line(each)}" for each in story.rulings)


def _settings(settings: dict[str, object]) -> Iterator[str]:
    for name, value in settings.items():
        if isinstance(value, dict):
            inner = ", ".join(f"{key} {each}" for key, each in value.items())
            yield f"{name}: {inner}"
        else:
            yield f"{name}: {value}"
