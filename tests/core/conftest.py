"""What the tests of the core share: games, and what of a match a step could change."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np
import pytest

import kittycorner as kc
from kittycorner.author import (
    NOTES,
    Between,
    Choices,
    Config,
    Head,
    Layout,
    Player,
    Rules,
    Weight,
    array,
    knob,
)
from kittycorner.core.layout import to_bytes
from kittycorner.core.match import Match
from kittycorner.core.position import Position

GAMES = {
    "coin-hunt": kc.load("coin-hunt", size=5, turns=40),
    "skeleton-chase": kc.load("skeleton-chase", size=7, rounds=20),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> kc.Game:
    """A plain game, and a compiled one."""
    return GAMES[request.param]


@pytest.fixture(scope="session")
def coins() -> kc.Game:
    return GAMES["coin-hunt"]


@pytest.fixture(scope="session")
def chase() -> kc.Game:
    return GAMES["skeleton-chase"]


@pytest.fixture(scope="session")
def everything() -> Callable[[Match], tuple[Any, ...]]:
    """All that a step could change, to the byte."""

    def everything(match: Match) -> tuple[Any, ...]:
        return (
            to_bytes(match.state), to_bytes(match.memories), to_bytes(match.out), to_bytes(match.desk.plot),
            match.number, match.over, match.to_act, match.any_may_act, match.points, match.tallies,
            match.events, [match.history(seat) for seat in (*match.seats, "spectator")], str(match),
            [match.view(seat) for seat in (*match.seats, "spectator")],
        )  # fmt: skip

    return everything


# --- a game of odd arrays, for what must hold for every layout

INNER = np.dtype([("x", np.int64), ("mood", np.int64), ("steps", np.int64, 3)])
ODD_HEAD = np.dtype(
    [
        ("turn", np.int64), ("mood", np.int64), ("list", np.int64, 4), ("inner", INNER), ("inners", INNER, 2),
        ("grid", np.int64, (2, 3)), ("letter", np.int64),
    ]
)  # fmt: skip
ODD_ANSWER = np.dtype([("refusal", np.int64), ("to", np.int64), ("mood", np.int64)])


class OddState(NamedTuple):
    head: np.ndarray
    board: np.ndarray
    cube: np.ndarray
    line: np.ndarray
    places: np.ndarray
    table: np.ndarray


class OddMemory(NamedTuple):
    notes: np.ndarray
    spot: np.ndarray
    path: np.ndarray
    seen: np.ndarray


class OddGround(NamedTuple):
    walls: np.ndarray
    posts: np.ndarray
    prepared: np.ndarray


class Odd(Config):
    """Knobs of every kind that a position's text must carry."""

    size: int = knob(3, 1, 9, why="nothing")
    weight: Weight = knob("0.5", 0, 9, why="nothing")
    bold: bool = knob(False, why="nothing")
    style: Literal["wide", "narrow"] = knob("wide", why="nothing")
    sight: int | Literal["all"] = knob(3, 0, 9, words={"all": -1}, why="nothing")
    zones: tuple[int, ...] = knob((1, 2), most=4, why="nothing")
    map: str = knob("", why="nothing")


def nothing(*arguments: Any) -> int:
    """A rule that does nothing."""
    return 0


ODD = Rules(
    name="odd",
    version=3,
    title="Nothing happens.",
    config=Odd,
    sides=lambda config: {"all": ["a-1", "b-2"]},
    layout=lambda config: Layout(
        state=OddState(
            array(ODD_HEAD, 1),
            array(np.int8, 2, 3),
            array(np.int16, 2, 2, 2),
            array(np.int64, 5),
            array(INNER, 3),
            array(INNER, 2, 2),
        ),
        view=Head(array(ODD_HEAD)),
        action=Head(array(ODD_ANSWER)),
        ground=OddGround(array(np.int8, 2, 3), array(INNER, 2), array(np.int64, 2)),
        memory=OddMemory(array(np.int64, NOTES), array(INNER), array(np.int64, 4), array(np.int8, 2, 2)),
        facts=("walls", "posts"),
    ),
    **dict.fromkeys(("deal", "prepare", "to_act", "judge", "step", "outcome", "look"), nothing),
    legal=lambda ground, knobs, state, seat: Choices({"to": Between(-5, 5), "mood": Between(-1, 3)}),
    players=(Player("nobody", nothing),),
    names={"mood": ("calm", "wild"), "board": (".", "#", "@"), "walls": (".", "#"), "letter": ("a", "b")},
)


@pytest.fixture(scope="session")
def odd() -> Callable[..., kc.Game]:
    """The game of odd arrays, with these knobs."""
    return lambda **knobs: kc.Game(ODD, Odd.make("odd", knobs))


@pytest.fixture(scope="session")
def odd_position() -> Callable[[kc.Game, int], Position]:
    """A position with a number in every second place of its arrays: small ones, and any there are."""

    def odd_position(game: kc.Game, seed: int) -> Position:
        chance = np.random.default_rng(seed)
        position = Position.empty(game)
        for group in (position.state, position.memories, position.ground):
            for entry in group:
                # A record is filled as the int64 it is made of.
                numbers = entry.view(np.int64 if entry.dtype.names else entry.dtype).reshape(-1)
                limits = np.iinfo(numbers.dtype)
                drawn = chance.integers(limits.min, limits.max, numbers.size, numbers.dtype, endpoint=True)
                small = chance.integers(-1, 4, numbers.size)
                numbers[:] = np.where(chance.integers(0, 2, numbers.size) == 1, drawn, small)
                numbers[chance.integers(0, 3, numbers.size) == 0] = 0
        position.ground.prepared[:] = 0
        position.step = int(chance.integers(0, 100))
        position.seed = int(chance.integers(0, 2**63 - 1)) if chance.integers(0, 2) else None
        return position

    return odd_position
