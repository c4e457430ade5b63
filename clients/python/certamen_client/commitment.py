"""Was the deal fixed before the match began?"""

from __future__ import annotations

import hashlib
import hmac

from certamen.v1.play_pb2 import SeedRevealed

__all__ = ["seed_matches"]


def seed_matches(commitment: bytes, revealed: SeedRevealed) -> bool:
    """Whether a revealed seed is the one that the server had committed itself to.

    Args:
        commitment: from the match's start.
        revealed: what the server told after the match.
    """
    start = hashlib.sha256(revealed.start_position.encode()).digest()
    fresh = hashlib.sha256(revealed.nonce + revealed.seed + start).digest()
    return hmac.compare_digest(commitment, fresh)
