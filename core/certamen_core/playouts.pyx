"""Random playouts and perft, written once against the table of C functions; they run without the GIL."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from certamen_core.bits cimport lowest32
from certamen_core.engine cimport Game, State
from certamen_core.randomness cimport PlayRandom, random_bounded, random_bytes, random_seed
from certamen_core.table cimport MAX_LEGAL, MAX_SEATS, GameConfig, GameTable, StateHead

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from operator import add

__all__ = ["PlayoutResult", "perft", "playout_scores", "playouts"]

CHUNK = 2048       # playouts between two looks at the GIL, so that Ctrl-C works
SHARES = 16        # chunks for each of several threads, so that none is left with much to do when others are done


@dataclass(frozen=True, slots=True)
class PlayoutResult:
    """Totals of many playouts; `+` joins the results of several runs of one game exactly.

    Attributes:
        games: number of playouts.
        decisions: decisions taken in all of them.
        longest: decisions of the longest one.
        total_scores: sum of scores by seat, in the game's own points.
        total_placements: sum of places by seat (1 is best).
        total_better: by seat, how many other seats had a worse place, less those that had a better one.
    """

    games: int
    decisions: int
    longest: int
    total_scores: tuple
    total_placements: tuple
    total_better: tuple

    @property
    def mean_scores(self) -> tuple:
        """Mean score by seat."""
        return tuple(total / self.games for total in self.total_scores)

    @property
    def mean_placements(self) -> tuple:
        """Mean place by seat."""
        return tuple(total / self.games for total in self.total_placements)

    @property
    def mean_returns(self) -> tuple:
        """Mean of `State.returns()` by seat."""
        others = len(self.total_better) - 1
        return tuple(total / (self.games * others) for total in self.total_better)

    def __add__(self, other) -> "PlayoutResult":
        if not isinstance(other, PlayoutResult):
            return NotImplemented
        return PlayoutResult(
            self.games + other.games,
            self.decisions + other.decisions,
            max(self.longest, other.longest),
            add_up(self.total_scores, other.total_scores),
            add_up(self.total_placements, other.total_placements),
            add_up(self.total_better, other.total_better),
        )


def add_up(one, other) -> tuple:
    """Sums by seat. Raises ValueError if the seats are not as many."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


cdef struct Sums:
    # Integers only: the order of adding does not matter, so any number of threads gives the same.
    int64_t games
    int64_t decisions
    int64_t longest
    int64_t scores[MAX_SEATS]
    int64_t placements[MAX_SEATS]
    int64_t better[MAX_SEATS]        # other seats with a worse place, less those with a better one


cdef void run(
    const GameTable* table, const GameConfig* config, const void* begin, uint64_t seed,
    uint64_t first, uint64_t last, void* state, Sums* sums, int32_t* rows,
) noexcept nogil:
    """Play the playouts numbered first … last-1, each with choices (and deal) of its own number.

    Where `rows` is not NULL, it receives the scores by seat of one playout after the other.
    """
    cdef uint32_t[MAX_LEGAL] codes
    cdef int32_t[MAX_SEATS] scores
    cdef int32_t[MAX_SEATS] placements
    cdef StateHead* head = <StateHead*>state
    cdef PlayRandom rng
    cdef uint64_t number
    cdef int64_t decisions
    cdef int seat, other, count
    for number in range(first, last):
        random_seed(&rng, seed, number)
        if begin != NULL:
            memcpy(state, begin, table.state_size)
        else:
            memset(state, 0, table.state_size)
            random_bytes(&rng, head.seed, 32)
            table.start(state, config, NULL)
        decisions = 0
        while head.acting:
            seat = lowest32(head.acting)
            count = table.legal(state, seat, codes)
            table.apply(state, seat, codes[random_bounded(&rng, count)], NULL)
            decisions += 1
        table.result(state, scores, placements)
        sums.games += 1
        sums.decisions += decisions
        if decisions > sums.longest:
            sums.longest = decisions
        if rows != NULL:
            memcpy(rows, scores, config.players * sizeof(int32_t))
            rows += config.players
        for seat in range(config.players):
            sums.scores[seat] += scores[seat]
            sums.placements[seat] += placements[seat]
            for other in range(config.players):
                sums.better[seat] += placements[other] > placements[seat]
                sums.better[seat] -= placements[other] < placements[seat]


cdef class Runner:
    """One task: which playouts to run from where."""

    cdef Game game
    cdef State begin
    cdef uint64_t seed

    def __init__(self, Game game, begin, seed) -> None:
        self.game = game
        self.begin = begin
        self.seed = seed

    def chunk(self, uint64_t first, uint64_t last, int32_t[:, ::1] scores) -> PlayoutResult:
        """Run the playouts numbered first … last-1.

        Where `scores` is an array, its rows receive the scores of one playout after the other.
        """
        cdef int32_t* rows = NULL
        cdef Sums sums
        cdef void* state = malloc(self.game.table.state_size)
        cdef const void* begin = NULL
        cdef int seat
        if state == NULL:
            raise MemoryError
        if self.begin is not None:
            begin = self.begin.data
        if scores is not None:
            rows = &scores[0, 0]
        memset(&sums, 0, sizeof(sums))
        with nogil:
            run(&self.game.table, &self.game.config, begin, self.seed, first, last, state, &sums, rows)
        free(state)
        n = self.game.num_players
        return PlayoutResult(
            sums.games,
            sums.decisions,
            sums.longest,
            tuple([sums.scores[seat] for seat in range(n)]),
            tuple([sums.placements[seat] for seat in range(n)]),
            tuple([sums.better[seat] for seat in range(n)]),
        )


def run_all(game_or_state, n, seed, threads, first, scores) -> tuple:
    """Run all playouts; returns the results of all chunks and, if asked for, the array of scores."""
    if isinstance(game_or_state, State):
        game, begin = game_or_state.game, game_or_state.clone()
    elif isinstance(game_or_state, Game):
        game, begin = game_or_state, None
    else:
        raise TypeError(f"playouts want a Game or a State, not {type(game_or_state).__name__}")
    for name, value, low, high in (
        ("n", n, 1, 2**62), ("seed", seed, 0, 2**64 - 1), ("threads", threads, 1, 1024), ("first", first, 0, 2**62),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{name} must be an integer in {low} … {high}, not {value!r}")
    rows = None
    if scores:
        import numpy as np  # when first needed: it takes longer than all the rest of this package

        rows = np.empty((n, game.num_players), dtype=np.int32)
    runner = Runner(game, begin, seed)
    size = CHUNK if threads == 1 else min(CHUNK, -(-n // (threads * SHARES)))

    def chunk(at):
        until = min(at + size, n)
        return runner.chunk(first + at, first + until, None if rows is None else rows[at:until])

    if threads == 1:
        return [chunk(at) for at in range(0, n, size)], rows
    pool = ThreadPoolExecutor(threads)
    try:
        return list(pool.map(chunk, range(0, n, size))), rows
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl-C what has not begun never will


def playouts(game_or_state, n, seed, threads=1, first=0) -> PlayoutResult:
    """Play n games at random, uniformly over all legal actions, without the GIL.

    Args:
        game_or_state: a `Game` (each playout has a new deal, which is part of it) or a `State` (each goes on
            from it; chance still to come is as the state's own seed has it).
        n: number of playouts, at least 1.
        seed: int in 0 … 2^64 - 1; together with the playout's number it decides everything.
        threads: worker threads, at least 1; the result is the same for any number of them.
        first: number of the first playout. The sum of the results of n playouts and of m from number n on is the
            result of n + m, so a long run can be cut into pieces.

    Raises:
        ValueError: a number is out of range.
        TypeError: the first argument is neither a game nor a state.
    """
    return reduce(add, run_all(game_or_state, n, seed, threads, first, scores=False)[0])


def playout_scores(game_or_state, n, seed, threads=1, first=0):
    """Play n games at random as `playouts` does; return every score.

    Args:
        game_or_state: see `playouts`.
        n: number of playouts, at least 1.
        seed: see `playouts`.
        threads: see `playouts`.
        first: see `playouts`.

    Returns:
        int32 array (n, seats): row i is playout number first + i.

    Raises:
        ValueError: a number is out of range.
        TypeError: the first argument is neither a game nor a state.
    """
    return run_all(game_or_state, n, seed, threads, first, scores=True)[1]


cdef uint64_t count_leaves(const GameTable* table, char* states, int depth) noexcept nogil:
    """Leaves `depth` decisions below the first of the states laid out one after the other."""
    cdef uint32_t[MAX_LEGAL] codes
    cdef StateHead* head = <StateHead*>states
    cdef char* child = states + table.state_size
    cdef uint64_t leaves = 0
    cdef int seat, count, i
    if depth == 0 or head.acting == 0:
        return 1
    seat = lowest32(head.acting)
    count = table.legal(states, seat, codes)
    if depth == 1:
        return count
    for i in range(count):
        memcpy(child, states, table.state_size)
        table.apply(child, seat, codes[i], NULL)
        leaves += count_leaves(table, child, depth - 1)
    return leaves


def perft(State state not None, depth) -> int:
    """Count the leaves `depth` decisions below a state.

    Of several acting seats the lowest decides first; a state that is over before the depth is one leaf.

    Args:
        state: where to begin; it is not changed.
        depth: decisions, 0 … 40.

    Raises:
        ValueError: the depth is out of range.
    """
    cdef uint64_t leaves
    cdef int levels
    cdef char* states
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= 40:
        raise ValueError(f"depth must be an integer in 0 … 40, not {depth!r}")
    levels = depth
    states = <char*>malloc(<size_t>(levels + 1) * state.game.table.state_size)
    if states == NULL:
        raise MemoryError
    memcpy(states, state.data, state.game.table.state_size)
    with nogil:
        leaves = count_leaves(&state.game.table, states, levels)
    free(states)
    return leaves
