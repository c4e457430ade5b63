"""New bots from templates: a folder that builds, tests and plays at once."""

from __future__ import annotations

from certamen_services.newbot.make import LANGUAGES, NewBotError, make_bot

__all__ = ["LANGUAGES", "NewBotError", "make_bot"]
