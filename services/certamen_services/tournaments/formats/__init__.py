"""Formats: who meets whom. Pure functions of plan and past; all chance comes from the root."""

from certamen_services.tournaments.formats.base import Field, Past, Wave
from certamen_services.tournaments.formats.choose import next_wave, size_of, waits
from certamen_services.tournaments.formats.knockout import Knockout, Stage

__all__ = ["Field", "Knockout", "Past", "Stage", "Wave", "next_wave", "size_of", "waits"]
