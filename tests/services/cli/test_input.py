"""Every bad input gives one sentence that names the option, exit status 2, and no traceback."""

from __future__ import annotations

import pytest

PAIR = ("--bot", "greedy", "--bot", "random")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["match", "juwelen"], "--bot"),
        (["match", "chess", *PAIR], "unknown game 'chess'; there are: "),
        (["match", "juwelen", "--bot", "greedy"], "players of juwelen must be an integer in 2 … 6"),
        (["match", "juwelen", "--bot", "nobody", *PAIR], "expected greedy, random or cmd:COMMAND"),
        (["match", "juwelen", "--bot", "cmd:/no/bot", *PAIR], "the program '/no/bot' was not found"),
        (["match", "juwelen", "--bot", "cmd:'", *PAIR], "is not a command"),
        (["match", "juwelen", *PAIR, "--time", "fast"], "--time"),
        (["match", "juwelen", *PAIR, "--time", "0"], "more than 0, at most 30 days"),
        (["match", "juwelen", *PAIR, "--lag", "61"], "--lag: '61' is not accepted; expected seconds, 0 … 60"),
        (["match", "juwelen", *PAIR, "--per-move", "0"], "--per-move"),
        (["match", "juwelen", *PAIR, "--startup", "x"], "--startup"),
        (["match", "juwelen", *PAIR, "--join", "0"], "--join"),
        (["match", "juwelen", *PAIR, "--disconnect", "-1"], "--disconnect"),
        (["match", "juwelen", *PAIR, "--option", "rounds=0"], "option 'rounds' of juwelen must be"),
        (["match", "juwelen", *PAIR, "--option", "colour=red"], "accepted: pack, teams, rounds, jewels"),
        (["match", "juwelen", *PAIR, "--option", "rounds"], "expected NAME=VALUE"),
        (["match", "juwelen", *PAIR, "-o", "rounds=1", "-o", "rounds=2"], "rounds is given twice"),
        (["match", "juwelen", *PAIR, "--seed", "-1"], "--seed"),
        (["match", "juwelen", *PAIR, "--games", "0"], "--games"),
        (["match", "juwelen", *PAIR, "--concurrency", "0"], "--concurrency"),
        (["match", "juwelen", *PAIR, "--records", "/"], "--records"),
        (["bot", "nobody"], "unknown bot 'nobody'; there are: greedy, random"),
        (["bot", "greedy"], "CERTAMEN_SERVER"),
        (["bot", "greedy", "--server", "x", "--token", "t"], "HOST:PORT"),
        (["bot", "greedy", "--server", "h:1", "--token", ""], "token"),
        (["serve", "--address", "0.0.0.0:0"], "without a certificate a server listens on loopback only"),
        (["serve", "--address", "here"], "--address"),
        (["serve", "--certificate", "x.pem"], "--certificate-key"),
        (["serve", "--signing-key", "/etc/passwd"], "--signing-key"),
        (["serve", "--token-file", "/etc/passwd"], "--token-file"),
        (["serve", "--store", "/proc/nothing/db"], "--store"),
        (["replay", "/no/record"], "RECORD: /no/record: No such file"),
        (["replay", "/etc/passwd"], "no JSON of a record"),
        (["verify", "/etc/passwd"], "--key"),
        (["verify", "/etc/passwd", "--key", "abc"], "64 lower-case hex digits"),
        (["verify", "/no/record", "--key", "0" * 64], "/no/record: No such file"),
        (["rules", "juwelen"], "--position"),
        (["rules", "chess", "--seed", "1"], "unknown game 'chess'"),
        (["rules", "juwelen", "--seed", "1", "--players", "7"], "players of juwelen must be"),
        (["rules", "juwelen", "--position", "/etc/passwd"], "no JSON of a position"),
        (["nothing"], "No such command"),
    ],
)  # fmt: skip
def test_it_is_refused_in_a_sentence(certamen, arguments, says):
    result = certamen(*arguments)
    assert result.exit_code == 2, result.output
    assert says in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("[]", "no JSON object"),
        ("{}", "game: must be 'juwelen', not None"),
        ('{"game":"juwelen"}', "options: must be an object"),
        ('{"game":"juwelen","options":{},"players":4}', "--position"),
        ('{"game":"juwelen","options":{"teams":1},"players":4}', "'teams' of juwelen must be true or false"),
        ('{"game":"juwelen","options":{},"players":"x"}', "players of juwelen must be"),
        ('{"game":"juwelen","game":"juwelen"}', "the same key twice"),
        ("\udcff", "no JSON"),
    ],
)
def test_a_bad_position_is_refused(certamen, position, says):
    result = certamen("rules", "juwelen", "--position", "-", input=position.encode(errors="surrogateescape"))
    assert result.exit_code == 2, result.output
    assert says in result.output
