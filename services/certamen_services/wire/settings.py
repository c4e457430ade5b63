"""A match's settings on the wire."""

from __future__ import annotations

from certamen.v1 import match_pb2

from certamen_services.referee.clock import TimeControl
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import FaultPolicy, Reveal

from .base import WireError
from .enums import EnumTexts
from .registry import for_game

__all__ = ["settings_from_proto", "settings_to_proto"]

_POLICIES = EnumTexts[match_pb2.FaultPolicy](match_pb2.FaultPolicy, "FAULT_POLICY_")
_REVEALS = EnumTexts[match_pb2.Reveal](match_pb2.Reveal, "REVEAL_")
_TIMES = tuple(field.name for field in match_pb2.TimeControl.DESCRIPTOR.fields)


def settings_to_proto(settings: MatchSettings) -> match_pb2.MatchSettings:
    """The settings in force, every field set."""
    time = settings.time
    return match_pb2.MatchSettings(
        game=settings.game,
        players=settings.players,
        options=for_game(settings.game).options_to_proto(settings.options),
        time_control=match_pb2.TimeControl(
            base_ns=time.base_ns,
            increment_ns=time.increment_ns,
            per_move_ns=time.per_move_ns,
            lag_ns=time.lag_ns,
            startup_ns=time.startup_ns,
            join_ns=time.join_ns,
            disconnect_ns=time.disconnect_ns,
        ),
        fault_policy=_POLICIES.number(settings.policy),
        reveal=_REVEALS.number(settings.reveal),
        illegal_actions=settings.illegal_actions,
        play_forced=settings.play_forced,
    )


def settings_from_proto(message: match_pb2.MatchSettings) -> MatchSettings:
    """The settings asked for, defaults filled in but for the game's options.

    Raises:
        WireError: a value is unknown; `field` is relative to the settings.
        FieldError: a value is out of range; likewise.
    """
    try:
        wire = for_game(message.game)
        options = wire.options_from_proto(message.options)
    except WireError as error:
        field = error.field if error.field == "game" else ".".join(filter(None, ("options", error.field)))
        raise WireError(field, error.message) from None
    policy = _POLICIES.text(message.fault_policy, "fault_policy") if message.fault_policy else "forfeit"
    reveal = _REVEALS.text(message.reveal, "reveal") if message.reveal else "match"
    return MatchSettings(
        game=message.game,
        players=message.players,
        options=options,
        time=_time_from_proto(message.time_control),
        policy=FaultPolicy(policy),
        reveal=Reveal(reveal),
        illegal_actions=message.illegal_actions if message.HasField("illegal_actions") else 1,
        play_forced=message.play_forced if message.HasField("play_forced") else True,
    )


def _time_from_proto(message: match_pb2.TimeControl) -> TimeControl:
    return TimeControl(**{name: getattr(message, name) for name in _TIMES if message.HasField(name)})
