"""What an organiser decides about a tournament, with an audit trail; also while it is being run."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime

from certamen_services.referee.rulings import Ruling as MatchRuling
from certamen_services.referee.rulings import RulingKind as MatchRulingKind
from certamen_services.referee.terms import Culprit
from certamen_services.storage.decisions import write_ruling, write_void
from certamen_services.tournaments.board import Board
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.deals import ROOT_BYTES
from certamen_services.tournaments.ledger import Ledger
from certamen_services.tournaments.plan import Deals, Venue
from certamen_services.tournaments.stored import read_board
from certamen_services.tournaments.terms import (
    Attempt,
    AttemptState,
    RulingKind,
    TournamentError,
    TournamentState,
)

__all__ = ["cancel", "pause", "rerun", "void"]

_OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)


def pause(ledger: Ledger, reason: str) -> None:
    """No game begins any more, until the tournament is run again; games that are being played finish.

    Raises:
        TournamentError: it is over, or paused already.
    """
    state = ledger.tournament().state
    if state is not TournamentState.READY:
        raise TournamentError(f"the tournament is {state.value}")
    ledger.move(TournamentState.PAUSED, RulingKind.PAUSE, reason)


def cancel(ledger: Ledger, reason: str) -> None:
    """End the tournament; games that are being played are void.

    Raises:
        TournamentError: it is over.
    """
    state = ledger.tournament().state
    if state in _OVER:
        raise TournamentError(f"the tournament is {state.value}")
    ledger.move(TournamentState.CANCELLED, RulingKind.CANCEL, reason)


def void(checked: CheckedPlan, ledger: Ledger, game: str, reason: str) -> None:
    """Let a finished game not count, through no fault of its bots. It is played again after `rerun`.

    Args:
        checked: the plan.
        ledger: the tournament's.
        game: its label: `r1-t2-b3-g1`.
        reason: why.

    Raises:
        TournamentError: there is no such game, or it has not finished.
    """
    attempt = _find(read_board(checked, ledger), game)
    ledger.void(attempt, reason)
    if attempt.match is not None:
        ruling = MatchRuling(attempt.match, MatchRulingKind.VOID, datetime.now(UTC), reason, Culprit.HOST)
        with ledger.engine.begin() as connection:
            write_void(connection, ruling)
            write_ruling(connection, ruling)


def rerun(checked: CheckedPlan, ledger: Ledger, game: str, reason: str) -> str:
    """Have a void game played again by the next run, or by the one that is under way.

    With the same cards, if they are still a secret or bots cannot use what was revealed (direct play,
    practice). Else its whole block is played again with a new deal, so that its games go on to share one.

    Args:
        checked: the plan.
        ledger: the tournament's.
        game: its label.
        reason: why.

    Returns:
        What will be played again, in words.

    Raises:
        TournamentError: there is no such game, it is not void, or the tournament was cancelled.
    """
    tournament = ledger.tournament()
    if tournament.state is TournamentState.CANCELLED:
        raise TournamentError("the tournament was cancelled")
    board = read_board(checked, ledger)
    attempt = _find(board, game)
    if attempt.state is not AttemptState.VOID:
        raise TournamentError(f"game {game} is {attempt.state.value}; void it first")
    stored = board.blocks[attempt.block]
    if not stored.abandoned and not attempt.held:
        raise TournamentError(f"game {game} will be played again as it is")
    open_cards = tournament.root.practice or checked.plan.venue is Venue.DIRECT
    sealed = not (stored.revealed or tournament.revealed) or open_cards
    if sealed or checked.carries:
        # A bot that dials in gets a new deal for every attempt anyway, but not from a root that is known.
        key = secrets.token_bytes(ROOT_BYTES) if checked.carries and tournament.revealed else stored.key
        if key != stored.key:
            ledger.deal_again(stored, key, reason, attempt.game)
        else:
            ledger.release(attempt, reason)
        said = f"game {game}"
    else:
        key = secrets.token_bytes(ROOT_BYTES) if tournament.revealed else None
        ledger.deal_again(stored, key, reason, attempt.game)
        shared = checked.deals is Deals.DUPLICATE
        said = f"block {stored.block.label} with a new deal" if shared else f"game {game} with a new deal"
    if tournament.state is TournamentState.FINISHED:
        ledger.move(TournamentState.READY, RulingKind.RESUME, f"{said} is to be played again")
    return said


def _find(board: Board, game: str) -> Attempt:
    """The latest attempt at a game."""
    found = re.fullmatch(r"(r\d+-t\d+-b\d+)-g(\d+)", game)
    if found is None:
        raise TournamentError(f"{game!r} is no game; expected for instance r1-t2-b3-g1")
    for stored in board.blocks:
        if stored.block.label == found[1]:
            attempt = board.latest(stored.block.number, int(found[2]) - 1)
            if attempt is not None:
                return attempt
    raise TournamentError(f"no game {game} was played")
