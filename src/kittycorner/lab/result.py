"""Result: what the episodes of a batch came to, in the order of their seeds."""

from __future__ import annotations

import functools
import hashlib
import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kittycorner.core.loop import NO_SIDE
from kittycorner.core.sentences import say
from kittycorner.lab.statistics import Mean, Share, normal, wilson

if TYPE_CHECKING:
    from kittycorner.core.game import Game

DRAW = "draw"


class Columns(NamedTuple):
    """What is kept of each episode."""

    winners: np.ndarray  # [episode] the side's number, or NO_SIDE
    reasons: np.ndarray  # [episode] why it ended: a place among the game's reasons, or one of the house's
    points: np.ndarray  # [episode, side]
    steps: np.ndarray  # [episode]
    tallies: np.ndarray  # [episode, tally]

    @classmethod
    def empty(cls, game: Game, episodes: int) -> Columns:
        """Room for so many episodes."""
        shapes = ((), (), (len(game.sides),), (), (len(game.rules.tallies),))
        return cls(*(np.zeros((episodes, *shape), np.int64) for shape in shapes))

    @classmethod
    def of_batch(cls, game: Game, batch: Any, episodes: int) -> Columns:
        """The columns of a batch's first matches."""
        head = batch.outs.head[:episodes, 0]
        return cls(
            head["winner"].copy(),
            head["reason"].copy(),
            batch.outs.points[:episodes].copy(),
            batch.runs["step"][:episodes].copy(),
            batch.tallies[:episodes, : len(game.rules.tallies)].copy(),
        )

    def write(self, first: int, rows: Columns) -> None:
        """Write the rows of some episodes into their place."""
        for mine, theirs in zip(self, rows, strict=True):
            mine[first : first + len(theirs)] = theirs

    def first(self, episodes: int) -> Columns:
        """The columns of the first so many episodes."""
        return Columns(*(column[:episodes] for column in self))


@dataclass(frozen=True, eq=False)
class Result:
    """The episodes that were played, one row each, in the order of their seeds."""

    game: Game
    players: dict[str, str]  # seat → who sat there
    policy: str
    seed: int  # of the first episode
    asked: int  # how many episodes were asked for
    columns: Columns = field(repr=False)
    path: str  # how they were played, in one sentence
    seconds: float  # from the first deal to the last settlement

    def __len__(self) -> int:
        return len(self.columns.steps)

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped it before the last episode."""
        return len(self) < self.asked

    # --- the columns

    @property
    def seeds(self) -> np.ndarray:
        return self.seed + np.arange(len(self), dtype=np.int64)

    @property
    def winners(self) -> np.ndarray:
        """The number of the side that won each episode; −1 for a draw."""
        return self.columns.winners

    @property
    def reasons(self) -> np.ndarray:
        return self.columns.reasons

    @property
    def points(self) -> np.ndarray:
        """Points per episode and side."""
        return self.columns.points

    @property
    def steps(self) -> np.ndarray:
        return self.columns.steps

    @property
    def tallies(self) -> np.ndarray:
        """What the game counts for its measures, per episode and tally."""
        return self.columns.tallies

    @functools.cached_property
    def digest(self) -> str:
        """Sixteen hex digits that stand for every episode: the same however they were played."""
        digest = hashlib.blake2b(digest_size=8)
        for column in (self.seeds, *self.columns):
            digest.update(np.ascontiguousarray(column, "<i8").tobytes())
        return digest.hexdigest()

    # --- what they say

    def shares(self) -> dict[str, Share]:
        """How often each side won, and how often nobody did."""
        numbers = {side: number for number, side in enumerate(self.game.sides)} | {DRAW: NO_SIDE}
        return {name: self.share_of(self.winners == number) for name, number in numbers.items()}

    def shares_of_reasons(self) -> dict[str, Share]:
        """How often the episodes ended for each of the game's reasons, and of the house's that occurred."""
        house = sorted({int(code) for code in self.reasons if code < 0}, reverse=True)
        codes = [*range(len(self.game.rules.reasons)), *house]
        return {self.game.reason(code): self.share_of(self.reasons == code) for code in codes}

    def share_of(self, hits: np.ndarray) -> Share:
        return wilson(int(np.count_nonzero(hits)), len(self))

    def means(self) -> dict[str, dict[str, Mean]]:
        """Points per side, steps, and the tallies."""
        return {
            "points": {side: normal(self.points[:, number]) for number, side in enumerate(self.game.sides)},
            "steps": {"steps": normal(self.steps)},
            "tallies": {
                name: normal(self.tallies[:, number]) for number, name in enumerate(self.game.rules.tallies)
            },
        }

    # --- how it shows itself

    def to_json(self) -> dict[str, Any]:
        """The result as one JSON object."""
        means = self.means()
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": dict(self.game.config.values()),
            "players": self.players,
            "fault_policy": self.policy,
            "seed": self.seed,
            "episodes": len(self),
            "interrupted": self.interrupted,
            "wins": {name: share.to_json() for name, share in self.shares().items()},
            "reasons": {name: share.to_json() for name, share in self.shares_of_reasons().items()},
            "points": {name: mean.to_json() for name, mean in means["points"].items()},
            "steps": means["steps"]["steps"].to_json(),
            "tallies": {name: mean.to_json() for name, mean in means["tallies"].items()},
            "path": self.path,
            "episodes_per_second": round(len(self) / self.seconds, 1) if self.seconds else None,
            "digest": self.digest,
        }

    def table(self) -> list[tuple[str, str, str, str]]:
        """What was measured, of what, how much, and its interval: each as text."""
        rows = [("wins", name, *in_percent(share)) for name, share in self.shares().items()]
        rows.extend(("ends", name, *in_percent(share)) for name, share in self.shares_of_reasons().items())
        for measure, means in self.means().items():
            rows.extend((measure, name, *in_numbers(mean)) for name, mean in means.items())
        return rows

    def summary(self) -> str:
        """What was played, in one sentence."""
        last = self.seed + len(self) - 1
        told = {"game": self.game.name, "episodes": len(self), "asked": self.asked}
        code = "simulate.interrupted" if self.interrupted else "simulate.played"
        return say(code, **told, seed=self.seed, last=last, digest=self.digest)

    def __str__(self) -> str:
        rows = self.table()
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        lines = [self.summary()]
        for measure, name, value, interval in rows:
            labels = f"  {measure.ljust(widths[0])}  {name.ljust(widths[1])}"
            lines.append(f"{labels}  {value.rjust(widths[2])}  {interval}".rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The table a notebook shows."""
        cells = (
            "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>"
            for row in self.table()
        )
        return f"<table><caption>{html.escape(self.summary())}</caption>{''.join(cells)}</table>"


def in_percent(share: Share) -> tuple[str, str]:
    return f"{share.share:.1%}", f"{share.low:.1%} – {share.high:.1%}"


def in_numbers(mean: Mean) -> tuple[str, str]:
    interval = "" if mean.low is None else f"{mean.low:.3f} – {mean.high:.3f}"
    return f"{mean.mean:.3f}", interval
