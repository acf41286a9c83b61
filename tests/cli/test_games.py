"""`kc games`, `kc config`, `kc schema`, `kc check` and `kc golden`."""

import importlib.metadata
import json
import tomllib

import pytest

import kittycorner as kc_package


def test_games_lists_what_is_installed(kc, told):
    """Each by its name with its sentence; as JSON with sides and players."""
    lines = kc("games").stdout.splitlines()
    assert any(line.startswith("coin-hunt ") and line.endswith("the richer one wins.") for line in lines)
    games = {game["game"]: game for game in told("games")}
    assert games["coin-hunt"]["sides"] == {"red": ["red"], "blue": ["blue"]}
    assert not games["coin-hunt"]["compiled"]
    assert games["skeleton-chase"]["compiled"]
    assert games["skeleton-chase"]["players"] == ["flee", "chase", "pack"]


def test_a_game_that_can_t_be_loaded_hides_no_other(kc, monkeypatch):
    """It is listed with what is wrong with it."""
    from kittycorner.core import registry

    point = importlib.metadata.EntryPoint("broken", "nowhere_at_all:RULES", registry.GROUP)
    monkeypatch.setattr(registry, "registered", lambda: {"broken": point, "coin-hunt": known["coin-hunt"]})
    result = kc("games")
    assert result.exit_code == 0
    assert "nowhere_at_all" in result.stdout
    assert "the richer one wins." in result.stdout


known = {point.name: point for point in importlib.metadata.entry_points(group="kittycorner.games")}


def test_config_shows_every_knob(kc):
    """Name, value, what it takes, and why."""
    result = kc("config", "coin-hunt", "--set", "size=9")
    size = next(line for line in result.stdout.splitlines() if line.startswith("size"))
    assert size.split()[:4] == ["size", "9", "3–20", "cells"]
    assert len(result.stdout.splitlines()) == 5


def test_config_as_toml_reads_back(kc, told, tmp_path):
    """What it prints is a file for `--config`."""
    toml = kc("config", "coin-hunt", "--toml", "--set", "size=9").stdout
    assert tomllib.loads(toml)["size"] == 9
    (tmp_path / "knobs.toml").write_text(toml)
    (values,) = told("config", "coin-hunt", "--config", "knobs.toml")
    assert values == {**dict(kc_package.load("coin-hunt").config.values()), "size": 9}


def test_the_schema_of_a_config_has_its_ranges(told):
    """As JSON Schema."""
    (schema,) = told("config", "coin-hunt", "--schema")
    size = schema["properties"]["size"]
    assert (size["minimum"], size["maximum"], size["default"]) == (3, 20, 7)


def test_schemas_are_those_of_the_game(kc, told):
    """One object with a schema per kind of message; readable without `--json`."""
    (schemas,) = told("schema", "skeleton-land")
    assert {"turn", "action", "event", "state"} <= set(schemas)
    assert json.loads(kc("schema", "skeleton-land").stdout) == schemas


def test_check_prints_a_line_per_test_and_fails_with_1(kc, monkeypatch):
    """All passed: 0; one failed: 1."""
    from kittycorner.proof import suite
    from kittycorner.proof.finding import found

    few = dict(list(suite.CHECKS.items())[:2])
    monkeypatch.setattr(suite, "CHECKS", few)
    result = kc("check", "coin-hunt")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2

    def wrong(trial):
        """Nothing is ever right."""
        yield found("raises", game="coin-hunt", why="nothing is right")

    monkeypatch.setattr(suite, "CHECKS", {**few, "wrong": wrong})
    result = kc("check", "coin-hunt")
    assert result.exit_code == 1
    assert "nothing is right" in result.stdout.splitlines()[-1]
    report = json.loads(kc("check", "coin-hunt", "--json").stdout)
    assert not report["passed"]
    assert [check["passed"] for check in report["checks"]] == [True, True, False]


@pytest.mark.parametrize("changed", [[], ["golden/seed_0007.txt"]])
def test_golden_says_what_changed(kc, told, monkeypatch, changed):
    """A line per file that was written anew."""
    from kittycorner.proof import golden

    monkeypatch.setattr(golden, "write_golden", lambda game: changed)
    result = kc("golden", "coin-hunt")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1:] == (changed or ["coin-hunt: no golden file changed"])
    assert told("golden", "coin-hunt") == [{"game": "coin-hunt", "changed": changed}]
