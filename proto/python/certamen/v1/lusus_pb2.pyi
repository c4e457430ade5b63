from certamen.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LususPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUSUS_PHASE_UNSPECIFIED: _ClassVar[LususPhase]
    LUSUS_PHASE_DRAW: _ClassVar[LususPhase]
    LUSUS_PHASE_PLAY: _ClassVar[LususPhase]
    LUSUS_PHASE_KEEP: _ClassVar[LususPhase]
    LUSUS_PHASE_OVER: _ClassVar[LususPhase]

class LususMeldKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUSUS_MELD_KIND_UNSPECIFIED: _ClassVar[LususMeldKind]
    LUSUS_MELD_KIND_RUN: _ClassVar[LususMeldKind]
    LUSUS_MELD_KIND_GROUP: _ClassVar[LususMeldKind]
    LUSUS_MELD_KIND_STULTI: _ClassVar[LususMeldKind]
LUSUS_PHASE_UNSPECIFIED: LususPhase
LUSUS_PHASE_DRAW: LususPhase
LUSUS_PHASE_PLAY: LususPhase
LUSUS_PHASE_KEEP: LususPhase
LUSUS_PHASE_OVER: LususPhase
LUSUS_MELD_KIND_UNSPECIFIED: LususMeldKind
LUSUS_MELD_KIND_RUN: LususMeldKind
LUSUS_MELD_KIND_GROUP: LususMeldKind
LUSUS_MELD_KIND_STULTI: LususMeldKind

class LususOptions(_message.Message):
    __slots__ = ("target", "max_rounds")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    MAX_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    target: int
    max_rounds: int
    def __init__(self, target: _Optional[int] = ..., max_rounds: _Optional[int] = ...) -> None: ...

class LususMeld(_message.Message):
    __slots__ = ("id", "owner", "kind", "cards")
    ID_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    id: int
    owner: int
    kind: LususMeldKind
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[int] = ..., owner: _Optional[int] = ..., kind: _Optional[_Union[LususMeldKind, str]] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class LususOffer(_message.Message):
    __slots__ = ("seat", "from_seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FROM_SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    from_seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., from_seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class LususView(_message.Message):
    __slots__ = ("viewer", "players", "options", "round", "phase", "to_act", "scores", "hands", "out", "talon", "pile", "melds", "next_id", "value", "removed", "opening", "owes_play", "offer", "closed", "result")
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    TALON_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_ID_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    OWES_PLAY_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    viewer: int
    players: int
    options: LususOptions
    round: int
    phase: LususPhase
    to_act: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    hands: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    out: _containers.RepeatedScalarFieldContainer[bool]
    talon: _containers.RepeatedScalarFieldContainer[str]
    pile: _containers.RepeatedScalarFieldContainer[str]
    melds: _containers.RepeatedCompositeFieldContainer[LususMeld]
    next_id: int
    value: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    removed: _containers.RepeatedScalarFieldContainer[str]
    opening: int
    owes_play: bool
    offer: LususOffer
    closed: int
    result: _common_pb2.Result
    def __init__(self, viewer: _Optional[int] = ..., players: _Optional[int] = ..., options: _Optional[_Union[LususOptions, _Mapping]] = ..., round: _Optional[int] = ..., phase: _Optional[_Union[LususPhase, str]] = ..., to_act: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ..., hands: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., out: _Optional[_Iterable[bool]] = ..., talon: _Optional[_Iterable[str]] = ..., pile: _Optional[_Iterable[str]] = ..., melds: _Optional[_Iterable[_Union[LususMeld, _Mapping]]] = ..., next_id: _Optional[int] = ..., value: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., removed: _Optional[_Iterable[str]] = ..., opening: _Optional[int] = ..., owes_play: _Optional[bool] = ..., offer: _Optional[_Union[LususOffer, _Mapping]] = ..., closed: _Optional[int] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...

class LususDraw(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LususTake(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class LususLayMeld(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class LususLay(_message.Message):
    __slots__ = ("meld", "card")
    MELD_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    meld: int
    card: str
    def __init__(self, meld: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class LususCover(_message.Message):
    __slots__ = ("meld", "card", "place")
    MELD_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    meld: int
    card: str
    place: str
    def __init__(self, meld: _Optional[int] = ..., card: _Optional[str] = ..., place: _Optional[str] = ...) -> None: ...

class LususExchange(_message.Message):
    __slots__ = ("meld", "card")
    MELD_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    meld: int
    card: str
    def __init__(self, meld: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class LususInvictus(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class LususIncomparabilis(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class LususServa(_message.Message):
    __slots__ = ("meld", "place")
    MELD_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    meld: int
    place: str
    def __init__(self, meld: _Optional[int] = ..., place: _Optional[str] = ...) -> None: ...

class LususDiscard(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class LususCarnifex(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LususKeep(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class LususAction(_message.Message):
    __slots__ = ("draw", "take", "meld", "lay", "cover", "exchange", "invictus", "incomparabilis", "serva", "discard", "carnifex", "keep")
    DRAW_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    MELD_FIELD_NUMBER: _ClassVar[int]
    LAY_FIELD_NUMBER: _ClassVar[int]
    COVER_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    INVICTUS_FIELD_NUMBER: _ClassVar[int]
    INCOMPARABILIS_FIELD_NUMBER: _ClassVar[int]
    SERVA_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    CARNIFEX_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    draw: LususDraw
    take: LususTake
    meld: LususLayMeld
    lay: LususLay
    cover: LususCover
    exchange: LususExchange
    invictus: LususInvictus
    incomparabilis: LususIncomparabilis
    serva: LususServa
    discard: LususDiscard
    carnifex: LususCarnifex
    keep: LususKeep
    def __init__(self, draw: _Optional[_Union[LususDraw, _Mapping]] = ..., take: _Optional[_Union[LususTake, _Mapping]] = ..., meld: _Optional[_Union[LususLayMeld, _Mapping]] = ..., lay: _Optional[_Union[LususLay, _Mapping]] = ..., cover: _Optional[_Union[LususCover, _Mapping]] = ..., exchange: _Optional[_Union[LususExchange, _Mapping]] = ..., invictus: _Optional[_Union[LususInvictus, _Mapping]] = ..., incomparabilis: _Optional[_Union[LususIncomparabilis, _Mapping]] = ..., serva: _Optional[_Union[LususServa, _Mapping]] = ..., discard: _Optional[_Union[LususDiscard, _Mapping]] = ..., carnifex: _Optional[_Union[LususCarnifex, _Mapping]] = ..., keep: _Optional[_Union[LususKeep, _Mapping]] = ...) -> None: ...

class LususDrawnEvent(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: str
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class LususTakenEvent(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class LususCompletedEvent(_message.Message):
    __slots__ = ("id", "seat", "cards")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    id: int
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[int] = ..., seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class LususGainedEvent(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: str
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class LususOfferedEvent(_message.Message):
    __slots__ = ("seat", "from_seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FROM_SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    from_seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., from_seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class LususKeptEvent(_message.Message):
    __slots__ = ("seat", "from_seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FROM_SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    from_seat: int
    card: str
    def __init__(self, seat: _Optional[int] = ..., from_seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class LususRoundEvent(_message.Message):
    __slots__ = ("round", "closed", "gains", "scores")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    GAINS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    round: int
    closed: int
    gains: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, round: _Optional[int] = ..., closed: _Optional[int] = ..., gains: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ...) -> None: ...

class LususEvent(_message.Message):
    __slots__ = ("drawn", "taken", "completed", "gained", "offered", "kept", "round")
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    COMPLETED_FIELD_NUMBER: _ClassVar[int]
    GAINED_FIELD_NUMBER: _ClassVar[int]
    OFFERED_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    drawn: LususDrawnEvent
    taken: LususTakenEvent
    completed: LususCompletedEvent
    gained: LususGainedEvent
    offered: LususOfferedEvent
    kept: LususKeptEvent
    round: LususRoundEvent
    def __init__(self, drawn: _Optional[_Union[LususDrawnEvent, _Mapping]] = ..., taken: _Optional[_Union[LususTakenEvent, _Mapping]] = ..., completed: _Optional[_Union[LususCompletedEvent, _Mapping]] = ..., gained: _Optional[_Union[LususGainedEvent, _Mapping]] = ..., offered: _Optional[_Union[LususOfferedEvent, _Mapping]] = ..., kept: _Optional[_Union[LususKeptEvent, _Mapping]] = ..., round: _Optional[_Union[LususRoundEvent, _Mapping]] = ...) -> None: ...
