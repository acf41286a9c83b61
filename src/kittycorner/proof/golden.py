"""Golden playthroughs: matches as text beside a game's rules, so that a review shows what a change changes.

The first line of a file says which match it is: game, version, seed, who answers, and the knobs that aren't
at their default. Whoever changes that line and has the file written anew gets that match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kittycorner.core.errors import KittycornerError
from kittycorner.core.files import write_whole
from kittycorner.core.game import Game, Rules
from kittycorner.core.registry import home_of
from kittycorner.proof.bench import bench_line
from kittycorner.proof.playthrough import STANDARD, Header, playthrough
from kittycorner.proof.trial import rules_from

BENCH = "bench.txt"


@dataclass(frozen=True)
class Changed:
    """Where a golden file differs first from what the game does now."""

    path: Path
    line: int
    stands: str
    comes: str


def folder_of(rules: Rules) -> Path:
    """Where a game's golden files lie."""
    return home_of(rules) / "golden" / rules.name


def write_golden(game: str | Rules) -> list[Path]:
    """Write a game's golden files anew, those that every game has and those it has besides; which changed."""
    rules = rules_from(game) if isinstance(game, str) else game
    folder = folder_of(rules)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KittycornerError(
            "file-unwritable", path=str(folder), why=error.strerror or str(error)
        ) from None
    changed = []
    for path, text in [*playthroughs_now(rules), bench_now(rules)]:
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_whole(path, text)
            changed.append(path)
    return changed


def changed_golden(files: Iterable[tuple[Path, str]]) -> Iterator[Changed]:
    """Where golden files differ from what a game does now; a missing one differs in its first line."""
    for path, text in files:
        stands = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        comes = text.splitlines()
        for number in range(max(len(stands), len(comes))):
            mine = stands[number] if number < len(stands) else ""
            new = comes[number] if number < len(comes) else ""
            if mine != new or number >= min(len(stands), len(comes)):
                yield Changed(path, number + 1, mine, new)
                break


def playthroughs_now(rules: Rules) -> Iterator[tuple[Path, str]]:
    """Every golden playthrough of a game, and what it should hold."""
    folder = folder_of(rules)
    headers = {name: Header(seed, answers, {}) for name, (seed, answers) in STANDARD.items()}
    for path in sorted(folder.glob("*.txt")):
        if path.name != BENCH and path.name not in STANDARD:
            headers[path.name] = Header.read(rules, path)
    for name, header in sorted(headers.items()):
        yield folder / name, playthrough(rules, header)


def bench_now(rules: Rules) -> tuple[Path, str]:
    """The file of a game's bench, and what it should hold."""
    return folder_of(rules) / BENCH, bench_line(Game(rules, rules.config.make(rules.name, {}))) + "\n"
