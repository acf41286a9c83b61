"""Explain: why a player would act as it does, asked of the player itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core import layout as layouts
from kittycorner.core.loop import Desk
from kittycorner.core.seating import Instance, Seating, seating, sit_down

if TYPE_CHECKING:
    from kittycorner.core.match import Match

WEIGHED_AT_FIRST = 4096  # rows of terms; when they don't suffice the player is asked again with more


@dataclass(frozen=True)
class Candidate:
    """One of the answers that a player weighed."""

    name: str | int
    terms: dict[str, int]

    @property
    def score(self) -> int:
        return sum(self.terms.values())


@dataclass(frozen=True)
class Explanation:
    """What a player would answer, and what it weighed; as text a small table."""

    seat: str
    player: str
    choice: str
    candidates: tuple[Candidate, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "player": self.player,
            "choice": self.choice,
            "candidates": [
                {"candidate": candidate.name, "terms": candidate.terms, "score": candidate.score}
                for candidate in self.candidates
            ],
        }

    def __str__(self) -> str:
        lines = [f"{self.seat} ({self.player}): {self.choice}"]
        if self.candidates:
            terms = list(dict.fromkeys(term for candidate in self.candidates for term in candidate.terms))
            rows = [["candidate", *terms, "score"]]
            for candidate in self.candidates:
                weighed = [str(candidate.terms.get(term, "")) for term in terms]
                rows.append([str(candidate.name), *weighed, str(candidate.score)])
            lines.extend(aligned(rows))
        return "\n".join(lines)


def aligned(rows: list[list[str]]) -> list[str]:
    """The rows of a table as lines: names to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]
        ).rstrip()
        for row in rows
    ]


def explain(match: Match, seat: str, player: Any = None) -> Explanation:
    """Ask the player at a seat as if it had to answer now, whoever is to act; the match doesn't change.

    With `player`, another than the one that sits there is asked: it holds the whole side of the seat. An
    object written in Python is asked itself, and says no more than its choice.
    """
    game = match.game
    number = game.seat_number(seat)
    table = match.seating
    if player is not None:
        table = sit_down(game, {game.sides[game.side_of_seat[number]]: player}, match)
    instance = table.of_seat(number)
    room = WEIGHED_AT_FIRST
    desk, _ = ask_on_copies(match, seating([instance]), acts_for(match, number), room)
    while int(desk.why.head[0]["count"]) == room:
        room *= 8
        desk, _ = ask_on_copies(match, seating([instance]), acts_for(match, number), room)
    choice = game.action_at(desk.actions, number).text
    return Explanation(seat, instance.name, choice, weighed_for(instance, number, desk))


def acts_for(match: Match, seat: int) -> np.ndarray:
    """Who must answer, as the seat would meet it; nobody else when it isn't its turn."""
    acts = match.desk.acts.copy()
    if match.any_may_act or not acts[seat]:
        acts[:] = 0
        acts[seat] = 1
    return acts


def ask_on_copies(match: Match, table: Seating, acts: np.ndarray, why: int = 0) -> tuple[Desk, Any]:
    """Ask players for the coming step on a desk of their own: its answers, and the memories they'd leave."""
    game = match.game
    memories = layouts.copy(match.memories)
    desk = game.new_desk(events=0, players=table, why=why)
    desk = desk._replace(
        plot=match.desk.plot, ground=match.desk.ground, acts=acts, streams=match.desk.streams.copy()
    )
    players = tuple(player.decide for player in table.distinct)
    game.loops.plain["ask"](desk, players, layouts.copy(match.state), memories, match.number + 1)
    return desk, memories


def weighed_for(instance: Instance, seat: int, desk: Desk) -> tuple[Candidate, ...]:
    """The candidates that the player weighed for one of its seats, in the order it did."""
    player = instance.player
    weighed: dict[int, dict[str, int]] = {}
    place = instance.seats.index(seat)  # a player knows its seats by their rows
    for row in desk.why.rows[: int(desk.why.head[0]["count"])]:
        if row["seat"] == place:
            terms = weighed.setdefault(int(row["candidate"]), {})
            term = str(named(player.terms, int(row["term"])))
            terms[term] = terms.get(term, 0) + int(row["value"])
    return tuple(Candidate(named(player.candidates, number), terms) for number, terms in weighed.items())


def named(names: tuple[str, ...], number: int) -> str | int:
    """A number's name, where there is one."""
    return names[number] if 0 <= number < len(names) else number
