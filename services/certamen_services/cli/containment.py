"""How the bots of a run of matches are contained: asked for, and told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from certamen_services.cli.contain import Contain
from certamen_services.cli.refusal import refusals
from certamen_services.launcher import Limits, parse_size, show_size
from certamen_services.referee.clock import parse_seconds

__all__ = ["LimitArguments", "missing", "told"]

_YES = "yes"
_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class LimitArguments:
    """What was asked, as it was written."""

    contain: Contain
    memory: str
    cpu: str
    processes: int
    files: str

    def limits(self) -> Limits | None:
        """What a bot may use; None: as much as it likes."""
        if self.contain is Contain.NONE:
            return None
        with refusals("--memory"):
            memory = parse_size(self.memory)
        with refusals("--cpu"):
            cpu = parse_seconds(self.cpu, "--cpu") / _NS
        with refusals("--files"):
            files = parse_size(self.files)
        return Limits(memory, cpu, self.processes, files)


def missing(measures: Mapping[str, str]) -> list[str]:
    """The measures that are not in force, with the reasons."""
    return [f"{name} ({state.removeprefix('no: ')})" for name, state in measures.items() if state != _YES]


def told(limits: Limits | None, containment: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What is in force, in sentences.

    Args:
        limits: what each bot may use.
        containment: what the launcher said, by bot.
    """
    if limits is None:
        return ["bots are not contained, as was asked for"]
    amounts = [
        f"{show_size(limits.memory)} of memory" if limits.memory else "",
        f"{limits.cpu:g} s of processor time" if limits.cpu else "",
        f"{limits.processes} processes and threads" if limits.processes else "",
        f"{show_size(limits.files)} of files" if limits.files else "",
    ]
    lines = [f"each bot may use {', '.join(filter(None, amounts)) or 'as much as it likes'}"]
    for measure in dict.fromkeys(name for measures in containment.values() for name in measures):
        states: dict[str, list[str]] = {}
        for bot, measures in containment.items():
            states.setdefault(measures.get(measure, ""), []).append(bot)
        for state, bots in states.items():
            if state != _YES:
                whom = "" if len(states) == 1 else f" for {', '.join(bots)}"
                lines.append(f"not in force{whom}: {measure} ({state.removeprefix('no: ')})")
    if len(lines) == 1:
        lines.append("each has a user, processes, temporary files and a view of the machine of its own")
    return lines
