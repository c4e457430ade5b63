"""Seeds that nobody can guess, and commitments to them that bots can check afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from certamen_services.records.canonical import canonical
from certamen_services.referee.errors import FieldError

SEED_BYTES = 32
NONCE_BYTES = 32


def commitment_to(nonce: bytes, seed: bytes, start_position: bytes) -> bytes:
    """SHA-256(nonce ‖ seed ‖ SHA-256(start position)), 32 bytes.

    Args:
        nonce: 32 bytes.
        seed: 32 bytes.
        start_position: canonical JSON of the start position; empty if there is none.
    """
    return sha256(nonce + seed + sha256(start_position).digest()).digest()


@dataclass(frozen=True, slots=True, repr=False)
class MatchSecret:
    """What a match keeps to itself until it is over. Not shown by `repr`, so that no log tells it.

    Attributes:
        seed: source of all deals, 32 bytes.
        nonce: fresh for each match, so that equal seeds have different commitments, 32 bytes.
        start_position: the position that the match starts from; None: a fresh deal.
        practice: whether seed or start position were given from outside.
    """

    seed: bytes
    nonce: bytes
    start_position: Mapping[str, Any] | None
    practice: bool

    @property
    def start_text(self) -> bytes:
        """Canonical JSON of the start position; empty if there is none."""
        return b"" if self.start_position is None else canonical(self.start_position)

    @property
    def commitment(self) -> bytes:
        """What bots are told at the start, 32 bytes."""
        return commitment_to(self.nonce, self.seed, self.start_text)

    def entry(self) -> dict[str, Any]:
        """As the first entry of the record holds it."""
        return {
            "seed": self.seed.hex(),
            "nonce": self.nonce.hex(),
            "start_position": self.start_position,
            "commitment": self.commitment.hex(),
        }


def make_secret(seed: bytes | None, start_position: Mapping[str, Any] | None) -> MatchSecret:
    """The secret of a new match.

    Args:
        seed: 32 bytes, or None for one that nobody knows.
        start_position: a position that the core has accepted; it has its own seed.

    Raises:
        FieldError: the seed has another length, or comes together with a start position.
    """
    nonce = secrets.token_bytes(NONCE_BYTES)
    if start_position is not None:
        if seed is not None:
            raise FieldError("seed", "not together with a start position, which has a seed of its own")
        return MatchSecret(bytes.fromhex(start_position["seed"]), nonce, start_position, practice=True)
    if seed is None:
        return MatchSecret(secrets.token_bytes(SEED_BYTES), nonce, None, practice=False)
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise FieldError("seed", f"exactly {SEED_BYTES} bytes")
    return MatchSecret(seed, nonce, None, practice=True)
