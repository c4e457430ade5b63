"""Checks a record: who signed it, whether it is whole, and whether what it tells follows from its seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from certamen_services.records.audit import Audit
from certamen_services.records.canonical import canonical
from certamen_services.records.chain import chain, chain_start
from certamen_services.records.document import Record, RecordError, read_record
from certamen_services.records.findings import Finding, Topic
from certamen_services.records.keys import signature_holds


def verify(data: bytes | str, trusted_keys: Collection[bytes]) -> list[Finding]:
    """Everything that is wrong with a record; nothing: it can be trusted.

    Args:
        data: the document.
        trusted_keys: public keys of servers that are trusted, 32 bytes each.
    """
    try:
        record = read_record(data)
    except RecordError as error:
        return [Finding(Topic.FORM, None, str(error))]
    return [*_check_seal(record, trusted_keys), *Audit(record).findings()]


def _check_seal(record: Record, trusted_keys: Collection[bytes]) -> Iterator[Finding]:
    """Chain, key and signature."""
    try:
        head = chain(chain_start(record.match), map(canonical, record.entries))
    except ValueError as error:
        yield Finding(Topic.CHAIN, None, f"the entries cannot be hashed: {error}")
        return
    if head != record.head:
        yield Finding(
            Topic.CHAIN,
            None,
            f"the entries lead to the head {head.hex()}, the record claims {record.head.hex()}",
        )
    if record.public_key not in trusted_keys:
        yield Finding(Topic.KEY, None, f"signed with the unknown key {record.public_key.hex()}")
    elif not signature_holds(record.public_key, record.match, head, record.signature):
        yield Finding(
            Topic.SIGNATURE, None, "the signature does not belong to this match id and these entries"
        )
