"""Bad input: one clear sentence on stderr, exit code 2, nothing on stdout and nothing half written."""

from pathlib import Path

import pytest

ASKED = [
    # what was asked, and words that the sentence must have
    (["plya"], ["plya", "play"]),
    (["play"], ["GAME"]),
    (["play", "coin-hnt"], ["coin-hnt", "coin-hunt"]),
    (["play", "chess"], ["chess", "coin-hunt"]),
    (["play", "coin-hunt", "--sed", "3"], ["--sed", "--seed"]),
    (["play", "coin-hunt", "--seed"], ["--seed"]),
    (["play", "coin-hunt", "--seed", "x"], ["seed x", str(2**63 - 1)]),
    (["play", "coin-hunt", "--seed", "1.5"], ["seed 1.5"]),
    (["play", "coin-hunt", "--seed", "-1"], ["seed -1"]),
    (["play", "coin-hunt", "--seed", str(2**63)], [str(2**63)]),
    (["play", "coin-hunt", "--steps", "0"], ["steps", "0"]),
    (["play", "coin-hunt", "--steps", "few"], ["steps", "few"]),
    (["play", "coin-hunt", "--set", "size=99"], ["size", "99", "3–20"]),
    (["play", "coin-hunt", "--set", "size=many"], ["size", "many", "3–20"]),
    (["play", "coin-hunt", "--set", "sise=9"], ["sise", "size"]),
    (["play", "coin-hunt", "--set", "size"], ["size"]),
    (["play", "coin-hunt", "--lang", "tlh"], ["tlh", "en"]),
    (["play", "coin-hunt", "--fault-policy", "mercy"], ["mercy", "loss"]),
    (["play", "coin-hunt", "--player", "red"], ["red"]),
    (["play", "coin-hunt", "--player", "red="], ["red="]),
    (["play", "coin-hunt", "--player", "green=seek"], ["green", "red, blue"]),
    (["play", "coin-hunt", "--player", "red=seak"], ["seak", "seek"]),
    (["play", "coin-hunt", "--player", "red=nowhere_at_all:X"], ["nowhere_at_all"]),
    (["play", "skeleton-chase", "--player", "hunters=flee"], ["flee", "hunters", "runners"]),
    (["play", "coin-hunt", "--from", "nothing.txt"], ["nothing.txt"]),
    (["play", "coin-hunt", "--config", "nothing.toml"], ["nothing.toml"]),
    (["play", "coin-hunt", "--config", "/"], ["/", "directory"]),
    (["play", "coin-hunt", "--replay", "/dev/full"], ["/dev/full", "No space left"]),
    (["play", "coin-hunt", "--gif", "/dev/full", "--steps", "1"], ["/dev/full", "No space left"]),
    (["play", "coin-hunt", "--save-position", "/dev/full"], ["/dev/full", "No space left"]),
    (["play", "coin-hunt", "--replay", "nowhere/match.jsonl"], ["nowhere/match.jsonl"]),
    (["play", "coin-hunt", "--png", "/dev/null/x"], ["/dev/null/x"]),
    (["play", "coin-hunt", "--gif", "/"], ["/"]),
    (["view", "coin-hunt"], ["--seat"]),
    (["view", "coin-hunt", "--seat", "green"], ["green", "red, blue"]),
    (["step", "coin-hunt", "--act", "red"], ["red"]),
    (["step", "coin-hunt", "--act", "green=east"], ["green", "red, blue"]),
    (["step", "coin-hunt", "--act", "blue=north"], ["blue", "red"]),
    (["step", "coin-hunt", "--act", "red=up"], ["up", "east, south, stay"]),
    (["step", "coin-hunt", "--act", "red=north"], ["north", "east, south, stay"]),
    (["step", "coin-hunt", "--act", 'red={"step": 77}'], ["red", "east, south, stay"]),
    (["step", "coin-hunt", "--act", 'red={"step"'], ["red", "east, south, stay"]),
    (["explain", "coin-hunt", "--seat", "green"], ["green", "red, blue"]),
    (["explain", "coin-hunt", "--seat", "red", "--player", "human"], ["human"]),
    (["simulate", "coin-hunt"], ["--episodes"]),
    (["simulate", "coin-hunt", "--episodes", "0"], ["episodes", "0"]),
    (["simulate", "coin-hunt", "--episodes", "many"], ["episodes", "many"]),
    (["simulate", "coin-hunt", "--episodes", "2", "--processes", "0"], ["processes", "0"]),
    (["simulate", "coin-hunt", "--episodes", "2", "--seed", str(2**63 - 1)], [str(2**63 - 1)]),
    (["simulate", "coin-hunt", "--episodes", "2", "--player", "red=human"], ["human"]),
    (["config", "chess"], ["chess"]),
    (["schema", "chess"], ["chess"]),
    (["check", "chess"], ["chess"]),
    (["golden", "chess"], ["chess"]),
    (["warm", "chess"], ["chess"]),
    (["warm", "--processes", "none"], ["processes", "none"]),
    (["replay"], ["replay"]),
    (["replay", "shaw"], ["shaw", "show"]),
    (["replay", "show"], ["FILE"]),
    (["replay", "show", "nothing.jsonl"], ["nothing.jsonl"]),
    (["replay", "verify", "nothing.jsonl"], ["nothing.jsonl"]),
    (["replay", "frames", "nothing.jsonl"], ["--gif", "--png"]),
    (["replay", "frames", "nothing.jsonl", "--gif", "x.gif"], ["nothing.jsonl"]),
    (["games", "--lang", "tlh"], ["tlh"]),
]


def is_one_clear_sentence(result, words):
    """Exit code 2, nothing on stdout, one line on stderr that has the words."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1, result.stderr
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize(("asked", "words"), ASKED, ids=lambda part: " ".join(part)[:60])
def test_what_is_wrong_is_said_in_one_sentence(kc, tmp_path, asked, words):
    """What was wrong, where, and what is allowed."""
    is_one_clear_sentence(kc(*asked), words)
    assert list(tmp_path.iterdir()) == []


FILES = {
    "empty": b"",
    "binary": bytes(range(256)),
    "other game": b"tag/1 step 0\n",
    "other version": b"coin-hunt/2 step 0\n",
    "other game in JSON": b'{"game": "tag", "version": 1}',
    "other version in JSON": b'{"game": "coin-hunt", "version": 2}',
    "no JSON": b'{"turn": ',
    "no config": b'{"config": 3}',
    "unknown knob": b'{"config": {"sise": 9}}',
    "unknown field": b'{"coinz": 3}',
    "wrong number": b'{"turn": "three"}',
    "far step": b"coin-hunt/1 step 99999999999999999999",
    "odd step": "coin-hunt/1 step ²".encode(),
    "odd seed": "coin-hunt/1 step 1\nseed ²".encode(),
    "far seed": b"coin-hunt/1 step 1\nseed 99999999999999999999",
    "no line": b"coin-hunt/1 step 1\nhello",
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_position_is_refused(kc, tmp_path, name):
    """Empty, binary, of another game or version, or damaged."""
    (tmp_path / "position").write_bytes(FILES[name])
    is_one_clear_sentence(kc("play", "coin-hunt", "--from", "position"), [])


def test_a_position_on_stdin_is_refused_alike(kc):
    """`--from -` reads stdin; bytes that are no text are no position."""
    is_one_clear_sentence(kc("view", "coin-hunt", "--seat", "red", "--from", "-", stdin=b"\xff\xfe"), [])
    is_one_clear_sentence(kc("view", "coin-hunt", "--seat", "red", "--from", "-", stdin=""), ["coin-hunt/1"])


@pytest.mark.parametrize("content", [b"\xff\x00", b"size = ", b"sise = 9", b"size = 'x'", b"size = 1.5"])
def test_a_file_that_is_no_config_is_refused(kc, tmp_path, content):
    """No TOML, an unknown knob, or a value of another type."""
    (tmp_path / "knobs.toml").write_bytes(content)
    is_one_clear_sentence(kc("config", "coin-hunt", "--config", "knobs.toml"), [])


@pytest.mark.parametrize(
    "content", [b"", b"\x00\x01", b"{}\n", b'{"format":"kittycorner-replay"}\n', b"\x1f\x8b"]
)
@pytest.mark.parametrize("command", ["show", "verify", "frames"])
def test_a_file_that_is_no_replay_is_refused(kc, tmp_path, command, content):
    """`verify` too ends with 2 where a file can't be read."""
    (tmp_path / "match.jsonl").write_bytes(content)
    more = ["--gif", "x.gif"] if command == "frames" else []
    is_one_clear_sentence(kc("replay", command, "match.jsonl", *more), ["match.jsonl"])
    assert not (tmp_path / "x.gif").exists()


PLAYERS = """
    class Raises:
        def __init__(self):
            raise ValueError("not today")

    class Nonsense:
        def decide(self, turn):
            return 42

    class Fails:
        def decide(self, turn):
            return 1 // 0

    class Ends:
        def decide(self, turn):
            raise SystemExit(0)

    class NoPlayer:
        pass

    number = 3
"""


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("Raises", ["Raises", "not today"]),
        ("Nonsense", ["Nonsense", "red", "int"]),
        ("Fails", ["Fails", "red", "ZeroDivisionError"]),
        ("Ends", []),
        ("NoPlayer", ["NoPlayer", "decide"]),
        ("number", ["number", "decide"]),
        ("Missing", ["Missing"]),
    ],
)
@pytest.mark.parametrize("command", [["play"], ["step"], ["simulate", "--episodes", "2", "--processes", "1"]])
def test_a_player_that_fails_is_named(kc, module, command, who, words):
    """A class that raises, returns nonsense, ends the program, or is no player at all."""
    name = module("cli_wrong_players", PLAYERS)
    verb, *more = command
    is_one_clear_sentence(kc(verb, "coin-hunt", *more, "--player", f"red={name}:{who}"), words)


def test_a_module_that_can_t_be_read_is_named(kc, module):
    """A mistake in a player's file is told like any other."""
    name = module("cli_broken_module", "def decide(:\n")
    result = kc("play", "coin-hunt", "--player", f"red={name}:Player")
    is_one_clear_sentence(result, ["cli_broken_module", "SyntaxError"])


def test_rules_that_raise_are_named(kc, monkeypatch):
    """A game that breaks the contract is told as that, without a traceback."""
    from kittycorner.core import match
    from kittycorner.core.errors import HouseError

    def begin(self):
        raise HouseError("it deals nothing")

    monkeypatch.setattr(match.Match, "begin", begin)
    is_one_clear_sentence(kc("play", "coin-hunt"), ["coin-hunt", "it deals nothing"])


def test_a_replay_of_rules_that_raise_names_its_file(kc, monkeypatch):
    """The commands for replays say it alike."""
    from kittycorner.core import match
    from kittycorner.core.errors import HouseError

    assert kc("play", "coin-hunt", "--steps", 1, "--replay", "match.jsonl").exit_code == 0

    def begin(self):
        raise HouseError("it deals nothing")

    monkeypatch.setattr(match.Match, "begin", begin)
    is_one_clear_sentence(kc("replay", "show", "match.jsonl"), ["match.jsonl", "it deals nothing"])


def test_a_folder_that_can_t_be_made_is_named(kc, monkeypatch):
    """Where golden files can't be written, the sentence says where and why."""
    from kittycorner.proof import golden

    def write_golden(game):
        Path("/proc/golden/seed.txt").write_text("")

    monkeypatch.setattr(golden, "write_golden", write_golden)
    is_one_clear_sentence(kc("golden", "coin-hunt"), ["/proc/golden/seed.txt", "No such file"])


def test_what_nobody_expected_is_still_one_sentence(kc, monkeypatch):
    """An error in the rules themselves says what and where; a variable shows all of it."""
    from kittycorner.core import match

    def begin(self):
        raise IndexError("beyond\nthe end")

    monkeypatch.setattr(match.Match, "begin", begin)
    is_one_clear_sentence(kc("play", "coin-hunt"), ["IndexError", "test_errors.py"])
    monkeypatch.setenv("KITTYCORNER_TRACEBACK", "1")
    assert isinstance(kc("play", "coin-hunt").exception, IndexError)
