"""Compiles all that one game needs, by using it: `python -m kittycorner.cli.warm_game GAME WAY`.

It says each part when it is done, for the bar of `kc warm`. Numba keeps what is called from Python and what
is handed to a compiled loop apart, and compiles in one process only the first of the two: so each way of
using a game has a process of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from kittycorner.core.game import Game
from kittycorner.core.players import Turn
from kittycorner.core.registry import load

STEPS = 8


class First:
    """A player in Python: with it the loop calls the compiled rules and the other players one by one."""

    def decide(self, turn: Turn) -> object:
        return turn.legal[0]


def from_python(game: Game) -> Iterator[str]:
    """Step a match, look at it, and ask its players."""
    match = game.match(seed=0)
    yield "rules"
    for seat in (*match.seats, "spectator"):
        match.view(seat)
    yield "views"
    for _ in range(STEPS):
        if not match.over:
            match.act({seat: match.legal(seat)[0] for seat in match.to_act})
    match.undo(match.number)
    yield "answers"
    for side, seats in game.seats_of_side.items():
        for player in players_of(game, side):
            match.explain(seats[0], player)
        game.match(seed=0, players={seats[0]: First()}).run(steps=STEPS)
    yield "players"


def in_the_loop(game: Game) -> Iterator[str]:
    """Let the loop play with every player."""
    from kittycorner.lab.simulate import simulate

    game.match(seed=0).run()
    yield "loop"
    for side in game.sides:
        for player in players_of(game, side):
            game.match(seed=0, players={side: player}).run(steps=STEPS)
    simulate(game, 2, processes=1)
    yield "batch"


def players_of(game: Game, side: str) -> list[str]:
    """The names of the players that can play a side."""
    return [player.name for player in game.rules.players if not player.sides or side in player.sides]


WAYS: dict[str, Callable[[Game], Iterator[str]]] = {"from-python": from_python, "in-the-loop": in_the_loop}
PARTS = ("rules", "views", "answers", "players", "loop", "batch")


def main(name: str, way: str) -> None:
    for part in WAYS[way](load(name)):
        print(part, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")
