"""What the plays of Lusus Chartarum do: cards leave the hand for the table or a value pile. All are legal here."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from certamen_core.events cimport begin_event, put_word
from certamen_core.games.lusus cimport GROUP_LINE, STULTI_LINE, Lusus, Meld
from certamen_core.games.lusus_codes cimport EVENT_COMPLETED, EVENT_GAINED
from certamen_core.games.lusus_melds cimport (
    ALL_SUITS,
    INV,
    KIND_GROUP,
    KIND_MASK,
    KIND_RUN,
    OPENING,
    SER,
    STU,
    STULTI,
    SUITS,
    CardSet,
    holds,
    meld_cards,
    meld_size,
    meld_worth,
    put_card,
    rank_value,
    regular_value,
    stulti_in,
    take_card,
)
from certamen_core.games.lusus_plays cimport (
    COVER_ID,
    MELD_ID,
    STULTUS,
    card_place,
    covered_place,
    find_meld,
    is_stulti,
    note_melds,
    place_card,
)
from certamen_core.table cimport EventSink

cdef enum:
    STULTUS_VALUE = 50        # in hand or in a stulti group
    INVICTUS_VALUE = 100


# --- value piles ------------------------------------------------------------------------------------------

cdef inline void win_stultus(Lusus* s, int seat, int shown) noexcept nogil:
    """Put a STULTUS into a value pile; `shown` is 1 + what it stands for, or 1 + STU from a stulti group."""
    cdef int i, moved
    for i in range(STULTI):
        moved = s.stulti_won[seat][i]
        if moved == 0:
            s.stulti_won[seat][i] = shown
            return
        if moved > shown:
            s.stulti_won[seat][i] = shown
            shown = moved


cdef inline void win_place(Lusus* s, int seat, const Meld* meld, int place, EventSink* sink) noexcept nogil:
    """Put what lies on a place of a run or group into a value pile; with a sink, tell it as gained."""
    cdef int card = place_card(meld, place)
    if meld.stultus == place + 1:
        win_stultus(s, seat, 1 + card)
        card |= STULTUS
    elif meld.serva == place + 1:
        card = SER
        put_card(&s.value[seat], card)
    else:
        put_card(&s.value[seat], card)
    if sink != NULL:
        begin_event(sink, EVENT_GAINED, 2)
        put_word(sink, seat)
        put_word(sink, card)


cdef inline void complete(Lusus* s, const Meld* meld, EventSink* sink) noexcept nogil:
    """A group shows all six suits: its cards go to its owner's value pile."""
    cdef int place
    for place in range(SUITS):
        win_place(s, meld.owner, meld, place, NULL)
    if sink != NULL:
        begin_event(sink, EVENT_COMPLETED, 5)
        put_word(sink, meld.id)
        put_word(sink, meld.owner)
        put_word(sink, meld.line)
        put_word(sink, meld.stultus)
        put_word(sink, meld.serva)


cdef inline int pile_value(const Lusus* s, int seat) noexcept nogil:
    """Points of a value pile."""
    cdef int points = regular_value(&s.value[seat]), i, shown
    for i in range(STULTI):
        shown = s.stulti_won[seat][i]
        if shown:
            points += STULTUS_VALUE if shown == 1 + STU else rank_value((shown - 1) & 15)
    return points + 5 * holds(&s.value[seat], SER) + INVICTUS_VALUE * holds(&s.value[seat], INV)


cdef inline int hand_value(const Lusus* s, int seat) noexcept nogil:
    """Points that a hand costs."""
    cdef const CardSet* hand = &s.hands[seat]
    cdef int points = regular_value(hand) + STULTUS_VALUE * stulti_in(hand)
    return points + 10 * holds(hand, SER) + INVICTUS_VALUE * holds(hand, INV)


# --- plays ------------------------------------------------------------------------------------------------

cdef inline void drop_meld(Lusus* s, int at) noexcept nogil:
    """Take a meld off the table."""
    s.meld_count -= 1
    while at < s.meld_count:
        s.melds[at] = s.melds[at + 1]
        at += 1
    memset(&s.melds[at], 0, sizeof(Meld))


cdef inline void take_laid(Lusus* s, int seat, int laid) noexcept nogil:
    """Take from the hand what is laid."""
    take_card(&s.hands[seat], STU if laid & STULTUS else laid)
    s.held[seat] -= 1


cdef inline void apply_meld(Lusus* s, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef uint32_t kind = action & KIND_MASK
    cdef CardSet cards
    cdef Meld meld
    cdef int worth
    meld_cards(action, &cards)
    s.hands[seat].word[0] -= cards.word[0]
    s.hands[seat].word[1] -= cards.word[1]
    s.held[seat] -= meld_size(action)
    meld.id = s.next_id
    meld.owner = seat
    meld.serva = 0
    if kind == KIND_RUN:
        meld.line = (action >> 12) & 7
        meld.places = (2u << ((action >> 4) & 15)) - (1u << ((action >> 8) & 15))
        meld.stultus = action & 15
    elif kind == KIND_GROUP:
        meld.line = GROUP_LINE + ((action >> 9) & 15)
        meld.places = (action >> 3) & ALL_SUITS
        meld.stultus = action & 7
    else:
        meld.line = STULTI_LINE
        meld.places = (1u << (action & 7)) - 1
        meld.stultus = 0
    s.next_id += 1
    if kind == KIND_GROUP and meld.places == ALL_SUITS:
        complete(s, &meld, sink)
    else:
        s.melds[s.meld_count] = meld
        s.meld_count += 1
        note_melds(s, seat)
    if not s.out >> seat & 1:
        worth = s.opening + meld_worth(action)
        if worth >= OPENING:
            s.out |= 1u << seat
            worth = 0
        s.opening = worth


cdef inline void apply_lay(Lusus* s, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef int at = find_meld(s, (action >> MELD_ID) & 0xFFFF), laid = action & 0xFF, place
    cdef Meld* meld = &s.melds[at]
    assert at >= 0
    take_laid(s, seat, laid)
    if is_stulti(meld):
        meld.places = meld.places << 1 | 1
        note_melds(s, seat)
        return
    place = card_place(meld, laid & 0x7F)
    meld.places |= 1u << place
    if laid & STULTUS:
        meld.stultus = place + 1
    if meld.line >= GROUP_LINE and meld.places == ALL_SUITS:
        complete(s, meld, sink)
        drop_meld(s, at)
    note_melds(s, seat)


cdef inline void apply_cover(Lusus* s, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef int at = find_meld(s, (action >> COVER_ID) & 0xFFFF), laid = action & 0xFF, place, covered
    cdef Meld* meld = &s.melds[at]
    assert at >= 0
    take_laid(s, seat, laid)
    if is_stulti(meld):
        win_stultus(s, seat, 1 + STU)
        if sink != NULL:
            begin_event(sink, EVENT_GAINED, 2)
            put_word(sink, seat)
            put_word(sink, STU)
        return
    place = card_place(meld, laid & 0x7F)
    covered = covered_place(action)
    win_place(s, seat, meld, covered, sink)
    if meld.stultus == covered + 1:
        meld.stultus = 0
    elif meld.serva == covered + 1:
        meld.serva = 0
    meld.places = (meld.places & ~(1u << covered)) | 1u << place
    if laid & STULTUS:
        meld.stultus = place + 1
    note_melds(s, meld.owner)


cdef inline void apply_exchange(Lusus* s, int seat, uint32_t action) noexcept nogil:
    cdef int at = find_meld(s, (action >> MELD_ID) & 0xFFFF)
    assert at >= 0
    take_card(&s.hands[seat], action & 0xFF)
    put_card(&s.hands[seat], STU)
    s.melds[at].stultus = 0
    note_melds(s, s.melds[at].owner)


cdef inline void apply_serva(Lusus* s, int seat, uint32_t action) noexcept nogil:
    cdef int at = find_meld(s, (action >> MELD_ID) & 0xFFFF), card = action & 0xFF
    assert at >= 0
    take_card(&s.hands[seat], SER)
    put_card(&s.hands[seat], card)
    s.melds[at].serva = 1 + card_place(&s.melds[at], card)
    note_melds(s, s.melds[at].owner)


cdef inline void apply_invictus(Lusus* s, int seat, int victim) noexcept nogil:
    """Exchange INVICTUS for a whole value pile."""
    cdef int i
    s.value[seat].word[0] |= s.value[victim].word[0]
    s.value[seat].word[1] |= s.value[victim].word[1]
    for i in range(STULTI):
        if s.stulti_won[victim][i]:
            win_stultus(s, seat, s.stulti_won[victim][i])
    s.value[victim].word[0] = s.value[victim].word[1] = 0
    memset(s.stulti_won[victim], 0, STULTI)
    take_card(&s.hands[seat], INV)
    s.held[seat] -= 1
    put_card(&s.value[victim], INV)
