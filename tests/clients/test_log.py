from __future__ import annotations

import io
import logging

from certamen_client.log import BoundedHandler


def test_the_log_ends_at_its_limit():
    stream = io.StringIO()
    logger = logging.getLogger("bounded")
    logger.propagate = False
    logger.addHandler(BoundedHandler(stream, limit=1000, line_limit=200))
    for _ in range(100):
        logger.warning("x" * 10_000)
    assert len(stream.getvalue()) < 1400
    assert stream.getvalue().endswith("the log is full; nothing more is written\n")
