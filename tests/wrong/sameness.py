"""Games that aren't the same twice."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import numpy as np

from kittycorner.author import Player, array, below, kernel
from wrong import diggers
from wrong.gallery import wrong


def paid(state, gold):
    state.head[0]["purse"][0] += gold


def step_by_luck(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    paid(state, np.random.randint(2))


CHANCE_OUTSIDE = wrong("chance", "chance from outside", step=step_by_luck)


def deal_twins(knobs, chance, workspace, ground, state, events):
    for cell in range(len(state.gold)):
        ground.rocks[cell] = below(chance, cell, 100) < knobs[0]["rocks"]
        state.gold[cell] = below(chance, cell, diggers.GOLD_WORTH + 1)


ASKED_TWICE = wrong("streams", "one stream used for two purposes", deal=deal_twins)


def dig_by_the_year(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    same = np.full_like(keys, 2024)
    diggers.dig_on(ground, knobs, views, memories, acts, same, workspace, actions, why)


FOREIGN_KEY = wrong(
    "streams", "a player with a key of its own making", players=(Player("year", dig_by_the_year),)
)


@kernel
def owed(gold):
    """Plain a negative number; compiled it is a uint64, and far above zero."""
    return (-int(gold[0])) // 100


def step_unsigned(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    paid(state, owed(state.gold.astype(np.uint8)) % 9)


PLAIN_DIFFERS = wrong("plain", "compiled and plain that differ", step=step_unsigned)


def layout_unsigned(config: Any) -> Any:
    layout = diggers.layout(config)
    counts = array(np.uint8, config.width)
    return dataclasses.replace(layout, state=layout.state._replace(gold=counts))


UNSIGNED = wrong("layout", "an unsigned field in the state", layout=layout_unsigned)


@kernel
def wrapped(number):
    """A number that leaves its 64 bits; compiled, nobody is told."""
    return 2**62 * (number + 2)


def step_wrapping(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    paid(state, wrapped(state.head[0]["round"]) % 2)


OVERFLOWS = wrong("plain", "arithmetic that overflows", step=step_wrapping)


def step_by_name(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    paid(state, hash("gold") % 1000)


PROCESS_DIFFERS = wrong("processes", "a result that another process doesn't find", step=step_by_name)


def step_by_size(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    paid(state, len(state.head.base))


BATCH_SIZE = wrong("batch", "a digest that depends on the batch's size", step=step_by_size)

STEPS = {"taken": 0}


def step_and_count(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    STEPS["taken"] += 1
    paid(state, STEPS["taken"] % 7 == 0)


NOT_REPLAYED = wrong("replays", "a replay that doesn't re-simulate", step=step_and_count)

MATCHES = {"dealt": 0}


def deal_in_turn(knobs, chance, workspace, ground, state, events):
    diggers.deal(knobs, chance, workspace, ground, state, events)
    MATCHES["dealt"] += 1
    state.gold[0] = MATCHES["dealt"] % 4


NOT_REPEATED = wrong("repeats", "a deal that depends on the deals before", deal=deal_in_turn)

SCRATCH = {"worth": 0}


def step_on_scratch(ground, knobs, state, actions, chance, workspace, events):
    """Keeps a number in scratch memory that all threads share, and is interrupted."""
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    SCRATCH["worth"] = worth = int(state.gold.sum())
    time.sleep(0.0002)
    paid(state, SCRATCH["worth"] - worth)


NOT_ALONE = wrong("threads", "scratch memory that two threads share", step=step_on_scratch)

OPENED = set()


def deal_openly(knobs, chance, workspace, ground, state, events):
    OPENED.clear()
    diggers.deal(knobs, chance, workspace, ground, state, events)


def step_beside(ground, knobs, state, actions, chance, workspace, events):
    """Keeps a part of the state where no copy and no undo finds it."""
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    OPENED.update(actions.head["cell"].tolist())
    paid(state, len(OPENED))


STATE_BESIDE = wrong("copies", "a part of the state kept elsewhere", deal=deal_openly, step=step_beside)
UNDONE_IN_PART = wrong("undo", "an undo that leaves something done", deal=deal_openly, step=step_beside)


def step_generously(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    if state.head[0]["round"] == 2:
        paid(state, 1)


RULE_CHANGED = wrong(
    "golden", "a rule that changed behind the golden files", name="diggers", step=step_generously
)


def step_seldom_generously(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    if state.head[0]["purse"][0] >= 16:
        paid(state, 1)


BENCH_CHANGED = wrong(
    "bench", "a rule that changed behind the bench", name="diggers", step=step_seldom_generously
)
