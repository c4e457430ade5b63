"""Bots to play against and to begin from."""

from certamen_client.bot import Bot
from certamen_client.bots.greedy import GreedyBot
from certamen_client.bots.uniform import RandomBot

__all__ = ["BOTS", "GreedyBot", "RandomBot"]

BOTS: dict[str, type[Bot]] = {"greedy": GreedyBot, "random": RandomBot}
"""The bots by the names under which the command line knows them."""
