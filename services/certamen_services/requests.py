"""Requests of organisers, checked and turned into what the referee takes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from certamen.v1 import arena_pb2

from certamen_services.errors import StatusError, field_error
from certamen_services.referee.errors import FieldError
from certamen_services.referee.settings import MatchSettings
from certamen_services.wire.base import WireError
from certamen_services.wire.settings import settings_from_proto
from certamen_services.wire.texts import check_label

__all__ = ["NewMatch", "read_create", "request_error"]

_SEED_BYTES = 32
_NOT_IN_SETTINGS = ("seed", "start_position", "aliases")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to create.

    Attributes:
        settings: what is played and how; options as they were set.
        aliases: names of the players by seat; empty for none.
        accounts: names of the accounts that are to have the seats, an empty one for none; or no names at all.
        seed: 32 bytes, or None to draw one.
        start_position: a position of the game, or None for a fresh deal.
    """

    settings: MatchSettings
    aliases: tuple[str, ...]
    accounts: tuple[str, ...]
    seed: bytes | None
    start_position: dict[str, Any] | None

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called: as was asked, else as their accounts."""
        return tuple(
            alias or account for alias, account in zip_longest(self.aliases, self.accounts, fillvalue="")
        )


def read_create(request: arena_pb2.CreateMatchRequest) -> NewMatch:
    """Check a request as far as the referee is not needed. Raises StatusError INVALID_FIELD."""
    try:
        settings = settings_from_proto(request.settings)
    except WireError as error:
        raise field_error(f"settings.{error.field}", error.message) from None
    except FieldError as error:
        raise request_error(error, request.settings.game) from None
    try:
        aliases = _aliases(request.aliases, settings.players)
        accounts = _accounts(request.accounts, settings.players)
        seed = _seed(request.seed)
        start_position = _position(request.start_position)
    except WireError as error:
        raise field_error(error.field, error.message) from None
    if seed is not None and start_position is not None:
        raise field_error("seed", "must not be set together with start_position, which has its own")
    return NewMatch(settings, aliases, accounts, seed, start_position)


def request_error(error: FieldError, game: str) -> StatusError:
    """The status error for a field that the referee refused, with its path in CreateMatchRequest."""
    field = error.field
    head, _, rest = field.partition(".")
    if head == "options":
        field = f"options.{game}.{rest}" if rest else f"options.{game}"
    if head.partition("[")[0] not in _NOT_IN_SETTINGS:
        field = f"settings.{field}"
    return field_error(field, error.accepted)


def _aliases(aliases: Iterable[str], players: int) -> tuple[str, ...]:
    checked = tuple(check_label(alias, f"aliases[{index}]") for index, alias in enumerate(aliases))
    if len(checked) > players:
        raise WireError("aliases", f"must be at most one for each of the {players} seats, not {len(checked)}")
    return checked


def _accounts(accounts: Sequence[str], players: int) -> tuple[str, ...]:
    if accounts and len(accounts) != players:
        raise WireError("accounts", f"must be none, or one for each of the {players} seats, empty where none")
    return tuple(check_label(account, f"accounts[{seat}]") for seat, account in enumerate(accounts))


def _seed(seed: bytes) -> bytes | None:
    if not seed:
        return None
    if len(seed) != _SEED_BYTES:
        raise WireError("seed", f"must have exactly {_SEED_BYTES} bytes, or none; not {len(seed)}")
    return seed


def _position(text: str) -> dict[str, Any] | None:
    if not text:
        return None
    try:
        position = json.loads(text)
    except (ValueError, RecursionError) as error:
        detail = error if isinstance(error, json.JSONDecodeError) else "numbers or nesting out of all bounds"
        raise WireError("start_position", f"must be a JSON object: {detail}") from None
    if not isinstance(position, dict):
        raise WireError("start_position", "must be a JSON object with the fields of the game's positions")
    return position
