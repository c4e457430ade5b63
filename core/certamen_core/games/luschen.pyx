"""Das Luschenspiel, 2-8 seats: a chain of contracts; penalties are bad, and whoever has most of them deals.

Pack        7 8 9 T J Q K A in c d h s. Every seat gets 32 / seats cards, the rest is the Skat.
Dealer      most penalties, of equals who reached them first; having seen his hand he names any contract
            but the one just played.
luschen     everybody lays any card in turn; card points (A 11, T 10, K 4, Q 3, J 2) are counted, those of
            the Skat first. Bringing the count to 25, 50, 75, 100 costs 1, 2, 3, 4; 100 is the end.
koenig      tricks without trumps (A T K Q J 9 8 7); taking Kh costs 5 and is the end.
damen       such tricks; the first, second, third, fourth queen taken costs 1, 2, 3, 4; the fourth is the end.
            What koenig and damen punish, lying in the Skat, goes to the winner of the last trick.
anlegen     a row for each suit, from the jack up to Q K A and down to T 9 8 7; Skat cards join by themselves.
            Running out of cards first costs nothing, second 2, third 3, … (from six seats on 1, 2, …); the
            last one left with cards pays too and is the end.
End         after the contract in which somebody's penalties exceed the limit.

Action codes (kind in the top byte, so that cards are small numbers):
    card      0 | lay << 5 | card           lay 0: `play`, 1: `lay`; card 0 … 31, see below
    done      1
    pass      2
    choose    3 | contract                  1 luschen, 2 koenig, 3 damen, 4 anlegen

Cards: 4 * rank index in '789AJKQT' + suit index in 'cdhs', so that ascending bits are ascending texts.

Cards and rows are in luschen_cards.pxd, what decisions do in luschen_moves.pxd, what a loader checks in
luschen_check.pyx, positions, events and texts in luschen_position.pyx.

Bounds. Legal actions: a whole hand; or the cards of a hand that fit (at most two for each row) and `done`.

Decisions of a contract, with h cards a hand and n seats: one choice, and at most a play per card, n * h. In
anlegen at most n * h - 1 cards are laid (the last seat keeps one), each followed by at most one `done` and n - 1
passes before the next: whatever the rows are, the next card of an unfinished row is in a hand (the Skat gives
its own at once), so somebody can lay, and whoever can must. As many passes may come before the first card.

Contracts of a game: each books something to somebody. koenig always 5: Kh is in a trick, or in the Skat and goes
with the last trick. damen always 1 + 2 + 3 + 4. luschen 2 + 3 + 4 at least: the pack holds 120 points, so the
count gets to 100; a card is worth less than 25, so no booking swallows another; only the threshold of 25 can be
lost, to a Skat of four cards (at most 44 points). anlegen the places 2 … n, that is n(n+1)/2 - 1 or, from six
seats on, n(n-1)/2. No contract comes twice in a row, so two contracts in a row book at least the smaller of
5 + anlegen and 5 + 9, and contain at most one anlegen. Before the last contract nobody exceeds the limit, so at
most n * limit is booked, which limits the number of such pairs; one more pair covers what is left: the last
contract, and one without a partner before it.

Numbers that a loaded position brings along (penalties, stamps, count, tricks, queens) need not fit each other, and
counting stops at a billion, so nothing overflows.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from certamen_core.bits cimport lowest32
from certamen_core.engine cimport Game
from certamen_core.events cimport put_action
from certamen_core.games.luschen cimport ANLEGEN, LAY, LUSCHEN, PACK, PLAY, SEATS, Luschen, LuschenGame
from certamen_core.games.luschen_cards cimport (
    CARD_MASK,
    KIND_CARD,
    KIND_CHOOSE,
    KIND_DONE,
    KIND_MASK,
    KIND_PASS,
    LAYING,
    LOW_24,
    OPTION_LIMIT,
    all_cards,
    hand_size_of,
    open_of,
    suit_of_card,
)
from certamen_core.games.luschen_check cimport check_luschen
from certamen_core.games.luschen_moves cimport apply_choose, apply_lay, apply_play, deal_cards, end_turn, playable
from certamen_core.games.luschen_position cimport (
    action_of_text,
    all_fields,
    event_dict,
    load_position,
    seen_fields,
    text_of_action,
)
from certamen_core.table cimport EventSink, GameConfig

from certamen_core.options import OptionReader, check_players

__all__ = ["LuschenGame"]

NAME = "luschen"
FIELDS = (
    "dealer", "contract", "previous", "penalties", "reached", "stamp", "hands", "skat", "count", "trick", "tricks",
    "played", "queens", "rows", "out", "laid",
)
PHASES = ("over", "choose", "play", "lay")


cdef void start(void* state, const GameConfig* config, EventSink* sink) noexcept nogil:
    cdef Luschen* s = <Luschen*>state
    s.head.players = config.players
    s.hand_size = hand_size_of(config.players)
    s.limit = config.options[OPTION_LIMIT]
    s.stamp = 1
    deal_cards(s, sink)


cdef inline int list_cards(uint32_t cards, uint32_t kind, uint32_t* out) noexcept nogil:
    cdef int n = 0
    while cards:
        out[n] = kind | lowest32(cards)
        n += 1
        cards &= cards - 1
    return n


cdef int legal(const void* state, int seat, uint32_t* out) noexcept nogil:
    cdef const Luschen* s = <const Luschen*>state
    cdef int n, contract
    if s.head.phase == PLAY:
        return list_cards(playable(s, seat), 0, out)
    if s.head.phase == LAY:
        n = list_cards(s.hands[seat] & s.open, LAYING, out)
        if s.laid or n == 0:
            out[n] = KIND_DONE if s.laid else KIND_PASS
            n += 1
        return n
    n = 0
    for contract in range(LUSCHEN, ANLEGEN + 1):
        out[n] = KIND_CHOOSE | contract
        n += contract != s.previous
    return n


cdef bint well_formed(uint32_t action) noexcept nogil:
    cdef uint32_t kind = action & KIND_MASK, rest = action & LOW_24
    if kind == KIND_CARD:
        return rest < LAYING + PACK
    if kind == KIND_CHOOSE:
        return LUSCHEN <= rest <= ANLEGEN
    return action == KIND_DONE or action == KIND_PASS


cdef bint is_legal(const void* state, int seat, uint32_t action) noexcept nogil:
    cdef const Luschen* s = <const Luschen*>state
    cdef uint32_t rest = action & LOW_24, fitting
    if s.head.phase == PLAY:
        return action < PACK and (playable(s, seat) >> action) & 1
    if s.head.phase == LAY:
        fitting = s.hands[seat] & s.open
        if action < LAYING + PACK:
            return action >= LAYING and (fitting >> (action - LAYING)) & 1
        return action == KIND_DONE if s.laid else (action == KIND_PASS and fitting == 0)
    return action & KIND_MASK == KIND_CHOOSE and LUSCHEN <= rest <= ANLEGEN and rest != s.previous


cdef void apply(void* state, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef Luschen* s = <Luschen*>state
    if sink != NULL:
        put_action(sink, seat, action)
    if s.head.phase == PLAY:
        apply_play(s, seat, action, sink)
    elif s.head.phase == LAY:
        if action < LAYING + PACK:
            apply_lay(s, seat, action - LAYING, sink)
        else:
            end_turn(s, seat)
    else:
        apply_choose(s, action & LOW_24, sink)


cdef void result(const void* state, int32_t* scores, int32_t* placements) noexcept nogil:
    cdef const Luschen* s = <const Luschen*>state
    cdef int n = s.head.players, seat, other
    for seat in range(n):
        scores[seat] = s.penalties[seat]
        placements[seat] = 1
        for other in range(n):
            placements[seat] += s.penalties[other] < s.penalties[seat]


cdef void parties(const void* state, uint8_t* out) noexcept nogil:
    cdef int seat
    for seat in range((<const Luschen*>state).head.players):
        out[seat] = seat


cdef void derive(void* state) noexcept nogil:
    cdef Luschen* s = <Luschen*>state
    s.open = open_of(s.rows)
    s.follow = all_cards()
    if s.trick_size:
        s.follow = suit_of_card(s.played[s.played_size - s.trick_size] & CARD_MASK)


# --- the game ---------------------------------------------------------------------------------------------

cdef class LuschenGame(Game):
    """The game `luschen`; made by `load_game`.

    Args:
        players: 2 to 8 seats.
        options: see the rules page; all have defaults.

    Raises:
        ValueError: names the option and what is accepted.
    """

    def __init__(self, players=4, **options) -> None:
        self.player_range = range(2, SEATS + 1)
        n = check_players(NAME, players, self.player_range)
        reader = OptionReader(NAME, options)
        limit = reader.integer("limit", 25, 1, 1000)
        self.option_specs = reader.finish()

        self.name = NAME
        self.num_players = n
        self.option_values = {"limit": limit}
        self.phases = PHASES
        self.fields = FIELDS
        self.config.players = n
        self.config.options[OPTION_LIMIT] = limit

        hand = hand_size_of(n)
        dealt = n * hand
        places = n * (n + 1) // 2 - 1 if n <= 5 else n * (n - 1) // 2
        pairs = n * limit // min(5 + places, 5 + 9) + 1
        anlegen = 1 + (n - 1) + (dealt - 1) * (1 + 1 + (n - 1))
        self.max_legal_actions = max(hand, min(hand, 8) + 1)
        self.max_game_length = pairs * (anlegen + 1 + dealt)

        self.table.state_size = sizeof(Luschen)
        self.table.wire_size = sizeof(Luschen) - 2 * sizeof(uint32_t)
        # action 3; trick 2 + seats, Skat 3; or Skat 3, four cards added 2 each; or those, two seats out 3 each;
        # two bookings 3 each; the next deal 3 + seats, over 1.
        self.table.event_words = 3 + (2 + n) + 3 + 4 * 2 + 2 * 3 + 2 * 3 + (3 + n) + 1
        self.table.start = start
        self.table.legal = legal
        self.table.is_legal = is_legal
        self.table.well_formed = well_formed
        self.table.apply = apply
        self.table.result = result
        self.table.parties = parties
        self.table.derive = derive
        self.table.check = check_luschen
        self.finish_setup()

    cdef dict position_fields(self, const void* state):
        return all_fields(<const Luschen*>state)

    cdef dict view_fields(self, const void* state, int player):
        return seen_fields(<const Luschen*>state, player)

    cdef int load_fields(self, void* state, object fields) except -1:
        cdef Luschen* s = <Luschen*>state
        s.hand_size = hand_size_of(self.num_players)
        s.limit = self.config.options[OPTION_LIMIT]
        return load_position(s, fields, self.num_players)

    cdef dict event_fields(self, int kind, const uint32_t* payload, int player):
        return event_dict(kind, payload, self.num_players, player)

    cdef str action_text(self, uint32_t action):
        return text_of_action(action)

    cdef int64_t parse_action(self, str text) except? -2:
        return action_of_text(text)
