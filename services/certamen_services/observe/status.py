"""The status of this server as a message."""

from __future__ import annotations

import os

from certamen.v1 import operations_pb2

from certamen_services.observe.observatory import Observatory
from certamen_services.referee.terms import MatchState
from certamen_services.version import version
from certamen_services.wire.times import timestamp

__all__ = ["status_to_proto"]


def status_to_proto(seen: Observatory) -> operations_pb2.ServerStatus:
    """How the server fares now."""
    tally, present = seen.tally, seen.matches()
    return operations_pb2.ServerStatus(
        version=version(),
        pid=os.getpid(),
        start_time=timestamp(seen.started),
        uptime_ns=seen.uptime_ns,
        games=[
            operations_pb2.GameStatus(
                game=game,
                waiting=present[game, MatchState.WAITING],
                running=present[game, MatchState.RUNNING],
            )
            for game in sorted({game for game, _ in present})
        ],
        decisions=tally.decisions.total(),
        referee_median_ns=tally.referee.quantile_ns(0.5),
        referee_p99_ns=tally.referee.quantile_ns(0.99),
        rejected=tally.rejected,
        stalls=seen.vigil.total,
        stalled_ns=seen.vigil.lost_ns.total(),
        play_streams=seen.streams.count,
        queued_messages=seen.streams.waiting,
        database_backlog=seen.arena.backlog,
    )
