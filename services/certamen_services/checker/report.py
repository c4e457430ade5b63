"""What is told of a run: to people, and to machines (JUnit XML)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from xml.etree import ElementTree as ET

from certamen_services.checker.findings import Result, Verdict
from certamen_services.checker.runner import Run

__all__ = ["junit", "line", "percentile", "summary"]

_SIGNS = {Verdict.PASSED: "ok  ", Verdict.FAILED: "FAIL", Verdict.SKIPPED: "skip"}
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]")


def line(result: Result) -> Iterator[str]:
    """A check, with what is to be mended.

    Args:
        result: how it ended.
    """
    yield f"{_SIGNS[result.verdict]} {result.name:<32} {result.seconds:6.1f} s  {result.title}"
    if result.why:
        yield f"       {result.why}"
    for finding in result.findings:
        yield f"       wrong: {finding.wrong}"
        yield f"       mend:  {finding.mend} ({finding.page})"
    if result.log:
        yield "       the end of its log:"
        for words in result.log:
            yield f"         {_clean(words)}"


def summary(run: Run) -> Iterator[str]:
    """The run as a whole."""
    count = {verdict: sum(result.verdict is verdict for result in run.results) for verdict in Verdict}
    if run.hello is not None:
        named = " ".join(filter(None, (run.hello.bot_name, run.hello.bot_version)))
        yield f"bot: {_clean(named)}; plays {', '.join(run.hello.games) or 'all games'}"
    if run.latencies:
        milliseconds = sorted(1000 * latency for latency in run.latencies)
        yield (
            f"from decision to answer: median {percentile(milliseconds, 50):.1f} ms, 99th percentile "
            f"{percentile(milliseconds, 99):.1f} ms, longest {milliseconds[-1]:.1f} ms "
            f"({len(milliseconds)} decisions)"
        )
    skipped = f", {count[Verdict.SKIPPED]} skipped" if count[Verdict.SKIPPED] else ""
    yield (f"{count[Verdict.PASSED]} passed, {count[Verdict.FAILED]} failed{skipped} in {run.seconds:.0f} s")


def percentile(ascending: Sequence[float], percent: float) -> float:
    """The least value that so many of a hundred do not exceed (nearest rank).

    Args:
        ascending: at least one value.
        percent: 0 … 100.
    """
    return ascending[max(0, ceil(percent / 100 * len(ascending)) - 1)]


def junit(run: Run) -> bytes:
    """The run as JUnit XML: a suite for each group, a case for each check."""
    name = run.hello.bot_name if run.hello is not None else "bot"
    root = ET.Element(
        "testsuites", _counts(run.results) | {"name": _clean(name), "time": f"{run.seconds:.3f}"}
    )
    ordered = sorted(run.results, key=lambda result: result.group)
    for group, members in groupby(ordered, key=lambda result: result.group):
        results = list(members)
        seconds = sum(result.seconds for result in results)
        suite = ET.SubElement(root, "testsuite", _counts(results) | {"name": group, "time": f"{seconds:.3f}"})
        for result in results:
            _case(suite, result)
    ET.indent(root)
    document: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _case(suite: ET.Element, result: Result) -> None:
    case = ET.SubElement(
        suite,
        "testcase",
        {"classname": f"check-bot.{result.group}", "name": result.name, "time": f"{result.seconds:.3f}"},
    )
    if result.verdict is Verdict.SKIPPED:
        ET.SubElement(case, "skipped", {"message": _clean(result.why)})
    for finding in result.findings[:1]:
        # One element, since many readers know only one; the others are in its text.
        failure = ET.SubElement(case, "failure", {"message": _clean(finding.wrong), "type": "finding"})
        failure.text = _clean("\n".join(f"{each.wrong}\nmend: {each.mend}" for each in result.findings))
    if result.log:
        ET.SubElement(case, "system-out").text = _clean("\n".join(result.log))


def _counts(results: Sequence[Result]) -> dict[str, str]:
    return {
        "tests": str(len(results)),
        "failures": str(sum(result.verdict is Verdict.FAILED for result in results)),
        "errors": "0",
        "skipped": str(sum(result.verdict is Verdict.SKIPPED for result in results)),
    }


def _clean(text: str) -> str:
    """Without characters that XML does not allow or a terminal would obey."""
    return _NOT_XML.sub("�", text)
