"""The contract: what a game hands to the house.

The functions here are never called. They give each rule its signature and say what it promises; a game
writes its own under the same names, and the loop's templates are typed against these.

Everything that comes in is a NumPy array or a named tuple of them (`layout.py`): `knobs[0]` and
`state.head[0]` are records, `views.head[seat]` is a seat's row. A rule never raises and never allocates,
never draws chance but from the key it is handed, and never sees a memory; a player never sees the state.
"""

from __future__ import annotations

from typing import Any


def deal(knobs: Any, chance: int, workspace: Any, ground: Any, state: Any, events: Any) -> None:
    """Write a start: the ground's facts, and the state, which is all zero before."""


def prepare(knobs: Any, state: Any, workspace: Any, ground: Any) -> None:
    """Write the rest of the ground: what follows from its facts and the state and every seat may know."""


def to_act(ground: Any, knobs: Any, state: Any, acts: Any) -> int:
    """Set `acts[seat]` to 1 for the seats whose turn it is; return `ALL`, or `ANY` if one is enough."""
    return 0


def judge(ground: Any, knobs: Any, state: Any, seat: int, actions: Any) -> int:
    """Return 0 if the seat may act as its row of `actions` says, else the code of the refusal, from 1."""
    return 0


def step(ground: Any, knobs: Any, state: Any, actions: Any, chance: int, workspace: Any, events: Any) -> None:
    """Settle the answers of the seats that were to act, and tell the events.

    An answer whose `refusal` isn't 0 was refused: the game's fault policy says what becomes of it.
    """


def outcome(knobs: Any, state: Any, out: Any) -> int:
    """Write the points per side, and when the match is over the winner and why; return 1 when it is over."""
    return 0


def look(ground: Any, knobs: Any, state: Any, seat: int, acts: Any, views: Any) -> None:
    """Fill row `seat` of the views, which is all zero before, with what the seat may know.

    The row after the last seat's is the spectator's. This is the only way out of the state.
    """


def decide(
    ground: Any,
    knobs: Any,
    views: Any,
    memories: Any,
    acts: Any,
    keys: Any,
    workspace: Any,
    actions: Any,
    why: Any,
) -> None:
    """A built-in player: write an answer into each row of `actions` where `acts` is 1.

    It gets the rows of the seats it holds, and may write into its memories. Secret knobs are 0 to it. `keys`
    holds a key of chance per row; `weigh` writes into `why` what it weighed.
    """


# The row functions of a layout's groups (`layout.Rows`), as the loop's templates call them.
states_take: Any
state_clear: Any
outs_take: Any
memories_take: Any
memories_span: Any
memories_store: Any
memories_move: Any
memories_wipe: Any
memories_clear: Any
views_span: Any
views_move: Any
views_empty: Any
actions_span: Any
actions_store: Any
actions_move: Any
actions_wipe: Any
actions_clear: Any
