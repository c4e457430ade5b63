"""Artus: what placings, cards and draws do to a position."""

from libc.stdint cimport uint8_t, uint32_t

from certamen_core.bits cimport lowest32, popcount32
from certamen_core.dealing cimport DealStream, stream_shuffle
from certamen_core.events cimport EVENT_OVER, begin_event, put_word
from certamen_core.games.artus cimport CHAIRS, DOUBLED, DRAW, FIGURE_SETS, KING, PLAY, Artus
from certamen_core.games.artus_table cimport (
    ALL_CHAIRS,
    A_BACK,
    CARPET,
    EVENT_DISPLACED,
    EVENT_DRAWN,
    EVENT_KING,
    EVENT_POINTS,
    FEWEST,
    KIND_MASK,
    KIND_MOVE,
    KIND_RING,
    PILE_CARDS,
    RED,
    R_BACK,
    VALUES,
    W_1,
    W_3,
    W_4,
    W_5,
    W_6,
    YELLOW,
    figure_at,
    filled_piles,
    from_king,
    highest32,
    king_chair,
    knights_each,
    occupied,
    value_of,
)
from certamen_core.table cimport PHASE_OVER, EventSink


# --- deal -------------------------------------------------------------------------------------------------

cdef inline uint32_t shuffled(DealStream* stream, int size) noexcept nogil:
    """A shuffled pile of so many cards."""
    cdef uint8_t[8] cards
    cdef uint32_t pile = 0
    cdef int i
    for i in range(size):
        cards[i] = i + 1
    stream_shuffle(stream, cards, size)
    for i in range(size):
        pile |= <uint32_t>cards[i] << (4 * i)
    return pile


cdef inline int pop(Artus* s, int seat, int pile) noexcept nogil:
    """Draw the top card of a pile that has one."""
    cdef uint32_t digits = s.piles[seat][pile]
    cdef int card
    assert digits != 0
    card = PILE_CARDS[pile][(digits & 15) - 1]
    s.piles[seat][pile] = digits >> 4
    s.hands[seat] |= 1u << card
    return card


# --- placing ----------------------------------------------------------------------------------------------

cdef inline int placing_seat(const Artus* s) noexcept nogil:
    """Who places next: counter-clockwise from the last seat, passing over seats that have placed all."""
    cdef int n = s.head.players
    cdef int seat = (n - 1 - s.placed) % n
    while popcount32(s.figures[seat]) >= knights_each(n):
        seat = seat - 1 if seat else n - 1
    return seat


cdef inline void apply_place(Artus* s, int seat, int chair, EventSink* sink) noexcept nogil:
    s.figures[seat] |= 1u << chair
    s.placed += 1
    if s.placed < s.head.players * knights_each(s.head.players):
        s.head.acting = 1u << placing_seat(s)
    else:
        begin_turn(s, 0, sink)


# --- moves and rings --------------------------------------------------------------------------------------

cdef inline void tell_points(EventSink* sink, int seat, int points) noexcept nogil:
    if sink != NULL:
        begin_event(sink, EVENT_POINTS, 2)
        put_word(sink, seat)
        put_word(sink, <uint32_t>points)


cdef inline void tell_king(const Artus* s, EventSink* sink) noexcept nogil:
    if sink != NULL:
        begin_event(sink, EVENT_KING, 1)
        put_word(sink, king_chair(s))


cdef inline void move(Artus* s, int seat, int origin, int target, EventSink* sink) noexcept nogil:
    """Move a figure between two different chairs; whoever sits on the target makes room."""
    cdef uint32_t leaving = 1u << origin, landing = 1u << target, before = s.figures[KING], members
    cdef uint32_t free = ALL_CHAIRS & ~occupied(s) | leaving
    cdef uint32_t below = free & (landing - 1)
    cdef int aside = highest32(below if below else free)
    cdef int points = value_of(s, origin), i
    if sink != NULL and occupied(s) & landing:
        begin_event(sink, EVENT_DISPLACED, 3)
        put_word(sink, figure_at(s, target))
        put_word(sink, target)
        put_word(sink, aside)
    for i in range(FIGURE_SETS):
        members = s.figures[i]
        s.figures[i] = (
            members & ~(leaving | landing)
            | (members >> origin & 1) << target
            | (members >> target & 1) << aside
        )
    s.scores[seat] += points       # 0 from the king's chair
    if sink != NULL:
        if leaving != before:
            tell_points(sink, seat, points)
        if s.figures[KING] != before:
            tell_king(s, sink)


cdef inline void put_ring(Artus* s, int seat, int chair, EventSink* sink) noexcept nogil:
    """A ring for a prince: his second, or his third, which makes him king."""
    cdef uint32_t prince = 1u << chair
    cdef int points = value_of(s, chair)
    s.scores[seat] += points
    tell_points(sink, seat, points)
    if s.figures[DOUBLED] & prince:
        s.figures[DOUBLED] &= ~prince
        s.figures[KING] = prince
        tell_king(s, sink)
    else:
        s.figures[DOUBLED] |= prince


# --- scoring cards ----------------------------------------------------------------------------------------

cdef inline int best(uint32_t* distances) noexcept nogil:
    """Take the knight with the highest value out of a set of distances that has one; returns the value."""
    cdef int distance = highest32(distances[0])
    distances[0] &= ~(1u << distance)
    return VALUES[distance]


cdef inline int score_of(const Artus* s, int seat, int card) noexcept nogil:
    """What a scoring card brings with the seat's knights where they are."""
    cdef uint32_t knights = from_king(s, s.figures[seat]), red = knights & RED, yellow = knights & YELLOW
    cdef uint32_t green = knights & ~<uint32_t>(RED | YELLOW)
    cdef int total = 0
    if card == W_6:
        return best(&knights)
    if card == W_5:
        return best(&red) + best(&red) + best(&red) if popcount32(red) >= 3 else -50
    if card == W_4:
        knights = from_king(s, s.figures[seat] & CARPET)
        return best(&knights) + best(&knights) if popcount32(knights) >= 2 else -25
    if card == W_3:
        return best(&green) + best(&red) if green and yellow and red else -15
    while knights:
        total += best(&knights)
    return total if card == W_1 else -total


# --- turns ------------------------------------------------------------------------------------------------

cdef inline void begin_turn(Artus* s, int seat, EventSink* sink) noexcept nogil:
    """The turn of a seat, or of the next one with cards in its hand; over if there is none."""
    if (s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]) == 0:
        s.head.phase = PHASE_OVER
        s.head.acting = 0
        if sink != NULL:
            begin_event(sink, EVENT_OVER, 0)
        return
    while s.hands[seat] == 0:
        s.turn += 1
        seat = seat + 1 if seat + 1 < s.head.players else 0
    s.head.phase = PLAY
    s.head.acting = 1u << seat


cdef inline void draw(Artus* s, int seat, int pile, EventSink* sink) noexcept nogil:
    cdef int card = pop(s, seat, pile)
    s.step += 1
    if sink != NULL:
        begin_event(sink, EVENT_DRAWN, 2)
        put_word(sink, seat)
        put_word(sink, card)


cdef inline void go_on_drawing(Artus* s, int seat, EventSink* sink) noexcept nogil:
    """Draw what the turn still owes, until there is a choice between piles; then the next seat's turn."""
    cdef int piles
    while s.step <= s.advanced:
        piles = filled_piles(s, seat)
        if piles & (piles - 1):
            s.head.phase = DRAW
            return
        if piles == 0:
            break
        draw(s, seat, lowest32(piles), sink)
    s.step = 0
    s.turn += 1
    begin_turn(s, seat + 1 if seat + 1 < s.head.players else 0, sink)


cdef inline void apply_play(Artus* s, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef uint32_t kind = action & KIND_MASK
    cdef int card = action >> 8 & 31, chair = action >> 3 & 31, target
    s.hands[seat] &= ~(1u << card)
    s.played[s.played_count] = seat << 5 | card
    s.played_count += 1
    if kind == KIND_MOVE:
        target = FEWEST[card] + (action & 7)
        target = chair + (-target if card == A_BACK or card == R_BACK else target)
        if target >= CHAIRS:
            target -= CHAIRS
        elif target < 0:
            target += CHAIRS
        move(s, seat, chair, target, sink)
    elif kind == KIND_RING:
        put_ring(s, seat, chair, sink)
    else:
        target = score_of(s, seat, card)
        s.scores[seat] += target
        tell_points(sink, seat, target)
    if s.step < s.advanced and s.hands[seat]:
        s.step += 1
        return
    s.step = 0
    go_on_drawing(s, seat, sink)
