"""`certamen replay` with and without a seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.services.referee.support import Scene


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    scene = Scene(2, game="bellica").start()
    scene.play()
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_bytes(scene.record())
    return path


def test_it_tells_what_a_seat_saw(certamen, record):
    everything, seat, spectator = (
        certamen("replay", record, *options).output
        for options in ([], ["--seat", "1"], ["--seat", "spectator"])
    )
    assert "Seed " in everything
    assert "commits ?" not in everything
    assert "As seen from seat 1" in seat
    assert "seat 0 commits ?" in seat
    assert "seat 1 commits ?" not in seat
    assert "seat 0 commits ?" in spectator
    assert "seat 1 commits ?" in spectator


@pytest.mark.parametrize("seat", ["2", "x", "-1", "٣"])
def test_a_seat_that_is_none_is_refused(certamen, record, seat):
    result = certamen("replay", record, "--seat", seat)
    assert result.exit_code == 2
    assert "--seat" in result.output
