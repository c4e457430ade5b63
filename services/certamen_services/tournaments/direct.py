"""Direct play: bots in Python on a state of the core, in this process, without clocks.

A bot gets what it would get over the wire: the view of its seat, the legal actions, the events that its seat
may know. It never gets the state.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import certamen_core as cc
from certamen.v1 import game_pb2, match_pb2, play_pb2
from certamen_client import Bot

from certamen_services.tournaments.terms import Result
from certamen_services.tournaments.viewbot import ViewBot
from certamen_services.wire.events import event_to_proto
from certamen_services.wire.registry import for_game

__all__ = ["BotFailedError", "BotMaker", "Played", "play_game"]

_ACTIONS_KEPT = 65_536

BotMaker = type[Bot] | type[ViewBot]


class BotFailedError(Exception):
    """A bot raised, or chose what is not legal. There is no referee to bear it: the tournament stops."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end.

    Attributes:
        result: what came of it.
        actions: codes of all actions, in order: with the seed they are the whole game.
    """

    result: Result
    actions: tuple[int, ...]


def play_game(
    game: cc.Game,
    seed: bytes,
    bots: Sequence[str],
    makers: Mapping[str, BotMaker],
    chance: Callable[[int], int],
) -> Played:
    """Play a game to its end.

    Args:
        game: with its options.
        seed: of its deal, 32 bytes.
        bots: name of the bot in each seat.
        makers: class of each bot, by name; every seat gets one of its own.
        chance: a number for a seat, the same whenever this game is played.

    Raises:
        BotFailedError: a bot raised, or chose what is not legal.
    """
    state = game.new_initial_state(seed=seed)
    players = [_player(name, makers[name], game, seat, chance) for seat, name in enumerate(bots)]
    listeners = [player for player in players if player.listens]
    actions: list[int] = []
    while True:
        for listener in listeners:
            listener.hear(state)
        if state.is_terminal():
            break
        seat = state.current_player()
        player = players[seat]
        code = player.decide(state)
        try:
            state.apply_action(code, seat)
        except (cc.IllegalAction, OverflowError, TypeError) as error:
            raise BotFailedError(f"{player.name} chose what is not legal: {error}") from error
        actions.append(code)
    result = Result(
        tuple(state.placements()),
        tuple(state.scores()),
        tuple(state.parties()),
        {},
        tuple(player.decisions for player in players),
        tuple(player.spent_ns for player in players),
        tuple(player.longest_ns for player in players),
    )
    return Played(result, tuple(actions))


class _Player(ABC):
    """A bot in a seat, and what it took."""

    listens = False

    def __init__(self, name: str, game: cc.Game, seat: int) -> None:
        self.name, self.game, self.seat = name, game, seat
        self.decisions = self.spent_ns = self.longest_ns = 0

    def decide(self, state: cc.State) -> int:
        """The code of the action that the bot chooses."""
        asked = self.prepare(state)
        begun = time.perf_counter_ns()
        try:
            choice = self.ask(asked)
        except Exception as error:
            raise BotFailedError(f"{self.name} failed: {error!r}") from error
        spent = time.perf_counter_ns() - begun
        self.decisions += 1
        self.spent_ns += spent
        self.longest_ns = max(self.longest_ns, spent)
        return self.read(choice, state)

    def hear(self, state: cc.State) -> None:
        """Tell it the events of the last action, if it `listens`."""
        del state

    @abstractmethod
    def prepare(self, state: cc.State) -> Any:
        """What it is asked; the time for this is not the bot's."""

    @abstractmethod
    def ask(self, asked: Any) -> Any:
        """What it answers."""

    def read(self, choice: Any, state: cc.State) -> int:
        """The answer as a code."""
        del state
        if isinstance(choice, int) and not isinstance(choice, bool):
            return choice
        raise BotFailedError(f"{self.name} chose {choice!r}, which is no action")


class _ViewPlayer(_Player):
    """A `ViewBot`."""

    def __init__(self, name: str, game: cc.Game, seat: int, bot: ViewBot) -> None:
        super().__init__(name, game, seat)
        self._bot = bot

    def prepare(self, state: cc.State) -> tuple[Mapping[str, Any], Sequence[int]]:
        return state.view(self.seat), state.legal_actions(self.seat)

    def ask(self, asked: tuple[Mapping[str, Any], Sequence[int]]) -> Any:
        return self._bot.choose(*asked)


class _WirePlayer(_Player):
    """A bot of the SDK, with the messages that it knows."""

    def __init__(self, name: str, game: cc.Game, seat: int, bot: Bot) -> None:
        super().__init__(name, game, seat)
        self._bot = bot
        self._wire = for_game(game.name)
        self._heard = 0
        self.listens = type(bot).on_event is not Bot.on_event

    def prepare(self, state: cc.State) -> play_pb2.Decision:
        codes = state.legal_actions(self.seat)
        legal = [_legal(self._wire.name, code, state.action_to_string(code, self.seat)) for code in codes]
        view = self._wire.view_to_proto(state.view(self.seat), self.seat)
        return play_pb2.Decision(decision=self.decisions + 1, view=view, legal_actions=legal)

    def ask(self, asked: play_pb2.Decision) -> Any:
        return _now(self._bot.choose(asked))

    def read(self, choice: Any, state: cc.State) -> int:
        if isinstance(choice, game_pb2.LegalAction):
            return choice.code
        if isinstance(choice, str):
            try:
                return state.string_to_action(choice, self.seat)
            except cc.IllegalAction as error:
                raise BotFailedError(f"{self.name} chose what is not legal: {error}") from error
        return super().read(choice, state)

    def hear(self, state: cc.State) -> None:
        for event in state.events(self.seat):
            self._heard += 1
            message = event_to_proto(
                self._wire, event, match="", number=self._heard, code_of=self.game.string_to_action
            )
            try:
                _now(self._bot.on_event(message))
            except Exception as error:
                raise BotFailedError(f"{self.name} failed: {error!r}") from error


def _player(name: str, make: BotMaker, game: cc.Game, seat: int, chance: Callable[[int], int]) -> _Player:
    """A bot in its seat."""
    try:
        if issubclass(make, ViewBot):
            return _ViewPlayer(name, game, seat, make(seat, chance(seat)))
        bot = make()
        settings = match_pb2.MatchSettings(game=game.name, players=game.num_players)
        bot.match = play_pb2.MatchStart(seat=seat, settings=settings)
        _now(bot.on_start(bot.match))
    except Exception as error:
        raise BotFailedError(f"{name} failed at the start: {error!r}") from error
    return _WirePlayer(name, game, seat, bot)


@lru_cache(_ACTIONS_KEPT)
def _legal(game: str, code: int, text: str) -> game_pb2.LegalAction:
    """An action as bots see it. Bots of direct play are trusted not to change it."""
    return game_pb2.LegalAction(code=code, text=text, action=for_game(game).action_to_proto(text))


def _now(answer: Any) -> Any:
    """The answer of a bot's method, also of one that is `async`."""
    if not isinstance(answer, Awaitable):
        return answer
    coroutine: Any = answer
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    coroutine.close()
    raise RuntimeError("an asynchronous bot must not wait in direct play")
