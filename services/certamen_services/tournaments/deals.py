"""Seeds, tokens and chance of a tournament: everything comes from one secret root.

A value is HMAC-SHA-256(root, label), so whoever knows the root can reckon all of them, and nobody can
reckon one from the others. The commitment to the root is SHA-256(nonce ‖ root ‖ SHA-256 of nothing), as for
a match; it is told when the tournament begins, and root and nonce are revealed when it is over.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from certamen_services.referee.seeds import commitment_to

__all__ = ["Root", "block_deal", "game_deal"]

ROOT_BYTES = 32


@dataclass(frozen=True, slots=True)
class Root:
    """The secret from which a tournament's deals come.

    Attributes:
        key: 32 bytes.
        nonce: 32 bytes, drawn for this tournament alone.
        practice: whether the key was given from outside, so that it may be known or guessed.
    """

    key: bytes = field(repr=False)
    nonce: bytes = field(repr=False)
    practice: bool

    @classmethod
    def draw(cls) -> Root:
        """A root that nobody knows."""
        return cls(secrets.token_bytes(ROOT_BYTES), secrets.token_bytes(ROOT_BYTES), practice=False)

    @classmethod
    def given(cls, key: bytes) -> Root:
        """A root that somebody chose: 32 bytes."""
        if len(key) != ROOT_BYTES:
            raise ValueError(f"key: {len(key)} bytes; expected {ROOT_BYTES}")
        return cls(key, secrets.token_bytes(ROOT_BYTES), practice=True)

    @property
    def commitment(self) -> bytes:
        """What is told at the start, 32 bytes."""
        return commitment_to(self.nonce, self.key, b"")

    def derive(self, label: str) -> bytes:
        """HMAC-SHA-256(root, label), 32 bytes."""
        return hmac.digest(self.key, label.encode(), sha256)

    def chance(self, label: str) -> Random:
        """A generator for draws that anybody may check afterwards: pairings, orders."""
        return Random(self.derive(f"chance/{label}"))  # noqa: S311 (seeded with a secret; draws are checked later)

    def token(self, bot: str) -> str:
        """Credential of a bot that dials in; the same after every restart."""
        return base64.urlsafe_b64encode(self.derive(f"token/{bot}")).decode().rstrip("=")


def block_deal(block: str, again: int) -> str:
    """Label of the deal that all games of a block share.

    Args:
        block: label of the block.
        again: how many deals of this block were given up before.
    """
    return f"deal/{block}" if again == 0 else f"deal/{block}/again-{again}"


def game_deal(block: str, game: int, again: int) -> str:
    """Label of the deal of a game that shares it with none.

    Args:
        block: label of the block.
        game: number in the block, from 0.
        again: how many deals of this game were given up before.
    """
    return f"{block_deal(block, 0)}/game-{game}" + (f"/again-{again}" if again else "")
