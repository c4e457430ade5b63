import json
from typing import Any

import pytest
from certamen_services.records.canonical import canonical, parse
from certamen_services.records.document import RecordError, read_record, render
from certamen_services.records.findings import Topic
from certamen_services.records.verify import verify

ENTRIES = [canonical({"type": "match", "b": 1, "a": "ü"}), canonical({"type": "end"})]


def document(**changes: Any) -> str:
    made = json.loads(render("m1", ENTRIES, bytes(32), bytes(32), bytes(64)))
    made.update(changes)
    return json.dumps({key: value for key, value in made.items() if value is not ...})


def test_canonical_json_is_compact_sorted_and_utf8() -> None:
    assert canonical({"b": [1, None, True], "a": "ü"}) == '{"a":"ü","b":[1,null,true]}'.encode()
    for bad in (float("nan"), float("inf"), "\ud800"):
        with pytest.raises(ValueError, match=r"Out of range|surrogates"):
            canonical(bad)


@pytest.mark.parametrize(
    "text",
    ['{"a":1,"a":1}', "1.5", "1e3", "NaN", "Infinity", "[" * 100_000, "9" * 5000, b"\xff\xfe1\x00", "", "{"],
)
def test_what_records_never_hold_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - many messages
        parse(text)
    assert {finding.topic for finding in verify(text, [])} == {Topic.FORM}


def test_render_and_read_agree() -> None:
    text = render("m1", ENTRIES, b"h" * 32, b"k" * 32, b"s" * 64)
    record = read_record(text)
    assert (record.match, record.head, record.public_key) == ("m1", b"h" * 32, b"k" * 32)
    assert [canonical(entry) for entry in record.entries] == ENTRIES
    assert text.count(b"\n") == len(ENTRIES) + 2


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"certamen_record": ...}, "certamen_record"),
        ({"certamen_record": 2}, "only version 1"),
        ({"certamen_record": True}, "only version 1"),
        ({"head": ...}, "exactly the keys"),
        ({"more": 1}, "exactly the keys"),
        ({"head": "00"}, "head: expected 64"),
        ({"head": "AB" * 32}, "head: expected 64 lower-case"),
        ({"signature": None}, "signature: expected 128"),
        ({"match": 5}, "match: expected a text"),
        ({"entries": {}}, "entries: expected a list"),
        ({"entries": [1]}, r"entries\[0\]"),
        ({"entries": [{"type": "match"}, {}]}, r"entries\[1\]"),
        ({"entries": []}, 'first entry "match"'),
        ({"entries": [{"type": "end"}, {"type": "match"}]}, 'first entry "match"'),
    ],
)
def test_a_document_that_is_no_record_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        read_record(document(**changes))


def test_a_record_with_nothing_in_it_has_findings_and_no_exception() -> None:
    assert {Topic.CHAIN, Topic.KEY, Topic.FORM} <= {f.topic for f in verify(document(), [])}
