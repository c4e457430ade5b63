"""The golden files are what this code makes, and the greedy bot is the one that they tell of."""

from __future__ import annotations

import gzip
import json
from collections import Counter

import pytest
from certamen.v1 import play_pb2
from google.protobuf.json_format import ParseDict

from tests.golden.make import FOLDER, PER_GAME, SETUPS, Seated, text

KINDS = {
    "artus": {"place", "draw", "R1-4", "A-5", "AR"},
    "bellica": {"support", "commit", "throw", "attack", "decline"},
    "juwelen": {"announce", "pass", "play", "steal"},
    "luschen": {"choose", "play", "lay", "pass", "done"},
    "lusus": {
        *("draw", "take", "meld", "lay", "cover", "exchange", "serva", "invictus", "incomparabilis"),
        *("keep", "discard", "carnifex"),
    },
}


def read(game: str) -> str:
    return gzip.decompress((FOLDER / f"{game}.jsonl.gz").read_bytes()).decode()


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", SETUPS)
def test_the_file_is_what_this_code_makes(game: str) -> None:
    assert text(game) == read(game)


@pytest.mark.parametrize("game", SETUPS)
def test_the_greedy_bot_decides_so(game: str) -> None:
    told = read(game).splitlines()
    assert len(told) >= PER_GAME
    chosen = Counter[str]()
    seats = set()
    for line in map(json.loads, told):
        decision = ParseDict(line["decision"], play_pb2.Decision())
        choice = Seated(line["seat"]).choose(decision)
        assert (choice.code, choice.text) == (line["action"], line["text"])
        chosen[line["text"].split(" ")[0]] += 1
        seats.add((line["players"], line["seat"]))
    assert KINDS[game] <= chosen.keys()
    assert seats == {(players, seat) for players, _ in SETUPS[game] for seat in range(players)}
