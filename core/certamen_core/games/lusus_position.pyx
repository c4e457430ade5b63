"""Positions and events of Lusus Chartarum as Python objects, and positions back into the struct."""

from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t

from certamen_core.events cimport EVENT_DEAL, get_set
from certamen_core.games.lusus cimport DEALT, KEEP, LAST_ID, MELDS, Lusus, Meld
from certamen_core.games.lusus_codes cimport (
    EVENT_COMPLETED,
    EVENT_DRAWN,
    EVENT_GAINED,
    EVENT_KEEPING,
    EVENT_OFFERED,
    EVENT_ROUND,
    EVENT_TAKEN,
)
from certamen_core.games.lusus_melds cimport ALL_SUITS, OPENING, PACK, STU, STULTI, CardSet, holds, put_card, stulti_in
from certamen_core.games.lusus_plays cimport STULTUS

from certamen_core.games.lusus_text import (
    CARDS,
    INDEX,
    KINDS,
    VALUE_INDEX,
    hidden_cards,
    meld_line,
    meld_texts,
    parse_meld,
    set_texts,
    shown_text,
)
__all__: list = []


# --- out --------------------------------------------------------------------------------------------------

cdef list value_texts(const Lusus* s, int seat):
    """The cards of a value pile."""
    cdef int i
    texts = set_texts(s.value[seat].word[0], s.value[seat].word[1])
    for i in range(STULTI):
        if s.stulti_won[seat][i]:
            shown = s.stulti_won[seat][i] - 1
            texts.append(shown_text(shown if shown == STU else STULTUS | shown))
    texts.sort()
    return texts


cdef list offer_texts(const Lusus* s):
    return sorted([CARDS[s.offer[0]], CARDS[s.offer[1]]])


cdef dict public_fields(const Lusus* s):
    """The fields that everybody sees in full."""
    cdef int seat, i
    cdef const Meld* meld
    n = s.head.players
    melds = []
    for i in range(s.meld_count):
        meld = &s.melds[i]
        melds.append({
            "id": meld.id,
            "owner": meld.owner,
            "kind": meld_line(meld.line),
            "cards": meld_texts(meld.line, meld.places, meld.stultus, meld.serva),
        })
    return {
        "round": s.head.deal,
        "scores": [s.scores[seat] for seat in range(n)],
        "out": [s.out >> seat & 1 == 1 for seat in range(n)],
        "pile": [CARDS[s.pile[i]] for i in range(s.pile_length)],
        "melds": melds,
        "next_id": s.next_id,
        "value": [value_texts(s, seat) for seat in range(n)],
        "removed": ["INC"] if s.removed else [],
        "opening": s.opening,
        "owes_play": s.owes_play != 0,
        "closed": s.closed - 1 if s.closed else None,
    }


cdef dict event_dict(int kind, const uint32_t* payload, int n, int player):
    """One event as the player sees it."""
    cdef int seat, i
    cdef uint64_t low, high
    if kind == EVENT_DEAL:
        hands = []
        for seat in range(n):
            low = get_set(payload + 3 + 4 * seat)
            high = get_set(payload + 5 + 4 * seat)
            hands.append(set_texts(low, high) if seat == player else hidden_cards(DEALT))
        return {
            "type": "deal", "deal": payload[0], "first": payload[1], "hands": hands, "open": CARDS[payload[2]]
        }
    if kind == EVENT_DRAWN:
        card = CARDS[payload[1]] if player == <int>payload[0] else "?"
        return {"type": "drawn", "seat": payload[0], "card": card}
    if kind == EVENT_TAKEN:
        count = (payload - 1)[0] >> 8
        return {"type": "taken", "seat": payload[0], "cards": [CARDS[payload[i]] for i in range(1, count)]}
    if kind == EVENT_COMPLETED:
        cards = meld_texts(payload[2], ALL_SUITS, payload[3], payload[4])
        return {"type": "completed", "id": payload[0], "seat": payload[1], "cards": cards}
    if kind == EVENT_GAINED:
        return {"type": "gained", "seat": payload[0], "card": shown_text(payload[1])}
    if kind == EVENT_ROUND:
        return {
            "type": "round",
            "round": payload[0],
            "closed": payload[1] - 1 if payload[1] else None,
            "gains": [<int32_t>payload[2 + seat] for seat in range(n)],
            "scores": [<int32_t>payload[2 + n + seat] for seat in range(n)],
        }
    seen = player == <int>payload[0] or player == <int>payload[1]
    if kind == EVENT_OFFERED:
        cards = sorted([CARDS[payload[2]], CARDS[payload[3]]]) if seen else hidden_cards(2)
        return {"type": "offered", "seat": payload[0], "from": payload[1], "cards": cards}
    card = CARDS[payload[2]] if seen else "?"
    if kind == EVENT_KEEPING:
        return {"type": "action", "seat": payload[0], "action": "keep " + card}
    return {"type": "kept", "seat": payload[0], "from": payload[1], "card": card}


# --- in ---------------------------------------------------------------------------------------------------

cdef bint may_put(const CardSet* cards, int card):
    """Can one more such card be in a set without breaking its representation?"""
    return stulti_in(cards) < STULTI if card == STU else not holds(cards, card)


cdef list card_list(object fields, str name, object texts, object index):
    """The numbers of a list of cards that is part of a field."""
    cards = [fields.card_in(name, text, index) for text in fields.array_in(name, texts)]
    if len(cards) > PACK:
        raise fields.error(name, f"the pack has {PACK} cards")
    return cards


cdef int load_meld(object fields, object entry, int players, Meld* meld) except -1:
    record = fields.record_in("melds", entry, ("id", "owner", "kind", "cards"))
    meld.id = fields.integer_in("melds", record["id"], 0, LAST_ID)
    meld.owner = fields.integer_in("melds", record["owner"], 0, players - 1)
    fields.choice_in("melds", record["kind"], KINDS)
    cards = fields.array_in("melds", record["cards"])
    if not cards or not all(isinstance(card, str) for card in cards):
        raise fields.error("melds", f"cards must be a list of texts, not {cards!r}")
    try:
        meld.line, meld.places, meld.stultus, meld.serva = parse_meld(record["kind"], cards)
    except ValueError as error:
        raise fields.error("melds", str(error)) from None
    return 0


cdef int load_offer(object fields, int players, Lusus* s) except -1:
    if fields["offer"] is None:
        if s.head.phase == KEEP:
            raise fields.error("offer", "must be there in this phase")
        return 0
    if s.head.phase != KEEP:
        raise fields.error("offer", "must be null in this phase")
    record = fields.record_in("offer", fields["offer"], ("seat", "from", "cards"))
    seat = fields.integer_in("offer", record["seat"], 0, players - 1)
    if s.head.acting != 1u << <uint32_t>seat:
        raise fields.error("offer", "must be made to the seat to act")
    s.offer_from = fields.integer_in("offer", record["from"], 0, players - 1)
    cards = sorted(card_list(fields, "offer", record["cards"], INDEX))
    if len(cards) != 2:
        raise fields.error("offer", "must hold two cards")
    s.offer[0], s.offer[1] = cards
    return 0


cdef int load_position(Lusus* s, object fields, int n) except -1:
    """Fill the struct from a position's own fields; types and shapes only."""
    cdef int i, at
    if fields.integer("round", 0, 2**32 - 1) != s.head.deal:
        raise fields.error("round", "must equal deal")
    for i, score in enumerate(fields.integers("scores", n, -(2**31), 2**31 - 1)):
        s.scores[i] = score
    for i, hand in enumerate(fields.array("hands", n)):
        for card in card_list(fields, "hands", hand, INDEX):
            if not may_put(&s.hands[i], card):
                raise fields.error("hands", f"{CARDS[card]} is there too often")
            put_card(&s.hands[i], card)
    for i, flag in enumerate(fields.array("out", n)):
        s.out |= <uint8_t>fields.boolean_in("out", flag) << i
    talon = card_list(fields, "talon", fields["talon"], INDEX)
    for i, card in enumerate(reversed(talon)):
        s.talon[i] = card
    s.talon_length = len(talon)
    pile = card_list(fields, "pile", fields["pile"], INDEX)
    for i, card in enumerate(pile):
        s.pile[i] = card
    s.pile_length = len(pile)
    s.next_id = fields.integer("next_id", 0, LAST_ID)
    melds = fields.array("melds")
    if len(melds) > MELDS:
        raise fields.error("melds", "there are not cards enough for so many")
    for i, entry in enumerate(melds):
        load_meld(fields, entry, n, &s.melds[i])
    s.meld_count = len(melds)
    for i, pile in enumerate(fields.array("value", n)):
        stulti = []
        for card in card_list(fields, "value", pile, VALUE_INDEX):
            if card & STULTUS or card == STU:
                stulti.append(1 + (card & 0x7F))
            elif not may_put(&s.value[i], card):
                raise fields.error("value", f"{CARDS[card]} is there twice")
            else:
                put_card(&s.value[i], card)
        if len(stulti) > STULTI:
            raise fields.error("value", "there are six STULTI")
        for at, shown in enumerate(sorted(stulti)):
            s.stulti_won[i][at] = shown
    removed = fields.array("removed")
    if removed not in ([], ["INC"]):
        raise fields.error("removed", f"must be [] or ['INC'], not {removed!r}")
    s.removed = len(removed)
    s.opening = fields.integer("opening", 0, OPENING - 1)
    s.owes_play = fields.boolean("owes_play")
    s.closed = fields.optional_integer("closed", 0, n - 1, -1) + 1
    load_offer(fields, n, s)
    return 0
