"""Lusus Chartarum, 2-4 seats: a rummy with two rewards, closing and cards won for the value pile.

Pack     six suits of fifteen ranks, six STULTI (jokers), INVICTUS, INCOMPARABILIS, SERVA: 99 cards.
Turn     draw one card, or, once out, take the upper part of the pile (then something must be played); any
         plays; end by discarding a card, or by CARNIFEX. Who discards the last card has closed the round.
Melds    runs and groups with at most one STULTUS, stulti groups of three to six. A group of all six suits
         leaves the table for its owner's value pile.
Out      a seat is out once its melds of one turn are worth 30. Until then it only melds, and only so that the
         30 can still be reached in that turn; any meld is worth 15, so a second one always reaches them.
Plays    of a seat that is out: melds, lay-offs on its own melds, covers on others' (what was covered goes to its
         value pile), exchanging a STULTUS for the card that it stands for, and the three special cards.
End      value pile less hand, 50 for closing; rounds until somebody has `target` points.

The melds of a hand are in lusus_melds.pxd, which plays the table allows in lusus_plays.pxd, what they do in
lusus_moves.pxd, what a loader checks in lusus_check.pxd, texts in lusus_text.pyx, positions and events as Python
objects in lusus_position.pyx.

Action codes. Cards are numbered in lusus_melds.pxd; `laid` is a card, or STULTUS (0x80) | what it stands for.
    discard   0 | card                                      draw      0 | 0x72
    carnifex  0 | 0x71                                      take k    0 | 0x80 | k           1 … 98
    keep      0 | 0x100 | card
    meld      1 | rank << 9 | suits << 3 | stultus          group
              2 | suit << 12 | low << 8 | high << 4 | stultus
              3 | number                                    stulti group
    lay       4 | id << 8 | laid
    exchange  5 | id << 8 | card
    serva     6 | id << 8 | card
    seat      7 | 0x10 (INCOMPARABILIS) or 0 (INVICTUS) | seat
    cover     8 … 15 (1 << 27) | id << 11 | covered << 8 | laid
The number before the first bar is the top byte. An id has 16 bits.

Bounds, for any position that can be loaded.
    Melds on the table: each holds three cards at least of the 97 that may lie there, so 32.
    Legal actions: phase play is the widest, draw has 1 + 98, keep 2.
        discards   94 different cards, and carnifex                                              95
        melds      runs of one suit: 91 stretches of 3 … 15 ranks, plain or with the STULTUS on
                   any of their places: 91 + 637; groups of one rank: 42 + 156; stulti groups 4:
                   6 * 728 + 15 * 198 + 4 with the whole pack in one hand                      7342
        each meld  own: lay-offs 6 at most (three missing suits, card or STULTUS); another's:
                   covers 18 at most (three places of a group by three suits, card or STULTUS);
                   32 * 18                                                                      576
        exchange   one per STULTUS that lies in a run or group                                    6
        serva      one per card on the table                                                     90
        seats      3 for each of INVICTUS and INCOMPARABILIS                                      6
    Decisions of a round: the talon has 98 - 12 n cards, so there are as many draws. Every play but the three
    special cards takes a card from hand to table. Of the 90 regular cards only one ever comes back (SERVA);
    a STULTUS comes back only for a regular card (exchange). So at most 91 plays use a regular card and at
    most 6 + 91 a STULTUS alone, with the special cards 191. A take needs a play, so there are at most 191;
    every draw and take leads to one end of turn; one `keep`. Together 2 * (98 - 12 n + 191) + 191 + 1.
    Ids: every meld takes three cards from the hands for good (exchange and SERVA give one for one), so a round
    has at most 33; a loader makes sure that the ids of the melds still to come have 16 bits.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from certamen_core.bits cimport lowest32, lowest64
from certamen_core.dealing cimport DealStream, stream_bounded, stream_open, stream_shuffle
from certamen_core.engine cimport Game
from certamen_core.events cimport EVENT_DEAL, EVENT_OVER, begin_event, put_action, put_set, put_word
from certamen_core.games.lusus cimport DEALT, DRAW, KEEP, PLAY, SEATS, Lusus, LususGame, Meld
from certamen_core.games.lusus_check cimport check_fields
from certamen_core.games.lusus_codes cimport (
    CODE_CARNIFEX,
    CODE_DRAW,
    CODE_KEEP,
    CODE_TAKE,
    EVENT_DRAWN,
    EVENT_KEEPING,
    EVENT_KEPT,
    EVENT_OFFERED,
    EVENT_ROUND,
    EVENT_TAKEN,
    KIND_SEAT,
    SEAT_INCOMPARABILIS,
)
from certamen_core.games.lusus_melds cimport (
    CARNIFEX,
    INC,
    INV,
    KIND_MASK,
    KIND_STULTI,
    LOW_24,
    PACK,
    SER,
    STU,
    STULTI,
    CardSet,
    GroupTable,
    cards_in,
    fill_groups,
    high_cards,
    holds,
    holds_any,
    includes,
    is_card,
    is_regular,
    list_melds,
    may_open_with,
    meld_cards,
    meld_size,
    meld_well_formed,
    put_card,
    stulti_in,
    take_card,
)
from certamen_core.games.lusus_moves cimport (
    apply_cover,
    apply_exchange,
    apply_invictus,
    apply_lay,
    apply_meld,
    apply_serva,
    hand_value,
    pile_value,
)
from certamen_core.games.lusus_plays cimport (
    KIND_COVER,
    KIND_EXCHANGE,
    KIND_LAY,
    KIND_SERVA,
    Targets,
    can_cover,
    can_exchange,
    can_lay,
    can_lay_any,
    can_serve,
    cover_well_formed,
    find_targets,
    has_play,
    laid_well_formed,
    list_covers,
    list_exchanges,
    list_lays,
    list_servas,
    note_melds,
    share,
)
from certamen_core.games.lusus_position cimport event_dict, load_position, offer_texts, public_fields
from certamen_core.table cimport MAX_LEGAL, PHASE_OVER, EventSink, GameConfig, rank_placements

from certamen_core.games.lusus_text import CARDS, INDEX, action_text, hidden_cards, parse_action, set_texts
from certamen_core.options import OptionReader, check_players

__all__ = ["LususGame"]

NAME = "lusus"
FIELDS = (
    "round", "scores", "hands", "out", "talon", "pile", "melds", "next_id", "value", "removed", "opening",
    "owes_play", "offer", "closed",
)
PHASES = ("over", "draw", "play", "keep")

cdef enum:
    KINDS_OF_CARDS = 94
    CLOSING_BONUS = 50
    MAX_PLAYS = 191           # of a round, see above
    MAX_MELD_ACTIONS = 7342
    MAX_OTHER_ACTIONS = 95 + 576 + 6 + 90 + 6

    OPTION_TARGET = 0
    OPTION_ROUNDS = 1

cdef GroupTable GROUPS
fill_groups(&GROUPS)

# All kinds of cards in ascending byte order of their texts.
cdef uint8_t[KINDS_OF_CARDS] BY_TEXT
for _at, _text in enumerate(sorted(INDEX)):
    BY_TEXT[_at] = INDEX[_text]


# --- deal -------------------------------------------------------------------------------------------------

cdef void deal_round(Lusus* s, EventSink* sink) noexcept nogil:
    """Deal round `head.deal`."""
    cdef DealStream stream
    cdef uint8_t[PACK] deck
    cdef int n = s.head.players, size = 0, seat, i, at = 0
    cdef uint8_t card
    for i in range(KINDS_OF_CARDS):
        card = BY_TEXT[i]
        deck[size] = card
        size += 1
        if card == STU:
            while size < i + STULTI:
                deck[size] = card
                size += 1
    stream_open(&stream, s.head.seed, s.head.deal, 0)
    stream_shuffle(&stream, deck, PACK)
    s.head.draws = stream.draws
    memset(s.hands, 0, sizeof(s.hands))
    memset(s.value, 0, sizeof(s.value))
    memset(s.stulti_won, 0, sizeof(s.stulti_won))
    memset(s.melds, 0, s.meld_count * sizeof(Meld))
    memset(s.pile, 0, s.pile_length)
    for seat in range(n):
        for i in range(DEALT):
            put_card(&s.hands[seat], deck[at])
            at += 1
        s.held[seat] = DEALT
    s.pile[0] = deck[at]
    s.pile_length = 1
    s.talon_length = PACK - 1 - at
    for i in range(s.talon_length):
        s.talon[i] = deck[PACK - 1 - i]
    memset(s.talon + s.talon_length, 0, PACK - s.talon_length)
    s.meld_count = 0
    memset(s.fits, 0, sizeof(s.fits))
    memset(s.exchanges, 0, sizeof(s.exchanges))
    s.lays_stultus = s.stultus_covers = s.serva_serves = 0
    s.next_id = 0
    s.out = 0
    s.removed = 0
    seat = s.head.deal % <uint32_t>n
    s.head.phase = DRAW
    s.head.acting = 1u << seat
    if sink != NULL:
        begin_event(sink, EVENT_DEAL, 3 + 4 * n)
        put_word(sink, s.head.deal)
        put_word(sink, seat)
        put_word(sink, s.pile[0])
        for seat in range(n):
            put_set(sink, s.hands[seat].word[0])
            put_set(sink, s.hands[seat].word[1])


cdef void apply_options(Lusus* s, const GameConfig* config) noexcept nogil:
    """Put what the rules need of the options into the struct."""
    s.target = config.options[OPTION_TARGET]
    s.max_rounds = config.options[OPTION_ROUNDS]


cdef void start(void* state, const GameConfig* config, EventSink* sink) noexcept nogil:
    cdef Lusus* s = <Lusus*>state
    s.head.players = config.players
    apply_options(s, config)
    deal_round(s, sink)


# --- turns and rounds -------------------------------------------------------------------------------------

cdef void end_round(Lusus* s, int closed, EventSink* sink) noexcept nogil:
    """Count the round; `closed` is 1 + who closed it, or 0. Then the next deal, or the end."""
    cdef int[SEATS] gains
    cdef int n = s.head.players, seat
    cdef bint reached = False
    for seat in range(n):
        gains[seat] = pile_value(s, seat) - hand_value(s, seat) + (CLOSING_BONUS if closed == seat + 1 else 0)
        s.scores[seat] += gains[seat]
        reached |= s.scores[seat] >= s.target
    s.closed = closed
    if sink != NULL:
        begin_event(sink, EVENT_ROUND, 2 + 2 * n)
        put_word(sink, s.head.deal)
        put_word(sink, closed)
        for seat in range(n):
            put_word(sink, <uint32_t>gains[seat])
        for seat in range(n):
            put_word(sink, <uint32_t>s.scores[seat])
    if not reached and s.head.deal < s.max_rounds - 1u:
        s.head.deal += 1
        deal_round(s, sink)
        return
    s.head.phase = PHASE_OVER
    s.head.acting = 0
    if sink != NULL:
        begin_event(sink, EVENT_OVER, 0)


cdef inline void next_turn(Lusus* s, int seat, EventSink* sink) noexcept nogil:
    """The turn of the seat after this one; without a talon the round is over."""
    if s.talon_length == 0:
        end_round(s, 0, sink)
        return
    seat += 1
    if seat == s.head.players:
        seat = 0
    s.head.phase = DRAW
    s.head.acting = 1u << seat


cdef inline void apply_draw(Lusus* s, int seat, EventSink* sink) noexcept nogil:
    cdef int card
    s.talon_length -= 1
    card = s.talon[s.talon_length]
    s.talon[s.talon_length] = 0
    put_card(&s.hands[seat], card)
    s.held[seat] += 1
    s.head.phase = PLAY
    if sink != NULL:
        begin_event(sink, EVENT_DRAWN, 2)
        put_word(sink, seat)
        put_word(sink, card)


cdef inline void apply_take(Lusus* s, int seat, int count, EventSink* sink) noexcept nogil:
    cdef int i, first = s.pile_length - count
    if sink != NULL:
        begin_event(sink, EVENT_TAKEN, 1 + count)
        put_word(sink, seat)
    for i in range(first, s.pile_length):
        put_card(&s.hands[seat], s.pile[i])
        if sink != NULL:
            put_word(sink, s.pile[i])
        s.pile[i] = 0
    s.pile_length = first
    s.held[seat] += count
    s.owes_play = 1
    s.head.phase = PLAY


cdef inline void apply_discard(Lusus* s, int seat, int card, bint closing, EventSink* sink) noexcept nogil:
    """Put a card on the pile and end the turn; the last card, or CARNIFEX played as such, ends the round."""
    take_card(&s.hands[seat], card)
    s.held[seat] -= 1
    s.pile[s.pile_length] = card
    s.pile_length += 1
    if closing or s.held[seat] == 0:
        end_round(s, seat + 1, sink)
    else:
        next_turn(s, seat, sink)


# --- INCOMPARABILIS ---------------------------------------------------------------------------------------

cdef int pick(Lusus* s, DealStream* stream, int seat) noexcept nogil:
    """Draw a card by chance from a hand: the hand in byte order, one of its cards with equal chance."""
    cdef int left = stream_bounded(stream, s.held[seat]), i, card = STU
    for i in range(KINDS_OF_CARDS):
        card = BY_TEXT[i]
        if card == STU:
            left -= stulti_in(&s.hands[seat])
        else:
            left -= holds(&s.hands[seat], card)
        if left < 0:
            break
    take_card(&s.hands[seat], card)
    s.held[seat] -= 1
    return card


cdef void apply_incomparabilis(Lusus* s, int seat, int victim, EventSink* sink) noexcept nogil:
    """Draw two cards from a hand; the player chooses next."""
    cdef DealStream stream
    cdef int first, second
    take_card(&s.hands[seat], INC)
    s.held[seat] -= 1
    s.removed = 1
    stream_open(&stream, s.head.seed, s.head.deal, s.head.draws)
    first = pick(s, &stream, victim)
    second = pick(s, &stream, victim)
    s.head.draws = stream.draws
    s.offer_from = victim
    s.offer[0] = first if first < second else second
    s.offer[1] = second if first < second else first
    s.head.phase = KEEP
    if sink != NULL:
        begin_event(sink, EVENT_OFFERED, 4)
        put_word(sink, seat)
        put_word(sink, victim)
        put_word(sink, s.offer[0])
        put_word(sink, s.offer[1])


cdef void apply_keep(Lusus* s, int seat, int card, EventSink* sink) noexcept nogil:
    cdef int back = s.offer[1] if card == s.offer[0] else s.offer[0], giver = s.offer_from
    if sink != NULL:
        begin_event(sink, EVENT_KEEPING, 3)
        put_word(sink, seat)
        put_word(sink, giver)
        put_word(sink, card)
        begin_event(sink, EVENT_KEPT, 3)
        put_word(sink, seat)
        put_word(sink, giver)
        put_word(sink, card)
    put_card(&s.hands[seat], card)
    put_card(&s.hands[giver], back)
    s.held[seat] += 1
    s.held[giver] += 1
    s.offer_from = 0
    s.offer[0] = s.offer[1] = 0
    s.head.phase = PLAY


# --- the table --------------------------------------------------------------------------------------------

cdef inline bint may_end(const Lusus* s) noexcept nogil:
    """May the turn end now: no opening unfinished, no play owed?"""
    return not s.owes_play and s.opening == 0


cdef int legal_draw(const Lusus* s, int seat, uint32_t* out) noexcept nogil:
    cdef Targets targets
    cdef CardSet hand
    cdef int n = 1, least = 1, count = s.pile_length
    out[0] = CODE_DRAW
    if count == 0 or not s.out >> seat & 1:
        return n
    find_targets(s, seat, &targets)
    hand = s.hands[seat]
    put_card(&hand, s.pile[count - 1])
    while not has_play(&targets, &hand, s.held[seat] + least):
        if least == count:
            return n
        least += 1
        put_card(&hand, s.pile[count - least])
    while least <= count:
        out[n] = CODE_TAKE | <uint32_t>least
        n += 1
        least += 1
    return n


cdef int legal_play(const Lusus* s, int seat, uint32_t* out) noexcept nogil:
    cdef const CardSet* hand = &s.hands[seat]
    cdef Targets targets
    cdef uint64_t cards
    cdef int n = 0, i, held = s.held[seat]
    cdef bint is_out = s.out >> seat & 1
    if may_end(s):
        cards = hand.word[0]
        while cards:
            out[n] = lowest64(cards)
            n += 1
            cards &= cards - 1
        cards = high_cards(hand)
        while cards:
            out[n] = 64 + lowest64(cards)
            n += 1
            cards &= cards - 1
        if stulti_in(hand):
            out[n] = STU
            n += 1
        if held >= 2 and holds(hand, CARNIFEX):
            out[n] = CODE_CARNIFEX
            n += 1
    n += list_melds(&GROUPS, hand, held, is_out, s.opening, out + n)
    if not is_out:
        return n
    find_targets(s, seat, &targets)
    if held >= 2 and can_lay_any(&targets, hand):
        n += list_lays(s, seat, hand, out + n)
    if share(hand, &targets.exchanges):
        n += list_exchanges(s, hand, out + n)
    if hand.word[1] & <uint64_t>7 << (INV & 63):
        if holds(hand, SER):
            n += list_servas(s, seat, out + n)
        if held >= 2 and holds(hand, INV):
            for i in range(s.head.players):
                if i != seat:
                    out[n] = KIND_SEAT | <uint32_t>i
                    n += 1
        if holds(hand, INC):
            for i in range(s.head.players):
                if i != seat and s.held[i] >= 2:
                    out[n] = KIND_SEAT | SEAT_INCOMPARABILIS | <uint32_t>i
                    n += 1
    if held >= 2:
        n += list_covers(s, seat, hand, out + n)
    return n


cdef int legal(const void* state, int seat, uint32_t* out) noexcept nogil:
    cdef const Lusus* s = <const Lusus*>state
    cdef int n
    if s.head.phase == PLAY:
        n = legal_play(s, seat, out)
    elif s.head.phase == DRAW:
        n = legal_draw(s, seat, out)
    else:
        out[0] = CODE_KEEP | <uint32_t>s.offer[0]
        out[1] = CODE_KEEP | <uint32_t>s.offer[1]
        n = 1 + (s.offer[0] != s.offer[1])
    assert 0 <= n <= MAX_MELD_ACTIONS + MAX_OTHER_ACTIONS
    return n


cdef bint well_formed(uint32_t action) noexcept nogil:
    cdef uint32_t kind = action & KIND_MASK, rest = action & LOW_24
    if action >= KIND_COVER:
        return action < 2 * <uint32_t>KIND_COVER and cover_well_formed(action)
    if kind == 0:
        if rest & CODE_KEEP:
            return is_card(rest ^ CODE_KEEP)
        if rest & CODE_TAKE:
            return 0 < (rest ^ CODE_TAKE) < PACK
        return is_card(rest) or rest == CODE_CARNIFEX or rest == CODE_DRAW
    if kind <= KIND_STULTI:
        return meld_well_formed(action)
    if kind == KIND_LAY:
        return laid_well_formed(rest & 0xFF)
    if kind == KIND_EXCHANGE or kind == KIND_SERVA:
        return is_regular(rest & 0xFF)
    return (rest & ~<uint32_t>SEAT_INCOMPARABILIS) < SEATS


cdef bint can_take(const Lusus* s, int seat, int count) noexcept nogil:
    """Is a play legal after taking so many cards?"""
    cdef Targets targets
    cdef CardSet hand = s.hands[seat]
    cdef int i
    if not s.out >> seat & 1 or not 1 <= count <= s.pile_length:
        return False
    for i in range(s.pile_length - count, s.pile_length):
        put_card(&hand, s.pile[i])
    find_targets(s, seat, &targets)
    return has_play(&targets, &hand, s.held[seat] + count)


cdef bint can_meld(const Lusus* s, int seat, uint32_t action) noexcept nogil:
    cdef CardSet cards
    if not meld_well_formed(action):
        return False
    meld_cards(action, &cards)
    if not includes(&s.hands[seat], &cards):
        return False
    if s.out >> seat & 1:
        return meld_size(action) < s.held[seat]
    return may_open_with(&s.hands[seat], s.held[seat], s.opening, action)


cdef bint can_play(const Lusus* s, int seat, uint32_t action) noexcept nogil:
    """Is any action legal in the phase PLAY?"""
    cdef uint32_t kind = action & KIND_MASK, rest = action & LOW_24
    cdef int victim = rest & 3
    if kind == 0:
        if not may_end(s):
            return False
        if rest == CODE_CARNIFEX:
            return s.held[seat] >= 2 and holds(&s.hands[seat], CARNIFEX)
        return is_card(rest) and holds_any(&s.hands[seat], rest)
    if kind <= KIND_STULTI:
        return can_meld(s, seat, action)
    if not s.out >> seat & 1:
        return False
    if action >= KIND_COVER:
        return action < 2 * <uint32_t>KIND_COVER and can_cover(s, seat, action)
    if kind == KIND_LAY:
        return can_lay(s, seat, action)
    if kind == KIND_EXCHANGE:
        return can_exchange(s, seat, action)
    if kind == KIND_SERVA:
        return can_serve(s, seat, action)
    if (rest & ~<uint32_t>SEAT_INCOMPARABILIS) >= SEATS or victim >= s.head.players or victim == seat:
        return False
    if rest & SEAT_INCOMPARABILIS:
        return holds(&s.hands[seat], INC) and s.held[victim] >= 2
    return holds(&s.hands[seat], INV) and s.held[seat] >= 2


cdef bint is_legal(const void* state, int seat, uint32_t action) noexcept nogil:
    cdef const Lusus* s = <const Lusus*>state
    if s.head.phase == PLAY:
        return can_play(s, seat, action)
    if s.head.phase == KEEP:
        return action == (CODE_KEEP | <uint32_t>s.offer[0]) or action == (CODE_KEEP | <uint32_t>s.offer[1])
    if action == CODE_DRAW:
        return True
    return CODE_TAKE < action < CODE_KEEP and can_take(s, seat, action & 0x7F)


cdef void apply(void* state, int seat, uint32_t action, EventSink* sink) noexcept nogil:
    cdef Lusus* s = <Lusus*>state
    cdef uint32_t kind = action & KIND_MASK
    if s.head.phase == KEEP:
        apply_keep(s, seat, action & 0x7F, sink)
        return
    if sink != NULL:
        put_action(sink, seat, action)
    if s.head.phase == DRAW:
        if action == CODE_DRAW:
            apply_draw(s, seat, sink)
        else:
            apply_take(s, seat, action & 0x7F, sink)
        return
    if kind == 0:
        if action == CODE_CARNIFEX:
            apply_discard(s, seat, CARNIFEX, True, sink)
        else:
            apply_discard(s, seat, action, False, sink)
        return
    s.owes_play = 0
    if kind <= KIND_STULTI:
        apply_meld(s, seat, action, sink)
    elif action >= KIND_COVER:
        apply_cover(s, seat, action, sink)
    elif kind == KIND_LAY:
        apply_lay(s, seat, action, sink)
    elif kind == KIND_EXCHANGE:
        apply_exchange(s, seat, action)
    elif kind == KIND_SERVA:
        apply_serva(s, seat, action)
    elif action & SEAT_INCOMPARABILIS:
        apply_incomparabilis(s, seat, action & 3, sink)
    else:
        apply_invictus(s, seat, action & 3)


cdef void result(const void* state, int32_t* scores, int32_t* placements) noexcept nogil:
    cdef const Lusus* s = <const Lusus*>state
    cdef int seat
    for seat in range(s.head.players):
        scores[seat] = s.scores[seat]
    rank_placements(scores, s.head.players, placements)


cdef void parties(const void* state, uint8_t* out) noexcept nogil:
    cdef const Lusus* s = <const Lusus*>state
    cdef int seat
    for seat in range(s.head.players):
        out[seat] = seat


cdef void derive(void* state) noexcept nogil:
    cdef Lusus* s = <Lusus*>state
    cdef int seat
    memset(s.unused, 0, sizeof(s.unused))
    for seat in range(SEATS):
        s.held[seat] = cards_in(&s.hands[seat])
        note_melds(s, seat)


cdef const char* check(const void* state, const GameConfig* config) noexcept nogil:
    cdef uint32_t[MAX_LEGAL] codes
    cdef Lusus derived
    cdef const char* broken = check_fields(<const Lusus*>state, config)
    if broken != NULL:
        return broken
    derived = (<const Lusus*>state)[0]
    derive(&derived)
    if derived.head.phase == PLAY and legal_play(&derived, lowest32(derived.head.acting), codes) == 0:
        return b"hands: the seat to act has no legal action"
    return NULL


# --- Python face ------------------------------------------------------------------------------------------

cdef class LususGame(Game):
    """The game `lusus`; made by `load_game`.

    Args:
        players: 2 to 4 seats.
        options: see the rules page; all have defaults.

    Raises:
        ValueError: names the option and what is accepted.
    """

    def __init__(self, players=3, **options) -> None:
        self.player_range = range(2, SEATS + 1)
        n = check_players(NAME, players, self.player_range)
        reader = OptionReader(NAME, options)
        target = reader.integer("target", 600, 1, 100000)
        max_rounds = reader.integer("max_rounds", 40, 1, 1000)
        self.option_specs = reader.finish()

        self.name = NAME
        self.num_players = n
        self.option_values = {"target": target, "max_rounds": max_rounds}
        self.phases = PHASES
        self.fields = FIELDS
        self.config.players = n
        self.config.options[OPTION_TARGET] = target
        self.config.options[OPTION_ROUNDS] = max_rounds

        talon = PACK - 1 - DEALT * n
        self.max_legal_actions = MAX_MELD_ACTIONS + MAX_OTHER_ACTIONS
        self.max_game_length = max_rounds * (2 * (talon + MAX_PLAYS) + MAX_PLAYS + 1)

        self.table.state_size = sizeof(Lusus)
        self.table.wire_size = <uint32_t><size_t>&(<Lusus*>NULL).held
        # The longest is a take of the pile: action 3, then 2 and a word per card. The end of a round has
        # 3 + (3 + 2 per seat) + (4 + 4 per seat) + 1.
        self.table.event_words = 3 + 2 + PACK - 1
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
        cdef const Lusus* s = <const Lusus*>state
        cdef int seat, i
        fields = public_fields(s)
        fields["hands"] = [set_texts(s.hands[seat].word[0], s.hands[seat].word[1]) for seat in range(s.head.players)]
        fields["talon"] = [CARDS[s.talon[i]] for i in range(s.talon_length - 1, -1, -1)]
        fields["offer"] = None
        if s.head.phase == KEEP:
            fields["offer"] = {"seat": lowest32(s.head.acting), "from": s.offer_from, "cards": offer_texts(s)}
        return fields

    cdef dict view_fields(self, const void* state, int player):
        cdef const Lusus* s = <const Lusus*>state
        cdef int seat
        fields = public_fields(s)
        fields["hands"] = [
            set_texts(s.hands[seat].word[0], s.hands[seat].word[1]) if seat == player else hidden_cards(s.held[seat])
            for seat in range(s.head.players)
        ]
        fields["talon"] = hidden_cards(s.talon_length)
        fields["offer"] = None
        if s.head.phase == KEEP:
            seat = lowest32(s.head.acting)
            seen = player == seat or player == s.offer_from
            fields["offer"] = {
                "seat": seat, "from": s.offer_from, "cards": offer_texts(s) if seen else hidden_cards(2)
            }
        return fields

    cdef int load_fields(self, void* state, object fields) except -1:
        apply_options(<Lusus*>state, &self.config)
        return load_position(<Lusus*>state, fields, self.num_players)

    cdef dict event_fields(self, int kind, const uint32_t* payload, int player):
        return event_dict(kind, payload, self.num_players, player)

    cdef str action_text(self, uint32_t action):
        return action_text(action)

    cdef int64_t parse_action(self, str text) except? -2:
        return parse_action(text)
