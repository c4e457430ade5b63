"""Das Luschenspiel: what a deal and the decisions of each phase do to a position."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from certamen_core.bits cimport lowest32, popcount32
from certamen_core.dealing cimport DealStream, stream_open, stream_shuffle
from certamen_core.events cimport EVENT_DEAL, EVENT_OVER, begin_event, put_word
from certamen_core.games.luschen cimport ANLEGEN, CHOOSE, KOENIG, LAY, LUSCHEN, NONE, PACK, PLAY, Luschen
from certamen_core.games.luschen_cards cimport (
    ALL_QUEENS,
    CARD_MASK,
    COUNT_END,
    COUNT_STEP,
    EVENT_ADDED,
    EVENT_BOOKED,
    EVENT_OUT,
    EVENT_SKAT,
    EVENT_TRICK,
    HEART_KING,
    JACKS,
    NOBODY,
    QUEENS,
    SEAT_SHIFT,
    STRENGTH,
    add_up,
    all_cards,
    bit32,
    card_points,
    left_of,
    opened_by,
    suit_of_card,
)
from certamen_core.table cimport PHASE_OVER, EventSink


# --- deal -------------------------------------------------------------------------------------------------

cdef inline int pick_dealer(const Luschen* s) noexcept nogil:
    """The seat with most penalties; of equals who reached them first, then the lower seat."""
    cdef int seat, best = 0
    for seat in range(1, s.head.players):
        if s.penalties[seat] > s.penalties[best] or (
            s.penalties[seat] == s.penalties[best] and s.reached[seat] < s.reached[best]
        ):
            best = seat
    return best


cdef inline void deal_cards(Luschen* s, EventSink* sink) noexcept nogil:
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


# --- penalties and the end of a contract ------------------------------------------------------------------

cdef inline void book(Luschen* s, int seat, uint32_t points, EventSink* sink) noexcept nogil:
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


cdef inline void finish_contract(Luschen* s, EventSink* sink) noexcept nogil:
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

cdef inline void tell_skat(const Luschen* s, int seat, EventSink* sink) noexcept nogil:
    if sink != NULL and s.skat:
        begin_event(sink, EVENT_SKAT, 2)
        put_word(sink, seat)
        put_word(sink, s.skat)


cdef inline void apply_choose(Luschen* s, int contract, EventSink* sink) noexcept nogil:
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


cdef inline void finish_trick(Luschen* s, EventSink* sink) noexcept nogil:
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


cdef inline uint32_t queen_numbers(Luschen* s, int won) noexcept nogil:
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


cdef inline void add_skat(Luschen* s, EventSink* sink) noexcept nogil:
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


cdef inline void take_place(Luschen* s, int seat, int place, EventSink* sink) noexcept nogil:
    """A seat is out of cards, or left as the last: tell and book its place."""
    if sink != NULL:
        begin_event(sink, EVENT_OUT, 2)
        put_word(sink, seat)
        put_word(sink, place)
    if place > 1:
        book(s, seat, place if s.head.players <= 5 else place - 1, sink)


cdef inline bint go_out(Luschen* s, int seat, EventSink* sink) noexcept nogil:
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
