"""`make bench`: every ratio that Kittycorner promises, each a median over processes."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

PROCESSES = 5
KC = str(Path(sys.executable).with_name("kc"))


@dataclass(frozen=True)
class Promise:
    """A ratio (or seconds), what it is of, and its bound."""

    what: str
    unit: str
    bound: float
    at_most: bool = True

    def kept(self, value: float) -> bool:
        return value <= self.bound if self.at_most else value >= self.bound


RATIOS = [
    ("loop", "skeleton-chase", Promise("the loop around the rules, against one written by hand", "×", 1.25)),
    ("loop", "skeleton-land", Promise("the loop around the rules, against one written by hand", "×", 1.25)),
    ("events", "skeleton-chase", Promise("events on, against off", "×", 1.05)),
    ("events", "skeleton-land", Promise("events on, against off", "×", 1.05)),
    ("step", "skeleton-chase", Promise("step from Python, against an empty kernel", "×", 1.3)),
    ("step", "skeleton-land", Promise("step from Python, against an empty kernel", "×", 1.3)),
    ("act", "skeleton-chase", Promise("match.act, log and undo on, against an empty kernel", "×", 5)),
    ("act", "skeleton-land", Promise("match.act, log and undo on, against an empty kernel", "×", 5)),
    ("threads", "skeleton-chase", Promise("one thread, against two", "×", 1.8, at_most=False)),
    ("threads", "skeleton-land", Promise("one thread, against two", "×", 1.8, at_most=False)),
]


def measure(name: str, game: str) -> float:
    """The median ratio over some processes."""
    ratios = []
    for _ in range(PROCESSES):
        run = subprocess.run(
            [sys.executable, "-m", "benchmarks.measure", name, game],
            capture_output=True,
            text=True,
            check=True,
        )
        ratios.append(json.loads(run.stdout)["ratio"])
    return statistics.median(ratios)


def seconds(command: list[str], environment: dict[str, str] | None = None) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **(environment or {})})
    return time.perf_counter() - start


def warm_seconds() -> float:
    """`kc warm` for every installed game on an empty cache."""
    folder = tempfile.mkdtemp(prefix="kittycorner-bench-")
    try:
        return seconds([KC, "warm"], {"KITTYCORNER_CACHE": folder})
    finally:
        shutil.rmtree(folder)


def main() -> int:
    console = Console()
    table = Table("what", "game", "measured", "promised", "")
    broken = 0

    def add(promise: Promise, game: str, value: float) -> None:
        nonlocal broken
        broken += not promise.kept(value)
        bound = f"{'≤' if promise.at_most else '≥'} {promise.bound:g} {promise.unit}"
        mark = "kept" if promise.kept(value) else "BROKEN"
        table.add_row(promise.what, game, f"{value:.2f} {promise.unit}", bound, mark)

    with console.status("measuring") as status:
        status.update("compiling everything into an empty cache")
        add(Promise("kc warm on an empty cache", "s", 60), "all", warm_seconds())
        status.update("compiling what isn't compiled yet")
        seconds([KC, "warm"])
        for name, game, promise in RATIOS:
            status.update(f"{promise.what}: {game}")
            add(promise, game, measure(name, game))
        for words, bound in ((["--help"], 0.2), (["games"], 0.8), (["play", "skeleton-chase"], 0.8)):
            spent = statistics.median(seconds([KC, *words]) for _ in range(PROCESSES))
            add(Promise(f"kc {' '.join(words)}", "s", bound), "", spent)
    console.print(table)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
