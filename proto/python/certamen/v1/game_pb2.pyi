from certamen.v1 import artus_pb2 as _artus_pb2
from certamen.v1 import bellica_pb2 as _bellica_pb2
from certamen.v1 import juwelen_pb2 as _juwelen_pb2
from certamen.v1 import luschen_pb2 as _luschen_pb2
from certamen.v1 import lusus_pb2 as _lusus_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GameOptions(_message.Message):
    __slots__ = ("juwelen", "luschen", "bellica", "artus", "lusus")
    JUWELEN_FIELD_NUMBER: _ClassVar[int]
    LUSCHEN_FIELD_NUMBER: _ClassVar[int]
    BELLICA_FIELD_NUMBER: _ClassVar[int]
    ARTUS_FIELD_NUMBER: _ClassVar[int]
    LUSUS_FIELD_NUMBER: _ClassVar[int]
    juwelen: _juwelen_pb2.JuwelenOptions
    luschen: _luschen_pb2.LuschenOptions
    bellica: _bellica_pb2.BellicaOptions
    artus: _artus_pb2.ArtusOptions
    lusus: _lusus_pb2.LususOptions
    def __init__(self, juwelen: _Optional[_Union[_juwelen_pb2.JuwelenOptions, _Mapping]] = ..., luschen: _Optional[_Union[_luschen_pb2.LuschenOptions, _Mapping]] = ..., bellica: _Optional[_Union[_bellica_pb2.BellicaOptions, _Mapping]] = ..., artus: _Optional[_Union[_artus_pb2.ArtusOptions, _Mapping]] = ..., lusus: _Optional[_Union[_lusus_pb2.LususOptions, _Mapping]] = ...) -> None: ...

class GameView(_message.Message):
    __slots__ = ("juwelen", "luschen", "bellica", "artus", "lusus")
    JUWELEN_FIELD_NUMBER: _ClassVar[int]
    LUSCHEN_FIELD_NUMBER: _ClassVar[int]
    BELLICA_FIELD_NUMBER: _ClassVar[int]
    ARTUS_FIELD_NUMBER: _ClassVar[int]
    LUSUS_FIELD_NUMBER: _ClassVar[int]
    juwelen: _juwelen_pb2.JuwelenView
    luschen: _luschen_pb2.LuschenView
    bellica: _bellica_pb2.BellicaView
    artus: _artus_pb2.ArtusView
    lusus: _lusus_pb2.LususView
    def __init__(self, juwelen: _Optional[_Union[_juwelen_pb2.JuwelenView, _Mapping]] = ..., luschen: _Optional[_Union[_luschen_pb2.LuschenView, _Mapping]] = ..., bellica: _Optional[_Union[_bellica_pb2.BellicaView, _Mapping]] = ..., artus: _Optional[_Union[_artus_pb2.ArtusView, _Mapping]] = ..., lusus: _Optional[_Union[_lusus_pb2.LususView, _Mapping]] = ...) -> None: ...

class GameAction(_message.Message):
    __slots__ = ("juwelen", "luschen", "bellica", "artus", "lusus")
    JUWELEN_FIELD_NUMBER: _ClassVar[int]
    LUSCHEN_FIELD_NUMBER: _ClassVar[int]
    BELLICA_FIELD_NUMBER: _ClassVar[int]
    ARTUS_FIELD_NUMBER: _ClassVar[int]
    LUSUS_FIELD_NUMBER: _ClassVar[int]
    juwelen: _juwelen_pb2.JuwelenAction
    luschen: _luschen_pb2.LuschenAction
    bellica: _bellica_pb2.BellicaAction
    artus: _artus_pb2.ArtusAction
    lusus: _lusus_pb2.LususAction
    def __init__(self, juwelen: _Optional[_Union[_juwelen_pb2.JuwelenAction, _Mapping]] = ..., luschen: _Optional[_Union[_luschen_pb2.LuschenAction, _Mapping]] = ..., bellica: _Optional[_Union[_bellica_pb2.BellicaAction, _Mapping]] = ..., artus: _Optional[_Union[_artus_pb2.ArtusAction, _Mapping]] = ..., lusus: _Optional[_Union[_lusus_pb2.LususAction, _Mapping]] = ...) -> None: ...

class LegalAction(_message.Message):
    __slots__ = ("code", "text", "action")
    CODE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    code: int
    text: str
    action: GameAction
    def __init__(self, code: _Optional[int] = ..., text: _Optional[str] = ..., action: _Optional[_Union[GameAction, _Mapping]] = ...) -> None: ...
