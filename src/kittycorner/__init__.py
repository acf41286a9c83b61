"""Kittycorner: a workshop for turn-based games on grids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kittycorner.core.game import Game as Game
    from kittycorner.core.registry import load as load
    from kittycorner.core.replay import open_replay as open_replay
    from kittycorner.lab.simulate import simulate as simulate

__version__ = "0.1.0"

# What the package offers, and where it lies: loaded when it is asked for, so that `kc --help` is quick.
OFFERED = {
    "Game": "kittycorner.core.game",
    "load": "kittycorner.core.registry",
    "open_replay": "kittycorner.core.replay",
    "simulate": "kittycorner.lab.simulate",
}


def __getattr__(name: str) -> Any:
    if name not in OFFERED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(OFFERED[name]), name)
