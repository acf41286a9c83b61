"""Finding: what a check has found wrong, as a code and its parameters."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from kittycorner.core.sentences import say, shortened

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
MOST_SAID = 300  # letters of an error


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a game; `str(finding)` says it in one sentence."""

    code: str
    parameters: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(f"check.{self.code}", **self.parameters)


def found(code: str, /, **parameters: Any) -> Finding:
    return Finding(code, parameters)


def in_words(error: BaseException) -> str:
    """An error as part of a sentence: its kind, and what it says, on one line and not too long."""
    said = " ".join(COLOURS.sub("", str(error)).split())
    return f"{type(error).__name__}: {shortened(said, MOST_SAID)}"


def first_difference(one: Any, other: Any, where: str = "") -> str:
    """Where two JSON-like values differ first, as a path such as `coins 3 worth`; nothing when they don't."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in (*one, *(name for name in other if name not in one)):
            if name not in one or name not in other:
                return f"{where} {name}".strip()
            deeper = first_difference(one[name], other[name], f"{where} {name}".strip())
            if deeper:
                return deeper
        return ""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            return f"{where} (length)".strip()
        for place, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            deeper = first_difference(mine, theirs, f"{where} {place}".strip())
            if deeper:
                return deeper
        return ""
    return "" if one == other else where or "value"


def first_difference_in_text(one: str, other: str) -> str:
    """Where two texts differ first: a path where both are JSON, else the line of the first."""
    try:
        return first_difference(json.loads(one), json.loads(other))
    except ValueError:
        return first_line(one, other)


def first_line(one: str, other: str) -> str:
    """The first line of one text that another doesn't have at that place."""
    others = other.splitlines()
    for place, line in enumerate(one.splitlines()):
        if place >= len(others) or others[place] != line:
            return line.strip()[:100]
    return "" if one == other else "(end)"
