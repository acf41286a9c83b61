"""Notation: a position as text and back, and answers as people type them."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kittycorner as kc
from kittycorner.core.errors import KittycornerError, PositionError
from kittycorner.core.layout import to_bytes
from kittycorner.core.position import Position
from kittycorner.core.registry import load

MakeOdd = Callable[..., kc.Game]
MakePosition = Callable[[kc.Game, int], Position]
TEXTS = ("coin-hunt/1 step 4\n", "seed 12\n", "state turn 4\n")


def same(position: Position, other: Position) -> bool:
    """Whether two positions are the same to the byte."""
    return all(
        to_bytes(getattr(position, name)) == to_bytes(getattr(other, name))
        for name in ("ground", "state", "memories")
    ) and (position.step, position.seed) == (other.step, other.seed)


# --- positions


@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 2**32))
def test_any_position_reads_back(odd: MakeOdd, odd_position: MakePosition, number: int) -> None:
    """Whatever stands in arrays of any type and shape, `read(draw(position)) == position`."""
    game = odd()
    position = odd_position(game, number)
    text = game.notation.draw(position)
    assert same(game.notation.read(text), position)
    assert game.notation.draw(game.notation.read(text)) == text


@pytest.mark.parametrize("name", ["coin-hunt", "skeleton-chase", "skeleton-boards"])
def test_every_position_of_a_match_reads_back(name: str) -> None:
    """Memories, facts of the ground, step and seed included."""
    match = load(name).match(seed=21)
    while not match.over and match.number < 40:
        position = match.position
        again = match.game.notation.read(str(match))
        assert [getattr(again, part) for part in ("step", "seed")] == [position.step, 21]
        assert to_bytes(again.state) == to_bytes(position.state)
        assert to_bytes(again.memories) == to_bytes(position.memories)
        for fact in match.game.layout.facts:
            assert (getattr(again.ground, fact) == getattr(position.ground, fact)).all()
        match.run(steps=3)


@given(
    knobs=st.fixed_dictionaries(
        {},
        optional={
            "size": st.integers(1, 9),
            "weight": st.decimals(0, 9, places=3),
            "bold": st.booleans(),
            "style": st.sampled_from(["wide", "narrow"]),
            "sight": st.integers(0, 9) | st.just("all"),
            "zones": st.lists(st.integers(-9, 9), max_size=4),
            "map": st.text(st.characters(exclude_categories=["Cs"])) | st.text('\n\r"\\@# x'),
        },
    )
)
def test_a_text_carries_the_knobs(odd: MakeOdd, knobs: dict[str, Any]) -> None:
    """A position's text sets every knob that isn't at its default, texts of several lines included."""
    game = odd(**knobs)
    match = game.match(seed=3)
    again = odd().match(position=str(match))
    assert again.game.config == game.config
    assert str(again) == str(match)


def test_a_text_reads_no_files(odd: MakeOdd) -> None:
    """`set map @FILE` in a position is a text that begins with an at sign: a position comes from anybody."""
    match = odd(map="@/etc/hostname").match()
    assert odd().match(position=str(match)).game.config.map == "@/etc/hostname"
    assert odd().match(position="odd/3 step 0\nset map @/etc/hostname\n").game.config.map == "@/etc/hostname"


def test_the_plain_form_is_readable() -> None:
    """What is zero is left out; boards are drawn with their letters; memories by seat."""
    match = load("coin-hunt", size=3, coins=2, sight=1).match(seed=8)
    match.memories.notes[1, 3] = -4
    assert str(match).splitlines()[:5] == [
        "coin-hunt/1 step 0", "set size 3", "set coins 2", "set sight 1", "seed 8",
    ]  # fmt: skip
    assert str(match).splitlines()[-1].startswith("memory blue notes 0 0 0 -4 0")
    assert "state turn" not in str(match)


def test_lines_may_stand_in_any_order_and_between_empty_ones() -> None:
    """A person may write a position by hand, and leave out what is zero."""
    game = load("coin-hunt", size=3)
    hand = (
        "coin-hunt/1 step 4\n\nstate coins\n  0 0 1\n  0 2 0\n  0 0 0\nseed 9\nset size 3\n\nstate turn 4\n"
    )
    match = game.match(position=hand)
    assert (match.number, match.seed, match.state.coins[1, 1]) == (4, 9, 2)
    assert match.to_act == ["red"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "position-first-line"),
        ("chess/1 step 0", "position-first-line"),
        ("coin-hunt/2 step 0", "position-first-line"),
        ("coin-hunt/1", "position-line"),
        ("coin-hunt/1 step x", "position-line"),
        ("coin-hunt/1 step -1", "position-line"),
        ("coin-hunt/1 step ²", "position-line"),
        (f"coin-hunt/1 step {10**19}", "position-line"),
        (f"coin-hunt/1 step {'9' * 5000}", "position-line"),
        ("coin-hunt/1 step 0\nseed ²", "position-line"),
        ("coin-hunt/1 step 0\nseed -1", "position-line"),
        (f"coin-hunt/1 step 0\nseed {2**63}", "position-line"),
        ("coin-hunt/1 step 0\nset colour red", "position-line"),
        ("coin-hunt/1 step 0\nset size x", "knob-whole"),
        ("coin-hunt/1 step 0\nset size 99", "knob-range"),
        ("coin-hunt/1 step 0\nnonsense", "position-line"),
        ("coin-hunt/1 step 0\nstate", "position-line"),
        ("coin-hunt/1 step 0\nstate nothing 3", "position-line"),
        ("coin-hunt/1 step 0\nstate turn", "position-line"),
        ("coin-hunt/1 step 0\nstate turn 1 2", "position-line"),
        ("coin-hunt/1 step 0\nstate turn x", "position-line"),
        (f"coin-hunt/1 step 0\nstate turn {2**63}", "position-line"),
        ("coin-hunt/1 step 0\nstate seekers 9 x 1", "position-line"),
        ("coin-hunt/1 step 0\nstate seekers -1 x 1", "position-line"),
        ("coin-hunt/1 step 0\nstate seekers x 1", "position-line"),
        ("coin-hunt/1 step 0\nstate seekers 0 z 1", "position-line"),
        ("coin-hunt/1 step 0\nstate seekers 0 x", "position-line"),
        ("coin-hunt/1 step 0\nstate coins", "position-row"),
        ("coin-hunt/1 step 0\nstate coins\n  0 0", "position-row-length"),
        ("coin-hunt/1 step 0\nset size 3\nstate coins\n  0 x 0", "position-word"),
        ("coin-hunt/1 step 0\nset size 3\nstate coins\n  0 200 0", "position-word"),
        ("coin-hunt/1 step 0\nmemory green notes 1", "position-line"),
        ("coin-hunt/1 step 0\nmemory red", "position-line"),
        ("coin-hunt/1 step 0\nmemory red notes 1", "position-line"),
        ("coin-hunt/1 step 0\nground coins 1", "position-line"),
        ("{", "position-not-json"),
        ("{]", "position-not-json"),
    ],
)
def test_a_text_that_is_no_position_is_one_sentence(text: str, code: str) -> None:
    """It names the line, and what was expected."""
    with pytest.raises(KittycornerError) as wrong:
        load("coin-hunt").match(position=text)
    assert wrong.value.code == code
    assert "\n" not in str(wrong.value)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_spoilt_text_is_read_or_refused_in_one_sentence(data: st.DataObject) -> None:
    """Whatever is struck out, doubled or overwritten: nothing but a sentence of ours comes back."""
    text = str(load("coin-hunt", size=3).match(seed=5).run(steps=4))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 6))
        text = text[:place] + data.draw(st.text("0129-. \nabsx²", max_size=4)) + text[place + length :]
    try:
        match = load("coin-hunt", size=3).match(position=text)
    except KittycornerError as error:
        said = str(error)
    else:
        said = ""
        assert str(match.game.match(position=str(match))) == str(match)
    assert "\n" not in said


def test_a_position_of_another_game_is_refused() -> None:
    """The first line says which game it is."""
    text = str(load("skeleton-chase").match())
    with pytest.raises(PositionError, match="coin-hunt/1"):
        load("coin-hunt").match(position=text)


# --- answers


@settings(max_examples=60)
@given(to=st.integers(-5, 5), mood=st.integers(-1, 3))
def test_any_answer_reads_back(odd: MakeOdd, to: int, mood: int) -> None:
    """Text and message of an action are the same action again."""
    game = odd()
    action = game.action_from_fields({"to": to, "mood": mood})
    assert game.read_action(0, action.text) == action
    assert game.read_action(0, game.schema.action(action)) == action


def test_answers_are_words_and_numbers(odd: MakeOdd) -> None:
    """A field by its name, its number or its word; what is zero isn't said."""
    game = odd()
    assert game.action_from_fields({}).text == "pass"
    assert game.action_from_fields({"to": 3}).text == "to 3"
    assert game.read_action(0, "mood wild to 3").text == "to 3 mood wild"
    assert game.read_action(0, "mood 1").text == "mood wild"
    assert game.read_action(0, "mood calm to 0").text == "pass"
    assert load("coin-hunt").read_action(0, "4").text == "stay"


@pytest.mark.parametrize(
    "text", ["", " ", "to", "to x", "to 1 mood", "too 1", "mood angry", "pass pass", "to ²", "to 9" * 9]
)
def test_an_answer_that_cannot_be_read_is_a_value_error(odd: MakeOdd, text: str) -> None:
    """For the loop it is unreadable."""
    game = odd()
    with pytest.raises(ValueError):  # noqa: PT011
        game.read_action(0, text)
    assert game.read_answer(0, text) == game.unreadable


# --- views


def test_a_view_is_text_too() -> None:
    """Names and values, lists of objects in words."""
    match = load("coin-hunt", size=5, sight=9).match(seed=8)
    lines = str(match.view("red")).splitlines()
    assert lines[0] == "seat red"
    assert "seekers x 0 y 0 purse 0, x 4 y 4 purse 0" in lines
    assert lines[-1].startswith("coins x ")
    assert str(match.view("spectator")).splitlines()[-1] == "coins none"
