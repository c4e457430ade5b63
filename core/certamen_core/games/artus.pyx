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

Cards and chairs are in artus_table.pxd, the plays of a hand in artus_plays.pxd, what decisions do in artus_moves.pxd,
what a loader checks in artus_check.pyx, positions, events and texts in artus_position.pyx.

Bounds. A position may hold a whole set in one hand. With k knights per seat it then has 33 k moves by knight
cards, 20 + 12 + 12 by A cards, 6 + 6 by B and S cards (two figures of each colour), and 3 + 3 rings (three
princes, and each colour's princes together); advanced adds 5 scores and, by W6, 3 (k + 4) moves, 3 rings and
its best knight. That is more than the 24 chairs free for a first knight. A game has k placings per seat and a
play per card; of the cards drawn only the seat's last one, at least, draws itself.

Positions set up by hand may give seats uneven numbers of cards. Then a turn ends early where the hand is
empty, and a seat without a card in hand takes its turn without doing anything.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from certamen_core.bits cimport lowest32
from certamen_core.dealing cimport DealStream, stream_open
from certamen_core.engine cimport Game
from certamen_core.events cimport EVENT_DEAL, begin_event, put_action, put_word
from certamen_core.games.artus cimport (
    BRONZE,
    CARDS_EACH,
    CHAIRS,
    DRAW,
    KING,
    PILES,
    PLACE,
    PLAY,
    SEATS,
    SILVER,
    Artus,
    ArtusGame,
)
from certamen_core.games.artus_check cimport check_artus
from certamen_core.games.artus_moves cimport apply_place, apply_play, draw, go_on_drawing, pop, shuffled
from certamen_core.games.artus_plays cimport legal_plays
from certamen_core.games.artus_position cimport (
    action_of_text,
    all_fields,
    event_dict,
    load_position,
    seen_fields,
    text_of_action,
)
from certamen_core.games.artus_table cimport (
    ALL_CHAIRS,
    KIND_DRAW,
    KIND_MASK,
    KIND_MOVE,
    KIND_PLACE,
    KIND_RING,
    KIND_SCORE,
    LOW_24,
    MOVES_WHOM,
    OPTION_ADVANCED,
    RINGS_WHOM,
    WIDTHS,
    W_1,
    W_6,
    figures_for,
    filled_piles,
    knights_each,
    occupied,
)
from certamen_core.table cimport EventSink, GameConfig, rank_placements

from certamen_core.options import OptionReader, check_players

__all__ = ["ArtusGame"]

NAME = "artus"
MODES = ("basic", "advanced")
PHASES = ("over", "place", "play", "draw")
FIELDS = ("chairs", "king", "placed", "scores", "hands", "piles", "turn", "step", "played")


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


# --- the game ---------------------------------------------------------------------------------------------

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
        self.table.check = check_artus
        self.finish_setup()

    cdef dict position_fields(self, const void* state):
        return all_fields(<const Artus*>state)

    cdef dict view_fields(self, const void* state, int player):
        return seen_fields(<const Artus*>state, player)

    cdef int load_fields(self, void* state, object fields) except -1:
        cdef Artus* s = <Artus*>state
        s.advanced = self.config.options[OPTION_ADVANCED]
        return load_position(s, fields, self.num_players)

    cdef dict event_fields(self, int kind, const uint32_t* payload, int player):
        return event_dict(kind, payload, self.num_players, player)

    cdef str action_text(self, uint32_t action):
        return text_of_action(action)

    cdef int64_t parse_action(self, str text) except? -2:
        return action_of_text(text)
