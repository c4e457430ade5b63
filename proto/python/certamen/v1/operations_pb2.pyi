import datetime

from certamen.v1 import arena_pb2 as _arena_pb2
from certamen.v1 import match_pb2 as _match_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetMatchStoryRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetMatchStoryResponse(_message.Message):
    __slots__ = ("match", "seats", "timeline", "predecessors", "successors", "rulings", "record", "actions")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    TIMELINE_FIELD_NUMBER: _ClassVar[int]
    PREDECESSORS_FIELD_NUMBER: _ClassVar[int]
    SUCCESSORS_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    seats: _containers.RepeatedCompositeFieldContainer[SeatStory]
    timeline: _containers.RepeatedCompositeFieldContainer[Happening]
    predecessors: _containers.RepeatedScalarFieldContainer[str]
    successors: _containers.RepeatedScalarFieldContainer[str]
    rulings: _containers.RepeatedCompositeFieldContainer[_arena_pb2.Ruling]
    record: str
    actions: int
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatStory, _Mapping]]] = ..., timeline: _Optional[_Iterable[_Union[Happening, _Mapping]]] = ..., predecessors: _Optional[_Iterable[str]] = ..., successors: _Optional[_Iterable[str]] = ..., rulings: _Optional[_Iterable[_Union[_arena_pb2.Ruling, _Mapping]]] = ..., record: _Optional[str] = ..., actions: _Optional[int] = ...) -> None: ...

class SeatStory(_message.Message):
    __slots__ = ("seat", "bot", "version", "decisions", "charged_ns", "longest_ns", "remaining_ns")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    CHARGED_NS_FIELD_NUMBER: _ClassVar[int]
    LONGEST_NS_FIELD_NUMBER: _ClassVar[int]
    REMAINING_NS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    bot: str
    version: str
    decisions: int
    charged_ns: int
    longest_ns: int
    remaining_ns: int
    def __init__(self, seat: _Optional[int] = ..., bot: _Optional[str] = ..., version: _Optional[str] = ..., decisions: _Optional[int] = ..., charged_ns: _Optional[int] = ..., longest_ns: _Optional[int] = ..., remaining_ns: _Optional[int] = ...) -> None: ...

class Happening(_message.Message):
    __slots__ = ("at_ns", "kind", "seat", "text", "entry", "evidence")
    AT_NS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    at_ns: int
    kind: str
    seat: int
    text: str
    entry: int
    evidence: int
    def __init__(self, at_ns: _Optional[int] = ..., kind: _Optional[str] = ..., seat: _Optional[int] = ..., text: _Optional[str] = ..., entry: _Optional[int] = ..., evidence: _Optional[int] = ...) -> None: ...

class GetServerStatusRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetServerStatusResponse(_message.Message):
    __slots__ = ("servers", "newest")
    SERVERS_FIELD_NUMBER: _ClassVar[int]
    NEWEST_FIELD_NUMBER: _ClassVar[int]
    servers: _containers.RepeatedCompositeFieldContainer[ServerStatus]
    newest: _containers.RepeatedCompositeFieldContainer[_match_pb2.Match]
    def __init__(self, servers: _Optional[_Iterable[_Union[ServerStatus, _Mapping]]] = ..., newest: _Optional[_Iterable[_Union[_match_pb2.Match, _Mapping]]] = ...) -> None: ...

class ServerStatus(_message.Message):
    __slots__ = ("version", "pid", "start_time", "uptime_ns", "games", "decisions", "referee_median_ns", "referee_p99_ns", "rejected", "stalls", "stalled_ns", "play_streams", "queued_messages", "database_backlog")
    class RejectedEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    UPTIME_NS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    REFEREE_MEDIAN_NS_FIELD_NUMBER: _ClassVar[int]
    REFEREE_P99_NS_FIELD_NUMBER: _ClassVar[int]
    REJECTED_FIELD_NUMBER: _ClassVar[int]
    STALLS_FIELD_NUMBER: _ClassVar[int]
    STALLED_NS_FIELD_NUMBER: _ClassVar[int]
    PLAY_STREAMS_FIELD_NUMBER: _ClassVar[int]
    QUEUED_MESSAGES_FIELD_NUMBER: _ClassVar[int]
    DATABASE_BACKLOG_FIELD_NUMBER: _ClassVar[int]
    version: str
    pid: int
    start_time: _timestamp_pb2.Timestamp
    uptime_ns: int
    games: _containers.RepeatedCompositeFieldContainer[GameStatus]
    decisions: int
    referee_median_ns: int
    referee_p99_ns: int
    rejected: _containers.ScalarMap[str, int]
    stalls: int
    stalled_ns: int
    play_streams: int
    queued_messages: int
    database_backlog: int
    def __init__(self, version: _Optional[str] = ..., pid: _Optional[int] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., uptime_ns: _Optional[int] = ..., games: _Optional[_Iterable[_Union[GameStatus, _Mapping]]] = ..., decisions: _Optional[int] = ..., referee_median_ns: _Optional[int] = ..., referee_p99_ns: _Optional[int] = ..., rejected: _Optional[_Mapping[str, int]] = ..., stalls: _Optional[int] = ..., stalled_ns: _Optional[int] = ..., play_streams: _Optional[int] = ..., queued_messages: _Optional[int] = ..., database_backlog: _Optional[int] = ...) -> None: ...

class GameStatus(_message.Message):
    __slots__ = ("game", "waiting", "running")
    GAME_FIELD_NUMBER: _ClassVar[int]
    WAITING_FIELD_NUMBER: _ClassVar[int]
    RUNNING_FIELD_NUMBER: _ClassVar[int]
    game: str
    waiting: int
    running: int
    def __init__(self, game: _Optional[str] = ..., waiting: _Optional[int] = ..., running: _Optional[int] = ...) -> None: ...
