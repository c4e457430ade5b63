"""Charta Bellica (4 seats, two alliances) and Bellum (2-4 seats, every seat for itself).

Pack        four nations h p o t of 14 cards: 1 (Narr) … 10, Priest 11, Queen 12, King 13, Capital 14. A seat
            holds one nation.
Battles     `simple` and `composite`: seven cards of a seat are its stack, seven its hand. In battle b two
            opponents turn up the tops of their stacks, their two allies support them with a card of the hand,
            chosen at once; the stronger pair wins the four cards. Even b: seat 0 and its opponent x turn up,
            odd b: their allies. Equal pairs: both supporters take their card back, draw one from each other's
            hands and support with that; equal again: each side takes what lies on it.
Strength    `simple`: the sum. `composite`: six kinds, see bellica_cards.pxd.
Bellum      all cards are in the hands. Every seat commits a card, the strongest takes the trick.
            One strongest card, and exactly one seat laid the value below it and still has its Reiter: it may
            attack. Then the Reiter joins, the unaffected seats throw in a card each, and the Reiter fights a card
            drawn from the holder of the strongest card.
            Several strongest cards: the unaffected seats throw in a card each, the tied ones draw from each
            other, until one drawn card is strongest or the hands are empty.
End         sum of the values won, by alliance or seat.

Action codes (kind in bits 6 and 7, so that every code is a small number):
    support   0 << 6 | card     card 0 … 55, see bellica_cards.pxd
    commit    1 << 6 | card
    throw     2 << 6 | card
    attack    3 << 6
    decline   3 << 6 | 1

Bounds. Legal actions: a hand has at most 14 cards. Decisions: 14 battles of two supports; in Bellum every commit
and throw takes its card from the hand for good, and a trick has at most one choice of a rider, which needs a card
left in the hand, so the last trick has none.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from certamen_core.bits cimport bit64, lowest32, popcount32
from certamen_core.dealing cimport DealStream, stream_bounded, stream_open, stream_shuffle
from certamen_core.engine cimport Game
from certamen_core.events cimport (
    EVENT_DEAL,
    EVENT_OVER,
    EVENT_OWN,
    begin_event,
    get_set,
    put_action,
    put_set,
    put_word,
)
from certamen_core.games.bellica cimport (
    BATTLES,
    BELLUM,
    COMMIT,
    COMPOSITE,
    LAST_ROUND,
    MAX_TRICK,
    OPTION_ALLIANCE,
    OPTION_RIDER,
    OPTION_VARIANT,
    RIDER,
    SEATS,
    SIMPLE,
    SUPPORT,
    THROW,
    Bellica,
    BellicaGame,
    apply_options,
    hand_set,
    opponent_of_0,
    stack_size,
    team_of,
)
from certamen_core.games.bellica_cards cimport (
    CARDS_IN_ALL,
    RANKS,
    WHOLE_HAND,
    card_of,
    compare_strengths,
    composite_strength,
    nation_of,
    nation_set,
    simple_strength,
    strongest_value,
    value_of,
)
from certamen_core.games.bellica_check cimport check_bellica
from certamen_core.table cimport PHASE_OVER, EventSink, GameConfig, rank_placements

from certamen_core.games.bellica_cards import (
    CARDS,
    INDEX,
    PairStrength,
    card_texts,
    compare_pairs,
    pair_strength,
    strongest_cards,
)
from certamen_core.options import OptionReader, check_players

__all__ = ["BellicaGame", "PairStrength", "compare_pairs", "pair_strength", "strongest_cards"]

NAME = "bellica"
FIELDS = ("team", "round", "stacks", "hands", "fronts", "committed", "trick", "contenders", "attack", "won")
PHASES = ("over", "support", "commit", "rider", "throw")
VERBS = ("support", "commit", "throw")
VARIANTS = ("simple", "composite", "bellum")
ALLIANCES = ("drawn", "1", "2", "3", "none")
NO_RIDER = 0

cdef enum:
    KIND_SUPPORT = 0
    KIND_COMMIT = 1 << 6
    KIND_THROW = 2 << 6
    KIND_RIDER = 3 << 6
    KIND_MASK = 3 << 6
    LOW_6 = 63
    ATTACK = KIND_RIDER
    DECLINE = KIND_RIDER | 1
    CODES = DECLINE + 1           # no code is as large

    EVENT_ALLIANCE = EVENT_OWN      # ally of seat 0
    EVENT_FRONTS = EVENT_OWN + 1    # seat << 8 | card, twice
    EVENT_REVEALED = EVENT_OWN + 2  # seat << 8 | card, for each
    EVENT_PICKED = EVENT_OWN + 3    # by, from, card
    EVENT_RETURNED = EVENT_OWN + 4  # seat, card
    EVENT_WON = EVENT_OWN + 5       # team or seat, cards (2 words)

# Strength of a pair by variant and rank << 4 | rank; filled when the module is imported.
cdef uint16_t[2][256] STRENGTHS


cdef void fill_strengths() noexcept nogil:
    cdef int front, support
    for front in range(RANKS):
        for support in range(RANKS):
            STRENGTHS[SIMPLE][front << 4 | support] = simple_strength(value_of(front), value_of(support))
            STRENGTHS[COMPOSITE][front << 4 | support] = composite_strength(value_of(front), value_of(support))


fill_strengths()


# --- cards and events -------------------------------------------------------------------------------------

cdef inline int pick(Bellica* s, uint32_t hand) noexcept nogil:
    """A random rank of a hand that is not empty; it is not removed."""
    cdef uint32_t skipped = stream_bounded(&s.stream, popcount32(hand))
    s.head.draws = s.stream.draws
    while skipped:
        hand &= hand - 1
        skipped -= 1
    return lowest32(hand)


cdef void tell_revealed(const Bellica* s, uint32_t seats, EventSink* sink) noexcept nogil:
    """The committed cards of some seats (bit set) are turned up."""
    cdef int seat
    if sink != NULL:
        begin_event(sink, EVENT_REVEALED, popcount32(seats))
        for seat in range(s.head.players):
            if seats >> seat & 1:
                put_word(sink, seat << 8 | card_of(seat, s.committed[seat] - 1))


cdef inline void tell_picked(EventSink* sink, int by, int owner, int rank) noexcept nogil:
    if sink != NULL:
        begin_event(sink, EVENT_PICKED, 3)
        put_word(sink, by)
        put_word(sink, owner)
        put_word(sink, card_of(owner, rank))


cdef inline void tell_returned(EventSink* sink, int seat, int rank) noexcept nogil:
    if sink != NULL:
        begin_event(sink, EVENT_RETURNED, 2)
        put_word(sink, seat)
        put_word(sink, card_of(seat, rank))


cdef inline void win(Bellica* s, int winner, uint64_t cards, EventSink* sink) noexcept nogil:
    """Cards go to an alliance, or in Bellum to a seat."""
    s.won[winner] |= cards
    if sink != NULL:
        begin_event(sink, EVENT_WON, 3)
        put_word(sink, winner)
        put_set(sink, cards)


cdef inline void finish(Bellica* s, EventSink* sink) noexcept nogil:
    s.head.phase = PHASE_OVER
    s.head.acting = 0
    if sink != NULL:
        begin_event(sink, EVENT_OVER, 0)


# --- deal -------------------------------------------------------------------------------------------------

cdef inline void deal_seat(Bellica* s, int seat) noexcept nogil:
    """Shuffle the cards of a seat: the upper seven are its stack, the others its hand."""
    cdef uint8_t[RANKS] deck
    cdef int i
    cdef uint64_t stack = 0
    cdef uint32_t hand = 0
    for i in range(RANKS):
        deck[i] = i
    stream_shuffle(&s.stream, deck, RANKS)
    for i in range(7):
        stack |= <uint64_t>(deck[i] + 1) << (4 * i)
    for i in range(7, RANKS):
        hand |= 1u << deck[i]
    s.stacks[seat] = stack
    s.hands[seat] = hand


cdef void derive(void* state) noexcept nogil:
    cdef Bellica* s = <Bellica*>state
    stream_open(&s.stream, s.head.seed, s.head.deal, s.head.draws)


cdef void start(void* state, const GameConfig* config, EventSink* sink) noexcept nogil:
    cdef Bellica* s = <Bellica*>state
    cdef int n = config.players, seat
    s.head.players = n
    apply_options(s, config)
    derive(s)
    if s.variant == BELLUM:
        for seat in range(n):
            s.hands[seat] = WHOLE_HAND
        s.head.phase = COMMIT
        s.head.acting = (1u << n) - 1
    else:
        s.ally = config.options[OPTION_ALLIANCE]
        if s.ally == 0:
            s.ally = 1 + stream_bounded(&s.stream, 3)
        for seat in range(SEATS):
            deal_seat(s, seat)
        s.head.draws = s.stream.draws
    if sink != NULL:
        begin_event(sink, EVENT_DEAL, n)
        for seat in range(n):
            put_word(sink, s.hands[seat])
    if s.variant != BELLUM:
        if sink != NULL:
            begin_event(sink, EVENT_ALLIANCE, 1)
            put_word(sink, s.ally)
        turn_up(s, sink)


# --- battles ----------------------------------------------------------------------------------------------

cdef inline void turn_up_front(Bellica* s, int seat) noexcept nogil:
    """The top of a stack becomes the front."""
    s.fronts[seat] = card_of(seat, <int>(s.stacks[seat] & 15) - 1) + 1
    s.stacks[seat] >>= 4


cdef inline void turn_up(Bellica* s, EventSink* sink) noexcept nogil:
    """Begin battle number `round`: two seats turn up, their allies are to support."""
    cdef int own = 0, other = opponent_of_0(s.ally), low, high
    if s.round & 1:
        own = s.ally
        other = 6 - own - other      # seats 1, 2 and 3 are the ally, x and y
    turn_up_front(s, own)
    turn_up_front(s, other)
    s.head.phase = SUPPORT
    s.head.acting = 0xF & ~((1u << own) | (1u << other))
    if sink != NULL:
        low = own if own < other else other
        high = own + other - low
        begin_event(sink, EVENT_FRONTS, 2)
        put_word(sink, low << 8 | (s.fronts[low] - 1))
        put_word(sink, high << 8 | (s.fronts[high] - 1))


cdef inline void apply_support(Bellica* s, int seat, int rank, EventSink* sink) noexcept nogil:
    s.committed[seat] = rank + 1
    s.head.acting &= ~(1u << seat)
    if s.head.acting == 0:
        fight(s, sink)


cdef inline int compare_sides(const Bellica* s, int front0, int support0, int front1, int support1) noexcept nogil:
    """Positive if team 0's pair of ranks is stronger, negative if team 1's is, 0 if they are equal."""
    cdef const uint16_t* strengths = STRENGTHS[s.variant]
    return compare_strengths(strengths[front0 << 4 | support0], strengths[front1 << 4 | support1])


cdef void fight(Bellica* s, EventSink* sink) noexcept nogil:
    """Both supports are in: decide the battle and begin the next one."""
    cdef int ally = s.ally, x = opponent_of_0(ally), y = 6 - ally - x
    cdef bint odd = s.round & 1
    cdef int seat0 = 0 if odd else ally, seat1 = x if odd else y      # the supporters of teams 0 and 1
    cdef int front0 = s.fronts[ally if odd else 0] - 1, front1 = s.fronts[y if odd else x] - 1
    cdef int rank0 = s.committed[seat0] - 1, rank1 = s.committed[seat1] - 1
    cdef int card0 = card_of(seat0, rank0), card1 = card_of(seat1, rank1)
    cdef int difference = compare_sides(s, front0 >> 2, rank0, front1 >> 2, rank1)
    cdef uint64_t cards0, cards1
    tell_revealed(s, (1u << seat0) | (1u << seat1), sink)
    if difference == 0:
        draw_supports(s, seat0, seat1, &rank0, &rank1, sink)
        card0 = card_of(seat1, rank0)
        card1 = card_of(seat0, rank1)
        difference = compare_sides(s, front0 >> 2, rank0, front1 >> 2, rank1)
    else:
        s.hands[seat0] &= ~(1u << rank0)
        s.hands[seat1] &= ~(1u << rank1)
    cards0 = bit64(front0) | bit64(card0)
    cards1 = bit64(front1) | bit64(card1)
    if difference > 0:
        win(s, 0, cards0 | cards1, sink)
    elif difference < 0:
        win(s, 1, cards0 | cards1, sink)
    else:
        win(s, 0, cards0, sink)
        win(s, 1, cards1, sink)
    memset(s.committed, 0, sizeof(s.committed))
    memset(s.fronts, 0, sizeof(s.fronts))
    if s.round == LAST_ROUND:
        finish(s, sink)
    else:
        s.round += 1
        turn_up(s, sink)


cdef void draw_supports(
    Bellica* s, int seat0, int seat1, int* rank0, int* rank1, EventSink* sink
) noexcept nogil:
    """Equal pairs: the supports go back, and each supporter draws from the other's hand; the drawn cards leave it.

    On entry the ranks are what the seats laid, on return what they drew.
    """
    cdef int low = seat0 if seat0 < seat1 else seat1, high = seat0 + seat1 - low
    cdef int by_low, by_high
    tell_returned(sink, low, s.committed[low] - 1)
    tell_returned(sink, high, s.committed[high] - 1)
    by_low = pick(s, s.hands[high])
    by_high = pick(s, s.hands[low])
    tell_picked(sink, low, high, by_low)
    tell_picked(sink, high, low, by_high)
    s.hands[high] &= ~(1u << by_low)
    s.hands[low] &= ~(1u << by_high)
    rank0[0] = by_low if seat0 == low else by_high
    rank1[0] = by_high if seat0 == low else by_low


# --- Bellum: commit ---------------------------------------------------------------------------------------

cdef inline void lay(Bellica* s, int seat, int rank) noexcept nogil:
    """A card joins the trick; it is not taken from its hand."""
    s.trick[s.trick_length] = seat << 6 | card_of(seat, rank)
    s.trick_length += 1


cdef void lay_committed(Bellica* s, uint32_t seats, EventSink* sink) noexcept nogil:
    """The committed cards of some seats (bit set) are turned up and join the trick."""
    cdef int seat
    tell_revealed(s, seats, sink)
    for seat in range(s.head.players):
        if seats >> seat & 1:
            lay(s, seat, s.committed[seat] - 1)
            s.hands[seat] &= ~(1u << (s.committed[seat] - 1))
            s.committed[seat] = 0


cdef void apply_commit(Bellica* s, int seat, int rank, EventSink* sink) noexcept nogil:
    """Put a card down; when all are down, look who is strongest."""
    cdef int n = s.head.players, best, other, value
    cdef uint32_t values = 0, top = 0, below = 0, all_seats = (1u << n) - 1
    cdef uint64_t cards = 0
    cdef int[SEATS] by_seat
    s.committed[seat] = rank + 1
    s.head.acting &= ~(1u << seat)
    if s.head.acting:
        return
    for other in range(n):
        value = value_of(s.committed[other] - 1)
        by_seat[other] = value
        values |= 1u << value
    best = strongest_value(values)
    for other in range(n):
        top |= <uint32_t>(by_seat[other] == best) << other
        below |= <uint32_t>(by_seat[other] == best - 1) << other
    if top & (top - 1):
        lay_committed(s, all_seats, sink)
        settle_tie(s, top, sink)
        return
    # A Narr that is the one strongest card has no value below it: best - 1 is 0 then.
    if below and not below & (below - 1):
        other = lowest32(below)
        if (s.hands[other] & ~(1u << (s.committed[other] - 1))) >> s.rider & 1:
            lay_committed(s, all_seats, sink)
            s.attacker = other
            s.defender = lowest32(top)
            s.head.phase = RIDER
            s.head.acting = below
            return
    # The common case needs no trick on the table.
    tell_revealed(s, all_seats, sink)
    for other in range(n):
        cards |= bit64(card_of(other, s.committed[other] - 1))
        s.hands[other] &= ~(1u << (s.committed[other] - 1))
        s.committed[other] = 0
    win(s, lowest32(top), cards, sink)
    next_trick(s, sink)


cdef inline void next_trick(Bellica* s, EventSink* sink) noexcept nogil:
    """All commit again, or the game ends; hands are of equal size."""
    if s.hands[0] == 0:
        finish(s, sink)
        return
    s.round += 1
    s.head.phase = COMMIT
    s.head.acting = (1u << s.head.players) - 1


cdef uint64_t take_trick(Bellica* s) noexcept nogil:
    """Clear the table; returns the cards that lay on it."""
    cdef uint64_t cards = 0
    cdef int i
    for i in range(s.trick_length):
        cards |= bit64(s.trick[i] & LOW_6)
        s.trick[i] = 0
    s.trick_length = 0
    s.attacker = 0
    s.defender = 0
    s.tied = 0
    s.attack = 0
    return cards


cdef void win_trick(Bellica* s, int winner, EventSink* sink) noexcept nogil:
    win(s, winner, take_trick(s), sink)
    next_trick(s, sink)


cdef void apply_throw(Bellica* s, int seat, int rank, EventSink* sink) noexcept nogil:
    """Put a card down; when all unaffected seats have, they are turned up and chance decides."""
    cdef uint32_t throwers
    s.committed[seat] = rank + 1
    s.head.acting &= ~(1u << seat)
    if s.head.acting:
        return
    throwers = (1u << s.head.players) - 1
    throwers &= ~((1u << s.attacker) | (1u << s.defender)) if s.attack else ~<uint32_t>s.tied
    lay_committed(s, throwers, sink)
    if s.attack:
        duel(s, sink)
    else:
        settle_tie(s, draw_from_tied(s, s.tied, sink), sink)


# --- Bellum: attack ---------------------------------------------------------------------------------------

cdef void apply_rider(Bellica* s, int seat, bint attack, EventSink* sink) noexcept nogil:
    cdef uint32_t throwers
    if not attack:
        win_trick(s, s.defender, sink)
        return
    lay(s, seat, s.rider)
    s.hands[seat] &= ~(1u << s.rider)
    throwers = ((1u << s.head.players) - 1) & ~((1u << seat) | (1u << s.defender))
    if throwers:
        s.attack = 1
        s.head.phase = THROW
        s.head.acting = throwers
    else:
        duel(s, sink)


cdef void duel(Bellica* s, EventSink* sink) noexcept nogil:
    """The Reiter lies in the trick: it fights a card drawn from the defender's hand."""
    cdef int attacker = s.attacker, defender = s.defender
    cdef int drawn = pick(s, s.hands[defender])
    tell_picked(sink, attacker, defender, drawn)
    if drawn == s.rider and s.hands[attacker]:
        duel_of_reiters(s, attacker, defender, sink)
        return
    lay(s, defender, drawn)
    s.hands[defender] &= ~(1u << drawn)
    # Without another card the defender's own Reiter counts for him.
    win_trick(s, attacker if value_of(drawn) < value_of(s.rider) else defender, sink)


cdef void duel_of_reiters(Bellica* s, int attacker, int defender, EventSink* sink) noexcept nogil:
    """Both Reiters go back to their hands; another card drawn from each decides, for the defender if equal."""
    cdef int low = attacker if attacker < defender else defender, high = attacker + defender - low
    cdef uint32_t reiter = 1u << s.rider
    cdef int by_attacker, by_defender, attacking, defending
    cdef uint64_t cards
    tell_returned(sink, low, s.rider)
    tell_returned(sink, high, s.rider)
    by_attacker = pick(s, s.hands[attacker])              # its Reiter still lies in the trick
    by_defender = pick(s, s.hands[defender] & ~reiter)
    tell_picked(sink, attacker, attacker, by_attacker)
    tell_picked(sink, defender, defender, by_defender)
    s.hands[attacker] = (s.hands[attacker] | reiter) & ~(1u << by_attacker)
    s.hands[defender] &= ~(1u << by_defender)
    cards = take_trick(s) & ~bit64(card_of(attacker, s.rider))
    cards |= bit64(card_of(attacker, by_attacker)) | bit64(card_of(defender, by_defender))
    attacking = value_of(by_attacker)
    defending = value_of(by_defender)
    if attacking != defending and strongest_value((1u << attacking) | (1u << defending)) == attacking:
        win(s, attacker, cards, sink)
    else:
        win(s, defender, cards, sink)
    next_trick(s, sink)


# --- Bellum: ties -----------------------------------------------------------------------------------------

cdef void settle_tie(Bellica* s, uint32_t tied, EventSink* sink) noexcept nogil:
    """Go on with the owners (bit set) of the strongest cards until one is left, a throw is due or hands are empty."""
    cdef uint32_t others
    while tied & (tied - 1):
        if s.hands[0] == 0:
            win_own_cards(s, sink)
            return
        others = ((1u << s.head.players) - 1) & ~tied
        if others:
            s.tied = tied
            s.head.phase = THROW
            s.head.acting = others
            return
        tied = draw_from_tied(s, tied, sink)
    win_trick(s, lowest32(tied), sink)


cdef uint32_t draw_from_tied(Bellica* s, uint32_t tied, EventSink* sink) noexcept nogil:
    """Every tied seat draws a card from the next one; they join the trick. Returns the owners of the strongest."""
    cdef int n = s.head.players, seat, owner, best
    cdef uint32_t values = 0, top = 0, after
    cdef int[SEATS] drawn
    for seat in range(n):
        if tied >> seat & 1:
            after = tied & ~((2u << seat) - 1)
            owner = lowest32(after if after else tied)
            drawn[owner] = pick(s, s.hands[owner])
            values |= 1u << value_of(drawn[owner])
            tell_picked(sink, seat, owner, drawn[owner])
    best = strongest_value(values)
    for seat in range(n):
        if tied >> seat & 1:
            s.hands[seat] &= ~(1u << drawn[seat])
            lay(s, seat, drawn[seat])
            if value_of(drawn[seat]) == best:
                top |= 1u << seat
    return top


cdef void win_own_cards(Bellica* s, EventSink* sink) noexcept nogil:
    """A tie that nobody has cards left to break: each seat wins what it brought to this trick."""
    cdef int n = s.head.players, seat, i
    cdef uint64_t[SEATS] brought
    memset(brought, 0, sizeof(brought))
    for i in range(s.trick_length):
        brought[s.trick[i] >> 6] |= bit64(s.trick[i] & LOW_6)
    take_trick(s)
    for seat in range(n):
        win(s, seat, brought[seat], sink)
    next_trick(s, sink)


# --- the table --------------------------------------------------------------------------------------------

cdef inline uint32_t kind_of_phase(int phase) noexcept nogil:
    """The kind of action that lays a card in a phase."""
    if phase == SUPPORT:
        return KIND_SUPPORT
    return KIND_COMMIT if phase == COMMIT else KIND_THROW


cdef int legal(const void* state, int seat, uint32_t* out) noexcept nogil:
    cdef const Bellica* s = <const Bellica*>state
    cdef uint32_t hand, code
    cdef int n = 0
    if s.head.phase == RIDER:
        out[0] = ATTACK
        out[1] = DECLINE
        return 2
    code = kind_of_phase(s.head.phase) | nation_of(seat)
    hand = s.hands[seat]
    while hand:
        out[n] = code + 4 * lowest32(hand)
        n += 1
        hand &= hand - 1
    return n


cdef bint well_formed(uint32_t action) noexcept nogil:
    return action < CODES and (action >= KIND_RIDER or (action & LOW_6) < CARDS_IN_ALL)


cdef bint is_legal(const void* state, int seat, uint32_t action) noexcept nogil:
    cdef const Bellica* s = <const Bellica*>state
    cdef uint32_t card
    if s.head.phase == RIDER:
        return action == ATTACK or action == DECLINE
    if action >= KIND_RIDER or action & KIND_MASK != kind_of_phase(s.head.phase):
        return False
    card = action & LOW_6
    return card & 3 == <uint32_t>nation_of(seat) and (s.hands[seat] >> (card >> 2)) & 1


cdef void apply(void* state, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef Bellica* s = <Bellica*>state
    cdef int rank = (action & LOW_6) >> 2
    if sink != NULL:
        put_action(sink, seat, action)
    if s.head.phase == SUPPORT:
        apply_support(s, seat, rank, sink)
    elif s.head.phase == COMMIT:
        apply_commit(s, seat, rank, sink)
    elif s.head.phase == THROW:
        apply_throw(s, seat, rank, sink)
    else:
        apply_rider(s, seat, action == ATTACK, sink)


cdef int points_of(uint64_t cards) noexcept nogil:
    """The sum of the values of some cards."""
    cdef uint64_t counts = cards - ((cards >> 1) & <uint64_t>0x55555555555555)      # of two nations each
    cdef int rank, points = 0
    counts = (counts & <uint64_t>0x33333333333333) + ((counts >> 2) & <uint64_t>0x33333333333333)
    for rank in range(RANKS):
        points += value_of(rank) * <int>((counts >> (4 * rank)) & 15)
    return points


cdef void result(const void* state, int32_t* scores, int32_t* placements) noexcept nogil:
    cdef const Bellica* s = <const Bellica*>state
    cdef int n = s.head.players, seat
    cdef int[2] by_team
    if s.variant == BELLUM:
        for seat in range(n):
            scores[seat] = points_of(s.won[seat])
    else:
        by_team[0] = points_of(s.won[0])
        by_team[1] = points_of(s.won[1])
        for seat in range(n):
            scores[seat] = by_team[team_of(s, seat)]
    rank_placements(scores, n, placements)


cdef void parties(const void* state, uint8_t* out) noexcept nogil:
    cdef const Bellica* s = <const Bellica*>state
    cdef int seat
    for seat in range(s.head.players):
        out[seat] = seat if s.variant == BELLUM else team_of(s, seat)


# --- Python face ------------------------------------------------------------------------------------------

cdef list stack_texts(const Bellica* s, int seat):
    """A stack from the top down."""
    cdef uint64_t stack = s.stacks[seat]
    texts = []
    while stack:
        texts.append(CARDS[card_of(seat, <int>(stack & 15) - 1)])
        stack >>= 4
    return texts


cdef object committed_text(const Bellica* s, int seat):
    return CARDS[card_of(seat, s.committed[seat] - 1)] if s.committed[seat] else None


cdef dict public_fields(const Bellica* s):
    """The fields that everybody sees in full."""
    cdef int seat, i
    n = s.head.players
    bellum = s.variant == BELLUM
    contenders = [seat for seat in range(n) if s.tied >> seat & 1]
    if s.head.phase == RIDER or s.attack:
        contenders = [s.attacker, s.defender]
    return {
        "team": None if bellum else [team_of(s, seat) for seat in range(n)],
        "round": s.round,
        "fronts": [{"seat": seat, "card": CARDS[s.fronts[seat] - 1]} for seat in range(n) if s.fronts[seat]],
        "trick": [{"seat": s.trick[i] >> 6, "card": CARDS[s.trick[i] & LOW_6]} for i in range(s.trick_length)],
        "contenders": contenders,
        "attack": bool(s.attack),
        "won": [card_texts(s.won[i]) for i in range(n if bellum else 2)],
    }


cdef list placed_cards(const uint32_t* words, int count):
    """Words seat << 8 | card of an event as objects."""
    cdef int i
    return [{"seat": words[i] >> 8, "card": CARDS[words[i] & 255]} for i in range(count)]


cdef class BellicaGame(Game):
    """The game `bellica`; made by `load_game`.

    Args:
        players: 4 seats, with the variant `bellum` 2 to 4.
        options: see the rules page; all have defaults.

    Raises:
        ValueError: names the option and what is accepted.
    """

    def __init__(self, players=4, **options) -> None:
        self.player_range = range(2, 5)
        n = check_players(NAME, players, self.player_range)
        reader = OptionReader(NAME, options)
        variant = reader.choice("variant", "composite" if n == 4 else "bellum", VARIANTS if n == 4 else VARIANTS[2:])
        bellum = variant == "bellum"
        alliance = reader.choice(
            "alliance", "none" if bellum else "drawn", ALLIANCES[4:] if bellum else ALLIANCES[:4], ("variant",)
        )
        rider = reader.integer(
            "rider", 8 if bellum else NO_RIDER, 3 if bellum else 0, 10 if bellum else 0, ("variant",)
        )
        self.option_specs = reader.finish()

        self.name = NAME
        self.num_players = n
        self.option_values = {"variant": variant, "alliance": alliance, "rider": rider}
        self.phases = PHASES
        self.fields = FIELDS
        self.config.players = n
        self.config.options[OPTION_VARIANT] = VARIANTS.index(variant)
        self.config.options[OPTION_ALLIANCE] = ALLIANCES.index(alliance)
        self.config.options[OPTION_RIDER] = rider

        self.max_legal_actions = RANKS
        self.max_game_length = n * RANKS + RANKS - 1 if bellum else 2 * BATTLES

        self.table.state_size = sizeof(Bellica)
        self.table.wire_size = sizeof(Bellica) - sizeof(DealStream)
        # Bellum: action 3, revealed 1 + seats, a drawing of all seats for every card left (13), won 4 per seat, over 1;
        # an attack has at most three drawings and two Reiters (3 each) that return. A battle: action 3, revealed 3, two
        # returned 3, two picked 4, two won 4, fronts 3. Start: deal 1 + seats, alliance 2, fronts 3.
        self.table.event_words = 3 + 1 + n + 13 * 4 * n + 4 * n + 1
        self.table.start = start
        self.table.legal = legal
        self.table.is_legal = is_legal
        self.table.well_formed = well_formed
        self.table.apply = apply
        self.table.result = result
        self.table.parties = parties
        self.table.derive = derive
        self.table.check = check_bellica
        self.finish_setup()

    cdef dict position_fields(self, const void* state):
        cdef const Bellica* s = <const Bellica*>state
        cdef int seat
        n = s.head.players
        fields = public_fields(s)
        fields["stacks"] = [stack_texts(s, seat) for seat in range(n)]
        fields["hands"] = [card_texts(hand_set(s, seat)) for seat in range(n)]
        fields["committed"] = [committed_text(s, seat) for seat in range(n)]
        return fields

    cdef dict view_fields(self, const void* state, int player):
        cdef const Bellica* s = <const Bellica*>state
        cdef int seat
        n = s.head.players
        fields = public_fields(s)
        fields["stacks"] = [["?"] * stack_size(s.stacks[seat]) for seat in range(n)]
        fields["hands"] = [
            card_texts(hand_set(s, seat)) if seat == player else ["?"] * popcount32(s.hands[seat]) for seat in range(n)
        ]
        fields["committed"] = [
            committed_text(s, seat) if seat == player else s.committed[seat] != 0 for seat in range(n)
        ]
        return fields

    cdef int load_fields(self, void* state, object fields) except -1:
        cdef Bellica* s = <Bellica*>state
        cdef uint64_t cards
        cdef int i, rank
        n = self.num_players
        bellum = self.option_values["variant"] == "bellum"
        apply_options(s, &self.config)
        if not bellum:
            team = fields.integers("team", n, 0, 1)
            if team[0] != 0 or sum(team) != 2:
                raise fields.error("team", "must be two teams of two, seat 0 in team 0")
            s.ally = team.index(0, 1)
        elif fields["team"] is not None:
            raise fields.error("team", "must be null in bellum")
        s.round = fields.integer("round", 0, 2 * LAST_ROUND + 1 if bellum else LAST_ROUND)
        for i, stack in enumerate(fields.array("stacks", n)):
            members = [fields.card_in("stacks", text, INDEX) for text in fields.array_in("stacks", stack)]
            if len(set(members)) < len(members):
                raise fields.error("stacks", "holds a card twice")
            for card in reversed(members):
                if card & 3 != nation_of(i):
                    raise fields.error("stacks", f"{CARDS[card]} is not of the nation of seat {i}")
                s.stacks[i] = s.stacks[i] << 4 | <uint64_t>(card >> 2) + 1
        for i, hand in enumerate(fields.card_sets("hands", n, INDEX)):
            cards = hand
            if cards & ~nation_set(nation_of(i)):
                raise fields.error("hands", f"those of seat {i} are not all of its nation")
            for rank in range(RANKS):
                if cards >> card_of(i, rank) & 1:
                    s.hands[i] |= 1 << rank
        last = -1
        for seat, card in fields.seat_cards("fronts", n, INDEX):
            if seat <= last:
                raise fields.error("fronts", "must be by seat ascending")
            last = seat
            s.fronts[<int>seat] = card + 1
        for i, text in enumerate(fields.array("committed", n)):
            if text is not None:
                card = fields.card_in("committed", text, INDEX)
                if card & 3 != nation_of(i):
                    raise fields.error("committed", f"{text} is not in the hand of seat {i}")
                s.committed[i] = (card >> 2) + 1
        trick = fields.seat_cards("trick", n, INDEX)
        if len(trick) > MAX_TRICK:
            raise fields.error("trick", "holds a card twice")
        for seat, card in trick:
            s.trick[s.trick_length] = seat << 6 | card
            s.trick_length += 1
        s.attack = fields.boolean("attack")
        seats = [fields.integer_in("contenders", seat, 0, n - 1) for seat in fields.array("contenders")]
        if s.head.phase == RIDER or s.attack:
            if len(seats) != 2:
                raise fields.error("contenders", "must be the attacking seat and the one it attacks")
            s.attacker, s.defender = seats
        elif seats != sorted(set(seats)):
            raise fields.error("contenders", "must be ascending seats")
        else:
            for seat in seats:
                s.tied |= 1 << seat
        for i, won in enumerate(fields.card_sets("won", n if bellum else 2, INDEX)):
            s.won[i] = won
        return 0

    cdef dict event_fields(self, int kind, const uint32_t* payload, int player):
        cdef Bellica seen
        cdef int seat
        if kind == EVENT_DEAL:
            hands = []
            for seat in range(self.num_players):
                seen.hands[seat] = payload[seat]
                hands.append(
                    card_texts(hand_set(&seen, seat)) if seat == player else ["?"] * popcount32(payload[seat])
                )
            return {"type": "deal", "deal": 0, "first": None, "hands": hands, "open": None}
        if kind == EVENT_ALLIANCE:
            return {"type": "alliance", "team": [0 if seat in (0, <int>payload[0]) else 1 for seat in range(SEATS)]}
        if kind == EVENT_FRONTS:
            return {"type": "fronts", "cards": placed_cards(payload, 2)}
        if kind == EVENT_REVEALED:
            return {"type": "revealed", "cards": placed_cards(payload, (payload - 1)[0] >> 8)}
        if kind == EVENT_PICKED:
            return {"type": "picked", "by": payload[0], "from": payload[1], "card": CARDS[payload[2]]}
        if kind == EVENT_RETURNED:
            return {"type": "returned", "seat": payload[0], "card": CARDS[payload[1]]}
        winner = "seat" if self.config.options[OPTION_VARIANT] == BELLUM else "team"
        return {"type": "won", winner: payload[0], "cards": card_texts(get_set(payload + 1))}

    cdef str action_text(self, uint32_t action):
        if action >= KIND_RIDER:
            return "attack" if action == ATTACK else "decline"
        return f"{VERBS[action >> 6]} {CARDS[action & LOW_6]}"

    cdef str hidden_action_text(self, uint32_t action, int seat, int player):
        if action < KIND_RIDER and seat != player:
            return VERBS[action >> 6] + " ?"
        return self.action_text(action)

    cdef int64_t parse_action(self, str text) except? -2:
        if text in ("attack", "decline"):
            return ATTACK if text == "attack" else DECLINE
        verb, _, card = text.partition(" ")
        if verb in VERBS and card in INDEX:
            return VERBS.index(verb) << 6 | INDEX[card]
        return -1
