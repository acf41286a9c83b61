"""Games that are careless with arrays: unused bytes, scratch, ground, memories, positions, outcomes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kittycorner.author import Player
from kittycorner.core.forms.notation import Notation
from wrong import diggers
from wrong.gallery import wrong


def step_untidy(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    if state.head[0]["finds_count"] < len(state.finds):
        state.finds[-1]["cell"] = state.head[0]["round"]


UNUSED_BYTES = wrong("unused-bytes", "unused bytes that aren't zero", step=step_untidy)


def look_untidily(ground, knobs, state, seat, acts, views):
    diggers.look(ground, knobs, state, seat, acts, views)
    views.finds[seat, -1]["seat"] = 1


UNUSED_IN_VIEW = wrong("unused-bytes", "a view that isn't zero beyond its count", look=look_untidily)


def step_unwiped(ground, knobs, state, actions, chance, workspace, events):
    """Counts who digs where without beginning at zero: right on a fresh desk, and never again."""
    for seat in range(2):
        cell = diggers.cell_of(state, actions, seat)
        if cell < len(state.dug):
            workspace.here[cell] += 1
            diggers.dig(knobs, state, seat, cell, max(1, workspace.here[cell]), chance, events)
    state.head[0]["round"] += 1


WORKSPACE_MATTERS = wrong("workspace", "a result that depends on the workspace", step=step_unwiped)


def deal_over(knobs, chance, workspace, ground, state, events):
    before = ground.rocks.copy()
    diggers.deal(knobs, chance, workspace, ground, state, events)
    ground.rocks[:] = ground.rocks | before


GROUND_LEFT = wrong("workspace", "a ground with the walls of the match before", deal=deal_over)

PLANS = {}


def dig_and_plan(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    diggers.dig_on(ground, knobs, views, memories, acts, keys, workspace, actions, why)
    PLANS["notes"] = memories.notes


def step_by_plan(ground, knobs, state, actions, chance, workspace, events):
    """Pays a gold piece to whoever has a plan."""
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    notes = PLANS.get("notes")
    if notes is not None:
        state.head[0]["purse"][0] += int(notes[0][0] > 4)


MEMORY_READ = wrong(
    "memories", "a memory that a rule reads", step=step_by_plan, players=(Player("plan", dig_and_plan),)
)


def dig_and_meddle(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Reaches behind its own rows into everybody's."""
    diggers.dig_on(ground, knobs, views, memories, acts, keys, workspace, actions, why)
    everybody = memories.notes.base
    while everybody.base is not None:
        everybody = everybody.base
    everybody[..., -1] += 1


def bob_only_at_dusk(ground, knobs, state, acts):
    acts[:] = (1, int(state.head[0]["round"] > 2))
    return diggers.ALL


MEMORY_TOUCHED = wrong(
    "lapses", "a player that writes into another's memory",
    players=(Player("meddle", dig_and_meddle),), to_act=bob_only_at_dusk,
)  # fmt: skip


class Forgetful(Notation):
    """Leaves the purses out."""

    def draw(self, position):
        lines = super().draw(position).splitlines(keepends=True)
        return "".join(line for line in lines if not line.startswith("state purse"))


POSITION_LOST = wrong("positions", "a position that doesn't read back", notation=Forgetful)


def outcome_for_nobody(knobs, state, out):
    over = diggers.outcome(knobs, state, out)
    if over:
        out.head[0]["winner"] = 2
    return over


NO_SUCH_WINNER = wrong("outcomes", "a winner that is no side", outcome=outcome_for_nobody)


def outcome_unexplained(knobs, state, out):
    over = diggers.outcome(knobs, state, out)
    out.head[0]["reason"] = 2
    return over


NO_SUCH_REASON = wrong("outcomes", "an end for no known reason", outcome=outcome_unexplained)


def layout_of_its_own(config: Any) -> Any:
    class State(NamedTuple):
        head: np.ndarray
        gold: np.ndarray
        dug: np.ndarray
        finds: np.ndarray

    layout = diggers.layout(config)
    return layout.__class__(**{**vars(layout), "state": State(*layout.state)})


UNPICKLED = wrong("pickles", "a position that can't be pickled", layout=layout_of_its_own)
