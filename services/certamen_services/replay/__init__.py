"""Retells a record for people: with every hand open, as one seat saw it, or as a spectator did."""

from certamen_services.replay.story import tell
from certamen_services.replay.viewpoint import EVERYTHING, SPECTATOR, Viewpoint

__all__ = ["EVERYTHING", "SPECTATOR", "Viewpoint", "tell"]
