"""Actions of Lusus Chartarum on the wire."""

from __future__ import annotations

from certamen.v1 import lusus_pb2

from .base import WireError

__all__ = ["action_text", "take_apart"]


def take_apart(text: str) -> lusus_pb2.LususAction:  # noqa: C901 (one branch for each kind)
    """An action's text, hidden parts written "?", taken apart. Raises ValueError if it is none."""
    action = lusus_pb2.LususAction()
    match text.split(" "):
        case ["draw"]:
            action.draw.SetInParent()
        case ["take", number]:
            action.take.CopyFrom(lusus_pb2.LususTake(number=int(number)))
        case ["meld", *cards] if cards:
            action.meld.CopyFrom(lusus_pb2.LususLayMeld(cards=cards))
        case ["lay", meld, card]:
            action.lay.CopyFrom(lusus_pb2.LususLay(meld=int(meld), card=card))
        case ["cover", meld, card, place]:
            action.cover.CopyFrom(lusus_pb2.LususCover(meld=int(meld), card=card, place=place))
        case ["exchange", meld, card]:
            action.exchange.CopyFrom(lusus_pb2.LususExchange(meld=int(meld), card=card))
        case ["invictus", seat]:
            action.invictus.CopyFrom(lusus_pb2.LususInvictus(seat=int(seat)))
        case ["incomparabilis", seat]:
            action.incomparabilis.CopyFrom(lusus_pb2.LususIncomparabilis(seat=int(seat)))
        case ["serva", meld, place]:
            action.serva.CopyFrom(lusus_pb2.LususServa(meld=int(meld), place=place))
        case ["discard", card]:
            action.discard.CopyFrom(lusus_pb2.LususDiscard(card=card))
        case ["carnifex"]:
            action.carnifex.SetInParent()
        case ["keep", card]:
            action.keep.CopyFrom(lusus_pb2.LususKeep(card=card))
        case _:
            raise ValueError(f"{text!r} is no action of lusus")
    return action


def action_text(action: lusus_pb2.LususAction) -> str:  # noqa: C901, PLR0911 (likewise)
    """The action's text again. Raises WireError."""
    match action.WhichOneof("action"):
        case "take":
            return f"take {action.take.number}"
        case "meld":
            return " ".join(["meld", *action.meld.cards])
        case "lay":
            return f"lay {action.lay.meld} {action.lay.card}"
        case "cover":
            return f"cover {action.cover.meld} {action.cover.card} {action.cover.place}"
        case "exchange":
            return f"exchange {action.exchange.meld} {action.exchange.card}"
        case "invictus":
            return f"invictus {action.invictus.seat}"
        case "incomparabilis":
            return f"incomparabilis {action.incomparabilis.seat}"
        case "serva":
            return f"serva {action.serva.meld} {action.serva.place}"
        case "discard":
            return f"discard {action.discard.card}"
        case "keep":
            return f"keep {action.keep.card}"
        case "draw":
            return "draw"
        case "carnifex":
            return "carnifex"
        case _:
            raise WireError("lusus", "must have one kind of action set")
