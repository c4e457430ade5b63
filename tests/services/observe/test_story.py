"""What the story makes of a record's entries: all that went wrong, and no card."""

from __future__ import annotations

from certamen_services.observe.story import count_actions, seat_stories, timeline
from certamen_services.records import entries
from certamen_services.records.entries import Entry
from certamen_services.referee.messages import Fault
from certamen_services.referee.terms import FaultCause

CARD = "the queen of hearts"


def answered(seat: int, charged_ns: int, remaining_ns: int) -> Entry:
    entry = entries.asked_entry(0, seat, 17, CARD, 1, (30, 31, 40))
    return entry | {"charged_ns": charged_ns, "remaining_ns": remaining_ns}


PAST: list[Entry] = [
    {"type": "match", "created": "2026-01-01T00:00:00Z", "seed": CARD, "nonce": CARD, "start_position": CARD},
    entries.joined_entry(0, 10, "alpha", "1.2"),
    entries.joined_entry(1, 11, "", ""),
    entries.started_entry(12),
    entries.presence_entry("away", 1, 13),
    entries.presence_entry("back", 1, 14),
    entries.stall_entry("loop", 15, 2_000_015),
    entries.resumed_entry(2_000_016, "2026-01-01T00:01:00Z"),
    answered(0, 5, 100),
    answered(0, 7, 93),
    entries.illegal_entry(1, 1, CARD, "NOT_IN_HAND", 2_000_020, 1),
    entries.fault_entry(Fault(1, FaultCause.ILLEGAL_ACTION, 2_000_020), False, 10, (1, 30, 31)),
    entries.gone_entry(0, 2_000_030, "its program ended"),
    {"type": "a kind of a newer server", "card": CARD},
]


def test_each_thing_that_happened_is_told_once_with_its_entry() -> None:
    told = timeline(PAST)
    kinds = ["created", "joined", "joined", "started", "away", "back", "stall", "resumed"]
    assert [each.kind for each in told] == [*kinds, "illegal", "fault", "gone"]
    assert [each.entry for each in told] == [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
    assert [each.seat for each in told if each.HasField("seat")] == [0, 1, 1, 1, 1, 1, 0]
    assert told[6].text == "the loop was held up for 2.0 ms; clocks stood still"
    assert told[-1].text.endswith("its program ended")


def test_a_fault_names_the_entry_that_proves_it() -> None:
    fault = next(each for each in timeline(PAST) if each.kind == "fault")
    assert fault.evidence == 10
    assert fault.at_ns == 2_000_020
    assert "illegal_action" in fault.text
    assert "entry 10, refused act 1: NOT_IN_HAND" in fault.text


def test_no_card_is_told() -> None:
    assert CARD not in f"{timeline(PAST)}{seat_stories(2, PAST)}"


def test_the_clock_of_each_seat() -> None:
    first, second = seat_stories(2, PAST)
    assert (first.bot, first.version, first.decisions) == ("alpha", "1.2", 2)
    assert (first.charged_ns, first.longest_ns, first.remaining_ns) == (12, 7, 93)
    assert second.decisions == 0
    assert not second.HasField("remaining_ns")
    assert count_actions(PAST) == 2
