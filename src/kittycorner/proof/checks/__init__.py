"""The checks of the conformance suite, in the order they run. Each promises what its docstring says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kittycorner.proof.checks import bytes, chance, copies, events, files, hidden, legal
from kittycorner.proof.finding import Finding
from kittycorner.proof.trial import Trial

Check = Callable[[Trial], Iterator[Finding]]

CHECKS: dict[str, Check] = {
    "plays": copies.plays,
    "layout": bytes.layout,
    "repeats": copies.repeats,
    "copies": copies.copies,
    "pickles": copies.pickles,
    "positions": copies.positions,
    "undo": copies.undo,
    "legal": legal.legal,
    "names": legal.names,
    "refusals": legal.refusals,
    "players": legal.players,
    "explains": legal.explains,
    "asking": legal.asking,
    "unused-bytes": bytes.unused,
    "workspace": bytes.workspace,
    "memories": bytes.memories,
    "lapses": bytes.lapses,
    "outcomes": bytes.outcomes,
    "views": hidden.views,
    "spectator": hidden.spectator,
    "errors": hidden.errors,
    "histories": hidden.histories,
    "events": events.events,
    "secrets": events.secrets,
    "streams": chance.streams,
    "chance": chance.chance,
    "plain": chance.plain,
    "processes": chance.processes,
    "batch": chance.batch,
    "threads": chance.threads,
    "replays": chance.replays,
    "golden": files.golden,
    "bench": files.bench,
}
