"""Undo and redo: any step of a match can be gone to, exactly."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kittycorner as kc
from kittycorner.core.errors import KittycornerError, RuleError
from kittycorner.core.match import Match

Everything = Callable[[Match], tuple[Any, ...]]


def first_answers(match: Match) -> dict[str, str]:
    """The first legal answer of every seat that must act."""
    return {seat: match.legal(seat)[0].text for seat in match.to_act}


def test_undo_and_redo_are_exact(game: kc.Game, everything: Everything) -> None:
    """Back by one or by many, and forward again: everything is as it was there."""
    match = game.match(seed=5)
    there = [everything(match)]
    while not match.over:
        match.step()
        there.append(everything(match))
    last = match.number
    for step in (last - 1, 0, 1, last // 2, last, 3, last):
        assert everything(match.go_to(step)) == there[step]
    match.undo(2)
    assert everything(match.redo()) == there[last - 1]


@settings(max_examples=15, deadline=None)
@given(walk=st.lists(st.integers(-12, 12), max_size=12))
def test_any_walk_through_the_steps_ends_where_it_ends(walk: list[int], chase: kc.Game) -> None:
    """Undone, redone and played on, a match is the same as one played straight to that step."""
    straight = chase.match(seed=9).run(steps=30)
    match = chase.match(seed=9).run(steps=15)
    for steps in walk:
        if 0 <= match.number + steps <= match.log.last:
            match.go_to(match.number + steps)
        else:
            match.run(steps=abs(steps))
    goal = min(30, straight.number)
    if match.number < goal:
        match.run(steps=goal - match.number)
    else:
        match.go_to(goal)
    assert match.digests() == straight.digests()
    assert match.events == straight.events


def test_what_was_undone_is_lost_when_somebody_acts(game: kc.Game, everything: Everything) -> None:
    """After another answer there is nothing to redo, and the way back leads over the new step."""
    match = game.match(seed=5).run(steps=10)
    match.undo(4)
    before = everything(match)
    match.act(first_answers(match))
    after = everything(match)
    assert match.log.last == match.number
    with pytest.raises(KittycornerError) as wrong:
        match.redo()
    assert wrong.value.code == "no-such-step"
    assert everything(match.undo()) == before
    assert everything(match.redo()) == after


def test_the_way_back_is_the_way_that_was_gone(everything: Everything) -> None:
    """After another answer early on, steps that had been played before are the new ones."""
    match = kc.load("coin-hunt", refill=100).match(seed=5).run(steps=38).undo(30)
    there = [everything(match)]
    match.act({match.to_act[0]: "stay"})
    there.append(everything(match))
    match.run(steps=27, after_step=lambda: there.append(everything(match)))
    assert len(there) == 29
    for step in (36, 34, 20, 8, 35):
        assert everything(match.go_to(step)) == there[step - 8]


def test_a_refused_answer_keeps_what_was_undone(game: kc.Game, everything: Everything) -> None:
    """Nothing has happened, so that the steps can still be redone."""
    match = game.match(seed=5).run(steps=10)
    there = everything(match)
    match.undo(4)
    with pytest.raises(RuleError):
        match.act(dict.fromkeys(match.to_act, "nonsense"))
    assert everything(match.redo(4)) == there


def test_there_is_no_step_before_the_start_nor_behind_the_end(game: kc.Game, everything: Everything) -> None:
    """The sentence names the steps there are."""
    match = game.match(seed=5).run(steps=3)
    before = everything(match)
    for number in (-1, 4):
        with pytest.raises(KittycornerError) as wrong:
            match.go_to(number)
        assert (wrong.value.parameters["first"], wrong.value.parameters["last"]) == (0, 3)
    assert everything(match) == before


def test_undo_goes_back_to_the_position_it_began_with(game: kc.Game) -> None:
    """A match from a position counts its steps from there."""
    text = str(game.match(seed=5).run(steps=6))
    match = game.match(position=text)
    assert match.number == 6
    straight = game.match(seed=5).run(steps=10)
    assert match.run(steps=4).digests() == straight.digests()
    assert str(match.go_to(6)) == text
    with pytest.raises(KittycornerError):
        match.undo()
