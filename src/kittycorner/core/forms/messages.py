"""Messages: what a program at a seat is told line by line, and what it answers. The same for every game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kittycorner.core.errors import KittycornerError

if TYPE_CHECKING:
    from kittycorner.core.game import Game
    from kittycorner.core.match import Match


class Messages:
    """The messages of one game."""

    game: Game

    def ground(self, ground: Any) -> dict[str, Any]:
        raise NotImplementedError

    def start_message(self, match: Match, seat: str) -> dict[str, Any]:
        """What a seat is told once, before anything else."""
        match.number_of(seat)
        return {
            "type": "start",
            "game": self.game.name,
            "version": self.game.version,
            "seat": seat,
            "config": self.game.config.open_values(),
            "ground": self.ground(match.desk.ground),
        }

    def turn_message(self, match: Match, seat: str) -> dict[str, Any]:
        """What a seat is told when it must answer: its view, and what happened since it last did."""
        view = match.view(seat)
        return {"type": "turn", **view.fields, "events": [event.to_json() for event in view.past]}

    def end_message(self, match: Match, seat: str) -> dict[str, Any]:
        """What a seat is told at last: how the match ended, and what happened since it last answered."""
        outcome = match.outcome
        if outcome is None:
            raise KittycornerError("match-running", game=self.game.name)
        past = match.past(match.number_of(seat))
        return {
            "type": "end",
            "winner": outcome.winner,
            "reason": outcome.reason,
            "points": outcome.points,
            "events": [event.to_json() for event in past],
        }


def read_message(line: str) -> Mapping[str, Any]:
    """The JSON object in a line that somebody sent; `ValueError` when it is none."""
    try:
        said = json.loads(line)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(said, dict):
        raise ValueError("no object")
    return said
