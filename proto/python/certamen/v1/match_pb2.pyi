import datetime

from certamen.v1 import common_pb2 as _common_pb2
from certamen.v1 import event_pb2 as _event_pb2
from certamen.v1 import game_pb2 as _game_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FaultPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_POLICY_UNSPECIFIED: _ClassVar[FaultPolicy]
    FAULT_POLICY_FORFEIT: _ClassVar[FaultPolicy]
    FAULT_POLICY_SUBSTITUTE: _ClassVar[FaultPolicy]

class Reveal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REVEAL_UNSPECIFIED: _ClassVar[Reveal]
    REVEAL_MATCH: _ClassVar[Reveal]
    REVEAL_BLOCK: _ClassVar[Reveal]
    REVEAL_TOURNAMENT: _ClassVar[Reveal]

class MatchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATE_UNSPECIFIED: _ClassVar[MatchState]
    MATCH_STATE_WAITING: _ClassVar[MatchState]
    MATCH_STATE_RUNNING: _ClassVar[MatchState]
    MATCH_STATE_FINISHED: _ClassVar[MatchState]
    MATCH_STATE_VOIDED: _ClassVar[MatchState]
    MATCH_STATE_CANCELLED: _ClassVar[MatchState]

class EndCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_CAUSE_UNSPECIFIED: _ClassVar[EndCause]
    END_CAUSE_COMPLETED: _ClassVar[EndCause]
    END_CAUSE_FORFEITED: _ClassVar[EndCause]
    END_CAUSE_NOT_JOINED: _ClassVar[EndCause]
    END_CAUSE_CANCELLED: _ClassVar[EndCause]
    END_CAUSE_SHUTDOWN: _ClassVar[EndCause]
    END_CAUSE_REFEREE_FAILED: _ClassVar[EndCause]
    END_CAUSE_VOIDED: _ClassVar[EndCause]

class Culprit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CULPRIT_UNSPECIFIED: _ClassVar[Culprit]
    CULPRIT_BOT: _ClassVar[Culprit]
    CULPRIT_HOST: _ClassVar[Culprit]
    CULPRIT_NETWORK: _ClassVar[Culprit]
    CULPRIT_REFEREE: _ClassVar[Culprit]
FAULT_POLICY_UNSPECIFIED: FaultPolicy
FAULT_POLICY_FORFEIT: FaultPolicy
FAULT_POLICY_SUBSTITUTE: FaultPolicy
REVEAL_UNSPECIFIED: Reveal
REVEAL_MATCH: Reveal
REVEAL_BLOCK: Reveal
REVEAL_TOURNAMENT: Reveal
MATCH_STATE_UNSPECIFIED: MatchState
MATCH_STATE_WAITING: MatchState
MATCH_STATE_RUNNING: MatchState
MATCH_STATE_FINISHED: MatchState
MATCH_STATE_VOIDED: MatchState
MATCH_STATE_CANCELLED: MatchState
END_CAUSE_UNSPECIFIED: EndCause
END_CAUSE_COMPLETED: EndCause
END_CAUSE_FORFEITED: EndCause
END_CAUSE_NOT_JOINED: EndCause
END_CAUSE_CANCELLED: EndCause
END_CAUSE_SHUTDOWN: EndCause
END_CAUSE_REFEREE_FAILED: EndCause
END_CAUSE_VOIDED: EndCause
CULPRIT_UNSPECIFIED: Culprit
CULPRIT_BOT: Culprit
CULPRIT_HOST: Culprit
CULPRIT_NETWORK: Culprit
CULPRIT_REFEREE: Culprit

class TimeControl(_message.Message):
    __slots__ = ("base_ns", "increment_ns", "per_move_ns", "lag_ns", "startup_ns", "join_ns", "disconnect_ns")
    BASE_NS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_NS_FIELD_NUMBER: _ClassVar[int]
    PER_MOVE_NS_FIELD_NUMBER: _ClassVar[int]
    LAG_NS_FIELD_NUMBER: _ClassVar[int]
    STARTUP_NS_FIELD_NUMBER: _ClassVar[int]
    JOIN_NS_FIELD_NUMBER: _ClassVar[int]
    DISCONNECT_NS_FIELD_NUMBER: _ClassVar[int]
    base_ns: int
    increment_ns: int
    per_move_ns: int
    lag_ns: int
    startup_ns: int
    join_ns: int
    disconnect_ns: int
    def __init__(self, base_ns: _Optional[int] = ..., increment_ns: _Optional[int] = ..., per_move_ns: _Optional[int] = ..., lag_ns: _Optional[int] = ..., startup_ns: _Optional[int] = ..., join_ns: _Optional[int] = ..., disconnect_ns: _Optional[int] = ...) -> None: ...

class MatchSettings(_message.Message):
    __slots__ = ("game", "players", "options", "time_control", "fault_policy", "reveal", "illegal_actions", "play_forced")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    FAULT_POLICY_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    PLAY_FORCED_FIELD_NUMBER: _ClassVar[int]
    game: str
    players: int
    options: _game_pb2.GameOptions
    time_control: TimeControl
    fault_policy: FaultPolicy
    reveal: Reveal
    illegal_actions: int
    play_forced: bool
    def __init__(self, game: _Optional[str] = ..., players: _Optional[int] = ..., options: _Optional[_Union[_game_pb2.GameOptions, _Mapping]] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ..., fault_policy: _Optional[_Union[FaultPolicy, str]] = ..., reveal: _Optional[_Union[Reveal, str]] = ..., illegal_actions: _Optional[int] = ..., play_forced: _Optional[bool] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("seat", "party", "alias")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    ALIAS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    party: int
    alias: str
    def __init__(self, seat: _Optional[int] = ..., party: _Optional[int] = ..., alias: _Optional[str] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "cause")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cause: _event_pb2.FaultCause
    def __init__(self, seat: _Optional[int] = ..., cause: _Optional[_Union[_event_pb2.FaultCause, str]] = ...) -> None: ...

class ClockLedger(_message.Message):
    __slots__ = ("seat", "decisions", "charged_ns", "increments_ns", "remaining_ns", "longest_ns")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    CHARGED_NS_FIELD_NUMBER: _ClassVar[int]
    INCREMENTS_NS_FIELD_NUMBER: _ClassVar[int]
    REMAINING_NS_FIELD_NUMBER: _ClassVar[int]
    LONGEST_NS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decisions: int
    charged_ns: int
    increments_ns: int
    remaining_ns: int
    longest_ns: int
    def __init__(self, seat: _Optional[int] = ..., decisions: _Optional[int] = ..., charged_ns: _Optional[int] = ..., increments_ns: _Optional[int] = ..., remaining_ns: _Optional[int] = ..., longest_ns: _Optional[int] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("cause", "culprit", "game_result", "placements", "faults", "clocks", "record_head", "signature", "explanation")
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    CULPRIT_FIELD_NUMBER: _ClassVar[int]
    GAME_RESULT_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    RECORD_HEAD_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    cause: EndCause
    culprit: Culprit
    game_result: _common_pb2.Result
    placements: _containers.RepeatedScalarFieldContainer[int]
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    clocks: _containers.RepeatedCompositeFieldContainer[ClockLedger]
    record_head: bytes
    signature: bytes
    explanation: str
    def __init__(self, cause: _Optional[_Union[EndCause, str]] = ..., culprit: _Optional[_Union[Culprit, str]] = ..., game_result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., placements: _Optional[_Iterable[int]] = ..., faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., clocks: _Optional[_Iterable[_Union[ClockLedger, _Mapping]]] = ..., record_head: _Optional[bytes] = ..., signature: _Optional[bytes] = ..., explanation: _Optional[str] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("name", "settings", "seats", "state", "practice", "commitment", "create_time", "start_time", "end_time", "outcome", "predecessor", "attempt", "revealed")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PRACTICE_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    PREDECESSOR_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    name: str
    settings: MatchSettings
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    state: MatchState
    practice: bool
    commitment: bytes
    create_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    outcome: Outcome
    predecessor: str
    attempt: int
    revealed: bool
    def __init__(self, name: _Optional[str] = ..., settings: _Optional[_Union[MatchSettings, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., state: _Optional[_Union[MatchState, str]] = ..., practice: _Optional[bool] = ..., commitment: _Optional[bytes] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., predecessor: _Optional[str] = ..., attempt: _Optional[int] = ..., revealed: _Optional[bool] = ...) -> None: ...
