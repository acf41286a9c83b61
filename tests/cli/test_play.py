"""`kc play`: one match, and all that can be made of it."""

import gzip
import json

import pytest
from PIL import Image

import kittycorner as kc_package


@pytest.fixture
def match():
    return kc_package.load("coin-hunt", turns=8).match(seed=3).run()


SHORT = ("play", "coin-hunt", "--set", "turns=8", "--seed", 3)


def test_it_shows_the_last_board_who_won_and_why(kc, match):
    """Without options: the final board, then the outcome in a sentence."""
    result = kc(*SHORT)
    assert result.exit_code == 0
    assert match.game.notation.draw_board(match).rstrip() in result.stdout
    assert result.stdout.rstrip().endswith(sentence_of(match))


def sentence_of(match):
    from kittycorner.core.sentences import say_outcome

    return say_outcome(match.game, match.outcome)


def test_its_json_is_the_match_in_one_line(told, match):
    """What was played, how it ended, and the digests."""
    (said,) = told(*SHORT)
    assert said["game"] == "coin-hunt"
    assert (said["seed"], said["step"], said["config"]["turns"]) == (3, match.number, 8)
    assert said["outcome"]["winner"] == match.outcome.winner
    assert said["outcome"]["points"] == match.outcome.points
    assert said["digests"] == match.digests()
    assert said["players"] == {"red": "seek", "blue": "seek"}


def test_the_log_has_a_heading_per_step_and_a_line_per_event(kc, match):
    """Answers and events, in the order they happened."""
    from kittycorner.core.sentences import say_event

    lines = kc(*SHORT, "--log").stdout.splitlines()
    for event in match.events:
        assert f"  {say_event(match.game, event)}" in lines
    headings = [line for line in lines if line.startswith("step ") and ": " in line and "·" not in line]
    assert len(headings) == match.number
    for number, (heading, seat) in enumerate(zip(headings, ["red", "blue"] * 4, strict=True), 1):
        assert heading.startswith(f"step {number}: {seat} ")


def test_the_log_as_json_is_an_object_per_step(told, match):
    """From the start on, then the match."""
    *steps, last = told(*SHORT, "--log")
    assert [step["step"] for step in steps] == list(range(match.number + 1))
    assert set(steps[0]) == {"step", "actors", "actions", "events", "state"}
    assert last["digests"] == match.digests()


def test_steps_stop_a_match(told):
    """`--steps` plays so many and no more; the match has no outcome yet."""
    (said,) = told(*SHORT, "--steps", 2)
    assert said["step"] == 2
    assert said["outcome"] is None


def test_a_match_goes_on_from_its_position(kc, told, match):
    """What `--save-position` wrote, `--from` takes up; the end is the same, on stdin too."""
    assert kc(*SHORT, "--steps", 3, "--save-position", "p.txt").exit_code == 0
    (said,) = told("play", "coin-hunt", "--from", "p.txt")
    assert said["digests"] == match.digests()
    with open("p.txt") as file:
        (again,) = told("play", "coin-hunt", "--from", "-", stdin=file.read())
    assert again == said


def test_knobs_come_from_the_file_then_the_position_then_the_command_line(kc, told, tmp_path):
    """Each over the one before."""
    (tmp_path / "knobs.toml").write_text("turns = 20\nsight = 5\nrefill = 1\n")
    assert (
        kc("play", "coin-hunt", "--set", "sight=4", "--steps", 1, "--save-position", "p.txt").exit_code == 0
    )
    asked = ("play", "coin-hunt", "--config", "knobs.toml", "--from", "p.txt", "--set", "refill=2")
    (said,) = told(*asked, "--steps", 1)
    assert {name: said["config"][name] for name in ("turns", "sight", "refill")} == {
        "turns": 20,
        "sight": 4,
        "refill": 2,
    }


@pytest.mark.parametrize("name", ["match.jsonl", "match.jsonl.gz"])
def test_a_replay_is_written(kc, tmp_path, name):
    """It verifies, and `.gz` compresses it."""
    assert kc(*SHORT, "--replay", name).exit_code == 0
    opened = gzip.open if name.endswith(".gz") else open
    with opened(tmp_path / name, "rt") as file:
        assert json.loads(file.readline())["game"] == "coin-hunt"
    assert kc("replay", "verify", name).exit_code == 0


def test_pictures_are_written(kc, tmp_path, match):
    """A GIF with a frame per step and the start, and a numbered PNG of each."""
    assert kc(*SHORT, "--gif", "match.gif", "--png", "pictures").exit_code == 0
    with Image.open(tmp_path / "match.gif") as film:
        assert film.n_frames == match.number + 1
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert names == [f"step-{number:04}.png" for number in range(match.number + 1)]


def test_watching_without_a_terminal_shows_the_last_board(kc, match):
    """And it ends with who won, why, and three commands worth trying."""
    lines = kc(*SHORT, "--watch").stdout.rstrip().splitlines()
    assert match.game.notation.draw_board(match).splitlines()[0] == lines[0]
    assert sentence_of(match) in lines
    commands = [line.split() for line in lines[-3:]]
    assert all(words[0] == "kc" for words in commands)
    assert lines[-4] != ""


def test_the_commands_worth_trying_work(kc):
    """Nobody is sent to a command that fails."""
    lines = kc(*SHORT, "--watch").stdout.rstrip().splitlines()[-3:]
    for line in lines:
        words = [word if word != "1000" else "5" for word in line.split()[1:]]
        assert kc(*words, stdin="").exit_code == 0, line


def test_a_fault_policy_is_in_force(told, module):
    """Under `loss` an illegal answer ends the match."""
    name = module("cli_wrong_answers", "class Wrong:\n    def decide(self, turn):\n        return 'up'\n")
    (said,) = told(*SHORT, "--player", f"red={name}:Wrong", "--fault-policy", "loss")
    assert said["outcome"] == {"winner": "blue", "reason": "fault", "points": {"red": 0, "blue": 0}}
    assert said["players"]["red"] == "cli_wrong_answers:Wrong"


def test_what_a_player_prints_is_not_among_the_json(told, module):
    """`--json` keeps stdout for objects."""
    name = module(
        "cli_loud", "class Loud:\n    def decide(self, turn):\n        print('hey')\n        return 'stay'\n"
    )
    (said,) = told(*SHORT, "--player", f"red={name}:Loud")
    assert said["step"] == 8


def test_a_compiled_game_is_played_alike(told):
    """The commands know nothing of a game but its contract."""
    (said,) = told("play", "skeleton-chase", "--seed", 5)
    match = kc_package.load("skeleton-chase").match(seed=5).run()
    assert said["digests"] == match.digests()
