"""Checks of the files that lie beside a game's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from kittycorner.core.errors import KittycornerError
from kittycorner.core.game import Rules
from kittycorner.proof.finding import Finding, found
from kittycorner.proof.golden import bench_now, changed_golden, folder_of, playthroughs_now
from kittycorner.proof.trial import Trial


def golden(trial: Trial) -> Iterator[Finding]:
    """The golden playthroughs are there, and the game still plays them line by line."""
    yield from differs(trial, playthroughs_now)


def bench(trial: Trial) -> Iterator[Finding]:
    """The bench digest is the one that is stored."""
    yield from differs(trial, lambda rules: [bench_now(rules)])


def differs(trial: Trial, now: Callable[[Rules], Iterable[tuple[Path, str]]]) -> Iterator[Finding]:
    rules = trial.rules
    if not folder_of(rules).is_dir():
        # Rules that nobody has registered may still be in the making.
        if trial.registered:
            yield found("golden-missing", game=rules.name, folder=str(folder_of(rules)))
        return
    try:
        for changed in changed_golden(now(rules)):
            lines = {"stands": changed.stands.strip()[:100], "comes": changed.comes.strip()[:100]}
            yield found("golden-differs", game=rules.name, file=changed.path.name, line=changed.line, **lines)
    except KittycornerError as error:
        yield found("golden-unread", why=str(error))
