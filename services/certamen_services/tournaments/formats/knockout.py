"""Knockout: the best of each table go on, until one table is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certamen_services.tournaments.formats.base import Field, Past, Wave, conflicts, mean_outcomes

__all__ = ["Knockout", "Stage", "byes_for"]


@dataclass(frozen=True, slots=True)
class Stage:
    """A round.

    Attributes:
        number: from 1.
        tables: bots of each table.
        byes: bots that go on without playing: the best seeded.
        ranked: bots of each table, the best first; empty while the round is open.
        out: bots that do not go on, the best first; empty while the round is open, and after the final.
        final: whether it is the last round.
    """

    number: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    ranked: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]
    final: bool


def byes_for(bots: int, places: int, advance: int) -> int:
    """How many sit out a round so that full tables are left, if possible in all later rounds too.

    Args:
        bots: how many are left, more than `places`.
        places: at a table.
        advance: how many of a table go on.
    """

    def even(left: int) -> bool:
        while left > places:
            if left % places:
                return False
            left = left // places * advance
        return left == places

    fitting = [byes for byes in range(bots % places, bots, places) if bots - byes >= places]
    return next((byes for byes in fitting if even(byes + (bots - byes) // places * advance)), fitting[0])


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout, as it follows from the plan and what was played.

    Attributes:
        field: who takes part.
        advance: how many of a table go on.
        blocks: of each table.
        extra: at most so many more where places at the line between going on and not are equal.
    """

    field: Field
    advance: int
    blocks: int
    extra: int

    def stages(self, past: Sequence[Past]) -> list[Stage]:
        """All rounds that can be known, the last of them open unless it is the final."""
        found: list[Stage] = []
        left, lost = list(self.field.bots), list[str]()
        while True:
            number = len(found) + 1
            if len(left) < self.field.places:  # the best of those who lost fill the last table
                back = lost[: self.field.places - len(left)]
                left, lost = left + back, [bot for bot in lost if bot not in back]
            left.sort(key=self.field.bots.index)
            final = len(left) == self.field.places
            line = 1 if final else self.advance
            count = 0 if final else byes_for(len(left), self.field.places, self.advance)
            byes, playing = left[:count], left[count:]
            tables = self._tables(playing)
            own = [block for block in past if block.round == number]
            if not own or not all(block.closed for block in own) or self._open(tables, own, line):
                return [*found, Stage(number, tables, tuple(byes), (), (), final)]
            ranked = tuple(self._ranked(table, _of(own, index)) for index, table in enumerate(tables))
            if final:
                return [*found, Stage(number, tables, (), ranked, (), final=True)]
            left = byes + [bot for table in ranked for bot in table[: self.advance]]
            out = self._order([bot for table in ranked for bot in table[self.advance :]], own)
            lost = out + lost
            found.append(Stage(number, tables, tuple(byes), ranked, tuple(out), final=False))

    def next_wave(self, past: Sequence[Past]) -> Wave | None:
        """The blocks to play next; None if some are open, or all is over."""
        if not all(block.closed for block in past):
            return None
        stage = self.stages(past)[-1]
        if stage.ranked:
            return None
        line = 1 if stage.final else self.advance
        own = [block for block in past if block.round == stage.number]
        if not own:
            return Wave(stage.number, tuple(enumerate(stage.tables)), self.blocks, stage.byes)
        return Wave(
            stage.number, tuple((index, stage.tables[index]) for index in self._open(stage.tables, own, line))
        )

    def placing(self, past: Sequence[Past]) -> list[str]:
        """All bots, the winner first; those who left in the same round by how they did in it."""
        stages = self.stages(past)
        last = stages[-1]
        head = (
            list(last.ranked[0])
            if last.ranked
            else [bot for table in last.tables for bot in table] + [*last.byes]
        )
        order = list(dict.fromkeys(head))
        for stage in reversed(stages[:-1]):
            order += [bot for bot in stage.out if bot not in order]
        return order

    def _open(self, tables: Sequence[Sequence[str]], own: Sequence[Past], line: int) -> list[int]:
        """Tables at which the line is not drawn yet and more blocks may be played."""
        found = []
        for index, table in enumerate(tables):
            blocks = _of(own, index)
            if len({block.turn for block in blocks}) >= self.blocks + self.extra:
                continue
            means = mean_outcomes([block.result for block in blocks])
            ranked = self._ranked(table, blocks)
            above, below = (round(means.get(bot, 0.0), 9) for bot in ranked[line - 1 : line + 1])
            if above == below:
                found.append(index)
        return found

    def _ranked(self, table: Sequence[str], blocks: Sequence[Past]) -> tuple[str, ...]:
        return tuple(self._order(table, blocks))

    def _order(self, bots: Sequence[str], blocks: Sequence[Past]) -> list[str]:
        """By mean outcome, then by the seeding."""
        means = mean_outcomes([block.result for block in blocks])
        return sorted(bots, key=lambda bot: (-round(means.get(bot, 0.0), 9), self.field.bots.index(bot)))

    def _tables(self, playing: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """The seeding dealt out to and fro, then bots of one owner moved apart within their rows."""
        count = len(playing) // self.field.places
        rows = [list(playing[start : start + count]) for start in range(0, len(playing), count)]
        for row in rows[1::2]:
            row.reverse()
        owners = self.field.owners

        def total() -> int:
            return sum(conflicts(table, owners) for table in zip(*rows, strict=True))

        least = total()
        for row in rows[1:]:
            for one in range(count):
                for other in range(one + 1, count):
                    row[one], row[other] = row[other], row[one]
                    if (now := total()) < least:
                        least = now
                    else:
                        row[one], row[other] = row[other], row[one]
        return tuple(zip(*rows, strict=True))


def _of(blocks: Sequence[Past], table: int) -> list[Past]:
    return [block for block in blocks if block.table == table]
