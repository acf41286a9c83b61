"""Players: built in, or a Python object that the loop asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core.actions import Action, Legal
from kittycorner.core.chance import below
from kittycorner.core.errors import KittycornerError, PlayerError
from kittycorner.core.kernel import is_kernel, kernel

if TYPE_CHECKING:
    from kittycorner.core.match import Match
    from kittycorner.core.view import View


@kernel
def weigh(why: Any, seat: int, candidate: int, term: int, value: int) -> None:
    """Write down one term of what a player weighed; costs nothing when nobody asks."""
    count = why.head[0]["count"]
    if count >= why.rows.shape[0]:
        return
    row = why.rows[count]
    row["seat"] = seat
    row["candidate"] = candidate
    row["term"] = term
    row["value"] = value
    why.head[0]["count"] = count + 1


@dataclass(frozen=True)
class Player:
    """A player that ships with a game, or a stranger's written like one: a `decide` and what it is called."""

    name: str
    decide: Callable[..., Any]
    sides: tuple[str, ...] = ()  # the sides it can play; none means all
    terms: tuple[str, ...] = ()  # the names of the terms it weighs
    candidates: tuple[str, ...] = ()  # the names of the candidates; numbers where there are none

    @property
    def compiled(self) -> bool:
        return is_kernel(self.decide)


class Turn:
    """What a player written in Python is handed when it must answer."""

    def __init__(self, match: Match, seat: int, view: View, notes: np.ndarray, chance: int) -> None:
        self._match = match  # the host's: a player is handed what its seat may know, and no more
        self._drawn = 0
        self.number = seat
        self.view = view  # what the seat may know, as in its message
        self.notes = notes  # 32 int64 of its own: kept, undone and replayed with the match
        self.chance = chance  # the key of this seat's chance in this step

    @property
    def seat(self) -> str:
        return self._match.game.seat_names[self.number]

    @property
    def legal(self) -> Legal:
        """All the seat may answer."""
        return self._match.legal(self.seat)

    def draw(self, bound: int) -> int:
        """The next number of this turn: an int from 0 to bound − 1, at most 2^32 − 1.

        The same seed brings the same numbers, whatever was drawn in other turns.
        """
        self._drawn += 1
        return int(below(self.chance, self._drawn - 1, bound))


def match_behind(turn: Turn) -> Match:
    """The match that a turn belongs to: for those who sit at the host's own terminal."""
    return turn._match


class PythonPlayer:
    """A player of the loop that asks a Python object: anything with `decide(turn)`."""

    compiled = False
    terms: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()

    def __init__(self, match: Match | None, name: str, player: Any, seats: Sequence[int]) -> None:
        self.match: Any = match  # none in the seating of a batch, where it isn't asked
        self.name = name
        self.player = player
        self.seats = seats

    def decide(
        self,
        ground: Any,
        knobs: Any,
        views: Any,
        memories: Any,
        acts: Any,
        keys: Any,
        workspace: Any,
        actions: Any,
        why: Any,
    ) -> None:
        game = self.match.game
        for row, seat in enumerate(self.seats):
            if acts[row]:
                view = game.view_of(seat, views, row, self.match.past(seat))
                turn = Turn(self.match, seat, view, memories.notes[row], int(keys[row]))
                game.write_action(actions, row, self.answer(turn))

    def answer(self, turn: Turn) -> Action:
        """Ask the object, and read what it says."""
        try:
            said = self.player.decide(turn)
        except KittycornerError:
            raise
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise PlayerError("player-raised", player=self.name, seat=turn.seat, why=why) from error
        if not isinstance(said, str | dict | Action):
            raise PlayerError("player-nonsense", player=self.name, seat=turn.seat, kind=type(said).__name__)
        action: Action = self.match.game.read_answer(turn.number, said)
        return action
