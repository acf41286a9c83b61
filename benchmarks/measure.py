"""One process that measures one thing: both sides of a ratio in turn, so that a busy machine hits both.

`python -m benchmarks.measure NAME GAME` prints the ratio's parts as JSON.
"""

from __future__ import annotations

import json
import statistics
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import kittycorner as kc
from benchmarks import bare
from kittycorner.core.kernel import kernel

MATCHES = 10_000
ROUNDS = 15
EVENT_ROWS = 1 << 17
NO_LIMIT = 2**62


@kernel
def empty(ground, knobs, state, actions, chance, workspace, events):
    """What a call from Python costs when nothing happens in it."""


def timed(action: Callable[[], Any]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def in_turn(*actions: Callable[[], Any]) -> list[float]:
    """The median time of each action, run one after the other, round after round."""
    for action in actions:
        action()
    times = [[timed(action) for action in actions] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*times, strict=True)]


class BatchRun:
    """The house's loop over a batch, as `kc simulate` runs it on one core."""

    def __init__(self, game: kc.Game, event_rows: int = 0, matches: int = MATCHES) -> None:
        self.seating = game.match(seed=0).seating
        self.game = game
        self.matches = matches
        self.desk = game.new_desk(event_rows, self.seating)
        self.batch = game.new_batch(matches)
        self.record = game.new_record(0)
        self.play = game.loops.play
        self.room = game.layout.events

    def __call__(self) -> int:
        batch = self.batch
        batch.runs["status"] = 0
        batch.runs["step"] = 0
        batch.runs["seed"] = np.arange(self.matches)
        at = 0
        while at < self.matches:
            self.desk.events.head[0]["count"] = 0
            at = self.play(
                self.desk, self.seating.for_loop, *self.batch, self.record, at, self.matches,
                NO_LIMIT, 0, self.room,
            )  # fmt: skip
        return int(batch.runs["step"].sum())


def loop_against_bare(game: kc.Game) -> tuple[float, float]:
    """The house's loop over the same matches as a loop written by hand."""
    by_hand = bare.loop_of(game.name)
    match = game.match(seed=0)
    desk = game.new_desk(0, match.seating)
    seeds = np.arange(MATCHES)
    house = BatchRun(game)
    steps = by_hand(desk, match.state, match.memories, match.out, seeds)
    if house() != steps:
        raise SystemExit(f"{game.name}: the two loops play different matches")
    ours, theirs = in_turn(house, lambda: by_hand(desk, match.state, match.memories, match.out, seeds))
    return ours, theirs


def events_on_against_off(game: kc.Game) -> tuple[float, float]:
    with_events, without = in_turn(BatchRun(game, EVENT_ROWS), BatchRun(game))
    return with_events, without


def step_against_empty(game: kc.Game) -> tuple[float, float]:
    """`step` called from Python, against an empty kernel with the same arguments."""
    match = game.match(seed=1)
    desk = match.desk
    arguments = (desk.ground, desk.knobs, match.state, desk.actions, 5, desk.workspace, desk.events)
    start = match.state.head.copy()

    def call(function: Any) -> Callable[[], None]:
        def many() -> None:
            for _ in range(2000):
                function(*arguments)
            match.state.head[:] = start

        return many

    stepped, called = in_turn(call(game.rules.step), call(empty))
    return stepped, called


def act_against_empty(game: kc.Game) -> tuple[float, float]:
    """`match.act` with all answers given, log and undo on, per step, against the empty kernel."""
    recorded = game.match(seed=3)
    answers = []
    while not recorded.over and len(answers) < 400:
        seat = recorded.to_act[0]
        called = [seat] if recorded.any_may_act else recorded.to_act
        given = {name: recorded.legal(name)[0] for name in called}
        answers.append(given)
        recorded.act(given)
    match = game.match(seed=3)
    desk = match.desk
    arguments = (desk.ground, desk.knobs, match.state, desk.actions, 5, desk.workspace, desk.events)
    matches = [game.match(seed=3) for _ in range(ROUNDS + 1)]

    def act() -> None:
        playing = matches.pop()
        for given in answers:
            playing.act(given)

    def call() -> None:
        for _ in answers:
            empty(*arguments)

    acted, called = in_turn(act, call)
    return acted, called


def two_threads_against_one(game: kc.Game) -> tuple[float, float]:
    """The same number of matches on one thread, and shared by two."""
    whole = BatchRun(game, matches=2 * MATCHES)
    halves = [BatchRun(game), BatchRun(game)]

    def both() -> None:
        threads = [threading.Thread(target=half) for half in halves]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    one, two = in_turn(whole, both)
    return one, two


MEASURES: dict[str, Callable[[kc.Game], tuple[float, float]]] = {
    "loop": loop_against_bare,
    "events": events_on_against_off,
    "step": step_against_empty,
    "act": act_against_empty,
    "threads": two_threads_against_one,
}


def main(name: str, game: str) -> None:
    measured, against = MEASURES[name](kc.load(game))
    print(json.dumps({"ratio": measured / against, "measured": measured, "against": against}))


if __name__ == "__main__":
    main(*sys.argv[1:])
