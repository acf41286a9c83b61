"""Schema: positions and answers as JSON and back, and what is no position."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kittycorner as kc
from kittycorner.core.errors import KittycornerError
from kittycorner.core.layout import to_bytes
from kittycorner.core.position import Position
from kittycorner.core.registry import load

MakeOdd = Callable[..., kc.Game]
MakePosition = Callable[[kc.Game, int], Position]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


# --- positions


@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 2**32))
def test_any_position_comes_back_from_json(odd: MakeOdd, odd_position: MakePosition, number: int) -> None:
    """Whatever stands in arrays of any type and shape, words and numbers, memories and facts."""
    game = odd()
    position = odd_position(game, number)
    said = json.loads(json.dumps(game.schema.position(position)))
    again = game.schema.read_position(said)
    for name in ("ground", "state", "memories"):
        assert to_bytes(getattr(again, name)) == to_bytes(getattr(position, name))
    assert (again.step, again.seed) == (position.step, position.seed)


@pytest.mark.parametrize("name", ["coin-hunt", "skeleton-chase", "skeleton-boards"])
def test_a_match_goes_on_from_its_json(name: str) -> None:
    """The JSON of a position is taken wherever its text is."""
    match = load(name).match(seed=21).run(steps=7)
    said = json.dumps(match.game.schema.position(match.position))
    again = load(name).match(position=said)
    assert str(again) == str(match)
    assert again.run().digests() == match.run().digests()


def test_a_record_is_an_object_and_a_word_a_word(odd: MakeOdd) -> None:
    """An array is a list, a record an object, a number with a word its word."""
    game = odd()
    position = Position.empty(game)
    position.state.head[0]["mood"] = 1
    position.state.head[0]["inner"]["steps"] = (1, 2, 3)
    position.state.board[0, 2] = 2
    position.memories.path[1, 0] = 7
    said = game.schema.position(position)
    assert said["mood"] == "wild"
    assert said["inner"] == {"x": 0, "mood": "calm", "steps": [1, 2, 3]}
    assert said["grid"] == [[0, 0, 0], [0, 0, 0]]
    assert list(said["memories"]) == ["b-2"]
    assert said["memories"]["b-2"]["path"] == [7, 0, 0, 0]
    assert "notes" not in said["memories"]["b-2"]
    assert "seed" not in said


def test_the_config_stands_in_a_position(odd: MakeOdd) -> None:
    """Knobs that aren't at their default, a weight as text to keep its decimals."""
    game = odd(weight="0.25", zones=[3], sight="all", bold=True)
    said = game.schema.position(Position.empty(game))
    assert said["config"] == {"weight": "0.25", "bold": True, "sight": "all", "zones": [3]}
    assert odd().match(position=json.dumps(said)).game.config == game.config


GOOD = load("coin-hunt", size=3).schema.position(load("coin-hunt", size=3).match(seed=1).position)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"step": -1}, "position-value"),
        ({"step": 1.5}, "position-value"),
        ({"step": True}, "position-value"),
        ({"seed": "x"}, "position-value"),
        ({"seed": 2**63}, "position-value"),
        ({"turn": None}, "position-value"),
        ({"turn": True}, "position-value"),
        ({"turn": 2**63}, "position-value"),
        ({"turn": 1.0}, "position-value"),
        ({"turn": [1]}, "position-value"),
        ({"coins": 3}, "position-length"),
        ({"coins": [[0, 0, 0]]}, "position-length"),
        ({"coins": [[0, 0, 0], [0, 0, 0], [0, 0]]}, "position-length"),
        ({"coins": [[0, 0, 0], [0, 0, 0], [0, 0, 500]]}, "position-value"),
        ({"coins": [[0, 0, 0], [0, 0, 0], 3]}, "position-length"),
        ({"seekers": [{"x": 1}]}, "position-length"),
        ({"seekers": [{"x": 1}, 3]}, "position-value"),
        ({"seekers": [{"x": 1}, {"z": 1}]}, "position-field"),
        ({"colour": "red"}, "position-field"),
        ({"memories": []}, "position-value"),
        ({"memories": {"green": {}}}, "position-seat"),
        ({"memories": {"red": 3}}, "position-value"),
        ({"memories": {"red": {"path": [1]}}}, "position-field"),
        ({"memories": {"red": {"notes": [1]}}}, "position-length"),
        ({"config": {"size": 99}}, "knob-range"),
        ({"config": {"colour": 99}}, "knob-unknown"),
    ],
)
def test_json_that_is_no_position_is_one_sentence(changed: dict[str, Any], code: str) -> None:
    """It names the field, and what it may be."""
    with pytest.raises(KittycornerError) as wrong:
        load("coin-hunt").match(position=json.dumps({**GOOD, **changed}))
    assert wrong.value.code == code
    assert "\n" not in str(wrong.value)


@settings(max_examples=150, deadline=None)
@given(field=st.sampled_from([*GOOD, "colour"]), value=ANYTHING)
def test_whatever_stands_in_a_field_is_read_or_refused(field: str, value: Any) -> None:
    """Nothing but a sentence of ours comes back."""
    said = ""
    try:
        match = load("coin-hunt").match(position=json.dumps({**GOOD, field: value}))
    except KittycornerError as error:
        said = str(error)
    else:
        assert match.game.match(position=str(match)).digests() == match.digests()
    assert "\n" not in said


# --- answers


@settings(max_examples=60)
@given(to=st.integers(-5, 5), mood=st.integers(-1, 3))
def test_any_answer_comes_back_from_its_message(odd: MakeOdd, to: int, mood: int) -> None:
    """An action is an object of its fields, with their words."""
    game = odd()
    action = game.action_from_fields({"to": to, "mood": mood})
    said = game.schema.action(action)
    assert said == {"to": to, "mood": ("calm", "wild")[mood] if mood in (0, 1) else mood}
    assert game.schema.read_action(0, json.loads(json.dumps(said))) == action
    assert game.read_action(0, json.dumps(said)) == action


@pytest.mark.parametrize(
    "said",
    [
        {"refusal": 0}, {"refusal": 1}, {"too": 1}, {"to": "x"}, {"to": None}, {"to": True}, {"to": 1.0},
        {"to": [1]}, {"to": 2**63}, {"mood": "angry"}, {"mood": {}}, {},
    ],
)  # fmt: skip
def test_a_message_that_is_no_answer_is_a_value_error(odd: MakeOdd, said: dict[str, Any]) -> None:
    """For the loop it is unreadable."""
    game = odd()
    with pytest.raises(ValueError):  # noqa: PT011
        game.schema.read_action(0, said)
    assert game.read_answer(0, said) == game.unreadable


@settings(max_examples=150)
@given(said=st.dictionaries(st.sampled_from(["to", "mood", "refusal", "x"]), ANYTHING, max_size=3))
def test_no_message_makes_reading_fail(odd: MakeOdd, said: dict[str, Any]) -> None:
    """An answer is read, or it is unreadable."""
    game = odd()
    action = game.read_answer(0, said)
    assert action == game.unreadable or "refusal" not in game.fields_of(action)
    assert game.read_answer(0, json.dumps(said)).data == action.data


# --- views


def test_a_view_is_its_message() -> None:
    """Its fields by name, its lists as long as they are, and as an attribute too."""
    match = load("coin-hunt", size=5, sight=9).match(seed=8)
    view = match.view("red")
    assert view["seat"] == view.seat == "red"
    assert list(view) == ["seat", "turn", "seekers", "me", "coins"]
    assert view.seekers[1] == {"x": 4, "y": 4, "purse": 0}
    assert all(set(coin) == {"x", "y", "worth"} for coin in view.coins)
    assert json.loads(json.dumps(dict(view))) == dict(view)
    with pytest.raises(AttributeError):
        _ = view.colour
    with pytest.raises(KeyError):
        _ = view["colour"]


def test_a_view_does_not_change_with_the_match() -> None:
    """What a seat was shown stays what it was shown."""
    match = load("coin-hunt", size=5).match(seed=8)
    view, again = match.view("red"), match.view("red")
    assert view == again
    match.act({"red": "east"})
    assert view == again
    assert match.view("red") != view
    assert match.view("blue") != match.view("red")
