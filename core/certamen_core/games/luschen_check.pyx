"""Das Luschenspiel: checking positions and bytes that come from outside.

Penalties, stamps, count, tricks and queens need not fit each other. What the rules go on with must be there: the pack
once each, a card for the seat to act, and in anlegen a card that some seat can lay.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from certamen_core.bits cimport lowest32, popcount32
from certamen_core.games.luschen cimport ANLEGEN, CHOOSE, DAMEN, KOENIG, LAY, LUSCHEN, NONE, PACK, PLAY, SEATS, Luschen
from certamen_core.games.luschen_cards cimport (
    CARD_MASK,
    JACKS,
    NOBODY,
    NUMBER_MAX,
    OPTION_LIMIT,
    SEAT_SHIFT,
    STRENGTH,
    all_cards,
    bit32,
    hand_size_of,
    left_of,
    open_of,
)
from certamen_core.table cimport PHASE_OVER, GameConfig

__all__: list = []


cdef const char* check_shape(const Luschen* s, const GameConfig* config) noexcept nogil:
    """Everything is in range, and zero where it is unused."""
    cdef int n = config.players, seat, i
    if s.head.players != n:
        return b"players: is not the game's"
    if s.limit != <uint32_t>config.options[OPTION_LIMIT] or s.hand_size != hand_size_of(n):
        return b"options: are not the game's"
    if s.head.unused[0] or s.head.unused[1]:
        return b"padding: is not zero"
    if s.head.phase > LAY:
        return b"phase: is unknown"
    if s.dealer >= n:
        return b"dealer: is no seat"
    if s.contract > ANLEGEN:
        return b"contract: is unknown"
    if s.previous > ANLEGEN:
        return b"previous: is unknown"
    if s.laid > 1:
        return b"laid: is neither true nor false"
    for seat in range(SEATS):
        if seat >= n and (s.hands[seat] or s.penalties[seat] or s.reached[seat]):
            return b"hands: a seat that is not there has cards or penalties"
        if s.penalties[seat] > NUMBER_MAX:
            return b"penalties: is too large"
        if s.reached[seat] > NUMBER_MAX:
            return b"reached: is too large"
    if s.stamp > NUMBER_MAX:
        return b"stamp: is too large"
    if s.count > NUMBER_MAX:
        return b"count: is too large"
    if s.tricks > NUMBER_MAX:
        return b"tricks: is too large"
    if s.queens > NUMBER_MAX:
        return b"queens: is too large"
    if s.played_size > PACK:
        return b"played: holds more cards than the pack"
    if s.trick_size > s.played_size or s.trick_size >= n:
        return b"trick: holds too many cards"
    for i in range(PACK):
        if (s.played[i] >> SEAT_SHIFT) >= n or (i >= s.played_size and s.played[i]):
            return b"played: names a seat that is not there, or unused entries are not zero"
    if s.out_size > n:
        return b"out: holds too many seats"
    for i in range(SEATS):
        if s.out[i] >= n or (i >= s.out_size and s.out[i]):
            return b"out: names a seat that is not there, or unused entries are not zero"
    return NULL


cdef const char* check_contract(const Luschen* s) noexcept nogil:
    """Contract and phase fit, and what belongs to another contract is empty."""
    cdef int contract = s.contract, phase = s.head.phase
    cdef bint tricks = contract == KOENIG or contract == DAMEN
    if (contract == NONE) != (phase == CHOOSE):
        return b"contract: must be null in choose, and only there"
    if phase != PHASE_OVER and phase != CHOOSE and (contract == ANLEGEN) != (phase == LAY):
        return b"phase: does not fit the contract"
    if contract != NONE and contract == s.previous:
        return b"contract: must differ from previous"
    if contract == NONE and s.played_size:
        return b"played: must be empty in choose"
    if contract != LUSCHEN and s.count:
        return b"count: must be 0 except in luschen"
    if not tricks and s.tricks:
        return b"tricks: must be 0 except in koenig and damen"
    if s.trick_size and not (tricks and phase == PLAY):
        return b"trick: must be empty except in koenig and damen, and when over"
    if contract != DAMEN and s.queens:
        return b"queens: must be 0 except in damen"
    if contract != ANLEGEN and s.rows:
        return b"rows: must be empty except in anlegen"
    if contract != ANLEGEN and s.out_size:
        return b"out: must be empty except in anlegen"
    if s.laid and phase != LAY:
        return b"laid: must be false in this phase"
    return NULL


cdef const char* check_cards(const Luschen* s) noexcept nogil:
    """The pack once each, every seat's share of it, unbroken rows, and who is out."""
    cdef int n = s.head.players, seat, i
    cdef uint32_t played = 0, hands = 0, table, reached, out = 0
    cdef int[SEATS] shares
    for seat in range(n):
        if s.hands[seat] & hands:
            return b"hands: hold a card twice"
        hands |= s.hands[seat]
        shares[seat] = popcount32(s.hands[seat])
    for i in range(s.played_size):
        if played & bit32(s.played[i] & CARD_MASK):
            return b"played: holds a card twice"
        played |= bit32(s.played[i] & CARD_MASK)
        shares[s.played[i] >> SEAT_SHIFT] += 1
    if played & hands:
        return b"played: holds a card that is in a hand"
    if s.contract == ANLEGEN and played & ~s.rows:
        return b"rows: a card was laid that is in no row"
    table = played | s.rows
    if s.rows & hands:
        return b"rows: hold a card that is in a hand"
    if s.skat & (hands | table):
        return b"skat: holds a card that is elsewhere"
    if s.skat | hands | table != all_cards():
        return b"skat: a card of the pack is missing"
    for seat in range(n):
        if shares[seat] != s.hand_size:
            return b"hands: with the cards played a seat must have as many as were dealt"
    reached = s.rows & JACKS
    for i in range(4):                    # the jack is four steps from the 7
        reached |= s.rows & open_of(reached)
    if reached != s.rows:
        return b"rows: must be unbroken and hold their jack"
    for i in range(s.out_size):
        if out & bit32(s.out[i]):
            return b"out: names a seat twice"
        out |= bit32(s.out[i])
    if s.contract == ANLEGEN:
        for seat in range(n):
            if (s.hands[seat] == 0) != ((out >> seat) & 1):
                return b"out: must be the seats without cards"
    return NULL


cdef int trick_leader(const Luschen* s) noexcept nogil:
    """Who leads the next trick of koenig or damen; NOBODY if the cards played do not tell."""
    cdef int n = s.head.players, i, card, led, best = 0
    cdef const uint8_t* trick
    if s.played_size == 0:
        return left_of(s, s.dealer)
    if s.played_size < n:
        return NOBODY
    trick = s.played + (s.played_size - n)
    led = trick[0] & 3
    for i in range(1, n):
        if trick[i] >> SEAT_SHIFT != left_of(s, trick[i - 1] >> SEAT_SHIFT):
            return NOBODY                 # whatever this was, it was no trick
        card = trick[i] & CARD_MASK
        if card & 3 == led and STRENGTH[card >> 2] > STRENGTH[(trick[best] & CARD_MASK) >> 2]:
            best = i
    return trick[best] >> SEAT_SHIFT


cdef const char* check_turn(const Luschen* s) noexcept nogil:
    """Whose turn it is, and that play can go on to the end of the contract."""
    cdef int n = s.head.players, phase = s.head.phase, seat, i, whole, behind, expected
    cdef int[SEATS] done
    cdef uint32_t hands = 0, open
    if phase == PHASE_OVER:
        if s.head.acting:
            return b"to_act: must be empty when over"
        return NULL
    if popcount32(s.head.acting) != 1 or s.head.acting >> n:
        return b"to_act: must be one seat"
    seat = lowest32(s.head.acting)
    if s.hands[seat] == 0:
        return b"hands: the seat to act has no card"
    if phase == CHOOSE:
        if seat != s.dealer:
            return b"to_act: must be the dealer"
        return NULL
    if phase == LAY:
        open = open_of(s.rows)
        for i in range(n):
            hands |= s.hands[i]
        if hands & open == 0:             # then a Skat card fits that was not added: all would pass for ever
            return b"skat: holds the only card that fits"
        return NULL
    memset(done, 0, sizeof(done))
    for i in range(s.played_size - s.trick_size):
        done[s.played[i] >> SEAT_SHIFT] += 1
    if s.contract == LUSCHEN:
        for i in range(n):
            # A round is a card of every seat; `behind` seats come later than this one in the round that runs.
            behind = (i - s.dealer) % n
            if done[i] != (s.played_size + n - 1 - behind) // n:
                return b"played: the seats have not played in turn"
        expected = (s.dealer + s.played_size) % n
    else:
        whole = done[0]
        for i in range(n):
            if done[i] != whole:
                return b"played: the seats have not played to the same number of tricks"
        if s.trick_size:
            expected = s.played[s.played_size - s.trick_size] >> SEAT_SHIFT
            for i in range(s.played_size - s.trick_size, s.played_size):
                if s.played[i] >> SEAT_SHIFT != expected:
                    return b"trick: the seats must follow clockwise"
                expected = left_of(s, expected)
        else:
            expected = trick_leader(s)
    if expected != seat and expected != NOBODY:
        return b"to_act: is not the seat whose turn it is"
    return NULL


cdef const char* check_luschen(const void* state, const GameConfig* config) noexcept nogil:
    cdef const Luschen* s = <const Luschen*>state
    cdef const char* broken = check_shape(s, config)
    if broken == NULL:
        broken = check_contract(s)
    if broken == NULL:
        broken = check_cards(s)
    if broken == NULL:
        broken = check_turn(s)
    return broken
