"""Whatever a document says, verifying it gives findings, never an exception or a hang."""

import json
import random
from contextlib import suppress
from typing import Any

import certamen_core as cc
from certamen_services.records.canonical import canonical
from certamen_services.records.chain import chain, chain_start
from certamen_services.records.document import RecordError, read_record, render
from certamen_services.records.verify import verify
from certamen_services.replay import tell

from tests.services.referee.support import MS, SIGNER, Scene

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    2**31,
    2**32,
    2**63,
    2**64,
    10**30,
    "",
    "x",
    "?" * 300,
    [],
    [1],
    {},
    {"a": None},
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += places(item, (*path, key))
    return found


def test_odd_values_anywhere() -> None:
    start = cc.load_game("juwelen", players=3, rounds=1).new_initial_state(seed=4).position()
    scene = Scene(3, start=start, illegal_actions=2).start()
    scene.links[0].answer("rubbish")
    scene.play(5, pause_ns=MS)
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(MS)
    scene.sit(1)
    scene.links[2].port.resign(scene.time.now)
    scene.play()
    assert scene.verify() == []
    entries = json.loads(scene.record())["entries"]
    first, last, few = entries[0], entries[-1], entries[1:14]
    everywhere = places([first, *few, last])
    rng = random.Random(5)
    for _ in range(500):
        edited = json.loads(json.dumps(entries))
        *path, key = rng.choice(everywhere)
        if path and path[0] == 14:
            path[0] = len(edited) - 1
        target = edited
        for step in path:
            target = target[step]
        if not path and key == 14:
            key = len(edited) - 1
        if isinstance(target, dict) and rng.random() < 0.1:
            del target[key]
        else:
            target[key] = rng.choice(ODD)
        data = [canonical(entry) for entry in edited]
        head = chain(chain_start("m1"), data)
        document = render("m1", data, head, SIGNER.public_key, SIGNER.sign("m1", head))
        findings = verify(document, [SIGNER.public_key])
        assert all(str(finding) for finding in findings)
        with suppress(RecordError):
            list(tell(read_record(document)))
