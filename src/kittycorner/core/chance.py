"""Chance: numbers that are addressed, not counted.

A number is a function of (seed, stream, step, draw). Nothing of it stands in a state, so a match can be
undone, taken up from any position and played in any batch, and still meets the same numbers. A kernel is
handed one *key*, mixed from the first three; it asks for draw 0, 1, 2, … of it.

Keys are made one way only: from its own key a player can't compute the seed, the deal's key or another's.
`uint64` lives in this file alone, where wrapping around is meant.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from kittycorner.core.kernel import COMPILED, kernel

DEAL = 0  # the stream that deals a start
RULES = 1  # the stream of what the rules draw during a step
SEATS = 2  # the first seat's stream; the second seat's is one more, and so on

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
STREAM = np.uint64(0xD6E8FEB86659FD93)
LOW_32 = np.uint64(0xFFFFFFFF)
POSITIVE = np.uint64(0x7FFFFFFFFFFFFFFF)
ONE = np.uint64(1)
SHIFT_32, SHIFT_31, SHIFT_30, SHIFT_27 = np.uint64(32), np.uint64(31), np.uint64(30), np.uint64(27)

# Draws of one key lie this far apart from the repeats that an uneven range needs.
REPEAT = np.uint64(0xA24BAED4963EE407)


def wrapping(function: Callable[..., Any]) -> Any:
    """A kernel whose uint64 arithmetic wraps around on purpose, without NumPy's warning in plain mode."""
    if COMPILED:
        return kernel(function)

    @functools.wraps(function)
    def quiet(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return quiet


@wrapping
def mix(word: Any) -> Any:
    """Scatter 64 bits over 64 bits (the finalizer of splitmix64)."""
    word = (word ^ (word >> SHIFT_30)) * FIRST
    word = (word ^ (word >> SHIFT_27)) * SECOND
    return word ^ (word >> SHIFT_31)


@wrapping
def stream_key(seed: int, stream: int) -> Any:
    """The key of one stream of a match; `step_key` makes a step's key from it."""
    word = np.uint64(seed) ^ mix(np.uint64(stream) * STREAM + GOLDEN)
    # The sum with what went in is what can't be undone: mix alone could be run backwards.
    return np.int64((mix(mix(word) + GOLDEN) + word) & POSITIVE)


@wrapping
def step_key(stream: int, step: int) -> Any:
    """The key a kernel gets in step number `step`, from its stream's key."""
    word = np.uint64(stream) ^ mix(np.uint64(step) * GOLDEN + FIRST)
    return np.int64((mix(mix(word) + GOLDEN) + word) & POSITIVE)


@wrapping
def number(chance: int, draw: int) -> Any:
    """Draw number `draw` of a key: an int from 0 to 2^63 − 1, all equally likely."""
    return np.int64(mix(mix(np.uint64(chance) + np.uint64(draw) * GOLDEN) ^ SECOND) & POSITIVE)


@wrapping
def below(chance: int, draw: int, bound: int) -> Any:
    """Draw number `draw` of a key: an int from 0 to bound − 1, all exactly equally likely.

    `bound` is at most 2^32. The high half of a product is the answer; the few products that would make
    some answers likelier than others are drawn again, at addresses no other draw uses.
    """
    word = mix(mix(np.uint64(chance) + np.uint64(draw) * GOLDEN) ^ SECOND)
    size = np.uint64(bound)
    product = (word >> SHIFT_32) * size
    if (product & LOW_32) < size:
        uneven = ((LOW_32 - size) + ONE) % size
        while (product & LOW_32) < uneven:
            word = mix(word + REPEAT)
            product = (word >> SHIFT_32) * size
    return np.int64(product >> SHIFT_32)


@kernel
def shuffle(chance: int, draw: int, order: Any, count: int) -> None:
    """Put the first `count` entries of `order` into an even order; uses draws draw … draw + count − 2."""
    for last in range(count - 1, 0, -1):
        other = below(chance, draw + count - 1 - last, last + 1)
        order[last], order[other] = order[other], order[last]
