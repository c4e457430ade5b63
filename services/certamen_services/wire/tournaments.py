"""Tournaments as messages of TournamentService."""

from __future__ import annotations

import re
from collections.abc import Iterator

from certamen.v1 import tournament_pb2 as pb

from certamen_services.tournaments.bureau import Case
from certamen_services.tournaments.results import Snapshot, order_of
from certamen_services.tournaments.statistics import Estimate, Standing, standings
from certamen_services.tournaments.terms import Attempt, AttemptState, Ruling, TournamentState
from certamen_services.wire.times import timestamp

from .base import WireError
from .names import match_name

__all__ = [
    "game_label",
    "pairings_to_proto",
    "ruling_to_proto",
    "standings_to_proto",
    "tournament_id",
    "tournament_to_proto",
]

_NAME = re.compile(r"tournaments/([A-Za-z0-9_-]{1,64})")
_GAME = re.compile(r"r\d+-t\d+-b\d+-g\d+")
_STATES = {
    TournamentState.PAUSED: pb.TOURNAMENT_STATE_PAUSED,
    TournamentState.FINISHED: pb.TOURNAMENT_STATE_FINISHED,
    TournamentState.CANCELLED: pb.TOURNAMENT_STATE_CANCELLED,
}
_PAIRING_STATES = {
    AttemptState.RUNNING: pb.PAIRING_STATE_RUNNING,
    AttemptState.FINISHED: pb.PAIRING_STATE_FINISHED,
    AttemptState.VOID: pb.PAIRING_STATE_VOID,
}


def tournament_id(name: str) -> str:
    """Id in a tournament's name. Raises WireError naming `name`."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise WireError("name", "must be the name of a tournament, tournaments/{id}")
    return found[1]


def game_label(text: str) -> str:
    """The label of a game. Raises WireError naming `game`."""
    if _GAME.fullmatch(text) is None:
        raise WireError("game", "must be the label of a game, such as r1-t2-b3-g1")
    return text


def tournament_to_proto(case: Case, snapshot: Snapshot) -> pb.Tournament:
    """A tournament as it stands."""
    tournament, board = snapshot.tournament, snapshot.board
    message = pb.Tournament(
        name=f"tournaments/{tournament.id}",
        title=case.checked.plan.name,
        state=_state(case, tournament.state),
        game=case.checked.game.name,
        bots=case.checked.names,
        games_finished=board.finished,
        games_scheduled=board.scheduled,
        commitment=tournament.root.commitment,
        create_time=timestamp(tournament.created),
        problem=case.problem,
    )
    if tournament.revealed:
        message.root, message.nonce = tournament.root.key, tournament.root.nonce
    if tournament.ended is not None:
        message.end_time.CopyFrom(timestamp(tournament.ended))
    return message


def _state(case: Case, stored: TournamentState) -> pb.TournamentState:
    if stored in _STATES and not (stored is TournamentState.FINISHED and case.is_run):
        return _STATES[stored]
    if case.problem:
        return pb.TOURNAMENT_STATE_FAILED
    return pb.TOURNAMENT_STATE_HELD if case.held else pb.TOURNAMENT_STATE_RUNNING


def standings_to_proto(snapshot: Snapshot, *, with_ratings: bool) -> pb.GetStandingsResponse:
    """How the bots stand. Takes long with ratings after thousands of games."""
    rows = standings(snapshot.begun(), with_ratings=with_ratings).rows
    order = order_of(snapshot)
    if order is not None:
        rows = tuple(sorted(rows, key=lambda row: order.index(row.bot)))
    stopping = snapshot.stopping
    said = "" if stopping is None else ": ".join(filter(None, (stopping.status.value, stopping.reason)))
    return pb.GetStandingsResponse(standings=[_standing(row) for row in rows], stopping=said)


def _standing(row: Standing) -> pb.Standing:
    return pb.Standing(
        bot=row.bot,
        games=row.games,
        blocks=row.blocks,
        outcome=_estimate(row.outcome),
        ahead=_estimate(row.ahead),
        place=_estimate(row.place),
        score=_estimate(row.score),
        rating=None if row.rating is None else _estimate(row.rating.value),
        faults=row.faults,
    )


def _estimate(estimate: Estimate | None) -> pb.Estimate | None:
    if estimate is None:
        return None
    message = pb.Estimate(value=estimate.value)
    if estimate.interval is not None:
        message.low, message.high = estimate.interval.low, estimate.interval.high
    return message


def pairings_to_proto(snapshot: Snapshot, first: int, limit: int) -> Iterator[pb.Pairing]:
    """Some of the games that were scheduled, in the order of the schedule.

    Args:
        snapshot: the tournament.
        first: how many to pass over.
        limit: at most so many.
    """
    number = 0
    for stored in snapshot.board.blocks:
        block = stored.block
        for game, bots in enumerate(block.seatings):
            if first <= number < first + limit:
                latest = snapshot.board.latest(block.number, game)
                yield _pairing(f"{block.label}-g{game + 1}", bots, latest)
            number += 1


def _pairing(label: str, bots: tuple[str, ...], latest: Attempt | None) -> pb.Pairing:
    message = pb.Pairing(game=label, bots=bots, state=pb.PAIRING_STATE_OPEN)
    if latest is None:
        return message
    message.state = _PAIRING_STATES[latest.state]
    message.attempts = latest.number
    message.match = "" if latest.match is None else match_name(latest.match)
    message.explanation = latest.explanation
    if latest.result is not None and latest.state is AttemptState.FINISHED:
        message.placements.extend(latest.result.places)
        message.scores.extend(latest.result.scores or ())
    return message


def ruling_to_proto(snapshot: Snapshot, ruling: Ruling) -> pb.TournamentRuling:
    """A decision."""
    subject = "" if ruling.block is None else snapshot.board.blocks[ruling.block].block.label
    if ruling.game is not None:
        subject += f"-g{ruling.game + 1}"
    return pb.TournamentRuling(
        kind=ruling.kind.value, time=timestamp(ruling.at), subject=subject, reason=ruling.reason
    )
