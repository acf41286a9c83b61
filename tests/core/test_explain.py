"""A player is asked why it would act as it does, and nothing changes by it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import kittycorner as kc
from kittycorner.core.errors import PlayerError
from kittycorner.core.explain import Candidate, Explanation
from kittycorner.core.layout import to_bytes
from kittycorner.core.players import Player, Turn, weigh
from kittycorner.core.registry import rules_of


class Careful:
    """A player in Python that takes the last of the legal actions, and counts how often it was asked."""

    def decide(self, turn: Turn) -> Any:
        turn.notes[0] += 1
        return turn.legal[-1]


def weigh_much(
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
    """Weigh more than anybody made room for, then stay."""
    for row in np.flatnonzero(acts):
        for candidate in range(3000):
            weigh(why, row, candidate, 0, candidate)
            weigh(why, row, candidate, 1, 1)
            weigh(why, row, candidate, 1, 2)
        actions.head[row]["step"] = 4


def chase(**knobs: Any) -> Any:
    return kc.load("skeleton-chase", **{"size": 7, "rounds": 8, **knobs})


def everything_of(match: Any) -> tuple[Any, ...]:
    """All bytes of a match, its workspace and its log included."""
    desk = match.desk
    arrays = (
        desk.knobs,
        desk.acts,
        desk.streams,
        desk.keys,
        desk.why.rows,
        match.batch.tallies,
        match.batch.runs,
    )
    groups = (match.state, match.memories, match.out, desk.plot, desk.workspace, desk.views, desk.actions)
    log = match.log
    entries = [(entry.answered, entry.actions, entry.events, entry.memories) for entry in log.entries]
    return (
        [array.tobytes() for array in arrays],
        [to_bytes(group) for group in (*groups, desk.events, desk.spare.views)],
        entries,
        (len(log.undone), match.number, match.over, match.seating),
    )


@pytest.mark.parametrize("steps", range(7))
def test_the_choice_is_what_the_player_then_does(steps: int) -> None:
    match = chase().match(seed=3).run(steps=steps)
    seats = match.to_act
    told = {seat: match.explain(seat).choice for seat in seats}
    match.step()
    assert {seat: str(match.history(seat)[-1]["action"]) for seat in seats} == told


@pytest.mark.parametrize("player", [None, "pack", "chase", f"{__name__}:Careful", Careful()])
def test_asking_changes_nothing(player: Any) -> None:
    match = chase().match(seed=3).run(steps=6).undo(2)
    before = everything_of(match)
    for seat in match.seats[2:]:
        match.explain(seat, player if seat in match.to_act else None)
    assert everything_of(match) == before


def test_the_terms_are_named_and_summed() -> None:
    match = chase().match(seed=3).run(steps=1)
    told = match.explain("runner-0").to_json()
    assert list(told) == ["seat", "player", "choice", "candidates"]
    assert (told["seat"], told["player"]) == ("runner-0", "flee")
    legal = [str(action) for action in match.legal("runner-0")]
    (terms,) = rules_of("skeleton-chase").players[0].terms
    assert [candidate["candidate"] for candidate in told["candidates"]] == legal
    for candidate in told["candidates"]:
        assert list(candidate["terms"]) == [terms]
        assert candidate["score"] == sum(candidate["terms"].values())
    best = max(told["candidates"], key=lambda candidate: candidate["score"])
    assert told["choice"] == best["candidate"]
    assert json.loads(json.dumps(told)) == told


def test_a_player_that_holds_several_seats_tells_of_the_one_that_was_asked() -> None:
    match = chase(sight=50).match(seed=3)
    for seat in ("hunter-0", "hunter-1"):
        weighed = {candidate.name for candidate in match.explain(seat).candidates}
        assert weighed == {str(action) for action in match.legal(seat)}


def test_another_player_holds_the_whole_side() -> None:
    match = chase().match(seed=3)
    told = match.explain("hunter-1", "pack")
    other = chase().match(seed=3, players={"hunters": "pack"})
    assert told.player == "pack"
    assert told.choice == other.explain("hunter-1").choice
    other.step()
    assert told.choice == str(other.history("hunter-1")[-1]["action"])


def test_a_seat_whose_turn_it_is_not_is_asked_as_if_it_were() -> None:
    match = chase().match(seed=3)
    assert "runner-0" not in match.to_act
    assert match.explain("runner-0").candidates


def test_a_match_that_is_over_can_be_asked_about() -> None:
    match = kc.load("coin-hunt", size=5).match(seed=1).run()
    assert match.explain("red").choice


def test_a_player_in_python_tells_its_choice() -> None:
    match = kc.load("coin-hunt", size=5).match(seed=1)
    told = match.explain("red", Careful)
    assert told.choice == str(match.legal("red")[-1])
    assert told.candidates == ()
    assert told.player == f"{__name__}:Careful"
    assert str(told) == f"red ({__name__}:Careful): {told.choice}"


def test_no_term_is_lost_however_many_there_are() -> None:
    match = kc.load("coin-hunt", size=5).match(seed=1)
    told = match.explain("red", Player("thorough", weigh_much, terms=("first",), candidates=("zero",)))
    assert len(told.candidates) == 3000
    assert told.candidates[0] == Candidate("zero", {"first": 0, "1": 3})
    assert told.candidates[2999] == Candidate(2999, {"first": 2999, "1": 3})
    assert told.candidates[2999].score == 3002


def test_as_text_it_is_an_aligned_table() -> None:
    told = Explanation(
        "red", "seek", "north", (Candidate("north", {"near": 12, "risk": -3}), Candidate("stay", {"near": 4}))
    )
    assert str(told).splitlines() == [
        "red (seek): north",
        "candidate  near  risk  score",
        "north        12    -3      9",
        "stay          4            4",
    ]


@pytest.mark.parametrize(
    ("seat", "player", "code"),
    [
        ("green", None, "seat-unknown"),
        ("spectator", None, "seat-unknown"),
        ("red", "nobody", "player-unknown"),
        ("red", "no_such_module:Player", "player-module"),
        ("red", object(), "player-no-decide"),
    ],
)
def test_who_cannot_be_asked_is_one_sentence(seat: str, player: Any, code: str) -> None:
    match = kc.load("coin-hunt", size=5).match(seed=1)
    with pytest.raises(PlayerError) as caught:
        match.explain(seat, player)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)
