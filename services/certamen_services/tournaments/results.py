"""The results of a tournament as one document, and as files."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from certamen_services.tournaments.board import Board
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.formats.base import Past
from certamen_services.tournaments.formats.choose import knockout_of
from certamen_services.tournaments.formats.swiss import ranking
from certamen_services.tournaments.guards import transfers
from certamen_services.tournaments.incidents import incidents
from certamen_services.tournaments.ledger import Ledger
from certamen_services.tournaments.plan import Deals, FormatKind, Venue
from certamen_services.tournaments.rules import make_monitor
from certamen_services.tournaments.schedule import field_of
from certamen_services.tournaments.seatings import describe
from certamen_services.tournaments.statistics import (
    BlockResult,
    StoppingState,
    in_schedule,
    outcomes,
    pairwise,
    rating_path,
    seat_effects,
    standings,
)
from certamen_services.tournaments.stored import read_board
from certamen_services.tournaments.terms import Attempt, AttemptState, Ruling, Tournament

__all__ = ["Snapshot", "document", "order_of", "snapshot_of", "write_report", "write_results"]

RecordReader = Callable[[str], bytes | None]
"""The record of a match as a JSON document; None if it is withheld or there is none."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament as it stands.

    Attributes:
        checked: its plan.
        tournament: its row in the ledger.
        board: its games.
        stopping: what the stopping rule says; None without one.
    """

    checked: CheckedPlan
    tournament: Tournament
    board: Board
    stopping: StoppingState | None

    def begun(self) -> list[BlockResult]:
        """Blocks of which a game was played, in the order of the schedule."""
        return [result for result in self.board.results() if result.games]


def snapshot_of(checked: CheckedPlan, ledger: Ledger) -> Snapshot:
    """A tournament as it is in its ledger."""
    tournament = ledger.tournament()
    board = read_board(checked, ledger)
    monitor = make_monitor(checked.plan)
    if monitor is None:
        return Snapshot(checked, tournament, board, None)
    for block in in_schedule(board.results()):
        monitor.add(block)
    return Snapshot(checked, tournament, board, monitor.state)


def document(snapshot: Snapshot, ledger: Ledger, *, with_ratings: bool = True) -> dict[str, Any]:
    """Everything that is known, as plain values for JSON.

    Args:
        snapshot: the tournament.
        ledger: for its audit trail.
        with_ratings: whether to rate; takes long after thousands of games.
    """
    blocks = snapshot.begun()
    table = standings(blocks, with_ratings=with_ratings)
    stopping = snapshot.stopping
    return {
        "tournament": _head(snapshot),
        "order": order_of(snapshot),
        "standings": [asdict(row) for row in table.rows],
        "pairs": [asdict(pair) for pair in pairwise(blocks).pairs],
        "seats": [asdict(effect) for effect in seat_effects(blocks)],
        "stopping": None if stopping is None else asdict(stopping),
        "transfers": asdict(transfers(blocks)),
        "incidents": asdict(incidents(snapshot.checked, snapshot.board)),
        "time": _times(snapshot),
        "left_out": list(table.left_out),
        "rulings": [_ruling(snapshot, ruling) for ruling in ledger.rulings()],
        "rating_path": [asdict(point) for point in rating_path(blocks)] if with_ratings else [],
        "games": list(_games(snapshot)),
    }


def _head(snapshot: Snapshot) -> dict[str, Any]:
    checked, tournament, board = snapshot.checked, snapshot.tournament, snapshot.board
    plan, root = checked.plan, tournament.root
    duplicate = checked.deals is Deals.DUPLICATE
    carried = (
        "bots of this process are trusted"
        if plan.venue is Venue.DIRECT
        else "bots start afresh for every match"
    )
    trusted = [bot.name for bot in plan.bots if bot.trusted]
    why = f"trusted by the organiser: {', '.join(trusted)}" if trusted else carried
    if not duplicate:
        why = "a bot dials in and is not trusted" if checked.carries else "as the plan asks"
    return {
        "id": tournament.id,
        "name": plan.name,
        "state": tournament.state.value,
        "game": checked.game.name,
        "seats": checked.game.num_players,
        "options": dict(checked.game.options),
        "venue": plan.venue.value,
        "format": plan.format.model_dump(mode="json", exclude_none=True),
        "unit": checked.unit.value,
        "deals": checked.deals.value,
        "deals_reason": why,
        "design": describe(checked.places),
        "reveal": plan.reveal.value,
        "aliases": plan.aliases,
        "bots": [bot.model_dump(mode="json", exclude_none=True) for bot in plan.bots],
        "practice": root.practice,
        "commitment": root.commitment.hex(),
        "root": root.key.hex() if tournament.revealed else None,
        "nonce": root.nonce.hex() if tournament.revealed else None,
        "created": tournament.created.isoformat(),
        "ended": None if tournament.ended is None else tournament.ended.isoformat(),
        "games": board.finished,
        "scheduled": board.scheduled,
        "fingerprint": tournament.fingerprint,
    }


def order_of(snapshot: Snapshot) -> list[str] | None:
    """The bots as the format ranks them; None where the standings do."""
    field = field_of(snapshot.checked, snapshot.tournament.root)
    past: list[Past] = snapshot.board.past()
    given = snapshot.checked.plan.format
    if given.kind is FormatKind.KNOCKOUT:
        return knockout_of(given, field).placing(past)
    return ranking(field.bots, past) if given.kind is FormatKind.SWISS else None


def _times(snapshot: Snapshot) -> dict[str, dict[str, float]]:
    """Time of each bot: decisions, seconds in all, the longest decision."""
    totals = {name: {"decisions": 0, "seconds": 0.0, "longest": 0.0} for name in snapshot.checked.names}
    for attempt in snapshot.board.attempts():
        if attempt.state is not AttemptState.FINISHED or attempt.result is None:
            continue
        result = attempt.result
        for seat, bot in enumerate(_bots(snapshot, attempt)):
            own = totals[bot]
            own["decisions"] += result.decisions[seat]
            own["seconds"] += result.charged_ns[seat] / 1e9
            own["longest"] = max(own["longest"], result.longest_ns[seat] / 1e9)
    return totals


def _bots(snapshot: Snapshot, attempt: Attempt) -> tuple[str, ...]:
    return snapshot.board.blocks[attempt.block].block.seatings[attempt.game]


def _games(snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    """All attempts, those that do not count too."""
    for attempt in snapshot.board.attempts():
        stored = snapshot.board.blocks[attempt.block]
        yield {
            "block": stored.block.label,
            "round": stored.block.round,
            "table": stored.block.table + 1,
            "game": attempt.game + 1,
            "attempt": attempt.number,
            "state": attempt.state.value,
            "deal": attempt.deal,
            "match": attempt.match,
            "bots": list(_bots(snapshot, attempt)),
            "result": None if attempt.result is None else attempt.result.as_json(),
            "explanation": attempt.explanation,
            "started": attempt.started.isoformat(),
            "ended": None if attempt.ended is None else attempt.ended.isoformat(),
        }


def _ruling(snapshot: Snapshot, ruling: Ruling) -> dict[str, Any]:
    """A decision, and the label of the block or game that it is about; empty if it is about all."""
    label = "" if ruling.block is None else snapshot.board.blocks[ruling.block].block.label
    if ruling.game is not None:
        label += f"-g{ruling.game + 1}"
    return asdict(ruling) | {"at": ruling.at.isoformat(), "label": label}


COLUMNS = (
    *("block", "round", "table", "game", "attempt", "state", "seat", "bot", "party", "place", "score"),
    *("outcome", "fault", "decisions", "charged_ns", "longest_ns", "match", "deal"),
)


def table_rows(snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    """One row for each seat of each attempt that has a result."""
    for attempt in snapshot.board.attempts():
        if attempt.result is None:
            continue
        stored, result, bots = snapshot.board.blocks[attempt.block], attempt.result, _bots(snapshot, attempt)
        gained = outcomes(result.of(bots))
        for seat, bot in enumerate(bots):
            yield {
                "block": stored.block.label,
                "round": stored.block.round,
                "table": stored.block.table + 1,
                "game": attempt.game + 1,
                "attempt": attempt.number,
                "state": attempt.state.value,
                "seat": seat,
                "bot": bot,
                "party": result.parties[seat],
                "place": result.places[seat],
                "score": "" if result.scores is None else result.scores[seat],
                "outcome": f"{gained[seat]:.6g}",
                "fault": result.faults.get(seat, ""),
                "decisions": result.decisions[seat],
                "charged_ns": result.charged_ns[seat],
                "longest_ns": result.longest_ns[seat],
                "match": attempt.match or "",
                "deal": attempt.deal,
            }


def write_results(
    snapshot: Snapshot, ledger: Ledger, folder: Path, record: RecordReader, *, with_ratings: bool = True
) -> dict[str, Any]:
    """Write `results.json`, `results.csv`, `report.html` and `records.jsonl.gz`.

    Each file is whole or as it was before.

    Args:
        snapshot: the tournament.
        ledger: its ledger.
        folder: for the files.
        record: reads records of matches.
        with_ratings: see `document`.

    Returns:
        What is in `results.json`.
    """
    found = document(snapshot, ledger, with_ratings=with_ratings)
    _replace(folder / "results.json", (as_text(found) + "\n").encode())
    write_report(found, folder / "report.html")
    sheet = io.StringIO(newline="")
    writer = csv.DictWriter(sheet, COLUMNS)
    writer.writeheader()
    writer.writerows(table_rows(snapshot))
    _replace(folder / "results.csv", sheet.getvalue().encode())
    draft = folder / "records.jsonl.gz.new"
    with gzip.open(draft, "wb", compresslevel=6) as file:
        for line in _records(snapshot, ledger, record):
            file.write(line)
    draft.replace(folder / "records.jsonl.gz")
    return found


def as_text(found: Mapping[str, Any]) -> str:
    """A document as JSON, for people too."""
    return json.dumps(found, ensure_ascii=False, indent=1, default=str)


def write_report(found: Mapping[str, Any], path: Path) -> None:
    """Write the report of a document as HTML; the file is whole or as it was before."""
    from certamen_services.tournaments.report import render_report  # noqa: PLC0415 (takes a second to load)

    _replace(path, render_report(json.loads(as_text(found))).encode())


def _records(snapshot: Snapshot, ledger: Ledger, record: RecordReader) -> Iterator[bytes]:
    """A line for each attempt that has ended: where it belongs, and its record if that may be told."""
    for game, attempt in zip(_games(snapshot), snapshot.board.attempts(), strict=True):
        if attempt.state is AttemptState.RUNNING:
            continue
        line: dict[str, Any] = game
        if attempt.match is not None:
            text = record(attempt.match)
            line = game | {"record": None if text is None else json.loads(text)}
        else:
            actions = ledger.actions(attempt.block, attempt.game, attempt.number)
            told = snapshot.tournament.revealed or snapshot.tournament.root.practice
            seed = snapshot.board.seed_of(attempt).hex() if told else None
            line = game | {"seed": seed, "actions": actions}
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _replace(path: Path, data: bytes) -> None:
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(data)
    draft.replace(path)
