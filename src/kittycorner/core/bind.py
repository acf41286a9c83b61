"""Binding: the loop's templates, made one with the rules of a game.

A template is copied with the game's functions standing under the names it calls. Numba then calls them
directly, and the machine code is kept in a folder named by a digest of everything that was bound.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numba
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from kittycorner.core import loop
from kittycorner.core.kernel import (
    COMPILED,
    cache_folder,
    compile_kernel,
    fingerprint,
    is_kernel,
    plain,
    sources_of,
)
from kittycorner.core.layout import plain_rows_of, rows_of

if TYPE_CHECKING:
    from kittycorner.core.game import Game

# Function pointers in a compiled loop are called experimental by Numba; this is the one place that uses them.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

IN_THE_LOOP = ("prepare", "to_act", "judge", "step", "outcome", "look")
RULES = ("deal", "prepare", "to_act", "judge", "step", "outcome", "look")
TEMPLATES = (
    "stamp", "begin", "call", "ask_apart", "ask",
    "judge_one", "judge_all", "end_by_fault", "settle", "take_step",
)  # fmt: skip
MOST_PLAYERS = 8  # distinct players that one compiled loop can hold


class Loops:
    """The loop of one game, bound to its rules: compiled where they are, and plain for players in Python."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = {name: getattr(game.rules, name) for name in RULES}
        needed = [rule for rule in self.rules.values() if rule is not loop.nothing_to_prepare]
        self.compiled = COMPILED and all(is_kernel(rule) for rule in needed)

    @functools.cached_property
    def plain(self) -> dict[str, Any]:
        """The templates as Python, calling the rules as they are."""
        return bind_plain({**self.rules, **self.rows(compiled=False)})

    @functools.cached_property
    def act(self) -> Any:
        """`loop.act`: compiled the first time a match is stepped from Python."""
        if not self.compiled:
            return self.plain["act"]
        return self.compile("act", None)

    @functools.cached_property
    def play(self) -> Any:
        """`loop.play`, compiled for this game's arrays and any of its players; plain where the rules are."""
        if not self.compiled:
            return self.plain["play"]
        return self.compile("play", self.play_signature())

    def compile(self, template: str, signature: Any) -> Any:
        rules = {
            name: part_of_the_loop(rule) if name in IN_THE_LOOP else rule for name, rule in self.rules.items()
        }
        bound = bind_plain({**rules, **self.rows(compiled=True)}, inlined)[template]
        return compile_kernel(bound, self.folder, signature)

    def rows(self, compiled: bool) -> dict[str, Any]:
        """The row functions of every group, under the names that the templates call them by."""
        layout = self.game.layout
        groups = {
            "states": layout.state,
            "state": layout.state,
            "memories": layout.memory,
            "views": layout.view,
            "actions": layout.action,
            "outs": self.game.out_layout,
        }
        named = {}
        for prefix, group in groups.items():
            rows = rows_of(group) if compiled else plain_rows_of(group)
            named.update({f"{prefix}_{name}": function for name, function in rows._asdict().items()})
        return named

    @functools.cached_property
    def folder(self) -> Path | None:
        """Where this game's loops are kept: no other rules, nor other layouts, share it."""
        modules = {rule.__module__ for rule in self.rules.values()} | {loop.__name__, __name__}
        sources = frozenset().union(*(sources_of(module) for module in modules))
        layout = self.game.layout
        groups = [layout.state, layout.ground, layout.memory, layout.view, layout.action, layout.workspace]
        shapes = [
            f"{type(group).__module__}.{type(group).__qualname__}{type(group)._fields}" for group in groups
        ]
        bound = [f"{name}={fingerprint(rule)}" for name, rule in self.rules.items()]
        return cache_folder(sources, "\n".join([*bound, *shapes]))

    def player_type(self) -> Any:
        """The type of a player in the compiled loop: any function of `decide`'s signature."""
        desk = self.game.new_desk(events=0)
        arguments = (
            desk.ground,
            desk.open_knobs,
            desk.views,
            self.game.new_memories(),
            desk.acts,
            desk.keys,
            desk.workspace,
            desk.actions,
            desk.why,
        )
        return types.FunctionType(types.void(*(numba.typeof(argument) for argument in arguments)))

    def play_signature(self) -> Any:
        game = self.game
        desk = numba.typeof(game.new_desk(events=0))
        players = types.UniTuple(self.player_type(), MOST_PLAYERS)
        batch = game.new_batch(1)
        record = numba.typeof(game.new_record(0))
        groups = [
            numba.typeof(part)
            for part in (batch.states, batch.memories, batch.outs, batch.tallies, batch.runs)
        ]
        return types.int64(desk, players, *groups, record, *[types.int64] * 5)


def part_of_the_loop(rule: Any) -> Any:
    """A rule goes into the loop's own code: a call with a dozen arrays may cost as much as what it does."""
    return numba.njit(plain(rule), nogil=True, _nrt=False, forceinline=True)


def inlined(template: Any) -> Any:
    """A template that others call becomes part of them: a call would pass the whole desk, array by array."""
    return numba.njit(template, nogil=True, _nrt=False, inline="always")


def bind_plain(
    bound: dict[str, Any], wrap: Callable[[Any], Any] = lambda function: function
) -> dict[str, Any]:
    """Copies of all templates that call `bound` and each other; those that are called pass through `wrap`."""
    names = {**vars(loop), **bound}
    made: dict[str, Any] = {}
    for template in (*TEMPLATES, "play", "act"):
        source = plain(getattr(loop, template))
        copy = FunctionType(source.__code__, names, template, source.__defaults__)
        copy.__module__ = loop.__name__
        copy.__qualname__ = template
        made[template] = copy
        if template in TEMPLATES:
            names[template] = wrap(copy)
            made[template] = copy
    return made
