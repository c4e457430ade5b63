from certamen.v1 import event_pb2 as _event_pb2
from certamen.v1 import game_pb2 as _game_pb2
from certamen.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ActionForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_FORM_UNSPECIFIED: _ClassVar[ActionForm]
    ACTION_FORM_FULL: _ClassVar[ActionForm]
    ACTION_FORM_TEXT: _ClassVar[ActionForm]
    ACTION_FORM_CODE: _ClassVar[ActionForm]

class RejectReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REJECT_REASON_UNSPECIFIED: _ClassVar[RejectReason]
    REJECT_REASON_ILLEGAL_ACTION: _ClassVar[RejectReason]
    REJECT_REASON_NOT_YOUR_TURN: _ClassVar[RejectReason]
    REJECT_REASON_STALE_DECISION: _ClassVar[RejectReason]
    REJECT_REASON_TOO_LATE: _ClassVar[RejectReason]
    REJECT_REASON_UNKNOWN_MATCH: _ClassVar[RejectReason]
    REJECT_REASON_FORFEITED: _ClassVar[RejectReason]
    REJECT_REASON_MATCH_OVER: _ClassVar[RejectReason]
ACTION_FORM_UNSPECIFIED: ActionForm
ACTION_FORM_FULL: ActionForm
ACTION_FORM_TEXT: ActionForm
ACTION_FORM_CODE: ActionForm
REJECT_REASON_UNSPECIFIED: RejectReason
REJECT_REASON_ILLEGAL_ACTION: RejectReason
REJECT_REASON_NOT_YOUR_TURN: RejectReason
REJECT_REASON_STALE_DECISION: RejectReason
REJECT_REASON_TOO_LATE: RejectReason
REJECT_REASON_UNKNOWN_MATCH: RejectReason
REJECT_REASON_FORFEITED: RejectReason
REJECT_REASON_MATCH_OVER: RejectReason

class MatchCursor(_message.Message):
    __slots__ = ("match", "last_event")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    LAST_EVENT_FIELD_NUMBER: _ClassVar[int]
    match: str
    last_event: int
    def __init__(self, match: _Optional[str] = ..., last_event: _Optional[int] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol_version", "bot_name", "bot_version", "games", "max_matches", "action_form", "cursors", "batches", "linger_ns")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_MATCHES_FIELD_NUMBER: _ClassVar[int]
    ACTION_FORM_FIELD_NUMBER: _ClassVar[int]
    CURSORS_FIELD_NUMBER: _ClassVar[int]
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    LINGER_NS_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    bot_name: str
    bot_version: str
    games: _containers.RepeatedScalarFieldContainer[str]
    max_matches: int
    action_form: ActionForm
    cursors: _containers.RepeatedCompositeFieldContainer[MatchCursor]
    batches: bool
    linger_ns: int
    def __init__(self, protocol_version: _Optional[int] = ..., bot_name: _Optional[str] = ..., bot_version: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., max_matches: _Optional[int] = ..., action_form: _Optional[_Union[ActionForm, str]] = ..., cursors: _Optional[_Iterable[_Union[MatchCursor, _Mapping]]] = ..., batches: _Optional[bool] = ..., linger_ns: _Optional[int] = ...) -> None: ...

class Act(_message.Message):
    __slots__ = ("match", "decision", "code", "text")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match: str
    decision: int
    code: int
    text: str
    def __init__(self, match: _Optional[str] = ..., decision: _Optional[int] = ..., code: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class Resign(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class Leave(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Ping(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: int
    def __init__(self, id: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: int
    def __init__(self, id: _Optional[int] = ...) -> None: ...

class PlayRequest(_message.Message):
    __slots__ = ("hello", "act", "resign", "leave", "ping", "pong")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    LEAVE_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    act: Act
    resign: Resign
    leave: Leave
    ping: Ping
    pong: Pong
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., act: _Optional[_Union[Act, _Mapping]] = ..., resign: _Optional[_Union[Resign, _Mapping]] = ..., leave: _Optional[_Union[Leave, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol_version", "server", "matches", "ping_interval_ns")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    SERVER_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    PING_INTERVAL_NS_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    server: str
    matches: _containers.RepeatedScalarFieldContainer[str]
    ping_interval_ns: int
    def __init__(self, protocol_version: _Optional[int] = ..., server: _Optional[str] = ..., matches: _Optional[_Iterable[str]] = ..., ping_interval_ns: _Optional[int] = ...) -> None: ...

class MatchStart(_message.Message):
    __slots__ = ("match", "seat", "settings", "seats", "practice", "commitment", "view")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PRACTICE_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    settings: _match_pb2.MatchSettings
    seats: _containers.RepeatedCompositeFieldContainer[_match_pb2.Seat]
    practice: bool
    commitment: bytes
    view: _game_pb2.GameView
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ..., settings: _Optional[_Union[_match_pb2.MatchSettings, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[_match_pb2.Seat, _Mapping]]] = ..., practice: _Optional[bool] = ..., commitment: _Optional[bytes] = ..., view: _Optional[_Union[_game_pb2.GameView, _Mapping]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("seat", "remaining_ns")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REMAINING_NS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    remaining_ns: int
    def __init__(self, seat: _Optional[int] = ..., remaining_ns: _Optional[int] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("match", "decision", "last_event", "view", "legal_actions", "clocks", "last_charged_ns", "time_left_ns")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    LAST_EVENT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    LAST_CHARGED_NS_FIELD_NUMBER: _ClassVar[int]
    TIME_LEFT_NS_FIELD_NUMBER: _ClassVar[int]
    match: str
    decision: int
    last_event: int
    view: _game_pb2.GameView
    legal_actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.LegalAction]
    clocks: _containers.RepeatedCompositeFieldContainer[Clock]
    last_charged_ns: int
    time_left_ns: int
    def __init__(self, match: _Optional[str] = ..., decision: _Optional[int] = ..., last_event: _Optional[int] = ..., view: _Optional[_Union[_game_pb2.GameView, _Mapping]] = ..., legal_actions: _Optional[_Iterable[_Union[_game_pb2.LegalAction, _Mapping]]] = ..., clocks: _Optional[_Iterable[_Union[Clock, _Mapping]]] = ..., last_charged_ns: _Optional[int] = ..., time_left_ns: _Optional[int] = ...) -> None: ...

class Accepted(_message.Message):
    __slots__ = ("match", "decision", "charged_ns", "remaining_ns")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CHARGED_NS_FIELD_NUMBER: _ClassVar[int]
    REMAINING_NS_FIELD_NUMBER: _ClassVar[int]
    match: str
    decision: int
    charged_ns: int
    remaining_ns: int
    def __init__(self, match: _Optional[str] = ..., decision: _Optional[int] = ..., charged_ns: _Optional[int] = ..., remaining_ns: _Optional[int] = ...) -> None: ...

class Rejected(_message.Message):
    __slots__ = ("match", "decision", "reason", "detail", "explanation")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    match: str
    decision: int
    reason: RejectReason
    detail: str
    explanation: str
    def __init__(self, match: _Optional[str] = ..., decision: _Optional[int] = ..., reason: _Optional[_Union[RejectReason, str]] = ..., detail: _Optional[str] = ..., explanation: _Optional[str] = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("match", "outcome")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    match: str
    outcome: _match_pb2.Outcome
    def __init__(self, match: _Optional[str] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ...) -> None: ...

class SeedRevealed(_message.Message):
    __slots__ = ("match", "seed", "nonce", "start_position")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    START_POSITION_FIELD_NUMBER: _ClassVar[int]
    match: str
    seed: bytes
    nonce: bytes
    start_position: str
    def __init__(self, match: _Optional[str] = ..., seed: _Optional[bytes] = ..., nonce: _Optional[bytes] = ..., start_position: _Optional[str] = ...) -> None: ...

class Batch(_message.Message):
    __slots__ = ("messages",)
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[PlayResponse]
    def __init__(self, messages: _Optional[_Iterable[_Union[PlayResponse, _Mapping]]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "match_start", "event", "decision", "accepted", "rejected", "match_end", "seed_revealed", "ping", "pong", "batch")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    MATCH_START_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REJECTED_FIELD_NUMBER: _ClassVar[int]
    MATCH_END_FIELD_NUMBER: _ClassVar[int]
    SEED_REVEALED_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    match_start: MatchStart
    event: _event_pb2.Event
    decision: Decision
    accepted: Accepted
    rejected: Rejected
    match_end: MatchEnd
    seed_revealed: SeedRevealed
    ping: Ping
    pong: Pong
    batch: Batch
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., match_start: _Optional[_Union[MatchStart, _Mapping]] = ..., event: _Optional[_Union[_event_pb2.Event, _Mapping]] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., accepted: _Optional[_Union[Accepted, _Mapping]] = ..., rejected: _Optional[_Union[Rejected, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., seed_revealed: _Optional[_Union[SeedRevealed, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., batch: _Optional[_Union[Batch, _Mapping]] = ...) -> None: ...
