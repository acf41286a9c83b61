"""Position: everything a match can be started from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kittycorner.core.errors import PositionError
from kittycorner.core.layout import allocate, assign, copy

if TYPE_CHECKING:
    from kittycorner.core.game import Game


@dataclass
class Position:
    """A state with its memories, the facts of its ground, and how many steps led to it."""

    ground: Any  # only the facts count: the rest is prepared from them
    state: Any
    memories: Any
    step: int = 0
    seed: int | None = None  # the host's; a position set by hand may name none

    @classmethod
    def empty(cls, game: Game) -> Position:
        return cls(allocate(game.layout.ground), allocate(game.layout.state), game.new_memories())

    def copy(self) -> Position:
        return Position(copy(self.ground), copy(self.state), copy(self.memories), self.step, self.seed)

    def check(self, game: Game) -> None:
        """Refuse what the rules can't be asked about: a list longer than its room, what the game names."""
        heads = self.state.head.dtype.names if "head" in self.state._fields else ()
        for name in heads:
            counted = getattr(self.state, name.removesuffix("_count"), None)
            if name.endswith("_count") and counted is not None:
                expect(name, self.state.head[0][name], 0, len(counted))
        if game.rules.check is not None:
            game.rules.check(game, self)

    def put_on(self, game: Game, plot: Any, state: Any, memories: Any) -> None:
        """Write the position into the arrays of a match."""
        for name in game.layout.facts:
            getattr(plot, name)[...] = getattr(self.ground, name)
        assign(state, self.state)
        assign(memories, self.memories)


def expect(field: str, value: Any, low: int, high: int) -> None:
    """Refuse a position whose field lies outside low … high."""
    if not low <= value <= high:
        raise PositionError("position-range", field=field, value=int(value), allowed=f"{low}–{high}")
