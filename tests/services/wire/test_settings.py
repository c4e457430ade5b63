"""Settings on the wire."""

from __future__ import annotations

import pytest
from certamen.v1 import match_pb2
from certamen_services.referee.clock import NS, TimeControl
from certamen_services.referee.errors import FieldError
from certamen_services.referee.settings import MatchSettings
from certamen_services.wire.base import WireError
from certamen_services.wire.settings import settings_from_proto, settings_to_proto

FULL = MatchSettings(
    game="juwelen",
    players=4,
    options={"pack": "known", "teams": True, "rounds": 7, "jewels": 50},
    time=TimeControl(
        base_ns=5 * NS,
        increment_ns=NS // 10,
        per_move_ns=NS,
        lag_ns=0,
        startup_ns=2 * NS,
        join_ns=3 * NS,
        disconnect_ns=0,
    ),
    illegal_actions=3,
    play_forced=False,
)


def test_settings_come_back_exactly() -> None:
    assert settings_from_proto(settings_to_proto(FULL)) == FULL


def test_what_is_not_set_takes_its_default() -> None:
    message = match_pb2.MatchSettings(game="juwelen", players=2)
    assert settings_from_proto(message) == MatchSettings(game="juwelen", players=2)


def test_zero_that_was_set_is_not_the_default() -> None:
    message = match_pb2.MatchSettings(game="juwelen", players=2)
    message.time_control.lag_ns = 0
    message.play_forced = False
    settings = settings_from_proto(message)
    assert settings.time.lag_ns == 0
    assert not settings.play_forced


def test_fields_are_named() -> None:
    message = settings_to_proto(FULL)
    message.fault_policy = 9  # type: ignore[assignment]
    with pytest.raises(WireError, match="FORFEIT") as caught:
        settings_from_proto(message)
    assert caught.value.field == "fault_policy"
    message = settings_to_proto(FULL)
    message.time_control.join_ns = 0
    with pytest.raises(FieldError) as refused:
        settings_from_proto(message)
    assert refused.value.field == "time_control.join_ns"
