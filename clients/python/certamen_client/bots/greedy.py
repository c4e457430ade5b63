"""A bot that takes what is best at once. It looks at the table only, and always plays alike."""

from typing import ClassVar

from certamen.v1.game_pb2 import LegalAction
from certamen.v1.juwelen_pb2 import JuwelenAction
from certamen.v1.play_pb2 import Decision

from certamen_client.bot import Bot
from certamen_client.bots import juwelen_hand, juwelen_trick
from certamen_client.bots.juwelen_table import Table

__all__ = ["GreedyBot"]


class GreedyBot(Bot):
    """Values what an action gives to its own party and to the others; ties go to the lower code."""

    name: ClassVar[str] = "greedy"
    version: ClassVar[str] = "1"
    games: ClassVar[tuple[str, ...]] = ("juwelen",)

    def choose(self, decision: Decision) -> LegalAction:
        """The legal action of most worth."""
        table = Table(decision.view.juwelen, self.seat)
        return max(
            decision.legal_actions, key=lambda legal: (_worth(table, legal.action.juwelen), -legal.code)
        )


def _worth(table: Table, action: JuwelenAction) -> float:
    match action.WhichOneof("action"):
        case "announce":
            return juwelen_hand.worth_of_announcing(table, action.announce.number)
        case "pass_cards":
            return juwelen_hand.worth_of_passing(table, tuple(action.pass_cards.cards))
        case "play":
            return juwelen_trick.worth_of_playing(table, action.play.card)
        case "steal":
            return table.worth_of_robbing(action.steal.party)
        case _:
            return 0.0
