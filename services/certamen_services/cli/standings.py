"""The result of a run of matches, bot by bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from certamen.v1 import event_pb2, match_pb2
from rich import box
from rich.table import Table

from certamen_services.cli.contest import Played
from certamen_services.cli.players import Player

__all__ = ["Standing", "result_document", "standings", "standings_table"]

_NS = 1_000_000_000


@dataclass(slots=True)
class Standing:
    """How a bot did.

    Attributes:
        bot: its name.
        matches: that count.
        places: how often it had which place.
        score: points by the game's own rules in all.
        scored: matches in which there were such points.
        decisions: that it answered.
        charged_ns: time charged in all.
        longest_ns: the longest charge of one decision.
        faults: by cause.
    """

    bot: str
    matches: int = 0
    places: Counter[int] = field(default_factory=Counter)
    score: int = 0
    scored: int = 0
    decisions: int = 0
    charged_ns: int = 0
    longest_ns: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def mean_place(self) -> float:
        """Mean of its places."""
        return sum(place * times for place, times in self.places.items()) / max(1, self.matches)

    @property
    def mean_score(self) -> float:
        """Mean of its points."""
        return self.score / max(1, self.scored)

    def add(self, outcome: match_pb2.Outcome, seat: int) -> None:
        """Count a match in which it had this seat."""
        if outcome.placements:
            self.matches += 1
            self.places[outcome.placements[seat]] += 1
        if outcome.HasField("game_result"):
            self.score += outcome.game_result.scores[seat]
            self.scored += 1
        for clock in outcome.clocks:
            if clock.seat == seat:
                self.decisions += clock.decisions
                self.charged_ns += clock.charged_ns
                self.longest_ns = max(self.longest_ns, clock.longest_ns)
        self.faults.update(_cause(fault) for fault in outcome.faults if fault.seat == seat)


def standings(players: Sequence[Player], played: Sequence[Played]) -> list[Standing]:
    """All bots, the best first. Points do not count here: in some games they are penalties."""
    table = [Standing(player.name) for player in players]
    for result in played:
        for seat, player in enumerate(result.seating):
            table[player].add(result.match.outcome, seat)
    return sorted(table, key=lambda standing: (standing.mean_place, standing.bot))


def standings_table(table: Sequence[Standing], title: str) -> Table:
    """The result for people: which place how often, means, and time charged."""
    printed = Table(
        title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True
    )
    printed.add_column("bot", overflow="fold")
    places = range(1, len(table) + 1)
    printed.add_column(f"places {'-'.join(map(str, places))}", justify="right", no_wrap=True)
    for name in ("place", "score", "decisions", "time", "longest", "faults"):
        printed.add_column(name, justify="right", no_wrap=name != "faults")
    for standing in table:
        printed.add_row(
            standing.bot,
            "-".join(str(standing.places[place]) for place in places),
            f"{standing.mean_place:.2f}",
            f"{standing.mean_score:.1f}",
            str(standing.decisions),
            f"{standing.charged_ns / _NS:.2f} s",
            f"{standing.longest_ns / _NS:.3f} s",
            ", ".join(f"{times} {cause}" for cause, times in sorted(standing.faults.items())) or "none",
        )
    return printed


def result_document(table: Sequence[Standing], played: Sequence[Played]) -> dict[str, Any]:
    """The result for scripts."""
    return {
        "standings": [
            {
                "bot": standing.bot,
                "matches": standing.matches,
                "places": {str(place): times for place, times in sorted(standing.places.items())},
                "mean_place": standing.mean_place,
                "mean_score": standing.mean_score,
                "decisions": standing.decisions,
                "charged_ns": standing.charged_ns,
                "longest_ns": standing.longest_ns,
                "faults": dict(standing.faults),
            }
            for standing in table
        ],
        "matches": [
            {
                "number": result.number,
                "match": result.match.name,
                "state": match_pb2.MatchState.Name(result.match.state).removeprefix("MATCH_STATE_").lower(),
                "cause": match_pb2.EndCause.Name(result.match.outcome.cause)
                .removeprefix("END_CAUSE_")
                .lower(),
                "players": [seat.alias for seat in result.match.seats],
                "placements": list(result.match.outcome.placements),
                "scores": list(result.match.outcome.game_result.scores),
                "faults": [
                    {"seat": fault.seat, "cause": _cause(fault)} for fault in result.match.outcome.faults
                ],
                "record": str(result.record) if result.record else None,
            }
            for result in played
        ],
    }


def _cause(fault: match_pb2.Fault) -> str:
    return event_pb2.FaultCause.Name(fault.cause).removeprefix("FAULT_CAUSE_").lower()
