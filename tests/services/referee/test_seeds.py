import hmac
from hashlib import sha256

import certamen_core as cc
import pytest
from certamen_services.records.canonical import canonical
from certamen_services.referee.errors import FieldError
from certamen_services.referee.seeds import make_secret
from certamen_services.referee.substitute import choose

from tests.reference.stream import DealStream


def test_a_drawn_seed_is_fresh_and_not_practice() -> None:
    one, other = make_secret(None, None), make_secret(None, None)
    assert len(one.seed) == len(one.nonce) == 32
    assert one.seed != other.seed
    assert one.nonce != other.nonce
    assert not one.practice


def test_equal_seeds_have_different_commitments() -> None:
    one, other = make_secret(bytes(32), None), make_secret(bytes(32), None)
    assert one.practice
    assert one.commitment != other.commitment
    assert one.commitment == sha256(one.nonce + bytes(32) + sha256(b"").digest()).digest()


def test_the_start_position_is_committed_to() -> None:
    position = cc.load_game("juwelen", players=2).new_initial_state(seed=5).position()
    secret = make_secret(None, position)
    assert secret.practice
    assert secret.seed == (5).to_bytes(32, "little")
    inner = sha256(canonical(position)).digest()
    assert secret.commitment == sha256(secret.nonce + secret.seed + inner).digest()


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(FieldError, match="seed: exactly 32 bytes"):
        make_secret(seed, None)


def test_seed_and_start_position_exclude_each_other() -> None:
    position = cc.load_game("juwelen", players=2).new_initial_state(seed=5).position()
    with pytest.raises(FieldError, match=r"^seed: not together"):
        make_secret(bytes(32), position)


def test_logs_do_not_tell_the_seed() -> None:
    seed = bytes(range(1, 33))
    secret = make_secret(seed, None)
    for told in (seed, secret.nonce):
        assert told.hex() not in repr(secret)
        assert repr(told) not in repr(secret)


def test_substitute_choices_follow_the_published_formula() -> None:
    """Compared with the slow implementation of the stream, which shares nothing with ours."""
    seed = bytes(range(32))
    key = hmac.new(seed, b"substitute", "sha256").digest()
    for number in (0, 1, 77, 2**40):
        for k in (2, 3, 10, 286):
            expected = DealStream(key, number).bounded(k)
            assert choose(seed, number, range(100, 100 + k)) == 100 + expected


def test_a_single_action_needs_no_choice() -> None:
    assert choose(bytes(32), 0, [5]) == 5


def test_substitute_choices_are_spread_evenly() -> None:
    counts = [0] * 5
    for number in range(2000):
        counts[choose(bytes(32), number, range(5))] += 1
    assert all(330 < n < 470 for n in counts), counts
