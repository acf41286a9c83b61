"""Listener: rules run as plain Python, and every call is watched.

Each call finds noise in the workspace; it must ask for each number of chance once and with its own key, leave
alone what it may only read, and take no chance from anywhere else.
"""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from kittycorner.core import chance as chances
from kittycorner.core import layout as layouts
from kittycorner.proof.answers import FAR_OUT, PROBES, judged, outside
from kittycorner.proof.finding import in_words
from kittycorner.proof.noise import fill_with_noise
from kittycorner.proof.trial import KEPT_STEPS

# Which argument of each call holds its key, its workspace, and what it must leave as it is.
KEYS = {"deal": 1, "step": 4, "decide": 5}
WORKSPACES = {"deal": 2, "prepare": 2, "step": 5, "decide": 6}
READ_ONLY = {
    "prepare": {"state": 1},
    "to_act": {"ground": 0, "state": 2},
    "judge": {"ground": 0, "state": 2, "actions": 4},
    "step": {"ground": 0, "actions": 3},
    "outcome": {"state": 1},
    "look": {"ground": 0, "state": 2},
    "decide": {"ground": 0},
}
RULES = ("deal", "prepare", "to_act", "judge", "step", "outcome", "look")


class Listener:
    """Hears what the rules of one game do in one plain process."""

    def __init__(self) -> None:
        self.findings: list[tuple[str, str, dict[str, Any]]] = []
        self.seed = 0
        self.step = 0
        self.rule = ""  # the call that is going on
        self.own: frozenset[int] = frozenset()  # its keys
        self.asked: set[tuple[int, int]] = set()
        self.dice = np.random.Generator(np.random.PCG64(1))
        self.listen_to_chance()

    def listen_to_chance(self) -> None:
        """Stand between the rules and the numbers of chance."""
        for name in ("number", "below"):
            setattr(chances, name, self.heard(getattr(chances, name)))

    def heard(self, draw_number: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(draw_number)
        def hear(key: int, draw: int, *bound: int) -> Any:
            if self.rule:
                self.hear(int(key), int(draw))
            return draw_number(key, draw, *bound)

        return hear

    def hear(self, key: int, draw: int) -> None:
        if key not in self.own:
            self.find("streams", "foreign-key", draw=draw)
        elif (key, draw) in self.asked:
            self.find("streams", "asked-twice", draw=draw)
        self.asked.add((key, draw))

    def find(self, check: str, code: str, **parameters: Any) -> None:
        """Write down the first thing that is wrong by each check."""
        if all(check != known for known, _, _ in self.findings):
            facts = {"seed": self.seed, "step": self.step, "rule": self.rule, **parameters}
            self.findings.append((check, code, facts))

    def begin_match(self, seed: int) -> None:
        self.seed = seed
        self.step = 0

    def fail(self, failure: BaseException) -> None:
        """A call raised."""
        overflow = isinstance(failure, FloatingPointError | OverflowError)
        why = in_words(failure)
        self.find("plain", "overflows" if overflow else "raises-plain", why=why)
        self.rule = ""

    def probe(self, match: Any) -> None:
        """Judge answers beside the legal ones: what raises here reads foreign memory once it is compiled."""
        if match.number not in KEPT_STEPS:
            return
        dice = random.Random(match.number)
        for name in match.to_act:
            legal, seat = match.legal(name), match.number_of(name)
            for _ in range(PROBES):
                fields = outside(match.game, legal, dice, FAR_OUT)
                if fields is None:
                    break
                action = match.game.action_from_fields(fields)
                try:
                    judged(match, seat, action)
                except Exception as failure:
                    why = in_words(failure)
                    self.find("legal", "judge-raises", seat=name, action=action.text, why=why)
                    self.rule = ""
                    return

    def around(self, rules: Any) -> Any:
        """The same rules and players, each call of which is heard."""
        players = tuple(
            dataclasses.replace(player, decide=self.watched("decide", player.decide))
            for player in rules.players
        )
        calls = {name: self.watched(name, getattr(rules, name)) for name in RULES}
        return dataclasses.replace(rules, players=players, **calls)

    def watched(self, rule: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*arguments: Any) -> Any:
            self.rule = rule
            self.step += rule == "step"
            self.own = own_keys(rule, arguments)
            self.asked = set()
            if rule in WORKSPACES:
                fill_with_noise(arguments[WORKSPACES[rule]], self.dice)
            before = {what: bytes_of(arguments[place]) for what, place in READ_ONLY.get(rule, {}).items()}
            outside = global_chance()
            with np.errstate(over="raise"):
                answer = function(*arguments)
            if global_chance() != outside:
                self.find("chance", "chance-from-outside")
            for what, place in READ_ONLY.get(rule, {}).items():
                if bytes_of(arguments[place]) != before[what]:
                    self.find("asking", "writes", what=what)
            self.rule = ""
            return answer

        return call


def own_keys(rule: str, arguments: tuple[Any, ...]) -> frozenset[int]:
    """The keys a call may draw with."""
    if rule not in KEYS:
        return frozenset()
    return frozenset(int(key) for key in np.atleast_1d(arguments[KEYS[rule]]))


def bytes_of(group: Any) -> bytes:
    return layouts.to_bytes(group)


def global_chance() -> tuple[Any, ...]:
    """The generators that belong to the whole process."""
    kind, words, *rest = np.random.get_state(legacy=True)
    return kind, np.asarray(words).tobytes(), *rest, random.getstate()
