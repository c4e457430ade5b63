from certamen.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LuschenContract(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUSCHEN_CONTRACT_UNSPECIFIED: _ClassVar[LuschenContract]
    LUSCHEN_CONTRACT_LUSCHEN: _ClassVar[LuschenContract]
    LUSCHEN_CONTRACT_KOENIG: _ClassVar[LuschenContract]
    LUSCHEN_CONTRACT_DAMEN: _ClassVar[LuschenContract]
    LUSCHEN_CONTRACT_ANLEGEN: _ClassVar[LuschenContract]

class LuschenPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUSCHEN_PHASE_UNSPECIFIED: _ClassVar[LuschenPhase]
    LUSCHEN_PHASE_CHOOSE: _ClassVar[LuschenPhase]
    LUSCHEN_PHASE_PLAY: _ClassVar[LuschenPhase]
    LUSCHEN_PHASE_LAY: _ClassVar[LuschenPhase]
    LUSCHEN_PHASE_OVER: _ClassVar[LuschenPhase]
LUSCHEN_CONTRACT_UNSPECIFIED: LuschenContract
LUSCHEN_CONTRACT_LUSCHEN: LuschenContract
LUSCHEN_CONTRACT_KOENIG: LuschenContract
LUSCHEN_CONTRACT_DAMEN: LuschenContract
LUSCHEN_CONTRACT_ANLEGEN: LuschenContract
LUSCHEN_PHASE_UNSPECIFIED: LuschenPhase
LUSCHEN_PHASE_CHOOSE: LuschenPhase
LUSCHEN_PHASE_PLAY: LuschenPhase
LUSCHEN_PHASE_LAY: LuschenPhase
LUSCHEN_PHASE_OVER: LuschenPhase

class LuschenOptions(_message.Message):
    __slots__ = ("limit",)
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    limit: int
    def __init__(self, limit: _Optional[int] = ...) -> None: ...

class LuschenRows(_message.Message):
    __slots__ = ("clubs", "diamonds", "hearts", "spades")
    CLUBS_FIELD_NUMBER: _ClassVar[int]
    DIAMONDS_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    SPADES_FIELD_NUMBER: _ClassVar[int]
    clubs: _containers.RepeatedScalarFieldContainer[str]
    diamonds: _containers.RepeatedScalarFieldContainer[str]
    hearts: _containers.RepeatedScalarFieldContainer[str]
    spades: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, clubs: _Optional[_Iterable[str]] = ..., diamonds: _Optional[_Iterable[str]] = ..., hearts: _Optional[_Iterable[str]] = ..., spades: _Optional[_Iterable[str]] = ...) -> None: ...

class LuschenView(_message.Message):
    __slots__ = ("viewer", "players", "options", "deal", "phase", "to_act", "dealer", "contract", "previous", "penalties", "reached", "stamp", "hands", "skat", "count", "trick", "tricks", "played", "queens", "rows", "out", "laid", "result")
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_FIELD_NUMBER: _ClassVar[int]
    PENALTIES_FIELD_NUMBER: _ClassVar[int]
    REACHED_FIELD_NUMBER: _ClassVar[int]
    STAMP_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    SKAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    QUEENS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    LAID_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    viewer: int
    players: int
    options: LuschenOptions
    deal: int
    phase: LuschenPhase
    to_act: _containers.RepeatedScalarFieldContainer[int]
    dealer: int
    contract: LuschenContract
    previous: LuschenContract
    penalties: _containers.RepeatedScalarFieldContainer[int]
    reached: _containers.RepeatedScalarFieldContainer[int]
    stamp: int
    hands: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    skat: _containers.RepeatedScalarFieldContainer[str]
    count: int
    trick: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatCard]
    tricks: int
    played: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatCard]
    queens: int
    rows: LuschenRows
    out: _containers.RepeatedScalarFieldContainer[int]
    laid: bool
    result: _common_pb2.Result
    def __init__(self, viewer: _Optional[int] = ..., players: _Optional[int] = ..., options: _Optional[_Union[LuschenOptions, _Mapping]] = ..., deal: _Optional[int] = ..., phase: _Optional[_Union[LuschenPhase, str]] = ..., to_act: _Optional[_Iterable[int]] = ..., dealer: _Optional[int] = ..., contract: _Optional[_Union[LuschenContract, str]] = ..., previous: _Optional[_Union[LuschenContract, str]] = ..., penalties: _Optional[_Iterable[int]] = ..., reached: _Optional[_Iterable[int]] = ..., stamp: _Optional[int] = ..., hands: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., skat: _Optional[_Iterable[str]] = ..., count: _Optional[int] = ..., trick: _Optional[_Iterable[_Union[_common_pb2.SeatCard, _Mapping]]] = ..., tricks: _Optional[int] = ..., played: _Optional[_Iterable[_Union[_common_pb2.SeatCard, _Mapping]]] = ..., queens: _Optional[int] = ..., rows: _Optional[_Union[LuschenRows, _Mapping]] = ..., out: _Optional[_Iterable[int]] = ..., laid: _Optional[bool] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...

class LuschenChoose(_message.Message):
    __slots__ = ("contract",)
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    contract: LuschenContract
    def __init__(self, contract: _Optional[_Union[LuschenContract, str]] = ...) -> None: ...

class LuschenPlay(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class LuschenLay(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class LuschenDone(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LuschenPass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LuschenAction(_message.Message):
    __slots__ = ("choose", "play", "lay", "done", "pass_turn")
    CHOOSE_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    LAY_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    choose: LuschenChoose
    play: LuschenPlay
    lay: LuschenLay
    done: LuschenDone
    pass_turn: LuschenPass
    def __init__(self, choose: _Optional[_Union[LuschenChoose, _Mapping]] = ..., play: _Optional[_Union[LuschenPlay, _Mapping]] = ..., lay: _Optional[_Union[LuschenLay, _Mapping]] = ..., done: _Optional[_Union[LuschenDone, _Mapping]] = ..., pass_turn: _Optional[_Union[LuschenPass, _Mapping]] = ...) -> None: ...

class LuschenSkatEvent(_message.Message):
    __slots__ = ("cards", "seat")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    seat: int
    def __init__(self, cards: _Optional[_Iterable[str]] = ..., seat: _Optional[int] = ...) -> None: ...

class LuschenAddedEvent(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class LuschenTrickEvent(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class LuschenBookedEvent(_message.Message):
    __slots__ = ("seat", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    points: int
    def __init__(self, seat: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class LuschenOutEvent(_message.Message):
    __slots__ = ("seat", "place")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    place: int
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[int] = ...) -> None: ...

class LuschenEvent(_message.Message):
    __slots__ = ("skat", "added", "trick", "booked", "out")
    SKAT_FIELD_NUMBER: _ClassVar[int]
    ADDED_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    BOOKED_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    skat: LuschenSkatEvent
    added: LuschenAddedEvent
    trick: LuschenTrickEvent
    booked: LuschenBookedEvent
    out: LuschenOutEvent
    def __init__(self, skat: _Optional[_Union[LuschenSkatEvent, _Mapping]] = ..., added: _Optional[_Union[LuschenAddedEvent, _Mapping]] = ..., trick: _Optional[_Union[LuschenTrickEvent, _Mapping]] = ..., booked: _Optional[_Union[LuschenBookedEvent, _Mapping]] = ..., out: _Optional[_Union[LuschenOutEvent, _Mapping]] = ...) -> None: ...
