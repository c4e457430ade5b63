"""Positions, events and actions of Das Luschenspiel as Python objects and texts, and back."""

from libc.stdint cimport int64_t, uint32_t

from certamen_core.bits cimport lowest32, popcount32
from certamen_core.events cimport EVENT_DEAL
from certamen_core.games.luschen cimport ANLEGEN, LUSCHEN, PACK, Luschen
from certamen_core.games.luschen_cards cimport (
    CARD_MASK,
    EVENT_ADDED,
    EVENT_BOOKED,
    EVENT_SKAT,
    EVENT_TRICK,
    KIND_CARD,
    KIND_CHOOSE,
    KIND_DONE,
    KIND_MASK,
    KIND_PASS,
    LAYING,
    LOW_24,
    NOBODY,
    NUMBER_MAX,
    SEAT_SHIFT,
)

from certamen_core.games.french_texts import SUIT_LETTERS, hidden_cards

__all__: list = []

CONTRACTS = (None, "luschen", "koenig", "damen", "anlegen")
CARDS = tuple(rank + suit for rank in "789AJKQT" for suit in SUIT_LETTERS)
INDEX = {text: card for card, text in enumerate(CARDS)}
ROW_ORDER = "789TJQKA"


# --- out --------------------------------------------------------------------------------------------------

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


cdef dict all_fields(const Luschen* s):
    """Everything."""
    cdef int seat
    fields = public_fields(s)
    fields["hands"] = [set_texts(s.hands[seat]) for seat in range(s.head.players)]
    fields["skat"] = set_texts(s.skat)
    return fields


cdef dict seen_fields(const Luschen* s, int player):
    """What a seat, or a spectator, sees."""
    cdef int seat
    fields = public_fields(s)
    fields["hands"] = [
        set_texts(s.hands[seat]) if seat == player else hidden_cards(popcount32(s.hands[seat]))
        for seat in range(s.head.players)
    ]
    turned_up = s.contract == LUSCHEN or s.contract == ANLEGEN
    fields["skat"] = set_texts(s.skat) if turned_up else hidden_cards(popcount32(s.skat))
    return fields


cdef dict event_dict(int kind, const uint32_t* payload, int n, int player):
    """One event as the player sees it."""
    cdef int seat, i
    if kind == EVENT_DEAL:
        hands = []
        for seat in range(n):
            cards = payload[2 + seat]
            hands.append(set_texts(cards) if seat == player else hidden_cards(popcount32(cards)))
        return {"type": "deal", "deal": payload[0], "first": payload[1], "hands": hands, "open": None}
    if kind == EVENT_SKAT:
        by = None if payload[0] == NOBODY else payload[0]
        return {"type": "skat", "cards": set_texts(payload[1]), "seat": by}
    if kind == EVENT_ADDED:
        return {"type": "added", "card": CARDS[payload[0]]}
    if kind == EVENT_TRICK:
        cards = [CARDS[payload[1 + i]] for i in range(n)]
        return {"type": "trick", "seat": payload[0], "cards": cards}
    if kind == EVENT_BOOKED:
        return {"type": "booked", "seat": payload[0], "points": payload[1]}
    return {"type": "out", "seat": payload[0], "place": payload[1]}


# --- in ---------------------------------------------------------------------------------------------------

cdef int load_position(Luschen* s, object fields, int n) except -1:
    """Fill the struct from a position's own fields; types and shapes only."""
    cdef int i
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


# --- actions ----------------------------------------------------------------------------------------------

cdef str text_of_action(uint32_t action):
    """The canonical text of a well-formed code."""
    kind = action & KIND_MASK
    if kind == KIND_CARD:
        return f"{'lay' if action & LAYING else 'play'} {CARDS[action & CARD_MASK]}"
    if kind == KIND_CHOOSE:
        return "choose " + CONTRACTS[action & LOW_24]
    return "done" if kind == KIND_DONE else "pass"


cdef int64_t action_of_text(str text) except? -2:
    """The code of a text; -1 if it is none."""
    kind, _, rest = text.partition(" ")
    if kind in ("play", "lay") and rest in INDEX:
        return (LAYING if kind == "lay" else 0) | INDEX[rest]
    if kind == "choose" and rest in CONTRACTS[LUSCHEN:]:
        return KIND_CHOOSE | CONTRACTS.index(rest)
    if text in ("done", "pass"):
        return KIND_DONE if text == "done" else KIND_PASS
    return -1
