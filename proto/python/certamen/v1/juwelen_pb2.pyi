from certamen.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class JuwelenPack(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    JUWELEN_PACK_UNSPECIFIED: _ClassVar[JuwelenPack]
    JUWELEN_PACK_STANDARD: _ClassVar[JuwelenPack]
    JUWELEN_PACK_KNOWN: _ClassVar[JuwelenPack]

class JuwelenPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    JUWELEN_PHASE_UNSPECIFIED: _ClassVar[JuwelenPhase]
    JUWELEN_PHASE_ANNOUNCE: _ClassVar[JuwelenPhase]
    JUWELEN_PHASE_PASS: _ClassVar[JuwelenPhase]
    JUWELEN_PHASE_PLAY: _ClassVar[JuwelenPhase]
    JUWELEN_PHASE_STEAL: _ClassVar[JuwelenPhase]
    JUWELEN_PHASE_OVER: _ClassVar[JuwelenPhase]

class JuwelenReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    JUWELEN_REASON_UNSPECIFIED: _ClassVar[JuwelenReason]
    JUWELEN_REASON_DISCARD: _ClassVar[JuwelenReason]
    JUWELEN_REASON_TRICK: _ClassVar[JuwelenReason]
    JUWELEN_REASON_ROUND: _ClassVar[JuwelenReason]
    JUWELEN_REASON_BONUS: _ClassVar[JuwelenReason]
JUWELEN_PACK_UNSPECIFIED: JuwelenPack
JUWELEN_PACK_STANDARD: JuwelenPack
JUWELEN_PACK_KNOWN: JuwelenPack
JUWELEN_PHASE_UNSPECIFIED: JuwelenPhase
JUWELEN_PHASE_ANNOUNCE: JuwelenPhase
JUWELEN_PHASE_PASS: JuwelenPhase
JUWELEN_PHASE_PLAY: JuwelenPhase
JUWELEN_PHASE_STEAL: JuwelenPhase
JUWELEN_PHASE_OVER: JuwelenPhase
JUWELEN_REASON_UNSPECIFIED: JuwelenReason
JUWELEN_REASON_DISCARD: JuwelenReason
JUWELEN_REASON_TRICK: JuwelenReason
JUWELEN_REASON_ROUND: JuwelenReason
JUWELEN_REASON_BONUS: JuwelenReason

class JuwelenOptions(_message.Message):
    __slots__ = ("pack", "teams", "rounds", "jewels")
    PACK_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    JEWELS_FIELD_NUMBER: _ClassVar[int]
    pack: JuwelenPack
    teams: bool
    rounds: int
    jewels: int
    def __init__(self, pack: _Optional[_Union[JuwelenPack, str]] = ..., teams: _Optional[bool] = ..., rounds: _Optional[int] = ..., jewels: _Optional[int] = ...) -> None: ...

class JuwelenSuitCounts(_message.Message):
    __slots__ = ("clubs", "diamonds", "hearts", "spades")
    CLUBS_FIELD_NUMBER: _ClassVar[int]
    DIAMONDS_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    SPADES_FIELD_NUMBER: _ClassVar[int]
    clubs: int
    diamonds: int
    hearts: int
    spades: int
    def __init__(self, clubs: _Optional[int] = ..., diamonds: _Optional[int] = ..., hearts: _Optional[int] = ..., spades: _Optional[int] = ...) -> None: ...

class JuwelenPassing(_message.Message):
    __slots__ = ("chosen", "cards")
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    chosen: bool
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, chosen: _Optional[bool] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class JuwelenPendingSteal(_message.Message):
    __slots__ = ("seat", "reason")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reason: JuwelenReason
    def __init__(self, seat: _Optional[int] = ..., reason: _Optional[_Union[JuwelenReason, str]] = ...) -> None: ...

class JuwelenView(_message.Message):
    __slots__ = ("viewer", "players", "options", "round", "phase", "to_act", "dealer", "leader", "announced", "passing", "hands", "aside", "trick", "won", "tricks", "played", "showcase", "vault", "supply", "steal", "result")
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    PASSING_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    SHOWCASE_FIELD_NUMBER: _ClassVar[int]
    VAULT_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    STEAL_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    viewer: int
    players: int
    options: JuwelenOptions
    round: int
    phase: JuwelenPhase
    to_act: _containers.RepeatedScalarFieldContainer[int]
    dealer: int
    leader: int
    announced: int
    passing: _containers.RepeatedCompositeFieldContainer[JuwelenPassing]
    hands: _containers.RepeatedCompositeFieldContainer[_common_pb2.Cards]
    aside: _containers.RepeatedScalarFieldContainer[str]
    trick: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatCard]
    won: _containers.RepeatedCompositeFieldContainer[JuwelenSuitCounts]
    tricks: _containers.RepeatedScalarFieldContainer[int]
    played: _containers.RepeatedScalarFieldContainer[str]
    showcase: _containers.RepeatedScalarFieldContainer[int]
    vault: _containers.RepeatedScalarFieldContainer[int]
    supply: int
    steal: JuwelenPendingSteal
    result: _common_pb2.Result
    def __init__(self, viewer: _Optional[int] = ..., players: _Optional[int] = ..., options: _Optional[_Union[JuwelenOptions, _Mapping]] = ..., round: _Optional[int] = ..., phase: _Optional[_Union[JuwelenPhase, str]] = ..., to_act: _Optional[_Iterable[int]] = ..., dealer: _Optional[int] = ..., leader: _Optional[int] = ..., announced: _Optional[int] = ..., passing: _Optional[_Iterable[_Union[JuwelenPassing, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[_common_pb2.Cards, _Mapping]]] = ..., aside: _Optional[_Iterable[str]] = ..., trick: _Optional[_Iterable[_Union[_common_pb2.SeatCard, _Mapping]]] = ..., won: _Optional[_Iterable[_Union[JuwelenSuitCounts, _Mapping]]] = ..., tricks: _Optional[_Iterable[int]] = ..., played: _Optional[_Iterable[str]] = ..., showcase: _Optional[_Iterable[int]] = ..., vault: _Optional[_Iterable[int]] = ..., supply: _Optional[int] = ..., steal: _Optional[_Union[JuwelenPendingSteal, _Mapping]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...

class JuwelenAnnounce(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class JuwelenPass(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class JuwelenPlay(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class JuwelenSteal(_message.Message):
    __slots__ = ("party",)
    PARTY_FIELD_NUMBER: _ClassVar[int]
    party: int
    def __init__(self, party: _Optional[int] = ...) -> None: ...

class JuwelenAction(_message.Message):
    __slots__ = ("announce", "pass_cards", "play", "steal")
    ANNOUNCE_FIELD_NUMBER: _ClassVar[int]
    PASS_CARDS_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    STEAL_FIELD_NUMBER: _ClassVar[int]
    announce: JuwelenAnnounce
    pass_cards: JuwelenPass
    play: JuwelenPlay
    steal: JuwelenSteal
    def __init__(self, announce: _Optional[_Union[JuwelenAnnounce, _Mapping]] = ..., pass_cards: _Optional[_Union[JuwelenPass, _Mapping]] = ..., play: _Optional[_Union[JuwelenPlay, _Mapping]] = ..., steal: _Optional[_Union[JuwelenSteal, _Mapping]] = ...) -> None: ...

class JuwelenPassedEvent(_message.Message):
    __slots__ = ("from_seat", "to_seat", "cards")
    FROM_SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    from_seat: int
    to_seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, from_seat: _Optional[int] = ..., to_seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class JuwelenTrickEvent(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class JuwelenJewelEvent(_message.Message):
    __slots__ = ("suit", "seat", "party", "victim", "reason")
    SUIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    VICTIM_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    suit: str
    seat: int
    party: int
    victim: int
    reason: JuwelenReason
    def __init__(self, suit: _Optional[str] = ..., seat: _Optional[int] = ..., party: _Optional[int] = ..., victim: _Optional[int] = ..., reason: _Optional[_Union[JuwelenReason, str]] = ...) -> None: ...

class JuwelenEvent(_message.Message):
    __slots__ = ("passed", "trick", "jewel")
    PASSED_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    JEWEL_FIELD_NUMBER: _ClassVar[int]
    passed: JuwelenPassedEvent
    trick: JuwelenTrickEvent
    jewel: JuwelenJewelEvent
    def __init__(self, passed: _Optional[_Union[JuwelenPassedEvent, _Mapping]] = ..., trick: _Optional[_Union[JuwelenTrickEvent, _Mapping]] = ..., jewel: _Optional[_Union[JuwelenJewelEvent, _Mapping]] = ...) -> None: ...
