"""What a loader of Lusus Chartarum checks: any bytes that pass are a position from which play goes on to its end.

That the acting seat has a legal action is checked in lusus.pyx.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from certamen_core.bits cimport lowest32, popcount32
from certamen_core.games.lusus cimport DRAW, KEEP, LAST_ID, MELDS, PLAY, SEATS, STULTI_LINE, Lusus, Meld
from certamen_core.games.lusus_melds cimport (
    ALL_SUITS,
    INC,
    LANE,
    OPENING,
    PACK,
    RANKS,
    SER,
    SMALLEST_MELD,
    STU,
    STULTI,
    CardSet,
    cards_in,
    high_cards,
    holds,
    is_card,
    is_regular,
    put_card,
    rank_value,
    stulti_in,
)
from certamen_core.games.lusus_plays cimport is_run, is_stulti, place_card
from certamen_core.table cimport PHASE_OVER, GameConfig

cdef enum:
    SCORE_LIMIT = 2000000000
    ROUND_LIMIT = 2000        # more than a round can give or cost
    MAX_ROUNDS = 1000         # of the option


cdef inline bint add_card(CardSet* seen, uint32_t card) noexcept nogil:
    """Count one card; false if it is none or was counted before."""
    if not is_card(card):
        return False
    if card == STU:
        if stulti_in(seen) == STULTI:
            return False
    elif holds(seen, card):
        return False
    put_card(seen, card)
    return True


cdef inline bint add_set(CardSet* seen, const CardSet* cards) noexcept nogil:
    """Count a set of cards; false if it holds what is no card or was counted before."""
    cdef uint64_t high = high_cards(cards)
    if cards.word[0] & ~<uint64_t>0x7FFF7FFF7FFF7FFFu or high & ~<uint64_t>0x000000077FFF7FFFu:
        return False
    if seen.word[0] & cards.word[0] or seen.word[1] & high:
        return False
    if (cards.word[1] >> 48) > STULTI or stulti_in(seen) + stulti_in(cards) > STULTI:
        return False
    seen.word[0] |= cards.word[0]
    seen.word[1] += cards.word[1]
    return True


cdef inline const char* check_meld(const Meld* meld, CardSet* seen) noexcept nogil:
    """One meld by itself; its cards are counted."""
    cdef uint32_t places = meld.places
    cdef int size = popcount32(places), place, card
    if is_stulti(meld):
        if meld.stultus or meld.serva or not SMALLEST_MELD <= size <= STULTI or places & (places + 1):
            return b"melds: a stulti group holds three to six STULTI"
        for place in range(size):
            if not add_card(seen, STU):
                return b"melds: there are six STULTI"
        return NULL
    if meld.line > STULTI_LINE:
        return b"melds: a meld is neither run nor group"
    if is_run(meld):
        if places > LANE or size < SMALLEST_MELD:
            return b"melds: a run has three cards at least"
    elif places > ALL_SUITS or not SMALLEST_MELD <= size <= 5:
        return b"melds: a group on the table has three to five cards"
    if meld.stultus and (meld.stultus > RANKS or not places >> (meld.stultus - 1) & 1):
        return b"melds: a STULTUS stands on no place"
    if meld.serva and (meld.serva > RANKS or not places >> (meld.serva - 1) & 1 or meld.serva == meld.stultus):
        return b"melds: SERVA stands on no place"
    while places:
        place = lowest32(places)
        places &= places - 1
        if meld.stultus == place + 1:
            card = STU
        elif meld.serva == place + 1:
            card = SER
        else:
            card = place_card(meld, place)
        if not add_card(seen, card):
            return b"melds: a card is there twice"
    return NULL


cdef inline int worth_on_table(const Lusus* s, int seat) noexcept nogil:
    """Worth of the melds of a seat as they lie."""
    cdef const Meld* meld
    cdef uint32_t places
    cdef int worth = 0, i
    for i in range(s.meld_count):
        meld = &s.melds[i]
        if meld.owner != seat:
            continue
        places = meld.places
        while places:
            worth += 50 if is_stulti(meld) else rank_value(place_card(meld, lowest32(places)) & 15)
            places &= places - 1
    return worth


cdef inline const char* check_table(const Lusus* s, CardSet* seen) noexcept nogil:
    """The melds, and what the seats that are not out have laid."""
    cdef const char* broken
    cdef const Meld* meld
    cdef int i, seat, worth
    if s.meld_count > MELDS:
        return b"melds: there are not cards enough for so many"
    for i in range(MELDS):
        meld = &s.melds[i]
        if i >= s.meld_count:
            if meld.id or meld.places or meld.line or meld.owner or meld.stultus or meld.serva:
                return b"melds: unused entries are not zero"
            continue
        if meld.owner >= s.head.players:
            return b"melds: an owner is no seat"
        if meld.id >= s.next_id:
            return b"melds: an id is not below next_id"
        if i and meld.id <= s.melds[i - 1].id:
            return b"melds: the ids are not ascending"
        broken = check_meld(meld, seen)
        if broken != NULL:
            return broken
    if s.opening >= OPENING:
        return b"opening: must be in 0 ... 29"
    if s.opening and (s.head.phase != PLAY or s.out & s.head.acting):
        return b"opening: must be 0 but in the turn of a seat that is not out"
    for seat in range(s.head.players):
        if not s.out >> seat & 1:
            worth = s.opening if s.head.acting >> seat & 1 else 0
            if worth_on_table(s, seat) != worth:
                return b"opening: is not the worth of the melds of the seat that is not out"
    return NULL


cdef inline const char* check_piles(const Lusus* s, CardSet* seen) noexcept nogil:
    """Talon, pile, value piles; their cards are counted."""
    cdef int n = s.head.players, i, seat, last, shown
    if s.talon_length > PACK:
        return b"talon: the pack has 99 cards"
    if s.pile_length > PACK:
        return b"pile: the pack has 99 cards"
    for i in range(PACK):
        if i < s.talon_length:
            if not add_card(seen, s.talon[i]):
                return b"talon: a card is none or there twice"
        elif s.talon[i]:
            return b"talon: unused entries are not zero"
        if i < s.pile_length:
            if not add_card(seen, s.pile[i]):
                return b"pile: a card is none or there twice"
        elif s.pile[i]:
            return b"pile: unused entries are not zero"
    for seat in range(SEATS):
        if seat >= n and (s.value[seat].word[0] or s.value[seat].word[1]):
            return b"value: a seat that is not there has cards"
        if stulti_in(&s.value[seat]) or holds(&s.value[seat], INC) or not add_set(seen, &s.value[seat]):
            return b"value: a card is none or there twice"
        last = 0
        for i in range(STULTI):
            shown = s.stulti_won[seat][i]
            if shown == 0:
                last = 256
                continue
            if seat >= n or shown < last or not (shown == 1 + STU or is_regular(shown - 1)):
                return b"value: the STULTI are not in order"
            last = shown
            if not add_card(seen, STU):
                return b"value: there are six STULTI"
    return NULL


cdef inline const char* check_phase(const Lusus* s) noexcept nogil:
    cdef int phase = s.head.phase
    if phase > KEEP:
        return b"phase: is unknown"
    if phase == PHASE_OVER:
        if s.head.acting:
            return b"to_act: nobody acts when the game is over"
    elif s.head.acting >= 1u << s.head.players or popcount32(s.head.acting) != 1:
        return b"to_act: must be one seat"
    if s.owes_play > 1 or (s.owes_play and phase != PLAY):
        return b"owes_play: must be false in this phase"
    if phase == DRAW and s.talon_length == 0:
        return b"talon: must not be empty in this phase"
    if phase != KEEP:
        if s.offer_from or s.offer[0] or s.offer[1]:
            return b"offer: must be null in this phase"
    elif s.offer_from >= s.head.players or s.head.acting >> s.offer_from & 1:
        return b"offer: must come from another seat"
    elif s.offer[0] > s.offer[1]:
        return b"offer: the cards are not in order"
    return NULL


cdef inline const char* check_counters(const Lusus* s) noexcept nogil:
    """Scores and ids grow while play goes on, and must have room to: bounds that no play leaves again."""
    cdef int seat, left = s.talon_length + s.pile_length + (2 if s.head.phase == KEEP else 0)
    cdef int64_t rounds = s.head.deal if s.head.deal < MAX_ROUNDS else MAX_ROUNDS
    cdef int64_t limit = SCORE_LIMIT + ROUND_LIMIT * (rounds + (s.head.phase == PHASE_OVER))
    for seat in range(SEATS):
        if not -limit <= s.scores[seat] <= limit or (seat >= s.head.players and s.scores[seat]):
            return b"scores: a score is too large, or of no seat"
        left += cards_in(&s.hands[seat])
    # Every meld takes three cards from hands, talon and pile for good.
    if 3 * (LAST_ID - s.next_id) < left:
        return b"next_id: is too large"
    return NULL


cdef inline const char* check_fields(const Lusus* s, const GameConfig* config) noexcept nogil:
    cdef CardSet seen
    cdef const char* broken
    cdef int n = config.players, seat, i
    memset(&seen, 0, sizeof(seen))
    if s.head.players != n:
        return b"players: is not the game's"
    if s.target != config.options[0] or s.max_rounds != config.options[1]:
        return b"options: are not the game's"
    for i in range(7):
        if s.padding[i]:
            return b"padding: is not zero"
    if s.head.unused[0] or s.head.unused[1]:
        return b"padding: is not zero"
    if s.out >= 1u << n:
        return b"out: a seat is not there"
    if s.closed > n:
        return b"closed: is no seat"
    if s.removed > 1:
        return b"removed: holds more than INC"
    for seat in range(SEATS):
        if seat >= n and (s.hands[seat].word[0] or s.hands[seat].word[1]):
            return b"hands: a seat that is not there holds cards"
        if not add_set(&seen, &s.hands[seat]):
            return b"hands: a card is none or there twice"
    broken = check_phase(s)
    if broken == NULL:
        broken = check_piles(s, &seen)
    if broken == NULL:
        broken = check_table(s, &seen)
    if broken == NULL:
        broken = check_counters(s)
    if broken != NULL:
        return broken
    if s.removed and not add_card(&seen, INC):
        return b"removed: INC is elsewhere too"
    if s.head.phase == KEEP and not (add_card(&seen, s.offer[0]) and add_card(&seen, s.offer[1])):
        return b"offer: a card is none or there twice"
    if (
        seen.word[0] != 0x7FFF7FFF7FFF7FFFu
        or seen.word[1] != (<uint64_t>STULTI << 48 | <uint64_t>0x000000077FFF7FFFu)
    ):
        return b"hands: not all 99 cards are there"
    return NULL
