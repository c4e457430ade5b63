"""Any game, retold in the rules' own texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class PlainTeller:
    """Tells events as they are."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def lines(self, event: Mapping[str, Any]) -> list[str]:
        """An event in words."""
        match event["type"]:
            case "deal":
                hands = [
                    f"  {name}: {' '.join(hand)}"
                    for name, hand in zip(self._names, event["hands"], strict=True)
                ]
                return ["", f"Deal {event['deal'] + 1}", *hands]
            case "action":
                return [f"{self._names[event['seat']]}: {event['action']}"]
            case "over":
                return []
            case kind:
                facts = ", ".join(f"{key} {_value(value)}" for key, value in event.items() if key != "type")
                return [f"  {kind}: {facts}"]


def _value(value: Any) -> str:
    """A value in words."""
    if isinstance(value, list):
        return " ".join(_value(item) for item in value)
    if isinstance(value, dict):
        return "/".join(_value(item) for item in value.values())
    return str(value)
