from certamen.v1 import common_pb2 as _common_pb2
from certamen.v1 import event_pb2 as _event_pb2
from certamen.v1 import game_pb2 as _game_pb2
from certamen.v1 import play_pb2 as _play_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PositionForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    POSITION_FORM_UNSPECIFIED: _ClassVar[PositionForm]
    POSITION_FORM_STATE: _ClassVar[PositionForm]
    POSITION_FORM_JSON: _ClassVar[PositionForm]
POSITION_FORM_UNSPECIFIED: PositionForm
POSITION_FORM_STATE: PositionForm
POSITION_FORM_JSON: PositionForm

class GameSetup(_message.Message):
    __slots__ = ("game", "players", "options")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    game: str
    players: int
    options: _game_pb2.GameOptions
    def __init__(self, game: _Optional[str] = ..., players: _Optional[int] = ..., options: _Optional[_Union[_game_pb2.GameOptions, _Mapping]] = ...) -> None: ...

class Position(_message.Message):
    __slots__ = ("setup", "state", "json")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    setup: GameSetup
    state: bytes
    json: str
    def __init__(self, setup: _Optional[_Union[GameSetup, _Mapping]] = ..., state: _Optional[bytes] = ..., json: _Optional[str] = ...) -> None: ...

class Viewer(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class PositionStatus(_message.Message):
    __slots__ = ("to_act", "result")
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    to_act: _containers.RepeatedScalarFieldContainer[int]
    result: _common_pb2.Result
    def __init__(self, to_act: _Optional[_Iterable[int]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ...) -> None: ...

class Game(_message.Message):
    __slots__ = ("id", "title", "seats")
    ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    id: str
    title: str
    seats: _containers.RepeatedCompositeFieldContainer[GameSeats]
    def __init__(self, id: _Optional[str] = ..., title: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[GameSeats, _Mapping]]] = ...) -> None: ...

class GameSeats(_message.Message):
    __slots__ = ("players", "options", "max_legal_actions", "max_game_length")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    MAX_LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    MAX_GAME_LENGTH_FIELD_NUMBER: _ClassVar[int]
    players: int
    options: _containers.RepeatedCompositeFieldContainer[GameOption]
    max_legal_actions: int
    max_game_length: int
    def __init__(self, players: _Optional[int] = ..., options: _Optional[_Iterable[_Union[GameOption, _Mapping]]] = ..., max_legal_actions: _Optional[int] = ..., max_game_length: _Optional[int] = ...) -> None: ...

class GameOption(_message.Message):
    __slots__ = ("name", "boolean", "integer", "choice", "depends")
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOOLEAN_FIELD_NUMBER: _ClassVar[int]
    INTEGER_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    DEPENDS_FIELD_NUMBER: _ClassVar[int]
    name: str
    boolean: BooleanOption
    integer: IntegerOption
    choice: ChoiceOption
    depends: str
    def __init__(self, name: _Optional[str] = ..., boolean: _Optional[_Union[BooleanOption, _Mapping]] = ..., integer: _Optional[_Union[IntegerOption, _Mapping]] = ..., choice: _Optional[_Union[ChoiceOption, _Mapping]] = ..., depends: _Optional[str] = ...) -> None: ...

class BooleanOption(_message.Message):
    __slots__ = ("accepted", "default_value")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    accepted: _containers.RepeatedScalarFieldContainer[bool]
    default_value: bool
    def __init__(self, accepted: _Optional[_Iterable[bool]] = ..., default_value: _Optional[bool] = ...) -> None: ...

class IntegerOption(_message.Message):
    __slots__ = ("minimum", "maximum", "default_value")
    MINIMUM_FIELD_NUMBER: _ClassVar[int]
    MAXIMUM_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    minimum: int
    maximum: int
    default_value: int
    def __init__(self, minimum: _Optional[int] = ..., maximum: _Optional[int] = ..., default_value: _Optional[int] = ...) -> None: ...

class ChoiceOption(_message.Message):
    __slots__ = ("accepted", "default_value")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    accepted: _containers.RepeatedScalarFieldContainer[str]
    default_value: str
    def __init__(self, accepted: _Optional[_Iterable[str]] = ..., default_value: _Optional[str] = ...) -> None: ...

class NewPositionRequest(_message.Message):
    __slots__ = ("setup", "seed", "form", "viewer")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    setup: GameSetup
    seed: bytes
    form: PositionForm
    viewer: Viewer
    def __init__(self, setup: _Optional[_Union[GameSetup, _Mapping]] = ..., seed: _Optional[bytes] = ..., form: _Optional[_Union[PositionForm, str]] = ..., viewer: _Optional[_Union[Viewer, _Mapping]] = ...) -> None: ...

class NewPositionResponse(_message.Message):
    __slots__ = ("position", "status", "events")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    position: Position
    status: PositionStatus
    events: _containers.RepeatedCompositeFieldContainer[_event_pb2.Event]
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., status: _Optional[_Union[PositionStatus, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_event_pb2.Event, _Mapping]]] = ...) -> None: ...

class ListLegalActionsRequest(_message.Message):
    __slots__ = ("position", "seat", "action_form")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FORM_FIELD_NUMBER: _ClassVar[int]
    position: Position
    seat: int
    action_form: _play_pb2.ActionForm
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., seat: _Optional[int] = ..., action_form: _Optional[_Union[_play_pb2.ActionForm, str]] = ...) -> None: ...

class ListLegalActionsResponse(_message.Message):
    __slots__ = ("seat", "legal_actions", "status")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    legal_actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.LegalAction]
    status: PositionStatus
    def __init__(self, seat: _Optional[int] = ..., legal_actions: _Optional[_Iterable[_Union[_game_pb2.LegalAction, _Mapping]]] = ..., status: _Optional[_Union[PositionStatus, _Mapping]] = ...) -> None: ...

class SeatAction(_message.Message):
    __slots__ = ("seat", "code", "text")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    code: int
    text: str
    def __init__(self, seat: _Optional[int] = ..., code: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class ApplyActionsRequest(_message.Message):
    __slots__ = ("position", "actions", "form", "viewer")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    position: Position
    actions: _containers.RepeatedCompositeFieldContainer[SeatAction]
    form: PositionForm
    viewer: Viewer
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[SeatAction, _Mapping]]] = ..., form: _Optional[_Union[PositionForm, str]] = ..., viewer: _Optional[_Union[Viewer, _Mapping]] = ...) -> None: ...

class ApplyActionsResponse(_message.Message):
    __slots__ = ("position", "status", "events")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    position: Position
    status: PositionStatus
    events: _containers.RepeatedCompositeFieldContainer[_event_pb2.Event]
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., status: _Optional[_Union[PositionStatus, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_event_pb2.Event, _Mapping]]] = ...) -> None: ...

class GetViewRequest(_message.Message):
    __slots__ = ("position", "viewer")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    position: Position
    viewer: Viewer
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., viewer: _Optional[_Union[Viewer, _Mapping]] = ...) -> None: ...

class GetViewResponse(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _game_pb2.GameView
    def __init__(self, view: _Optional[_Union[_game_pb2.GameView, _Mapping]] = ...) -> None: ...

class RunPlayoutsRequest(_message.Message):
    __slots__ = ("position", "setup", "playouts", "seed")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    position: Position
    setup: GameSetup
    playouts: int
    seed: int
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., setup: _Optional[_Union[GameSetup, _Mapping]] = ..., playouts: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class RunPlayoutsResponse(_message.Message):
    __slots__ = ("playouts", "decisions", "longest", "total_scores", "mean_scores", "mean_placements", "mean_returns")
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    LONGEST_FIELD_NUMBER: _ClassVar[int]
    TOTAL_SCORES_FIELD_NUMBER: _ClassVar[int]
    MEAN_SCORES_FIELD_NUMBER: _ClassVar[int]
    MEAN_PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    MEAN_RETURNS_FIELD_NUMBER: _ClassVar[int]
    playouts: int
    decisions: int
    longest: int
    total_scores: _containers.RepeatedScalarFieldContainer[int]
    mean_scores: _containers.RepeatedScalarFieldContainer[float]
    mean_placements: _containers.RepeatedScalarFieldContainer[float]
    mean_returns: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, playouts: _Optional[int] = ..., decisions: _Optional[int] = ..., longest: _Optional[int] = ..., total_scores: _Optional[_Iterable[int]] = ..., mean_scores: _Optional[_Iterable[float]] = ..., mean_placements: _Optional[_Iterable[float]] = ..., mean_returns: _Optional[_Iterable[float]] = ...) -> None: ...

class CountLeavesRequest(_message.Message):
    __slots__ = ("position", "depth")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    position: Position
    depth: int
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., depth: _Optional[int] = ...) -> None: ...

class CountLeavesResponse(_message.Message):
    __slots__ = ("leaves",)
    LEAVES_FIELD_NUMBER: _ClassVar[int]
    leaves: int
    def __init__(self, leaves: _Optional[int] = ...) -> None: ...
