"""Any game, retold in the rules' own texts."""

from __future__ import annotations

from typing import Any

from certamen_services.replay.teller import Event, Teller

__all__ = ["PlainTeller"]


class PlainTeller(Teller):
    """Tells events as they are."""

    def lines(self, event: Event) -> list[str]:
        """An event in words."""
        match event["type"]:
            case "deal":
                return ["", f"Deal {event['deal'] + 1}", *self.hands(event["hands"])]
            case "action":
                return [f"{self.names[event['seat']]}: {event['action']}"]
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
