"""What a game is to everything that is written once for all games.

A game is one fixed-size C struct, without pointers, and one `GameTable` of functions over it. The struct
starts with a `StateHead`; its first `wire_size` bytes are the position (they are what `==`, `hash()` and
`serialize()` cover), what follows is derived. Unused entries are zero, so equal positions have equal bytes.

Functions of the table are unchecked: callers make sure that the seat owes a decision and that the action
is legal. They run without the GIL, allocate nothing and do not fail.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t

cdef enum:
    MAX_SEATS = 8
    MAX_OPTIONS = 6
    MAX_LEGAL = 16384      # size of the caller-owned buffers; every game proves a smaller bound
    PHASE_OVER = 0         # every game numbers its own phases from 1
    TERMINAL_PLAYER = -4   # OpenSpiel's constant
    SPECTATOR_PLAYER = -5


cdef struct StateHead:
    uint8_t  seed[32]
    uint32_t deal          # number of the current deal, 0-based
    uint32_t draws         # words of the dealing stream read in this deal
    uint32_t acting        # bit s: seat s owes a decision; 0 when the game is over
    uint8_t  players
    uint8_t  phase         # PHASE_OVER, or the game's own numbering
    uint8_t  unused[2]


cdef struct GameConfig:
    uint8_t players
    int32_t options[MAX_OPTIONS]   # in the order of the game's page; texts by their index


cdef struct EventSink:
    # Events of one apply, as words: see events.pxd. A null sink means that nobody listens.
    uint32_t  count
    uint32_t  capacity
    uint32_t* words


ctypedef void (*StartFunction)(void* state, const GameConfig* config, EventSink* sink) noexcept nogil
ctypedef int (*LegalFunction)(const void* state, int seat, uint32_t* out) noexcept nogil
ctypedef bint (*IsLegalFunction)(const void* state, int seat, uint32_t action) noexcept nogil
ctypedef bint (*WellFormedFunction)(uint32_t action) noexcept nogil
ctypedef void (*ApplyFunction)(void* state, int seat, uint32_t action, EventSink* sink) noexcept nogil
ctypedef void (*ResultFunction)(const void* state, int32_t* scores, int32_t* placements) noexcept nogil
ctypedef void (*PartiesFunction)(const void* state, uint8_t* out) noexcept nogil
ctypedef void (*DeriveFunction)(void* state) noexcept nogil
ctypedef const char* (*CheckFunction)(const void* state, const GameConfig* config) noexcept nogil


cdef struct GameTable:
    uint32_t           state_size    # bytes of the struct
    uint32_t           wire_size     # bytes of its leading part that are the position
    uint32_t           event_words   # most words that one apply (or start) emits
    StartFunction      start         # first deal; head.seed is set and all else zero on entry
    LegalFunction      legal         # ascending codes into out (MAX_LEGAL words); returns their number
    IsLegalFunction    is_legal      # any 32-bit number may be asked
    WellFormedFunction well_formed   # does the code follow the game's action layout?
    ApplyFunction      apply
    ResultFunction     result        # of a state that is over
    PartiesFunction    parties       # party of each seat
    DeriveFunction     derive        # recompute what follows the position; NULL where zeroes will do
    CheckFunction      check         # NULL, or "field: reason" of the first rule that any bytes break


cdef inline void rank_placements(const int32_t* scores, int players, int32_t* placements) noexcept nogil:
    """Placements for "more is better": 1 for the best, ties share the better place."""
    cdef int seat, other
    for seat in range(players):
        placements[seat] = 1
        for other in range(players):
            if scores[other] > scores[seat]:
                placements[seat] += 1
