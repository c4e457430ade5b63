"""Checks a record's first entry, and lays the table from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from certamen_services.records.decode import seats_of, settings_of
from certamen_services.records.entries import FORMAT, Entry
from certamen_services.records.findings import Finding, Topic
from certamen_services.referee.errors import FieldError
from certamen_services.referee.plan import Attempt, MatchPlan, make_plan
from certamen_services.referee.seeds import MatchSecret, commitment_to
from certamen_services.referee.table import Table

_HEX32 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Opening:
    """What the first entry says, checked.

    Attributes:
        plan: what was fixed when the match was created.
        table: the table before the first action.
    """

    plan: MatchPlan
    table: Table


def open_record(match: str, first: Entry) -> tuple[Opening | None, list[Finding]]:
    """Lay the table.

    Args:
        match: id of the match, as the document names it.
        first: the first entry.

    Returns:
        The table, if it can be laid; and what is wrong.
    """
    try:
        findings = list(_check(match, first))
        if any(finding.topic is Topic.SEED for finding in findings):
            return None, findings
        plan = plan_of(match, first)
    except FieldError as error:
        return None, [Finding(Topic.SETTINGS, 0, str(error))]
    except (KeyError, TypeError, ValueError) as error:
        return None, [Finding(Topic.FORM, 0, f"not built as it should be: {error!r}")]
    if dict(plan.settings.options) != first["options"]:
        findings.append(Finding(Topic.SETTINGS, 0, "the options do not name every option of the game"))
    if asdict(plan.settings.time) != first["time"]:
        findings.append(Finding(Topic.SETTINGS, 0, "the time control does not name every limit"))
    if plan.seats != seats_of(first):
        findings.append(Finding(Topic.SETTINGS, 0, "seats or parties are not those of the game"))
    table = Table(plan.game, plan.initial_state(), plan.secret.seed, plan.settings.play_forced)
    return Opening(plan, table), findings


def _check(match: str, first: Entry) -> Iterator[Finding]:
    """Format, id, and the secret with its commitment."""
    if first["format"] != FORMAT:
        yield Finding(Topic.FORM, 0, f"format: only {FORMAT} is known")
    if first["match"] != match:
        yield Finding(Topic.FORM, 0, f"this is the match {first['match']!r}, the document names {match!r}")
    for name in ("seed", "nonce"):
        if not isinstance(first.get(name), str) or _HEX32.fullmatch(first[name]) is None:
            yield Finding(Topic.SEED, 0, f"the {name} is not revealed: expected 64 lower-case hex digits")
            return
    if (first.get("attempt", 1) == 1) is not (first.get("predecessor") is None):
        yield Finding(Topic.SETTINGS, 0, "the first attempt has no predecessor, every other one has")
    secret = _secret(first)
    commitment = commitment_to(secret.nonce, secret.seed, secret.start_text).hex()
    if first["commitment"] != commitment:
        yield Finding(
            Topic.COMMITMENT,
            0,
            f"nonce, seed and start position give {commitment}, committed was {first['commitment']}",
        )
    start = first["start_position"]
    if start is not None and start["seed"] != first["seed"]:
        yield Finding(Topic.SEED, 0, "the start position has another seed")
    if start is not None and first["practice"] is not True:
        yield Finding(Topic.SETTINGS, 0, "a match from a start position must be marked as practice")


def _secret(first: Entry) -> MatchSecret:
    """The secret in the first entry."""
    return MatchSecret(
        bytes.fromhex(first["seed"]),
        bytes.fromhex(first["nonce"]),
        first["start_position"],
        first["practice"],
    )


def plan_of(match: str, first: Entry) -> MatchPlan:
    """The match as it was created.

    Raises:
        FieldError, KeyError, TypeError, ValueError: the entry is not as it should be.
    """
    secret = _secret(first)
    aliases = [seat.alias for seat in seats_of(first)]
    seed = None if secret.start_position is not None else secret.seed
    created = datetime.fromisoformat(first["created"])
    plan = make_plan(match, created, settings_of(first), aliases, seed, secret.start_position)
    return replace(plan, secret=secret, attempt=Attempt(first.get("attempt", 1), first.get("predecessor")))
