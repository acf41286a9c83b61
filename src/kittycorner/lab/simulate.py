"""Simulate: many matches of one game, from the seeds S, S + 1, S + 2, …

Compiled rules with compiled players are played by threads; a Python player, or rules in Python, by one
process per core. Whoever finishes first, a result is in the order of the seeds.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core.errors import KittycornerError
from kittycorner.core.kernel import COMPILED
from kittycorner.core.match import MOST_SEED, check_seed
from kittycorner.core.registry import registered, rules_of
from kittycorner.core.seating import Seating, policy_code, sit_down
from kittycorner.core.sentences import say
from kittycorner.lab.hands import Hand, LoopHand, ProcessHand, UnsendableError, as_house_error, hand_here
from kittycorner.lab.result import Columns, Result

if TYPE_CHECKING:
    from kittycorner.core.game import Game

Progress = Callable[[int, int], None]

AT_ONCE_FOR = 0.1  # seconds that a hand should play before it is asked again
LOOK_EVERY = 0.05  # seconds between two looks at how far the hands are


def simulate(
    game: Game,
    episodes: int,
    seed: int = 0,
    *,
    players: Mapping[str, Any] | None = None,
    processes: int | None = None,
    policy: str | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play `episodes` matches, the first from `seed`, the next from `seed + 1` and so on.

    `players` are as in `game.match`; an object is copied for each match. At most `processes` cores are used
    (all there are, unless it is given); the result is the same. `progress` is called with how many episodes
    are done, and how many there will be. Ctrl-C keeps those that are done.

        >>> import kittycorner as kc
        >>> result = kc.simulate(kc.load("coin-hunt", turns=10), episodes=20, processes=1)
        >>> len(result), list(result.shares())
        (20, ['red', 'blue', 'draw'])
    """
    check_numbers(episodes, seed, processes)
    policy = policy or game.rules.fault_policy
    policy_code(game, policy)
    players = dict(players or {})
    seating = sit_down(game, players)
    sat = {name: seating.of_seat(number).name for number, name in enumerate(game.seat_names)}
    cores = min(processes or all_cores(), episodes)
    batch = Episodes(game, seed, episodes, progress or (lambda done, total: None))
    hands, path = gather(game, players, policy, seating, cores)
    try:
        batch.play(hands)
    finally:
        for hand in hands:
            hand.close()
    return Result(game, sat, policy, seed, episodes, batch.finished_columns(), path, batch.seconds)


def all_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_numbers(episodes: int, seed: int, processes: int | None) -> None:
    if isinstance(episodes, bool) or not isinstance(episodes, int) or episodes < 1:
        raise KittycornerError("episodes-range", episodes=episodes)
    if processes is not None and (not isinstance(processes, int) or processes < 1):
        raise KittycornerError("processes-range", processes=processes)
    if check_seed(seed) > MOST_SEED - (episodes - 1):
        raise KittycornerError("seeds-range", seed=seed, episodes=episodes)


def gather(
    game: Game, players: Mapping[str, Any], policy: str, seating: Seating, cores: int
) -> tuple[Sequence[Hand], str]:
    """The hands that will play, and in one sentence which way."""
    if game.loops.compiled and seating.compiled:
        threads = [LoopHand(game, seating, policy) for _ in range(cores)]
        return threads, say("simulate.threads", threads=cores)
    why = why_uncompiled(game, seating)
    path = say("simulate.processes", processes=cores, why=why)
    if cores > 1:
        try:
            return start_processes(job_for(game, players, policy), cores), path
        except UnsendableError as unsendable:
            path = say("simulate.alone", why=why, alone=str(unsendable))
    return [hand_here(game, players, policy)], path


def start_processes(job: bytes, cores: int) -> Sequence[Hand]:
    """A process per core, each with the game and the players loaded."""
    hands: list[ProcessHand] = []
    try:
        hands.extend(ProcessHand(job) for _ in range(cores))
        for hand in hands:
            hand.wait_until_ready()
    except BaseException:
        for hand in hands:
            hand.close()
        raise
    return hands


def why_uncompiled(game: Game, seating: Seating) -> str:
    if not COMPILED:
        return say("simulate.no-compiler")
    if not game.loops.compiled:
        return say("simulate.plain-rules", game=game.name)
    slow = next(instance.name for instance in seating.instances if not instance.player.compiled)
    return say("simulate.python-player", player=slow)


def job_for(game: Game, players: Mapping[str, Any], policy: str) -> bytes:
    """What another process needs to play the same."""
    if game.name not in registered() or rules_of(game.name) is not game.rules:
        raise UnsendableError(say("simulate.alone-game", game=game.name))
    try:
        told = pickle.dumps((game.name, dict(game.config.changed()), players, policy))
    except Exception as error:
        raise UnsendableError(say("simulate.alone-player", why=f"{type(error).__name__}: {error}")) from error
    # What was defined in a notebook or in the script that runs is known by a name that only this process has.
    if b"__main__" in told:
        raise UnsendableError(say("simulate.alone-main"))
    return pickle.dumps(sys.path) + told


class Episodes:
    """The episodes of a batch: handed out in the order of their seeds, and kept as they are finished."""

    def __init__(self, game: Game, seed: int, episodes: int, progress: Progress) -> None:
        self.seed = seed
        self.episodes = episodes
        self.progress = progress
        self.columns = Columns.empty(game, episodes)
        self.finished = np.zeros(episodes, np.bool_)
        self.next = 0
        self.lock = threading.Lock()
        self.faults: list[tuple[int, Exception]] = []
        self.seconds = 0.0

    def play(self, hands: Sequence[Hand]) -> None:
        """Let the hands play all episodes; an interruption is over when they have stopped."""
        started = time.perf_counter()
        try:
            if all(hand.beside for hand in hands):
                self.work_in_threads(hands)
            else:
                # What runs as Python must run where Ctrl-C reaches it.
                self.work(hands[0], self.report)
        except KeyboardInterrupt:
            if not self.finished[0]:
                raise
        self.seconds = time.perf_counter() - started
        if self.faults:
            # Of several the first in the order of the seeds, which is the same whoever plays.
            raise min(self.faults, key=lambda fault: fault[0])[1]

    def work_in_threads(self, hands: Sequence[Hand]) -> None:
        threads = [threading.Thread(target=self.work, args=(hand,), daemon=True) for hand in hands]
        for thread in threads:
            thread.start()
        try:
            while alive := [thread for thread in threads if thread.is_alive()]:
                alive[0].join(LOOK_EVERY)
                self.report()
        finally:
            for hand in hands:
                hand.stop()
            for thread in threads:
                thread.join()

    def work(self, hand: Hand, after: Callable[[], None] = lambda: None) -> None:
        """Let one hand play, each time about as many episodes as it manages in a moment."""
        size = 1
        first = self.take(size)
        while first is not None:
            episodes = min(size, self.episodes - first)
            started = time.perf_counter()
            try:
                rows = hand.play(self.seed + first, episodes)
            except Exception as fault:
                self.fail(first, as_house_error(fault))
                return
            if rows is None:
                return
            self.columns.write(first, rows)
            self.finished[first : first + episodes] = True
            after()
            pace = AT_ONCE_FOR / max(time.perf_counter() - started, 1e-6)
            size = max(1, min(hand.most, int(size * min(pace, 2.0))))
            first = self.take(size)

    def take(self, size: int) -> int | None:
        """The first of the next `size` episodes; nothing when all are handed out."""
        with self.lock:
            first = self.next
            self.next += size
        return first if first < self.episodes else None

    def fail(self, first: int, fault: Exception) -> None:
        """Keep the fault, and hand out nothing more; who plays already plays on."""
        with self.lock:
            self.faults.append((first, fault))
            self.next = self.episodes

    def report(self) -> None:
        self.progress(self.done, self.episodes)

    @property
    def done(self) -> int:
        """How many episodes are finished before the first that isn't: what an interruption keeps."""
        return self.episodes if self.finished.all() else int(np.argmin(self.finished))

    def finished_columns(self) -> Columns:
        return self.columns.first(self.done)
