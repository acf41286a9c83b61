"""Log: what happened in a match, step by step, as bytes that are read when somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core import layout as layouts
from kittycorner.core.events import EVENT, Event, may_know

if TYPE_CHECKING:
    from kittycorner.core.actions import Action
    from kittycorner.core.game import Game
    from kittycorner.core.seating import Seating

SNAPSHOT_EVERY = 32  # steps: an undo re-simulates at most this many


class Entry:
    """One step."""

    __slots__ = ("actions", "answered", "events", "memories", "seating")

    def __init__(
        self,
        answered: int,
        actions: bytes,
        events: bytes,
        memories: bytes | None,
        seating: Seating | None = None,
    ) -> None:
        self.answered = answered  # a bit for each seat that answered
        self.actions = actions
        self.events = events
        self.memories = memories  # all memories after the step; `None` where none can have changed
        self.seating = seating  # the players that answered; `None` where the answers came from outside


class Log:
    """The steps of a match since its start, and those that were undone."""

    def __init__(self, first: int, events: bytes, memories: bytes) -> None:
        self.first = first  # the step number of the start
        self.start_events = events
        self.start_memories = memories
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []  # the next one to redo comes first
        self.snapshots: dict[int, tuple[bytes, bytes]] = {}
        self.next_snapshot = first
        self.last_memories = memories  # those after the last step

    @property
    def last(self) -> int:
        """The number of the last step, undone ones included."""
        return self.first + len(self.entries) + len(self.undone)

    def add(self, entry: Entry) -> None:
        """Add the next step; what was undone can't be redone any more."""
        if self.undone:
            self.undone = []
            now = self.first + len(self.entries)
            self.snapshots = {step: kept for step, kept in self.snapshots.items() if step <= now}
            self.next_snapshot = max(self.snapshots) + SNAPSHOT_EVERY
        if entry.memories == self.last_memories:
            entry.memories = None
        self.last_memories = entry.memories or self.last_memories
        self.entries.append(entry)

    def keep_snapshot(self, step: int, state: Any, tallies: np.ndarray) -> None:
        """Keep the state after a step, unless one from shortly before is there to start from."""
        if step >= self.next_snapshot:
            self.snapshots[step] = (layouts.to_bytes(state), tallies.tobytes())
            self.next_snapshot = step + SNAPSHOT_EVERY

    def snapshot_before(self, step: int) -> tuple[int, tuple[bytes, bytes]]:
        """The nearest snapshot at or before a step."""
        near = max(kept for kept in self.snapshots if kept <= step)
        return near, self.snapshots[near]

    def between(self, first: int, last: int) -> Sequence[Entry]:
        """The steps after `first` up to `last`, undone ones included."""
        return (self.entries + self.undone)[first - self.first : last - self.first]

    def go_to(self, step: int) -> None:
        """Let step `step` be the last that isn't undone."""
        entries = self.entries + self.undone
        self.next_snapshot = max(self.snapshots) + SNAPSHOT_EVERY
        self.entries = entries[: step - self.first]
        self.undone = entries[step - self.first :]
        self.last_memories = self.memories_at(step)

    def memories_at(self, step: int) -> bytes:
        """The memories after a step."""
        for entry in reversed(self.entries[: step - self.first]):
            if entry.memories is not None:
                return entry.memories
        return self.start_memories

    def since_answer(self, seat: int) -> Sequence[bytes]:
        """The events of each step since the seat last answered, that one included; at first the deal too."""
        for place in range(len(self.entries) - 1, -1, -1):
            if self.entries[place].answered >> seat & 1:
                return [entry.events for entry in self.entries[place:]]
        return [self.start_events, *(entry.events for entry in self.entries)]

    def told(self, game: Game, events: bytes, seat: int | None) -> list[Event]:
        """The events of a step: all of them, or as a seat may know them."""
        rows = np.frombuffer(events, EVENT)
        if seat is None:
            return [game.event(row) for row in rows]
        return [game.event(row, seat) for row in rows if may_know(row, game.seat_bit(seat))]

    def action(self, game: Game, entry: Entry, seat: int) -> Action:
        """What a seat answered in a step."""
        actions = game.new_actions()
        layouts.from_bytes(actions, entry.actions)
        return game.action_at(actions, seat)
