"""Seeds from one root."""

from __future__ import annotations

import hmac
from hashlib import sha256

import pytest
from certamen_services.tournaments.deals import Root, block_deal, game_deal


def test_seeds_are_hmacs_of_the_label():
    root = Root.given(bytes(32))
    assert root.derive("deal/r1-t1-b1") == hmac.new(bytes(32), b"deal/r1-t1-b1", sha256).digest()
    assert root.practice
    assert root.commitment == sha256(root.nonce + bytes(32) + sha256(b"").digest()).digest()


def test_labels_of_deals_are_all_different():
    labels = [block_deal("r1-t1-b1", again) for again in range(3)]
    labels += [game_deal("r1-t1-b1", game, again) for game in range(3) for again in range(3)]
    assert labels[0] == "deal/r1-t1-b1"
    assert len(set(labels)) == len(labels)


def test_drawn_roots_are_secret_and_each_another():
    one, other = Root.draw(), Root.draw()
    assert one.key != other.key
    assert not one.practice
    assert one.key.hex() not in repr(one)
    assert repr(one.key) not in repr(one)
    assert one.token("a") not in {one.token("b"), other.token("a")}


def test_chance_is_the_same_for_the_same_label():
    root = Root.given(bytes(32))
    assert root.chance("x").random() == root.chance("x").random() != root.chance("y").random()


def test_a_root_has_32_bytes():
    with pytest.raises(ValueError, match="31 bytes"):
        Root.given(bytes(31))
