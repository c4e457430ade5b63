"""Cards, hands and melds of Lusus Chartarum as bit sets, and which melds a hand allows.

Card     suit << 4 | rank; suits v c d n a i from 0, ranks 1 … 9 X F E R K T from 0; then three special cards
         and STULTUS, whose numbers follow the same pattern.
CardSet  a bit per card in two words: a lane of 16 bits per suit whose top bit stays clear (so a shift along
         the ranks never makes a run across suits), a lane for the special cards, and a lane that *counts* the
         STULTI. Putting in or taking out a card is one addition, whatever the card.
Meld     as in the action codes of lusus.pyx:
             group   1 << 24 | rank << 9 | suits << 3 | stultus        suits as a mask of six bits
             run     2 << 24 | suit << 12 | low << 8 | high << 4 | stultus
             stulti  3 << 24 | number
         `stultus` is 0, or 1 + the suit (run: rank) of the place that it takes.

Runs are found by shifts of whole words, groups by a bitwise count over the six suit lanes; no search.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from certamen_core.bits cimport lowest32, lowest64, popcount32, popcount64

cdef enum:
    SUITS = 6
    RANKS = 15
    INV = 0x60
    INC = 0x61
    SER = 0x62
    STU = 0x70
    CARNIFEX = 0x5A           # Fi
    STULTI = 6
    PACK = 99

    RANK_X = 9
    RANK_T = 14
    LANE = 0x7FFF             # the ranks of one suit
    ALL_SUITS = 0x3F

    KIND_GROUP = 1 << 24
    KIND_RUN = 2 << 24
    KIND_STULTI = 3 << 24
    KIND_MASK = 0xFF << 24
    LOW_24 = 0xFFFFFF

    OPENING = 30              # worth that puts a seat out
    SMALLEST_MELD = 3         # cards; worth at least half an opening, so two melds always open
    GROUP_CODES = 2038        # sum over all suit masks of their groups, with and without a STULTUS


cdef struct CardSet:
    uint64_t word[2]


cdef struct GroupTable:
    # Low fields of the group codes by the suits in hand: codes[first[s][h]] … codes[first[s][h + 1] - 1], where
    # s says whether a STULTUS is there too.
    uint16_t first[2][65]
    uint16_t codes[GROUP_CODES]


# --- cards ------------------------------------------------------------------------------------------------

cdef inline void put_card(CardSet* cards, int card) noexcept nogil:
    cards.word[card >> 6] += (<uint64_t>1) << (card & 63)


cdef inline void take_card(CardSet* cards, int card) noexcept nogil:
    cards.word[card >> 6] -= (<uint64_t>1) << (card & 63)


cdef inline bint holds(const CardSet* cards, int card) noexcept nogil:
    """Is a card other than STULTUS in the set?"""
    return (cards.word[card >> 6] >> (card & 63)) & 1


cdef inline int stulti_in(const CardSet* cards) noexcept nogil:
    return <int>(cards.word[1] >> 48)


cdef inline uint64_t high_cards(const CardSet* cards) noexcept nogil:
    """The second word without the counter."""
    return cards.word[1] & 0xFFFFFFFFFFFFu


cdef inline bint holds_any(const CardSet* cards, int card) noexcept nogil:
    """Is a card, perhaps STULTUS, in the set?"""
    return stulti_in(cards) > 0 if card == STU else holds(cards, card)


cdef inline int cards_in(const CardSet* cards) noexcept nogil:
    """Number of cards; slow without a popcount instruction, hence kept beside hands."""
    return popcount64(cards.word[0]) + popcount64(high_cards(cards)) + stulti_in(cards)


cdef inline bint is_regular(uint32_t card) noexcept nogil:
    return card < 0x60 and (card & 15) < RANKS


cdef inline bint is_card(uint32_t card) noexcept nogil:
    return is_regular(card) or (INV <= card <= SER) or card == STU


cdef inline int rank_value(int rank) noexcept nogil:
    return 5 if rank < RANK_X else (20 if rank == RANK_T else 10)


cdef inline int value_below(int rank) noexcept nogil:
    """Value of the cards of one suit below a rank (0 … 15)."""
    return 5 * rank + (5 * (rank - RANK_X) if rank > RANK_X else 0) + (10 if rank > RANK_T else 0)


cdef inline int regular_value(const CardSet* cards) noexcept nogil:
    """Value of the regular cards: 5 for each, 5 more from X on, 10 more for T."""
    cdef uint64_t low = cards.word[0], high = cards.word[1] & 0xFFFFFFFFu
    cdef uint64_t court = 0x7E007E007E007E00u, top = 0x4000400040004000u
    return (
        5 * (popcount64(low) + popcount64(high) + popcount64(low & court) + popcount64(high & court))
        + 10 * (popcount64(low & top) + popcount64(high & top))
    )


cdef inline uint32_t suit_ranks(const CardSet* cards, int suit) noexcept nogil:
    """The cards of one suit, as a mask of ranks."""
    return <uint32_t>(cards.word[suit >> 2] >> ((suit & 3) << 4)) & LANE


cdef inline uint32_t rank_suits(const CardSet* cards, int rank) noexcept nogil:
    """The cards of one rank, as a mask of suits: the product moves bit 16 * suit to bit 48 + suit."""
    cdef uint64_t low = (cards.word[0] >> rank) & 0x0001000100010001u
    cdef uint64_t high = cards.word[1] >> rank
    return <uint32_t>((low * 0x0001000200040008u) >> 48) & 15 | <uint32_t>((high & 1) << 4 | (high & 0x10000) >> 11)


cdef inline void put_suits(CardSet* cards, int rank, uint32_t suits) noexcept nogil:
    """Put in cards of one rank: the product moves bit `suit` to bit 16 * suit."""
    cards.word[0] |= (((suits & 15) * <uint64_t>0x0000200040008001u) & 0x0001000100010001u) << rank
    cards.word[1] |= (<uint64_t>((suits >> 4) & 1) | (<uint64_t>(suits >> 5) << 16)) << rank


# --- does a hand allow a meld -----------------------------------------------------------------------------

cdef inline void count_ranks(const CardSet* cards, uint32_t* pairs, uint32_t* triples) noexcept nogil:
    """The ranks of which at least two, at least three cards are there: a bitwise sum of the six suit lanes."""
    cdef uint64_t low = cards.word[0], high = cards.word[1]
    cdef uint32_t a = <uint32_t>low, b = <uint32_t>(low >> 16), c = <uint32_t>(low >> 32)
    cdef uint32_t d = <uint32_t>(low >> 48), e = <uint32_t>high, f = <uint32_t>(high >> 16)
    cdef uint32_t one = a ^ b ^ c, two = (a & b) | (c & (a ^ b))
    cdef uint32_t other_one = d ^ e ^ f, other_two = (d & e) | (f & (d ^ e))
    cdef uint32_t carry = one & other_one
    cdef uint32_t any_two = two | other_two | carry
    cdef uint32_t four = (two & other_two) | (carry & (two ^ other_two))
    pairs[0] = any_two & LANE
    triples[0] = (four | (any_two & (one ^ other_one))) & LANE


cdef inline uint64_t run_starts(uint64_t lanes, bint stultus) noexcept nogil:
    """The lowest places of all runs of three: all three cards there, with a STULTUS at least two of them."""
    cdef uint64_t next_one = lanes >> 1, next_two = lanes >> 2
    if stultus:
        return ((lanes & next_one) | ((lanes | next_one) & next_two)) & 0x1FFF1FFF1FFF1FFFu
    return lanes & next_one & next_two


cdef inline bint has_meld(const CardSet* cards) noexcept nogil:
    """Is there any meld? One of three cards, then: longer ones contain one."""
    cdef int stulti = stulti_in(cards)
    cdef uint32_t pairs, triples
    if stulti >= SMALLEST_MELD:
        return True
    if run_starts(cards.word[0], stulti > 0) | run_starts(cards.word[1] & 0x7FFF7FFF, stulti > 0):
        return True
    count_ranks(cards, &pairs, &triples)
    return (pairs if stulti else triples) != 0


# --- one meld ---------------------------------------------------------------------------------------------

cdef inline bint meld_well_formed(uint32_t meld) noexcept nogil:
    cdef uint32_t kind = meld & KIND_MASK, rest = meld & LOW_24
    cdef uint32_t low = (rest >> 8) & 15, high = (rest >> 4) & 15
    if kind == KIND_RUN:
        return (rest >> 12) < SUITS and low + 2 <= high < RANKS and (
            (rest & 15) == 0 or low < (rest & 15) <= high + 1
        )
    if kind == KIND_GROUP:
        return (rest >> 9) < RANKS and popcount32((rest >> 3) & ALL_SUITS) >= 3 and (
            (rest & 7) == 0 or ((rest >> 3) & ALL_SUITS) >> ((rest & 7) - 1) & 1
        )
    return kind == KIND_STULTI and SMALLEST_MELD <= rest <= STULTI


cdef inline int meld_size(uint32_t meld) noexcept nogil:
    cdef uint32_t kind = meld & KIND_MASK
    if kind == KIND_RUN:
        return <int>((meld >> 4) & 15) - <int>((meld >> 8) & 15) + 1
    if kind == KIND_GROUP:
        return popcount32((meld >> 3) & ALL_SUITS)
    return meld & 7


cdef inline int meld_worth(uint32_t meld) noexcept nogil:
    cdef uint32_t kind = meld & KIND_MASK
    if kind == KIND_RUN:
        return value_below(((meld >> 4) & 15) + 1) - value_below((meld >> 8) & 15)
    if kind == KIND_GROUP:
        return popcount32((meld >> 3) & ALL_SUITS) * rank_value((meld >> 9) & 15)
    return 50 * (meld & 7)


cdef inline void meld_cards(uint32_t meld, CardSet* cards) noexcept nogil:
    """The cards that a well-formed meld takes from the hand."""
    cdef uint32_t kind = meld & KIND_MASK, places
    cdef int suit, stultus = 0
    cards.word[0] = 0
    cards.word[1] = 0
    if kind == KIND_RUN:
        suit = (meld >> 12) & 7
        stultus = meld & 15
        places = (2u << ((meld >> 4) & 15)) - (1u << ((meld >> 8) & 15))
        if stultus:
            places &= ~(1u << (stultus - 1))
        cards.word[suit >> 2] = <uint64_t>places << ((suit & 3) << 4)
    elif kind == KIND_GROUP:
        stultus = meld & 7
        places = (meld >> 3) & ALL_SUITS
        if stultus:
            places &= ~(1u << (stultus - 1))
        put_suits(cards, (meld >> 9) & 15, places)
    else:
        cards.word[1] = <uint64_t>(meld & 7) << 48
    if stultus:
        cards.word[1] += <uint64_t>1 << 48


cdef inline bint includes(const CardSet* hand, const CardSet* cards) noexcept nogil:
    """Does the hand hold all these cards?"""
    return (
        (cards.word[0] & ~hand.word[0]) == 0
        and (high_cards(cards) & ~hand.word[1]) == 0
        and stulti_in(cards) <= stulti_in(hand)
    )


cdef inline bint may_open_with(const CardSet* hand, int held, int opening, uint32_t meld) noexcept nogil:
    """May a seat that is not out lay this meld from its hand: does it open, or can it still?

    Any meld is worth at least 15. So a second one always completes the opening, and the question is only
    whether the rest allows any meld at all and leaves a card.
    """
    cdef int size = meld_size(meld)
    cdef CardSet rest
    if opening + meld_worth(meld) >= OPENING:
        return held > size
    if held <= size + SMALLEST_MELD:
        return False
    meld_cards(meld, &rest)
    rest.word[0] = hand.word[0] - rest.word[0]
    rest.word[1] = hand.word[1] - rest.word[1]
    return has_meld(&rest)


# --- all melds of a hand ----------------------------------------------------------------------------------

cdef inline int list_groups(
    const GroupTable* table, const CardSet* hand, uint32_t wanted, uint32_t* out
) noexcept nogil:
    """Every group of the wanted ranks that the hand allows, ascending; those that need all of it included."""
    cdef bint stultus = stulti_in(hand) > 0
    cdef uint32_t pairs, ranks, rank, suits, base
    cdef const uint16_t* codes
    cdef int n = 0, i, count
    count_ranks(hand, &pairs, &ranks)
    ranks = wanted & (pairs if stultus else ranks)
    while ranks:
        rank = lowest32(ranks)
        ranks &= ranks - 1
        suits = rank_suits(hand, rank)
        base = KIND_GROUP | rank << 9
        codes = table.codes + table.first[stultus][suits]
        count = table.first[stultus][suits + 1] - table.first[stultus][suits]
        for i in range(count):
            out[n + i] = base | codes[i]
        n += count
    return n


cdef inline int list_suit_runs(const CardSet* hand, int suit, int low, bint stultus, uint32_t* out) noexcept nogil:
    """Every run of a suit from one lowest place on, ascending. Up to the first card that the hand lacks a
    STULTUS may stand anywhere; from there on it stands for that one, up to the second missing card."""
    # Two missing cards above T end the search where the hand lacks fewer.
    cdef uint32_t missing = ((~suit_ranks(hand, suit) & LANE) | 0x18000) >> low
    cdef int gap = low + lowest32(missing), end, high, place, n = 0
    cdef uint32_t base = KIND_RUN | <uint32_t>(suit << 12) | <uint32_t>(low << 8), run
    for high in range(low + 2, gap):
        run = base | <uint32_t>(high << 4)
        out[n] = run
        n += 1
        if stultus:
            for place in range(low, high + 1):
                out[n] = run | <uint32_t>(place + 1)
                n += 1
    if stultus and gap < RANKS:
        missing &= missing - 1
        end = low + lowest32(missing)
        if end > RANKS:
            end = RANKS
        for high in range(gap if gap > low + 2 else low + 2, end):
            out[n] = base | <uint32_t>(high << 4) | <uint32_t>(gap + 1)
            n += 1
    return n


cdef inline int list_runs(const CardSet* hand, uint64_t wanted, uint32_t* out) noexcept nogil:
    """Every run that the hand allows, ascending, those that need all of it included; `wanted` masks their
    lowest places, in four lanes."""
    cdef bint stultus = stulti_in(hand) > 0
    cdef uint64_t starts = run_starts(hand.word[0], stultus) & wanted
    cdef int n = 0, start
    while starts:
        start = lowest64(starts)
        starts &= starts - 1
        n += list_suit_runs(hand, start >> 4, start & 15, stultus, out + n)
    starts = run_starts(hand.word[1] & 0x7FFF7FFF, stultus) & wanted
    while starts:
        start = lowest64(starts)
        starts &= starts - 1
        n += list_suit_runs(hand, 4 + (start >> 4), start & 15, stultus, out + n)
    return n


cdef inline bint may_be_one_meld(const CardSet* hand) noexcept nogil:
    """Could a run or group use up the whole hand? Only with cards of one suit or one rank."""
    cdef uint64_t low = hand.word[0], high = high_cards(hand)
    cdef uint32_t ranks, suit
    if high >> 32 or (hand.word[1] >> 48) > 1:
        return False
    ranks = <uint32_t>((low | low >> 16 | low >> 32 | low >> 48 | high | high >> 16) & LANE)
    if ranks & (ranks - 1) == 0:
        return True
    if low and high:
        return False
    if high:
        low = high
    suit = lowest64(low) & 0x30
    return low >> suit <= LANE


cdef inline bint lays_two_melds(const CardSet* hand, int opening) noexcept nogil:
    """Could an opening be made of two melds? Not if, one STULTUS put aside, there is no meld: either the first
    needs that STULTUS, and nothing is left for a second, or there is none at all."""
    cdef CardSet rest = hand[0]
    if opening:
        return True
    if stulti_in(hand):
        take_card(&rest, STU)
    return has_meld(&rest)


cdef inline int list_melds(
    const GroupTable* table, const CardSet* hand, int held, bint out_already, int opening, uint32_t* out
) noexcept nogil:
    """Every legal meld, ascending. One that uses the whole hand is none: the last card is needed to close."""
    cdef uint32_t ranks = LANE
    cdef uint64_t starts = ~<uint64_t>0
    cdef int n, kept = 0, i, number = stulti_in(hand)
    if not out_already and not lays_two_melds(hand, opening):
        if number == 0:
            return 0
        # One meld must open. Without natural melds a run has five cards at most, of which 6 7 8 9 X are the
        # lowest worth 30; a group has three, of X at least.
        ranks = LANE & ~<uint32_t>0 << RANK_X
        starts = 0x7FE07FE07FE07FE0u
    n = list_groups(table, hand, ranks, out)
    n += list_runs(hand, starts, out + n)
    if n and not out_already:
        for i in range(n):
            if may_open_with(hand, held, opening, out[i]):
                out[kept] = out[i]
                kept += 1
        n = kept
    elif n and held <= RANKS + 1 and may_be_one_meld(hand):
        for i in range(n):
            if meld_size(out[i]) < held:
                out[kept] = out[i]
                kept += 1
        n = kept
    if number == held:
        number -= 1
    for i in range(SMALLEST_MELD, number + 1):       # worth 150 at least, so it opens
        out[n] = KIND_STULTI | <uint32_t>i
        n += 1
    return n


cdef inline void fill_groups(GroupTable* table) noexcept nogil:
    """Fill the table of group codes."""
    cdef int n = 0, stultus, place
    cdef uint32_t hand, suits, missing
    for stultus in range(2):
        for hand in range(64):
            table.first[stultus][hand] = n
            for suits in range(64):
                missing = suits & ~hand
                if popcount32(suits) < SMALLEST_MELD or missing & (missing - 1) or (missing and not stultus):
                    continue
                if missing:
                    table.codes[n] = suits << 3 | <uint32_t>(lowest32(missing) + 1)
                    n += 1
                    continue
                table.codes[n] = suits << 3
                n += 1
                for place in range(SUITS if stultus else 0):
                    if suits >> place & 1:
                        table.codes[n] = suits << 3 | <uint32_t>(place + 1)
                        n += 1
        table.first[stultus][64] = n
    assert n == GROUP_CODES
