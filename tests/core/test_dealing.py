"""The dealing stream against RFC 8439's own vectors, the slow reference, and statistics."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from certamen_core.dealing import Dealing, chacha20_block, seed_bytes

from tests.reference.stream import DealStream

KEY = bytes(range(32))


@pytest.mark.parametrize(
    ("key", "counter", "nonce", "block"),
    [
        pytest.param(
            KEY,
            1,
            "000000090000004a00000000",
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
            id="2.3.2",
        ),
        pytest.param(
            bytes(32),
            0,
            "000000000000000000000000",
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
            id="A.1 vector 1",
        ),
        pytest.param(
            bytes(32),
            1,
            "000000000000000000000000",
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
            id="A.1 vector 2",
        ),
        pytest.param(
            bytes(31) + b"\x01",
            1,
            "000000000000000000000000",
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
            id="A.1 vector 3",
        ),
        pytest.param(
            bytes(32),
            0,
            "000000000000000000000002",
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
            id="A.1 vector 5",
        ),
    ],
)
def test_block_of_the_rfc(key: bytes, counter: int, nonce: str, block: str) -> None:
    assert chacha20_block(key, counter, bytes.fromhex(nonce)).hex() == block


@pytest.mark.parametrize("deal", [0, 1, 2**32 - 1])
@pytest.mark.parametrize("draws", [0, 15, 63, 64, 65, 1000])
def test_words_agree_with_the_reference_from_any_place(deal: int, draws: int) -> None:
    ours, slow = Dealing(KEY, deal, draws), DealStream(KEY, deal, draws)
    assert [ours.word() for _ in range(200)] == [slow.word() for _ in range(200)]
    assert ours.draws == slow.draws == draws + 200


def test_bounded_shuffle_and_pick_agree_with_the_reference() -> None:
    rng = Random(1)
    ours, slow = Dealing(KEY), DealStream(KEY, 0)
    for _ in range(300):
        k = rng.choice([1, 2, 3, 52, 2**31 + 1, 2**32 - 1, rng.randrange(1, 2**32)])
        assert ours.bounded(k) == slow.bounded(k)
        deck, same = [f"{i:02}" for i in range(rng.randrange(60))], []
        same += deck
        ours.shuffle(deck)
        slow.shuffle(same)
        assert deck == same
        if deck:
            assert ours.pick(deck) == slow.pick(deck)
        assert ours.draws == slow.draws


def test_bounded_rejects_so_that_all_results_are_equally_likely() -> None:
    # With k just above half of 2^32, nearly every second word must be thrown away.
    dealing = Dealing(5)
    for _ in range(1000):
        dealing.bounded(2**31 + 1)
    assert 1800 < dealing.draws < 2200


def test_bounded_one_reads_nothing() -> None:
    dealing = Dealing(0)
    assert dealing.bounded(1) == 0
    assert dealing.draws == 0


def test_shuffle_is_uniform_over_permutations_of_three() -> None:
    counts = Counter[str]()
    dealing = Dealing(11)
    for _ in range(6000):
        items = list("abc")
        dealing.shuffle(items)
        counts["".join(items)] += 1
    assert len(counts) == 6
    assert (
        sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5
    )  # chi-square, 5 d.o.f., p = 0.001


def test_seed_forms_mean_the_same() -> None:
    assert seed_bytes(258) == seed_bytes("0201" + "00" * 30) == seed_bytes(b"\x02\x01" + bytes(30))
    assert seed_bytes(2**256 - 1) == b"\xff" * 32


@pytest.mark.parametrize(
    "seed", [-1, 2**256, b"short", "00", "zz" * 32, " 1" * 32, None, 1.5, True, "0x" + "0" * 62]
)
def test_bad_seed_is_named(seed: object) -> None:
    with pytest.raises(ValueError, match="seed"):
        seed_bytes(seed)  # type: ignore[arg-type]


def test_bad_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="key"):
        chacha20_block(b"", 0, bytes(12))
    with pytest.raises(ValueError, match="nonce"):
        chacha20_block(KEY, 0, bytes(11))
    with pytest.raises(ValueError, match="counter"):
        chacha20_block(KEY, 2**32, bytes(12))
    with pytest.raises(ValueError, match="deal"):
        Dealing(0, -1)
    with pytest.raises(ValueError, match="draws"):
        Dealing(0, 0, 2**32)
    with pytest.raises(ValueError, match="k must"):
        Dealing(0).bounded(0)
    with pytest.raises(ValueError, match="pick"):
        Dealing(0).pick([])
