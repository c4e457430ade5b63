"""Whether a format and a stopping rule have what they need, and nothing that they do not."""

from __future__ import annotations

from certamen_services.referee.errors import FieldError
from certamen_services.tournaments.plan import FormatKind, StopKind, TournamentPlan
from certamen_services.tournaments.statistics import Goal, Monitor, SprtRule, StoppingRule

__all__ = ["check_format", "check_stop", "make_monitor", "make_rule"]

_BELONGS_TO = {
    "heroes": FormatKind.GAUNTLET,
    "rounds": FormatKind.SWISS,
    "advance": FormatKind.KNOCKOUT,
    "extra_blocks": FormatKind.KNOCKOUT,
}
_SEQUENCE, _SPRT = ("goal", "error", "margin"), ("null", "alternative", "alpha", "beta")


def check_format(plan: TournamentPlan, places: int) -> None:
    """Check the section `format`.

    Args:
        plan: the whole plan.
        places: how many bots sit at a table.

    Raises:
        FieldError: something is missing, out of place or not possible.
    """
    given = plan.format
    for name, kind in _BELONGS_TO.items():
        if getattr(given, name) is not None and given.kind is not kind:
            raise FieldError(f"format.{name}", f"belongs to {kind.value}, not to {given.kind.value}")
    names = {bot.name for bot in plan.bots}
    match given.kind:
        case FormatKind.GAUNTLET:
            _check_heroes(given.heroes, names)
        case FormatKind.SWISS:
            if given.rounds is None:
                raise FieldError("format.rounds", "is needed for swiss")
        case FormatKind.KNOCKOUT:
            if given.advance is not None and given.advance >= places:
                raise FieldError("format.advance", f"must be less than the {places} bots at a table")
        case FormatKind.ROUND_ROBIN:
            pass
    if given.kind in (FormatKind.SWISS, FormatKind.KNOCKOUT) and len(names) < places:
        raise FieldError(
            "bots", f"{given.kind.value} needs at least the {places} bots of one table, not {len(names)}"
        )


def _check_heroes(heroes: tuple[str, ...] | None, names: set[str]) -> None:
    if not heroes:
        raise FieldError("format.heroes", "is needed for gauntlet: the bots that meet all others")
    for number, hero in enumerate(heroes):
        if hero not in names:
            raise FieldError(f"format.heroes[{number}]", f"{hero!r} is no bot of this tournament")
    if len(set(heroes)) < len(heroes):
        raise FieldError("format.heroes", "names a bot twice")
    if len(heroes) == len(names):
        raise FieldError("format.heroes", "names all bots; somebody must be left to be met")


def check_stop(plan: TournamentPlan) -> None:
    """Check the section `stop`. Raises FieldError."""
    stop = plan.stop
    if stop is None:
        return
    if plan.format.kind not in (FormatKind.ROUND_ROBIN, FormatKind.GAUNTLET):
        raise FieldError(
            "stop", f"is not accepted with {plan.format.kind.value}, whose rounds are fixed beforehand"
        )
    for name in _SPRT if stop.rule is StopKind.SEQUENCE else _SEQUENCE:
        if getattr(stop, name) is not None:
            raise FieldError(f"stop.{name}", f"is not accepted with rule = {stop.rule.value!r}")
    try:
        make_rule(plan)
    except ValueError as error:
        field, _, sentence = str(error).partition(": ")
        raise FieldError(f"stop.{field.split(',')[0]}", sentence or str(error)) from None


def make_rule(plan: TournamentPlan) -> StoppingRule | SprtRule | None:
    """The stopping rule; None if all blocks are to be played.

    Raises:
        ValueError: a value is out of range; the sentence begins with its name.
    """
    stop = plan.stop
    if stop is None:
        return None
    wanted = _SEQUENCE if stop.rule is StopKind.SEQUENCE else _SPRT
    given = {name: getattr(stop, name) for name in wanted if getattr(stop, name) is not None}
    if stop.rule is StopKind.SPRT:
        return SprtRule(**given)
    goal = given.pop("goal", Goal.LEADER)
    return StoppingRule(goal=goal, **given)


def make_monitor(plan: TournamentPlan) -> Monitor | None:
    """Begin to follow a tournament by its stopping rule; None without one.

    In a gauntlet the heroes' pairs count, so that they are decided sooner.
    """
    rule = make_rule(plan)
    if rule is None:
        return None
    names, heroes = [bot.name for bot in plan.bots], plan.format.heroes
    if isinstance(rule, SprtRule) or not heroes:
        return rule.monitor(names)
    return rule.monitor(names, [(hero, name) for hero in heroes for name in names if name not in heroes])
