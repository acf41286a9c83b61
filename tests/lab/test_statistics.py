"""Shares and means: known values, and bounds that hold whatever is counted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kittycorner.lab.statistics import normal, wilson


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_those_of_the_literature(hits, trials, low, high):
    """The interval of a share is Wilson's score interval."""
    share = wilson(hits, trials)
    assert share.share == hits / trials
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


@given(st.integers(1, 10**9).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_a_share_lies_within_its_interval_and_between_0_and_1(counts):
    """0 ≤ low ≤ share ≤ high ≤ 1, as computed and as printed."""
    share = wilson(*counts)
    assert 0 <= share.low <= share.share <= share.high <= 1
    told = share.to_json()
    assert 0 <= told["low"] <= told["share"] <= told["high"] <= 1


@pytest.mark.parametrize(("hits", "trials"), [(0, 7), (7, 7)])
def test_a_share_of_nothing_or_all_has_an_exact_end(hits, trials):
    """Where floats miss 0 or 1 by a hair, the bound is mended."""
    share = wilson(hits, trials)
    assert (share.low == 0) == (hits == 0)
    assert (share.high == 1) == (hits == trials)


@pytest.mark.parametrize(("hits", "trials"), [(1, 0), (-1, 3), (4, 3)])
def test_what_is_no_count_has_no_share(hits, trials):
    """More hits than trials, or no trial at all, is an error."""
    with pytest.raises(ValueError, match=f"{hits} of {trials}"):
        wilson(hits, trials)


def test_a_mean_has_the_normal_interval():
    """Mean ± 1.96 standard errors, the deviation taken over n − 1."""
    mean = normal(np.array([1, 2, 3, 4, 10]))
    assert mean.mean == 4
    error = np.sqrt(12.5 / 5)
    assert mean.low == pytest.approx(4 - 1.959964 * error)
    assert mean.high == pytest.approx(4 + 1.959964 * error)


def test_a_single_value_has_no_interval():
    """Of one trial nobody knows how much it may vary."""
    assert normal([3]).to_json() == {"mean": 3.0, "low": None, "high": None}
