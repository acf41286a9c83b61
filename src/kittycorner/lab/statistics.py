"""Shares and means with the intervals they are known to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

# Between −QUANTILE and QUANTILE standard deviations lie 95 % of a normal distribution.
QUANTILE = 1.959963984540054


class Share(NamedTuple):
    """How many of the trials, as a share of them, and the 95 % interval of what lies behind it."""

    hits: int
    share: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """The share as JSON; rounding keeps `0 ≤ low ≤ share ≤ high ≤ 1`."""
        return {
            "hits": self.hits,
            "share": round(self.share, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
        }


class Mean(NamedTuple):
    """A mean and its 95 % interval; of a single trial nobody knows the interval."""

    mean: float
    low: float | None
    high: float | None

    def to_json(self) -> dict[str, Any]:
        """The mean as JSON."""
        return {name: None if number is None else round(number, 6) for name, number in self._asdict().items()}


def wilson(hits: int, trials: int) -> Share:
    """The share of hits among trials, with Wilson's score interval (E. B. Wilson, JASA 22, 1927)."""
    if not 0 <= hits <= trials or trials < 1:
        raise ValueError(f"{hits} of {trials}")
    share = hits / trials
    square = QUANTILE**2
    center = (share + square / (2 * trials)) / (1 + square / trials)
    spread = math.sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    spread *= QUANTILE / (1 + square / trials)
    # At shares of 0 and 1 the bounds are exact, but floats may miss them by a hair.
    low = min(max(center - spread, 0.0), share)
    high = max(min(center + spread, 1.0), share)
    return Share(hits, share, low, high)


def normal(values: Sequence[int] | np.ndarray) -> Mean:
    """The mean of independent values, with its normal interval."""
    numbers = np.asarray(values, np.float64)
    mean = float(numbers.mean())
    if len(numbers) < 2:
        return Mean(mean, None, None)
    spread = QUANTILE * float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    return Mean(mean, mean - spread, mean + spread)
