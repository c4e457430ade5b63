import datetime

from certamen.v1 import event_pb2 as _event_pb2
from certamen.v1 import game_pb2 as _game_pb2
from certamen.v1 import match_pb2 as _match_pb2
from certamen.v1 import play_pb2 as _play_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Deal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEAL_UNSPECIFIED: _ClassVar[Deal]
    DEAL_SAME: _ClassVar[Deal]
    DEAL_NEW: _ClassVar[Deal]

class RulingKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RULING_KIND_UNSPECIFIED: _ClassVar[RulingKind]
    RULING_KIND_CANCEL: _ClassVar[RulingKind]
    RULING_KIND_VOID: _ClassVar[RulingKind]
    RULING_KIND_RERUN: _ClassVar[RulingKind]
    RULING_KIND_REVEAL: _ClassVar[RulingKind]
DEAL_UNSPECIFIED: Deal
DEAL_SAME: Deal
DEAL_NEW: Deal
RULING_KIND_UNSPECIFIED: RulingKind
RULING_KIND_CANCEL: RulingKind
RULING_KIND_VOID: RulingKind
RULING_KIND_RERUN: RulingKind
RULING_KIND_REVEAL: RulingKind

class CreateMatchRequest(_message.Message):
    __slots__ = ("settings", "aliases", "seed", "start_position", "accounts")
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    ALIASES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    START_POSITION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNTS_FIELD_NUMBER: _ClassVar[int]
    settings: _match_pb2.MatchSettings
    aliases: _containers.RepeatedScalarFieldContainer[str]
    seed: bytes
    start_position: str
    accounts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, settings: _Optional[_Union[_match_pb2.MatchSettings, _Mapping]] = ..., aliases: _Optional[_Iterable[str]] = ..., seed: _Optional[bytes] = ..., start_position: _Optional[str] = ..., accounts: _Optional[_Iterable[str]] = ...) -> None: ...

class SeatToken(_message.Message):
    __slots__ = ("seat", "token")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: str
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class CreateMatchResponse(_message.Message):
    __slots__ = ("match", "seat_tokens")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    seat_tokens: _containers.RepeatedCompositeFieldContainer[SeatToken]
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., seat_tokens: _Optional[_Iterable[_Union[SeatToken, _Mapping]]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "game", "state")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    game: str
    state: _match_pb2.MatchState
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., game: _Optional[str] = ..., state: _Optional[_Union[_match_pb2.MatchState, str]] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[_match_pb2.Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[_match_pb2.Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class CancelMatchRequest(_message.Message):
    __slots__ = ("name", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    reason: str
    def __init__(self, name: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class CancelMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class ReportGoneRequest(_message.Message):
    __slots__ = ("name", "seat", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: int
    reason: str
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class ReportGoneResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class VoidMatchRequest(_message.Message):
    __slots__ = ("name", "culprit", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CULPRIT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    culprit: _match_pb2.Culprit
    reason: str
    def __init__(self, name: _Optional[str] = ..., culprit: _Optional[_Union[_match_pb2.Culprit, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class VoidMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class RerunMatchRequest(_message.Message):
    __slots__ = ("name", "deal", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    deal: Deal
    reason: str
    def __init__(self, name: _Optional[str] = ..., deal: _Optional[_Union[Deal, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class RerunMatchResponse(_message.Message):
    __slots__ = ("match", "seat_tokens")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    seat_tokens: _containers.RepeatedCompositeFieldContainer[SeatToken]
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., seat_tokens: _Optional[_Iterable[_Union[SeatToken, _Mapping]]] = ...) -> None: ...

class RevealMatchRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class RevealMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class Ruling(_message.Message):
    __slots__ = ("match", "kind", "create_time", "reason", "culprit", "successor")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CULPRIT_FIELD_NUMBER: _ClassVar[int]
    SUCCESSOR_FIELD_NUMBER: _ClassVar[int]
    match: str
    kind: RulingKind
    create_time: _timestamp_pb2.Timestamp
    reason: str
    culprit: _match_pb2.Culprit
    successor: str
    def __init__(self, match: _Optional[str] = ..., kind: _Optional[_Union[RulingKind, str]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., reason: _Optional[str] = ..., culprit: _Optional[_Union[_match_pb2.Culprit, str]] = ..., successor: _Optional[str] = ...) -> None: ...

class ListRulingsRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "match")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    match: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., match: _Optional[str] = ...) -> None: ...

class ListRulingsResponse(_message.Message):
    __slots__ = ("rulings", "next_page_token")
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    rulings: _containers.RepeatedCompositeFieldContainer[Ruling]
    next_page_token: str
    def __init__(self, rulings: _Optional[_Iterable[_Union[Ruling, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetRecordRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetRecordResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class WatchMatchRequest(_message.Message):
    __slots__ = ("name", "last_event", "action_form")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LAST_EVENT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FORM_FIELD_NUMBER: _ClassVar[int]
    name: str
    last_event: int
    action_form: _play_pb2.ActionForm
    def __init__(self, name: _Optional[str] = ..., last_event: _Optional[int] = ..., action_form: _Optional[_Union[_play_pb2.ActionForm, str]] = ...) -> None: ...

class WatchStart(_message.Message):
    __slots__ = ("match", "view")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    view: _game_pb2.GameView
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., view: _Optional[_Union[_game_pb2.GameView, _Mapping]] = ...) -> None: ...

class WatchView(_message.Message):
    __slots__ = ("last_event", "view")
    LAST_EVENT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    last_event: int
    view: _game_pb2.GameView
    def __init__(self, last_event: _Optional[int] = ..., view: _Optional[_Union[_game_pb2.GameView, _Mapping]] = ...) -> None: ...

class WatchEnd(_message.Message):
    __slots__ = ("match", "seed_revealed")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEED_REVEALED_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    seed_revealed: _play_pb2.SeedRevealed
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., seed_revealed: _Optional[_Union[_play_pb2.SeedRevealed, _Mapping]] = ...) -> None: ...

class WatchMatchResponse(_message.Message):
    __slots__ = ("start", "event", "view", "end")
    START_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    start: WatchStart
    event: _event_pb2.Event
    view: WatchView
    end: WatchEnd
    def __init__(self, start: _Optional[_Union[WatchStart, _Mapping]] = ..., event: _Optional[_Union[_event_pb2.Event, _Mapping]] = ..., view: _Optional[_Union[WatchView, _Mapping]] = ..., end: _Optional[_Union[WatchEnd, _Mapping]] = ...) -> None: ...
