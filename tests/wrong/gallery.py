"""The gallery of wrong games: what is wrong with each, and which check is meant to find it."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

from kittycorner.core.game import Rules
from wrong import diggers


class Wrong(NamedTuple):
    """A game that is wrong on purpose."""

    fault: str
    check: str  # the check that is meant to find it
    rules: Rules


GALLERY: list[Wrong] = []


def wrong(check: str, fault: str, **changes: Any) -> Rules:
    """The right game with one thing changed; the rules have to stand under a name in their module."""
    name = changes.pop("name", fault.replace(" ", "-").replace(",", ""))
    rules = dataclasses.replace(diggers.RULES, name=name, **changes)
    GALLERY.append(Wrong(fault, check, rules))
    return rules
