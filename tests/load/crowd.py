"""Many matches at once on short clocks: what is billed, and whose time it was.

`python -m tests.load.crowd --matches 25 50 100 200` starts a server, and for each size so many matches of
four bots with 0.2 s and 0.01 s for each decision. The bots, in processes of their own, write down when
each decision came and when they wrote the answer, by the machine's monotonic clock, which is the server's
too. From their notes and the records it is told, for each size:

- decisions per second, stalls recorded (time in which at least one clock was stopped);
- charges above the bot's own time, and by how much; and whether each of them coincides with a recorded
  stall, which was given back, as the check of the record recomputes. The bot's own time goes from the coming
  of the decision to the writing of the answer; and time in which the bot's process was held up is the bot's
  own, for its machine is its own affair, as the server's is ours;
- time-outs, and those among them that were not the bot's own: with its own time alone it would have been
  in time.

Prints a line for each size, and the whole as JSON with `--json FILE`. Exit status 1 if a time-out was not
the bot's own, more than one charge in a thousand was above the bot's own time, one was so without a stall, or
a record was refused.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import grpc
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2
from certamen_services.records.document import read_record
from certamen_services.records.verify import verify

from bench.server.throughput import certamen_server, own_times
from tests.load.hammer import hammering
from tests.load.spans import Spans

SEATS = 4
MS = 1_000_000
S = 1_000 * MS
ENDED = (match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_VOIDED)


@dataclass(frozen=True)
class Figures:
    """What came out for one size."""

    matches: int
    decisions: int
    seconds: float
    stalled_share: float
    """Share of the time in which a match ran that its clocks stood still, mean over the matches."""
    charged: int
    nonzero: int
    """Charges of more than nothing: the others were within the lag, or in a stall."""
    charged_share: float
    """What was charged, as a share of the bots' own time beyond the lag. Less than 1 if it was given back."""
    above_stamps: int
    """Charges above the time from the coming of the decision to the writing of the answer."""
    above_own: int
    """… that the bot's process, held up, does not explain either."""
    unexplained: int
    """… with which no recorded stall coincides."""
    largest_excess_ms: float
    time_outs: int
    not_own: int
    broken: int
    """Streams that broke and were opened again."""
    voided: int
    refused: int = 0
    """Records that do not verify."""
    own_median_us: float = 0.0
    """The referee's own time from reading an answer to handing over the next decision."""
    own_p99_us: float = 0.0
    asked: int = 0
    """Calls of RulesService that were answered meanwhile."""

    @property
    def sound(self) -> bool:
        """Whether what is promised held."""
        promised = self.above_own <= self.charged / 1000 and self.unexplained == 0
        return promised and self.not_own == self.voided == self.refused == 0

    def line(self) -> str:
        """For people."""
        return (
            f"{self.matches:4} matches: {self.decisions:6} decisions, {self.decisions / self.seconds:5.0f}/s,"
            f" clocks stood {self.stalled_share:4.0%}; of {self.charged} charges {self.nonzero} above 0,"
            f" in all {self.charged_share:.0%} of the bots' own time beyond the lag; {self.above_stamps} "
            f"above the bot's stamps, {self.above_own} above its own time (at most "
            f"{self.largest_excess_ms:.1f} ms), {self.unexplained} of them without a stall; "
            f"{self.time_outs} time-outs, {self.not_own} not the bot's "
            f"own; {self.broken} streams opened again; {self.voided} voided, {self.refused} records refused; "
            f"the referee's own time {self.own_median_us:.0f} µs, 99th percentile {self.own_p99_us:.0f} µs; "
            f"{self.asked} calls of the rules"
        )


def settings(game: str) -> match_pb2.MatchSettings:
    """Four seats, short clocks."""
    message = match_pb2.MatchSettings(game=game, players=SEATS)
    times = message.time_control
    times.base_ns, times.increment_ns, times.join_ns = 200 * MS, 10 * MS, 300 * S
    return message


class Bots:
    """Processes of bots.

    Args:
        server: its address.
        folder: for their notes.
        tokens: one list for each process.
        think_ms: longest pause before an answer.
    """

    def __init__(self, server: str, folder: Path, tokens: list[list[str]], think_ms: float) -> None:
        self._notes = [folder / f"notes-{at}.json" for at in range(len(tokens))]
        self._processes = []
        for notes, mine in zip(self._notes, tokens, strict=True):
            command = [sys.executable, "-m", "tests.load.crowd_bots", server, str(notes), str(think_ms)]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
            assert process.stdin is not None
            process.stdin.write("\n".join(mine))
            process.stdin.close()
            self._processes.append(process)

    def finish(self, patience: float) -> list[dict[str, Any]]:
        """Wait until they have played everything; their notes."""
        try:
            for process in self._processes:
                if process.wait(patience) != 0:
                    raise RuntimeError(f"bots ended with status {process.returncode}")
        finally:
            for process in self._processes:
                process.kill()
                process.wait()
        return [json.loads(notes.read_text()) for notes in self._notes]


def run(matches: int, processes: int, think_ms: float, game: str, askers: int = 0) -> Figures:
    """Play so many matches at once.

    Args:
        matches: how many.
        processes: of bots.
        think_ms: longest pause before an answer.
        game: its id.
        askers: connections that meanwhile ask RulesService for as much as it allows.
    """
    asked = 0
    with tempfile.TemporaryDirectory() as name, certamen_server(Path(name)) as server:
        metadata = (("authorization", f"Bearer {server.token}"),)
        with grpc.insecure_channel(server.address) as channel:
            stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
            request = arena_pb2.CreateMatchRequest(settings=settings(game))
            created = [stub.CreateMatch(request, metadata=metadata) for _ in range(matches)]
            began = time.monotonic()
            try:
                shares = _deal(created, processes)
                with hammering(server.address, askers) as hammer:
                    notes = Bots(server.address, Path(name), shares, think_ms).finish(patience=900)
                asked = hammer.answered
            except (RuntimeError, subprocess.TimeoutExpired):
                print(_complaints(Path(name) / "server.log"), file=sys.stderr)
                raise
            seconds = time.monotonic() - began
            names = [match.match.name for match in created]
            states = [
                stub.GetMatch(arena_pb2.GetMatchRequest(name=each), metadata=metadata).match for each in names
            ]
            records = [_record(stub, each, metadata) for each in names]
    assert all(match.state in ENDED for match in states)
    voided = sum(match.state != match_pb2.MATCH_STATE_FINISHED for match in states)
    entries = {name: json.loads(record)["entries"] for name, record in zip(names, records, strict=True)}
    refused = sum(bool(verify(record, [read_record(record).public_key])) for record in records)
    times = [each for record in records for each in own_times(record)]
    return replace(
        judge(entries, notes, seconds, voided),
        refused=refused,
        own_median_us=median(times) / 1e3,
        own_p99_us=quantiles(times, n=100)[98] / 1e3,
        asked=asked,
    )


def _deal(created: list[arena_pb2.CreateMatchResponse], processes: int) -> list[list[str]]:
    """Tokens for each process.

    Whole matches to a process would let its bots wait for each other, so their seats are dealt out. All join
    with their first seats before any with its last one, so that most have joined when the first match begins.
    """
    shares: list[list[str]] = [[] for _ in range(processes)]
    for seat in range(SEATS):
        for number, match in enumerate(created):
            shares[(number + seat) % processes].append(match.seat_tokens[seat].token)
    return shares


def _complaints(log: Path) -> str:
    """What is at the end of a server's log, but for what is usual."""
    lines = log.read_text(errors="replace").splitlines()
    return "\n".join([line for line in lines if "[info" not in line][-100:])


def _record(stub: Any, name: str, metadata: Any) -> bytes:
    call = stub.GetRecord(arena_pb2.GetRecordRequest(name=f"{name}/record"), metadata=metadata)
    return b"".join(piece.data for piece in call)


def judge(
    records: dict[str, list[dict[str, Any]]], notes: list[dict[str, Any]], seconds: float, voided: int
) -> Figures:
    """Compare what was charged with what the bots wrote down.

    Args:
        records: entries of all matches, by name.
        notes: of all processes of bots.
        seconds: that it all took.
        voided: matches that do not count.
    """
    stamps: dict[tuple[str, int, int], tuple[int, int, int]] = {}
    for process in notes:
        busy = Spans(process["busy"])
        for match, seat, decision, came, wrote, left in process["decisions"]:
            stamps[match, seat, decision] = (came, wrote, left)
            stamps[match, seat, -decision] = (busy.overlap(came - _reach(busy, came), came), 0, 0)
    charged = nonzero = charged_ns = own_ns = above_stamps = above_own = unexplained = time_outs = not_own = (
        decisions
    ) = 0
    excess_ns = 0
    still: list[float] = []
    for match, entries in records.items():
        lag = entries[0]["time"]["lag_ns"]
        stalls = Spans(sorted((e["from_ns"], e["to_ns"]) for e in entries if e["type"] == "stall"))
        for entry in entries:
            if entry["type"] == "action" and entry["by"] == "seat":
                decisions += 1
                came, wrote, _ = stamps[match, entry["seat"], entry["decision"]]
                if entry["decision"] > 1:  # the first is not charged
                    charged += 1
                    nonzero += entry["charged_ns"] > 0
                    charged_ns += entry["charged_ns"]
                    own_ns += max(0, wrote - came - lag)
                    over = entry["charged_ns"] - (wrote - came)
                    above_stamps += over > 0
                    over -= stamps[match, entry["seat"], -entry["decision"]][0]
                    above_own += over > 0
                    unexplained += over > 0 and not stalls.overlap(entry["queued_ns"], entry["read_ns"])
                    excess_ns = max(excess_ns, over)
            elif entry["type"] == "fault":
                time_outs += entry["cause"] == "time_out"
                not_own += not _is_own(entry, match, stamps, lag)
        still.append(_stood_still(entries, stalls))
    return Figures(
        matches=len(records),
        decisions=decisions,
        seconds=seconds,
        stalled_share=sum(still) / len(still),
        charged=charged,
        nonzero=nonzero,
        charged_share=charged_ns / own_ns if own_ns else 0.0,
        above_stamps=above_stamps,
        above_own=above_own,
        unexplained=unexplained,
        largest_excess_ms=excess_ns / MS,
        time_outs=time_outs,
        not_own=not_own,
        broken=sum(process["broken"] for process in notes),
        voided=voided,
    )


def _reach(busy: Spans, at: int) -> int:
    """How far back from an instant its process had been held up without a pause worth the name."""
    return at - busy.begin_of(at, gap=2 * MS)


def _is_own(
    fault: dict[str, Any],
    match: str,
    stamps: dict[tuple[str, int, int], tuple[int, int, int]],
    lag: int,
) -> bool:
    """Whether a time-out was the bot's own: its own time alone was more than it had."""
    late = fault["decision"]
    if (match, fault["seat"], late) not in stamps:
        return False
    came, wrote, left = stamps[match, fault["seat"], late]
    return wrote - came + stamps[match, fault["seat"], -late][0] > left - lag


def _stood_still(entries: list[dict[str, Any]], stalls: Spans) -> float:
    """Share of the time from the start to the end of a match in which clocks stood still."""
    begin: int = next(entry["at_ns"] for entry in entries if entry["type"] == "started")
    end: int = entries[-1]["at_ns"]
    return stalls.overlap(begin, end) / (end - begin)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="+", default=[25, 50, 100, 200], help="sizes")
    parser.add_argument("--processes", type=int, default=4, help="processes of bots")
    parser.add_argument("--think-ms", type=float, default=40.0, help="longest pause before an answer")
    parser.add_argument("--game", default="juwelen", help="what is played, with four seats")
    parser.add_argument("--askers", type=int, default=0, help="connections that keep RulesService busy")
    parser.add_argument("--json", type=Path, help="file for the figures")
    arguments = parser.parse_args()
    figures = []
    for matches in arguments.matches:
        figures.append(
            run(matches, arguments.processes, arguments.think_ms, arguments.game, arguments.askers)
        )
        print(figures[-1].line(), flush=True)
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(each) for each in figures], indent=1) + "\n")
    sys.exit(not all(each.sound for each in figures))


if __name__ == "__main__":
    main()
