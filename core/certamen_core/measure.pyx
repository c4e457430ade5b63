"""Loops over the compiled rules for benchmarks: what one call costs in C, without Python around it."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from certamen_core.bits cimport lowest32
from certamen_core.engine cimport Game, State
from certamen_core.table cimport MAX_LEGAL, GameTable, StateHead

__all__ = ["repeat_clone", "repeat_is_legal", "repeat_legal"]


cdef class Gathered:
    """Copies of some states that are not over, side by side."""

    cdef GameTable table
    cdef char* states
    cdef Py_ssize_t count

    def __cinit__(self, states):
        cdef Py_ssize_t i
        cdef State state
        cdef Game game
        if not states:
            raise ValueError("states must not be empty")
        state = states[0]
        game = state.game
        self.table = game.table
        self.count = len(states)
        self.states = <char*>malloc(self.count * self.table.state_size)
        if self.states == NULL:
            raise MemoryError
        for i in range(self.count):
            state = states[i]
            if state.game != game or state.is_terminal():
                raise ValueError("states must be of one game and not over")
            memcpy(self.states + i * self.table.state_size, state.data, self.table.state_size)

    def __dealloc__(self):
        free(self.states)


def repeat_legal(states, int rounds) -> int:
    """List the legal actions of every state, so many rounds; returns the number of actions listed.

    Args:
        states: states of one game, none of them over.
        rounds: how often to go over them.
    """
    cdef Gathered gathered = Gathered(states)
    cdef uint32_t[MAX_LEGAL] codes
    cdef uint64_t total = 0
    cdef char* state
    cdef Py_ssize_t i
    cdef int again
    with nogil:
        for again in range(rounds):
            for i in range(gathered.count):
                state = gathered.states + i * gathered.table.state_size
                total += gathered.table.legal(state, lowest32((<StateHead*>state).acting), codes)
    return total


def repeat_is_legal(states, actions, int rounds) -> int:
    """Ask for every state whether its action is legal, so many rounds; returns how often it was.

    Args:
        states: states of one game, none of them over.
        actions: a code for each state.
        rounds: how often to go over them.
    """
    cdef Gathered gathered = Gathered(states)
    cdef uint32_t* codes = <uint32_t*>malloc(gathered.count * sizeof(uint32_t))
    cdef uint64_t total = 0
    cdef char* state
    cdef Py_ssize_t i
    cdef int again
    if codes == NULL:
        raise MemoryError
    try:
        for i in range(gathered.count):
            codes[i] = actions[i]
        with nogil:
            for again in range(rounds):
                for i in range(gathered.count):
                    state = gathered.states + i * gathered.table.state_size
                    total += gathered.table.is_legal(state, lowest32((<StateHead*>state).acting), codes[i])
    finally:
        free(codes)
    return total


def repeat_clone(states, int rounds) -> int:
    """Copy every state, so many rounds, as a search does; returns the sum of the copies' first bytes.

    Args:
        states: states of one game, none of them over.
        rounds: how often to go over them.
    """
    cdef Gathered gathered = Gathered(states)
    cdef uint8_t* copy = <uint8_t*>malloc(gathered.table.state_size)
    cdef uint64_t total = 0
    cdef Py_ssize_t i
    cdef int again
    if copy == NULL:
        raise MemoryError
    with nogil:
        for again in range(rounds):
            for i in range(gathered.count):
                memcpy(copy, gathered.states + i * gathered.table.state_size, gathered.table.state_size)
                total += copy[0]
    free(copy)
    return total
