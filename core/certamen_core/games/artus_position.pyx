"""Positions, events and actions of Artus as Python objects and texts, and back."""

from libc.stdint cimport int32_t, int64_t, uint32_t

from certamen_core.bits cimport lowest32, popcount32
from certamen_core.events cimport EVENT_DEAL
from certamen_core.games.artus cimport BRONZE, CARDS_EACH, CHAIRS, DOUBLED, KING, PILES, SEATS, SILVER, Artus
from certamen_core.games.artus_table cimport (
    A_BACK,
    EVENT_DISPLACED,
    EVENT_KING,
    EVENT_POINTS,
    FAR,
    FEWEST,
    KIND_DRAW,
    KIND_MOVE,
    KIND_PLACE,
    KIND_RING,
    KIND_SCORE,
    PILE_CARDS,
    PILE_SIZES,
    RINGS_WHOM,
    R_BACK,
    WIDTHS,
    W_1,
    W_6,
    figure_at,
    king_chair,
    leading_zeros,
    occupied,
)

__all__: list = []

CARDS = (
    "A-5", "A1-3", "A3-5", "AR", "B2-4", "BR", "R-5", "R1-4", "R2-5", "R3-6", "R4-7", "R5-8", "R6-9", "R7-10",
    "S2-4", "SR", "W1", "W2", "W3", "W4", "W5", "W6",
)
INDEX = {text: card for card, text in enumerate(CARDS)}
PILE_LETTERS = ("R", "K", "W")

# What `figure_at` returns, and its text.
cdef dict FIGURE_TEXTS = {kind: str(kind) for kind in range(SEATS)}
FIGURE_TEXTS.update({SILVER | rings << 8: f"S{rings}" for rings in (1, 2, 3)})
FIGURE_TEXTS.update({BRONZE | rings << 8: f"B{rings}" for rings in (1, 2, 3)})
cdef dict FIGURES = {text: figure for figure, text in FIGURE_TEXTS.items()}


# --- out --------------------------------------------------------------------------------------------------

cdef list card_texts(uint32_t cards):
    """The texts of a set of cards, ascending."""
    cdef list texts = []
    while cards:
        texts.append(CARDS[lowest32(cards)])
        cards &= cards - 1
    return texts


cdef list pile_texts(uint32_t digits, int pile):
    """The texts of a pile, its top first."""
    cdef list texts = []
    while digits:
        texts.append(CARDS[PILE_CARDS[pile][(digits & 15) - 1]])
        digits >>= 4
    return texts


cdef list hidden_pile(uint32_t digits):
    return ["?"] * ((35 - leading_zeros(digits)) >> 2 if digits else 0)


cdef dict public_fields(const Artus* s):
    """The fields that everybody sees in full."""
    cdef int seat, i
    cdef uint32_t taken = occupied(s)
    cdef list chairs = [""] * CHAIRS
    while taken:
        i = lowest32(taken)
        chairs[i] = FIGURE_TEXTS[figure_at(s, i)]
        taken &= taken - 1
    return {
        "chairs": chairs,
        "king": king_chair(s),
        "placed": s.placed,
        "scores": [s.scores[seat] for seat in range(s.head.players)],
        "turn": s.turn,
        "step": s.step,
        "played": [{"seat": s.played[i] >> 5, "card": CARDS[s.played[i] & 31]} for i in range(s.played_count)],
    }


cdef dict all_fields(const Artus* s):
    """Everything."""
    cdef int seat, pile
    fields = public_fields(s)
    fields["hands"] = [card_texts(s.hands[seat]) for seat in range(s.head.players)]
    fields["piles"] = [
        {PILE_LETTERS[pile]: pile_texts(s.piles[seat][pile], pile) for pile in range(PILES)}
        for seat in range(s.head.players)
    ]
    return fields


cdef dict seen_fields(const Artus* s, int player):
    """What a seat, or a spectator, sees."""
    cdef int seat, pile
    fields = public_fields(s)
    fields["hands"] = [
        card_texts(s.hands[seat]) if seat == player else ["?"] * popcount32(s.hands[seat])
        for seat in range(s.head.players)
    ]
    fields["piles"] = [
        {PILE_LETTERS[pile]: hidden_pile(s.piles[seat][pile]) for pile in range(PILES)}
        for seat in range(s.head.players)
    ]
    return fields


cdef dict event_dict(int kind, const uint32_t* payload, int n, int player):
    """One event as the player sees it."""
    cdef int seat
    if kind == EVENT_DEAL:
        hands = [
            card_texts(payload[seat]) if seat == player else ["?"] * popcount32(payload[seat]) for seat in range(n)
        ]
        return {"type": "deal", "deal": 0, "first": n - 1, "hands": hands, "open": None}
    if kind == EVENT_DISPLACED:
        return {"type": "displaced", "figure": FIGURE_TEXTS[payload[0]], "from": payload[1], "to": payload[2]}
    if kind == EVENT_POINTS:
        return {"type": "points", "seat": payload[0], "points": <int32_t>payload[1]}
    if kind == EVENT_KING:
        return {"type": "king", "chair": payload[0]}
    card = CARDS[payload[1]]
    pile = card[0] if card[0] in "RW" else "K"
    return {"type": "drawn", "seat": payload[0], "pile": pile, "card": card if player == <int>payload[0] else "?"}


# --- in ---------------------------------------------------------------------------------------------------

cdef int load_position(Artus* s, object fields, int n) except -1:
    """Fill the struct from a position's own fields; types and shapes only."""
    cdef int i, kind, card
    texts = [text for text in FIGURES if not text.isdigit() or int(text) < n]
    for i, text in enumerate(fields.array("chairs", CHAIRS)):
        if text == "":
            continue
        figure = FIGURES[texts[fields.choice_in("chairs", text, texts)]]
        kind = figure & 255
        rings = figure >> 8
        s.figures[kind] |= 1u << i
        if rings == 2:
            s.figures[DOUBLED] |= 1u << i
        elif rings == 3:
            s.figures[KING] |= 1u << i
    king = fields.integer("king", 0, CHAIRS - 1)
    if popcount32(s.figures[KING]) == 1 and king != king_chair(s):
        raise fields.error("king", f"the king is on chair {king_chair(s)}, not {king}")
    s.placed = fields.integer("placed", 0, SEATS * 5)
    for i, score in enumerate(fields.integers("scores", n, -FAR, FAR)):
        s.scores[i] = score
    for i, hand in enumerate(fields.card_sets("hands", n, INDEX)):
        s.hands[i] = hand
    for i, piles in enumerate(fields.array("piles", n)):
        parts = fields.record_in("piles", piles, PILE_LETTERS)
        for kind in range(PILES):
            pile = fields.array_in("piles", parts[PILE_LETTERS[kind]])
            cards = [PILE_CARDS[kind][card] for card in range(PILE_SIZES[kind])]
            if len(pile) > len(cards):
                raise fields.error("piles", f"{PILE_LETTERS[kind]} has at most {len(cards)} cards")
            for at, text in enumerate(pile):
                card = fields.card_in("piles", text, INDEX)
                if card not in cards:
                    raise fields.error("piles", f"{text} does not belong to {PILE_LETTERS[kind]}")
                s.piles[i][kind] |= <uint32_t>(cards.index(card) + 1) << <int>(4 * at)
    s.turn = fields.integer("turn", 0, FAR)
    s.step = fields.integer("step", 0, 1)
    played = fields.seat_cards("played", n, INDEX)
    if len(played) > n * CARDS_EACH:
        raise fields.error("played", "are too many cards")
    for i, (seat, card_played) in enumerate(played):
        s.played[i] = seat << 5 | card_played
    s.played_count = len(played)
    return 0


# --- actions ----------------------------------------------------------------------------------------------

def all_actions() -> dict:
    """The texts of all well-formed codes."""
    texts = {}
    for card in range(CARDS_EACH):
        name = CARDS[card]
        sign = "-" if card in (A_BACK, R_BACK) else "+"
        for chair in range(CHAIRS):
            for extra in range(WIDTHS[card]):
                texts[KIND_MOVE | card << 8 | chair << 3 | extra] = f"{name} {chair}{sign}{FEWEST[card] + extra}"
            if RINGS_WHOM[card]:
                text = f"W6 ring {chair}" if card == W_6 else f"{name} {chair}"
                texts[KIND_RING | card << 8 | chair << 3] = text
        if W_1 <= card:
            texts[KIND_SCORE | card << 8] = "W6 best" if card == W_6 else name
    for chair in range(CHAIRS):
        texts[KIND_PLACE | chair] = f"place {chair}"
    for pile, letter in enumerate(PILE_LETTERS):
        texts[KIND_DRAW | pile] = f"draw {letter}"
    return texts


cdef dict TEXTS = all_actions()
cdef dict CODES = {text: code for code, text in TEXTS.items()}


cdef str text_of_action(uint32_t action):
    """The canonical text of a well-formed code."""
    return TEXTS[action]


cdef int64_t action_of_text(str text) except? -2:
    """The code of a text; -1 if it is none."""
    return CODES.get(text, -1)
