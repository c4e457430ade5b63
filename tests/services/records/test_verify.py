"""Records are accepted as they are, and refused with any change."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from certamen_services.records.canonical import canonical
from certamen_services.records.chain import chain, chain_start
from certamen_services.records.document import read_record, render
from certamen_services.records.findings import Finding, Topic
from certamen_services.records.keys import Signer
from certamen_services.records.verify import verify
from certamen_services.referee.clock import TimeControl

from tests.services.referee.support import MS, SIGNER, S, Scene

KEYS = [SIGNER.public_key]


def play_with_faults() -> bytes:
    """A record in which nearly everything happens."""
    time = TimeControl(base_ns=10 * S, disconnect_ns=2 * S, increment_ns=MS)
    scene = Scene(4, time=time, illegal_actions=2).start()
    scene.play(5, pause_ns=20 * MS)
    scene.owing()[0].answer("rubbish")
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(100 * MS)
    scene.sit(1, last_event=3)
    scene.play(7, pause_ns=30 * MS)
    scene.links[3].port.resign(scene.time.now)
    scene.play(pause_ns=20 * MS)
    assert {"joined", "away", "back", "started", "action", "illegal", "fault", "end"} <= {
        e["type"] for e in scene.told
    }
    assert {e["by"] for e in scene.kinds("action")} == {"seat", "forced", "substitute"}
    return scene.record()


@pytest.fixture(scope="module")
def record() -> bytes:
    return play_with_faults()


def resigned(data: bytes, change: Callable[[list[dict[str, Any]]], None], signer: Signer = SIGNER) -> bytes:
    """The record, edited, hashed anew and signed."""
    document = json.loads(data)
    change(document["entries"])
    entries = [canonical(entry) for entry in document["entries"]]
    match = document["match"]
    head = chain(chain_start(match), entries)
    return render(match, entries, head, signer.public_key, signer.sign(match, head))


def topics(findings: list[Finding]) -> set[Topic]:
    return {finding.topic for finding in findings}


def first_of(entries: list[dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    return next(e for e in entries if all(e.get(key) == value for key, value in wanted.items()))


def test_it_is_accepted(record: bytes) -> None:
    assert verify(record, KEYS) == []
    assert verify(record, [Signer.generate().public_key, *KEYS]) == []
    assert resigned(record, lambda _: None) == record


def test_white_space_is_of_no_account(record: bytes) -> None:
    assert verify(json.dumps(json.loads(record), indent=2), KEYS) == []


def positions(record: bytes) -> Iterator[int]:
    """Every byte of the seed, of an action, of its stamps, and of the result; and some of all others."""
    text = record.decode()
    for part in ('"seed":"', '"by":"seat"', '"type":"end"'):
        at = text.index(part)
        begin, end = text.rindex("\n", 0, at) + 1, text.index("\n", at)
        if part == '"seed":"':
            begin, end = at, at + 80
        yield from range(begin, end)
    yield from range(0, len(record), 211)


def test_any_changed_byte_is_refused(record: bytes) -> None:
    assert record.isascii()
    for at in positions(record):
        old = record[at : at + 1]
        new = b"7" if old != b"7" else b"8"
        changed = record[:at] + new + record[at + 1 :]
        assert verify(changed, KEYS), f"byte {at}: {record[max(0, at - 30) : at + 30]!r}"


def test_edited_and_hashed_anew_is_refused(record: bytes) -> None:
    def edit(entries: list[dict[str, Any]]) -> None:
        entries[-1]["placements"] = [1, 2, 3, 4]

    forged = resigned(record, edit, Signer.generate())
    assert Topic.KEY in topics(verify(forged, KEYS))
    document = json.loads(forged)
    document["public_key"] = SIGNER.public_key.hex()
    assert Topic.SIGNATURE in topics(verify(json.dumps(document), KEYS))
    document["signature"] = json.loads(record)["signature"]
    assert Topic.SIGNATURE in topics(verify(json.dumps(document), KEYS))


def test_an_unknown_key_is_refused(record: bytes) -> None:
    assert topics(verify(record, [])) == {Topic.KEY}
    assert topics(verify(record, [Signer.generate().public_key])) == {Topic.KEY}


def test_another_matchs_name_is_refused(record: bytes) -> None:
    document = json.loads(record)
    document["match"] = "m2"
    assert {Topic.CHAIN, Topic.SIGNATURE, Topic.FORM} <= topics(verify(json.dumps(document), KEYS))


def set_first(**values: Any) -> Callable[[list[dict[str, Any]]], None]:
    return lambda entries: entries[0].update(values)


def edit_entry(wanted: dict[str, Any], **values: Any) -> Callable[[list[dict[str, Any]]], None]:
    def edit(entries: list[dict[str, Any]]) -> None:
        entry = first_of(entries, **wanted)
        for key, value in values.items():
            entry[key] = value(entry[key]) if callable(value) else value

    return edit


def drop(**wanted: Any) -> Callable[[list[dict[str, Any]]], None]:
    return lambda entries: entries.remove(first_of(entries, **wanted))


@pytest.mark.parametrize(
    ("edit", "topic"),
    [
        (set_first(seed=None), Topic.SEED),
        (set_first(seed="00" * 32), Topic.COMMITMENT),
        (set_first(nonce="00" * 32), Topic.COMMITMENT),
        (set_first(commitment="00" * 32), Topic.COMMITMENT),
        (set_first(game="poker"), Topic.SETTINGS),
        (set_first(options={"rounds": 1}), Topic.SETTINGS),
        (set_first(format=2), Topic.FORM),
        (set_first(time={}), Topic.SETTINGS),
        (set_first(illegal_actions=1), Topic.FAULT),
        (edit_entry({"type": "action", "by": "seat"}, action=lambda a: a ^ 3), Topic.ACTION),
        (edit_entry({"type": "action", "by": "seat"}, text="announce 3"), Topic.ACTION),
        (edit_entry({"type": "action", "by": "seat"}, seat=1), Topic.ACTION),
        (edit_entry({"type": "action", "by": "seat"}, number=3), Topic.ACTION),
        (edit_entry({"type": "action", "by": "seat"}, by="forced", at_ns=0), Topic.ACTION),
        (edit_entry({"type": "action", "by": "forced"}, by="seat"), Topic.ACTION),
        (edit_entry({"type": "action", "by": "substitute"}, action=lambda a: a ^ 1), Topic.ACTION),
        (edit_entry({"type": "action", "decision": 2}, decision=3), Topic.CLOCK),
        (edit_entry({"type": "action", "decision": 2}, read_ns=lambda ns: ns + 1), Topic.CLOCK),
        (edit_entry({"type": "action", "decision": 2}, sent_ns=lambda ns: ns - 1), Topic.CLOCK),
        (edit_entry({"type": "action", "decision": 2}, queued_ns=lambda ns: ns - 10**9), Topic.CLOCK),
        (edit_entry({"type": "action", "decision": 2}, charged_ns=lambda ns: ns - 1), Topic.CLOCK),
        (edit_entry({"type": "action", "decision": 2}, remaining_ns=lambda ns: ns + 1), Topic.CLOCK),
        (edit_entry({"type": "action", "decision": 2}, read_ns=lambda ns: ns + 20 * S), Topic.CLOCK),
        (edit_entry({"type": "illegal"}, given="play 2h"), Topic.ACTION),
        (edit_entry({"type": "illegal"}, count=2), Topic.ACTION),
        (edit_entry({"type": "fault"}, cause="time_out"), Topic.FORM),
        (edit_entry({"type": "fault"}, cause="disconnected"), Topic.FAULT),
        (edit_entry({"type": "fault"}, cause="illegal_action"), Topic.FAULT),
        (edit_entry({"type": "fault"}, cause="not_joined"), Topic.FAULT),
        (edit_entry({"type": "fault"}, played_on=False), Topic.FAULT),
        (edit_entry({"type": "fault"}, seat=9), Topic.FORM),
        (drop(type="fault"), Topic.ACTION),
        (drop(type="joined"), Topic.PRESENCE),
        (drop(type="away"), Topic.PRESENCE),
        (drop(type="action", by="seat"), Topic.ACTION),
        (edit_entry({"type": "back"}, at_ns=lambda ns: ns + 3 * S), Topic.PRESENCE),
        (edit_entry({"type": "end"}, placements=[1, 2, 3, 4]), Topic.RESULT),
        (edit_entry({"type": "end"}, game_result=None), Topic.RESULT),
        (edit_entry({"type": "end"}, faults=[]), Topic.RESULT),
        (edit_entry({"type": "end"}, cause="cancelled"), Topic.RESULT),
        (edit_entry({"type": "end"}, culprit="nobody"), Topic.RESULT),
        (edit_entry({"type": "end"}, state="voided"), Topic.RESULT),
        (
            edit_entry({"type": "end"}, clocks=lambda clocks: [{**c, "charged_ns": 0} for c in clocks]),
            Topic.RESULT,
        ),
        (lambda entries: entries.insert(-1, {"type": "joined", "seat": 0, "at_ns": 1}), Topic.RESULT),
        (lambda entries: entries.insert(1, {"type": "dance"}), Topic.FORM),
        (lambda entries: entries.__delitem__(slice(-5, -1)), Topic.RESULT),
    ],
)
def test_what_does_not_follow_is_found_even_if_the_server_signed_it(
    record: bytes, edit: Callable[[list[dict[str, Any]]], None], topic: Topic
) -> None:
    edited = resigned(record, edit)
    assert edited != record
    found = verify(edited, KEYS)
    assert topic in topics(found), [str(finding) for finding in found]
    assert not topics(found) & {Topic.CHAIN, Topic.KEY, Topic.SIGNATURE}


def test_findings_say_where(record: bytes) -> None:
    found = verify(resigned(record, edit_entry({"type": "action", "decision": 2}, charged_ns=5)), KEYS)
    entries = list(read_record(record).entries)
    number = entries.index(first_of(entries, type="action", decision=2))
    assert found[0].entry == number
    assert str(found[0]).startswith(f"clock in entry {number}: the charge is ")
