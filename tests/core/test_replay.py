"""A replay gives the match back to the bit, and says where it was changed."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kittycorner as kc
from kittycorner.core.config import knob
from kittycorner.core.errors import KittycornerError, PlayerError, ReplayError
from kittycorner.core.game import Game
from kittycorner.core.layout import to_bytes
from kittycorner.core.players import Turn
from kittycorner.core.registry import rules_of
from kittycorner.core.replay import open_replay, replay_lines, seat_lines, step_object
from kittycorner.core.replay_lines import check_of

SEED = 918273645546372819  # a number that stands nowhere by chance


class Wanderer:
    """A player in Python that keeps what it did in its notes."""

    def decide(self, turn: Turn) -> Any:
        turn.notes[0] += 1
        turn.notes[31] = turn.number - 5
        return turn.legal[turn.draw(len(turn.legal))]


class Babbler:
    """A player in Python that gives no proper answer now and then."""

    def decide(self, turn: Turn) -> Any:
        improper = ["what?", {"step": 99}, {"step": -7}, "north"]
        return turn.legal[0] if turn.view["turn"] < 6 else improper[turn.view["turn"] % 4]


class Tired:
    """A player in Python that gives a wrong answer in step 32, after which a snapshot would be due."""

    def decide(self, turn: Turn) -> Any:
        return "south" if turn.view["turn"] >= 31 else turn.legal[-1]


def coins(**knobs: Any) -> Game:
    return kc.load("coin-hunt", **{"size": 5, "turns": 20, **knobs})


def chase(**knobs: Any) -> Game:
    return kc.load("skeleton-chase", **{"size": 7, "rounds": 8, **knobs})


def with_strangers() -> Any:
    """A match in which players come and go, and one step is answered from outside."""
    match = chase().match(seed=5).run({"hunter-1": Wanderer, "runners": Wanderer}, steps=6)
    match.act(dict.fromkeys(match.to_act, "stay"))
    return match.run({"hunters": "pack"}, steps=4)


def answered_from_outside() -> Any:
    match = coins().match(seed=1)
    while not match.over:
        match.act({match.to_act[0]: match.legal(match.to_act[0])[-1]})
    return match


def two_faults(policy: str | None) -> Any:
    """Two hunters on the northern border answer `north`, which neither may."""
    game = chase(walls=0)
    for seed in range(10_000):
        match = game.match(seed=seed, policy=policy)
        if not match.state.head[0]["actors"][2:4]["y"].any():
            match.act({"hunter-0": "north", "hunter-1": "north"}, faults=True)
            return match
    raise AssertionError("no such start")


MATCHES: dict[str, Callable[[], Any]] = {
    "dealt and played to the end": lambda: coins().match(seed=SEED).run(),
    "compiled, with memories": lambda: chase().match(seed=3).run(),
    "not begun": lambda: chase().match(seed=3),
    "running": lambda: chase().match(seed=3).run(steps=7),
    "undone": lambda: chase().match(seed=3).run().undo(5),
    "undone and played on": lambda: chase().match(seed=3).run().undo(5).run({"hunters": Wanderer}, steps=2),
    "answered from outside": answered_from_outside,
    "from a position": lambda: coins().match(9, position=str(coins().match(seed=4).run(steps=5))).run(),
    "from memories": lambda: chase().match(position=chase().match(seed=3).run(steps=8).position).run(),
    "from a position that is over": lambda: coins().match(position=coins().match(seed=4).run().position),
    "strangers who come and go": with_strangers,
    "faults settled by the rules": lambda: coins().match(seed=2).run({"red": Babbler, "blue": Babbler}),
    "two faults in a step": lambda: two_faults(None),
    "lost by a fault": lambda: coins().match(seed=2, policy="loss").run({"blue": Babbler}),
    "lost by two faults": lambda: two_faults("loss"),
    "lost late by a fault": lambda: (
        coins(turns=90, refill=100).match(seed=2, policy="loss").run({"blue": Tired})
    ),
    "void by a fault": lambda: coins().match(seed=2, policy="void").run({"blue": Babbler}),
}


@functools.cache
def lines_of(name: str) -> tuple[str, ...]:
    return tuple(replay_lines(MATCHES[name]()))


def write(path: Path, lines: Any) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def sealed(objects: list[dict[str, Any]]) -> list[str]:
    """The lines of these objects, their checks as if nobody had changed anything."""
    lines, check = [], ""
    for fields in objects:
        rest = {name: value for name, value in fields.items() if name != "check"}
        check = check_of(rest, check)
        lines.append(json.dumps({**rest, "check": check}, ensure_ascii=False, separators=(",", ":")))
    return lines


def edited(name: str, line: int, change: Callable[[dict[str, Any]], Any], *, seal: bool) -> list[str]:
    """The lines of a match with one object changed; with `seal` the checks are made to fit."""
    objects = [json.loads(text) for text in lines_of(name)]
    change(objects[line])
    if seal:
        return sealed(objects)
    # As somebody would do it with a tool: spaced and ordered otherwise, which changes nothing.
    return [json.dumps(fields, sort_keys=True) for fields in objects]


# --- what is written comes back


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_a_match_comes_back_to_the_bit(tmp_path: Path, name: str, suffix: str) -> None:
    match = MATCHES[name]()
    path = tmp_path / f"match{suffix}"
    match.save(path)
    replay = open_replay(path)
    assert replay.verify() is None
    again = replay.match()
    assert again.digests() == match.digests()
    assert to_bytes(again.state) == to_bytes(match.state)
    assert (again.number, again.over, again.outcome) == (match.number, match.over, match.outcome)
    assert again.events_by_step() == match.events_by_step()
    assert [again.history(seat) for seat in again.seats] == [match.history(seat) for seat in match.seats]
    again.save(tmp_path / f"again{suffix}")
    assert (tmp_path / f"again{suffix}").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["compiled, with memories", "from memories", "lost late by a fault"])
def test_every_step_can_be_gone_to_and_undone(tmp_path: Path, name: str) -> None:
    match = MATCHES[name]()
    replay = open_replay(write(tmp_path / "match", lines_of(name)))
    again = replay.match()
    for step in range(match.number, match.log.first - 1, -1):
        match.go_to(step)
        assert replay.match(step).digests() == match.digests()
        assert replay.match(step).over == match.over
        assert again.go_to(step).digests() == match.digests()
    with pytest.raises(KittycornerError, match="step"):
        replay.match(match.log.first - 1)
    with pytest.raises(KittycornerError, match="step"):
        replay.match(match.log.last + 1)


@pytest.mark.parametrize("game", [coins, chase])
def test_a_running_match_is_taken_up_again_and_ends_as_it_would_have(
    tmp_path: Path, game: Callable[[], Game]
) -> None:
    whole = game().match(seed=6).run()
    begun = game().match(seed=6).run(steps=whole.number // 2)
    begun.save(tmp_path / "begun")
    taken_up = open_replay(tmp_path / "begun").match().run()
    assert taken_up.digests() == whole.digests()
    assert taken_up.outcome == whole.outcome
    assert replay_lines(taken_up) == replay_lines(whole)


def test_players_that_do_not_ship_with_the_game_must_be_named_to_play_on(tmp_path: Path) -> None:
    match = chase().match(seed=4).run({"runners": Wanderer}, steps=4)
    match.save(tmp_path / "match")
    again = open_replay(tmp_path / "match").match()
    with pytest.raises(PlayerError, match="Wanderer"):
        again.run()
    assert again.run({"runners": Wanderer}).digests() == match.run().digests()


def test_who_sat_where_is_told_as_instances() -> None:
    match = chase(runners=3).match(seed=1).run({"runner-1": "flee", "hunters": "pack"}, steps=1)
    seats = json.loads(replay_lines(match)[0])["seats"]
    assert {seat: (who["player"], who["instance"]) for seat, who in seats.items()} == {
        "runner-0": ("flee", 0),
        "runner-1": ("flee", 1),
        "runner-2": ("flee", 0),
        "hunter-0": ("pack", 2),
        "hunter-1": ("pack", 2),
    }
    assert {who["verdict"] for who in seats.values()} == {"ok"}
    assert {who[name] for who in seats.values() for name in ("wall", "cpu", "memory")} == {None}


def test_who_came_later_is_told_at_the_step(tmp_path: Path) -> None:
    steps = [json.loads(line) for line in replay_lines(with_strangers())[1:-1]]
    changed = {step["step"]: step["seats"]["hunter-0"]["player"] for step in steps if "seats" in step}
    assert changed == {8: "pack"}
    assert [step["step"] for step in steps if step.get("outside")] == [7]


def test_only_what_was_played_is_written() -> None:
    match = chase().match(seed=3).run()
    last = match.number
    match.undo(4)
    footer = json.loads(replay_lines(match)[-1])
    assert (footer["steps"], footer["outcome"]) == (last - 4, None)
    assert footer["digests"] == match.digests()


def test_saving_leaves_the_match_as_it_is() -> None:
    match = chase().match(seed=3).run(steps=6)
    before = (str(match), match.digests(), match.history("hunter-0"), to_bytes(match.desk.actions))
    replay_lines(match)
    assert (str(match), match.digests(), match.history("hunter-0"), to_bytes(match.desk.actions)) == before


def test_a_full_disk_is_one_sentence() -> None:
    with pytest.raises(KittycornerError, match="No space left"):
        coins().match(seed=1).save("/dev/full")


def test_refused_answers_are_written_with_why() -> None:
    steps = [json.loads(line) for line in replay_lines(two_faults(None))[1:-1]]
    assert steps[0]["actions"] == {"hunter-0": "north", "hunter-1": "north"}
    assert steps[0]["refused"] == {"hunter-0": "wall", "hunter-1": "wall"}
    told = [json.loads(line) for line in lines_of("faults settled by the rules")[1:-1]]
    refused = {(*step["actions"].values(), *step["refused"].values()) for step in told if "refused" in step}
    assert {("unreadable", "unreadable"), ("99", "off-board"), ("-7", "off-board")} <= refused


def test_an_answer_that_no_text_says_is_kept_as_bytes(tmp_path: Path) -> None:
    match = coins().match(seed=1)
    odd = match.game.action_from_fields({"refusal": 1, "step": 4})  # refused before anybody judged it
    match.act({"red": odd}, faults=True)
    step = json.loads(replay_lines(match)[1])
    assert step["actions"]["red"] == {"bytes": b"".join(odd.data).hex()}
    match.save(tmp_path / "match")
    replay = open_replay(tmp_path / "match")
    assert replay.verify() is None
    assert replay.match().digests() == match.digests()


# --- a step as one object


def test_a_step_is_one_object(tmp_path: Path) -> None:
    match = coins().match(seed=1)
    start = step_object(match)
    assert list(start) == ["step", "actors", "actions", "events", "state"]
    assert (start["step"], start["actors"], start["actions"]) == (0, [], {})
    match.act({"red": "north"}, faults=True)
    assert step_object(match)["actions"] == {"red": {"step": "north", "refused": "off-board"}}
    match.act({"blue": "what?"}, faults=True)
    assert step_object(match)["actions"] == {"blue": {"refused": "unreadable"}}
    assert step_object(match)["actors"] == ["blue"]
    match.save(tmp_path / "match")
    steps = list(open_replay(tmp_path / "match").step_objects())
    assert steps[0] == start
    assert steps[2] == step_object(match)


def test_the_events_of_a_step_are_all_there_for_the_host() -> None:
    match = coins().match(seed=1).run()
    told = [event.to_json() for events in match.events_by_step() for event in events]
    shown = []
    for step in range(match.log.first, match.log.last + 1):
        shown.extend(step_object(match.go_to(step))["events"])
    assert shown == told
    assert len(told) > 3


# --- changed files


def at(*path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of one field."""

    def change(fields: dict[str, Any]) -> None:
        for name in path[:-1]:
            fields = fields[name]
        assert fields[path[-1]] != value
        fields[path[-1]] = value

    return change


ZERO = "0" * 16
CHANGES: dict[str, tuple[str, int, Callable[[dict[str, Any]], None]]] = {
    "start": ("compiled, with memories", 0, at("seed", value=4)),
    "start ": ("compiled, with memories", 0, at("config", "size", value=8)),
    "start  ": ("compiled, with memories", 0, at("start", value=ZERO)),
    "start   ": (
        "from a position",
        0,
        lambda header: header.update(position=header["position"].replace("turn 5", "turn 4")),
    ),
    "memories.hunter-0.saw.x": (
        "compiled, with memories",
        3,
        lambda step: step["memories"]["hunter-0"]["saw"].update(x=0),
    ),
    "memories.runner-0.notes": (
        "compiled, with memories",
        2,
        lambda step: step.update(memories={"runner-0": {"notes": [1] * 32, "saw": {}}}),
    ),
    "actions.hunter-0": ("compiled, with memories", 3, at("actions", "hunter-0", value="stay")),
    "actions": ("compiled, with memories", 3, lambda step: step["actions"].pop("hunter-0")),
    "actions ": ("compiled, with memories", 2, lambda step: step["actions"].update(nobody="stay")),
    "refused.red": (
        "faults settled by the rules",
        3,
        lambda step: step.update(refused=dict.fromkeys(step["actions"], "off-board")),
    ),
    "step": ("compiled, with memories", 4, at("step", value=9)),
    "step ": ("not begun", 0, at("step", value=9)),
    "state": ("compiled, with memories", 4, at("state", value=ZERO)),
    "state ": ("answered from outside", 2, at("actions", "blue", value="north")),
    "outcome.winner": ("dealt and played to the end", -1, at("outcome", "winner", value="green")),
    "outcome.reason": ("dealt and played to the end", -1, at("outcome", "reason", value="boredom")),
    "outcome.points.red": ("dealt and played to the end", -1, at("outcome", "points", "red", value=99)),
    "outcome": ("running", -1, at("outcome", value={"winner": None, "reason": "time", "points": {}})),
    "steps": ("running", -1, at("steps", value=2)),
    "digest.state": ("running", -1, at("digests", "state", value=ZERO)),
    "digest.memories": ("running", -1, at("digests", "memories", value=ZERO)),
}


@pytest.mark.parametrize("field", CHANGES)
@pytest.mark.parametrize("seal", [False, True])
def test_the_first_thing_that_differs_is_named(tmp_path: Path, field: str, seal: bool) -> None:
    name, place, change = CHANGES[field]
    lines = edited(name, place, change, seal=seal)
    line = place % len(lines) + 1
    difference = open_replay(write(tmp_path / "match", lines)).verify()
    assert difference is not None
    assert difference.field == field.strip()
    assert difference.line == line
    assert difference.edited == (None if seal else line)
    assert difference.step == min(line - 1, len(lines) - 2) + (json.loads(lines[0])["step"])
    assert field.strip() in str(difference)
    assert f"line {line}" in str(difference)
    assert difference.to_json()["sentence"] == str(difference)


def test_how_lines_are_spaced_and_ordered_changes_nothing(tmp_path: Path) -> None:
    for name in ("compiled, with memories", "faults settled by the rules"):
        lines = [json.dumps(json.loads(line), sort_keys=True) for line in lines_of(name)]
        assert open_replay(write(tmp_path / "match", lines)).verify() is None


@pytest.mark.parametrize("path", [("policy",), ("seats", "red", "player"), ("seats", "red", "verdict")])
def test_what_playing_again_does_not_show_is_found_by_the_check(tmp_path: Path, path: tuple[str]) -> None:
    value = {"policy": "void", "player": "x:Y", "verdict": "crash"}[path[-1]]
    lines = edited("faults settled by the rules", 0, at(*path, value=value), seal=False)
    difference = open_replay(write(tmp_path / "match", lines)).verify()
    assert difference is not None
    assert (difference.field, difference.line, difference.edited) == ("check", 1, 1)


def test_a_match_that_was_edited_is_not_played(tmp_path: Path) -> None:
    lines = edited("running", 3, at("state", value=ZERO), seal=False)
    replay = open_replay(write(tmp_path / "match", lines))
    with pytest.raises(ReplayError, match="line 4"):
        replay.match()
    with pytest.raises(ReplayError, match="line 4"):
        list(replay.step_objects())


def test_a_match_that_comes_out_otherwise_is_not_played_on(tmp_path: Path) -> None:
    lines = edited("running", 3, at("state", value=ZERO), seal=True)
    replay = open_replay(write(tmp_path / "match", lines))
    with pytest.raises(ReplayError, match=r"line 4.*step 3.*state"):
        replay.match()
    assert replay.match(2).number == 2


@pytest.mark.parametrize("lost", [1, 3, 6])
def test_a_line_that_is_missing_is_found(tmp_path: Path, lost: int) -> None:
    lines = list(lines_of("running"))
    del lines[lost]
    difference = open_replay(write(tmp_path / "match", lines)).verify()
    assert difference is not None
    assert difference.line == difference.edited == lost + 1


def test_lines_that_changed_places_or_stand_there_twice_are_found(tmp_path: Path) -> None:
    lines = list(lines_of("running"))
    for changed in ([*lines[:2], lines[3], lines[2], *lines[4:]], [*lines[:3], lines[2], *lines[3:]]):
        difference = open_replay(write(tmp_path / "match", changed)).verify()
        assert difference is not None
        assert difference.field == "step"
        assert difference.edited in (3, 4)


def test_players_of_the_game_are_asked_again_and_others_believed(tmp_path: Path) -> None:
    """A hunter's answer is changed, and everything after it made to fit, as only a forger would."""
    match = chase().match(seed=4).run(steps=1)
    forged = chase().match(seed=4)
    other = next(word for word in map(str, forged.legal("hunter-0")) if word != said(match, "hunter-0"))
    forged.act({"hunter-0": other, "hunter-1": said(match, "hunter-1")})
    for believed in (False, True):
        objects = [json.loads(line) for line in replay_lines(forged)]
        objects[1].pop("outside")
        if believed:
            for who in objects[0]["seats"].values():
                who.update(built_in=False)
        objects[1]["memories"] = json.loads(replay_lines(match)[1])["memories"]
        objects[-1]["digests"]["memories"] = match.digests()["memories"]
        difference = open_replay(write(tmp_path / "match", sealed(objects))).verify()
        if believed:
            assert difference is None
        else:
            assert difference is not None
            assert difference.field == "actions.hunter-0"
            assert (difference.recorded, difference.made) == (other, said(match, "hunter-0"))


def said(match: Any, seat: str) -> str:
    """What a seat answered last."""
    return str(match.history(seat)[-1]["action"])


# --- files that are no replays


def header(fields: bytes) -> bytes:
    return b'{"format":"kittycorner-replay",' + fields + b"}\n"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "replay-empty"),
        (b"\0\1\2\3\xff", "replay-not"),
        (b"coin-hunt/1 step 0\n", "replay-not"),
        (b'{"game":"coin-hunt"}\n', "replay-not"),
        (b'{"game":"kittycorner-replay"}\n', "replay-not"),
        (b'["kittycorner-replay"]\n', "replay-line"),
        (gzip.compress(b"anything else\n"), "replay-not"),
        (b"\x1f\x8b\x08 no gzip at all", "replay-damaged"),
        (gzip.compress(b""), "replay-truncated"),
        (header(b'"version":' + b"[" * 100_000), "replay-line"),
        (header(b'"version":NaN'), "replay-line"),
        (header(b'"version":1,"version":1'), "replay-line"),
        (header(b'"version":1,"game":"\xff"'), "replay-line"),
        (header(b'"version":1,"game":"\\ud800"'), "replay-line"),
        (header(b'"version":1e999'), "replay-format"),
        (header(b'"version":true'), "replay-field"),
        (header(b'"version":2'), "replay-format"),
        (header(b'"version":1'), "replay-field"),
    ],
)
def test_a_file_that_is_no_replay_is_one_sentence(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "match"
    path.write_bytes(content)
    with pytest.raises(ReplayError) as caught:
        open_replay(path)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    for path, why in ((tmp_path / "missing", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(ReplayError, match=why):
            open_replay(path)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (at("game", value="coin-hunted"), "coin-hunted"),
        (at("game_version", value=2), "2"),
        (at("config", "size", value=1000), "1000"),
        (at("config", value={"colour": "red"}), "colour"),
    ],
)
def test_a_replay_for_which_there_is_no_game_is_one_sentence(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    lines = edited("dealt and played to the end", 0, change, seal=True)
    with pytest.raises(ReplayError, match=sentence) as caught:
        open_replay(write(tmp_path / "match", lines))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        at("policy", value="mercy"),
        at("seats", "red", "player", value="nobody"),
        at("seats", "red", "instance", value=1),
        lambda header: header["seats"].pop("red"),
        lambda header: header["seats"].update(green=header["seats"]["red"]),
        lambda header: header.update(position="coin-hunt/1 step ²"),
        lambda header: header.update(position="skeleton-chase/1 step 0"),
    ],
)
def test_a_header_that_nobody_can_play_from_is_one_sentence(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    # Of two instances of one player `built_in` tells them apart.
    objects = [json.loads(line) for line in lines_of("dealt and played to the end")]
    objects[0]["seats"]["blue"]["built_in"] = False
    change(objects[0])
    replay = open_replay(write(tmp_path / "match", sealed(objects)))
    for use in (replay.match, replay.verify):
        with pytest.raises(ReplayError) as caught:
            use()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        lambda step: step.pop("state"),
        lambda step: step.update(state="x"),
        lambda step: step.update(actions=[]),
        lambda step: step.update(actions={"red": 5}),
        lambda step: step.update(step="1"),
        lambda step: step.update(step=True),
        lambda step: step.update(more=1),
        lambda step: step.update(memories={"red": []}),
    ],
)
def test_a_line_of_another_shape_is_named(tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    lines = edited("dealt and played to the end", 2, change, seal=True)
    with pytest.raises(ReplayError, match="line 3"):
        open_replay(write(tmp_path / "match", lines))


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_wherever_a_file_is_cut_off_it_is_said_to_be(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"match{suffix}"
    MATCHES["running"]().save(path)
    whole = path.read_bytes()
    lines = "".join(f"{line}\n" for line in lines_of("running")).encode()
    for length in range(1, len(whole), 1 if suffix else 7):
        path.write_bytes(whole[:length])
        with pytest.raises(ReplayError) as caught:
            open_replay(path)
        assert caught.value.code == "replay-truncated" or length < 2
        if not suffix:
            line = max(lines[:length].rstrip(b"\n").count(b"\n") + 1, 1)
            assert caught.value.parameters["line"] == line


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_byte_that_was_changed_is_found_wherever_it_is(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(["running", "from memories", "faults settled by the rules"]))
    whole = "".join(f"{line}\n" for line in lines_of(name)).encode()
    place = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.sampled_from([whole[place] ^ 1, *b'0aZ"{}[],:\\\n\r \0\x80\xff']))
    path = tmp_path_factory.getbasetemp() / "changed"
    path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
    line = whole[:place].count(b"\n") + 1
    try:
        difference = open_replay(path).verify()
    except ReplayError as error:
        sentence = str(error)
    else:
        assert (difference is None) == (byte == whole[place])
        sentence = str(difference)
        if difference is not None:
            assert difference.edited == line
    assert "\n" not in sentence
    if byte != whole[place] and place > 40:
        assert f"line {line}" in sentence


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_compressed_byte_that_was_changed_is_found_or_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = "".join(f"{line}\n" for line in lines_of("running")).encode()
    whole = gzip.compress(text, mtime=0)
    place = data.draw(st.integers(0, len(whole) - 1))
    path = tmp_path_factory.getbasetemp() / "changed.gz"
    path.write_bytes(
        whole[:place] + bytes([whole[place] ^ data.draw(st.integers(1, 255))]) + whole[place + 1 :]
    )
    with contextlib.suppress(ReplayError):
        difference = open_replay(path).verify()
        # The first ten bytes say when and where a file was compressed, and nothing of what is in it.
        assert difference is None
        assert place < 10


# --- what a seat may have of it


class Trapped(rules_of("coin-hunt").config):  # type: ignore[misc]
    """Coin hunt with a knob that is the host's alone."""

    trap: int = knob(0, 0, 10**6, why="what nobody may know", secret=True)


def test_no_seat_gets_the_seed_a_secret_knob_or_what_it_does_not_see() -> None:
    rules = dataclasses.replace(rules_of("coin-hunt"), config=Trapped)
    match = Game(rules, Trapped(size=5, turns=20, trap=735731)).match(seed=SEED).run(steps=8)
    for seat in (*match.seats, "spectator"):
        text = "\n".join(seat_lines(match, seat))
        assert str(SEED) not in text
        assert "735731" not in text
        assert "trap" not in text
        lines = [json.loads(line) for line in text.splitlines()]
        assert [line["type"] for line in lines] == ["start", "deal", *["step"] * 8]
        assert [line["action"] is not None for line in lines[2:]] == [
            step["action"] is not None for step in match.history(seat)
        ]
        secrets = [event.get("worth") for line in lines[1:] for event in line["events"]]
        if seat == "spectator":
            assert secrets
            assert set(secrets) == {None}
    host = "\n".join(replay_lines(match))
    assert str(SEED) in host
    assert "735731" in host


def test_a_seats_lines_are_equal_when_only_what_it_cannot_know_differs() -> None:
    game = coins(sight=1, size=9)
    position = game.match(seed=1).position
    other = position.copy()
    other.seed = 99
    other.state.coins[4, 4] += 1
    other.state.head[0]["seekers"][1]["purse"] += 5
    played = []
    for start in (position, other):
        match = game.match(position=start)
        match.act({"red": "stay"})
        match.act({"blue": "stay"})
        played.append(match)
    assert seat_lines(played[0], "red") == seat_lines(played[1], "red")
    assert seat_lines(played[0], "spectator") == seat_lines(played[1], "spectator")
    assert seat_lines(played[0], "blue") != seat_lines(played[1], "blue")


def test_the_fog_is_lifted_after_the_end_and_not_before() -> None:
    match = coins().match(seed=SEED).run(steps=5)
    with pytest.raises(KittycornerError, match="running"):
        seat_lines(match, "red", fog=False)
    match.run()
    assert seat_lines(match, "red", fog=False) == replay_lines(match)
    assert str(SEED) not in "\n".join(seat_lines(match, "red"))
    assert json.loads(seat_lines(match, "red")[-1])["type"] == "end"
    with pytest.raises(PlayerError, match="nobody"):
        seat_lines(match, "nobody")


# --- the page about them


def test_the_example_of_the_reference_is_a_replay(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "replays.md"
    example = page.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0].splitlines()
    match = coins(size=3, coins=2, refill=0, turns=60).match(seed=11)
    match.act({"red": "north"}, faults=True)
    assert example == replay_lines(match.run(steps=2))
    assert open_replay(write(tmp_path / "example", example)).verify() is None
