"""Noise: what the checks write where contents must not matter."""

from __future__ import annotations

from typing import Any

import numpy as np

# Small numbers: a rule that reads them goes wrong all the same, and an index among them breaks no memory.
LEAST, MOST = -3, 7


def fill_with_noise(group: Any, dice: np.random.Generator) -> None:
    """Fill every array of a group with small random numbers."""
    for entry in group:
        fill_array(entry, dice)


def fill_array(entry: Any, dice: np.random.Generator) -> None:
    if entry.dtype.names is not None:
        for name in entry.dtype.names:
            fill_array(entry[name], dice)
    else:
        low = 0 if entry.dtype.kind == "u" else LEAST
        entry[...] = dice.integers(low, MOST, entry.shape).astype(entry.dtype)
