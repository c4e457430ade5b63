from certamen.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ArtusMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARTUS_MODE_UNSPECIFIED: _ClassVar[ArtusMode]
    ARTUS_MODE_BASIC: _ClassVar[ArtusMode]
    ARTUS_MODE_ADVANCED: _ClassVar[ArtusMode]

class ArtusPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARTUS_PHASE_UNSPECIFIED: _ClassVar[ArtusPhase]
    ARTUS_PHASE_PLACE: _ClassVar[ArtusPhase]
    ARTUS_PHASE_PLAY: _ClassVar[ArtusPhase]
    ARTUS_PHASE_DRAW: _ClassVar[ArtusPhase]
    ARTUS_PHASE_OVER: _ClassVar[ArtusPhase]

class ArtusPile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARTUS_PILE_UNSPECIFIED: _ClassVar[ArtusPile]
    ARTUS_PILE_R: _ClassVar[ArtusPile]
    ARTUS_PILE_K: _ClassVar[ArtusPile]
    ARTUS_PILE_W: _ClassVar[ArtusPile]
ARTUS_MODE_UNSPECIFIED: ArtusMode
ARTUS_MODE_BASIC: ArtusMode
ARTUS_MODE_ADVANCED: ArtusMode
ARTUS_PHASE_UNSPECIFIED: ArtusPhase
ARTUS_PHASE_PLACE: ArtusPhase
ARTUS_PHASE_PLAY: ArtusPhase
ARTUS_PHASE_DRAW: ArtusPhase
ARTUS_PHASE_OVER: ArtusPhase
ARTUS_PILE_UNSPECIFIED: ArtusPile
ARTUS_PILE_R: ArtusPile
ARTUS_PILE_K: ArtusPile
ARTUS_PILE_W: ArtusPile

class ArtusOptions(_message.Message):
    __slots__ = ("mode",)
    MODE_FIELD_NUMBER: _ClassVar[int]
    mode: ArtusMode
    def __init__(self, mode: _Optional[_Union[ArtusMode, str]] = ...) -> None: ...

class ArtusPiles(_message.Message):
    __slots__ = ("knights", "kings", "scoring")
    KNIGHTS_FIELD_NUMBER: _ClassVar[int]
    KINGS_FIELD_NUMBER: _ClassVar[int]
    SCORING_FIELD_NUMBER: _ClassVar[int]
    knights: _containers.RepeatedScalarFieldContainer[str]
    kings: _containers.RepeatedScalarFieldContainer[str]
    scoring: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, knights: _Optional[_Iterable[str]] = ..., kings: _Optional[_Iterable[str]] = ..., scoring: _Optional[_Iterable[str]] = ...) -> None: ...

class ArtusView(_message.Message):
    __slots__ = ("viewer", "players", "options", "deal", "phase", "to_act", "chairs", "king", "placed", "scores", "hands", "piles", "turn", "step", "played", "result")
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    CHAIRS_FIELD_NUMBER: _ClassVar[int]
    KING_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    PILES_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    viewer: int
    players: int
    options: ArtusOptions
    deal: int
    phase: ArtusPhase
    to_act: _containers.RepeatedScalarFieldContainer[int]
    chairs: _containers.RepeatedScalarFieldContainer[str]
    king: int
    placed: int
    scores: _containers.RepeatedScalarFieldContainer[int]
    hands: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    piles: _containers.RepeatedCompositeFieldContainer[ArtusPiles]
    turn: int
    step: int
    played: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatCard]
    result: _common_pb2.Result
    def __init__(self, viewer: _Optional[int] = ..., players: _Optional[int] = ..., options: _Optional[_Union[ArtusOptions, _Mapping]] = ..., deal: _Optional[int] = ..., phase: _Optional[_Union[ArtusPhase, str]] = ..., to_act: _Optional[_Iterable[int]] = ..., chairs: _Optional[_Iterable[str]] = ..., king: _Optional[int] = ..., placed: _Optional[int] = ..., scores: _Optional[_Iterable[int]] = ..., hands: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., piles: _Optional[_Iterable[_Union[ArtusPiles, _Mapping]]] = ..., turn: _Optional[int] = ..., step: _Optional[int] = ..., played: _Optional[_Iterable[_Union[_common_pb2.SeatCard, _Mapping]]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...

class ArtusPlace(_message.Message):
    __slots__ = ("chair",)
    CHAIR_FIELD_NUMBER: _ClassVar[int]
    chair: int
    def __init__(self, chair: _Optional[int] = ...) -> None: ...

class ArtusMove(_message.Message):
    __slots__ = ("card", "chair", "distance")
    CARD_FIELD_NUMBER: _ClassVar[int]
    CHAIR_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    card: str
    chair: int
    distance: int
    def __init__(self, card: _Optional[str] = ..., chair: _Optional[int] = ..., distance: _Optional[int] = ...) -> None: ...

class ArtusRing(_message.Message):
    __slots__ = ("card", "chair")
    CARD_FIELD_NUMBER: _ClassVar[int]
    CHAIR_FIELD_NUMBER: _ClassVar[int]
    card: str
    chair: int
    def __init__(self, card: _Optional[str] = ..., chair: _Optional[int] = ...) -> None: ...

class ArtusScore(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class ArtusDraw(_message.Message):
    __slots__ = ("pile",)
    PILE_FIELD_NUMBER: _ClassVar[int]
    pile: ArtusPile
    def __init__(self, pile: _Optional[_Union[ArtusPile, str]] = ...) -> None: ...

class ArtusAction(_message.Message):
    __slots__ = ("place", "move", "ring", "score", "draw")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    RING_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    place: ArtusPlace
    move: ArtusMove
    ring: ArtusRing
    score: ArtusScore
    draw: ArtusDraw
    def __init__(self, place: _Optional[_Union[ArtusPlace, _Mapping]] = ..., move: _Optional[_Union[ArtusMove, _Mapping]] = ..., ring: _Optional[_Union[ArtusRing, _Mapping]] = ..., score: _Optional[_Union[ArtusScore, _Mapping]] = ..., draw: _Optional[_Union[ArtusDraw, _Mapping]] = ...) -> None: ...

class ArtusDisplacedEvent(_message.Message):
    __slots__ = ("figure", "from_chair", "to_chair")
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    FROM_CHAIR_FIELD_NUMBER: _ClassVar[int]
    TO_CHAIR_FIELD_NUMBER: _ClassVar[int]
    figure: str
    from_chair: int
    to_chair: int
    def __init__(self, figure: _Optional[str] = ..., from_chair: _Optional[int] = ..., to_chair: _Optional[int] = ...) -> None: ...

class ArtusPointsEvent(_message.Message):
    __slots__ = ("seat", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    points: int
    def __init__(self, seat: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class ArtusKingEvent(_message.Message):
    __slots__ = ("chair",)
    CHAIR_FIELD_NUMBER: _ClassVar[int]
    chair: int
    def __init__(self, chair: _Optional[int] = ...) -> None: ...

class ArtusDrawnEvent(_message.Message):
    __slots__ = ("seat", "pile", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    pile: ArtusPile
    card: str
    def __init__(self, seat: _Optional[int] = ..., pile: _Optional[_Union[ArtusPile, str]] = ..., card: _Optional[str] = ...) -> None: ...

class ArtusEvent(_message.Message):
    __slots__ = ("displaced", "points", "king", "drawn")
    DISPLACED_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    KING_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    displaced: ArtusDisplacedEvent
    points: ArtusPointsEvent
    king: ArtusKingEvent
    drawn: ArtusDrawnEvent
    def __init__(self, displaced: _Optional[_Union[ArtusDisplacedEvent, _Mapping]] = ..., points: _Optional[_Union[ArtusPointsEvent, _Mapping]] = ..., king: _Optional[_Union[ArtusKingEvent, _Mapping]] = ..., drawn: _Optional[_Union[ArtusDrawnEvent, _Mapping]] = ...) -> None: ...
