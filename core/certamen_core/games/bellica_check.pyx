"""Charta Bellica and Bellum: checking positions and bytes that come from outside.

Positions need not be reachable: fronts and trick may hold cards of any nation, a battle's hands and stacks may be
larger than the battles need, the alliance may be another one than the option's, and a trick on the table may be any
cards. What the rules go on with must be there: a card for every decision to come, the Reiter that attacks, hands of
equal size in Bellum.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from certamen_core.bits cimport bit64, popcount32
from certamen_core.games.bellica cimport (
    BATTLES,
    BELLUM,
    COMMIT,
    LAST_ROUND,
    MAX_TRICK,
    RIDER,
    SEATS,
    SUPPORT,
    THROW,
    Bellica,
    apply_options,
    hand_set,
    opponent_of_0,
    stack_size,
)
from certamen_core.games.bellica_cards cimport CARDS_IN_ALL, RANKS, WHOLE_HAND, card_of, nation_of, nation_set
from certamen_core.table cimport PHASE_OVER, GameConfig

cdef enum:
    LOW_6 = 63


cdef const char* check_cards(const Bellica* s) noexcept nogil:
    """The pack once each, and cards that are cards."""
    cdef int n = s.head.players, seat, i, digit
    cdef uint64_t seen = 0, pack = 0, stack
    for seat in range(n):
        pack |= nation_set(nation_of(seat))
        if s.hands[seat] & ~WHOLE_HAND:
            return b"hands: holds what is no card"
        stack = s.stacks[seat]
        while stack:
            digit = <int>(stack & 15)
            if not 1 <= digit <= RANKS:
                return b"stacks: holds what is no card"
            if seen & bit64(card_of(seat, digit - 1)):
                return b"stacks: holds a card twice"
            seen |= bit64(card_of(seat, digit - 1))
            stack >>= 4
        if seen & hand_set(s, seat):
            return b"hands: holds a card that is elsewhere"
        seen |= hand_set(s, seat)
    for seat in range(SEATS):
        if s.fronts[seat] > CARDS_IN_ALL:
            return b"fronts: holds what is no card"
        if s.fronts[seat]:
            if seen & bit64(s.fronts[seat] - 1):
                return b"fronts: holds a card that is elsewhere"
            seen |= bit64(s.fronts[seat] - 1)
    if s.trick_length > MAX_TRICK:
        return b"trick: is too long"
    for i in range(MAX_TRICK):
        if i >= s.trick_length:
            if s.trick[i]:
                return b"trick: unused entries are not zero"
            continue
        if s.trick[i] >> 6 >= n:
            return b"trick: names a seat that is not there"
        if (s.trick[i] & LOW_6) >= CARDS_IN_ALL:
            return b"trick: holds what is no card"
        if seen & bit64(s.trick[i] & LOW_6):
            return b"trick: holds a card that is elsewhere"
        seen |= bit64(s.trick[i] & LOW_6)
    for seat in range(SEATS):
        if s.won[seat] & (seen | ~pack):
            return b"won: holds a card that is elsewhere or not in play"
        seen |= s.won[seat]
    if seen != pack:
        return b"won: with stacks, hands, fronts and trick it must be the pack, every card once"
    return NULL


cdef const char* check_committed(const Bellica* s, uint32_t owing) noexcept nogil:
    """`owing` are the seats (bit set) that decide at once; those that have not yet are to act."""
    cdef uint32_t acting = 0
    cdef int seat
    for seat in range(SEATS):
        if not owing >> seat & 1:
            if s.committed[seat]:
                return b"committed: must be null for a seat that commits nothing now"
        elif s.committed[seat] == 0:
            acting |= 1u << seat
        elif s.committed[seat] > RANKS or not s.hands[seat] >> (s.committed[seat] - 1) & 1:
            return b"committed: is not in the hand"
    if s.head.acting != acting or (acting == 0 and owing):
        return b"to_act: does not fit the phase"
    return NULL


cdef const char* check_battle(const Bellica* s) noexcept nogil:
    """`simple` and `composite`: the fronts of this battle, and cards enough for the battles to come."""
    cdef int own = 0, other, seat, hand, stack
    cdef uint32_t turned
    if not 1 <= s.ally <= 3:
        return b"team: must be two teams of two"
    if s.round > LAST_ROUND:
        return b"round: there are not so many battles"
    if s.trick_length or s.attacker or s.defender or s.tied or s.attack:
        return b"trick: must be empty outside bellum"
    if s.won[2] or s.won[3]:
        return b"won: there are two teams"
    other = opponent_of_0(s.ally)
    if s.round & 1:
        own = s.ally
        other = 6 - own - other
    turned = (1u << own) | (1u << other)
    if s.head.phase == PHASE_OVER:
        turned = 0
        if s.round != LAST_ROUND:
            return b"round: must be 13 when over"
    elif s.head.phase != SUPPORT:
        return b"phase: must be support or over outside bellum"
    for seat in range(SEATS):
        if (s.fronts[seat] != 0) != (turned >> seat & 1):
            return b"fronts: must be those of the two seats that turn up in this round, none when over"
        if turned == 0:
            continue
        # Battles in which this seat supports, and in which it still has to turn up.
        if turned >> seat & 1:
            hand = (BATTLES - s.round) >> 1
            stack = (LAST_ROUND - s.round) >> 1
        else:
            hand = (BATTLES + 1 - s.round) >> 1
            stack = (BATTLES - s.round) >> 1
        if <int>popcount32(s.hands[seat]) < hand:
            return b"hands: hold too few cards for the battles to come"
        if stack_size(s.stacks[seat]) < stack:
            return b"stacks: hold too few cards for the battles to come"
    return check_committed(s, 0xF & ~turned if turned else 0)


cdef const char* check_bellum(const Bellica* s) noexcept nogil:
    """`bellum`: the trick can go on, and hands are of equal size when the next one begins."""
    cdef int n = s.head.players, phase = s.head.phase, seat, i, held, size = 0
    cdef uint32_t all_seats = (1u << n) - 1, owing = 0
    cdef bint reiter_lies = False
    if s.ally:
        return b"team: must be null in bellum"
    for seat in range(SEATS):
        if s.stacks[seat]:
            return b"stacks: must be empty in bellum"
        if s.fronts[seat]:
            return b"fronts: must be empty in bellum"
        if seat >= n and (s.hands[seat] or s.won[seat]):
            return b"hands: a seat that is not there holds or won cards"
    if phase == SUPPORT:
        return b"phase: is none of bellum"
    if s.attack > 1 or (s.attack and phase != THROW):
        return b"attack: must be false in this phase"
    for seat in range(n):
        held = popcount32(s.hands[seat])
        if s.attack and s.attacker == seat:
            held += 1                            # its Reiter lies in the trick
        if seat == 0:
            size = held
        elif held != size:
            return b"hands: are not of equal size"
    if (size == 0) != (phase == PHASE_OVER):
        return b"hands: must be empty when over, and not before"
    # A later trick than the fourteenth cannot be reached; a position may be in any of them and play on from there.
    if s.round > LAST_ROUND + RANKS - size:
        return b"round: there are not so many tricks"
    if phase == RIDER or s.attack:
        if s.attacker >= n or s.defender >= n or s.attacker == s.defender or s.tied:
            return b"contenders: must be two different seats"
    elif s.attacker or s.defender:
        return b"contenders: must be empty in this phase"
    elif phase == THROW:
        if s.tied & ~all_seats or not s.tied & (s.tied - 1):
            return b"contenders: must be at least two seats"
    elif s.tied:
        return b"contenders: must be empty in this phase"
    if phase == COMMIT or phase == PHASE_OVER:
        if s.trick_length:
            return b"trick: must be empty in this phase"
        owing = all_seats if phase == COMMIT else 0
    elif phase == RIDER:
        if not s.hands[s.attacker] >> s.rider & 1:
            return b"contenders: the first one has no Reiter in its hand"
        if s.head.acting != 1u << s.attacker:
            return b"to_act: does not fit the phase"
        for seat in range(SEATS):
            if s.committed[seat]:
                return b"committed: must be null in this phase"
        return NULL
    elif s.attack:
        for i in range(s.trick_length):
            reiter_lies |= (s.trick[i] & LOW_6) == card_of(s.attacker, s.rider)
        if not reiter_lies:
            return b"trick: the attacking Reiter is not in it"
        owing = all_seats & ~((1u << s.attacker) | (1u << s.defender))
    else:
        owing = all_seats & ~s.tied
    if phase == THROW and owing == 0:
        return b"contenders: nobody is left to throw in a card"
    return check_committed(s, owing)


cdef const char* check_bellica(const void* state, const GameConfig* config) noexcept nogil:
    cdef const Bellica* s = <const Bellica*>state
    cdef Bellica options
    cdef const char* broken
    cdef int i
    memset(&options, 0, sizeof(options))
    apply_options(&options, config)
    if s.head.players != config.players:
        return b"players: is not the game's"
    if s.variant != options.variant or s.rider != options.rider:
        return b"options: are not the game's"
    if s.head.deal:
        return b"deal: there is only one"
    if s.head.phase > THROW:
        return b"phase: is unknown"
    for i in range(7):
        if s.padding[i]:
            return b"padding: is not zero"
    if s.head.unused[0] or s.head.unused[1]:
        return b"padding: is not zero"
    broken = check_cards(s)
    if broken != NULL:
        return broken
    if s.variant == BELLUM:
        return check_bellum(s)
    return check_battle(s)
