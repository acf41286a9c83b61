"""`kc replay`: show, verify, frames."""

import json

import pytest
from PIL import Image

import kittycorner as kc_package
from kittycorner.core.replay import step_object


@pytest.fixture
def match(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    match = kc_package.load("coin-hunt", turns=6).match(seed=3).run()
    match.save("match.jsonl")
    return match


def test_show_as_json_is_an_object_per_step(told, match):
    """The start, then every step with the state after it."""
    steps = told("replay", "show", "match.jsonl")
    assert [step["step"] for step in steps] == list(range(match.number + 1))
    assert steps[-1] == json.loads(json.dumps(step_object(match)))
    assert steps[0]["actors"] == []


def test_show_prints_the_log_the_board_and_the_outcome(kc, match):
    """Like `kc play --log`."""
    shown = kc("replay", "show", "match.jsonl").stdout
    assert shown == kc("play", "coin-hunt", "--set", "turns=6", "--seed", 3, "--log").stdout


def test_verify_ends_with_0_where_all_is_equal(kc, told, match):
    """Played again it is the same."""
    assert kc("replay", "verify", "match.jsonl").exit_code == 0
    assert told("replay", "verify", "match.jsonl") == [{"equal": True, "difference": None}]


def test_verify_ends_with_1_at_a_difference(kc, match, tmp_path):
    """An edited replay: the line and the step are named."""
    path = tmp_path / "match.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    answer = "stay" if '"stay"' not in lines[2] else "north"
    for action in ("north", "east", "south", "west", "stay"):
        lines[2] = lines[2].replace(f'"{action}"', f'"{answer}"')
    path.write_text("".join(lines))
    result = kc("replay", "verify", "match.jsonl")
    assert result.exit_code == 1
    assert "line 3" in result.stdout
    result = kc("replay", "verify", "match.jsonl", "--json")
    assert result.exit_code == 1
    (said,) = [json.loads(line) for line in result.stdout.splitlines()]
    assert not said["equal"]
    assert said["difference"]["step"] == 2


def test_frames_are_a_film_or_a_folder(kc, told, match, tmp_path):
    """A picture of the start and of every step."""
    assert kc("replay", "frames", "match.jsonl", "--gif", "match.gif").exit_code == 0
    with Image.open(tmp_path / "match.gif") as film:
        assert film.n_frames == match.number + 1
    (said,) = told("replay", "frames", "match.jsonl", "--png", "pictures")
    assert said == {"frames": match.number + 1, "path": "pictures"}
    assert len(list((tmp_path / "pictures").iterdir())) == match.number + 1
