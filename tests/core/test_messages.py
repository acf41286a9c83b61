"""What a game says as JSON, what it reads, and the schemas that describe both."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kittycorner as kc
from kittycorner.core.config import knob
from kittycorner.core.errors import KittycornerError, PlayerError, PositionError, RuleError
from kittycorner.core.game import Game
from kittycorner.core.registry import rules_of
from kittycorner.core.replay import step_object

GAMES = {"coin-hunt": {"size": 5, "turns": 30}, "skeleton-chase": {"size": 7, "rounds": 8}}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return kc.load(request.param, **GAMES[request.param])


# --- a small checker of schemas: it knows the words that are used here, and refuses all others


def faults(schema: dict[str, Any], value: Any, place: str = "") -> Iterator[str]:
    """Where a value isn't as its schema says."""
    for word, said in schema.items():
        if word in ("$schema", "title", "description", "default", "unit", "secret", "words", "most"):
            continue
        checks = CHECKS[word]
        for fault in checks(schema, said, value, place):
            yield f"{place or 'it'}: {fault}"


def check_type(schema: Any, said: Any, value: Any, place: str) -> Iterator[str]:
    names = said if isinstance(said, list) else [said]
    kinds = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": (int, float),
        "null": type(None),
    }
    if not any(isinstance(value, kinds[name]) and not isinstance(value, bool) for name in names):
        yield f"{value!r} is no {said}"


def check_properties(schema: Any, said: Any, value: Any, place: str) -> Iterator[str]:
    for name in value if isinstance(value, dict) else ():
        if name in said:
            yield from faults(said[name], value[name], f"{place}.{name}")


def check_additional(schema: Any, said: Any, value: Any, place: str) -> Iterator[str]:
    for name in value if isinstance(value, dict) else ():
        if name not in schema.get("properties", {}):
            if said is False:
                yield f"{name} too many"
            else:
                yield from faults(said, value[name], f"{place}.{name}")


def check_items(schema: Any, said: Any, value: Any, place: str) -> Iterator[str]:
    for number, entry in enumerate(value if isinstance(value, list) else ()):
        yield from faults(said, entry, f"{place}[{number}]")


def check_any(schema: Any, said: Any, value: Any, place: str) -> Iterator[str]:
    if all(list(faults(choice, value, place)) for choice in said):
        yield f"{value!r} is none of the choices"


def rule(holds: Any) -> Any:
    """A check of one word: what was said, against the value."""

    def check(schema: Any, said: Any, value: Any, place: str) -> Iterator[str]:
        if not holds(said, value):
            yield f"{value!r} against {said!r}"

    return check


CHECKS = {
    "type": check_type,
    "properties": check_properties,
    "additionalProperties": check_additional,
    "items": check_items,
    "anyOf": check_any,
    "required": rule(lambda said, value: not isinstance(value, dict) or set(said) <= set(value)),
    "minProperties": rule(lambda said, value: len(value) >= said),
    "minItems": rule(lambda said, value: len(value) >= said),
    "maxItems": rule(lambda said, value: len(value) <= said),
    "minimum": rule(lambda said, value: not isinstance(value, int) or value >= said),
    "maximum": rule(lambda said, value: not isinstance(value, int) or value <= said),
    "enum": rule(lambda said, value: value in said),
    "const": rule(lambda said, value: value == said),
    "not": lambda schema, said, value, place: iter(() if list(faults(said, value)) else ("nothing fits",)),
}


def fits(schemas: dict[str, dict[str, Any]], name: str, value: Any) -> None:
    told = json.loads(json.dumps(value))
    assert told == value, "what isn't JSON can't be sent"
    assert list(faults(schemas[name], told)) == []


def objects_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of a schema that describes an object."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects_in(part)
    if isinstance(schema, list):
        for part in schema:
            yield from objects_in(part)


# --- everything that goes out fits its schema


def test_what_is_said_along_a_match_fits_its_schema(game: Game) -> None:
    schemas = game.schema.json_schemas()
    fits(schemas, "config", dict(game.config.values()))
    match = game.match(seed=3)
    while True:
        fits(schemas, "step", step_object(match))
        fits(schemas, "position", game.schema.position(match.position))
        fits(schemas, "state", game.schema.state(match.state, match.desk.ground, match.memories))
        for seat in (*match.seats, "spectator"):
            fits(schemas, "view", match.view(seat).fields)
            fits(schemas, "start", game.schema.start_message(match, seat))
            fits(schemas, "turn", game.schema.turn_message(match, seat))
        for seat in match.to_act:
            fits(schemas, "explanation", match.explain(seat).to_json())
            for action in match.legal(seat):
                fits(schemas, "action", game.schema.action(action))
        for event in match.events:
            fits(schemas, "event", event.to_json())
        if match.over:
            break
        match.step()
    for seat in (*match.seats, "spectator"):
        fits(schemas, "end", game.schema.end_message(match, seat))


def test_refused_answers_fit_their_schema() -> None:
    match = kc.load("coin-hunt", size=5).match(seed=1)
    schemas = match.game.schema.json_schemas()
    for answer in ("north", "what?"):
        match.act({match.to_act[0]: answer}, faults=True)
        fits(schemas, "step", step_object(match))


def test_every_object_is_complete_and_closed(game: Game) -> None:
    for name, schema in game.schema.json_schemas().items():
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        for part in objects_in(schema):
            if part.get("properties") is None:
                assert (name, part["additionalProperties"]) == ("explanation", {"type": "integer"})
                continue
            assert part["additionalProperties"] is False
            assert set(part["required"]) <= set(part["properties"])


def test_what_does_not_belong_does_not_fit(game: Game) -> None:
    schemas = game.schema.json_schemas()
    match = game.match(seed=3).run(steps=3)
    step = step_object(match)
    turn = game.schema.turn_message(match, match.to_act[0])
    for name, told in (("step", step), ("turn", turn)):
        for field in told:
            assert list(faults(schemas[name], {key: told[key] for key in told if key != field}))
        assert list(faults(schemas[name], {**told, "more": 1}))
    seat = step["actors"][0]
    assert list(faults(schemas["step"], {**step, "actions": {seat: {"refused": "no reason"}}}))
    assert list(faults(schemas["step"], {**step, "actors": ["nobody"]}))
    assert list(faults(schemas["turn"], {**turn, "type": "start"}))
    assert list(faults(schemas["action"], {}))
    assert list(faults(schemas["action"], {"more": 1}))


def test_secret_fields_of_an_event_may_be_left_out_and_others_not() -> None:
    schema = kc.load("coin-hunt").schema.json_schemas()["event"]
    found = {"type": "found", "seeker": "red", "at": [1, 2], "worth": 3}
    assert list(faults(schema, found)) == []
    assert list(faults(schema, {name: found[name] for name in ("type", "seeker", "at")})) == []
    assert list(faults(schema, {name: found[name] for name in ("type", "seeker", "worth")}))
    assert list(faults(schema, {**found, "seeker": "green"}))
    assert list(faults(schema, {**found, "at": [1]}))


# --- messages


class Trapped(rules_of("coin-hunt").config):  # type: ignore[misc]
    """Coin hunt with a knob that is the host's alone."""

    trap: int = knob(0, 0, 10**6, why="what nobody may know", secret=True)


def test_the_start_tells_the_open_knobs_and_the_ground() -> None:
    rules = dataclasses.replace(rules_of("coin-hunt"), config=Trapped)
    match = Game(rules, Trapped(size=5, trap=735731)).match(seed=1)
    start = match.game.schema.start_message(match, "blue")
    assert list(start) == ["type", "game", "version", "seat", "config", "ground"]
    assert (start["type"], start["seat"], start["config"]["size"]) == ("start", "blue", 5)
    assert "trap" not in start["config"]
    assert "trap" not in match.game.schema.json_schemas()["start"]["properties"]["config"]["properties"]
    assert "trap" in match.game.schema.json_schemas()["config"]["properties"]
    chase = kc.load("skeleton-chase", size=7).match(seed=1)
    walls = chase.game.schema.start_message(chase, "runner-0")["ground"]["walls"]
    assert [len(row) for row in walls] == [7] * 7
    with pytest.raises(PlayerError, match="nobody"):
        chase.game.schema.start_message(chase, "nobody")


def test_a_turn_is_the_view_and_what_was_told_since_the_last_answer() -> None:
    match = kc.load("coin-hunt", size=5).match(seed=7)
    schema = match.game.schema
    while not match.over:
        seat = match.to_act[0]
        turn = schema.turn_message(match, seat)
        assert {**match.view(seat).fields, "type": "turn", "events": turn["events"]} == turn
        since = []
        for step in match.history(seat):
            if step["action"] is not None:
                since = []
            since.extend(step["events"])
        assert turn["events"] == since
        match.step()


def test_the_end_tells_the_outcome_and_only_after_the_end() -> None:
    match = kc.load("coin-hunt", size=5).match(seed=7).run(steps=3)
    with pytest.raises(KittycornerError):
        match.game.schema.end_message(match, "red")
    match.run()
    end = match.game.schema.end_message(match, "red")
    assert list(end) == ["type", "winner", "reason", "points", "events"]
    assert (end["winner"], end["reason"], end["points"]) == (
        match.outcome.winner,
        match.outcome.reason,
        match.outcome.points,
    )


# --- what comes in


def test_an_action_is_read_as_it_is_written(game: Game) -> None:
    match = game.match(seed=3).run(steps=2)
    for number, seat in enumerate(match.seats):
        for action in match.legal(seat):
            said = game.schema.action(action)
            assert game.schema.read_action(number, said) == action
            assert game.read_action(number, json.dumps(said)) == action


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"step": "up"},
        {"step": 1.0},
        {"step": True},
        {"step": None},
        {"step": [1]},
        {"step": 2**63},
        {"step": -(10**30)},
        {"refusal": 0},
        {"step": 1, "more": 2},
        "{",
        "[1]",
        '{"step": NaN}',
        '{"step": 1} {"step": 1}',
        '{"step": ' + "1" * 5000 + "}",
        '{"step": ' * 100_000,
    ],
)
def test_what_is_no_action_is_refused_as_unreadable(said: Any) -> None:
    match = kc.load("coin-hunt", size=5).match(seed=1)
    with pytest.raises(RuleError) as caught:
        match.act({"red": said})
    assert caught.value.parameters["reason"] == "unreadable"
    assert match.game.read_answer(0, said) == match.game.unreadable


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["step", "to", "x"]), inner),
    max_leaves=5,
)


@given(JSON)
def test_whatever_is_sent_is_an_action_or_unreadable(said: Any) -> None:
    for name in GAMES:
        game = kc.load(name, **GAMES[name])
        action = game.read_answer(0, json.dumps(said))
        assert action == game.unreadable or game.schema.answer(action)


def test_a_position_comes_back_from_json(game: Game) -> None:
    match = game.match(seed=3).run(steps=6)
    told = json.loads(json.dumps(game.schema.position(match.position)))
    again = game.match(position=game.schema.read_position(told))
    assert again.digests() == match.digests()
    assert str(again) == str(match)


@pytest.mark.parametrize(
    "change",
    [
        {"coins": 5},
        {"coins": [[1]]},
        {"coins": {}},
        {"seekers": [{"x": 1}, {"y": "two"}]},
        {"seekers": [{"x": 1}, 2]},
        {"turn": "first"},
        {"step": -1},
        {"seed": 2**63},
        {"memories": {"green": {}}},
        {"memories": {"red": {"notes": 3}}},
        {"memories": []},
        {"more": 1},
    ],
)
def test_what_is_no_position_is_one_sentence(change: dict[str, Any]) -> None:
    game = kc.load("coin-hunt", size=5)
    told = {**game.schema.position(game.match(seed=1).position), **change}
    with pytest.raises(PositionError) as caught:
        game.schema.read_position(told)
    assert "\n" not in str(caught.value)
