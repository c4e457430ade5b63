"""What the options of a game accept with a number of seats, whatever the other options are.

The core tells it for options in force (`Game.option_specs`); where a range depends on another option, the
core is asked with every value of that one, and the answers are joined.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import certamen_core as cc

__all__ = ["OptionRange", "option_ranges"]


@dataclass(frozen=True, slots=True)
class OptionRange:
    """An option with a number of seats.

    Attributes:
        spec: what it accepts with some choice of the others; its default if nothing is given.
        depends: how others narrow the range or change the default, for people; empty: not at all.
    """

    spec: cc.OptionSpec
    depends: str = ""


def option_ranges(name: str, players: int) -> list[OptionRange]:
    """Every option of a game with so many seats, in the order of `Game.option_specs`.

    Raises:
        ValueError: there is no such game, or not with so many seats.
    """
    specs = {spec.name: spec for spec in cc.load_game(name, players=players).option_specs}
    return [_range(name, players, specs, spec) for spec in specs.values()]


def _range(name: str, players: int, specs: dict[str, cc.OptionSpec], spec: cc.OptionSpec) -> OptionRange:
    """Join what the option accepts with every choice of those that it depends on."""
    deciding = [specs[other] for other in spec.depends_on]
    cases: dict[cc.OptionSpec, list[str]] = {}
    for values in itertools.product(*(other.choices for other in deciding)):
        given = dict(zip(spec.depends_on, values, strict=True))
        game = cc.load_game(name, players=players, **given)
        found = next(found for found in game.option_specs if found.name == spec.name)
        said = ", ".join(f"{other} {value}" for other, value in given.items())
        cases.setdefault(found, []).append(said)
    if len(cases) == 1:
        return OptionRange(next(iter(cases)))
    depends = "; ".join(f"{' or '.join(said)}: {_narrowed(found)}" for found, said in cases.items())
    return OptionRange(_joined(spec, list(cases)), depends)


def _narrowed(spec: cc.OptionSpec) -> str:
    """A range and its default, briefly."""
    if spec.kind == "integer" and spec.minimum != spec.maximum:
        return f"{spec.minimum} … {spec.maximum}, default {spec.default}"
    if spec.kind == "integer" or len(spec.choices) == 1:
        return f"{spec.default} only"
    return f"{', '.join(map(str, spec.choices))}, default {spec.default}"


def _joined(spec: cc.OptionSpec, cases: Sequence[cc.OptionSpec]) -> cc.OptionSpec:
    """The option with everything that it accepts in some case."""
    if spec.kind != "integer":
        choices = dict.fromkeys(itertools.chain.from_iterable(case.choices for case in cases))
        return replace(spec, choices=tuple(choices))
    return replace(
        spec,
        minimum=min(case.minimum for case in cases if case.minimum is not None),
        maximum=max(case.maximum for case in cases if case.maximum is not None),
    )
