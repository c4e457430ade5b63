"""A plugin for pytest: legal actions take six times their time."""

from __future__ import annotations

import certamen_core as cc

from bench import test_core

_legal_actions = test_core.CALLS["legal_actions"]


def _slowed(state: cc.State) -> object:
    for _ in range(5):
        _legal_actions(state)
    return _legal_actions(state)


test_core.CALLS["legal_actions"] = _slowed
