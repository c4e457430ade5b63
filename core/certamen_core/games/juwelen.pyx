"""Juwelentresor, 2-6 seats: a trick is worth nothing, the jewels it moves are.

Pack        A 2 3 4 5 6 7 8 9 T J Q K (ace lowest) in c d h s, no trumps.
Round       the dealer announces 1-3; every seat passes so many cards; tricks, following suit if possible.
Actions     a card that does not follow suit gives its player the action of its suit at once; the winner of
            a trick gets the action of the suit led; at the end of a round the party with strictly most cards
            of a suit gets that suit's action, and a seat without a trick two d.
              d  supply -> own vault              s  own showcase -> own vault
              h  supply -> own showcase           c  another party's showcase -> own showcase
End         2 * vault + showcase; equal: more in the vault.

Action codes (kind in the top byte, so that a played card is a small number):
    play      0 | card                      card 0 … 51, see french.pxd
    announce  1 | number                    1 … 3
    pass      2 | a << 12 | b << 6 | c      card + 1 each, a < b < c, unused slots 0 from the right
    steal     3 | party                     0 … 5

Bounds. Legal actions: a position may hold up to ceil(pack / seats) cards in a hand, and passing three of them
is the widest choice. Decisions of a round: 1 announcement, a pass per seat, a play per card dealt, and a
steal for each club that is discarded or leads a won trick (a card does only one of the two) and one at the
end; none where there are only two parties.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from certamen_core.bits cimport bit64, lowest64, popcount64
from certamen_core.dealing cimport DealStream, stream_open, stream_shuffle
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
from certamen_core.games.french cimport CLUBS, DIAMONDS, HEARTS, SPADES, SUITS, suit_of, suit_set
from certamen_core.games.juwelen cimport (
    ANNOUNCE,
    DISCARD,
    NO_STEAL,
    PASS,
    PLAY,
    ROUND,
    SEATS,
    STEAL,
    TRICK,
    Juwelen,
    JuwelenGame,
)
from certamen_core.table cimport PHASE_OVER, EventSink, GameConfig, StateHead

from math import comb

from certamen_core.games.french_texts import CARDS, INDEX, SUIT_LETTERS, hidden_cards, set_texts
from certamen_core.options import OptionReader, check_players

__all__ = ["JuwelenGame"]

NAME = "juwelen"
DEFAULT_ROUNDS = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}
PACKS = ("standard", "known")
KNOWN_RANKS = {2: 8, 3: 9, 4: 13}      # the known pack holds the lowest ranks, so that it is dealt out
FIELDS = (
    "round", "dealer", "leader", "announced", "passing", "hands", "aside", "trick", "won", "tricks",
    "played", "showcase", "vault", "supply", "steal",
)
PHASES = ("over", "announce", "pass", "play", "steal")
REASONS = ("", "discard", "trick", "round", "bonus")

cdef enum:
    KIND_PLAY = 0
    KIND_ANNOUNCE = 1 << 24
    KIND_PASS = 2 << 24
    KIND_STEAL = 3 << 24
    KIND_MASK = 0xFF << 24
    LOW_24 = 0xFFFFFF
    BONUS = 4                     # a `jewel` reason beside the StealReasons
    NOBODY = 255

    EVENT_PASSED = EVENT_OWN      # from, to, cards (2 words)
    EVENT_TRICK = EVENT_OWN + 1   # seat (leader), number of cards, the cards
    EVENT_JEWEL = EVENT_OWN + 2   # suit, seat, party, victim or NOBODY, reason

    OPTION_KNOWN = 0
    OPTION_TEAMS = 1
    OPTION_ROUNDS = 2
    OPTION_JEWELS = 3

# Strength by rank index in '23456789AJKQT': the ace is lowest, then 2 … 9 T J Q K.
cdef uint8_t[13] STRENGTH = [1, 2, 3, 4, 5, 6, 7, 8, 0, 10, 12, 11, 9]


# --- deal -------------------------------------------------------------------------------------------------

cdef inline uint64_t pack_of(bint known, int players) noexcept nogil:
    """The cards of the pack: all 52, or A … 8 with two and A … 9 with three seats."""
    if known and players == 2:
        return 0xF0FFFFFFF     # 2-8 and A
    if known and players == 3:
        return 0xFFFFFFFFF     # 2-9 and A
    return 0xFFFFFFFFFFFFF


cdef void deal_round(Juwelen* s, EventSink* sink) noexcept nogil:
    """Deal the cards of round `head.deal`; the dealer is set already."""
    cdef DealStream stream
    cdef uint8_t[52] deck
    cdef int n = s.head.players, size = 0, seat, i, at = 0
    cdef uint64_t pack = pack_of(s.known, n), hand
    while pack:
        deck[size] = lowest64(pack)
        size += 1
        pack &= pack - 1
    stream_open(&stream, s.head.seed, s.head.deal, 0)
    stream_shuffle(&stream, deck, size)
    s.head.draws = stream.draws
    for seat in range(n):
        hand = 0
        for i in range(s.hand_size):
            hand |= bit64(deck[at])
            at += 1
        s.hands[seat] = hand
        s.tricks[seat] = 0
    memset(s.won, 0, sizeof(s.won))
    s.aside = 0
    while at < size:
        s.aside |= bit64(deck[at])
        at += 1
    s.played = 0
    s.announced = 0
    s.leader = (s.dealer + 1) % n
    s.head.phase = ANNOUNCE
    s.head.acting = 1u << s.dealer
    if sink != NULL:
        begin_event(sink, EVENT_DEAL, 2 + 2 * n)
        put_word(sink, s.head.deal)
        put_word(sink, s.dealer)
        for seat in range(n):
            put_set(sink, s.hands[seat])


cdef void apply_options(Juwelen* s, const GameConfig* config) noexcept nogil:
    """Put what the rules need of the options into the struct."""
    cdef int n = config.players
    s.known = config.options[OPTION_KNOWN]
    s.rounds = config.options[OPTION_ROUNDS]
    s.jewels = config.options[OPTION_JEWELS]
    s.parties = n // 2 if config.options[OPTION_TEAMS] else n
    s.trick_size = 4 if n == 2 else n
    if s.known:
        s.hand_size = popcount64(pack_of(True, n)) // n
    else:
        s.hand_size = 8 if n == 6 else 10


cdef void start(void* state, const GameConfig* config, EventSink* sink) noexcept nogil:
    cdef Juwelen* s = <Juwelen*>state
    cdef int seat
    s.head.players = config.players
    apply_options(s, config)
    for seat in range(config.players):
        s.showcase[seat % s.parties] += 3
    s.supply = s.jewels - 3 * config.players
    deal_round(s, sink)


# --- jewels -----------------------------------------------------------------------------------------------

cdef inline void tell_jewel(EventSink* sink, int suit, int seat, int party, int victim, int reason) noexcept nogil:
    if sink != NULL:
        begin_event(sink, EVENT_JEWEL, 5)
        put_word(sink, suit)
        put_word(sink, seat)
        put_word(sink, party)
        put_word(sink, victim)
        put_word(sink, reason)


cdef inline void move_jewel(Juwelen* s, int suit, int seat, int reason, EventSink* sink) noexcept nogil:
    """The action of d, h or s for a seat, if it can be done."""
    cdef int party = seat % s.parties
    if suit == SPADES:
        if s.showcase[party] == 0:
            return
        s.showcase[party] -= 1
        s.vault[party] += 1
    else:
        if s.supply == 0:
            return
        s.supply -= 1
        if suit == DIAMONDS:
            s.vault[party] += 1
        else:
            s.showcase[party] += 1
    tell_jewel(sink, suit, seat, party, NOBODY, reason)


cdef inline void rob(Juwelen* s, int seat, int victim, int reason, EventSink* sink) noexcept nogil:
    """The action of c for a seat; the victim is a party with a jewel in its showcase."""
    cdef int party = seat % s.parties
    assert 0 <= victim < s.parties and victim != party and s.showcase[victim] > 0
    s.showcase[victim] -= 1
    s.showcase[party] += 1
    tell_jewel(sink, CLUBS, seat, party, victim, reason)


cdef inline uint32_t victims_of(const Juwelen* s, int seat) noexcept nogil:
    """The other parties (bit set) with a jewel in the showcase."""
    cdef uint32_t victims = 0
    cdef int party
    for party in range(s.parties):
        if s.showcase[party] > 0:
            victims |= 1u << party
    return victims & ~(1u << (seat % s.parties))


cdef inline bint suit_action(Juwelen* s, int suit, int seat, int reason, EventSink* sink) noexcept nogil:
    """Do the action of a suit for a seat if it can be done; true if the seat must first choose a victim."""
    cdef uint32_t victims
    if suit != CLUBS:
        move_jewel(s, suit, seat, reason, sink)
        return False
    victims = victims_of(s, seat)
    if victims & (victims - 1):
        s.head.phase = STEAL
        s.head.acting = 1u << seat
        s.steal_seat = seat
        s.steal_reason = reason
        return True
    if victims:
        rob(s, seat, lowest64(victims), reason, sink)
    return False


# --- announce and pass ------------------------------------------------------------------------------------

cdef inline int pass_size(const Juwelen* s, int seat) noexcept nogil:
    """How many cards a seat passes: as announced, but never more than it holds."""
    cdef int held = popcount64(s.hands[seat])
    return s.announced if s.announced < held else held


cdef int legal_passes(uint64_t hand, int size, uint32_t* out) noexcept nogil:
    """Every choice of `size` (1-3) cards of a hand, in ascending code order."""
    cdef int n = 0
    cdef uint64_t after_a, after_b
    cdef uint32_t a, b
    while hand:
        a = KIND_PASS | ((lowest64(hand) + 1) << 12)
        hand &= hand - 1
        if size == 1:
            out[n] = a
            n += 1
            continue
        after_a = hand
        while after_a:
            b = a | ((lowest64(after_a) + 1) << 6)
            after_a &= after_a - 1
            if size == 2:
                out[n] = b
                n += 1
                continue
            after_b = after_a
            while after_b:
                out[n] = b | (lowest64(after_b) + 1)
                n += 1
                after_b &= after_b - 1
    return n


cdef inline uint64_t passed_cards(uint32_t action) noexcept nogil:
    """The cards of a well-formed pass."""
    cdef int slot, at
    cdef uint64_t cards = 0
    for at in range(0, 18, 6):
        slot = (action >> at) & 63
        if slot:
            cards |= bit64(slot - 1)
    return cards


cdef void apply_pass(Juwelen* s, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    """Put the chosen cards aside; exchange when all have chosen."""
    cdef int n = s.head.players, giver, taker
    cdef int step = s.parties if s.parties < n else 1      # to the partner opposite, else to the left
    s.passing[seat] = passed_cards(action)
    s.head.acting &= ~(1u << seat)
    if s.head.acting:
        return
    for giver in range(n):
        s.hands[giver] &= ~s.passing[giver]
    for giver in range(n):
        taker = (giver + step) % n
        s.hands[taker] |= s.passing[giver]
        if sink != NULL:
            begin_event(sink, EVENT_PASSED, 4)
            put_word(sink, giver)
            put_word(sink, taker)
            put_set(sink, s.passing[giver])
    memset(s.passing, 0, sizeof(s.passing))
    s.head.phase = PLAY
    s.head.acting = 1u << s.leader


# --- play -------------------------------------------------------------------------------------------------

cdef inline uint64_t playable(const Juwelen* s, int seat) noexcept nogil:
    """The cards that a seat may play: of the suit led if it holds any, else all."""
    cdef uint64_t hand = s.hands[seat], following
    if s.trick_length == 0:
        return hand
    following = hand & suit_set(suit_of(s.trick[0]))
    return following if following else hand


cdef inline void apply_play(Juwelen* s, int seat, int card, EventSink* sink) noexcept nogil:
    s.hands[seat] &= ~bit64(card)
    s.trick[s.trick_length] = card
    s.trick_length += 1
    if suit_of(card) != suit_of(s.trick[0]):
        if suit_action(s, suit_of(card), seat, DISCARD, sink):
            return
    after_card(s, sink)


cdef inline void after_card(Juwelen* s, EventSink* sink) noexcept nogil:
    """A card and its action are done: the next seat plays, or the trick is counted."""
    cdef int seat
    if s.trick_length == s.trick_size:
        finish_trick(s, sink)
        return
    seat = s.leader + s.trick_length
    while seat >= s.head.players:
        seat -= s.head.players
    s.head.phase = PLAY
    s.head.acting = 1u << seat


cdef void finish_trick(Juwelen* s, EventSink* sink) noexcept nogil:
    """Count a full trick for its winner and give him the action of the suit led."""
    cdef int led = suit_of(s.trick[0]), best = 0, i, winner
    for i in range(1, s.trick_size):
        if suit_of(s.trick[i]) == led and STRENGTH[s.trick[i] >> 2] > STRENGTH[s.trick[best] >> 2]:
            best = i
    winner = (s.leader + best) % s.head.players
    if sink != NULL:
        begin_event(sink, EVENT_TRICK, 2 + s.trick_size)
        put_word(sink, s.leader)
        put_word(sink, winner)
    for i in range(s.trick_size):
        s.won[winner][suit_of(s.trick[i])] += 1
        s.played |= bit64(s.trick[i])
        if sink != NULL:
            put_word(sink, s.trick[i])
        s.trick[i] = 0
    s.tricks[winner] += 1
    s.trick_length = 0
    s.leader = winner
    if not suit_action(s, led, winner, TRICK, sink):
        after_trick(s, sink)


cdef inline void after_trick(Juwelen* s, EventSink* sink) noexcept nogil:
    """A trick and its action are done: the winner leads, or the round ends."""
    if s.hands[s.leader] == 0:
        finish_round(s, sink)
        return
    s.head.phase = PLAY
    s.head.acting = 1u << s.leader


# --- end of a round ---------------------------------------------------------------------------------------

cdef int collector(const Juwelen* s, int suit) noexcept nogil:
    """The seat that acts for the party with strictly most cards of a suit: of its seats the one with most
    itself, the first clockwise from the dealer's left if equal. NOBODY if no party has strictly most."""
    cdef int[SEATS] totals
    cdef int n = s.head.players, party, seat, i, best = -1, most = 0, chosen = NOBODY
    cdef bint tied = True
    memset(totals, 0, sizeof(totals))
    for seat in range(n):
        totals[seat % s.parties] += s.won[seat][suit]
    for party in range(s.parties):
        if totals[party] > most:
            most = totals[party]
            best = party
            tied = False
        elif totals[party] == most:
            tied = True
    if tied:
        return NOBODY
    for i in range(1, n + 1):
        seat = (s.dealer + i) % n
        if seat % s.parties == best and (chosen == NOBODY or s.won[seat][suit] > s.won[chosen][suit]):
            chosen = seat
    return chosen


cdef void finish_round(Juwelen* s, EventSink* sink) noexcept nogil:
    """The actions for most cards in the order d h s c; a choice for c interrupts."""
    cdef int[4] order
    cdef int i, seat
    order[0] = DIAMONDS
    order[1] = HEARTS
    order[2] = SPADES
    order[3] = CLUBS
    for i in range(SUITS):
        seat = collector(s, order[i])
        if seat != NOBODY and suit_action(s, order[i], seat, ROUND, sink):
            return
    after_collecting(s, sink)


cdef void after_collecting(Juwelen* s, EventSink* sink) noexcept nogil:
    """Two d actions for every seat without a trick; then the next round, or the end."""
    cdef int n = s.head.players, i, seat, again
    for i in range(1, n + 1):
        seat = (s.dealer + i) % n
        if s.tricks[seat] == 0:
            for again in range(2):
                move_jewel(s, DIAMONDS, seat, BONUS, sink)
    if s.head.deal + 1 < s.rounds:
        s.head.deal += 1
        s.dealer = (s.dealer + 1) % n
        deal_round(s, sink)
        return
    s.head.phase = PHASE_OVER
    s.head.acting = 0
    if sink != NULL:
        begin_event(sink, EVENT_OVER, 0)


cdef void apply_steal(Juwelen* s, int seat, int victim, EventSink* sink) noexcept nogil:
    """Rob the chosen party, then go on where the choice interrupted."""
    cdef int reason = s.steal_reason
    s.steal_seat = 0
    s.steal_reason = NO_STEAL
    rob(s, seat, victim, reason, sink)
    if reason == DISCARD:
        after_card(s, sink)
    elif reason == TRICK:
        after_trick(s, sink)
    else:
        after_collecting(s, sink)


# --- the table --------------------------------------------------------------------------------------------

cdef int legal(const void* state, int seat, uint32_t* out) noexcept nogil:
    cdef const Juwelen* s = <const Juwelen*>state
    cdef uint64_t cards
    cdef uint32_t victims
    cdef int n = 0
    if s.head.phase == PLAY:
        cards = playable(s, seat)
        while cards:
            out[n] = lowest64(cards)
            n += 1
            cards &= cards - 1
    elif s.head.phase == PASS:
        n = legal_passes(s.hands[seat], pass_size(s, seat), out)
    elif s.head.phase == ANNOUNCE:
        for n in range(3):
            out[n] = KIND_ANNOUNCE | (n + 1)
        n = 3
    else:
        victims = victims_of(s, seat)
        while victims:
            out[n] = KIND_STEAL | lowest64(victims)
            n += 1
            victims &= victims - 1
    return n


cdef bint well_formed(uint32_t action) noexcept nogil:
    cdef uint32_t kind = action & KIND_MASK, rest = action & LOW_24
    cdef int a = rest >> 12, b = (rest >> 6) & 63, c = rest & 63
    if kind == KIND_PLAY:
        return rest < 52
    if kind == KIND_ANNOUNCE:
        return 1 <= rest <= 3
    if kind == KIND_STEAL:
        return rest < SEATS
    if kind != KIND_PASS or not 1 <= a <= 52 or b > 52 or c > 52:
        return False
    return (a < b and (b < c or c == 0)) or (b == 0 and c == 0)


cdef bint is_legal(const void* state, int seat, uint32_t action) noexcept nogil:
    cdef const Juwelen* s = <const Juwelen*>state
    cdef uint32_t kind = action & KIND_MASK, rest = action & LOW_24
    cdef uint64_t cards
    if s.head.phase == PLAY:
        return kind == KIND_PLAY and rest < 52 and (playable(s, seat) >> rest) & 1
    if s.head.phase == PASS:
        if kind != KIND_PASS or not well_formed(action):
            return False
        cards = passed_cards(action)
        return (cards & ~s.hands[seat]) == 0 and popcount64(cards) == pass_size(s, seat)
    if s.head.phase == ANNOUNCE:
        return kind == KIND_ANNOUNCE and 1 <= rest <= 3
    return kind == KIND_STEAL and rest < SEATS and (victims_of(s, seat) >> rest) & 1


cdef void apply(void* state, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef Juwelen* s = <Juwelen*>state
    if sink != NULL:
        put_action(sink, seat, action)
    if s.head.phase == PLAY:
        apply_play(s, seat, action, sink)
    elif s.head.phase == PASS:
        apply_pass(s, seat, action, sink)
    elif s.head.phase == ANNOUNCE:
        s.announced = action & LOW_24
        s.head.phase = PASS
        s.head.acting = (1u << s.head.players) - 1
    else:
        apply_steal(s, seat, action & LOW_24, sink)


cdef void result(const void* state, int32_t* scores, int32_t* placements) noexcept nogil:
    cdef const Juwelen* s = <const Juwelen*>state
    cdef int n = s.head.players, seat, other
    cdef int[SEATS] keys               # score, then jewels in the vault
    for seat in range(n):
        scores[seat] = 2 * s.vault[seat % s.parties] + s.showcase[seat % s.parties]
        keys[seat] = scores[seat] * 1024 + s.vault[seat % s.parties]
    for seat in range(n):
        placements[seat] = 1
        for other in range(n):
            placements[seat] += keys[other] > keys[seat]


cdef void parties(const void* state, uint8_t* out) noexcept nogil:
    cdef const Juwelen* s = <const Juwelen*>state
    cdef int seat
    for seat in range(s.head.players):
        out[seat] = seat % s.parties


# --- checking positions and bytes -------------------------------------------------------------------------

cdef const char* check_cards(const Juwelen* s) noexcept nogil:
    """The pack once each, counted as the page says; every trick can be played to its end."""
    cdef int n = s.head.players, seat, i, suit, total, of_suit
    cdef uint64_t pack = pack_of(s.known, n), seen = s.aside
    cdef int cards = popcount64(s.aside), least = 64, most = 0
    for seat in range(n):
        seen |= s.hands[seat]
        total = popcount64(s.hands[seat])
        cards += total
        least = total if total < least else least
        most = total if total > most else most
    if s.trick_length > s.trick_size:
        return b"trick: holds more cards than a trick has"
    for i in range(s.trick_size):
        if i < s.trick_length:
            if s.trick[i] >= 52:
                return b"trick: is no card"
            seen |= bit64(s.trick[i])
            cards += 1
        elif s.trick[i]:
            return b"trick: unused entries are not zero"
    if seen & s.played or s.played & ~pack:
        return b"played: holds a card that is elsewhere or not in the pack"
    if seen | s.played != pack or cards + popcount64(s.played) != popcount64(pack):
        return b"hands: with aside, trick and played they must be the pack, every card once"
    for suit in range(SUITS):
        of_suit = 0
        for seat in range(n):
            of_suit += s.won[seat][suit]
        if of_suit != popcount64(s.played & suit_set(suit)):
            return b"won: disagrees with the cards played, by suit"
    for seat in range(n):
        total = 0
        for suit in range(SUITS):
            total += s.won[seat][suit]
        if total != s.tricks[seat] * s.trick_size:
            return b"tricks: disagrees with the cards won"
    if most - least > 1:
        return b"hands: sizes differ by more than one"
    for seat in range(n):
        # What a seat has played to this trick and still holds must be the same for all, and come out even.
        total = popcount64(s.hands[seat])
        for i in range(s.trick_length):
            total += (s.leader + i) % n == seat
        if seat == 0:
            most = total
        if total != most or (n == 2 and total & 1):
            return b"hands: the tricks cannot be played to their end"
    return NULL


cdef const char* check_jewels(const Juwelen* s) noexcept nogil:
    cdef int party, total = s.supply
    if s.supply < 0:
        return b"supply: is negative"
    for party in range(SEATS):
        if s.showcase[party] < 0 or (party >= s.parties and s.showcase[party]):
            return b"showcase: is negative or of no party"
        if s.vault[party] < 0 or (party >= s.parties and s.vault[party]):
            return b"vault: is negative or of no party"
        total += s.showcase[party] + s.vault[party]
    if total != s.jewels:
        return b"supply: with showcases and vaults it must add up to the option jewels"
    return NULL


cdef const char* check_steal(const Juwelen* s) noexcept nogil:
    """A pending choice: two victims at least, and a seat and table that fit its reason."""
    cdef int last
    if s.head.phase != STEAL:
        if s.steal_seat or s.steal_reason != NO_STEAL:
            return b"steal: must be null in this phase"
        return NULL
    if s.steal_seat >= s.head.players or not DISCARD <= s.steal_reason <= ROUND:
        return b"steal: must name a seat and a reason in this phase"
    if popcount64(victims_of(s, s.steal_seat)) < 2:
        return b"steal: there is no choice between victims"
    if s.steal_reason == DISCARD:
        last = s.trick_length - 1
        if last < 1 or (s.leader + last) % s.head.players != s.steal_seat:
            return b"steal: the seat has not discarded"
        if suit_of(s.trick[last]) != CLUBS or suit_of(s.trick[0]) == CLUBS:
            return b"steal: the last card is no discarded club"
    elif s.trick_length:
        return b"steal: a trick is on the table"
    elif s.steal_reason == TRICK and (s.leader != s.steal_seat or s.tricks[s.leader] == 0):
        return b"steal: the seat has not won the last trick"
    elif s.steal_reason == ROUND and (s.hands[0] or collector(s, CLUBS) != s.steal_seat):
        return b"steal: the seat does not act for the most clubs of a finished round"
    return NULL


cdef const char* check_phase(const Juwelen* s) noexcept nogil:
    """Whose turn it is, and what belongs to the phase."""
    cdef int n = s.head.players, seat, phase = s.head.phase
    cdef uint32_t expected = 0
    if phase > STEAL:
        return b"phase: is unknown"
    if (phase == ANNOUNCE) != (s.announced == 0) or s.announced > 3:
        return b"announced: must be null in announce, else 1 to 3"
    for seat in range(SEATS):
        if not s.passing[seat]:
            continue
        if phase != PASS:
            return b"passing: must be null outside pass"
        if seat >= n or s.passing[seat] & ~s.hands[seat]:
            return b"passing: a chosen card is not in its hand"
        if popcount64(s.passing[seat]) != pass_size(s, seat):
            return b"passing: not as many cards as announced"
    if phase == ANNOUNCE or phase == PASS:
        if s.trick_length:
            return b"trick: must be empty in this phase"
        if s.hands[0] == 0:
            return b"hands: are empty"
    if phase == ANNOUNCE:
        expected = 1u << s.dealer
    elif phase == PASS:
        for seat in range(n):
            if not s.passing[seat]:
                expected |= 1u << seat
    elif phase == PLAY:
        if s.trick_length == s.trick_size:
            return b"trick: is full"
        seat = (s.leader + s.trick_length) % n
        if s.hands[seat] == 0:
            return b"hands: the seat to act has no card"
        expected = 1u << seat
    elif phase == STEAL:
        expected = 1u << s.steal_seat
    elif s.hands[0] or s.trick_length:
        return b"hands: must be empty when over"
    if s.head.acting != expected:
        return b"to_act: does not fit the phase"
    return NULL


cdef const char* check(const void* state, const GameConfig* config) noexcept nogil:
    cdef const Juwelen* s = <const Juwelen*>state
    cdef Juwelen options
    cdef const char* broken
    cdef int n = config.players, seat, i
    memset(&options, 0, sizeof(options))
    apply_options(&options, config)
    if s.head.players != n:
        return b"players: is not the game's"
    if (
        s.known != options.known or s.rounds != options.rounds or s.jewels != options.jewels
        or s.parties != options.parties or s.trick_size != options.trick_size or s.hand_size != options.hand_size
    ):
        return b"options: are not the game's"
    for i in range(5):
        if s.padding[i]:
            return b"padding: is not zero"
    if s.head.unused[0] or s.head.unused[1]:
        return b"padding: is not zero"
    if s.head.deal >= s.rounds:
        return b"deal: there are not so many rounds"
    if s.dealer >= n:
        return b"dealer: is no seat"
    if s.leader >= n:
        return b"leader: is no seat"
    for seat in range(n, SEATS):
        if s.hands[seat] or s.tricks[seat] or s.won[seat][0] or s.won[seat][1] or s.won[seat][2] or s.won[seat][3]:
            return b"hands: a seat that is not there holds or won cards"
    for i in range(s.trick_size, SEATS):
        if s.trick[i]:
            return b"trick: unused entries are not zero"
    broken = check_cards(s)
    if broken == NULL:
        broken = check_jewels(s)
    if broken == NULL:
        broken = check_steal(s)
    if broken == NULL:
        broken = check_phase(s)
    return broken


# --- Python face ------------------------------------------------------------------------------------------

cdef dict public_fields(const Juwelen* s):
    """The fields that everybody sees in full."""
    cdef int seat, suit, i
    n = s.head.players
    return {
        "round": s.head.deal,
        "dealer": s.dealer,
        "leader": s.leader,
        "announced": s.announced or None,
        "trick": [{"seat": (s.leader + i) % n, "card": CARDS[s.trick[i]]} for i in range(s.trick_length)],
        "won": [{SUIT_LETTERS[suit]: s.won[seat][suit] for suit in range(SUITS)} for seat in range(n)],
        "tricks": [s.tricks[seat] for seat in range(n)],
        "played": set_texts(s.played),
        "showcase": [s.showcase[i] for i in range(s.parties)],
        "vault": [s.vault[i] for i in range(s.parties)],
        "supply": s.supply,
        "steal": {"seat": s.steal_seat, "reason": REASONS[s.steal_reason]} if s.steal_reason else None,
    }


cdef class JuwelenGame(Game):
    """The game `juwelen`; made by `load_game`.

    Args:
        players: 2 to 6 seats.
        options: see the rules page; all have defaults.

    Raises:
        ValueError: names the option and what is accepted.
    """

    def __init__(self, players=4, **options) -> None:
        self.player_range = range(2, 7)
        n = check_players(NAME, players, self.player_range)
        reader = OptionReader(NAME, options)
        pack = reader.choice("pack", "standard", PACKS if n <= 4 else PACKS[:1])
        teams = reader.boolean("teams", False, only="" if n in (4, 6) else f"with {n} seats (teams need 4 or 6)")
        rounds = reader.integer("rounds", DEFAULT_ROUNDS[n], 1, 100)
        jewels = reader.integer("jewels", 100, 3 * n, 1000)
        self.option_specs = reader.finish()

        self.name = NAME
        self.num_players = n
        self.option_values = {"pack": pack, "teams": teams, "rounds": rounds, "jewels": jewels}
        self.phases = PHASES
        self.fields = FIELDS
        self.config.players = n
        self.config.options[OPTION_KNOWN] = pack == "known"
        self.config.options[OPTION_TEAMS] = teams
        self.config.options[OPTION_ROUNDS] = rounds
        self.config.options[OPTION_JEWELS] = jewels

        known = pack == "known"
        cards = 4 * KNOWN_RANKS[n] if known else 52
        dealt = cards if known else n * (8 if n == 6 else 10)
        clubs = cards // 4
        several_parties = n > 2 and not (teams and n == 4)
        self.max_legal_actions = comb(-(-cards // n), 3)
        self.max_game_length = rounds * (1 + n + dealt + (clubs + 1 if several_parties else 0))

        self.table.state_size = sizeof(Juwelen)
        self.table.wire_size = sizeof(Juwelen)
        # action 3, a pass's exchange 5 per seat; or: jewel 6 (discard), trick 3 + 6, jewel 6, 4 + 2 * seats
        # jewels of 6 at the end of a round, the next deal 3 + 2 per seat, over 1.
        self.table.event_words = 3 + 6 + 9 + 6 + 6 * (4 + 2 * n) + (3 + 2 * n) + 1
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
        cdef const Juwelen* s = <const Juwelen*>state
        cdef int seat
        n = s.head.players
        fields = public_fields(s)
        fields["hands"] = [set_texts(s.hands[seat]) for seat in range(n)]
        fields["aside"] = set_texts(s.aside)
        fields["passing"] = [set_texts(s.passing[seat]) or None for seat in range(n)]
        return fields

    cdef dict view_fields(self, const void* state, int player):
        cdef const Juwelen* s = <const Juwelen*>state
        cdef int seat
        n = s.head.players
        fields = public_fields(s)
        fields["hands"] = [
            set_texts(s.hands[seat]) if seat == player else hidden_cards(popcount64(s.hands[seat])) for seat in range(n)
        ]
        fields["aside"] = hidden_cards(popcount64(s.aside))
        fields["passing"] = [
            (set_texts(s.passing[seat]) or None) if seat == player else s.passing[seat] != 0 for seat in range(n)
        ]
        return fields

    cdef int load_fields(self, void* state, object fields) except -1:
        cdef Juwelen* s = <Juwelen*>state
        cdef int i, suit
        n = self.num_players
        apply_options(s, &self.config)
        if fields.integer("round", 0, s.rounds - 1) != s.head.deal:
            raise fields.error("round", "must equal deal")
        s.dealer = fields.integer("dealer", 0, n - 1)
        s.leader = fields.integer("leader", 0, n - 1)
        s.announced = fields.optional_integer("announced", 1, 3, 0)
        for i, chosen in enumerate(fields.array("passing", n)):
            if chosen is not None:
                s.passing[i] = fields.card_set_in("passing", chosen, INDEX)
                if s.passing[i] == 0:
                    raise fields.error("passing", "must be null or chosen cards")
        for i, hand in enumerate(fields.card_sets("hands", n, INDEX)):
            s.hands[i] = hand
        s.aside = fields.card_set("aside", INDEX)
        s.played = fields.card_set("played", INDEX)
        trick = fields.seat_cards("trick", n, INDEX)
        if len(trick) > s.trick_size:
            raise fields.error("trick", f"has at most {s.trick_size} cards")
        for i, (seat, card) in enumerate(trick):
            if seat != (s.leader + i) % n:
                raise fields.error("trick", "the seats must follow clockwise from the leader")
            s.trick[i] = card
        s.trick_length = len(trick)
        for i, won in enumerate(fields.array("won", n)):
            counts = fields.record_in("won", won, SUIT_LETTERS)
            for suit in range(SUITS):
                s.won[i][suit] = fields.integer_in("won", counts[SUIT_LETTERS[suit]], 0, 13)
        for i, count in enumerate(fields.integers("tricks", n, 0, 52)):
            s.tricks[i] = count
        for i, count in enumerate(fields.integers("showcase", s.parties, 0, s.jewels)):
            s.showcase[i] = count
        for i, count in enumerate(fields.integers("vault", s.parties, 0, s.jewels)):
            s.vault[i] = count
        s.supply = fields.integer("supply", 0, s.jewels)
        if fields["steal"] is not None:
            steal = fields.record_in("steal", fields["steal"], ("seat", "reason"))
            s.steal_seat = fields.integer_in("steal", steal["seat"], 0, n - 1)
            s.steal_reason = 1 + fields.choice_in("steal", steal["reason"], REASONS[DISCARD : ROUND + 1])
        return 0

    cdef dict event_fields(self, int kind, const uint32_t* payload, int player):
        cdef int seat, i
        cdef uint64_t cards
        if kind == EVENT_DEAL:
            hands = []
            for seat in range(self.num_players):
                cards = get_set(payload + 2 + 2 * seat)
                hands.append(set_texts(cards) if seat == player else hidden_cards(popcount64(cards)))
            return {"type": "deal", "deal": payload[0], "first": payload[1], "hands": hands, "open": None}
        if kind == EVENT_PASSED:
            cards = get_set(payload + 2)
            seen = player == <int>payload[0] or player == <int>payload[1]
            texts = set_texts(cards) if seen else hidden_cards(popcount64(cards))
            return {"type": "passed", "from": payload[0], "to": payload[1], "cards": texts}
        if kind == EVENT_TRICK:
            size = 4 if self.num_players == 2 else self.num_players
            return {"type": "trick", "seat": payload[1], "cards": [CARDS[payload[2 + i]] for i in range(size)]}
        return {
            "type": "jewel",
            "suit": SUIT_LETTERS[payload[0]],
            "seat": payload[1],
            "party": payload[2],
            "victim": None if payload[3] == NOBODY else payload[3],
            "reason": REASONS[payload[4]],
        }

    cdef str action_text(self, uint32_t action):
        kind = action & KIND_MASK
        if kind == KIND_PLAY:
            return "play " + CARDS[action]
        if kind == KIND_PASS:
            return "pass " + " ".join(set_texts(passed_cards(action)))
        return f"{'announce' if kind == KIND_ANNOUNCE else 'steal'} {action & LOW_24}"

    cdef str hidden_action_text(self, uint32_t action, int seat, int player):
        if action & KIND_MASK == KIND_PASS and seat != player:
            return "pass" + " ?" * popcount64(passed_cards(action))
        return self.action_text(action)

    cdef int64_t parse_action(self, str text) except? -2:
        kind, _, rest = text.partition(" ")
        if kind == "play" and rest in INDEX:
            return INDEX[rest]
        if kind == "pass":
            cards = [INDEX.get(card, -1) for card in rest.split(" ")]
            if len(cards) > 3 or -1 in cards:
                return -1
            slots = [card + 1 for card in cards] + [0, 0]
            return KIND_PASS | slots[0] << 12 | slots[1] << 6 | slots[2]
        if kind in ("announce", "steal") and len(rest) == 1 and rest in "0123456789":
            return (KIND_ANNOUNCE if kind == "announce" else KIND_STEAL) | int(rest)
        return -1
