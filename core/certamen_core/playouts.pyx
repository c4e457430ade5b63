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

__all__ = ["PlayoutResult", "perft", "playout_scores", "playouts"]

CHUNK = 2048       # playouts between two looks at the GIL, so that Ctrl-C works


@dataclass(frozen=True, slots=True)
class PlayoutResult:
    """Totals of many playouts.

    Attributes:
        games: number of playouts.
        decisions: decisions taken in all of them.
        longest: decisions of the longest one.
        total_scores: sum of scores by seat.
        mean_scores: mean score by seat, in the game's own points.
        mean_placements: mean place by seat (1 is best).
        mean_returns: mean of `State.returns()` by seat.
    """

    games: int
    decisions: int
    longest: int
    total_scores: tuple
    mean_scores: tuple
    mean_placements: tuple
    mean_returns: tuple


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

    def chunk(self, uint64_t first, uint64_t last, int32_t[:, ::1] scores) -> tuple:
        """Run the playouts numbered first … last-1; returns the sums as Python integers.

        Where `scores` is an array, row i receives the scores of playout number i.
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
            rows = &scores[first, 0]
        memset(&sums, 0, sizeof(sums))
        with nogil:
            run(&self.game.table, &self.game.config, begin, self.seed, first, last, state, &sums, rows)
        free(state)
        n = self.game.num_players
        return (
            sums.games,
            sums.decisions,
            sums.longest,
            [sums.scores[seat] for seat in range(n)],
            [sums.placements[seat] for seat in range(n)],
            [sums.better[seat] for seat in range(n)],
        )


def run_all(game_or_state, n, seed, threads, scores) -> tuple:
    """Run all playouts; returns the game and the sums of every chunk."""
    if isinstance(game_or_state, State):
        game, begin = game_or_state.game, game_or_state.clone()
    elif isinstance(game_or_state, Game):
        game, begin = game_or_state, None
    else:
        raise TypeError(f"playouts want a Game or a State, not {type(game_or_state).__name__}")
    for name, value, low, high in (("n", n, 1, 2**62), ("seed", seed, 0, 2**64 - 1), ("threads", threads, 1, 1024)):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{name} must be an integer in {low} … {high}, not {value!r}")
    rows = None
    if scores:
        import numpy as np  # when first needed: it takes longer than all the rest of this package

        rows = np.empty((n, game.num_players), dtype=np.int32)
    runner = Runner(game, begin, seed)
    size = min(CHUNK, -(-n // threads))
    spans = [(first, min(first + size, n)) for first in range(0, n, size)]
    if threads == 1:
        return game, [runner.chunk(*span, rows) for span in spans], rows
    with ThreadPoolExecutor(threads) as pool:
        return game, list(pool.map(lambda span: runner.chunk(*span, rows), spans)), rows


def playouts(game_or_state, n, seed, threads=1) -> PlayoutResult:
    """Play n games at random, uniformly over all legal actions, without the GIL.

    Args:
        game_or_state: a `Game` (each playout has a new deal, which is part of it) or a `State` (each goes on
            from it; chance still to come is as the state's own seed has it).
        n: number of playouts, at least 1.
        seed: int in 0 … 2^64 - 1; together with the playout's number it decides everything.
        threads: worker threads, at least 1; the result is the same for any number of them.

    Raises:
        ValueError: a number is out of range.
        TypeError: the first argument is neither a game nor a state.
    """
    game, parts, _ = run_all(game_or_state, n, seed, threads, scores=False)
    scores, places, better = ([sum(column) for column in zip(*(part[i] for part in parts))] for i in (3, 4, 5))
    others = game.num_players - 1
    return PlayoutResult(
        games=n,
        decisions=sum(part[1] for part in parts),
        longest=max(part[2] for part in parts),
        total_scores=tuple(scores),
        mean_scores=tuple(total / n for total in scores),
        mean_placements=tuple(total / n for total in places),
        mean_returns=tuple(total / (n * others) for total in better),
    )


def playout_scores(game_or_state, n, seed, threads=1):
    """Play n games at random as `playouts` does; return every score.

    Args:
        game_or_state: see `playouts`.
        n: number of playouts, at least 1.
        seed: see `playouts`.
        threads: see `playouts`.

    Returns:
        int32 array (n, seats): row i is playout number i.

    Raises:
        ValueError: a number is out of range.
        TypeError: the first argument is neither a game nor a state.
    """
    return run_all(game_or_state, n, seed, threads, scores=True)[2]


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
