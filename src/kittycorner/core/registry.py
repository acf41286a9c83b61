"""The games there are: found by entry point, so that one in another package works the same."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from kittycorner.core.config import nearest
from kittycorner.core.errors import HouseError, KittycornerError
from kittycorner.core.game import Game, Rules
from kittycorner.core.sentences import add_catalogue

GROUP = "kittycorner.games"


@functools.cache
def registered() -> dict[str, EntryPoint]:
    """Name → entry point of every game that is installed."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


@functools.cache
def rules_of(name: str) -> Rules:
    """The rules of a registered game."""
    point = registered().get(name)
    if point is None:
        near = nearest(name, registered())
        code = "game-unknown-near" if near else "game-unknown"
        raise KittycornerError(code, game=name, near=near, games=", ".join(registered()) or "none")
    rules = point.load()
    if not isinstance(rules, Rules):
        raise HouseError(f"the entry point {point.value} is no Rules")
    add_catalogue(home_of(rules) / "locale")
    return rules


def home_of(rules: Rules) -> Path:
    """The folder a game's code lies in; its catalogue and its golden playthroughs lie beside it."""
    import sys

    return Path(str(sys.modules[rules.step.__module__].__file__)).parent


def load(name: str, config: Mapping[str, Any] | None = None, **knobs: Any) -> Game:
    """A game by its name: `load("coin-hunt", size=9)`. Knobs that aren't given have their defaults."""
    rules = rules_of(name)
    return Game(rules, rules.config.make(name, {**(config or {}), **knobs}))
