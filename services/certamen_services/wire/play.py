"""What the referee tells a seat, as messages of the Play stream."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import certamen_core as cc
from certamen.v1 import event_pb2, game_pb2, match_pb2, play_pb2

from certamen_services.referee.messages import (
    Accepted,
    Decision,
    EventMessage,
    MatchEnd,
    MatchStart,
    Rejected,
    SeatInfo,
    SeedRevealed,
    ToSeat,
)
from certamen_services.referee.settings import MatchSettings

from .enums import EnumTexts
from .events import event_to_proto
from .names import match_name
from .outcome import outcome_to_proto
from .registry import for_game
from .settings import settings_to_proto

__all__ = [
    "SeatWire",
    "legal_action_writer",
    "rejected_to_proto",
    "seats_to_proto",
    "seed_revealed_to_proto",
]

_REASONS = EnumTexts[play_pb2.RejectReason](play_pb2.RejectReason, "REJECT_REASON_")
_CACHED_ACTIONS = 4096


def seats_to_proto(seats: tuple[SeatInfo, ...]) -> list[match_pb2.Seat]:
    """The seats of a match."""
    return [match_pb2.Seat(seat=seat.seat, party=seat.party, alias=seat.alias) for seat in seats]


class SeatWire:
    """Writes the messages for one seat of one match.

    Args:
        match: id of the match.
        seat: the seat.
        settings: the match's settings in force.
        form: how the bot wants actions to be written.
    """

    def __init__(self, match: str, seat: int, settings: MatchSettings, form: int) -> None:
        self._name = match_name(match)
        self._seat = seat
        self._wire = for_game(settings.game)
        self._game = cc.load_game(settings.game, players=settings.players, **settings.options)
        self._typed = form not in (play_pb2.ACTION_FORM_TEXT, play_pb2.ACTION_FORM_CODE)
        self._legal_action = legal_action_writer(self._wire.action_to_proto, self._game, form)

    def write(self, message: ToSeat) -> play_pb2.PlayResponse:
        """The message for the stream."""
        match message:
            case Decision():
                return play_pb2.PlayResponse(decision=self._decision(message))
            case EventMessage():
                known = message.encoded.get(self._typed)
                if isinstance(known, play_pb2.PlayResponse):
                    return known
                response = play_pb2.PlayResponse(event=self._event(message))
                message.encoded[self._typed] = response
                return response
            case Accepted():
                return play_pb2.PlayResponse(
                    accepted=play_pb2.Accepted(
                        match=self._name,
                        decision=message.decision,
                        charged_ns=message.charged_ns,
                        remaining_ns=message.remaining_ns,
                    )
                )
            case Rejected():
                return play_pb2.PlayResponse(rejected=rejected_to_proto(self._name, message))
            case MatchStart():
                return play_pb2.PlayResponse(match_start=self._start(message))
            case MatchEnd():
                end = play_pb2.MatchEnd(match=self._name, outcome=outcome_to_proto(message.outcome))
                return play_pb2.PlayResponse(match_end=end)
            case SeedRevealed():
                return play_pb2.PlayResponse(seed_revealed=seed_revealed_to_proto(message))

    def _event(self, message: EventMessage) -> event_pb2.Event:
        return event_to_proto(
            self._wire,
            message.event,
            match=self._name,
            number=message.number,
            code_of=self._game.string_to_action,
            typed=self._typed,
        )

    def _decision(self, message: Decision) -> play_pb2.Decision:
        return play_pb2.Decision(
            match=self._name,
            decision=message.decision,
            last_event=message.last_event,
            view=self._wire.view_to_proto(message.view, self._seat),
            legal_actions=[self._legal_action(code) for code in message.legal],
            clocks=[
                play_pb2.Clock(seat=seat, remaining_ns=remaining)
                for seat, remaining in enumerate(message.clocks)
            ],
            last_charged_ns=message.last_charged_ns,
            time_left_ns=message.time_left_ns,
        )

    def _start(self, message: MatchStart) -> play_pb2.MatchStart:
        return play_pb2.MatchStart(
            match=self._name,
            seat=self._seat,
            settings=settings_to_proto(message.settings),
            seats=seats_to_proto(message.seats),
            practice=message.practice,
            commitment=message.commitment,
            view=self._wire.view_to_proto(message.view, self._seat),
        )


def seed_revealed_to_proto(message: SeedRevealed) -> play_pb2.SeedRevealed:
    """What a match's commitment was made of."""
    return play_pb2.SeedRevealed(
        match=match_name(message.match),
        seed=message.seed,
        nonce=message.nonce,
        start_position=message.start_position,
    )


def rejected_to_proto(name: str, message: Rejected) -> play_pb2.Rejected:
    """A refusal of an act in the match of this name."""
    return play_pb2.Rejected(
        match=name,
        decision=message.decision,
        reason=_REASONS.number(message.reason.lower()),
        detail=message.detail,
        explanation=message.explanation,
    )


def legal_action_writer(
    take_apart: Callable[[str], game_pb2.GameAction], game: cc.Game, form: int
) -> Callable[[int], game_pb2.LegalAction]:
    """What writes legal actions by their codes.

    Args:
        take_apart: takes an action's text apart.
        game: what is played.
        form: play_pb2.ActionForm.
    """
    if form == play_pb2.ACTION_FORM_CODE:
        return lambda code: game_pb2.LegalAction(code=code)

    # The same few actions come again and again in a match: most cards are legal more than once.
    @lru_cache(maxsize=_CACHED_ACTIONS)
    def legal_action(code: int) -> game_pb2.LegalAction:
        text = game.action_to_string(code)
        if form == play_pb2.ACTION_FORM_TEXT:
            return game_pb2.LegalAction(code=code, text=text)
        return game_pb2.LegalAction(code=code, text=text, action=take_apart(text))

    return legal_action
