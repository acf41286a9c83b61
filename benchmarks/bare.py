"""Loops written by hand for one game each: the yardstick for the house's loop.

They call the rules and the players named here directly. Nothing is judged, and nothing is wiped but the state
that `deal` must find empty, and what of a view or an answer its writer counts on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kittycorner.core.chance import DEAL, RULES, SEATS, step_key, stream_key
from kittycorner.core.kernel import kernel
from kittycorner.core.layout import Head, Memory
from skeletons import chase, land


@kernel
def chase_loop(desk, state, memory, out, seeds):
    runners = desk.knobs[0]["runners"]
    seats = desk.acts.shape[0]
    total = 0
    for seed in seeds:
        for stream in range(desk.streams.shape[0]):
            desk.streams[stream] = stream_key(seed, stream)
        state.head.view(np.int64)[:] = 0
        memory.saw.view(np.int64)[:] = 0
        deal_key = step_key(desk.streams[DEAL], 0)
        chase.deal(desk.knobs, deal_key, desk.workspace, desk.plot, state, desk.events)
        chase.prepare(desk.knobs, state, desk.workspace, desk.plot)
        step = 0
        while chase.outcome(desk.knobs, state, out) == 0:
            desk.acts[:] = 0
            chase.to_act(desk.ground, desk.knobs, state, desk.acts)
            step += 1
            first, last = (0, runners) if state.head[0]["phase"] == chase.RUNNERS_MOVE else (runners, seats)
            for seat in range(first, last):
                desk.views.head[seat]["seen_count"] = 0
                chase.look(desk.ground, desk.knobs, state, seat, desk.acts, desk.views)
                desk.keys[seat] = step_key(desk.streams[SEATS + seat], step)
            views = chase.View(desk.views.head[first:last], desk.views.seen[first:last])
            memories = chase.Memory(memory.notes[first:last], memory.saw[first:last])
            actions = Head(desk.actions.head[first:last])
            acts = desk.acts[first:last]
            keys = desk.keys[first:last]
            if first == 0:
                chase.flee(
                    desk.ground, desk.knobs, views, memories, acts, keys, desk.workspace, actions, desk.why
                )
            else:
                chase.chase(
                    desk.ground, desk.knobs, views, memories, acts, keys, desk.workspace, actions, desk.why
                )
            rules_key = step_key(desk.streams[RULES], step)
            chase.step(desk.ground, desk.knobs, state, desk.actions, rules_key, desk.workspace, desk.events)
            lapsed = desk.events.head[0]["lapsed"]
            desk.events.head[0]["lapsed"] = 0
            for hunter in range(runners, seats):
                if (lapsed >> hunter) & 1:
                    memory.saw[hunter]["round"] = 0
        total += step
    return total


@kernel
def land_loop(desk, state, memory, out, seeds):
    total = 0
    for seed in seeds:
        for stream in range(desk.streams.shape[0]):
            desk.streams[stream] = stream_key(seed, stream)
        state.head.view(np.int64)[:] = 0
        state.zones.view(np.int64)[:] = 0
        deal_key = step_key(desk.streams[DEAL], 0)
        land.deal(desk.knobs, deal_key, desk.workspace, desk.plot, state, desk.events)
        step = 0
        while land.outcome(desk.knobs, state, out) == 0:
            desk.acts[:] = 0
            land.to_act(desk.ground, desk.knobs, state, desk.acts)
            step += 1
            seat = 0 if desk.acts[0] != 0 else 1
            desk.views.head[seat]["zones_count"] = 0
            land.look(desk.ground, desk.knobs, state, seat, desk.acts, desk.views)
            desk.keys[seat] = step_key(desk.streams[SEATS + seat], step)
            desk.actions.head[seat]["plant"] = 0
            desk.actions.head[seat]["virus"] = 0
            desk.actions.head[seat]["bid"] = 0
            desk.actions.head[seat]["price"] = 0
            views = land.Zones(desk.views.head[seat : seat + 1], desk.views.zones[seat : seat + 1])
            memories = Memory(memory.notes[seat : seat + 1])
            actions = Head(desk.actions.head[seat : seat + 1])
            acts = desk.acts[seat : seat + 1]
            keys = desk.keys[seat : seat + 1]
            land.greedy(
                desk.ground, desk.knobs, views, memories, acts, keys, desk.workspace, actions, desk.why
            )
            rules_key = step_key(desk.streams[RULES], step)
            land.step(desk.ground, desk.knobs, state, desk.actions, rules_key, desk.workspace, desk.events)
        total += step
    return total


def loop_of(game: str) -> Any:
    """The hand-written loop for a game."""
    return {"skeleton-chase": chase_loop, "skeleton-land": land_loop}[game]
