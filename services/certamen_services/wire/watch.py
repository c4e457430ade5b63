"""What the referee tells spectators, as messages of the WatchMatch stream."""

from __future__ import annotations

import certamen_core as cc
from certamen.v1 import arena_pb2, play_pb2

from certamen_services.referee.info import MatchInfo
from certamen_services.referee.messages import EventMessage, PublicEnd, PublicStart, PublicView, ToSpectator

from .events import event_to_proto
from .matches import match_to_proto
from .names import match_name
from .play import seed_revealed_to_proto
from .registry import for_game

__all__ = ["WatchWire"]


class WatchWire:
    """Writes the messages for a spectator of one match.

    Args:
        info: the match.
        form: how actions are to be written, play_pb2.ActionForm.
    """

    def __init__(self, info: MatchInfo, form: int) -> None:
        settings = info.settings
        self._name = match_name(info.id)
        self._wire = for_game(settings.game)
        self._game = cc.load_game(settings.game, players=settings.players, **settings.options)
        self._typed = form not in (play_pb2.ACTION_FORM_TEXT, play_pb2.ACTION_FORM_CODE)

    def write(self, message: ToSpectator, info: MatchInfo | None) -> arena_pb2.WatchMatchResponse:
        """The message for the stream.

        Args:
            message: what is told.
            info: the match as it is now; needed for the first and the last message only.
        """
        match message:
            case EventMessage():
                event = event_to_proto(
                    self._wire,
                    message.event,
                    match=self._name,
                    number=message.number,
                    code_of=self._game.string_to_action,
                    typed=self._typed,
                )
                return arena_pb2.WatchMatchResponse(event=event)
            case PublicView():
                view = self._wire.view_to_proto(message.view, None)
                return arena_pb2.WatchMatchResponse(
                    view=arena_pb2.WatchView(last_event=message.last_event, view=view)
                )
            case PublicStart():
                view = self._wire.view_to_proto(message.view, None)
                start = arena_pb2.WatchStart(match=None if info is None else match_to_proto(info), view=view)
                return arena_pb2.WatchMatchResponse(start=start)
            case PublicEnd():
                revealed = message.revealed
                end = arena_pb2.WatchEnd(
                    match=None if info is None else match_to_proto(info),
                    seed_revealed=None if revealed is None else seed_revealed_to_proto(revealed),
                )
                return arena_pb2.WatchMatchResponse(end=end)
