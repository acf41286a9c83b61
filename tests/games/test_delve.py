"""skeleton-delve, in the shape of Rollman: two seats at once, a board that changes, hidden levels."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kittycorner as kc
from kittycorner.core.errors import PositionError, RuleError
from kittycorner.core.replay import seat_lines
from skeletons.delve import Capture, LevelBegins

GAME = kc.load("skeleton-delve")
DEEP = kc.load("skeleton-delve", size=13, levels=3, rounds=15)
SMALL = kc.load("skeleton-delve", size=9)

# The second of two levels, smaller than the first; the ground's arrays keep the first one's size.
SECOND = """skeleton-delve/1 step 12
state level 1
state round {round}
state points 4 8
state actors 0 x {digger[0]} y {digger[1]}
state actors 1 x {ghosts[0][0]} y {ghosts[0][1]}
state actors 2 x {ghosts[1][0]} y {ghosts[1][1]}
state actors 3 x {ghosts[2][0]} y {ghosts[2][1]}
state boards
  # # # # # # # # #
  # . . . . . . . #
  # . . . . . . . #
  # . . . . . . . #
  # . . . E . . . #
  # . . . . . . . #
  # . . . . . . . #
  # . . . . . . . #
  # # # # # # # # #
  # # # # # # # # #
  # . . {coins} # # #
  # . # . # . # # #
  # . . E . . # # #
  # . # . # . # # #
  # . . . . . # # #
  # # # # # # # # #
  # # # # # # # # #
  # # # # # # # # #
"""
FAR_GHOSTS = ((5, 1), (1, 5), (5, 5))


def stand(
    digger: tuple[int, int],
    ghosts: tuple[tuple[int, int], ...] = FAR_GHOSTS,
    coins: str = "o . .",
    round: int = 3,
    **given: Any,
) -> Any:
    """A match in its second level, with everybody on these cells and this in the top row from column 3."""
    return SMALL.match(
        position=SECOND.format(digger=digger, ghosts=ghosts, coins=coins, round=round), **given
    )


def told(match: Any, kind: type) -> list[Any]:
    return [event for event in match.events if isinstance(event, kind)]


def ground_of(match: Any) -> bytes:
    return bytes(match.desk.ground.walls.tobytes() + match.desk.ground.exits.tobytes())


def known(match: Any) -> list[str]:
    """All that seats and spectator are shown or told, and what is said of an answer that is refused."""
    texts = []
    for seat in (*match.seats, "spectator"):
        texts += [repr(match.view(seat)), repr(match.history(seat)), *seat_lines(match, seat)]
        texts.append(json.dumps(match.game.schema.start_message(match, seat)))
    for seat in match.to_act:
        with pytest.raises(RuleError) as refused:
            match.act({name: {"step": 9} if name == seat else "pass" for name in match.to_act})
        texts.append(f"{refused.value!s}{refused.value.parameters!r}")
    return texts


def test_both_answer_at_once() -> None:
    """A round takes the digger's one step and the ghosts' three, in one answer each."""
    match = GAME.match(seed=1)
    assert match.to_act == ["digger", "ghosts"]
    with pytest.raises(RuleError) as refused:
        match.act({"digger": "step south"})
    assert refused.value.code == "no-answer"
    match.act({"digger": "step south", "ghosts": {"step": "west", "third": "north"}})
    assert match.view("digger").actors == match.view("ghosts").actors
    assert match.view("digger").actors[0] == {"x": 1, "y": 2}
    assert match.view("digger").actors[1] == {"x": 8, "y": 1}
    assert match.view("digger").actors[2] == {"x": 1, "y": 9}
    assert match.view("digger").actors[3] == {"x": 9, "y": 8}
    assert len(match.legal("digger")) == 9
    assert len(match.legal("ghosts")) == 9**3


def test_only_ones_own_steps() -> None:
    """The digger answers one of the nine steps, the ghosts three; a refused answer changes nothing."""
    match = GAME.match(seed=1)
    before = match.digests()
    for answers, seat in (
        ({"digger": "second north", "ghosts": "pass"}, "digger"),
        ({"digger": {"step": 9}, "ghosts": "pass"}, "digger"),
        ({"digger": "pass", "ghosts": {"step": 3, "third": -1}}, "ghosts"),
    ):
        with pytest.raises(RuleError) as refused:
            match.act(answers)
        assert refused.value.seat == seat
        assert refused.value.parameters["reason"] == "no-step"
    assert match.digests() == before


def test_walls_stop() -> None:
    """A step into a wall is legal, and stays."""
    match = stand((1, 1))
    match.act({"digger": "step north", "ghosts": "step north"})
    assert match.view("spectator").actors[0] == {"x": 1, "y": 1}
    assert match.view("spectator").actors[1] == {"x": 5, "y": 1}


def test_coins_are_taken() -> None:
    """The digger takes the coin on the cell it comes to; everybody sees the board without it."""
    match = stand((2, 1), coins="o o .")
    assert match.view("ghosts").board[1][3] == "o"
    match.act({"digger": "step east", "ghosts": "pass"})
    assert match.points == {"digger": 5, "ghosts": 8}
    for seat in ("digger", "ghosts", "spectator"):
        assert match.view(seat).board[1][3:6] == [".", "o", "."]


def test_capture_on_a_cell_and_in_crossing() -> None:
    """A ghost captures on the digger's cell, or by changing cells with it; the lowest number is credited."""
    crossed = stand((2, 1), ((3, 1), (5, 5), (5, 5)), coins="o o .")
    crossed.act({"digger": "step east", "ghosts": "step west"})
    assert told(crossed, Capture) == [Capture(ghost=1, at=(3, 1))]
    met = stand((2, 1), ((5, 5), (4, 1), (3, 2)), coins=". . o")
    met.act({"digger": "step east", "ghosts": "second west third north"})
    assert told(met, Capture) == [Capture(ghost=2, at=(3, 1))]
    followed = stand((2, 1), ((1, 1), (5, 5), (5, 5)), coins=". . o")
    followed.act({"digger": "step east", "ghosts": "step east"})
    assert not told(followed, Capture)
    assert met.points == {"digger": 4, "ghosts": 8 + 12}
    assert met.tallies == {"captures": 1}
    assert met.view("digger").actors[0] == {"x": 1, "y": 1}


@pytest.mark.parametrize(
    ("match", "step", "reason", "points"),
    [
        (stand((3, 2)), "step south", "exit", {"digger": 4 + 5, "ghosts": 8}),
        (stand((2, 1), round=39), "pass", "time", {"digger": 4, "ghosts": 8}),
    ],
)
def test_a_level_ends(match: Any, step: str, reason: str, points: dict[str, int]) -> None:
    """A level ends when the digger leaves, or with the time; the last ends the match."""
    match.act({"digger": step, "ghosts": "pass"})
    assert match.outcome.reason == reason
    assert match.outcome.points == points


def test_the_next_level_has_its_own_size() -> None:
    """Levels are dealt in falling sizes; when one begins, the ground is that of its board."""
    match = DEEP.match(seed=8)
    for level, size in enumerate((13, 11, 9)):
        assert match.view("digger").level == level
        assert match.view("digger").size == size
        walls = match.desk.ground.walls
        assert (walls == (match.state.boards[level] == 0)).all()
        assert walls[size:].all()
        assert walls[:, size:].all()
        assert match.desk.ground.exits[size // 2, size // 2] == 0
        assert match.desk.ground.exits[1, 1] == size // 2 - 1 or match.desk.ground.walls[1:-1, 1:-1].any()
        assert match.view("digger").actors[3] == {"x": size - 2, "y": size - 2}
        while not match.over and match.view("digger").level == level:
            match.step()
    assert match.over
    assert [event.size for event in told(match, LevelBegins)] == [13, 11, 9]


def test_undo_restores_the_ground() -> None:
    """To undo the step into a level brings the ground of the one before back, to the byte."""
    match = DEEP.match(seed=3)
    grounds, digests = [ground_of(match)], [match.digests()]
    while not match.over:
        match.step()
        grounds.append(ground_of(match))
        digests.append(match.digests())
    assert len(set(grounds)) == 3
    for number in (*range(match.number, -1, -1), 16, 1, 31, 30, match.number):
        match.go_to(number)
        assert ground_of(match) == grounds[number]
        assert match.digests() == digests[number]


def test_any_level_starts_from_a_position() -> None:
    """A position as text or JSON starts in any level, on a board of its size, and reads back."""
    match = stand((2, 3))
    assert match.view("digger").size == 7
    assert match.desk.ground.exits[3, 2] == 1
    assert (match.desk.ground.walls[7:] == 1).all()
    assert SMALL.match(position=str(match)).digests() == match.digests()
    data = SMALL.schema.position(match.position)
    assert str(SMALL.match(position=SMALL.schema.read_position(data))) == str(match)
    dealt = DEEP.match(seed=5).run(steps=20)
    assert DEEP.match(position=str(dealt)).run().digests() == dealt.run().digests()


@pytest.mark.parametrize("digger", [(0, 2), (6, 2), (-1, 3), (900, 1)])
def test_nobody_stands_off_the_level(digger: tuple[int, int]) -> None:
    """A position with the digger outside its level is refused."""
    with pytest.raises(PositionError) as refused:
        stand(digger)
    assert refused.value.code == "position-range"


def guessed(match: Any, seat: int) -> Any:
    """A match like this one, but for what the seat can't know."""
    position, chance = match.position, np.random.default_rng(1)
    match.game.rules.guess(match.game, position, seat, lambda bound: int(chance.integers(bound)))
    return match.game.match(position=position)


def test_later_levels_stay_hidden() -> None:
    """Whatever lies in the later levels, nobody is shown or told a thing of it before they begin."""
    for seat in range(3):
        for steps in (0, 5, 20):
            match = DEEP.match(seed=4).run(steps=steps)
            other = guessed(match, seat)
            level = match.view("digger").level
            assert (other.state.boards[: level + 1] == match.state.boards[: level + 1]).all()
            assert (other.state.boards[level + 1 :] != match.state.boards[level + 1 :]).any()
            assert known(other) == known(DEEP.match(position=match.position))
    match = DEEP.match(position=DEEP.match(seed=4).position)
    other = guessed(match, 0)
    while match.view("digger").level == 0:
        assert known(match) == known(other)
        match.step()
        other.step()
    assert match.view("digger").board != other.view("digger").board


def test_the_bonus_stays_secret() -> None:
    """A secret knob reaches no view, event, error nor player; it shows in the outcome alone."""
    poor, rich = (kc.load("skeleton-delve", bonus=bonus) for bonus in (0, 77))
    assert "bonus" not in rich.config.open_values()
    assert rich.knobs[0]["bonus"] == 77
    assert rich.new_desk(0).open_knobs[0]["bonus"] == 0
    assert rich.new_desk(0).open_knobs[0]["size"] == 11
    matches = [game.match(seed=1) for game in (poor, rich)]
    shown: list[list[str]] = [[], []]
    for match, texts in zip(matches, shown, strict=True):
        while not match.over:
            texts += known(match)
            match.step()
    assert shown[0] == shown[1]
    assert matches[0].digests() == matches[1].digests()
    exits = int(matches[0].state.head[0]["exits"])
    assert exits > 0
    assert matches[1].points["digger"] == matches[0].points["digger"] + 77 * exits


def test_faults() -> None:
    """A refused answer stays by default; under `loss` it loses the match, and nothing is settled."""
    match = stand((2, 1))
    match.act({"digger": "step nowhere", "ghosts": {"step": 4, "second": 9}}, faults=True)
    assert match.view("spectator").actors[0] == {"x": 2, "y": 1}
    assert match.view("spectator").actors[1] == {"x": 5, "y": 1}
    assert match.view("spectator").round == 4
    lost = stand((2, 1), policy="loss")
    before = lost.digests()["state"]
    lost.act({"digger": "pass", "ghosts": {"step": 9}}, faults=True)
    assert lost.outcome.winner == "digger"
    assert lost.outcome.reason == "fault"
    assert lost.digests()["state"] == before
    assert lost.undo().outcome is None


def test_one_match_however_it_is_played(
    run_plain: Callable[..., Any], run_batch: Any, answer_again: Any
) -> None:
    """Compiled, plain, in a batch and answer by answer, the same seed brings the same match to the bit."""
    seeds = [0, 5, 2**63 - 1]
    matches = [DEEP.match(seed).run() for seed in seeds]
    digests = [match.digests() for match in matches]
    assert len({digest["state"] for digest in digests}) == len(seeds)
    assert [run_plain(DEEP.match(seed)).digests() for seed in seeds] == digests
    assert run_batch(DEEP, seeds, {}) == digests
    for match in matches:
        assert answer_again(match).digests() == match.digests()
        assert answer_again(match).events == match.events


class Wanders:
    def decide(self, turn: Any) -> Any:
        return turn.legal.sample(turn.draw)


def test_players_do_what_they_say() -> None:
    """The digger that is greedy digs more than one that wanders, and ghosts that hunt catch more."""
    points: dict[Any, int] = {}
    captures: dict[Any, int] = {}
    for who in ("greedy", Wanders):
        players = {"digger": who, "ghosts": Wanders}
        points[who] = sum(DEEP.match(seed, players=players).run().points["digger"] for seed in range(8))
    for who in ("hunt", Wanders):
        players = {"digger": Wanders, "ghosts": who}
        captures[who] = sum(DEEP.match(seed, players=players).run().tallies["captures"] for seed in range(8))
    assert points["greedy"] > points[Wanders] + 40
    assert captures["hunt"] > captures[Wanders]
