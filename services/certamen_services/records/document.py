"""A record as a document: what closes it, and its entries, one on each line.

```
{"certamen_record":1,"match":"…","head":"…","public_key":"…","signature":"…","entries":[
{"type":"match",…},
…
{"type":"end",…}
]}
```

White space between the values is of no account: what is hashed is each entry in its canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from certamen_services.records.canonical import canonical, parse
from certamen_services.records.entries import FORMAT, Entry

_HEX = {"head": 64, "public_key": 64, "signature": 128}
_KEYS = {"certamen_record", "match", "entries", *_HEX}


class RecordError(ValueError):
    """A text that is no record; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read.

    Attributes:
        match: id of the match.
        entries: in order; the first and the last have the right types, otherwise nothing is checked.
        head: of the chain, as the document claims it.
        public_key: with which it claims to be signed.
        signature: over match id and head.
    """

    match: str
    entries: tuple[Entry, ...]
    head: bytes
    public_key: bytes
    signature: bytes


def render(match: str, entries: Iterable[bytes], head: bytes, public_key: bytes, signature: bytes) -> bytes:
    """The document.

    Args:
        match: id of the match.
        entries: in canonical form.
        head: of the chain, 32 bytes.
        public_key: of the server, 32 bytes.
        signature: over match id and head, 64 bytes.
    """
    start = {
        "certamen_record": FORMAT,
        "match": match,
        "head": head.hex(),
        "public_key": public_key.hex(),
        "signature": signature.hex(),
    }
    return canonical(start)[:-1] + b',"entries":[\n' + b",\n".join(entries) + b"\n]}\n"


def read_record(data: bytes | str) -> Record:
    """Read a document.

    Raises:
        RecordError: it is none.
    """
    try:
        document = parse(data)
    except (ValueError, UnicodeDecodeError) as error:
        raise RecordError(f"no JSON of a record: {error}") from None
    if not isinstance(document, dict) or "certamen_record" not in document:
        raise RecordError('no record: expected an object with the key "certamen_record"')
    if document["certamen_record"] != FORMAT or document["certamen_record"] is True:
        raise RecordError(f"certamen_record: only version {FORMAT} is known")
    if document.keys() != _KEYS:
        raise RecordError(f"expected exactly the keys {', '.join(sorted(_KEYS))}")
    closing = {key: _hex(document, key, digits) for key, digits in _HEX.items()}
    match, entries = document["match"], document["entries"]
    if not isinstance(match, str):
        raise RecordError("match: expected a text")
    return Record(match, _entries(entries), **closing)


def _hex(document: dict[str, Any], key: str, digits: int) -> bytes:
    """Bytes that are written in lower-case hex."""
    text = document[key]
    if not isinstance(text, str) or re.fullmatch(f"[0-9a-f]{{{digits}}}", text) is None:
        raise RecordError(f"{key}: expected {digits} lower-case hex digits")
    return bytes.fromhex(text)


def _entries(entries: object) -> tuple[Entry, ...]:
    """The entries, each an object with a type, from `match` to `end`."""
    if not isinstance(entries, list):
        raise RecordError("entries: expected a list")
    for number, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
            raise RecordError(f"entries[{number}]: expected an object with a type")
    types = [entry["type"] for entry in entries]
    if len(types) < 2 or types[0] != "match" or types[-1] != "end":
        raise RecordError('entries: expected a first entry "match" and a last entry "end"')
    return tuple(entries)
