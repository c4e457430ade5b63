"""Records retold for people."""

import pytest
from certamen_services.records.document import RecordError, read_record
from certamen_services.replay import tell
from certamen_services.replay.cards import french, french_list
from certamen_services.replay.open_events import open_events
from certamen_services.replay.plain import PlainTeller

from tests.services.referee.support import MS, Scene


def test_a_match_is_told_with_every_hand_and_choice() -> None:
    scene = Scene(3, options={"rounds": 1}).start()
    scene.play(9, pause_ns=20 * MS)
    scene.links[2].port.resign(scene.time.now)
    scene.play()
    lines = list(tell(read_record(scene.record())))
    text = "\n".join(lines)
    assert lines[0].startswith(
        "Match m1: juwelen, 3 seats (jewels 100, pack standard, rounds 1, teams false)"
    )
    assert "Round 1, seat 0 deals" in text
    assert "seat 0 joins (bot 0 1)" in text
    assert "seat 0 has 1 card passed  [0.020 s]" in text
    assert "  seat 0 → seat 1: " in text
    assert "?" not in text, "nothing is hidden"
    assert "seat 2 resigned; the referee plays on" in text
    assert "(played by the referee)" in text
    assert "(forced)" in text
    assert "◆ " in text
    assert text.count("takes the trick") == 10
    assert lines[-4] == "The game is over."
    assert lines[-1].startswith("  seat 2: place 3, score ")


def test_a_record_that_cannot_be_played_is_refused_with_a_reason() -> None:
    scene = Scene(2).start()
    scene.play()
    data = scene.record()
    with pytest.raises(RecordError, match="entry 4 cannot be told"):
        list(tell(read_record(data.replace(b'"action":', b'"action":9', 1))))
    with pytest.raises(RecordError, match="not revealed"):
        list(tell(read_record(data.replace(b'"seed":"', b'"seed":"x'))))


def test_cards_are_written_as_people_read_them() -> None:
    assert french("Td") == "10♦"
    assert french("Fi") == "Fi"
    assert french_list(["2s", "Ks", "Ac"], "A23456789TJQK") == "A♣ 2♠ K♠"


def test_hidden_values_are_taken_from_whoever_saw_them() -> None:
    seen = [
        [{"type": "action", "seat": 0, "action": "pass ? ?", "hands": [["?"], ["2h"]]}],
        [{"type": "action", "seat": 0, "action": "pass 2h 3h", "hands": [["3c"], ["?"]]}],
    ]
    assert open_events(seen) == [
        {"type": "action", "seat": 0, "action": "pass 2h 3h", "hands": [["3c"], ["2h"]]}
    ]


def test_any_game_can_be_told_plainly() -> None:
    teller = PlainTeller(["anna", "bert"])
    assert teller.lines({"type": "deal", "deal": 0, "hands": [["Ka"], ["Kv"]]})[1:] == [
        "Deal 1",
        "  anna: Ka",
        "  bert: Kv",
    ]
    assert teller.lines({"type": "action", "seat": 1, "action": "draw"}) == ["bert: draw"]
    fronts = {"type": "fronts", "cards": [{"seat": 0, "card": "Kh"}]}
    assert teller.lines(fronts) == ["  fronts: cards 0/Kh"]
