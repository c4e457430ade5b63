"""Enum values of the contract by the texts that the core and the referee use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar, cast

from .base import WireError

__all__ = ["EnumTexts"]

E = TypeVar("E", bound=int)


class _Enum(Protocol):
    def items(self) -> Iterable[tuple[str, int]]: ...


class EnumTexts(Generic[E]):
    """Both directions between an enum's numbers and its texts, which are written in lower case.

    Args:
        enum: the generated enum.
        prefix: the common prefix of its names, with the underscore: `JUWELEN_PHASE_`.
    """

    def __init__(self, enum: _Enum, prefix: str) -> None:
        self._numbers = {name.removeprefix(prefix).lower(): number for name, number in enum.items() if number}
        self._texts = {number: text for text, number in self._numbers.items()}

    def number(self, text: str) -> E:
        """The number for a text of ours. Raises KeyError if the contract lacks it."""
        return cast("E", self._numbers[text])

    def text(self, number: int, field: str) -> str:
        """The text for a number from outside. Raises WireError naming `field` if there is none."""
        try:
            return self._texts[number]
        except KeyError:
            accepted = ", ".join(sorted(text.upper() for text in self._numbers))
            raise WireError(field, f"must be one of {accepted}; not the number {number}") from None
