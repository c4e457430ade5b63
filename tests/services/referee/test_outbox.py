"""What a match has to say waits until it is durable, and is never said if it will not be."""

from __future__ import annotations

import pytest
from certamen_services.referee.outbox import Outbox


class Journal:
    """Keeps what it is given, and says when that is durable."""

    def __init__(self) -> None:
        self.written: list[tuple[int, int]] = []
        self.done = []
        self.broken: Exception | None = None

    def append(self, _match, first, entries, _change, done):
        if self.broken is not None:
            raise self.broken
        self.written.append((first, len(entries)))
        self.done.append(done)


@pytest.fixture
def journal() -> Journal:
    return Journal()


@pytest.fixture
def told() -> list[object]:
    return []


@pytest.fixture
def outbox(journal, told) -> Outbox[str]:
    return Outbox("m", journal, (3, bytes(32)), told.append, told.append)


def say(outbox: Outbox[str], *messages: str) -> None:
    outbox.record({"type": "joined"})
    for message in messages:
        outbox.say(message)
    outbox.commit()


def test_messages_wait_for_the_entries_of_their_step_and_of_those_before(outbox, journal, told):
    say(outbox, "a", "b")
    outbox.say("c")  # a step without entries waits for the one before
    outbox.commit()
    say(outbox, "d")
    assert (journal.written, told) == ([(3, 1), (4, 1)], [])
    journal.done[0](None)
    assert told == ["a", "b", "c"]
    journal.done[1](None)
    assert told == ["a", "b", "c", "d"]


def test_nothing_is_told_of_what_could_not_be_written(outbox, journal, told):
    error = OSError("disk full")
    say(outbox, "a")
    say(outbox, "b")
    journal.done[0](error)
    journal.done[1](None)
    assert told == [error]
    assert outbox.is_broken


def test_a_journal_that_raises_leaves_no_gap(outbox, journal, told):
    journal.broken = error = OSError("no such disk")
    say(outbox, "a")
    journal.broken = None
    say(outbox, "the match is void")
    assert told == [error, "the match is void"]
    assert outbox.is_broken
    assert journal.written == []
