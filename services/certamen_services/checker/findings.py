"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Finding", "Result", "Verdict"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the bot does wrong.

    Attributes:
        wrong: what was seen, in a sentence.
        mend: what to do about it.
        page: where the protocol says so.
    """

    wrong: str
    mend: str
    page: str = "docs/protocol.md"


class Verdict(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Result:
    """A check and how it ended.

    Attributes:
        group: what kind of check.
        name: of the check, each once.
        title: what it does, in words.
        verdict: how it ended.
        seconds: how long it took.
        findings: what is wrong; empty unless it failed.
        why: why it was skipped; else empty.
        log: the end of the bot's output, if the check failed.
    """

    group: str
    name: str
    title: str
    verdict: Verdict
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    why: str = ""
    log: tuple[str, ...] = ()
