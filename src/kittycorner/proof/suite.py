"""Suite: every game passes the same checks, which nobody has to write."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kittycorner.core.game import Rules
from kittycorner.core.sentences import say
from kittycorner.proof.checks import CHECKS, Check
from kittycorner.proof.finding import Finding, found, in_words
from kittycorner.proof.trial import Trial

MATCHES = 6


@dataclass(frozen=True)
class Result:
    """What one check came to."""

    check: str
    finding: Finding | None
    seconds: float

    @property
    def passed(self) -> bool:
        return self.finding is None

    @property
    def promise(self) -> str:
        """What holds for a game that passes the check."""
        return str(CHECKS[self.check].__doc__)

    def __str__(self) -> str:
        """One sentence: the check, and what it found."""
        if self.finding is None:
            return say("check.passed", check=self.check)
        return say("check.failed", check=self.check, finding=str(self.finding))

    def to_json(self) -> dict[str, Any]:
        found_wrong = None
        if self.finding:
            found_wrong = {"code": self.finding.code, "parameters": self.finding.parameters}
        return {"check": self.check, "passed": self.passed, "found": found_wrong, "sentence": str(self)}


@dataclass(frozen=True)
class Report:
    """What the suite says of a game."""

    game: str
    results: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        return not self.failed

    @property
    def failed(self) -> list[Result]:
        return [result for result in self.results if not result.passed]

    def __getitem__(self, check: str) -> Result:
        return next(result for result in self.results if result.check == check)

    def __str__(self) -> str:
        return "\n".join(str(result) for result in self.results)

    def to_json(self) -> dict[str, Any]:
        results = [result.to_json() for result in self.results]
        return {"game": self.game, "passed": self.passed, "checks": results}


def check_game(
    game: str | Rules,
    *,
    matches: int = MATCHES,
    config: Mapping[str, Any] | None = None,
    after_check: Callable[[Result], None] | None = None,
) -> Report:
    """Put a game to every check; `game` is a registered name, `module:NAME` or a `Rules`.

    `matches` are played for the checks to look at: by the built-in players, at random, and with wrong answers
    among them, in turn. `after_check` is called with each result as it comes.
    """
    trial = Trial(game, matches, config)
    results = []
    try:
        trial.start()
        for name, check in CHECKS.items():
            result = run_check(trial, name, check)
            results.append(result)
            if after_check:
                after_check(result)
            if not any(run.positions for run in trial.runs):
                break  # a game that can't even be dealt has told why, and there is nothing else to look at
    finally:
        trial.close()
    return Report(trial.rules.name, tuple(results))


def run_check(trial: Trial, name: str, check: Check) -> Result:
    """One check, up to the first thing it finds. A game that makes it raise fails it."""
    started = time.perf_counter()
    try:
        finding = next(iter(check(trial)), None)
    except Exception as error:
        finding = found("raises", game=trial.rules.name, why=in_words(error))
    return Result(name, finding, time.perf_counter() - started)
