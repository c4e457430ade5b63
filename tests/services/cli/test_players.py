from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from certamen_services.cli.players import parse_players, seatings


def test_equal_bots_get_numbers():
    players = parse_players(["random", "greedy", "random", "cmd:sh -c true"], "juwelen")
    assert [player.name for player in players] == ["random #1", "greedy", "random #2", "sh -c true"]
    assert players[3].command == ("sh", "-c", "true")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_are_shared_out_fairly(players):
    """After every block all have had all seats; after all blocks had all left neighbours as often."""
    blocks = {2: 1, 3: 2, 4: 6}[players]
    games = list(islice(seatings(players), players * blocks))
    for block in range(blocks):
        part = games[block * players : (block + 1) * players]
        assert all(len({game[seat] for game in part}) == players for seat in range(players))
    left = Counter((game[seat], game[(seat + 1) % players]) for game in games for seat in range(players))
    assert len(left) == players * (players - 1)
    assert len(set(left.values())) == 1
