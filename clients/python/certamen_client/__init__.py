"""Write a bot for Certamen: one class with one method.

    from certamen_client import Bot, Decision, run

    class First(Bot):
        def choose(self, decision: Decision) -> int:
            return decision.legal_actions[0].code

    run(First)

Joining, many matches on one stream, reconnecting, signs of life and goodbyes are this package's business.
Positions, actions and events are the generated messages of the wire contract (`certamen.v1`), so that an
editor knows their fields.
"""

from certamen.v1.event_pb2 import Event
from certamen.v1.game_pb2 import LegalAction
from certamen.v1.match_pb2 import Outcome
from certamen.v1.play_pb2 import ActionForm, Decision, MatchEnd, MatchStart, Rejected

from certamen_client.bot import Bot, Choice
from certamen_client.commitment import seed_matches
from certamen_client.connection import Connection
from certamen_client.errors import (
    BotError,
    CertamenError,
    ConnectionFailed,
    Refused,
    SettingsError,
    TokenRefused,
    VersionRefused,
)
from certamen_client.program import run
from certamen_client.rerun import Compared, replay_trace
from certamen_client.session import MatchResult, Session
from certamen_client.trace import TraceError

__all__ = [
    "ActionForm",
    "Bot",
    "BotError",
    "CertamenError",
    "Choice",
    "Compared",
    "Connection",
    "ConnectionFailed",
    "Decision",
    "Event",
    "LegalAction",
    "MatchEnd",
    "MatchResult",
    "MatchStart",
    "Outcome",
    "Refused",
    "Rejected",
    "Session",
    "SettingsError",
    "TokenRefused",
    "TraceError",
    "VersionRefused",
    "replay_trace",
    "run",
    "seed_matches",
]
