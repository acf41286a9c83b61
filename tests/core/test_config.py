"""Configs: what a knob takes, what kernels see of it, and what is said of a wrong one."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kittycorner.core.config import (
    Config,
    Weight,
    allowed,
    knob,
    knobs_of,
    nearest,
    read_setting,
    read_toml,
    to_toml,
)
from kittycorner.core.errors import ConfigError, KittycornerError


class Knobs(Config):
    """One knob of every kind."""

    killers: int = knob(2, 2, 5, unit="actors", why="who hunts")
    rounds: int = knob(10, 1, why="the clock")
    depth: int = knob(0, None, 9, why="how deep")
    count: int = knob(-3, why="any number")
    bold: bool = knob(False, why="whether they dare")
    style: Literal["spread", "clustered"] = knob("spread", why="where exits lie")
    sight: int | Literal["all"] = knob(3, 0, 50, words={"all": -1}, why="how far they see")
    weight: Weight = knob("0.5", 0, 2, why="how much it matters")
    zones: tuple[int, ...] = knob((1, 2), most=4, why="which zones")
    marks: tuple[int, ...] = knob((), 0, 7, most=3, why="which marks")
    limit: int | None = knob(None, 1, 9, why="none unless given")
    map: str = knob("", secret=True, why="the board")


def made(**given: Any) -> Knobs:
    return Knobs.make("game", given)


def refused(**given: Any) -> ConfigError:
    with pytest.raises(ConfigError) as error:
        made(**given)
    return error.value


def test_kernels_see_whole_numbers() -> None:
    """A weight is whole thousandths, a word its place or its number, a truth 0 or 1; texts are left out."""
    config = made(weight="1.25", style="clustered", bold=True, sight="all", zones=[4, 5, 6], map="x")
    knobs = knobs_of(config)
    assert knobs.shape == (1,)
    assert {name: knobs[0][name].tolist() for name in knobs.dtype.names} == {
        "killers": 2,
        "rounds": 10,
        "depth": 0,
        "count": -3,
        "bold": 1,
        "style": 1,
        "sight": -1,
        "weight": 1250,
        "zones": [4, 5, 6, 0],
        "marks": [0, 0, 0],
        "limit": 0,
    }
    with pytest.raises(ValueError, match="read-only"):
        knobs[0]["killers"] = 3


def test_a_game_without_knobs_has_a_record_all_the_same() -> None:
    """Kernels can't be handed an empty record."""

    class Nothing(Config):
        pass

    assert knobs_of(Nothing()).dtype.itemsize > 0


@pytest.mark.parametrize(
    ("text", "thousandths"), [("0.1", 100), ("0.123", 123), ("2", 2000), ("0", 0), (0.3, 300)]
)
def test_a_weight_is_what_a_person_wrote(text: Any, thousandths: int) -> None:
    """0.1 is a tenth, not what a float makes of it."""
    assert knobs_of(made(weight=text))[0]["weight"] == thousandths


@pytest.mark.parametrize(
    ("given", "code", "takes"),
    [
        ({"killers": 1}, "knob-range", "2–5"),
        ({"killers": 6}, "knob-range", "2–5"),
        ({"rounds": 0}, "knob-range", "whole numbers from 1"),
        ({"depth": 10}, "knob-range", "whole numbers up to 9"),
        ({"killers": "two"}, "knob-whole", "2–5"),
        ({"killers": 2.0}, "knob-whole", "2–5"),
        ({"killers": True}, "knob-whole", "2–5"),
        ({"killers": None}, "knob-whole", "2–5"),
        ({"count": "3"}, "knob-whole", "whole numbers"),
        ({"bold": 1}, "knob-choice", "true or false"),
        ({"style": "wide"}, "knob-choice", '"spread", "clustered"'),
        ({"sight": "some"}, "knob-choice", '0–50, "all"'),
        ({"sight": 51}, "knob-choice", '0–50, "all"'),
        ({"weight": "0.1234"}, "knob-kind", "0–2 with at most three decimals"),
        ({"weight": 0.1234}, "knob-kind", "0–2 with at most three decimals"),
        ({"weight": "much"}, "knob-kind", "0–2 with at most three decimals"),
        ({"weight": float("nan")}, "knob-kind", "0–2 with at most three decimals"),
        ({"weight": 3}, "knob-range", "0–2 with at most three decimals"),
        ({"weight": True}, "knob-kind", "0–2 with at most three decimals"),
        ({"zones": [1, 2, 3, 4, 5]}, "knob-kind", "a list of up to 4 whole numbers"),
        ({"zones": [1, "two"]}, "knob-kind", "a list of up to 4 whole numbers"),
        ({"zones": 1}, "knob-kind", "a list of up to 4 whole numbers"),
        ({"marks": [1, 8]}, "knob-kind", "a list of up to 3 whole numbers (0–7)"),
        ({"map": 3}, "knob-kind", "text"),
    ],
)
def test_a_wrong_value_is_one_sentence(given: dict[str, Any], code: str, takes: str) -> None:
    """It names the game, the knob and what is allowed; nothing else was changed."""
    error = refused(**given)
    assert error.code == code
    assert error.parameters["knob"] == next(iter(given))
    assert error.parameters["allowed"] == takes
    assert str(error).startswith("game: ")
    assert "\n" not in str(error)


def test_an_unknown_knob_gets_the_nearest_name() -> None:
    """A slip of the pen is told what was meant; nonsense is told what there is."""
    near = refused(kilers=3)
    assert (near.code, near.parameters["near"]) == ("knob-unknown-near", "killers")
    far = refused(zzzzz=3)
    assert far.code == "knob-unknown"
    assert "killers, rounds" in far.parameters["known"]
    assert nearest("styl", ["style", "sight"]) == "style"
    assert nearest("qqq", ["style", "sight"]) == ""


def test_a_config_cannot_be_changed() -> None:
    """A game is immutable: another config is another game."""
    with pytest.raises(ValueError, match="frozen"):
        made().killers = 3  # type: ignore[misc]


def test_only_what_differs_is_changed() -> None:
    """What is written into positions and replays is what differs from the default, in the order declared."""
    config = made(zones=[1], killers=3, rounds=10)
    assert config.changed() == {"killers": 3, "zones": (1,)}
    assert list(config.changed()) == ["killers", "zones"]


def test_secret_knobs_are_the_hosts() -> None:
    """What everybody may know leaves out secrets."""
    config = made(map="walls")
    assert "map" not in config.open_values()
    assert dict(config.values())["map"] == "walls"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("killers=4", 4),
        (" killers = 4 ", 4),
        ("count=-7", -7),
        ("bold=true", True),
        ("bold=false", False),
        ("style=clustered", "clustered"),
        ("sight=all", "all"),
        ("sight=7", 7),
        ("weight=0.125", Decimal("0.125")),
        ("zones=3,1,2", (3, 1, 2)),
        ("zones=9", (9,)),
        ("zones=", ()),
        ("limit=4", 4),
        ("map=a=b", "a=b"),
        ("map=", ""),
    ],
)
def test_settings_are_read_as_the_knob_wants_them(setting: str, value: Any) -> None:
    """`--set name=value`, with the value in the knob's own type."""
    name, read = read_setting(Knobs, "game", setting)
    assert (read, type(read)) == (value, type(value))
    assert getattr(made(**{name: read}), name) == value


@pytest.mark.parametrize(
    "setting", ["killers=two", "killers=2.5", "bold=yes", "zones=1,,2", "weight=x", "limit=none"]
)
def test_a_setting_that_fits_no_knob_is_refused(setting: str) -> None:
    """What isn't of the knob's type stays text, and the config says what it takes."""
    name, value = read_setting(Knobs, "game", setting)
    assert refused(**{name: value}).parameters["knob"] == name


@pytest.mark.parametrize("setting", ["killers", "=3", ""])
def test_a_setting_has_a_name_and_a_value(setting: str) -> None:
    """Anything else is said to be no setting."""
    with pytest.raises(ConfigError) as error:
        read_setting(Knobs, "game", setting)
    assert error.value.code == "setting-form"


def test_a_setting_can_come_from_a_file(tmp_path: Path) -> None:
    """`map=@FILE` takes the text of a file; a file that can't be read is one sentence."""
    (tmp_path / "board.txt").write_text("# #\n . \n", encoding="utf-8")
    assert read_setting(Knobs, "game", f"map=@{tmp_path}/board.txt") == ("map", "# #\n .")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name, code in (("missing", "file-unreadable"), (".", "file-unreadable"), ("binary", "file-not-text")):
        with pytest.raises(KittycornerError) as error:
            read_setting(Knobs, "game", f"map=@{tmp_path}/{name}")
        assert error.value.code == code


KNOBS = st.fixed_dictionaries(
    {},
    optional={
        "killers": st.integers(2, 5),
        "count": st.integers(-(2**63), 2**63 - 1),
        "bold": st.booleans(),
        "style": st.sampled_from(["spread", "clustered"]),
        "sight": st.integers(0, 50) | st.just("all"),
        "weight": st.decimals(0, 2, places=3) | st.integers(0, 2),
        "zones": st.lists(st.integers(-9, 9), max_size=4),
        "limit": st.none() | st.integers(1, 9),
        "map": st.text(st.characters(exclude_categories=["Cs"])) | st.text("\n\r\"\\#'@ x"),
    },
)


@given(KNOBS)
def test_a_config_comes_back_from_its_toml(given: dict[str, Any]) -> None:
    """What `--toml` writes can be read with `--config`, whatever stands in it."""
    config = made(**given)
    again = made(**tomllib.loads(to_toml(config)))
    assert again == config
    assert (knobs_of(again) == knobs_of(config)).all()


def test_the_toml_explains_itself() -> None:
    """Above each knob stands why it is there, what it takes and its unit."""
    lines = to_toml(made()).splitlines()
    assert lines[0] == "# who hunts (2–5; actors)"
    assert lines[1] == "killers = 2"
    assert "# limit = not set" in lines
    assert all(line.startswith("# ") or " = " in line for line in lines)


def test_a_toml_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    """Missing, a folder, no TOML, no text."""
    (tmp_path / "wrong.toml").write_text("killers == 3", encoding="utf-8")
    (tmp_path / "binary.toml").write_bytes(b"\xff\x00")
    (tmp_path / "right.toml").write_text("killers = 3\nzones = [1, 2, 3]\n", encoding="utf-8")
    wrong = {
        "missing.toml": "file-unreadable",
        ".": "file-unreadable",
        "wrong.toml": "config-not-toml",
        "binary.toml": "config-not-toml",
    }
    for name, code in wrong.items():
        with pytest.raises(ConfigError) as error:
            read_toml(tmp_path / name, "game")
        assert error.value.code == code
        assert "\n" not in str(error.value)
    assert made(**read_toml(tmp_path / "right.toml", "game")).zones == (1, 2, 3)


def test_every_knob_says_what_it_takes() -> None:
    """`kc config` shows it beside each knob."""
    assert {name: allowed(Knobs, name) for name in ("count", "bold", "map", "limit")} == {
        "count": "whole numbers",
        "bold": "true or false",
        "map": "text",
        "limit": "1–9",
    }


def test_whole_numbers_fit_into_a_record() -> None:
    """A knob is one int64: a number beyond is refused when the config is made, not in a kernel."""
    assert knobs_of(made(count=2**63 - 1))[0]["count"] == np.iinfo(np.int64).max
    for beyond in (2**63, -(2**63) - 1):
        assert refused(count=beyond).parameters["knob"] == "count"
    assert refused(zones=[2**63]).parameters["knob"] == "zones"
