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

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from certamen_core.bits cimport lowest32, popcount32
from certamen_core.dealing cimport DealStream, stream_open, stream_shuffle
from certamen_core.engine cimport Game
from certamen_core.events cimport EVENT_DEAL, EVENT_OVER, EVENT_OWN, begin_event, put_action, put_word
from certamen_core.games.luschen cimport (
    ANLEGEN,
    CHOOSE,
    DAMEN,
    KOENIG,
    LAY,
    LUSCHEN,
    NONE,
    PACK,
    PLAY,
    SEATS,
    Luschen,
    LuschenGame,
)
from certamen_core.table cimport PHASE_OVER, EventSink, GameConfig

from certamen_core.games.french_texts import SUIT_LETTERS, hidden_cards
from certamen_core.options import OptionReader, check_players

__all__ = ["LuschenGame"]

NAME = "luschen"
FIELDS = (
    "dealer", "contract", "previous", "penalties", "reached", "stamp", "hands", "skat", "count", "trick", "tricks",
    "played", "queens", "rows", "out", "laid",
)
PHASES = ("over", "choose", "play", "lay")
CONTRACTS = (None, "luschen", "koenig", "damen", "anlegen")
CARDS = tuple(rank + suit for rank in "789AJKQT" for suit in SUIT_LETTERS)
INDEX = {text: card for card, text in enumerate(CARDS)}
ROW_ORDER = "789TJQKA"

cdef enum:
    KIND_CARD = 0
    KIND_DONE = 1 << 24
    KIND_PASS = 2 << 24
    KIND_CHOOSE = 3 << 24
    KIND_MASK = 0xFF << 24
    LOW_24 = 0xFFFFFF
    LAYING = 32                   # in a card's code
    NOBODY = 255

    EVENT_SKAT = EVENT_OWN        # seat or NOBODY, cards
    EVENT_ADDED = EVENT_OWN + 1   # card
    EVENT_TRICK = EVENT_OWN + 2   # seat (winner), the cards
    EVENT_BOOKED = EVENT_OWN + 3  # seat, points
    EVENT_OUT = EVENT_OWN + 4     # seat, place

    OPTION_LIMIT = 0

    CARD_MASK = 31
    SEAT_SHIFT = 5
    COUNT_END = 100               # of luschen
    COUNT_STEP = 25               # between its thresholds
    ALL_QUEENS = 4
    NUMBER_MAX = 1000000000       # where counting stops

    HEART_KING = 1 << 22
    JACKS = 0xF << 16
    QUEENS = 0xF << 24

# By rank index in '789AJKQT': strength in a trick, card points, and the neighbours that a card of 'c' opens.
cdef uint8_t[8] STRENGTH = [1, 2, 3, 8, 4, 6, 5, 7]
cdef uint8_t[8] POINTS = [0, 0, 0, 11, 2, 4, 3, 10]
cdef uint32_t[8] OPENS = [0, 1 << 0, 1 << 4, 0, 1 << 24 | 1 << 28, 1 << 12, 1 << 20, 1 << 8]


# --- cards ------------------------------------------------------------------------------------------------

cdef inline uint32_t bit32(int card) noexcept nogil:
    """The set that holds one card."""
    return (<uint32_t>1) << card


cdef inline uint32_t all_cards() noexcept nogil:
    return 0xFFFFFFFFu


cdef inline uint32_t suit_of_card(int card) noexcept nogil:
    """All cards of a card's suit."""
    return (<uint32_t>0x11111111) << (card & 3)


cdef inline uint32_t opened_by(int card) noexcept nogil:
    """What fits a row once this card lies in it."""
    return OPENS[card >> 2] << (card & 3)


cdef inline int card_points(int card) noexcept nogil:
    return POINTS[card >> 2]


cdef uint32_t open_of(uint32_t rows) noexcept nogil:
    """The cards that fit the rows."""
    cdef uint32_t open = JACKS, left = rows
    while left:
        open |= opened_by(lowest32(left))
        left &= left - 1
    return open & ~rows


cdef inline uint32_t add_up(uint32_t number, uint32_t more) noexcept nogil:
    """The sum; counting stops at NUMBER_MAX, which only positions made by hand come near."""
    number += more
    return number if number < NUMBER_MAX else NUMBER_MAX


# --- deal -------------------------------------------------------------------------------------------------

cdef int pick_dealer(const Luschen* s) noexcept nogil:
    """The seat with most penalties; of equals who reached them first, then the lower seat."""
    cdef int seat, best = 0
    for seat in range(1, s.head.players):
        if s.penalties[seat] > s.penalties[best] or (
            s.penalties[seat] == s.penalties[best] and s.reached[seat] < s.reached[best]
        ):
            best = seat
    return best


cdef void deal_cards(Luschen* s, EventSink* sink) noexcept nogil:
    """Deal the cards of contract number `head.deal`; `previous` and the penalties are set already."""
    cdef DealStream stream
    cdef uint8_t[PACK] deck
    cdef int n = s.head.players, seat, i, at = 0
    cdef uint32_t hand
    for i in range(PACK):
        deck[i] = i
    stream_open(&stream, s.head.seed, s.head.deal, 0)
    stream_shuffle(&stream, deck, PACK)
    s.head.draws = stream.draws
    for seat in range(n):
        hand = 0
        for i in range(s.hand_size):
            hand |= bit32(deck[at])
            at += 1
        s.hands[seat] = hand
    s.skat = 0
    while at < PACK:
        s.skat |= bit32(deck[at])
        at += 1
    s.rows = 0
    s.count = 0
    s.tricks = 0
    s.queens = 0
    memset(s.played, 0, sizeof(s.played))
    s.played_size = 0
    memset(s.out, 0, sizeof(s.out))
    s.out_size = 0
    s.contract = NONE
    s.dealer = pick_dealer(s)
    s.head.phase = CHOOSE
    s.head.acting = 1u << s.dealer
    if sink != NULL:
        begin_event(sink, EVENT_DEAL, 2 + n)
        put_word(sink, s.head.deal)
        put_word(sink, s.dealer)
        for seat in range(n):
            put_word(sink, s.hands[seat])


cdef inline int hand_size_of(int players) noexcept nogil:
    return PACK // players


cdef void start(void* state, const GameConfig* config, EventSink* sink) noexcept nogil:
    cdef Luschen* s = <Luschen*>state
    s.head.players = config.players
    s.hand_size = hand_size_of(config.players)
    s.limit = config.options[OPTION_LIMIT]
    s.stamp = 1
    deal_cards(s, sink)


# --- penalties and the end of a contract ------------------------------------------------------------------

cdef void book(Luschen* s, int seat, uint32_t points, EventSink* sink) noexcept nogil:
    """Book penalties; a booking of nothing is none."""
    if points == 0:
        return
    s.penalties[seat] = add_up(s.penalties[seat], points)
    s.reached[seat] = s.stamp
    s.stamp = add_up(s.stamp, 1)
    if sink != NULL:
        begin_event(sink, EVENT_BOOKED, 2)
        put_word(sink, seat)
        put_word(sink, points)


cdef void finish_contract(Luschen* s, EventSink* sink) noexcept nogil:
    """The next deal; or the end, if somebody exceeds the limit."""
    cdef int seat
    cdef bint over = False
    s.laid = 0
    for seat in range(s.head.players):
        over |= s.penalties[seat] > s.limit
    if not over:
        s.previous = s.contract
        s.head.deal += 1
        deal_cards(s, sink)
        return
    s.head.phase = PHASE_OVER
    s.head.acting = 0
    if sink != NULL:
        begin_event(sink, EVENT_OVER, 0)


# --- choose -----------------------------------------------------------------------------------------------

cdef inline int left_of(const Luschen* s, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < s.head.players else 0


cdef inline void tell_skat(const Luschen* s, int seat, EventSink* sink) noexcept nogil:
    if sink != NULL and s.skat:
        begin_event(sink, EVENT_SKAT, 2)
        put_word(sink, seat)
        put_word(sink, s.skat)


cdef void apply_choose(Luschen* s, int contract, EventSink* sink) noexcept nogil:
    cdef uint32_t cards
    s.contract = contract
    s.follow = all_cards()
    s.head.phase = PLAY
    if contract == LUSCHEN:
        tell_skat(s, NOBODY, sink)
        cards = s.skat
        while cards:
            s.count += card_points(lowest32(cards))
            cards &= cards - 1
        s.head.acting = 1u << s.dealer
        return
    s.head.acting = 1u << left_of(s, s.dealer)
    if contract == ANLEGEN:
        s.head.phase = LAY
        s.open = JACKS
        tell_skat(s, NOBODY, sink)
        add_skat(s, sink)


# --- play: luschen, koenig, damen -------------------------------------------------------------------------

cdef inline uint32_t playable(const Luschen* s, int seat) noexcept nogil:
    """The cards that a seat may play: of the suit led if it holds any, else all."""
    cdef uint32_t hand = s.hands[seat], following = hand & s.follow
    return following if following else hand


cdef inline void take_from_hand(Luschen* s, int seat, int card) noexcept nogil:
    s.hands[seat] &= ~bit32(card)
    s.played[s.played_size] = card | seat << SEAT_SHIFT
    s.played_size += 1


cdef inline void apply_play(Luschen* s, int seat, int card, EventSink* sink) noexcept nogil:
    take_from_hand(s, seat, card)
    if s.contract == LUSCHEN:
        count_card(s, seat, card, sink)
        return
    if s.trick_size == 0:
        s.follow = suit_of_card(card)
    s.trick_size += 1
    if s.trick_size == s.head.players:
        finish_trick(s, sink)
    else:
        s.head.acting = 1u << left_of(s, seat)


cdef inline void count_card(Luschen* s, int seat, int card, EventSink* sink) noexcept nogil:
    """Add a card to the count of luschen and book the threshold that it passes."""
    cdef uint32_t before = s.count, after = add_up(before, card_points(card)), threshold
    s.count = after
    for threshold in range(1, 5):
        if before < threshold * COUNT_STEP <= after:
            book(s, seat, threshold, sink)
    if after >= COUNT_END or s.played_size == s.head.players * s.hand_size:
        finish_contract(s, sink)
    else:
        s.head.acting = 1u << left_of(s, seat)


cdef void finish_trick(Luschen* s, EventSink* sink) noexcept nogil:
    """Give a full trick to its winner, book what it costs him, and see whether the contract is over."""
    cdef int n = s.head.players, i, card, value, best = 0, winner
    cdef const uint8_t* trick = s.played + (s.played_size - n)
    cdef uint32_t cards = 0, skat = 0, led = s.follow, points = 0
    cdef bint last
    for i in range(n):
        card = trick[i] & CARD_MASK
        cards |= bit32(card)
        value = (STRENGTH[card >> 2] << 8 | trick[i]) * <int>((led >> card) & 1)
        best = value if value > best else best
    winner = (best & 255) >> SEAT_SHIFT
    s.trick_size = 0
    s.follow = all_cards()
    s.tricks = add_up(s.tricks, 1)
    if sink != NULL:
        begin_event(sink, EVENT_TRICK, 1 + n)
        put_word(sink, winner)
        for i in range(n):
            put_word(sink, trick[i] & CARD_MASK)
    last = s.hands[winner] == 0
    if last:
        skat = s.skat            # the winner of the last trick takes it
    if s.contract == KOENIG:
        if (cards | skat) & HEART_KING:
            if skat & HEART_KING:
                tell_skat(s, winner, sink)
            points = 5
            last = True
    elif (cards | skat) & QUEENS:
        if skat & QUEENS:
            tell_skat(s, winner, sink)
        points = queen_numbers(s, popcount32((cards | skat) & QUEENS))
        last |= s.queens >= ALL_QUEENS
    book(s, winner, points, sink)
    if last:
        finish_contract(s, sink)
    else:
        s.head.acting = 1u << winner


cdef uint32_t queen_numbers(Luschen* s, int won) noexcept nogil:
    """Count queens of damen as won; returns the sum of their numbers."""
    cdef uint32_t points = 0
    cdef int i
    for i in range(won):
        s.queens = add_up(s.queens, 1)
        points = add_up(points, s.queens)
    return points


# --- lay: anlegen -----------------------------------------------------------------------------------------

cdef inline void put_in_row(Luschen* s, int card) noexcept nogil:
    s.rows |= bit32(card)
    s.open = (s.open | opened_by(card)) & ~bit32(card)


cdef void add_skat(Luschen* s, EventSink* sink) noexcept nogil:
    """Add Skat cards to their rows until none fits."""
    cdef int card
    while s.skat & s.open:
        card = lowest32(s.skat & s.open)
        s.skat &= ~bit32(card)
        put_in_row(s, card)
        if sink != NULL:
            begin_event(sink, EVENT_ADDED, 1)
            put_word(sink, card)


cdef inline void end_turn(Luschen* s, int seat) noexcept nogil:
    """The next seat that holds cards is to act; some seat does."""
    s.laid = 0
    seat = left_of(s, seat)
    while s.hands[seat] == 0:
        seat = left_of(s, seat)
    s.head.acting = 1u << seat


cdef void take_place(Luschen* s, int seat, int place, EventSink* sink) noexcept nogil:
    """A seat is out of cards, or left as the last: tell and book its place."""
    if sink != NULL:
        begin_event(sink, EVENT_OUT, 2)
        put_word(sink, seat)
        put_word(sink, place)
    if place > 1:
        book(s, seat, place if s.head.players <= 5 else place - 1, sink)


cdef bint go_out(Luschen* s, int seat, EventSink* sink) noexcept nogil:
    """A seat has laid its last card; true if that ends the contract."""
    cdef int other, holding = 0, last = 0
    s.out[s.out_size] = seat
    s.out_size += 1
    take_place(s, seat, s.out_size, sink)
    for other in range(s.head.players):
        if s.hands[other]:
            holding += 1
            last = other
    if holding == 1:
        take_place(s, last, s.out_size + 1, sink)
    return holding <= 1


cdef inline void apply_lay(Luschen* s, int seat, int card, EventSink* sink) noexcept nogil:
    take_from_hand(s, seat, card)
    put_in_row(s, card)
    add_skat(s, sink)
    if s.hands[seat] == 0:
        if go_out(s, seat, sink):
            finish_contract(s, sink)
        else:
            end_turn(s, seat)
    elif s.hands[seat] & s.open:
        s.laid = 1
    else:
        end_turn(s, seat)


# --- the table --------------------------------------------------------------------------------------------

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


# --- checking positions and bytes -------------------------------------------------------------------------

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


cdef const char* check(const void* state, const GameConfig* config) noexcept nogil:
    cdef const Luschen* s = <const Luschen*>state
    cdef const char* broken = check_shape(s, config)
    if broken == NULL:
        broken = check_contract(s)
    if broken == NULL:
        broken = check_cards(s)
    if broken == NULL:
        broken = check_turn(s)
    return broken


# --- Python face ------------------------------------------------------------------------------------------

cdef list set_texts(uint32_t cards):
    """The texts of a set of cards, ascending."""
    texts = []
    while cards:
        texts.append(CARDS[lowest32(cards)])
        cards &= cards - 1
    return texts


cdef list row_texts(uint32_t rows, int suit):
    """The cards of one row from its low end to its high end."""
    letter = SUIT_LETTERS[suit]
    return [rank + letter for rank in ROW_ORDER if rows >> <int>INDEX[rank + letter] & 1]


cdef list played_cards(const Luschen* s, int first):
    """The cards played from number `first` on, with their seats."""
    cdef int i
    return [
        {"seat": s.played[i] >> SEAT_SHIFT, "card": CARDS[s.played[i] & CARD_MASK]} for i in range(first, s.played_size)
    ]


cdef dict public_fields(const Luschen* s):
    """The fields that everybody sees in full."""
    cdef int seat, suit, i
    n = s.head.players
    return {
        "dealer": s.dealer,
        "contract": CONTRACTS[s.contract],
        "previous": CONTRACTS[s.previous],
        "penalties": [s.penalties[seat] for seat in range(n)],
        "reached": [s.reached[seat] for seat in range(n)],
        "stamp": s.stamp,
        "count": s.count,
        "trick": played_cards(s, s.played_size - s.trick_size),
        "tricks": s.tricks,
        "played": played_cards(s, 0),
        "queens": s.queens,
        "rows": {SUIT_LETTERS[suit]: row_texts(s.rows, suit) for suit in range(4)},
        "out": [s.out[i] for i in range(s.out_size)],
        "laid": s.laid != 0,
    }


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
        self.table.check = check
        self.finish_setup()

    cdef dict position_fields(self, const void* state):
        cdef const Luschen* s = <const Luschen*>state
        cdef int seat
        fields = public_fields(s)
        fields["hands"] = [set_texts(s.hands[seat]) for seat in range(s.head.players)]
        fields["skat"] = set_texts(s.skat)
        return fields

    cdef dict view_fields(self, const void* state, int player):
        cdef const Luschen* s = <const Luschen*>state
        cdef int seat
        fields = public_fields(s)
        fields["hands"] = [
            set_texts(s.hands[seat]) if seat == player else hidden_cards(popcount32(s.hands[seat]))
            for seat in range(s.head.players)
        ]
        turned_up = s.contract == LUSCHEN or s.contract == ANLEGEN
        fields["skat"] = set_texts(s.skat) if turned_up else hidden_cards(popcount32(s.skat))
        return fields

    cdef int load_fields(self, void* state, object fields) except -1:
        cdef Luschen* s = <Luschen*>state
        cdef int i
        n = self.num_players
        s.hand_size = hand_size_of(n)
        s.limit = self.config.options[OPTION_LIMIT]
        s.dealer = fields.integer("dealer", 0, n - 1)
        if fields["contract"] is not None:
            s.contract = 1 + fields.choice("contract", CONTRACTS[LUSCHEN:])
        if fields["previous"] is not None:
            s.previous = 1 + fields.choice("previous", CONTRACTS[LUSCHEN:])
        for i, number in enumerate(fields.integers("penalties", n, 0, NUMBER_MAX)):
            s.penalties[i] = number
        for i, number in enumerate(fields.integers("reached", n, 0, NUMBER_MAX)):
            s.reached[i] = number
        s.stamp = fields.integer("stamp", 0, NUMBER_MAX)
        for i, hand in enumerate(fields.card_sets("hands", n, INDEX)):
            s.hands[i] = hand
        s.skat = fields.card_set("skat", INDEX)
        s.count = fields.integer("count", 0, NUMBER_MAX)
        s.tricks = fields.integer("tricks", 0, NUMBER_MAX)
        s.queens = fields.integer("queens", 0, NUMBER_MAX)
        played = fields.seat_cards("played", n, INDEX)
        if len(played) > PACK:
            raise fields.error("played", "holds more cards than the pack")
        for i, (seat, card) in enumerate(played):
            s.played[i] = card | seat << SEAT_SHIFT
        s.played_size = len(played)
        trick = fields.seat_cards("trick", n, INDEX)
        if len(trick) >= n:
            raise fields.error("trick", f"has at most {n - 1} cards, a full one is cleared by itself")
        if trick != played[len(played) - len(trick) :]:
            raise fields.error("trick", "must be the end of played")
        s.trick_size = len(trick)
        rows = fields.record_in("rows", fields["rows"], SUIT_LETTERS)
        for i, letter in enumerate(SUIT_LETTERS):
            row = fields.card_set_in("rows", rows[letter], INDEX)
            if rows[letter] != row_texts(row, i):
                raise fields.error("rows", f"{letter} must hold cards of its suit, ascending in row order")
            s.rows |= row
        out = fields.array("out")
        if len(out) > n:
            raise fields.error("out", "holds too many seats")
        for i, seat in enumerate(out):
            s.out[i] = fields.integer_in("out", seat, 0, n - 1)
        s.out_size = len(out)
        s.laid = fields.boolean("laid")
        return 0

    cdef dict event_fields(self, int kind, const uint32_t* payload, int player):
        cdef int seat, i
        if kind == EVENT_DEAL:
            hands = []
            for seat in range(self.num_players):
                cards = payload[2 + seat]
                hands.append(set_texts(cards) if seat == player else hidden_cards(popcount32(cards)))
            return {"type": "deal", "deal": payload[0], "first": payload[1], "hands": hands, "open": None}
        if kind == EVENT_SKAT:
            by = None if payload[0] == NOBODY else payload[0]
            return {"type": "skat", "cards": set_texts(payload[1]), "seat": by}
        if kind == EVENT_ADDED:
            return {"type": "added", "card": CARDS[payload[0]]}
        if kind == EVENT_TRICK:
            cards = [CARDS[payload[1 + i]] for i in range(self.num_players)]
            return {"type": "trick", "seat": payload[0], "cards": cards}
        if kind == EVENT_BOOKED:
            return {"type": "booked", "seat": payload[0], "points": payload[1]}
        return {"type": "out", "seat": payload[0], "place": payload[1]}

    cdef str action_text(self, uint32_t action):
        kind = action & KIND_MASK
        if kind == KIND_CARD:
            return f"{'lay' if action & LAYING else 'play'} {CARDS[action & CARD_MASK]}"
        if kind == KIND_CHOOSE:
            return "choose " + CONTRACTS[action & LOW_24]
        return "done" if kind == KIND_DONE else "pass"

    cdef int64_t parse_action(self, str text) except? -2:
        kind, _, rest = text.partition(" ")
        if kind in ("play", "lay") and rest in INDEX:
            return (LAYING if kind == "lay" else 0) | INDEX[rest]
        if kind == "choose" and rest in CONTRACTS[LUSCHEN:]:
            return KIND_CHOOSE | CONTRACTS.index(rest)
        if text in ("done", "pass"):
            return KIND_DONE if text == "done" else KIND_PASS
        return -1
