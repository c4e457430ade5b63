import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TournamentState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOURNAMENT_STATE_UNSPECIFIED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_RUNNING: _ClassVar[TournamentState]
    TOURNAMENT_STATE_PAUSED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_FINISHED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_CANCELLED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_HELD: _ClassVar[TournamentState]
    TOURNAMENT_STATE_FAILED: _ClassVar[TournamentState]

class PairingState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PAIRING_STATE_UNSPECIFIED: _ClassVar[PairingState]
    PAIRING_STATE_OPEN: _ClassVar[PairingState]
    PAIRING_STATE_RUNNING: _ClassVar[PairingState]
    PAIRING_STATE_FINISHED: _ClassVar[PairingState]
    PAIRING_STATE_VOID: _ClassVar[PairingState]
TOURNAMENT_STATE_UNSPECIFIED: TournamentState
TOURNAMENT_STATE_RUNNING: TournamentState
TOURNAMENT_STATE_PAUSED: TournamentState
TOURNAMENT_STATE_FINISHED: TournamentState
TOURNAMENT_STATE_CANCELLED: TournamentState
TOURNAMENT_STATE_HELD: TournamentState
TOURNAMENT_STATE_FAILED: TournamentState
PAIRING_STATE_UNSPECIFIED: PairingState
PAIRING_STATE_OPEN: PairingState
PAIRING_STATE_RUNNING: PairingState
PAIRING_STATE_FINISHED: PairingState
PAIRING_STATE_VOID: PairingState

class Tournament(_message.Message):
    __slots__ = ("name", "title", "state", "game", "bots", "games_finished", "games_scheduled", "commitment", "root", "nonce", "create_time", "end_time", "problem")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FINISHED_FIELD_NUMBER: _ClassVar[int]
    GAMES_SCHEDULED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    ROOT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    state: TournamentState
    game: str
    bots: _containers.RepeatedScalarFieldContainer[str]
    games_finished: int
    games_scheduled: int
    commitment: bytes
    root: bytes
    nonce: bytes
    create_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    problem: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., state: _Optional[_Union[TournamentState, str]] = ..., game: _Optional[str] = ..., bots: _Optional[_Iterable[str]] = ..., games_finished: _Optional[int] = ..., games_scheduled: _Optional[int] = ..., commitment: _Optional[bytes] = ..., root: _Optional[bytes] = ..., nonce: _Optional[bytes] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., problem: _Optional[str] = ...) -> None: ...

class CreateTournamentRequest(_message.Message):
    __slots__ = ("plan",)
    PLAN_FIELD_NUMBER: _ClassVar[int]
    plan: str
    def __init__(self, plan: _Optional[str] = ...) -> None: ...

class BotToken(_message.Message):
    __slots__ = ("bot", "token")
    BOT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    bot: str
    token: str
    def __init__(self, bot: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class CreateTournamentResponse(_message.Message):
    __slots__ = ("tournament", "bot_tokens")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    BOT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    bot_tokens: _containers.RepeatedCompositeFieldContainer[BotToken]
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ..., bot_tokens: _Optional[_Iterable[_Union[BotToken, _Mapping]]] = ...) -> None: ...

class GetTournamentRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ListTournamentsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTournamentsResponse(_message.Message):
    __slots__ = ("tournaments", "next_page_token")
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournaments: _containers.RepeatedCompositeFieldContainer[Tournament]
    next_page_token: str
    def __init__(self, tournaments: _Optional[_Iterable[_Union[Tournament, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class StartTournamentRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class StartTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class PauseTournamentRequest(_message.Message):
    __slots__ = ("name", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    reason: str
    def __init__(self, name: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class PauseTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class CancelTournamentRequest(_message.Message):
    __slots__ = ("name", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    reason: str
    def __init__(self, name: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class CancelTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class VoidGameRequest(_message.Message):
    __slots__ = ("name", "game", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    game: str
    reason: str
    def __init__(self, name: _Optional[str] = ..., game: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class VoidGameResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class RerunGameRequest(_message.Message):
    __slots__ = ("name", "game", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    game: str
    reason: str
    def __init__(self, name: _Optional[str] = ..., game: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class RerunGameResponse(_message.Message):
    __slots__ = ("tournament", "explanation")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    explanation: str
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ..., explanation: _Optional[str] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class Estimate(_message.Message):
    __slots__ = ("value", "low", "high")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    value: float
    low: float
    high: float
    def __init__(self, value: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("bot", "games", "blocks", "outcome", "ahead", "place", "score", "rating", "faults")
    BOT_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    AHEAD_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    bot: str
    games: int
    blocks: int
    outcome: Estimate
    ahead: Estimate
    place: Estimate
    score: Estimate
    rating: Estimate
    faults: int
    def __init__(self, bot: _Optional[str] = ..., games: _Optional[int] = ..., blocks: _Optional[int] = ..., outcome: _Optional[_Union[Estimate, _Mapping]] = ..., ahead: _Optional[_Union[Estimate, _Mapping]] = ..., place: _Optional[_Union[Estimate, _Mapping]] = ..., score: _Optional[_Union[Estimate, _Mapping]] = ..., rating: _Optional[_Union[Estimate, _Mapping]] = ..., faults: _Optional[int] = ...) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("standings", "stopping")
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    STOPPING_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    stopping: str
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., stopping: _Optional[str] = ...) -> None: ...

class ListPairingsRequest(_message.Message):
    __slots__ = ("name", "page_size", "page_token")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    name: str
    page_size: int
    page_token: str
    def __init__(self, name: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class Pairing(_message.Message):
    __slots__ = ("game", "bots", "state", "attempts", "match", "placements", "scores", "explanation")
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    game: str
    bots: _containers.RepeatedScalarFieldContainer[str]
    state: PairingState
    attempts: int
    match: str
    placements: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    explanation: str
    def __init__(self, game: _Optional[str] = ..., bots: _Optional[_Iterable[str]] = ..., state: _Optional[_Union[PairingState, str]] = ..., attempts: _Optional[int] = ..., match: _Optional[str] = ..., placements: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ..., explanation: _Optional[str] = ...) -> None: ...

class ListPairingsResponse(_message.Message):
    __slots__ = ("pairings", "next_page_token")
    PAIRINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    pairings: _containers.RepeatedCompositeFieldContainer[Pairing]
    next_page_token: str
    def __init__(self, pairings: _Optional[_Iterable[_Union[Pairing, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListTournamentRulingsRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class TournamentRuling(_message.Message):
    __slots__ = ("kind", "time", "subject", "reason")
    KIND_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    kind: str
    time: _timestamp_pb2.Timestamp
    subject: str
    reason: str
    def __init__(self, kind: _Optional[str] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., subject: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ListTournamentRulingsResponse(_message.Message):
    __slots__ = ("rulings",)
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    rulings: _containers.RepeatedCompositeFieldContainer[TournamentRuling]
    def __init__(self, rulings: _Optional[_Iterable[_Union[TournamentRuling, _Mapping]]] = ...) -> None: ...
