"""Many states of one game at once, from Python without the GIL, with NumPy arrays in and out.

State number i of a batch plays an endless row of games. Deals and random choices come from two generators of
its own, seeded by (seed, i), so what it plays depends neither on the size of the batch nor on the threads.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from certamen_core.bits cimport lowest32
from certamen_core.engine cimport Game, State
from certamen_core.randomness cimport PlayRandom, random_bounded, random_bytes, random_seed
from certamen_core.table cimport MAX_LEGAL, TERMINAL_PLAYER, StateHead

from concurrent.futures import ThreadPoolExecutor

from certamen_core.errors import IllegalAction

__all__ = ["Batch"]

cdef enum:
    DEALS = 0            # streams of a state's two generators
    CHOICES = 1


cdef object numpy():
    """NumPy, imported when first needed: it takes longer than all the rest of this package."""
    import numpy

    return numpy


cdef struct CodeBuffer:
    # Legal actions of a part of the batch, one state after the other; grows, never shrinks.
    uint32_t* codes
    int64_t   used
    int64_t   capacity


cdef bint reserve(CodeBuffer* buffer, int64_t more) noexcept nogil:
    """Make room for so many more codes; false if there is no memory."""
    cdef int64_t wanted = buffer.used + more
    cdef void* grown
    if wanted <= buffer.capacity:
        return True
    wanted *= 2
    grown = realloc(buffer.codes, <size_t>wanted * sizeof(uint32_t))
    if grown == NULL:
        return False
    buffer.codes = <uint32_t*>grown
    buffer.capacity = wanted
    return True


cdef class Batch:
    """n states of a game that move together; a finished one begins its next game by itself.

    Args:
        game: rules and options.
        n: number of states, at least 1.
        seed: int in 0 … 2^64 - 1; decides all deals and all choices of `choose`.
        threads: worker threads, at least 1; results are the same for any number.
        auto_reset: deal anew as soon as a game is over; otherwise it stays over (acting seat -4).

    Raises:
        ValueError: a number is out of range.
    """

    cdef Game game_rules
    cdef char* states                 # n structs, one after the other
    cdef PlayRandom* randoms          # two per state: deals, choices
    cdef CodeBuffer* buffers          # one per part
    cdef Py_ssize_t count
    cdef Py_ssize_t parts
    cdef bint auto_reset
    cdef object pool
    cdef object score_array
    cdef object placement_array
    cdef object finished_array

    def __cinit__(self, Game game not None, n, seed=0, threads=1, auto_reset=True):
        limits = (("n", n, 1, 2**24), ("seed", seed, 0, 2**64 - 1), ("threads", threads, 1, 1024))
        for name, value, low, high in limits:
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise ValueError(f"{name} must be an integer in {low} … {high}, not {value!r}")
        self.game_rules = game
        self.count = n
        self.parts = min(threads, n)
        self.auto_reset = auto_reset
        self.states = <char*>malloc(self.count * game.table.state_size)
        self.randoms = <PlayRandom*>malloc(2 * self.count * sizeof(PlayRandom))
        self.buffers = <CodeBuffer*>malloc(self.parts * sizeof(CodeBuffer))
        if self.states == NULL or self.randoms == NULL or self.buffers == NULL:
            raise MemoryError
        memset(self.buffers, 0, self.parts * sizeof(CodeBuffer))
        self.pool = ThreadPoolExecutor(self.parts) if self.parts > 1 else None
        self.score_array = numpy().zeros((n, game.num_players), dtype=numpy().int32)
        self.placement_array = numpy().zeros((n, game.num_players), dtype=numpy().int32)
        self.finished_array = numpy().zeros(n, dtype=numpy().int64)
        self.reset(seed)

    def __dealloc__(self):
        cdef Py_ssize_t part
        if self.buffers != NULL:
            for part in range(self.parts):
                free(self.buffers[part].codes)
        free(self.buffers)
        free(self.randoms)
        free(self.states)

    def __len__(self) -> int:
        return self.count

    @property
    def game(self) -> Game:
        """The rules that all states follow."""
        return self.game_rules

    @property
    def scores(self):
        """int32 array (n, seats): scores of the last game that each state finished; zeros before."""
        return self.score_array

    @property
    def placements(self):
        """int32 array (n, seats): placements of the last game that each state finished; zeros before."""
        return self.placement_array

    @property
    def games_finished(self):
        """int64 array (n): games that each state has finished."""
        return self.finished_array

    def reset(self, seed) -> None:
        """Start all states anew from a seed.

        Raises:
            ValueError: the seed is no int in 0 … 2^64 - 1.
        """
        cdef Py_ssize_t i
        cdef uint64_t number
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise ValueError(f"seed must be an integer in 0 … 2^64 - 1, not {seed!r}")
        number = seed
        with nogil:
            for i in range(self.count):
                random_seed(&self.randoms[2 * i + DEALS], number, 2 * i + DEALS)
                random_seed(&self.randoms[2 * i + CHOICES], number, 2 * i + CHOICES)
                self.deal(i)
        self.score_array[:] = 0
        self.placement_array[:] = 0
        self.finished_array[:] = 0

    def state(self, index) -> State:
        """Return a copy of one state.

        Raises:
            IndexError: there is no such state.
        """
        cdef State copy
        cdef Py_ssize_t i = self.check_index(index)
        copy = self.game_rules.new_state()
        memcpy(copy.data, self.at(i), self.game_rules.table.state_size)
        return copy

    def set_state(self, index, State state not None) -> None:
        """Put a copy of a state into the batch.

        Raises:
            IndexError: there is no such state.
            ValueError: the state is of another game.
        """
        cdef Py_ssize_t i = self.check_index(index)
        if state.game != self.game_rules:
            raise ValueError(f"state must be of {self.game_rules!r}, not of {state.game!r}")
        memcpy(self.at(i), state.data, self.game_rules.table.state_size)

    def acting_seats(self, out=None):
        """Return int8 array (n): the lowest seat that owes a decision, -4 where the game is over.

        Args:
            out: array to fill, made if not given.
        """
        cdef int8_t[::1] seats
        cdef Py_ssize_t i
        cdef StateHead* head
        array = fitting(out, self.count, numpy().int8, "out")
        seats = array
        with nogil:
            for i in range(self.count):
                head = <StateHead*>self.at(i)
                seats[i] = lowest32(head.acting) if head.acting else TERMINAL_PLAYER
        return array

    def legal_actions(self, codes=None, offsets=None):
        """Return the legal actions of the acting seats as a ragged array.

        Args:
            codes: uint32 array to fill, made if not given.
            offsets: int64 array (n + 1) to fill, made if not given.

        Returns:
            (codes, offsets): those of state i, ascending, are ``codes[offsets[i]:offsets[i + 1]]`` (none where
            the game is over). ``codes`` is cut to the number of codes.

        Raises:
            ValueError: an array has the wrong type or length, or ``codes`` is too short (nothing is written
                to it then; the message says what it must hold).
        """
        cdef int64_t[::1] ends
        cdef uint32_t[::1] filled
        cdef Py_ssize_t part
        cdef int64_t at = 0
        offset_array = fitting(offsets, self.count + 1, numpy().int64, "offsets")
        ends = offset_array
        self._in_parts(self._list_part, offset_array)
        for part in range(self.parts):
            at += self.buffers[part].used
        if codes is None:
            codes = numpy().empty(at, dtype=numpy().uint32)
        check_array(codes, numpy().uint32, "codes")
        if len(codes) < at:
            raise ValueError(f"codes must hold at least {at} entries, not {len(codes)}")
        if at:
            filled = codes
            at = 0
            for part in range(self.parts):
                if self.buffers[part].used:      # a last part that is over begins behind the end
                    memcpy(&filled[at], self.buffers[part].codes, self.buffers[part].used * sizeof(uint32_t))
                    at += self.buffers[part].used
        numpy().cumsum(offset_array, out=offset_array)
        return codes[:at], offset_array

    def choose(self, out=None):
        """Return uint32 array (n): a uniformly random legal action each, from each state's own generator.

        Args:
            out: array to fill, made if not given; 0 where the game is over.
        """
        array = fitting(out, self.count, numpy().uint32, "out")
        self._in_parts(self._choose_part, array)
        return array

    def apply_actions(self, actions, done=None):
        """Take one action in every state, for its lowest acting seat.

        Args:
            actions: uint32 array (n); ignored where the game is over.
            done: bool array (n) to fill, made if not given.

        Returns:
            ``done``: where this action ended a game. Its result is in `scores` and `placements`.

        Raises:
            IllegalAction: an action is not legal; the message names the state, and no state has moved.
            ValueError: an array has the wrong type or length.
        """
        cdef uint32_t[::1] codes
        cdef Py_ssize_t bad
        check_array(actions, numpy().uint32, "actions")
        if len(actions) != self.count:
            raise ValueError(f"actions must have {self.count} entries, not {len(actions)}")
        flags = fitting(done, self.count, numpy().bool_, "done")
        bad = min(self._in_parts(self._check_part, actions))
        if bad < self.count:
            codes = actions
            known = self.game_rules.table.well_formed(codes[bad])
            text = self.game_rules.action_to_string(codes[bad]) if known else codes[bad]
            raise IllegalAction("NOT_LEGAL" if known else "MALFORMED", f"state {bad}: {text!r}")
        self._in_parts(self._apply_part, (actions, flags))
        return flags

    cdef inline char* at(self, Py_ssize_t i) noexcept nogil:
        return self.states + i * self.game_rules.table.state_size

    cdef void deal(self, Py_ssize_t i) noexcept nogil:
        """Begin the next game of a state."""
        cdef StateHead* head = <StateHead*>self.at(i)
        memset(head, 0, self.game_rules.table.state_size)
        random_bytes(&self.randoms[2 * i + DEALS], head.seed, 32)
        self.game_rules.table.start(head, &self.game_rules.config, NULL)

    cdef Py_ssize_t check_index(self, object index) except -1:
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < self.count:
            raise IndexError(f"index must be an integer in 0 … {self.count - 1}, not {index!r}")
        return index

    def _in_parts(self, work, argument) -> list:
        """Run a piece of work on every part of the batch."""
        bounds = [part * self.count // self.parts for part in range(self.parts + 1)]
        spans = list(zip(range(self.parts), bounds, bounds[1:]))
        if self.pool is None:
            return [work(*spans[0], argument)]
        return list(self.pool.map(lambda span: work(*span, argument), spans))

    def _list_part(self, Py_ssize_t part, Py_ssize_t first, Py_ssize_t last, argument) -> None:
        """Fill one part's buffer with legal actions and note their numbers."""
        cdef int64_t[::1] counts = argument
        cdef CodeBuffer* buffer = &self.buffers[part]
        cdef Py_ssize_t i
        cdef StateHead* head
        cdef int64_t n = 0
        if first == 0:
            counts[0] = 0
        with nogil:
            buffer.used = 0
            for i in range(first, last):
                head = <StateHead*>self.at(i)
                n = 0
                if head.acting:
                    if not reserve(buffer, self.game_rules.max_legal_actions):
                        break
                    n = self.game_rules.table.legal(head, lowest32(head.acting), buffer.codes + buffer.used)
                    buffer.used += n
                counts[i + 1] = n
            else:
                n = -1
        if n >= 0:
            raise MemoryError

    def _choose_part(self, Py_ssize_t part, Py_ssize_t first, Py_ssize_t last, argument) -> None:
        """Choose for one part."""
        cdef uint32_t[::1] chosen = argument
        cdef uint32_t[MAX_LEGAL] codes
        cdef Py_ssize_t i
        cdef StateHead* head
        cdef int n
        with nogil:
            for i in range(first, last):
                head = <StateHead*>self.at(i)
                chosen[i] = 0
                if head.acting:
                    n = self.game_rules.table.legal(head, lowest32(head.acting), codes)
                    chosen[i] = codes[random_bounded(&self.randoms[2 * i + CHOICES], n)]

    def _check_part(self, Py_ssize_t part, Py_ssize_t first, Py_ssize_t last, argument) -> int:
        """Return the first state of one part whose action is not legal, else n."""
        cdef const uint32_t[::1] actions = argument
        cdef Py_ssize_t i, bad = self.count
        cdef StateHead* head
        with nogil:
            for i in range(first, last):
                head = <StateHead*>self.at(i)
                if head.acting and not self.game_rules.table.is_legal(head, lowest32(head.acting), actions[i]):
                    bad = i
                    break
        return bad

    def _apply_part(self, Py_ssize_t part, Py_ssize_t first, Py_ssize_t last, argument) -> None:
        """Move one part."""
        cdef const uint32_t[::1] actions = argument[0]
        cdef uint8_t[::1] done = argument[1].view(numpy().uint8)
        cdef int32_t[:, ::1] scores = self.score_array
        cdef int32_t[:, ::1] placements = self.placement_array
        cdef int64_t[::1] finished = self.finished_array
        cdef Py_ssize_t i
        cdef StateHead* head
        with nogil:
            for i in range(first, last):
                head = <StateHead*>self.at(i)
                done[i] = 0
                if head.acting == 0:
                    continue
                self.game_rules.table.apply(head, lowest32(head.acting), actions[i], NULL)
                if head.acting == 0:
                    done[i] = 1
                    finished[i] += 1
                    self.game_rules.table.result(head, &scores[i, 0], &placements[i, 0])
                    if self.auto_reset:
                        self.deal(i)


cdef object check_array(object array, object dtype, str name):
    """Refuse anything but a contiguous one-dimensional array of a type."""
    if not isinstance(array, numpy().ndarray) or array.dtype != dtype or array.ndim != 1 or not array.flags.c_contiguous:
        raise ValueError(f"{name} must be a contiguous one-dimensional {numpy().dtype(dtype).name} array")


cdef object fitting(object array, Py_ssize_t length, object dtype, str name):
    """The caller's array if it fits, or a new one."""
    if array is None:
        return numpy().empty(length, dtype=dtype)
    check_array(array, dtype, name)
    if len(array) != length or not array.flags.writeable:
        raise ValueError(f"{name} must be writeable with {length} entries, not {len(array)}")
    return array
