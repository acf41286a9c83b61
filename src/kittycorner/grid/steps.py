"""Steps between neighbouring cells of a map with walls. A map is `walls[y, x]`, 1 where a wall stands."""

from __future__ import annotations

from typing import Any

from kittycorner.core.kernel import kernel

# The eight neighbours from the top left to the bottom right, and stay; games break their ties in this order.
DX = (-1, 0, 1, -1, 1, -1, 0, 1, 0)
DY = (-1, -1, -1, 0, 0, 1, 1, 1, 0)
STAY = 8
COMPASS = (
    "north-west",
    "north",
    "north-east",
    "west",
    "east",
    "south-west",
    "south",
    "south-east",
    "stay",
)


@kernel
def is_floor(walls: Any, x: int, y: int) -> bool:
    """Whether the cell is on the map and no wall."""
    return bool(0 <= x < walls.shape[1] and 0 <= y < walls.shape[0] and walls[y, x] == 0)


@kernel
def can_step(walls: Any, x: int, y: int, dx: int, dy: int) -> bool:
    """Whether one step leads from a cell to its neighbour; a diagonal one needs a gap on one of its sides."""
    if not is_floor(walls, x + dx, y + dy):
        return False
    return bool(dx == 0 or dy == 0 or walls[y, x + dx] == 0 or walls[y + dy, x] == 0)


@kernel
def chebyshev(x: int, y: int, other_x: int, other_y: int) -> int:
    """The number of steps between two cells where no wall is in the way."""
    return max(abs(x - other_x), abs(y - other_y))
