"""The report of a tournament, opened in a browser as an organiser would."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from certamen_services.tournaments.report import render_report
from certamen_services.tournaments.report.plots import rating_lines, times
from selenium import webdriver

pytestmark = [pytest.mark.timeout(180), pytest.mark.slow]

EVIL = "$x_{1}$ & <img src=x onerror=document.title='!'>"
PLOTS = ("standings", "pairs", "ratings", "seats", "times")
PLAN = f"""
name = "Cup <b>of</b> names"
game = "juwelen"
seats = 3
options = {{ rounds = 1 }}
seed = 7
venue = "direct"
format = {{ kind = "round-robin", blocks = 2 }}
bots = [
    {{ name = "plain", bot = "greedy", owner = "anna" }},
    {{ name = {json.dumps(EVIL)}, bot = "random", owner = "anna" }},
    {{ name = "a name that is longer than what fits beside a plot of ours", bot = "random" }},
    {{ name = "last", bot = "random" }},
]
"""


def certamen(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "certamen_services.cli", "tournament", *arguments],
        cwd=folder,
        env=os.environ | {"CERTAMEN_HOME": str(folder / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a tournament that was played, with a ruling whose reason is hostile too."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "cup.toml").write_text(PLAN)
    certamen(folder, "run", "cup.toml")
    certamen(folder, "void", "cup.toml", "r1-t1-b1-g1", "--reason", "</td><script>1</script>")
    certamen(folder, "rerun", "cup.toml", "r1-t1-b1-g1")
    certamen(folder, "run", "cup.toml")
    return folder / "cup.tournament"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    switches = "headless=new no-sandbox disable-gpu disable-quic no-first-run disable-background-networking"
    for switch in f"{switches} disable-component-update disable-sync disable-dev-shm-usage".split():
        options.add_argument(f"--{switch}")
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    yield driver
    driver.quit()


def asked_for(browser) -> list[str]:
    """Addresses that the browser has asked for since the last call."""
    entries = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [entry for entry in entries if entry["method"] == "Network.requestWillBeSent"]
    return [entry["params"]["request"]["url"] for entry in sent]


@pytest.mark.needs("chromium", "chromedriver")
@pytest.mark.parametrize("width", [1280, 500])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_a_browser(browser, played, width, scheme):
    page = played / "report.html"
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    browser.set_window_size(width, 900)
    asked_for(browser)
    browser.get(page.as_uri())
    assert [url for url in asked_for(browser) if not url.startswith("data:")] == [page.as_uri()]
    assert browser.get_log("browser") == []
    assert browser.title == "Cup <b>of</b> names"
    assert browser.execute_script("return document.scripts.length") == 0
    assert browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
    for name in PLOTS:
        shown = browser.execute_script(
            "const image = document.getElementById(arguments[0]), box = image.getBoundingClientRect();"
            "return [image.complete, image.naturalWidth, box.width, box.height, image.alt.length]",
            f"plot-{name}",
        )
        assert shown[0], name
        assert min(shown[1:4]) > 90, (name, shown)
        assert shown[2] <= max(width, 600)
        assert shown[4] > 10
    ink, paper = browser.execute_script(
        "const style = getComputedStyle(document.body); return [style.color, style.backgroundColor]"
    )
    dark = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (ink, paper)]
    assert (dark[0] > dark[1]) == (scheme == "dark")


@pytest.mark.needs("chromium", "chromedriver")
def test_the_tables_have_the_figures_of_the_results(browser, played):
    found = json.loads((played / "results.json").read_text())
    browser.get((played / "report.html").as_uri())
    rows = browser.execute_script(
        "return [...document.querySelectorAll('#standings tr')].slice(1)"
        ".map(row => [...row.cells].map(cell => cell.textContent.trim()))"
    )
    assert [row[0] for row in rows] == [row["bot"] for row in found["standings"]]
    assert EVIL in [row[0] for row in rows]
    for shown, row in zip(rows, found["standings"], strict=True):
        assert shown[1:3] == [str(row["games"]), str(row["blocks"])]
        assert shown[3].replace("−", "-").startswith(f"{row['outcome']['value']:+.2f}")
        assert shown[5:7] == [
            f"{row['place']['value']:.2f}",
            f"{row['score']['value']:.1f}".replace("-", "−"),
        ]
    text = browser.execute_script("return document.body.textContent")
    assert "r1-t1-b1-g1" in text
    assert "</td><script>1</script>" in text
    assert found["tournament"]["commitment"] in text
    assert "Practice: the seed of the deals was given" in text


def test_it_can_be_written_again_elsewhere_and_says_the_same(played, tmp_path):
    copy = tmp_path / "again.html"
    said = certamen(played.parent, "report", "cup.toml", "--output", str(copy))
    assert said.strip() == str(copy)
    assert copy.read_text() == (played / "report.html").read_text()


def test_a_tournament_without_a_finished_game_has_a_report_too(played):
    found = json.loads((played / "results.json").read_text())
    empty = {"standings": [], "pairs": [], "seats": [], "rating_path": [], "games": [], "time": {}}
    found |= empty | {"tournament": found["tournament"] | {"state": "ready", "games": 0}}
    page = render_report(found)
    assert "No game has been played to its end." in page
    assert "The tournament is not over" in page
    assert "<img" not in page


def test_plots_take_two_bots_and_twenty_four():
    for count in (2, 24):
        bots = [f"bot {number}" for number in range(count)]
        path = [{"block": f"b{block}", "ratings": dict.fromkeys(bots, 25.0)} for block in range(1500)]
        assert rating_lines(path, bots).count(b">bot ") == count
        svg = times({bot: {"decisions": 3, "seconds": 0.0, "longest": 0.5} for bot in bots}, bots)
        assert svg.count(b">bot ") == count
        assert b"mathdefault" not in svg
