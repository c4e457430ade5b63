"""The public story of a match that ended a good while ago, from its entries."""

from __future__ import annotations

from collections.abc import Sequence

from certamen_services.records.canonical import parse
from certamen_services.records.entries import Entry
from certamen_services.records.opening import Opening, open_record
from certamen_services.referee.audience import Audience
from certamen_services.referee.messages import SeedRevealed


def retell(match: str, written: Sequence[bytes], revealed: bool) -> Audience:
    """What spectators were told, or would have been.

    Args:
        match: id of the match.
        written: all its entries; without the last one if the server was killed meanwhile.
        revealed: whether the seed is no secret any more.

    Raises:
        ValueError: the entries are not those of a match.
    """
    entries: list[Entry] = [parse(entry) for entry in written]
    opening, findings = open_record(match, entries[0])
    if opening is None:
        raise ValueError(f"match {match} cannot be told: {findings[0]}")
    story = _Story(match, opening, revealed)
    for entry in entries[1:]:
        story.take(entry)
    if entries[-1]["type"] != "end":
        story.audience.end(None)
    return story.audience


class _Story:
    """What was told so far."""

    def __init__(self, match: str, opening: Opening, revealed: bool) -> None:
        self.audience = Audience(match)
        self._match = match
        self._secret = opening.plan.secret
        self._table = opening.table
        self._started = False
        self._revealed = revealed

    def take(self, entry: Entry) -> None:
        """The next entry."""
        match entry["type"]:
            case "started":
                self._started = True
                self.audience.begin(self._table.state)
                self.audience.happened(1, self._table.state)
            case "action":
                self._table.take(entry["seat"], entry["action"])
                self.audience.happened(self._next(), self._table.state)
            case "fault" if self._started:
                told = {name: entry[name] for name in ("seat", "cause", "played_on")}
                self.audience.add(self._next(), {"type": "fault", **told})
            case "end":
                self._end(entry)

    def _end(self, entry: Entry) -> None:
        if self._started and entry["explanation"]:
            self.audience.add(self._next(), {"type": "voided", "explanation": entry["explanation"]})
        secret = self._secret
        revealed = None
        if self._revealed:
            revealed = SeedRevealed(self._match, secret.seed, secret.nonce, secret.start_text.decode())
        self.audience.end(revealed)

    def _next(self) -> int:
        return self.audience.told + 1
