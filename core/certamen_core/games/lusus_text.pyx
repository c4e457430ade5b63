"""Texts of Lusus Chartarum: cards, melds on the table, actions; the numbering is that of lusus_melds.pxd."""

from libc.stdint cimport uint32_t, uint64_t

from certamen_core.bits cimport lowest64
from certamen_core.games.lusus cimport GROUP_LINE, STULTI_LINE
from certamen_core.games.lusus_melds cimport (
    ALL_SUITS,
    INC,
    INV,
    KIND_GROUP,
    KIND_MASK,
    KIND_RUN,
    KIND_STULTI,
    LOW_24,
    RANKS,
    SER,
    STU,
    STULTI,
    SUITS,
)
from certamen_core.games.lusus_plays cimport (
    COVER_ID,
    KIND_COVER,
    KIND_EXCHANGE,
    KIND_LAY,
    KIND_SERVA,
    MELD_ID,
    OVER_BOTTOM,
    OVER_TOP,
    STULTUS,
)
from certamen_core.games.lusus_codes cimport (
    CODE_CARNIFEX,
    CODE_DRAW,
    CODE_KEEP,
    CODE_TAKE,
    KIND_SEAT,
    SEAT_INCOMPARABILIS,
)

__all__ = [
    "CARDS", "INDEX", "KINDS", "VALUE_INDEX", "action_text", "hidden_cards", "meld_line", "meld_texts", "parse_action",
    "parse_meld", "set_texts", "shown_text",
]

SUIT_LETTERS = "vcdnai"
RANK_LETTERS = "123456789XFERKT"
KINDS = ("run", "group", "stulti")
CARDS = {
    **{suit << 4 | rank: RANK_LETTERS[rank] + SUIT_LETTERS[suit] for suit in range(SUITS) for rank in range(RANKS)},
    INV: "INV",
    INC: "INC",
    SER: "SER",
    STU: "STU",
}
INDEX = {text: card for card, text in CARDS.items()}
# What a value pile may show; a STULTUS that stands for a card has the flag STULTUS.
VALUE_INDEX = {
    **{text: card for text, card in INDEX.items() if card != INC},
    **{"STU=" + text: STULTUS | card for text, card in INDEX.items() if card < INV},
}
TEXTS = tuple(CARDS.get(card, "") for card in range(STU + 1))


# --- cards ------------------------------------------------------------------------------------------------

def set_texts(uint64_t low, uint64_t high) -> list:
    """Return the texts of a `CardSet`, given as its two words, in ascending byte order."""
    texts = ["STU"] * <int>(high >> 48)
    high &= 0xFFFFFFFFFFFF
    while low:
        texts.append(TEXTS[lowest64(low)])
        low &= low - 1
    while high:
        texts.append(TEXTS[64 + lowest64(high)])
        high &= high - 1
    texts.sort()
    return texts


def shown_text(int shown) -> str:
    """Return the text of a card, or of a STULTUS with what it stands for."""
    return "STU=" + TEXTS[shown ^ STULTUS] if shown & STULTUS else TEXTS[shown]


def hidden_cards(count) -> list:
    """Return so many hidden cards."""
    return ["?"] * count


# --- melds on the table -----------------------------------------------------------------------------------

def meld_line(int line) -> str:
    """Return the kind of a meld with this line."""
    return KINDS[2 if line == STULTI_LINE else line >= GROUP_LINE]


def meld_texts(int line, int places, int stultus, int serva) -> list:
    """Return the cards of a meld on the table as it shows them."""
    cdef int place
    texts = []
    begun = False
    for place in range(RANKS):
        if not places >> place & 1:
            if begun and line < GROUP_LINE and places >> place:
                texts.append("-")
            continue
        begun = True
        if line == STULTI_LINE:
            texts.append("STU")
            continue
        card = TEXTS[line << 4 | place if line < GROUP_LINE else place << 4 | (line - GROUP_LINE)]
        if stultus == place + 1:
            card = "STU=" + card
        elif serva == place + 1:
            card = "SER=" + card
        texts.append(card)
    return texts


def parse_meld(kind, cards) -> tuple:
    """Return line, places, stultus and serva of a meld given as its kind and its list of cards.

    Raises:
        ValueError: no meld is written so; how many cards a meld has is not looked at.
    """
    if kind == "stulti":
        if any(card != "STU" for card in cards) or len(cards) > STULTI:
            raise ValueError("a stulti group holds STU and nothing else")
        return STULTI_LINE, (1 << len(cards)) - 1, 0, 0
    lines = set()
    begun = False
    places = stultus = serva = 0
    last = 0
    text = ""
    for text in cards:
        if text == "-" and kind == "run" and begun:
            last += 1
            continue
        prefix, _, name = text.rpartition("=")
        card = INDEX.get(name, INV)
        if card >= INV or prefix not in ("", "STU", "SER") or text != (prefix + "=" + name if prefix else name):
            raise ValueError(f"{text!r} cannot lie in a {kind}")
        lines.add(card >> 4 if kind == "run" else GROUP_LINE + (card & 15))
        place = card & 15 if kind == "run" else card >> 4
        if begun and (place != last + 1 if kind == "run" else place <= last):
            raise ValueError(f"{text!r} is not at its place")
        begun = True
        last = place
        places |= 1 << place
        if prefix == "STU":
            if stultus:
                raise ValueError("a meld holds at most one STULTUS")
            stultus = place + 1
        elif prefix == "SER":
            if serva:
                raise ValueError("there is only one SERVA")
            serva = place + 1
    if len(lines) != 1:
        raise ValueError("a run is of one suit, a group of one rank")
    if begun and text == "-":
        raise ValueError("the ends of a run are not empty")
    return lines.pop(), places, stultus, serva


# --- actions ----------------------------------------------------------------------------------------------

def action_text(uint32_t action) -> str:
    """Return the canonical text of a well-formed code."""
    cdef uint32_t kind = action & KIND_MASK, rest = action & LOW_24
    if action >= KIND_COVER:
        return cover_text(action)
    if kind == KIND_GROUP:
        return "meld " + " ".join(meld_texts(GROUP_LINE + (rest >> 9), rest >> 3 & ALL_SUITS, rest & 7, 0))
    if kind == KIND_RUN:
        places = (2 << (rest >> 4 & 15)) - (1 << (rest >> 8 & 15))
        return "meld " + " ".join(meld_texts(rest >> 12, places, rest & 15, 0))
    if kind == KIND_STULTI:
        return "meld" + " STU" * rest
    if kind == KIND_LAY:
        return f"lay {rest >> MELD_ID} {shown_text(rest & 0xFF)}"
    if kind == KIND_EXCHANGE:
        return f"exchange {rest >> MELD_ID} {TEXTS[rest & 0xFF]}"
    if kind == KIND_SERVA:
        return f"serva {rest >> MELD_ID} {TEXTS[rest & 0xFF]}"
    if kind == KIND_SEAT:
        return f"{'incomparabilis' if rest & SEAT_INCOMPARABILIS else 'invictus'} {rest & 3}"
    if rest & CODE_KEEP:
        return "keep " + TEXTS[rest ^ CODE_KEEP]
    if rest & CODE_TAKE:
        return f"take {rest ^ CODE_TAKE}"
    if rest == CODE_CARNIFEX:
        return "carnifex"
    if rest == CODE_DRAW:
        return "draw"
    return "discard " + TEXTS[rest]


cdef str cover_text(uint32_t action):
    cdef uint32_t laid = action & 0xFF, covered = action >> 8 & 7, card = laid & 0x7F
    if laid == STU:
        below = STU
    elif covered == OVER_TOP:
        below = card - 1
    elif covered == OVER_BOTTOM:
        below = card + 1
    else:
        below = covered << 4 | card & 15
    return f"cover {(action ^ KIND_COVER) >> COVER_ID} {shown_text(laid)} {TEXTS[below]}"


def parse_action(text) -> int:
    """Return the code of an action's text, or -1; other spellings than the canonical one may pass."""
    words = text.split(" ")
    verb, rest = words[0], words[1:]
    if verb == "meld":
        return meld_code(rest)
    if verb == "discard" and len(rest) == 1:
        return INDEX.get(rest[0], -1)
    if verb == "keep" and len(rest) == 1 and rest[0] in INDEX:
        return CODE_KEEP | INDEX[rest[0]]
    if text in ("draw", "carnifex"):
        return CODE_DRAW if text == "draw" else CODE_CARNIFEX
    if not rest or not rest[0].isascii() or not rest[0].isdigit() or len(rest[0]) > 5:
        return -1
    number = int(rest[0])
    if verb == "take" and len(rest) == 1:
        return CODE_TAKE | number if number < CODE_TAKE else -1
    if verb in ("invictus", "incomparabilis") and len(rest) == 1 and number < 4:
        return KIND_SEAT | number | (SEAT_INCOMPARABILIS if verb == "incomparabilis" else 0)
    if number > 0xFFFF:
        return -1
    if len(rest) == 2 and verb in ("lay", "exchange", "serva") and rest[1] in VALUE_INDEX:
        kind = KIND_LAY if verb == "lay" else KIND_EXCHANGE if verb == "exchange" else KIND_SERVA
        return kind | number << MELD_ID | VALUE_INDEX[rest[1]]
    if len(rest) == 3 and verb == "cover":
        return cover_code(number, rest[1], rest[2])
    return -1


cdef object cover_code(object number, str laid_text, str covered_text):
    laid = VALUE_INDEX.get(laid_text, -1)
    below = INDEX.get(covered_text, -1)
    card = laid & 0x7F
    if laid < 0 or below < 0 or (card >= INV or below >= INV) and not card == below == STU:
        return -1
    if card == STU:
        covered = 0
    elif below == card - 1:
        covered = OVER_TOP
    elif below == card + 1:
        covered = OVER_BOTTOM
    else:
        covered = below >> 4
    return KIND_COVER | number << COVER_ID | covered << 8 | laid


cdef object meld_code(list texts):
    """The code of a meld to be laid, or -1."""
    if all(text == "STU" for text in texts):
        return KIND_STULTI | len(texts)
    if any(VALUE_INDEX.get(text, STU) in (STU, INV, SER) for text in texts):
        return -1
    cards = [VALUE_INDEX[text] & 0x7F for text in texts]
    first, last = min(cards), max(cards)
    kind = "run" if first >> 4 == last >> 4 else "group"
    try:
        line, places, stultus, _ = parse_meld(kind, texts)
    except ValueError:
        return -1
    if kind == "group":
        return KIND_GROUP | (line - GROUP_LINE) << 9 | places << 3 | stultus
    return KIND_RUN | line << 12 | (first & 15) << 8 | (last & 15) << 4 | stultus
