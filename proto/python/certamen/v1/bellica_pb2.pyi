from certamen.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BellicaVariant(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BELLICA_VARIANT_UNSPECIFIED: _ClassVar[BellicaVariant]
    BELLICA_VARIANT_SIMPLE: _ClassVar[BellicaVariant]
    BELLICA_VARIANT_COMPOSITE: _ClassVar[BellicaVariant]
    BELLICA_VARIANT_BELLUM: _ClassVar[BellicaVariant]

class BellicaAlliance(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BELLICA_ALLIANCE_UNSPECIFIED: _ClassVar[BellicaAlliance]
    BELLICA_ALLIANCE_DRAWN: _ClassVar[BellicaAlliance]
    BELLICA_ALLIANCE_SEAT_1: _ClassVar[BellicaAlliance]
    BELLICA_ALLIANCE_SEAT_2: _ClassVar[BellicaAlliance]
    BELLICA_ALLIANCE_SEAT_3: _ClassVar[BellicaAlliance]
    BELLICA_ALLIANCE_NONE: _ClassVar[BellicaAlliance]

class BellicaPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BELLICA_PHASE_UNSPECIFIED: _ClassVar[BellicaPhase]
    BELLICA_PHASE_SUPPORT: _ClassVar[BellicaPhase]
    BELLICA_PHASE_COMMIT: _ClassVar[BellicaPhase]
    BELLICA_PHASE_RIDER: _ClassVar[BellicaPhase]
    BELLICA_PHASE_THROW: _ClassVar[BellicaPhase]
    BELLICA_PHASE_OVER: _ClassVar[BellicaPhase]
BELLICA_VARIANT_UNSPECIFIED: BellicaVariant
BELLICA_VARIANT_SIMPLE: BellicaVariant
BELLICA_VARIANT_COMPOSITE: BellicaVariant
BELLICA_VARIANT_BELLUM: BellicaVariant
BELLICA_ALLIANCE_UNSPECIFIED: BellicaAlliance
BELLICA_ALLIANCE_DRAWN: BellicaAlliance
BELLICA_ALLIANCE_SEAT_1: BellicaAlliance
BELLICA_ALLIANCE_SEAT_2: BellicaAlliance
BELLICA_ALLIANCE_SEAT_3: BellicaAlliance
BELLICA_ALLIANCE_NONE: BellicaAlliance
BELLICA_PHASE_UNSPECIFIED: BellicaPhase
BELLICA_PHASE_SUPPORT: BellicaPhase
BELLICA_PHASE_COMMIT: BellicaPhase
BELLICA_PHASE_RIDER: BellicaPhase
BELLICA_PHASE_THROW: BellicaPhase
BELLICA_PHASE_OVER: BellicaPhase

class BellicaOptions(_message.Message):
    __slots__ = ("variant", "alliance", "rider")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    ALLIANCE_FIELD_NUMBER: _ClassVar[int]
    RIDER_FIELD_NUMBER: _ClassVar[int]
    variant: BellicaVariant
    alliance: BellicaAlliance
    rider: int
    def __init__(self, variant: _Optional[_Union[BellicaVariant, str]] = ..., alliance: _Optional[_Union[BellicaAlliance, str]] = ..., rider: _Optional[int] = ...) -> None: ...

class BellicaCommitment(_message.Message):
    __slots__ = ("chosen", "card")
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    chosen: bool
    card: str
    def __init__(self, chosen: _Optional[bool] = ..., card: _Optional[str] = ...) -> None: ...

class BellicaView(_message.Message):
    __slots__ = ("viewer", "players", "options", "deal", "phase", "to_act", "team", "round", "stacks", "hands", "fronts", "committed", "trick", "contenders", "attack", "won", "result")
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    TEAM_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    STACKS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    FRONTS_FIELD_NUMBER: _ClassVar[int]
    COMMITTED_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    CONTENDERS_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    viewer: int
    players: int
    options: BellicaOptions
    deal: int
    phase: BellicaPhase
    to_act: _containers.RepeatedScalarFieldContainer[int]
    team: _containers.RepeatedScalarFieldContainer[int]
    round: int
    stacks: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    hands: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    fronts: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatCard]
    committed: _containers.RepeatedCompositeFieldContainer[BellicaCommitment]
    trick: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatCard]
    contenders: _containers.RepeatedScalarFieldContainer[int]
    attack: bool
    won: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    result: _common_pb2.Result
    def __init__(self, viewer: _Optional[int] = ..., players: _Optional[int] = ..., options: _Optional[_Union[BellicaOptions, _Mapping]] = ..., deal: _Optional[int] = ..., phase: _Optional[_Union[BellicaPhase, str]] = ..., to_act: _Optional[_Iterable[int]] = ..., team: _Optional[_Iterable[int]] = ..., round: _Optional[int] = ..., stacks: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., fronts: _Optional[_Iterable[_Union[_common_pb2.SeatCard, _Mapping]]] = ..., committed: _Optional[_Iterable[_Union[BellicaCommitment, _Mapping]]] = ..., trick: _Optional[_Iterable[_Union[_common_pb2.SeatCard, _Mapping]]] = ..., contenders: _Optional[_Iterable[int]] = ..., attack: _Optional[bool] = ..., won: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...

class BellicaSupport(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class BellicaCommit(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class BellicaAttack(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BellicaDecline(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BellicaThrow(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class BellicaAction(_message.Message):
    __slots__ = ("support", "commit", "attack", "decline", "throw_in")
    SUPPORT_FIELD_NUMBER: _ClassVar[int]
    COMMIT_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    DECLINE_FIELD_NUMBER: _ClassVar[int]
    THROW_IN_FIELD_NUMBER: _ClassVar[int]
    support: BellicaSupport
    commit: BellicaCommit
    attack: BellicaAttack
    decline: BellicaDecline
    throw_in: BellicaThrow
    def __init__(self, support: _Optional[_Union[BellicaSupport, _Mapping]] = ..., commit: _Optional[_Union[BellicaCommit, _Mapping]] = ..., attack: _Optional[_Union[BellicaAttack, _Mapping]] = ..., decline: _Optional[_Union[BellicaDecline, _Mapping]] = ..., throw_in: _Optional[_Union[BellicaThrow, _Mapping]] = ...) -> None: ...

class BellicaAllianceEvent(_message.Message):
    __slots__ = ("team",)
    TEAM_FIELD_NUMBER: _ClassVar[int]
    team: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, team: _Optional[_Iterable[int]] = ...) -> None: ...

class BellicaFrontsEvent(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatCard]
    def __init__(self, cards: _Optional[_Iterable[_Union[_common_pb2.SeatCard, _Mapping]]] = ...) -> None: ...

class BellicaRevealedEvent(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatCard]
    def __init__(self, cards: _Optional[_Iterable[_Union[_common_pb2.SeatCard, _Mapping]]] = ...) -> None: ...

class BellicaPickedEvent(_message.Message):
    __slots__ = ("by_seat", "from_seat", "card")
    BY_SEAT_FIELD_NUMBER: _ClassVar[int]
    FROM_SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    by_seat: int
    from_seat: int
    card: str
    def __init__(self, by_seat: _Optional[int] = ..., from_seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class BellicaReturnedEvent(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: str
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class BellicaWonEvent(_message.Message):
    __slots__ = ("team", "seat", "cards")
    TEAM_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    team: int
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, team: _Optional[int] = ..., seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class BellicaEvent(_message.Message):
    __slots__ = ("alliance", "fronts", "revealed", "picked", "returned", "won")
    ALLIANCE_FIELD_NUMBER: _ClassVar[int]
    FRONTS_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    PICKED_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    alliance: BellicaAllianceEvent
    fronts: BellicaFrontsEvent
    revealed: BellicaRevealedEvent
    picked: BellicaPickedEvent
    returned: BellicaReturnedEvent
    won: BellicaWonEvent
    def __init__(self, alliance: _Optional[_Union[BellicaAllianceEvent, _Mapping]] = ..., fronts: _Optional[_Union[BellicaFrontsEvent, _Mapping]] = ..., revealed: _Optional[_Union[BellicaRevealedEvent, _Mapping]] = ..., picked: _Optional[_Union[BellicaPickedEvent, _Mapping]] = ..., returned: _Optional[_Union[BellicaReturnedEvent, _Mapping]] = ..., won: _Optional[_Union[BellicaWonEvent, _Mapping]] = ...) -> None: ...
