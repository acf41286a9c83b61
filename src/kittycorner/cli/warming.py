"""Warming: core is compiled first, then every game in a process of its own."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from kittycorner.cli.warm_game import PARTS, WAYS
from kittycorner.core import chance, kernel
from kittycorner.core.bind import RULES
from kittycorner.core.errors import KittycornerError
from kittycorner.core.game import Game
from kittycorner.core.registry import load
from kittycorner.core.sentences import say
from kittycorner.lab.simulate import all_cores

CORE = "core"


def warm(names: Sequence[str], processes: int | None) -> None:
    """Compile what these games need, unless it was done before."""
    root = kernel.usable_cache_root()
    if root is None:
        raise KittycornerError("cache-nowhere", root=str(kernel.cache_root()))
    if not kernel.COMPILED:
        print(say("warm.no-compiler"), file=sys.stderr)
        return
    started = time.perf_counter()
    with alone(root):
        stamps, faults = stamps_of(names)
        cold = {name: stamp for name, stamp in stamps.items() if not stamp.exists()}
        if cold:
            print(say("warm.compiling", games=", ".join(cold)), file=sys.stderr)
            faults |= compile_all(cold, processes or all_cores())
    for name, why in faults.items():
        raise KittycornerError("warm-failed", game=name, why=why)
    seconds = f"{time.perf_counter() - started:.1f}"
    code = "warm.done" if cold else "warm.was-done"
    print(say(code, games=", ".join(cold or stamps), seconds=seconds), file=sys.stderr)


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Wait until nobody else warms: two processes that fill one folder would do all the work twice."""
    with (root / "warm.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(say("warm.waiting"), file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def stamps_of(names: Sequence[str]) -> tuple[dict[str, Path], dict[str, str]]:
    """The file that says a game is warm, by game; and what is wrong with the games that can't be loaded."""
    stamps, faults = {}, {}
    for name in names:
        try:
            stamps[name] = stamp_of(load(name))
        except Exception as error:
            faults[name] = f"{type(error).__name__}: {error}"
    return stamps, faults


def stamp_of(game: Game) -> Path:
    """A file beside the game's loops, named by all that was compiled or decided what to compile."""
    functions = [getattr(game.rules, name) for name in (*RULES, "legal")]
    functions += [player.decide for player in game.rules.players]
    modules = {function.__module__ for function in functions}
    house = Path(kernel.__file__).parent.parent
    sources = frozenset().union(*(kernel.sources_of(module) for module in modules))
    sources |= {path for room in ("core", "grid", "lab", "cli") for path in (house / room).rglob("*.py")}
    folder = game.loops.folder
    assert folder is not None  # the cache has a root
    return folder / f"warm-{game.name}-{kernel.digest_of(sources)}"


def compile_all(cold: dict[str, Path], processes: int) -> dict[str, str]:
    """Compile core and then the games, some at a time; what went wrong with which of them."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[part]}"),
        TimeElapsedColumn(),
    )
    running: list[subprocess.Popen[str]] = []
    faults: dict[str, str] = {}
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        tasks = {name: bar.add_task(name, total=len(PARTS), part="", start=False) for name in (CORE, *cold)}
        bar.start_task(tasks[CORE])
        warm_core()
        bar.update(tasks[CORE], completed=len(PARTS))

        def warm_one(name: str) -> None:
            bar.start_task(tasks[name])
            fault = compile_game(name, running, lambda part: bar.update(tasks[name], advance=1, part=part))
            if fault:
                faults[name] = fault
            else:
                cold[name].touch()

        with ThreadPoolExecutor(processes) as pool:
            try:
                list(pool.map(warm_one, cold))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in running:
                    process.kill()
                raise
    return faults


def compile_game(name: str, running: list[Any], done: Callable[[str], None]) -> str:
    """Compile a game in processes of its own; what went wrong, in a line, or nothing."""
    for way in WAYS:
        fault = use_game(name, way, running, done)
        if fault:
            return fault
    return ""


def use_game(name: str, way: str, running: list[Any], done: Callable[[str], None]) -> str:
    with TemporaryFile("w+") as complaints:
        with subprocess.Popen(
            [sys.executable, "-m", "kittycorner.cli.warm_game", name, way],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            process_group=0,
        ) as process:
            running.append(process)
            for line in process.stdout or ():
                if line.strip() in PARTS:
                    done(line.strip())
        if process.returncode == 0:
            return ""
        complaints.seek(0)
        said = complaints.read().strip().splitlines()
    return said[-1] if said else say("warm.exit-status", status=process.returncode)


def warm_core() -> None:
    """Compile what every game draws chance with, so that no game's process has to."""
    key = chance.step_key(chance.stream_key(0, chance.RULES), 1)
    chance.number(key, 0)
    chance.below(key, 0, 6)
    chance.shuffle(key, 0, np.arange(4), 4)
