"""Artus, 2-4 seats, basic and advanced: the chair that a figure leaves decides what its move is worth.

Table       28 chairs in a ring, four princes (one of them king), 5 knights per seat, with four seats 4.
Disc        the value of a chair goes by its distance d clockwise from the king's chair:
              d     0       1 … 15      16, 17     18 … 27
              value crown   d - 16 red  0 yellow   d - 17 green
Cards       every seat has the same 22 (basic 16): it moves own knights, princes and the king, puts rings on
            princes (the third makes a king) and, advanced, lets own knights score where they stand.
Move        the figure lands on the chair so many places away; who sat there goes to the next free chair
            counter-clockwise. The card's player gets the value of the chair left, by the disc before the move;
            a king scores nothing. The disc follows the king.
Turn        basic: play one card, draw one; advanced: play two, then draw two. The only pile with cards is drawn
            from by itself. The game ends when no seat has a card in its hand.

Cards are numbered in the byte order of their texts, so ascending bits of a hand are ascending texts:
    0 A-5  1 A1-3  2 A3-5  3 AR  4 B2-4  5 BR  6 R-5  7 … 13 R1-4 … R7-10  14 S2-4  15 SR  16 … 21 W1 … W6

Action codes (kind in the top byte):
    move    0 | card << 8 | chair << 3 | number of chairs, less the fewest that the card allows
    ring    1 | card << 8 | chair << 3
    score   2 | card << 8              W1 … W5, and W6 for its best knight
    place   3 | chair
    draw    4 | pile                   0 R, 1 K, 2 W

Bounds. A position may hold a whole set in one hand. With k knights per seat it then has 33 k moves by knight
cards, 20 + 12 + 12 by A cards, 6 + 6 by B and S cards (two figures of each colour), and 3 + 3 rings (three
princes, and each colour's princes together); advanced adds 5 scores and, by W6, 3 (k + 4) moves, 3 rings and
its best knight. That is more than the 24 chairs free for a first knight. A game has k placings per seat and a
play per card; of the cards drawn only the seat's last one, at least, draws itself.

Positions set up by hand may give seats uneven numbers of cards. Then a turn ends early where the hand is
empty, and a seat without a card in hand takes its turn without doing anything.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from certamen_core.bits cimport lowest32, popcount32
from certamen_core.dealing cimport DealStream, stream_open, stream_shuffle
from certamen_core.engine cimport Game
from certamen_core.events cimport EVENT_DEAL, EVENT_OVER, EVENT_OWN, begin_event, put_action, put_word
from certamen_core.games.artus cimport (
    BRONZE,
    CARDS_EACH,
    CHAIRS,
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
    ArtusGame,
)
from certamen_core.table cimport PHASE_OVER, EventSink, GameConfig, rank_placements

from certamen_core.options import OptionReader, check_players

__all__ = ["ArtusGame"]

cdef extern from *:
    int leading_zeros "__builtin_clz"(uint32_t) noexcept nogil       # undefined for 0

NAME = "artus"
MODES = ("basic", "advanced")
PHASES = ("over", "place", "play", "draw")
FIELDS = ("chairs", "king", "placed", "scores", "hands", "piles", "turn", "step", "played")
CARDS = (
    "A-5", "A1-3", "A3-5", "AR", "B2-4", "BR", "R-5", "R1-4", "R2-5", "R3-6", "R4-7", "R5-8", "R6-9", "R7-10",
    "S2-4", "SR", "W1", "W2", "W3", "W4", "W5", "W6",
)
INDEX = {text: card for card, text in enumerate(CARDS)}
PILE_LETTERS = ("R", "K", "W")

cdef enum:
    KIND_MOVE = 0
    KIND_RING = 1 << 24
    KIND_SCORE = 2 << 24
    KIND_PLACE = 3 << 24
    KIND_DRAW = 4 << 24
    KIND_MASK = 0xFF << 24
    LOW_24 = 0xFFFFFF

    A_BACK = 0
    A_1 = 1
    A_3 = 2
    A_RING = 3
    B_2 = 4
    B_RING = 5
    R_BACK = 6
    R_1 = 7
    S_2 = 14
    S_RING = 15
    W_1 = 16
    W_2 = 17
    W_3 = 18
    W_4 = 19
    W_5 = 20
    W_6 = 21
    KNIGHT_RANGES = 0x3F80         # R1-4 … R7-10
    SCORING = 0x3F0000             # W1 … W6
    BASIC_SET = 0xFFFF
    ADVANCED_SET = 0x3FFFFF

    ALL_CHAIRS = (1 << 28) - 1
    CARPET = 7 << 13 | 1 << 27 | 3
    RED = 0xFFFE                   # chairs by their distance from the king
    YELLOW = 3 << 16

    OWN = 1                        # which figures a card is for
    OF_SILVER = 2
    OF_BRONZE = 4
    OF_BOTH = OF_SILVER | OF_BRONZE

    MOST_POINTS = 65               # no card scores more, or less than minus this (five knights on 1 … 5 by W1)
    FAR = 1 << 30                  # counters set up by hand stay below this, with room for the cards to come

    EVENT_DISPLACED = EVENT_OWN    # figure (colour or seat, rings << 8), from, to
    EVENT_POINTS = EVENT_OWN + 1   # seat, points (as int32)
    EVENT_KING = EVENT_OWN + 2     # chair
    EVENT_DRAWN = EVENT_OWN + 3    # seat, card

    OPTION_ADVANCED = 0

# By distance from the king.
cdef int8_t[CHAIRS] VALUES = [
    0, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
]
# By card: whom it moves, by how many different numbers of chairs, the fewest of them; on whom it puts a ring.
cdef uint8_t[CARDS_EACH] MOVES_WHOM = [
    OF_BOTH, OF_BOTH, OF_BOTH, 0, OF_BRONZE, 0, OWN, OWN, OWN, OWN, OWN, OWN, OWN, OWN, OF_SILVER, 0,
    0, 0, 0, 0, 0, OWN | OF_BOTH,
]
cdef uint8_t[CARDS_EACH] WIDTHS = [5, 3, 3, 0, 3, 0, 5, 4, 4, 4, 4, 4, 4, 4, 3, 0, 0, 0, 0, 0, 0, 3]
cdef uint8_t[CARDS_EACH] FEWEST = [1, 1, 3, 0, 2, 0, 1, 1, 2, 3, 4, 5, 6, 7, 2, 0, 0, 0, 0, 0, 0, 1]
cdef uint8_t[CARDS_EACH] RINGS_WHOM = [
    0, 0, 0, OF_BOTH, 0, OF_BRONZE, 0, 0, 0, 0, 0, 0, 0, 0, 0, OF_SILVER, 0, 0, 0, 0, 0, OF_BOTH,
]
# By pile: its kind's cards ascending, and how many these are.
cdef uint8_t[PILES][8] PILE_CARDS = [
    [6, 7, 8, 9, 10, 11, 12, 13], [0, 1, 2, 3, 4, 5, 14, 15], [16, 17, 18, 19, 20, 21, 0, 0],
]
cdef uint8_t[PILES] PILE_SIZES = [8, 8, 6]


# --- chairs -----------------------------------------------------------------------------------------------

cdef inline int highest32(uint32_t members) noexcept nogil:
    return 31 - leading_zeros(members)


cdef inline int knights_each(int players) noexcept nogil:
    return 4 if players == SEATS else 5


cdef inline int king_chair(const Artus* s) noexcept nogil:
    return lowest32(s.figures[KING])


cdef inline int value_of(const Artus* s, int chair) noexcept nogil:
    """What leaving a chair is worth; the king's own has 0."""
    cdef int distance = chair - king_chair(s)
    return VALUES[distance + CHAIRS if distance < 0 else distance]


cdef inline uint32_t occupied(const Artus* s) noexcept nogil:
    return (
        s.figures[0] | s.figures[1] | s.figures[2] | s.figures[3] | s.figures[SILVER] | s.figures[BRONZE]
    )


cdef inline uint32_t from_king(const Artus* s, uint32_t chairs) noexcept nogil:
    """Chairs as distances from the king. Higher ones are never worth less, but for 0, where he sits."""
    cdef int king = king_chair(s)
    return (chairs >> king | chairs << (CHAIRS - king)) & ALL_CHAIRS


cdef inline uint32_t figures_for(const Artus* s, int seat, int whom) noexcept nogil:
    """The figures that a card of this seat may be played on."""
    cdef uint32_t chairs = 0
    if whom & OWN:
        chairs = s.figures[seat]
    if whom & OF_SILVER:
        chairs |= s.figures[SILVER]
    if whom & OF_BRONZE:
        chairs |= s.figures[BRONZE]
    return chairs


cdef inline uint32_t figure_at(const Artus* s, int chair) noexcept nogil:
    """The figure of an event: the set that it is in, and a prince's rings above."""
    cdef int kind
    for kind in range(SEATS + 2):
        if s.figures[kind] >> chair & 1:
            break
    if kind < SEATS:
        return kind
    return kind | (1 + (s.figures[DOUBLED] >> chair & 1) + 2 * (s.figures[KING] >> chair & 1)) << 8


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


cdef void start(void* state, const GameConfig* config, EventSink* sink) noexcept nogil:
    cdef Artus* s = <Artus*>state
    cdef DealStream stream
    cdef int n = config.players, seat, i
    s.head.players = n
    s.advanced = config.options[OPTION_ADVANCED]
    stream_open(&stream, s.head.seed, 0, 0)
    for seat in range(n):
        s.piles[seat][0] = shuffled(&stream, 8)
        s.piles[seat][1] = shuffled(&stream, 8)
        if s.advanced:
            s.piles[seat][2] = shuffled(&stream, 6)
        for i in range(3 if s.advanced else 2):
            pop(s, seat, 0)
            pop(s, seat, 1)
    s.head.draws = stream.draws
    s.figures[SILVER] = 1 | 1 << 14
    s.figures[BRONZE] = 1 << 7 | 1 << 21
    s.figures[KING] = 1
    s.head.phase = PLACE
    s.head.acting = 1u << (n - 1)
    if sink != NULL:
        begin_event(sink, EVENT_DEAL, n)
        for seat in range(n):
            put_word(sink, s.hands[seat])


# --- placing ----------------------------------------------------------------------------------------------

cdef int placing_seat(const Artus* s) noexcept nogil:
    """Who places next: counter-clockwise from the last seat, passing over seats that have placed all."""
    cdef int n = s.head.players
    cdef int seat = (n - 1 - s.placed) % n
    while popcount32(s.figures[seat]) >= knights_each(n):
        seat = seat - 1 if seat else n - 1
    return seat


cdef void apply_place(Artus* s, int seat, int chair, EventSink* sink) noexcept nogil:
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


cdef int score_of(const Artus* s, int seat, int card) noexcept nogil:
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


cdef inline int filled_piles(const Artus* s, int seat) noexcept nogil:
    """The piles of a seat that have cards, as a bit set."""
    return (s.piles[seat][0] != 0) | (s.piles[seat][1] != 0) << 1 | (s.piles[seat][2] != 0) << 2


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


# --- the table --------------------------------------------------------------------------------------------

cdef inline int put_moves(uint32_t chairs, uint32_t first, int width, uint32_t* out) noexcept nogil:
    """The codes first … first + width - 1 for each chair. Four at a time are written, one too many for width 3."""
    cdef uint32_t code
    cdef int n = 0, i
    while chairs:
        code = first | <uint32_t>lowest32(chairs) << 3
        for i in range(4):
            out[n + i] = code + i
        if width > 4:
            out[n + 4] = code + 4
        n += width
        chairs &= chairs - 1
    return n


cdef inline int put_rings(uint32_t princes, uint32_t card, uint32_t* out) noexcept nogil:
    cdef int n = 0
    while princes:
        out[n] = KIND_RING | card << 8 | <uint32_t>lowest32(princes) << 3
        n += 1
        princes &= princes - 1
    return n


cdef int legal_plays(const Artus* s, int seat, uint32_t* out) noexcept nogil:
    """Moves, rings, scores, each by ascending card.

    Moves are written in whole vectors and touch up to 4 words after their last code. A list without rings is at
    least 6 shorter than the longest, so that nothing beyond `max_legal_actions` words is ever touched.
    """
    cdef uint32_t hand = s.hands[seat], cards, shift
    cdef uint32_t own = s.figures[seat], silver = s.figures[SILVER], bronze = s.figures[BRONZE]
    cdef uint32_t king = s.figures[KING]
    cdef uint32_t[24] pattern
    cdef int n = 0, i, size
    if hand & (1 << A_BACK):
        n += put_moves(silver | bronze, A_BACK << 8, 5, out + n)
    if hand & (1 << A_1):
        n += put_moves(silver | bronze, A_1 << 8, 3, out + n)
    if hand & (1 << A_3):
        n += put_moves(silver | bronze, A_3 << 8, 3, out + n)
    if hand & (1 << B_2):
        n += put_moves(bronze, B_2 << 8, 3, out + n)
    if hand & (1 << R_BACK):
        n += put_moves(own, R_BACK << 8, 5, out + n)
    cards = hand & KNIGHT_RANGES
    if cards:
        size = put_moves(own, 0, 4, pattern)
        while cards:
            shift = <uint32_t>lowest32(cards) << 8
            cards &= cards - 1
            for i in range(20):
                out[n + i] = pattern[i] + shift
            n += size
    if hand & (1 << S_2):
        n += put_moves(silver, S_2 << 8, 3, out + n)
    if hand & (1 << W_6):
        n += put_moves(own | silver | bronze, W_6 << 8, 3, out + n)
    if hand & (1 << A_RING):
        n += put_rings((silver | bronze) & ~king, A_RING, out + n)
    if hand & (1 << B_RING):
        n += put_rings(bronze & ~king, B_RING, out + n)
    if hand & (1 << S_RING):
        n += put_rings(silver & ~king, S_RING, out + n)
    if hand & (1 << W_6):
        n += put_rings((silver | bronze) & ~king, W_6, out + n)
    cards = hand & SCORING
    while cards:
        out[n] = KIND_SCORE | <uint32_t>lowest32(cards) << 8
        n += 1
        cards &= cards - 1
    return n


cdef int legal(const void* state, int seat, uint32_t* out) noexcept nogil:
    cdef const Artus* s = <const Artus*>state
    cdef uint32_t chairs
    cdef int n = 0, pile, piles
    if s.head.phase == PLAY:
        return legal_plays(s, seat, out)
    if s.head.phase == PLACE:
        chairs = ALL_CHAIRS & ~occupied(s)
        while chairs:
            out[n] = KIND_PLACE | <uint32_t>lowest32(chairs)
            n += 1
            chairs &= chairs - 1
        return n
    piles = filled_piles(s, seat)
    for pile in range(PILES):
        out[n] = KIND_DRAW | <uint32_t>pile
        n += piles >> pile & 1
    return n


cdef bint well_formed(uint32_t action) noexcept nogil:
    cdef uint32_t kind = action & KIND_MASK, rest = action & LOW_24
    cdef uint32_t card = rest >> 8, chair = rest >> 3 & 31, low = rest & 7
    if kind == KIND_MOVE:
        return card < CARDS_EACH and chair < CHAIRS and low < WIDTHS[card]
    if kind == KIND_RING:
        return card < CARDS_EACH and chair < CHAIRS and low == 0 and RINGS_WHOM[card] != 0
    if kind == KIND_SCORE:
        return W_1 <= card <= W_6 and (rest & 255) == 0
    if kind == KIND_PLACE:
        return rest < CHAIRS
    return kind == KIND_DRAW and rest < PILES


cdef bint is_legal(const void* state, int seat, uint32_t action) noexcept nogil:
    cdef const Artus* s = <const Artus*>state
    cdef uint32_t kind = action & KIND_MASK, rest = action & LOW_24
    cdef uint32_t card = rest >> 8, chair = rest >> 3 & 31
    if not well_formed(action):
        return False
    if s.head.phase == PLACE:
        return kind == KIND_PLACE and not occupied(s) >> rest & 1
    if s.head.phase == DRAW:
        return kind == KIND_DRAW and s.piles[seat][rest] != 0
    if kind > KIND_SCORE or not s.hands[seat] >> card & 1:
        return False
    if kind == KIND_MOVE:
        return figures_for(s, seat, MOVES_WHOM[card]) >> chair & 1
    if kind == KIND_RING:
        return (figures_for(s, seat, RINGS_WHOM[card]) & ~s.figures[KING]) >> chair & 1
    return True


cdef void apply(void* state, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef Artus* s = <Artus*>state
    if sink != NULL:
        put_action(sink, seat, action)
    if s.head.phase == PLAY:
        apply_play(s, seat, action, sink)
    elif s.head.phase == PLACE:
        apply_place(s, seat, action & LOW_24, sink)
    else:
        draw(s, seat, action & LOW_24, sink)
        go_on_drawing(s, seat, sink)


cdef void result(const void* state, int32_t* scores, int32_t* placements) noexcept nogil:
    cdef const Artus* s = <const Artus*>state
    cdef int seat
    for seat in range(s.head.players):
        scores[seat] = s.scores[seat]
    rank_placements(scores, s.head.players, placements)


cdef void parties(const void* state, uint8_t* out) noexcept nogil:
    cdef const Artus* s = <const Artus*>state
    cdef int seat
    for seat in range(s.head.players):
        out[seat] = seat


# --- checking positions and bytes -------------------------------------------------------------------------

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


cdef const char* check(const void* state, const GameConfig* config) noexcept nogil:
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


# --- Python face ------------------------------------------------------------------------------------------

def all_actions() -> dict:
    """The texts of all well-formed codes."""
    texts = {}
    for card in range(CARDS_EACH):
        name = CARDS[card]
        sign = "-" if card in (A_BACK, R_BACK) else "+"
        for chair in range(CHAIRS):
            for extra in range(WIDTHS[card]):
                texts[KIND_MOVE | card << 8 | chair << 3 | extra] = f"{name} {chair}{sign}{FEWEST[card] + extra}"
            if RINGS_WHOM[card]:
                text = f"W6 ring {chair}" if card == W_6 else f"{name} {chair}"
                texts[KIND_RING | card << 8 | chair << 3] = text
        if W_1 <= card:
            texts[KIND_SCORE | card << 8] = "W6 best" if card == W_6 else name
    for chair in range(CHAIRS):
        texts[KIND_PLACE | chair] = f"place {chair}"
    for pile, letter in enumerate(PILE_LETTERS):
        texts[KIND_DRAW | pile] = f"draw {letter}"
    return texts


cdef dict TEXTS = all_actions()
cdef dict CODES = {text: code for code, text in TEXTS.items()}


# What `figure_at` returns, and its text.
cdef dict FIGURE_TEXTS = {kind: str(kind) for kind in range(SEATS)}
FIGURE_TEXTS.update({SILVER | rings << 8: f"S{rings}" for rings in (1, 2, 3)})
FIGURE_TEXTS.update({BRONZE | rings << 8: f"B{rings}" for rings in (1, 2, 3)})
cdef dict FIGURES = {text: figure for figure, text in FIGURE_TEXTS.items()}


cdef list card_texts(uint32_t cards):
    """The texts of a set of cards, ascending."""
    cdef list texts = []
    while cards:
        texts.append(CARDS[lowest32(cards)])
        cards &= cards - 1
    return texts


cdef list pile_texts(uint32_t digits, int pile):
    """The texts of a pile, its top first."""
    cdef list texts = []
    while digits:
        texts.append(CARDS[PILE_CARDS[pile][(digits & 15) - 1]])
        digits >>= 4
    return texts


cdef list hidden_pile(uint32_t digits):
    return ["?"] * ((35 - leading_zeros(digits)) >> 2 if digits else 0)


cdef dict public_fields(const Artus* s):
    """The fields that everybody sees in full."""
    cdef int seat, i
    cdef uint32_t taken = occupied(s)
    cdef list chairs = [""] * CHAIRS
    while taken:
        i = lowest32(taken)
        chairs[i] = FIGURE_TEXTS[figure_at(s, i)]
        taken &= taken - 1
    return {
        "chairs": chairs,
        "king": king_chair(s),
        "placed": s.placed,
        "scores": [s.scores[seat] for seat in range(s.head.players)],
        "turn": s.turn,
        "step": s.step,
        "played": [{"seat": s.played[i] >> 5, "card": CARDS[s.played[i] & 31]} for i in range(s.played_count)],
    }


cdef class ArtusGame(Game):
    """The game `artus`; made by `load_game`.

    Args:
        players: 2 to 4 seats.
        options: see the rules page; all have defaults.

    Raises:
        ValueError: names the option and what is accepted.
    """

    def __init__(self, players=4, **options) -> None:
        self.player_range = range(2, SEATS + 1)
        n = check_players(NAME, players, self.player_range)
        reader = OptionReader(NAME, options)
        mode = reader.choice("mode", "basic", MODES)
        self.option_specs = reader.finish()

        self.name = NAME
        self.num_players = n
        self.option_values = {"mode": mode}
        self.phases = PHASES
        self.fields = FIELDS
        self.config.players = n
        self.config.options[OPTION_ADVANCED] = MODES.index(mode)

        knights = knights_each(n)
        self.max_legal_actions = 33 * knights + 62
        if mode == "advanced":
            self.max_legal_actions += 5 + 3 * (knights + 4) + 3 + 1
        cards, dealt = (22, 6) if mode == "advanced" else (16, 4)
        self.max_game_length = n * (knights + cards + (cards - dealt - 1))

        self.table.state_size = sizeof(Artus)
        self.table.wire_size = sizeof(Artus)
        # action 3; displaced 4, points 3, king 2; two cards drawn 3 each; over 1. The deal: 1 + a word per seat.
        self.table.event_words = 3 + 4 + 3 + 2 + 2 * 3 + 1
        self.table.start = start
        self.table.legal = legal
        self.table.is_legal = is_legal
        self.table.well_formed = well_formed
        self.table.apply = apply
        self.table.result = result
        self.table.parties = parties
        self.table.derive = NULL
        self.table.check = check
        self.finish_setup()

    cdef dict position_fields(self, const void* state):
        cdef const Artus* s = <const Artus*>state
        cdef int seat, pile
        fields = public_fields(s)
        fields["hands"] = [card_texts(s.hands[seat]) for seat in range(s.head.players)]
        fields["piles"] = [
            {PILE_LETTERS[pile]: pile_texts(s.piles[seat][pile], pile) for pile in range(PILES)}
            for seat in range(s.head.players)
        ]
        return fields

    cdef dict view_fields(self, const void* state, int player):
        cdef const Artus* s = <const Artus*>state
        cdef int seat, pile
        fields = public_fields(s)
        fields["hands"] = [
            card_texts(s.hands[seat]) if seat == player else ["?"] * popcount32(s.hands[seat])
            for seat in range(s.head.players)
        ]
        fields["piles"] = [
            {PILE_LETTERS[pile]: hidden_pile(s.piles[seat][pile]) for pile in range(PILES)}
            for seat in range(s.head.players)
        ]
        return fields

    cdef int load_fields(self, void* state, object fields) except -1:
        cdef Artus* s = <Artus*>state
        cdef int i, kind, card
        n = self.num_players
        s.advanced = self.config.options[OPTION_ADVANCED]
        texts = [text for text in FIGURES if not text.isdigit() or int(text) < n]
        for i, text in enumerate(fields.array("chairs", CHAIRS)):
            if text == "":
                continue
            figure = FIGURES[texts[fields.choice_in("chairs", text, texts)]]
            kind = figure & 255
            rings = figure >> 8
            s.figures[kind] |= 1u << i
            if rings == 2:
                s.figures[DOUBLED] |= 1u << i
            elif rings == 3:
                s.figures[KING] |= 1u << i
        king = fields.integer("king", 0, CHAIRS - 1)
        if popcount32(s.figures[KING]) == 1 and king != king_chair(s):
            raise fields.error("king", f"the king is on chair {king_chair(s)}, not {king}")
        s.placed = fields.integer("placed", 0, SEATS * 5)
        for i, score in enumerate(fields.integers("scores", n, -FAR, FAR)):
            s.scores[i] = score
        for i, hand in enumerate(fields.card_sets("hands", n, INDEX)):
            s.hands[i] = hand
        for i, piles in enumerate(fields.array("piles", n)):
            parts = fields.record_in("piles", piles, PILE_LETTERS)
            for kind in range(PILES):
                pile = fields.array_in("piles", parts[PILE_LETTERS[kind]])
                cards = [PILE_CARDS[kind][card] for card in range(PILE_SIZES[kind])]
                if len(pile) > len(cards):
                    raise fields.error("piles", f"{PILE_LETTERS[kind]} has at most {len(cards)} cards")
                for at, text in enumerate(pile):
                    card = fields.card_in("piles", text, INDEX)
                    if card not in cards:
                        raise fields.error("piles", f"{text} does not belong to {PILE_LETTERS[kind]}")
                    s.piles[i][kind] |= <uint32_t>(cards.index(card) + 1) << <int>(4 * at)
        s.turn = fields.integer("turn", 0, FAR)
        s.step = fields.integer("step", 0, 1)
        played = fields.seat_cards("played", n, INDEX)
        if len(played) > n * CARDS_EACH:
            raise fields.error("played", "are too many cards")
        for i, (seat, card_played) in enumerate(played):
            s.played[i] = seat << 5 | card_played
        s.played_count = len(played)
        return 0

    cdef dict event_fields(self, int kind, const uint32_t* payload, int player):
        cdef int seat
        if kind == EVENT_DEAL:
            n = self.num_players
            hands = [
                card_texts(payload[seat]) if seat == player else ["?"] * popcount32(payload[seat]) for seat in range(n)
            ]
            return {"type": "deal", "deal": 0, "first": n - 1, "hands": hands, "open": None}
        if kind == EVENT_DISPLACED:
            return {"type": "displaced", "figure": FIGURE_TEXTS[payload[0]], "from": payload[1], "to": payload[2]}
        if kind == EVENT_POINTS:
            return {"type": "points", "seat": payload[0], "points": <int32_t>payload[1]}
        if kind == EVENT_KING:
            return {"type": "king", "chair": payload[0]}
        card = CARDS[payload[1]]
        pile = card[0] if card[0] in "RW" else "K"
        return {"type": "drawn", "seat": payload[0], "pile": pile, "card": card if player == <int>payload[0] else "?"}

    cdef str action_text(self, uint32_t action):
        return TEXTS[action]

    cdef int64_t parse_action(self, str text) except? -2:
        return CODES.get(text, -1)
