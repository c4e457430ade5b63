from certamen.v1 import juwelen_pb2 as _juwelen_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GameOptions(_message.Message):
    __slots__ = ("juwelen",)
    JUWELEN_FIELD_NUMBER: _ClassVar[int]
    juwelen: _juwelen_pb2.JuwelenOptions
    def __init__(self, juwelen: _Optional[_Union[_juwelen_pb2.JuwelenOptions, _Mapping]] = ...) -> None: ...

class GameView(_message.Message):
    __slots__ = ("juwelen",)
    JUWELEN_FIELD_NUMBER: _ClassVar[int]
    juwelen: _juwelen_pb2.JuwelenView
    def __init__(self, juwelen: _Optional[_Union[_juwelen_pb2.JuwelenView, _Mapping]] = ...) -> None: ...

class GameAction(_message.Message):
    __slots__ = ("juwelen",)
    JUWELEN_FIELD_NUMBER: _ClassVar[int]
    juwelen: _juwelen_pb2.JuwelenAction
    def __init__(self, juwelen: _Optional[_Union[_juwelen_pb2.JuwelenAction, _Mapping]] = ...) -> None: ...

class LegalAction(_message.Message):
    __slots__ = ("code", "text", "action")
    CODE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    code: int
    text: str
    action: GameAction
    def __init__(self, code: _Optional[int] = ..., text: _Optional[str] = ..., action: _Optional[_Union[GameAction, _Mapping]] = ...) -> None: ...
