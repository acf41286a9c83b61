"""Bench: a fixed set of seeds played to the end, and one digest that stands for all of it.

Whoever is about to add numbers of a game to others' plays its bench first: the same digest means that the
same rules run there, to the bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from kittycorner.core import layout as layouts
from kittycorner.core.game import Batch, Game
from kittycorner.core.loop import OVER

MATCHES = 64  # the seeds 0, 1, 2, …


def play_batch(
    game: Game, seeds: Sequence[int], players: Mapping[str, Any], limit: int, events: int = 0
) -> Batch:
    """Play one match per seed in one batch, each until it is over or has taken `limit` steps."""
    seating = game.match(players=players).seating
    desk = game.new_desk(events, seating)
    batch = game.new_batch(len(seeds))
    batch.runs["seed"] = seeds
    record = game.new_record(0)
    first = 0
    while first < len(seeds):
        desk.events.head[0]["count"] = 0
        first = game.loops.play(
            desk, seating.for_loop, batch.states, batch.memories, batch.outs, batch.tallies, batch.runs,
            record, first, len(seeds), limit, 0, game.layout.events,
        )  # fmt: skip
    return batch


def bench_digest(game: Game) -> str:
    """Sixteen hex digits that stand for the game's matches by its default players."""
    batch = play_batch(game, range(MATCHES), {}, 2**63 - 1)
    assert (batch.runs["status"] == OVER).all()
    digest = hashlib.blake2b(digest_size=8)
    for group in (batch.states, batch.memories, batch.outs):
        digest.update(layouts.to_bytes(group))
    return digest.hexdigest()


def bench_line(game: Game) -> str:
    """The bench as it is stored and printed."""
    return f"{game.name} {game.version}  {MATCHES} matches  digest {bench_digest(game)}"
