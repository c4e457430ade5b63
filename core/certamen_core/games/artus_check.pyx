"""Artus: checking positions and bytes that come from outside.

Scores and turns are free, and the seats may have uneven numbers of cards; figures, sets of cards and whose turn it is
must fit each other.
"""

from libc.stdint cimport int64_t, uint32_t

from certamen_core.bits cimport popcount32
from certamen_core.games.artus cimport (
    BRONZE,
    CARDS_EACH,
    DOUBLED,
    DRAW,
    FIGURE_SETS,
    KING,
    PILES,
    PLACE,
    PLAY,
    SEATS,
    SILVER,
    Artus,
)
from certamen_core.games.artus_moves cimport draw, placing_seat
from certamen_core.games.artus_table cimport (
    ADVANCED_SET,
    ALL_CHAIRS,
    BASIC_SET,
    FAR,
    MOST_POINTS,
    OPTION_ADVANCED,
    PILE_CARDS,
    PILE_SIZES,
    filled_piles,
    knights_each,
)
from certamen_core.table cimport PHASE_OVER, GameConfig

__all__: list = []


cdef const char* check_figures(const Artus* s) noexcept nogil:
    """Four princes and the knights placed so far, one figure per chair."""
    cdef int n = s.head.players, seat, kind, total = 0
    cdef uint32_t seen = 0, princes = s.figures[SILVER] | s.figures[BRONZE]
    for kind in range(FIGURE_SETS):
        if s.figures[kind] & ~<uint32_t>ALL_CHAIRS:
            return b"chairs: there are 28"
    for kind in range(SEATS + 2):
        if s.figures[kind] & seen:
            return b"chairs: two figures on one chair"
        seen |= s.figures[kind]
    if popcount32(s.figures[SILVER]) != 2 or popcount32(s.figures[BRONZE]) != 2:
        return b"chairs: there are two silver and two bronze princes"
    if popcount32(s.figures[KING]) != 1 or s.figures[KING] & ~princes:
        return b"chairs: exactly one prince has three rings"
    if s.figures[DOUBLED] & ~(princes & ~s.figures[KING]):
        return b"chairs: only princes have rings"
    for seat in range(SEATS):
        if popcount32(s.figures[seat]) > (knights_each(n) if seat < n else 0):
            return b"chairs: a seat has too many knights"
        total += popcount32(s.figures[seat])
    if s.placed != total:
        return b"placed: is not the number of knights at the table"
    return NULL


cdef const char* check_cards(const Artus* s) noexcept nogil:
    """Hand, piles and played cards of every seat are its set, once each; every list is written one way only."""
    cdef int n = s.head.players, seat, pile, i, digit
    cdef uint32_t[SEATS] seen
    cdef uint32_t digits, card
    for seat in range(SEATS):
        seen[seat] = s.hands[seat]
        for pile in range(PILES):
            digits = s.piles[seat][pile]
            while digits:
                digit = digits & 15
                digits >>= 4
                if digit == 0 or digit > PILE_SIZES[pile]:
                    return b"piles: a card is not of its pile"
                card = 1u << PILE_CARDS[pile][digit - 1]
                if seen[seat] & card:
                    return b"piles: a card is there twice"
                seen[seat] |= card
    if s.played_count > SEATS * CARDS_EACH:
        return b"played: are too many cards"
    for i in range(SEATS * CARDS_EACH):
        if i >= s.played_count:
            if s.played[i]:
                return b"played: unused entries are not zero"
            continue
        seat = s.played[i] >> 5
        if seat >= n or (s.played[i] & 31) >= CARDS_EACH:
            return b"played: a card or a seat is not there"
        card = 1u << (s.played[i] & 31)
        if seen[seat] & card:
            return b"played: a card is there twice"
        seen[seat] |= card
    for seat in range(SEATS):
        if seat >= n and seen[seat]:
            return b"hands: a seat that is not there has cards"
        if seat < n and seen[seat] != <uint32_t>(ADVANCED_SET if s.advanced else BASIC_SET):
            return b"hands: with piles and played cards every seat has its whole set"
    return NULL


cdef const char* check_counters(const Artus* s) noexcept nogil:
    """Scores and turns are free, as long as the cards still to come cannot make them overflow."""
    cdef int n = s.head.players, seat
    cdef int64_t cards = n * CARDS_EACH - s.played_count, score      # at least those still to be played
    if s.turn + n * cards > FAR:
        return b"turn: is too large"
    for seat in range(SEATS):
        score = s.scores[seat]
        if seat >= n and score:
            return b"scores: a seat that is not there has points"
        if (score if score >= 0 else -score) + MOST_POINTS * cards > FAR:
            return b"scores: are too large"
    return NULL


cdef const char* check_phase(const Artus* s) noexcept nogil:
    """Whose turn it is, and what belongs to the phase."""
    cdef int n = s.head.players, phase = s.head.phase, seat
    cdef uint32_t hands = s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]
    if phase > DRAW:
        return b"phase: is unknown"
    if (phase == PLACE) != (s.placed < n * knights_each(n)):
        return b"placed: knights are placed in place, and only then"
    if s.step > (s.advanced if phase == PLAY or phase == DRAW else 0):
        return b"step: is too large for this phase"
    if phase == PLACE:
        if s.turn:
            return b"turn: must be 0 in place"
        if s.head.acting != 1u << placing_seat(s):
            return b"to_act: is not the seat that places next"
        return NULL
    if phase == PHASE_OVER:
        if hands:
            return b"hands: must be empty when over"
        if s.head.acting:
            return b"to_act: must be empty when over"
        return NULL
    seat = s.turn % <uint32_t>n
    if s.head.acting != 1u << seat:
        return b"to_act: is not the seat whose turn it is"
    if phase == PLAY and s.hands[seat] == 0:
        return b"hands: the seat to act has no card"
    if phase == DRAW and filled_piles(s, seat) == 0:
        return b"piles: the seat to act has no card to draw"
    return NULL


cdef const char* check_artus(const void* state, const GameConfig* config) noexcept nogil:
    cdef const Artus* s = <const Artus*>state
    cdef const char* broken
    if s.head.players != config.players:
        return b"players: is not the game's"
    if s.advanced != config.options[OPTION_ADVANCED]:
        return b"options: are not the game's"
    if s.head.unused[0] or s.head.unused[1]:
        return b"padding: is not zero"
    if s.head.deal:
        return b"deal: there is only one"
    broken = check_figures(s)
    if broken == NULL:
        broken = check_cards(s)
    if broken == NULL:
        broken = check_counters(s)
    if broken == NULL:
        broken = check_phase(s)
    return broken
