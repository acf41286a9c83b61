"""Diggers, the right game that the wrong ones are made of: two dig for gold, neither sees the other's.

It is written so that each of the suite's checks has something to look at: hidden gold, a ground with a fact
and something prepared from it, a workspace, a secret knob, events of which a part is secret, a list with a
count, memories that lapse, and a player that draws chance and remembers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kittycorner.author import (
    ALL,
    EVERYBODY,
    NOTES,
    At,
    Choices,
    Config,
    Event,
    Head,
    Layout,
    Player,
    Rules,
    Seat,
    Value,
    array,
    below,
    forget,
    knob,
    only,
    tell,
)  # fmt: skip

DUG_BEFORE, NO_CELL = 1, 2
ALL_DUG, TIME = 0, 1
GOLD_WORTH = 3  # gold in a cell: 0–3

HEAD = np.dtype([("round", np.int64), ("purse", np.int64, 2), ("finds_count", np.int64)])
FIND = np.dtype([("seat", np.int64), ("cell", np.int64), ("gold", np.int64)])
SIGHT = np.dtype([("round", np.int64), ("purse", np.int64), ("hint", np.int64), ("finds_count", np.int64)])
ANSWER = np.dtype([("refusal", np.int64), ("cell", np.int64)])


class Ground(NamedTuple):
    rocks: np.ndarray  # [cell] 1 where nobody can dig
    free: np.ndarray  # [1] how many cells are no rock


class State(NamedTuple):
    head: np.ndarray
    gold: np.ndarray  # [cell] what lies there, hidden
    dug: np.ndarray  # [cell] 1 where somebody has dug
    finds: np.ndarray  # who found what, in order


class View(NamedTuple):
    head: np.ndarray
    dug: np.ndarray
    finds: np.ndarray  # the seat's own


class Scratch(NamedTuple):
    here: np.ndarray  # [cell] how many dig there in this round


class Memory(NamedTuple):
    notes: np.ndarray  # the first: a cell to go on from


class Diggers(Config):
    """The knobs of diggers."""

    width: int = knob(9, 3, 20, unit="cells", why="a row of cells to dig in")
    rounds: int = knob(8, 1, 20, unit="rounds", why="the clock")
    rocks: int = knob(20, 0, 50, unit="percent", why="how many cells are closed")
    luck: int = knob(30, 0, 100, unit="percent", why="how often a find is better than it looked")
    bonus: int = knob(2, 1, 9, unit="gold", secret=True, why="how much better")


class Dug(Event):
    """A seat dug; what it found is its secret."""

    code, known_to, secret, secret_to = 0, "everybody", ("gold",), ("digger",)
    digger: Seat
    at: At
    gold: Value


class Nothing(Event):
    """A seat found nothing, which it alone is told."""

    code, known_to = 1, ("digger",)
    digger: Seat


def layout(config: Any) -> Layout:
    cells = array(np.int8, config.width)
    finds = array(FIND, 2 * config.rounds)
    return Layout(
        ground=Ground(cells, array(np.int64, 1)),
        facts=("rocks",),
        state=State(array(HEAD, 1), cells, cells, finds),
        view=View(array(SIGHT), cells, finds),
        memory=Memory(array(np.int64, NOTES)),
        action=Head(array(ANSWER)),
        workspace=Scratch(array(np.int64, config.width)),
        events=4,
    )


def deal(knobs, chance, workspace, ground, state, events):
    for cell in range(len(state.gold)):
        ground.rocks[cell] = below(chance, 2 * cell, 100) < knobs[0]["rocks"]
        state.gold[cell] = below(chance, 2 * cell + 1, GOLD_WORTH + 1)


def prepare(knobs, state, workspace, ground):
    ground.free[0] = np.sum(ground.rocks == 0)


def to_act(ground, knobs, state, acts):
    acts[:] = 1
    return ALL


def open_cells(ground, state):
    """The cells that can be dug, and behind them the answer that rests."""
    cells = len(state.dug)
    return [cell for cell in range(cells) if ground.rocks[cell] == 0 and state.dug[cell] == 0] + [cells]


def judge(ground, knobs, state, seat, actions):
    cell = actions.head[seat]["cell"]
    if cell < 0 or cell > len(state.dug):
        return NO_CELL
    return 0 if cell in open_cells(ground, state) else DUG_BEFORE


def legal(ground, knobs, state, seat):
    return Choices.listed("cell", open_cells(ground, state))


def step(ground, knobs, state, actions, chance, workspace, events):
    workspace.here[:] = 0
    for seat in range(2):
        cell = cell_of(state, actions, seat)
        if cell < len(state.dug):
            workspace.here[cell] += 1
    for seat in range(2):
        cell = cell_of(state, actions, seat)
        if cell < len(state.dug):
            dig(knobs, state, seat, cell, workspace.here[cell], chance, events)
    state.head[0]["round"] += 1


def cell_of(state, actions, seat):
    """Where a seat digs; whoever was refused rests."""
    return actions.head[seat]["cell"] if actions.head[seat]["refusal"] == 0 else len(state.dug)


def dig(knobs, state, seat, cell, diggers, chance, events):
    """Two at one cell share what it holds; what is left over stays in the ground."""
    gold = int(state.gold[cell]) // int(diggers)
    if gold > 0 and below(chance, seat, 100) < knobs[0]["luck"]:
        gold += knobs[0]["bonus"]
    state.dug[cell] = 1
    head = state.head[0]
    head["purse"][seat] += gold
    state.finds[head["finds_count"]] = (seat, cell, gold)
    head["finds_count"] += 1
    tell(events, Dug.code, EVERYBODY, seat, -1, cell, -1, gold, only(seat))
    if gold == 0:
        tell(events, Nothing.code, only(seat), seat, -1, -1, -1, 0, EVERYBODY)
        forget(events, seat)


def outcome(knobs, state, out):
    head = state.head[0]
    out.points[:] = head["purse"]
    out.head[0]["winner"] = -1 if out.points[0] == out.points[1] else np.argmax(out.points)
    out.head[0]["reason"] = TIME if head["round"] >= knobs[0]["rounds"] else ALL_DUG
    return int(head["round"] >= knobs[0]["rounds"] or np.all(state.dug))


def look(ground, knobs, state, seat, acts, views):
    view = views.head[seat]
    view["round"] = state.head[0]["round"]
    views.dug[seat][:] = state.dug
    if seat == len(acts):
        return
    view["purse"] = state.head[0]["purse"][seat]
    for find in state.finds[: state.head[0]["finds_count"]]:
        if find["seat"] == seat:
            views.finds[seat, view["finds_count"]] = find
            view["finds_count"] += 1


def guess(game, position, seat, draw):
    """Deal anew what the seat can't know: gold that isn't dug up, and what the others have found."""
    state = position.state
    for cell in range(len(state.gold)):
        if not state.dug[cell]:
            state.gold[cell] = draw(GOLD_WORTH + 1)
    for other in {0, 1} - {seat}:
        state.head[0]["purse"][other] = draw(20)
    for find in state.finds[: state.head[0]["finds_count"]]:
        if find["seat"] != seat:
            find["gold"] = draw(GOLD_WORTH + 1)


def dig_on(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Digs on to the right of where it found something, else anywhere."""
    for row in range(len(acts)):
        if acts[row]:
            cells = np.flatnonzero((ground.rocks == 0) & (views.dug[row] == 0))
            right = cells[cells > memories.notes[row][0] - 1]
            chosen = len(views.dug[row])
            if len(cells) > 0:
                chosen = cells[below(keys[row], 0, len(cells))]
            if memories.notes[row][0] > 0 and len(right) > 0:
                chosen = right[0]
            memories.notes[row][0] = chosen + 1
            actions.head[row]["cell"] = chosen


RULES = Rules(
    name="diggers",
    version=1,
    title="Two dig for gold; neither sees what the other finds.",
    config=Diggers,
    sides=lambda config: {"ann": ["ann"], "bob": ["bob"]},
    layout=layout,
    deal=deal,
    prepare=prepare,
    to_act=to_act,
    judge=judge,
    legal=legal,
    step=step,
    outcome=outcome,
    look=look,
    guess=guess,
    players=(Player("dig-on", dig_on),),
    events=(Dug, Nothing),
    refusals=("dug-before", "no-cell"),
    reasons=("all-dug", "time"),
)
