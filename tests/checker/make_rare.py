"""Makes the positions of rare events from the worked cases: `python -m tests.checker.make_rare`.

Either the house plays the action of a case, and the bot sees what comes of it, or the bot decides.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "data" / "cases"
FILE = ROOT / "services" / "certamen_services" / "checker" / "rare.json"

DECIDES = "decides"
SEES = "sees"
CHOSEN: dict[str, list[tuple[str, str, str, str]]] = {
    "artus": [
        ("AR: any prince", DECIDES, "ring", "a ring for any prince"),
        ("W4: best two, one on each carpet", DECIDES, "carpet", "a scoring card, the only one in the hand"),
        ("two cards: first a new king", DECIDES, "new-king", "the first of two cards makes a king"),
        (
            "advanced: first draw chosen, the second by itself",
            DECIDES,
            "two-draws",
            "two draws, one of them free",
        ),
        ("knight displaces the king", SEES, "king-displaced", "a knight displaces the king"),
        ("end advanced, 4 seats: ties 1, 2, 2, 4", SEES, "shared-place", "the last card, and a shared place"),
    ],
    "bellica": [
        ("simple tie twice: own front and the card drawn", SEES, "tied-twice", "equal pairs, twice"),
        ("composite: Narr+C loses to thirteen", SEES, "narr", "a Narr loses to a thirteen"),
        ("bellum: a 1 under a 2 may ride", SEES, "narr-rides", "a 1 may attack a 2"),
        ("bellum rider: weaker card drawn", DECIDES, "may-attack", "an attack is possible"),
        ("bellum rider: weaker card drawn", SEES, "attacked", "an attack that wins"),
        ("bellum rider: w's Reiter drawn, r's card is stronger", SEES, "reiter", "a Reiter meets a Reiter"),
        ("bellum tie of all four: no throw", SEES, "tie-of-four", "all four cards tie"),
        ("bellum throw: r and w owe nothing", DECIDES, "throw", "a throw for an attack of others"),
        (
            "bellum tie of three, then of two: again from the start of 4",
            SEES,
            "tie-again",
            "a tie of three, then of two",
        ),
    ],
    "juwelen": [
        ("steal-victims-only", DECIDES, "steal", "a steal with a choice"),
        ("example-stich-carla-plays-club", SEES, "steal-of-others", "another seat chooses whom it robs"),
        ("club-trick-won", SEES, "club-trick", "a trick of clubs"),
        ("example-zu-zweit-anna-any", DECIDES, "two-cards", "two seats: the second card of a trick"),
        ("teams-6-clubs-equal-dealer-5", SEES, "dealer-tie", "partners with equally many clubs"),
        ("all-equal-share-first", SEES, "all-first", "all scores are equal"),
    ],
    "luschen": [
        ("choose-prev-luschen", DECIDES, "choose", "a contract, but not the one before"),
        ("choose-anlegen-skat-chain", SEES, "skat-chain", "Skat cards join the rows by themselves"),
        ("luschen-7-after-skat-25", SEES, "skat-25", "the Skat alone reaches 25"),
        ("dealer-changes", SEES, "dealer", "the deal goes to another seat"),
        ("damen-skat-last", SEES, "queen-in-skat", "a queen in the Skat comes with the last trick"),
        ("anlegen-fits", DECIDES, "fits", "five cards fit"),
        ("anlegen-skip-done", SEES, "skipped", "seats without cards are skipped"),
        ("anlegen-last-2", SEES, "shared-end", "a seat runs out, and the last one pays"),
    ],
    "lusus": [
        ("opening: a fourth STULTUS allows the run first", DECIDES, "opening", "an opening with jokers"),
        ("group with a STULTUS applied", SEES, "joker-group", "an opening with a joker by another seat"),
        ("six kings at once (source: 60 points)", DECIDES, "group", "a complete group is possible"),
        ("six kings at once (source: 60 points)", SEES, "group-of-others", "another seat completes a group"),
        ("exchange: anybody's run or group", DECIDES, "exchange", "a joker may be exchanged"),
        ("stulti group: cover", DECIDES, "stulti", "a group of jokers may be covered"),
        ("covering never completes", DECIDES, "cover", "five places may be covered"),
        ("source example: SERVA, listed", DECIDES, "serva", "SERVA may be played"),
        ("source example: SERVA replaces VIII AMOR", SEES, "serva-of-others", "another seat plays SERVA"),
        ("INVICTUS on an empty pile", DECIDES, "invictus", "INVICTUS may be played"),
        ("INCOMPARABILIS as the last card", DECIDES, "incomparabilis", "INCOMPARABILIS is the last card"),
        ("keep: two actions", DECIDES, "keep", "one of two cards is kept"),
        ("nothing owed: plays, discards and carnifex", DECIDES, "carnifex", "CARNIFEX may close the round"),
        ("take: the end of the pile is its top", DECIDES, "take", "cards may be taken from the pile"),
        ("talon empty when a turn begins", SEES, "talon", "the talon is empty"),
    ],
}


def positions() -> list[dict[str, Any]]:
    """What is in the file."""
    found = []
    for game, chosen in CHOSEN.items():
        cases = {case["name"]: case for case in json.loads((CASES / f"{game}.json").read_text())}
        for name, role, label, title in chosen:
            case = cases[name]
            position = case["position"]
            seat = case["seat"]
            if role == DECIDES and seat not in position["to_act"]:
                seat = position["to_act"][0]
            found.append(
                {
                    "name": f"{game}-{label}",
                    "title": title,
                    "game": game,
                    "seat": seat,
                    "bot": seat if role == DECIDES else (seat + 1) % position["players"],
                    "first": "" if role == DECIDES else case["action"],
                    "position": position,
                }
            )
    return found


def text() -> str:
    """The file."""
    return "[\n" + ",\n".join(json.dumps(each, sort_keys=True) for each in positions()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text())
