import random

import pytest
from certamen_services.referee.clock import (
    HANDOVER_LIMIT_NS,
    NS,
    SeatClock,
    TimeControl,
    decision_start,
    parse_seconds,
    parse_time_control,
)
from certamen_services.referee.errors import FieldError

MS = NS // 1000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", (5 * NS, 0)),
        ("5+0.1", (5 * NS, 100 * MS)),
        ("0.000000001+0", (1, 0)),
        ("1.5+2.25", (1500 * MS, 2250 * MS)),
        ("0.1+0.2", (100 * MS, 200 * MS)),
    ],
)
def test_time_control_is_read_exactly(text: str, expected: tuple[int, int]) -> None:
    assert parse_time_control(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "+", "5+", "+1", "-5", "5-1", "5+-1", "1e3", "5s", " 5", "5+0.1+2", "٥", "1_0", "nan", "inf", "0"],
)
def test_bad_time_control_names_the_field_and_what_is_accepted(text: str) -> None:
    with pytest.raises(FieldError, match=r"^--time: ") as caught:
        parse_time_control(text, "--time")
    assert caught.value.field == "--time"
    assert "seconds" in caught.value.accepted or "more than 0" in caught.value.accepted


@pytest.mark.parametrize("text", ["99999999", "5+86401"])
def test_time_control_out_of_range(text: str) -> None:
    with pytest.raises(FieldError, match="must be"):
        parse_time_control(text)


def test_seconds_have_nanoseconds_at_most() -> None:
    assert parse_seconds("0.000000001", "lag") == 1
    with pytest.raises(FieldError, match="lag"):
        parse_seconds("0.0000000001", "lag")


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("base_ns", 0),
        ("base_ns", 5.0),
        ("base_ns", None),
        ("increment_ns", -1),
        ("per_move_ns", 0),
        ("lag_ns", 61 * NS),
        ("startup_ns", 0),
        ("join_ns", 0),
        ("disconnect_ns", -1),
        ("disconnect_ns", True),
    ],
)
def test_limits_out_of_range_are_named(field: str, bad: object) -> None:
    with pytest.raises(FieldError) as caught:
        TimeControl(**{field: bad})  # type: ignore[arg-type]
    assert caught.value.field == f"time_control.{field}"


def test_a_decision_starts_at_handover() -> None:
    assert decision_start(100, 130) == 130
    assert decision_start(100, None) == 100
    assert decision_start(100, 100 + HANDOVER_LIMIT_NS) == 100 + HANDOVER_LIMIT_NS
    assert decision_start(100, 101 + HANDOVER_LIMIT_NS) == 100, "not taken in time: from when it was queued"


def test_first_decision_has_the_startup_time_and_is_not_charged() -> None:
    clock = SeatClock(TimeControl(base_ns=NS, increment_ns=10, startup_ns=30 * NS, lag_ns=5))
    assert clock.budget_ns() == 30 * NS + 5
    assert clock.book(29 * NS) == 0
    assert clock.remaining_ns == NS + 10


def test_lag_is_not_charged_and_increment_comes_afterwards() -> None:
    clock = SeatClock(TimeControl(base_ns=100, increment_ns=7, lag_ns=10))
    clock.book(0)
    assert clock.book(10) == 0
    assert clock.book(31) == 21
    assert clock.remaining_ns == 100 + 3 * 7 - 21
    assert clock.budget_ns() == clock.remaining_ns + 10


def test_per_move_limits_the_charge_of_one_decision() -> None:
    clock = SeatClock(TimeControl(base_ns=100, per_move_ns=30, lag_ns=10, startup_ns=1))
    assert clock.budget_ns() == 1 + 10
    clock.book(0)
    assert clock.budget_ns() == 30 + 10
    clock.book(90)
    assert clock.budget_ns() == 20 + 10, "less than per_move is left"


def test_the_account_always_adds_up() -> None:
    rng = random.Random(1)
    for _ in range(300):
        control = TimeControl(
            base_ns=rng.randrange(1, 10**6),
            increment_ns=rng.randrange(0, 1000),
            per_move_ns=rng.choice([None, rng.randrange(1, 10**5)]),
            lag_ns=rng.randrange(0, 100),
        )
        clock = SeatClock(control)
        decisions = charged = longest = 0
        for _ in range(rng.randrange(1, 60)):
            if clock.limit_ns() <= 0:
                break
            start = rng.randrange(10**9)
            read = start + rng.randrange(clock.budget_ns() + 1)
            first = decisions == 0
            charge = clock.book(read - start)
            assert charge == (0 if first else max(0, read - start - control.lag_ns))
            decisions, charged, longest = decisions + 1, charged + charge, max(longest, charge)
            ledger = clock.ledger(3)
            assert (ledger.seat, ledger.decisions, ledger.charged_ns) == (3, decisions, charged)
            assert ledger.longest_ns == longest
            assert ledger.increments_ns == decisions * control.increment_ns
            assert control.base_ns + ledger.increments_ns - ledger.charged_ns == ledger.remaining_ns
            assert ledger.remaining_ns >= 0, "an answer in time never overdraws the clock"
