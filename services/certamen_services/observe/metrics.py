"""The metrics, made from what is known when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from certamen_services.observe.observatory import Observatory
from certamen_services.referee.tally import Histogram
from certamen_services.referee.terms import MatchState
from certamen_services.referee.vigil import StallSource
from certamen_services.wire.registry import GAMES

__all__ = ["MetricsCollector"]


class MetricsCollector(Collector):
    """All metrics of a server. Labels are of closed sets: games, states, causes, reasons, methods.

    It is asked in a thread of its own; what it reads are plain numbers, which it copies first.

    Args:
        observatory: where to read.
    """

    def __init__(self, observatory: Observatory) -> None:
        self._seen = observatory

    def collect(self) -> Iterator[Metric]:
        """Read everything now."""
        yield from self._played()
        yield from self._times()
        yield from self._load()
        yield from self._calls()

    def _played(self) -> Iterator[Metric]:
        seen, tally = self._seen, self._seen.tally
        matches = GaugeMetricFamily("certamen_matches", "Matches that wait or run.", labels=("game", "state"))
        present = seen.matches()
        for game in sorted(GAMES):
            for state in (MatchState.WAITING, MatchState.RUNNING):
                matches.add_metric((game, state.value), present[game, state])
        yield matches
        ended = CounterMetricFamily("certamen_matches_ended", "Matches ended.", labels=("game", "cause"))
        for (game, cause), count in dict(tally.ended).items():
            ended.add_metric((game, cause), count)
        yield ended
        decisions = "Answers of bots that were taken."
        yield _counter("certamen_decisions", decisions, "game", dict(tally.decisions))
        yield _counter("certamen_acts_rejected", "Acts refused.", "reason", dict(tally.rejected))
        yield _counter("certamen_faults", "Faults of seats.", "cause", dict(tally.faults))

    def _times(self) -> Iterator[Metric]:
        tally = self._seen.tally
        own = "The referee's own time for an answer: rules, clocks, journal, telling."
        yield _histogram("certamen_referee_seconds", own, tally.referee)
        yield _histogram("certamen_think_seconds", "Time that answers were charged.", tally.think)
        handed = "From a decision being ready until the transport had taken it."
        yield _histogram("certamen_handover_seconds", handed, tally.handover)
        commits = HistogramMetricFamily(
            "certamen_commit_seconds", "Transactions of the database.", labels=("writer",)
        )
        for writer, histogram in self._seen.commits.items():
            _add(commits, (writer,), histogram)
        yield commits

    def _load(self) -> Iterator[Metric]:
        seen = self._seen
        counts = {source.value: seen.vigil.counts[source] for source in StallSource}
        lost = {source.value: seen.vigil.lost_ns[source] / 1e9 for source in StallSource}
        yield _counter("certamen_stalls", "Times in which the referee was held up.", "source", counts)
        yield _counter("certamen_stalled_seconds", "How long it was held up.", "source", lost)
        back = CounterMetricFamily(
            "certamen_given_back_seconds", "Time by which clocks stood still for stalls, over all matches."
        )
        back.add_metric((), seen.tally.given_back_ns / 1e9)
        yield back
        streams, waiting = seen.streams.count, seen.streams.waiting
        yield GaugeMetricFamily("certamen_play_streams", "Play streams that are open.", streams)
        yield GaugeMetricFamily("certamen_queued_messages", "Messages that wait for bots to read.", waiting)
        backlog = "Changes that wait for the database's thread."
        yield GaugeMetricFamily("certamen_database_backlog", backlog, seen.arena.backlog)
        started = seen.started.timestamp()
        yield GaugeMetricFamily("certamen_start_time_seconds", "When the server started.", started)

    def _calls(self) -> Iterator[Metric]:
        meter = self._seen.calls
        calls = CounterMetricFamily(
            "certamen_calls", "Calls that ended.", labels=("service", "method", "status")
        )
        for labels, count in dict(meter.calls).items():
            calls.add_metric(labels, count)
        yield calls
        times = HistogramMetricFamily(
            "certamen_call_seconds", "How long calls lasted.", labels=("service", "method")
        )
        for labels2, histogram in dict(meter.times).items():
            _add(times, labels2, histogram)
        yield times


def _counter(name: str, text: str, label: str, counts: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(name, text, labels=(label,))
    for value, count in counts.items():
        family.add_metric((value,), count)
    return family


def _histogram(name: str, text: str, histogram: Histogram) -> Metric:
    family = HistogramMetricFamily(name, text)
    _add(family, (), histogram)
    return family


def _add(family: HistogramMetricFamily, labels: tuple[str, ...], histogram: Histogram) -> None:
    counts, total = list(histogram.counts), histogram.total_ns
    seen, buckets = 0, []
    for bound, count in zip((*map(str, histogram.bounds), "+Inf"), counts, strict=True):
        seen += count
        buckets.append((bound, float(seen)))
    family.add_metric(labels, buckets, total / 1e9)
