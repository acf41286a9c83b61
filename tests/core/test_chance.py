"""Chance: the same numbers for ever, all equally likely, and no two of them related."""

import hashlib
import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kittycorner.core.chance import DEAL, RULES, SEATS, below, number, shuffle, step_key, stream_key
from kittycorner.core.kernel import COMPILED

KEY = step_key(stream_key(7, RULES), 3)
SEED = st.integers(0, 2**63 - 1)
SMALL = st.integers(0, 10**6)

# The 99.9 % points of the chi-square distribution: what is evenly drawn stays below them.
CHI_SQUARE = {1: 10.83, 5: 20.52, 6: 22.46, 9: 27.88, 23: 49.73, 99: 148.23}


def chi_square(counts: np.ndarray) -> float:
    """How far the counts are from all being equal."""
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def digest_of_chance() -> str:
    """One digest over many numbers of every kind."""
    drawn: list[int] = []
    for seed, stream, step in itertools.product((0, 1, 2**63 - 1), (DEAL, RULES, SEATS, 61), (0, 1, 10**9)):
        key = step_key(stream_key(seed, stream), step)
        drawn.append(int(key))
        drawn.extend(int(number(key, draw)) for draw in range(5))
        drawn.extend(int(below(key, draw, bound)) for draw, bound in enumerate((1, 2, 7, 3 * 2**30, 2**32)))
    order = np.arange(20)
    shuffle(drawn[0], 0, order, 20)
    return hashlib.sha256(repr([*drawn, *order.tolist()]).encode()).hexdigest()


def test_numbers_are_the_same_for_ever() -> None:
    """A replay of today must be read in ten years: these numbers never change."""
    assert [int(stream_key(seed, stream)) for seed in (0, 1) for stream in (DEAL, RULES, SEATS)] == [
        4083431448982967195,
        8021156016299277334,
        8012816688438109615,
        7486885189090860367,
        193783027997588888,
        7958687600859758622,
    ]
    assert int(stream_key(2**63 - 1, DEAL)) == 3046160151901201582
    assert int(KEY) == 3321384329086863658
    assert [int(number(KEY, draw)) for draw in range(3)] == [
        2558911627984506656,
        7954941165252742774,
        4697373542005762533,
    ]
    assert [int(below(KEY, draw, 6)) for draw in range(12)] == [0, 2, 4, 1, 2, 1, 3, 4, 1, 4, 2, 2]
    assert int(below(KEY, 2, 3_000_000_000)) == 2263935389
    order = np.arange(8)
    shuffle(KEY, 0, order, 8)
    assert order.tolist() == [2, 6, 0, 5, 7, 4, 3, 1]


def test_compiled_and_plain_draw_the_same_numbers() -> None:
    """Numba's machine code and plain Python agree on every number."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if COMPILED else "0"}
    other = subprocess.run(
        [sys.executable, __file__], env=environment, capture_output=True, text=True, check=True
    )
    assert other.stdout.strip() == digest_of_chance()


@given(SEED, SMALL, SMALL, SMALL, st.integers(1, 2**32))
def test_numbers_stay_in_their_range(seed: int, stream: int, step: int, draw: int, bound: int) -> None:
    """Keys and numbers are int64 from 0; `below` stays below its bound, from 1 to 2^32."""
    key = step_key(stream_key(seed, stream), step)
    assert 0 <= key < 2**63
    assert 0 <= number(key, draw) < 2**63
    assert 0 <= below(key, draw, bound) < bound


def test_below_reaches_both_ends() -> None:
    """Below 1 there is only 0; below 2^32 small and great numbers come alike."""
    assert {int(below(KEY, draw, 1)) for draw in range(50)} == {0}
    drawn = [int(below(KEY, draw, 2**32)) for draw in range(4000)]
    assert min(drawn) < 2**22
    assert max(drawn) > 2**32 - 2**22


@pytest.mark.parametrize("bound", [2, 6, 7, 10, 100])
def test_below_is_even(bound: int) -> None:
    """Every number below a bound is as likely as every other, over draws and over keys."""
    drawn = np.bincount([below(KEY, draw, bound) for draw in range(200 * bound)], minlength=bound)
    assert chi_square(drawn) < CHI_SQUARE[bound - 1]
    keys = [step_key(KEY, step) for step in range(200 * bound)]
    assert (
        chi_square(np.bincount([below(key, 0, bound) for key in keys], minlength=bound))
        < CHI_SQUARE[bound - 1]
    )


def test_an_uneven_bound_is_drawn_again() -> None:
    """Four words for three numbers: the one too many is drawn again, or every third number came twice."""
    bound = 3 * 2**30
    counts = np.bincount([below(KEY, draw, bound) % 3 for draw in range(3000)], minlength=3)
    assert chi_square(counts) < 13.82


def test_shuffle_is_even() -> None:
    """Every order of four is as likely as every other."""
    places = {order: place for place, order in enumerate(itertools.permutations(range(4)))}
    counts = np.zeros(24, np.int64)
    order = np.zeros(4, np.int64)
    for step in range(4800):
        order[:] = range(4)
        shuffle(step_key(KEY, step), 0, order, 4)
        counts[places[tuple(order.tolist())]] += 1
    assert chi_square(counts) < CHI_SQUARE[23]


def test_shuffle_leaves_what_lies_behind() -> None:
    """Only the first `count` entries are put in order; of one or none nothing changes."""
    order = np.arange(10)
    shuffle(KEY, 0, order, 5)
    assert sorted(order[:5].tolist()) == [0, 1, 2, 3, 4]
    assert order[5:].tolist() == [5, 6, 7, 8, 9]
    kept = order.copy()
    for count in (0, 1):
        shuffle(KEY, 0, order, count)
    assert (order == kept).all()


@given(SEED, SEED)
def test_keys_of_different_addresses_differ(seed: int, other: int) -> None:
    """Seeds, streams and steps each lead to keys of their own."""
    keys = {int(step_key(stream_key(seed, stream), step)) for stream in range(8) for step in range(8)}
    assert len(keys) == 64
    if seed != other:
        assert stream_key(seed, RULES) != stream_key(other, RULES)


def test_a_bit_more_in_the_seed_turns_half_of_the_bits() -> None:
    """Neighbouring seeds, streams and steps have nothing in common."""
    turned = []
    for seed in range(200):
        key = int(stream_key(seed, RULES))
        near = (stream_key(seed ^ 1, RULES), stream_key(seed ^ 2**62, RULES), stream_key(seed, SEATS))
        turned.extend((key ^ int(other)).bit_count() for other in near)
        turned.append((int(step_key(key, seed)) ^ int(step_key(key, seed + 1))).bit_count())
    assert 30 < np.mean(turned) < 33
    assert min(turned) > 10


def test_a_seats_key_is_none_of_the_deals() -> None:
    """The deal, the rules and every seat draw from streams of their own."""
    for seed in range(50):
        keys = [int(stream_key(seed, stream)) for stream in (DEAL, RULES, *range(SEATS, SEATS + 60))]
        assert len(set(keys)) == len(keys)


if __name__ == "__main__":  # the other half of `test_compiled_and_plain_draw_the_same_numbers`
    print(digest_of_chance())
