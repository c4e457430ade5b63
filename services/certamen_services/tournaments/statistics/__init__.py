"""Statistics of tournaments. The block is the unit of all inference; see docs/statistics.md.

Pure functions of block results: nothing here plays, stores or prints.
"""

from .blocks import BlockResult, GameResult, outcomes
from .estimate import Estimate, Interval, Method
from .pairwise import Pair, Pairwise, pairwise
from .rating import Rating, RatingPoint, rating_path, ratings
from .seats import SeatEffect, seat_effects
from .sequential import Monitor, PairState, Status, StoppingState, Verdict, in_schedule
from .sprt import SprtRule
from .standings import Standing, Standings, standings
from .stopping import Goal, StoppingRule

__all__ = [
    "BlockResult",
    "Estimate",
    "GameResult",
    "Goal",
    "Interval",
    "Method",
    "Monitor",
    "Pair",
    "PairState",
    "Pairwise",
    "Rating",
    "RatingPoint",
    "SeatEffect",
    "SprtRule",
    "Standing",
    "Standings",
    "Status",
    "StoppingRule",
    "StoppingState",
    "Verdict",
    "in_schedule",
    "outcomes",
    "pairwise",
    "rating_path",
    "ratings",
    "seat_effects",
    "standings",
]
