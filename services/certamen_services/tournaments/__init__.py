"""Tournaments: plans, schedules, duplicate blocks, the runner, its store and its results.

The parts, in the order in which they build on each other: `plan` (what is asked for, from TOML), `designs`
    and
`seatings` (who sits where in a block), `formats` (who meets whom), `deals` (seeds from one root), `ledger`
(what was played, durable), `course` (what is to be played next), the venues that play (`direct`, `timed`),
`runner`, `results` and `guards`. `statistics` is independent of all of them.
"""
