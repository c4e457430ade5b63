from certamen.v1 import artus_pb2 as _artus_pb2
from certamen.v1 import bellica_pb2 as _bellica_pb2
from certamen.v1 import common_pb2 as _common_pb2
from certamen.v1 import game_pb2 as _game_pb2
from certamen.v1 import juwelen_pb2 as _juwelen_pb2
from certamen.v1 import luschen_pb2 as _luschen_pb2
from certamen.v1 import lusus_pb2 as _lusus_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FaultCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_CAUSE_UNSPECIFIED: _ClassVar[FaultCause]
    FAULT_CAUSE_TIME_OUT: _ClassVar[FaultCause]
    FAULT_CAUSE_ILLEGAL_ACTION: _ClassVar[FaultCause]
    FAULT_CAUSE_DISCONNECTED: _ClassVar[FaultCause]
    FAULT_CAUSE_RESIGNED: _ClassVar[FaultCause]
    FAULT_CAUSE_NOT_JOINED: _ClassVar[FaultCause]
FAULT_CAUSE_UNSPECIFIED: FaultCause
FAULT_CAUSE_TIME_OUT: FaultCause
FAULT_CAUSE_ILLEGAL_ACTION: FaultCause
FAULT_CAUSE_DISCONNECTED: FaultCause
FAULT_CAUSE_RESIGNED: FaultCause
FAULT_CAUSE_NOT_JOINED: FaultCause

class DealEvent(_message.Message):
    __slots__ = ("deal", "first", "hands", "open")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    deal: int
    first: int
    hands: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    open: str
    def __init__(self, deal: _Optional[int] = ..., first: _Optional[int] = ..., hands: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., open: _Optional[str] = ...) -> None: ...

class ActionEvent(_message.Message):
    __slots__ = ("seat", "text", "action", "code")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    text: str
    action: _game_pb2.GameAction
    code: int
    def __init__(self, seat: _Optional[int] = ..., text: _Optional[str] = ..., action: _Optional[_Union[_game_pb2.GameAction, _Mapping]] = ..., code: _Optional[int] = ...) -> None: ...

class OverEvent(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: _common_pb2.Result
    def __init__(self, result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...

class FaultEvent(_message.Message):
    __slots__ = ("seat", "cause", "played_on")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    PLAYED_ON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cause: FaultCause
    played_on: bool
    def __init__(self, seat: _Optional[int] = ..., cause: _Optional[_Union[FaultCause, str]] = ..., played_on: _Optional[bool] = ...) -> None: ...

class VoidedEvent(_message.Message):
    __slots__ = ("explanation",)
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    explanation: str
    def __init__(self, explanation: _Optional[str] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("match", "number", "deal", "action", "over", "fault", "voided", "juwelen", "luschen", "bellica", "artus", "lusus")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    VOIDED_FIELD_NUMBER: _ClassVar[int]
    JUWELEN_FIELD_NUMBER: _ClassVar[int]
    LUSCHEN_FIELD_NUMBER: _ClassVar[int]
    BELLICA_FIELD_NUMBER: _ClassVar[int]
    ARTUS_FIELD_NUMBER: _ClassVar[int]
    LUSUS_FIELD_NUMBER: _ClassVar[int]
    match: str
    number: int
    deal: DealEvent
    action: ActionEvent
    over: OverEvent
    fault: FaultEvent
    voided: VoidedEvent
    juwelen: _juwelen_pb2.JuwelenEvent
    luschen: _luschen_pb2.LuschenEvent
    bellica: _bellica_pb2.BellicaEvent
    artus: _artus_pb2.ArtusEvent
    lusus: _lusus_pb2.LususEvent
    def __init__(self, match: _Optional[str] = ..., number: _Optional[int] = ..., deal: _Optional[_Union[DealEvent, _Mapping]] = ..., action: _Optional[_Union[ActionEvent, _Mapping]] = ..., over: _Optional[_Union[OverEvent, _Mapping]] = ..., fault: _Optional[_Union[FaultEvent, _Mapping]] = ..., voided: _Optional[_Union[VoidedEvent, _Mapping]] = ..., juwelen: _Optional[_Union[_juwelen_pb2.JuwelenEvent, _Mapping]] = ..., luschen: _Optional[_Union[_luschen_pb2.LuschenEvent, _Mapping]] = ..., bellica: _Optional[_Union[_bellica_pb2.BellicaEvent, _Mapping]] = ..., artus: _Optional[_Union[_artus_pb2.ArtusEvent, _Mapping]] = ..., lusus: _Optional[_Union[_lusus_pb2.LususEvent, _Mapping]] = ...) -> None: ...
