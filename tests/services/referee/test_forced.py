"""What counts as forced, in all games; the views are cut down to what matters."""

from dataclasses import dataclass
from typing import Any

import pytest
from certamen_services.referee.forced import is_forced


@dataclass
class FakeGame:
    name: str
    text: str

    def action_to_string(self, _action: int) -> str:
        return self.text


@dataclass
class FakeState:
    public: dict[str, Any]

    def view(self, player: int) -> dict[str, Any]:
        assert player == -5, "only what everybody may see"
        return self.public


def forced(game: str, text: str, legal: int = 1, **view: Any) -> bool:
    return is_forced(FakeGame(game, text), FakeState(view), 1, range(legal))  # type: ignore[arg-type]


ONE, TWO = [["?"] * 2, ["?"]], [["?"], ["?"] * 2]


@pytest.mark.parametrize(
    ("game", "text", "view", "expected"),
    [
        ("juwelen", "play 2h", {"phase": "play", "hands": ONE}, True),
        ("juwelen", "play 2h", {"phase": "play", "hands": TWO}, False),
        ("juwelen", "steal 1", {"phase": "steal", "hands": ONE}, False),
        ("luschen", "play Kh", {"phase": "play", "hands": ONE}, True),
        ("luschen", "play Kh", {"phase": "play", "hands": TWO}, False),
        ("luschen", "lay Jh", {"phase": "lay", "hands": ONE}, True),
        ("luschen", "lay Jh", {"phase": "lay", "hands": TWO}, False),
        ("luschen", "pass", {"phase": "lay", "hands": TWO}, True),
        ("luschen", "choose damen", {"phase": "choose", "hands": ONE}, False),
        ("bellica", "support Kh", {"phase": "support", "hands": ONE}, True),
        ("bellica", "commit Kh", {"phase": "commit", "hands": ONE}, True),
        ("bellica", "commit Kh", {"phase": "commit", "hands": TWO}, False),
        ("bellica", "throw Kh", {"phase": "throw", "hands": ONE}, True),
        ("bellica", "decline", {"phase": "rider", "hands": ONE}, False),
        ("lusus", "draw", {"phase": "draw", "out": [True, False]}, True),
        ("lusus", "take 3", {"phase": "draw", "out": [False, True]}, False),
        ("lusus", "discard Ka", {"phase": "play", "out": [False, False]}, False),
        ("artus", "place", {"phase": "place"}, False),
    ],
)
def test_forced(game: str, text: str, view: dict[str, Any], expected: bool) -> None:
    assert forced(game, text, **view) is expected


def test_a_choice_is_never_forced() -> None:
    assert not forced("juwelen", "play 2h", legal=2, phase="play", hands=ONE)
