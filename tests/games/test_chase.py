"""skeleton-chase, in the shape of Tag: phases, memories that lapse, a player for a side, what each sees."""

from collections.abc import Callable
from typing import Any

import pytest

import kittycorner as kc
from kittycorner.core.errors import PositionError, RuleError
from skeletons.chase import HUNTERS_MOVE, RUNNERS_MOVE

DUEL = kc.load("skeleton-chase", size=7, runners=1, hunters=1, walls=0)
PAIRS = kc.load("skeleton-chase", size=7, runners=2, hunters=2, walls=0)
CROWD = kc.load("skeleton-chase", size=9, runners=3, hunters=3)


def stand(game: Any, phase: int, *cells: tuple[int, int], players: Any = None, seed: int = 0) -> Any:
    """A match on an open board: runners and then hunters on these cells."""
    actors = [f"state actors {seat} x {x} y {y}" for seat, (x, y) in enumerate(cells)]
    text = "\n".join(["skeleton-chase/1 step 0", "state round 1", f"state phase {phase}", *actors])
    return game.match(seed, position=text, players=players)


def cell_of(match: Any, seat: str) -> tuple[int, int]:
    view = match.view(seat)
    return view.x, view.y


def test_hunters_first() -> None:
    """In a round all hunters move at once, and then all runners."""
    match = stand(PAIRS, HUNTERS_MOVE, (5, 5), (5, 6), (1, 1), (2, 1))
    assert match.to_act == ["hunter-0", "hunter-1"]
    with pytest.raises(RuleError) as refused:
        match.act({"hunter-0": "stay"})
    assert refused.value.code == "no-answer"
    match.act({"hunter-0": "stay", "hunter-1": "stay"})
    assert match.to_act == ["runner-0", "runner-1"]
    assert match.view("runner-0").round == 1
    match.act({"runner-0": "stay", "runner-1": "stay"})
    assert match.view("runner-0").round == 2


def test_escape_before_capture() -> None:
    """A runner that reaches the exit has escaped, though a hunter stands on it."""
    match = stand(DUEL, RUNNERS_MOVE, (1, 0), (0, 0))
    match.act({"runner-0": "west"})
    assert match.view("runner-0").fate == "escaped"
    assert [type(event).__name__ for event in match.events] == ["Move"]
    assert match.outcome.winner == "runners"
    assert match.outcome.reason == "nobody-left"
    assert match.points == {"runners": 1, "hunters": 0}


def test_capture_in_either_phase() -> None:
    """Whoever of the two moves onto the other's cell, the runner is captured."""
    hunted = stand(DUEL, HUNTERS_MOVE, (3, 3), (4, 4))
    hunted.act({"hunter-0": "north-west"})
    blundered = stand(DUEL, RUNNERS_MOVE, (3, 3), (4, 4))
    blundered.act({"runner-0": "south-east"})
    assert hunted.outcome == blundered.outcome
    assert hunted.points == {"runners": 0, "hunters": 1}


def test_no_conflicts() -> None:
    """Actors of a side don't stand in each other's way."""
    match = stand(PAIRS, HUNTERS_MOVE, (5, 5), (5, 6), (1, 1), (2, 1))
    match.act({"hunter-0": "south", "hunter-1": "south-west"})
    assert cell_of(match, "hunter-0") == cell_of(match, "hunter-1") == (1, 2)
    match.act({"runner-0": "south", "runner-1": "north"})
    assert cell_of(match, "runner-0") == (5, 6)
    assert cell_of(match, "runner-1") == (5, 5)


def test_walls() -> None:
    """No step leads into a wall, or diagonally between two; the seat is told which steps there are."""
    walls = "ground walls\n" + "  . # . . . . .\n  # . . . . . .\n" + "  . . . . . . .\n" * 5
    text = f"skeleton-chase/1 step 0\n{walls}state round 1\nstate phase 1\nstate actors 0 x 1 y 1\n"
    match = DUEL.match(position=text + "state actors 1 x 6 y 6\n")
    before = match.digests()
    for step in ("north", "north-west", "west"):
        with pytest.raises(RuleError) as refused:
            match.act({"runner-0": step})
        assert refused.value.parameters["reason"] == "wall"
        assert refused.value.allowed == [str(action) for action in match.legal("runner-0")]
        assert step not in refused.value.allowed
    assert match.digests() == before


def test_memory_lapses_with_a_capture() -> None:
    """A hunter remembers where it saw a runner; once it has captured one, it forgets, and it alone."""
    players = {"hunters": "chase"}
    match = stand(PAIRS, HUNTERS_MOVE, (5, 5), (1, 1), (4, 5), (3, 3), players=players)
    match.step()
    assert match.points["hunters"] == 1
    assert not match.memories.saw[2]["round"]
    assert match.memories.saw[3]["round"] == 1
    after = match.digests()
    match.undo()
    assert not match.memories.saw["round"].any()
    match.redo()
    assert match.digests() == after


def test_memory_guides_a_hunter() -> None:
    """A hunter walks on to where it last saw a runner that it sees no more."""
    match = stand(DUEL, HUNTERS_MOVE, (6, 6), (0, 3), players={"hunters": "chase"})
    match.memories.saw[1] = (1, 4, 3)
    assert not match.view("hunter-0").seen
    match.step()
    assert cell_of(match, "hunter-0")[0] == 1


def test_pack_shares_views() -> None:
    """One player for the side: a hunter that sees nobody runs to the runner that another sees."""
    cells = ((6, 0), (6, 1), (4, 0), (0, 6))
    match = stand(PAIRS, HUNTERS_MOVE, *cells, players={"hunters": "pack"})
    assert not match.view("hunter-1").seen
    match.step()
    assert cell_of(match, "hunter-1") == (1, 5)
    apart = {"hunter-0": "pack", "hunter-1": "pack"}
    alone = [stand(PAIRS, HUNTERS_MOVE, *cells, players=apart, seed=seed) for seed in range(4)]
    for match in alone:
        match.step()
    assert {cell_of(match, "hunter-1") for match in alone} != {(1, 5)}


def test_who_is_out_does_not_act() -> None:
    """A captured runner keeps its seat, but it sees nothing, isn't asked, and can't answer."""
    match = stand(PAIRS, HUNTERS_MOVE, (5, 5), (1, 1), (4, 5), (3, 3))
    match.act({"hunter-0": "east", "hunter-1": "stay"})
    assert match.to_act == ["runner-1"]
    assert match.view("runner-0").fate == "captured"
    assert not match.view("runner-0").seen
    with pytest.raises(RuleError) as refused:
        match.act({"runner-0": "stay", "runner-1": "stay"})
    assert refused.value.code == "not-your-turn"
    match.run(steps=3)
    assert cell_of(match, "runner-0") == (5, 5)


def test_sight() -> None:
    """An actor sees those of the other side that are near, and none of its own."""
    match = stand(PAIRS, HUNTERS_MOVE, (5, 5), (0, 1), (5, 4), (2, 4))
    assert match.view("runner-0").seen == [{"seat": 2, "x": 5, "y": 4}, {"seat": 3, "x": 2, "y": 4}]
    assert match.view("hunter-0").seen == [{"seat": 0, "x": 5, "y": 5}]
    assert [seen["seat"] for seen in match.view("hunter-1").seen] == [0, 1]


def test_spectator_sees_the_round_alone() -> None:
    """The spectator is told the round; where anybody is would help one side or the other."""
    match = CROWD.match(seed=3).run(steps=7)
    seen = dict(match.view("spectator"))
    assert seen.pop("seat") == "spectator"
    assert seen.pop("round") == 4
    assert not any(value for name, value in seen.items() if name != "fate")
    assert seen["fate"] == "free"
    assert not any(step["events"] for step in match.history("spectator"))


def test_stays_are_counted() -> None:
    """Whoever stays is counted, an answer that is refused included, however the match is stepped."""
    match = stand(DUEL, RUNNERS_MOVE, (3, 0), (6, 6))
    match.act({"runner-0": "stay"})
    assert match.tallies == {"stayed": 1}
    match.act({"hunter-0": "west"})
    match.act({"runner-0": "north"}, faults=True)
    assert match.tallies == {"stayed": 2}
    match.undo(3)
    assert match.tallies == {"stayed": 0}
    played = CROWD.match(seed=37, players={"hunters": "pack"}).run()
    assert played.tallies == {"stayed": 40}
    assert played.tallies == played.undo(played.number).redo(played.log.last).tallies


def test_position_reads_back_with_its_memories() -> None:
    """A position as text or JSON is the same position, what the players carry included."""
    match = CROWD.match(seed=5, players={"hunters": "chase"}).run(steps=9)
    assert match.memories.saw["round"].any()
    match.memories.notes[1, 4] = -7
    assert "memory runner-1 notes" in str(match)
    again = CROWD.match(position=str(match))
    assert again.digests() == match.digests()
    assert str(again) == str(match)
    data = CROWD.schema.position(match.position)
    assert CROWD.match(position=CROWD.schema.read_position(data)).digests() == match.digests()
    with pytest.raises(PositionError):
        DUEL.match(position="skeleton-chase/1 step 0\nstate round 1\nstate actors 0 x 7\n")


def test_seats_apart() -> None:
    """A player of seats that are no neighbours plays as well, with one of another player between them."""
    players = {"hunters": "pack", "hunter-1": "chase"}
    match = CROWD.match(seed=2, players=players)
    instances = {instance.name: instance.seats for instance in match.seating.instances}
    assert instances == {"flee": (0, 1, 2), "pack": (3, 5), "chase": (4,)}
    assert match.seating.table["adjacent"].tolist() == [1, 0, 1]


@pytest.mark.parametrize("players", [{}, {"hunters": "pack", "hunter-1": "chase"}, {"runner-1": "flee"}])
def test_one_match_however_it_is_played(
    players: dict[str, str], run_plain: Callable[..., Any], run_batch: Any, answer_again: Any
) -> None:
    """Compiled, plain, in a batch and answer by answer, the same seed brings the same match to the bit."""
    seeds = [4, 11, 12]
    matches = [CROWD.match(seed, players=players).run() for seed in seeds]
    digests = [match.digests() for match in matches]
    assert len({digest["state"] for digest in digests}) == len(seeds)
    assert [run_plain(CROWD.match(seed, players=players)).digests() for seed in seeds] == digests
    assert run_batch(CROWD, seeds, players) == digests
    for match in matches:
        assert answer_again(match).digests()["state"] == match.digests()["state"]
        assert answer_again(match).events == match.events
