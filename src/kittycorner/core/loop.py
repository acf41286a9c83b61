"""The one loop that plays a match.

These functions are templates: the names `deal`, `step`, `look` … stand for the rules of a game, and
`bind.py` makes a copy of them for each game in which they do. Bound and compiled they play a batch of
millions without leaving machine code; bound and left plain they play the same match with players written in
Python, or with rules that are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kittycorner.core.chance import DEAL, RULES, SEATS, step_key, stream_key
from kittycorner.core.layout import copy_flat

ALL = 0  # every seat that acts must answer before the step
ANY = 1  # one of them is enough

UNDEALT, RUNNING, OVER = 0, 1, 2  # the status of a run

# The bits of what must be looked after once a step is settled; above them `act` counts the events.
ENDED, LAPSED, REGROUND, ANYBODY = 1, 2, 4, 8
EVENTS_FROM = 4

# Reasons of an outcome that are the house's: a game's own count from 0.
BY_FAULT, BY_VOID = -1, -2

# Fault policies: a game's rules settle the first; the house the others.
SETTLED_BY_RULES, LOSS, VOID = 0, 1, 2

UNREADABLE = -1  # the refusal of an answer that couldn't be read at all

# What `act` refuses before it judges, and an answer that can't be read, as codes beyond any game's own.
NOT_CALLED, NO_ANSWER, UNREAD = 1001, 1002, 1003

NO_SIDE = -1  # the winner of a draw

RUN = np.dtype(
    [
        ("seed", np.int64),
        ("step", np.int64),  # how many steps led to the state
        ("status", np.int64),
        ("recorded", np.int64),  # the step at which the record of steps begins
    ]
)
OUT = np.dtype(
    [
        ("winner", np.int64),  # a side, or NO_SIDE
        ("reason", np.int64),  # a place among the game's reasons, or one of the house's
    ]
)
INSTANCE = np.dtype(
    [
        ("player", np.int64),  # its place among the distinct players
        ("first", np.int64),  # where its seats begin in `seated`
        ("count", np.int64),  # how many seats it holds
        ("adjacent", np.int64),  # 1 when they are neighbours, so that its rows need no copying
    ]
)
WHY = np.dtype([("seat", np.int64), ("candidate", np.int64), ("term", np.int64), ("value", np.int64)])
COUNT = np.dtype([("count", np.int64)])


class Out(NamedTuple):
    """The outcome of a match."""

    head: np.ndarray  # [1] OUT
    points: np.ndarray  # [side] int64


class Why(NamedTuple):
    """What a player weighed. With no rows it isn't asked."""

    head: np.ndarray  # [1] COUNT
    rows: np.ndarray  # [capacity] WHY


class Record(NamedTuple):
    """What happened in each step of a single match, for its log. With no rows nothing is kept."""

    acts: np.ndarray  # [step, seat] who answered
    actions: Any  # [step, seat] the answers
    memories: Any  # [step, seat] what each seat carried afterwards


class Spare(NamedTuple):
    """Where the rows of a player whose seats are no neighbours are brought together."""

    views: Any
    memories: Any
    actions: Any
    acts: np.ndarray
    keys: np.ndarray


class Desk(NamedTuple):
    """What one thread needs to play matches, one after the other."""

    knobs: np.ndarray
    open_knobs: np.ndarray  # what players get: the secret ones are 0
    plot: Any  # the ground's memory, to be written by `deal` and `prepare` alone
    ground: Any  # the same memory, read-only
    workspace: Any
    views: Any  # a row per seat, and the spectator's
    actions: Any
    acts: np.ndarray  # [seat] 1 for each that must answer now
    shown_acts: np.ndarray  # [seat] the same, for players: what they write there changes nothing
    sides: np.ndarray  # [seat] the side it plays for
    streams: np.ndarray  # [stream] the keys of this match's streams of chance
    keys: np.ndarray  # [seat] the keys of this step
    events: Any
    why: Any
    instances: np.ndarray
    seated: np.ndarray  # [seat] the seats of instance 0, then those of instance 1, …
    spare: Spare


if TYPE_CHECKING:  # bound to each game's rules and layout by `bind.py`
    from kittycorner.core.contract import (
        actions_clear,
        actions_move,
        actions_span,
        actions_store,
        actions_wipe,
        deal,
        judge,
        look,
        memories_clear,
        memories_move,
        memories_span,
        memories_store,
        memories_take,
        memories_wipe,
        outcome,
        outs_take,
        prepare,
        state_clear,
        states_take,
        step,
        to_act,
        views_empty,
        views_move,
        views_span,
    )  # fmt: skip


def nothing_to_prepare(knobs: Any, state: Any, workspace: Any, ground: Any) -> None:
    """What a game has whose ground is its facts alone."""


def play(
    desk: Any,
    players: Any,
    states: Any,
    memories: Any,
    outs: Any,
    tallies: Any,
    runs: Any,
    record: Any,
    first: int,
    last: int,
    limit: int,
    policy: int,
    event_room: int,
) -> int:
    """Play the matches first … last − 1 of a batch, each until it is over or has taken `limit` steps.

    It returns `last`, or the match it stopped in because the events must be emptied before the next step.
    A match that is under way is taken up on the desk it was left on: the facts of its ground lie there.
    """
    for number in range(first, last):
        run = runs[number]
        if run["status"] == OVER or run["step"] >= limit:
            continue
        state = states_take(states, number)
        memory = memories_take(memories, number)
        out = outs_take(outs, number)
        copy_flat(desk.events.tallies, tallies[number])
        begin(desk, run, state, memory, out, number)
        while run["status"] == RUNNING and run["step"] < limit:
            if 0 < desk.events.rows.shape[0] < desk.events.head[0]["count"] + event_room:
                copy_flat(tallies[number], desk.events.tallies)
                return number
            call(desk.ground, desk.knobs, state, desk.acts)
            ask(desk, players, state, memory, run["step"] + 1)
            refused = judge_all(desk.ground, desk.knobs, state, desk.actions, desk.acts)
            if refused != 0 and policy != SETTLED_BY_RULES:
                end_by_fault(run, out, desk.actions, desk.acts, desk.sides, policy)
            else:
                take_step(desk, run, state, memory, out, number)
            if record.acts.shape[0] > 0:
                row = run["step"] - run["recorded"] - 1
                copy_flat(record.acts[row], desk.acts)
                actions_store(record.actions, row, desk.actions)
                memories_store(record.memories, row, memory)
        copy_flat(tallies[number], desk.events.tallies)
    return last


def begin(desk: Any, run: Any, state: Any, memory: Any, out: Any, number: int) -> None:
    """Deal the start, unless one is given or the match is under way, and prepare the ground."""
    for stream in range(desk.streams.shape[0]):
        desk.streams[stream] = stream_key(run["seed"], stream)
    if run["status"] == UNDEALT:
        state_clear(state)
        memories_clear(memory)
        before = desk.events.head[0]["count"]
        deal(desk.knobs, step_key(desk.streams[DEAL], 0), desk.workspace, desk.plot, state, desk.events)
        stamp(desk.events, before, 0, number)
        run["status"] = RUNNING
    prepare(desk.knobs, state, desk.workspace, desk.plot)
    if outcome(desk.knobs, state, out):
        run["status"] = OVER


def call(ground: Any, knobs: Any, state: Any, acts: Any) -> None:
    """Mark the seats that must answer now; where any of several may, the lowest."""
    acts[:] = 0
    if to_act(ground, knobs, state, acts) == ANY:
        called = False
        for seat in range(acts.shape[0]):
            if called:
                acts[seat] = 0
            called = called or acts[seat] != 0


def ask(desk: Any, players: Any, state: Any, memory: Any, coming: int) -> None:
    """Show each player whose turn it is its seats' views, and take its answers for step `coming`."""
    actions_clear(desk.actions)
    for seat in range(desk.acts.shape[0]):
        desk.shown_acts[seat] = desk.acts[seat]
    for which in range(desk.instances.shape[0]):
        instance = desk.instances[which]
        first = instance["first"]
        end = first + instance["count"]
        called = False
        for place in range(first, end):
            called = called or desk.acts[desk.seated[place]] != 0
        if not called:
            continue
        for place in range(first, end):
            seat = desk.seated[place]
            views_empty(desk.views, seat)
            look(desk.ground, desk.knobs, state, seat, desk.acts, desk.views)
            desk.keys[seat] = step_key(desk.streams[SEATS + seat], coming)
        if instance["adjacent"]:
            low = desk.seated[first]
            high = low + instance["count"]
            players[instance["player"]](
                desk.ground,
                desk.open_knobs,
                views_span(desk.views, low, high),
                memories_span(memory, low, high),
                desk.shown_acts[low:high],
                desk.keys[low:high],
                desk.workspace,
                actions_span(desk.actions, low, high),
                desk.why,
            )
        else:
            ask_apart(desk, players[instance["player"]], memory, first, end)
    for seat in range(desk.acts.shape[0]):
        if desk.acts[seat] == 0:
            actions_wipe(desk.actions, seat)


def ask_apart(desk: Any, player: Any, memory: Any, first: int, end: int) -> None:
    """Ask a player whose seats are no neighbours: bring its rows together, and take the answers back."""
    spare = desk.spare
    count = end - first
    for place in range(count):
        seat = desk.seated[first + place]
        views_move(spare.views, place, desk.views, seat)
        memories_move(spare.memories, place, memory, seat)
        spare.acts[place] = desk.acts[seat]
        spare.keys[place] = desk.keys[seat]
        actions_wipe(spare.actions, place)
    player(
        desk.ground,
        desk.open_knobs,
        views_span(spare.views, 0, count),
        memories_span(spare.memories, 0, count),
        spare.acts[:count],
        spare.keys[:count],
        desk.workspace,
        actions_span(spare.actions, 0, count),
        desk.why,
    )
    for place in range(count):
        seat = desk.seated[first + place]
        memories_move(memory, seat, spare.memories, place)
        actions_move(desk.actions, seat, spare.actions, place)


def judge_all(ground: Any, knobs: Any, state: Any, actions: Any, acts: Any) -> int:
    """Judge every answer, write each refusal into its answer, and return the first (0 when there is none)."""
    first = 0
    for seat in range(acts.shape[0]):
        if acts[seat] != 0:
            refused = judge_one(ground, knobs, state, seat, actions, True)
            if first == 0:
                first = refused
    return first


def judge_one(ground: Any, knobs: Any, state: Any, seat: int, actions: Any, mark: bool) -> int:
    """Judge one answer: 0, or its refusal as code · 64 + seat; what couldn't be read is refused already."""
    code = actions.head[seat]["refusal"]
    if code == 0:
        code = judge(ground, knobs, state, seat, actions)
        if mark:
            actions.head[seat]["refusal"] = code
    if code == UNREADABLE:
        return UNREAD * 64 + seat
    if code != 0:
        return int(code) * 64 + seat
    return 0


def end_by_fault(run: Any, out: Any, actions: Any, acts: Any, sides: Any, policy: int) -> None:
    """House policies `loss` and `void`: a refused answer ends the match, unsettled.

    Of two sides the one without a fault wins; when both are at fault nobody does.
    """
    run["step"] += 1
    run["status"] = OVER
    out.head[0]["reason"] = BY_FAULT if policy == LOSS else BY_VOID
    out.head[0]["winner"] = NO_SIDE
    if policy == LOSS and out.points.shape[0] == 2:
        at_fault = 0
        for seat in range(acts.shape[0]):
            if acts[seat] != 0 and actions.head[seat]["refusal"] != 0:
                at_fault |= 1 << sides[seat]
        if at_fault != 3:
            out.head[0]["winner"] = 1 if at_fault == 1 else 0


def take_step(desk: Any, run: Any, state: Any, memory: Any, out: Any, number: int) -> None:
    """Settle the answers, clear the memories that lapse, and prepare the ground anew where it changed."""
    coming = run["step"] + 1
    before = desk.events.head[0]["count"]
    chance = step_key(desk.streams[RULES], coming)
    after = settle(desk.ground, desk.knobs, state, desk.actions, chance, desk.workspace, desk.events, out)
    run["step"] = coming
    stamp(desk.events, before, coming, number)
    if after & LAPSED:
        lapsed = desk.events.head[0]["lapsed"]
        for seat in range(desk.acts.shape[0]):
            if (lapsed >> seat) & 1:
                memories_wipe(memory, seat)
    if after & REGROUND:
        prepare(desk.knobs, state, desk.workspace, desk.plot)
    if after & ENDED:
        run["status"] = OVER


def settle(
    ground: Any, knobs: Any, state: Any, actions: Any, chance: int, workspace: Any, events: Any, out: Any
) -> int:
    """One step of the rules; what must be looked after then is in the bits of the answer."""
    told = events.head[0]
    told["lapsed"] = 0
    told["reground"] = 0
    step(ground, knobs, state, actions, chance, workspace, events)
    after = 0
    if told["lapsed"] != 0:
        after |= LAPSED
    if told["reground"] != 0:
        after |= REGROUND
    if outcome(knobs, state, out):
        after |= ENDED
    return after


def stamp(events: Any, before: int, coming: int, number: int) -> None:
    """Write step and match into the events told since `before`."""
    for row in range(before, events.head[0]["count"]):
        events.rows[row]["step"] = coming
        events.rows[row]["match"] = number


def act(
    ground: Any,
    knobs: Any,
    state: Any,
    actions: Any,
    acts: Any,
    answered: int,
    anybody: int,
    stream: int,
    coming: int,
    workspace: Any,
    events: Any,
    out: Any,
    faults: bool,
) -> int:
    """One step with answers from outside: judge, settle, and mark who must answer next.

    `answered` has a bit for each seat that answers; with `anybody` one of `acts` is enough. It returns a
    refusal as −(code · 64 + seat) and leaves everything as it was, or `settle`'s bits with the number of
    events above them. With `faults` a refused answer is settled as the fault policy says.
    """
    silent = -1
    for seat in range(acts.shape[0]):
        answers = (answered >> seat) & 1
        if answers != 0 and acts[seat] == 0:
            return -(NOT_CALLED * 64 + seat)
        if answers == 0 and acts[seat] != 0 and silent < 0:
            silent = seat
        if answers == 0:
            actions_wipe(actions, seat)
    if silent >= 0 and (anybody == 0 or answered == 0):
        return -(NO_ANSWER * 64 + silent)
    refused = 0
    for seat in range(acts.shape[0]):
        # With faults every answer is judged: the rules must know of each that was refused.
        if (answered >> seat) & 1 and (refused == 0 or faults):
            code = judge_one(ground, knobs, state, seat, actions, faults)
            if refused == 0:
                refused = code
    if refused != 0 and not faults:
        return -refused
    events.head[0]["count"] = 0
    after = settle(ground, knobs, state, actions, step_key(stream, coming), workspace, events, out)
    acts[:] = 0
    if after & (ENDED | REGROUND) == 0 and to_act(ground, knobs, state, acts) == ANY:
        after |= ANYBODY
    return after | int(events.head[0]["count"]) << EVENTS_FROM
