"""Actions: what a seat may answer, listed, named, counted, sampled and tested, all from one description."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kittycorner.core.actions import Action, Between, Choices, OneOf
from kittycorner.core.registry import load

NUMBERS = st.lists(st.integers(-3, 6), max_size=4).map(lambda numbers: OneOf(*numbers)) | st.builds(
    Between, st.integers(-2, 2), st.integers(-2, 4)
)
PRODUCTS = st.dictionaries(st.sampled_from("abc"), NUMBERS, max_size=3)
CHOICES = st.lists(PRODUCTS, max_size=3).map(lambda products: Choices(*products))
FIELDS = st.dictionaries(st.sampled_from("abcd"), st.integers(-3, 6), max_size=4)


def same(fields: dict[str, int], other: dict[str, int]) -> bool:
    """Whether two answers are one: a field that isn't named is 0."""
    return all(fields.get(name, 0) == other.get(name, 0) for name in {*fields, *other})


@given(CHOICES)
def test_what_is_listed_is_counted_found_and_contained(choices: Choices) -> None:
    """List, length, `at` and `in` say the same."""
    listed = list(choices)
    assert len(choices) == len(listed)
    assert [choices.at(place) for place in range(len(listed))] == listed
    assert all(fields in choices for fields in listed)
    with pytest.raises(IndexError):
        choices.at(len(listed))


@given(CHOICES, FIELDS)
def test_nothing_else_is_contained(choices: Choices, fields: dict[str, int]) -> None:
    """An answer is contained exactly if it is listed; what nobody names must be 0."""
    assert (fields in choices) == any(same(fields, other) for other in choices)


def test_no_choice_contains_nothing() -> None:
    """Without products there is no answer; an empty product is the one answer of nothing."""
    assert len(Choices()) == 0
    assert {} not in Choices()
    assert list(Choices({})) == [{}]
    assert {"a": 0} in Choices({})
    assert {"a": 1} not in Choices({})
    assert list(Choices.listed("to", [])) == []
    assert "no answer at all" not in Choices({})


def test_one_of_is_sorted_and_each_once() -> None:
    """Legal actions come in one order, whatever order a rule found them in."""
    assert list(OneOf(3, 1, 3, 2)) == [1, 2, 3]
    assert list(Choices.listed("to", [5, 2, 5])) == [{"to": 2}, {"to": 5}]


def test_between_is_a_range_and_no_list() -> None:
    """A range of a billion numbers costs no more than one of three."""
    wide = Choices({"bid": Between(0, 10**9), "to": OneOf(1, 2)})
    assert len(wide) == 2 * (10**9 + 1)
    assert wide.at(2 * 10**9 + 1) == {"bid": 10**9, "to": 2}
    assert {"bid": 123_456_789, "to": 1} in wide
    assert {"bid": -1, "to": 1} not in wide
    assert len(Between(3, 2)) == 0


def test_the_first_field_changes_slowest() -> None:
    """The order of a product is the order of its fields as they are named."""
    choices = Choices({"b": OneOf(1, 2), "a": OneOf(7, 8)})
    assert list(choices) == [{"b": 1, "a": 7}, {"b": 1, "a": 8}, {"b": 2, "a": 7}, {"b": 2, "a": 8}]


GAME = load("coin-hunt")


def test_legal_is_a_list_of_named_actions() -> None:
    """A corner has three steps, each with its name; places count from either end."""
    legal = GAME.match().legal("red")
    assert [str(action) for action in legal] == ["east", "south", "stay"]
    assert len(legal) == 3
    assert legal[-1].text == "stay"
    assert [action.text for action in legal[1:]] == ["south", "stay"]
    with pytest.raises(IndexError):
        legal[3]


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("east", True),
        ("north", False),
        ("nowhere", False),
        ({"step": "south"}, True),
        ({"step": 2}, True),
        ({"step": "west"}, False),
        ({"jump": 1}, False),
        ({"step": True}, False),
        ({}, False),
        (3, False),
        (None, False),
    ],
)
def test_legal_knows_texts_messages_and_actions(said: Any, stands: bool) -> None:
    """`in` takes whatever `act` takes, and nothing makes it raise."""
    assert (said in GAME.match().legal("red")) is stands


def test_an_action_is_its_bytes() -> None:
    """The same answer said in two ways is one action, whoever asks."""
    action = GAME.read_action(0, "east")
    assert action == GAME.read_action(0, {"step": "east"}) == GAME.read_action(0, action)
    assert action != GAME.read_action(0, "west")
    assert hash(action) == hash(GAME.read_action(1, "east"))
    assert isinstance(action, Action)
    assert GAME.fields_of(action) == {"step": 1}
    assert action in list(GAME.match().legal("red"))


@pytest.mark.parametrize(
    "said", ["", "up", "east east", "{", '{"step": "up"}', '{"refusal": 1}', "[]", "east\x00"]
)
def test_what_cannot_be_read_is_a_value_error(said: str) -> None:
    """Nonsense is refused when it is read; for the loop it is an action that says so."""
    with pytest.raises(ValueError):  # noqa: PT011
        GAME.read_action(0, said)
    assert GAME.read_answer(0, said) == GAME.unreadable
    assert GAME.unreadable.text == "unreadable"


@given(st.integers(0, 10**6))
def test_a_sample_is_the_one_at_the_place_drawn(number: int) -> None:
    """`sample` draws one number below the length, so that all are equally likely."""
    legal = GAME.match().legal("red")
    asked = []

    def draw(bound: int) -> int:
        asked.append(bound)
        return number % bound

    assert legal.sample(draw) == legal[number % 3]
    assert asked == [3]
