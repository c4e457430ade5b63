"""Retells a record for people, as somebody would who stood at the table and saw every hand."""

from certamen_services.replay.story import tell

__all__ = ["tell"]
