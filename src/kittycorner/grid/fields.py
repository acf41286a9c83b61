"""Distance fields: how many steps it takes from every cell to the nearest of some cells."""

from __future__ import annotations

from typing import Any

from kittycorner.core.kernel import kernel
from kittycorner.grid.steps import DX, DY, can_step

FAR = 1_000_000  # where no way leads


@kernel
def start_field(field: Any) -> None:
    """Nothing is near anything yet."""
    field[:] = FAR


@kernel
def add_source(field: Any, queue: Any, sources: int, x: int, y: int) -> int:
    """Measure from this cell, too; returns how many sources there are. A cell off the map is none."""
    if not (0 <= x < field.shape[1] and 0 <= y < field.shape[0]) or field[y, x] == 0:
        return sources
    field[y, x] = 0
    queue[sources] = y * field.shape[1] + x
    return sources + 1


@kernel
def spread(walls: Any, field: Any, queue: Any, sources: int) -> None:
    """Fill the field from its sources, nearest cells first. The queue has room for every cell."""
    width = field.shape[1]
    first = 0
    last = sources
    while first < last:
        cell = queue[first]
        first += 1
        x = cell % width
        y = cell // width
        for direction in range(8):
            dx = DX[direction]
            dy = DY[direction]
            if can_step(walls, x, y, dx, dy) and field[y + dy, x + dx] == FAR:
                field[y + dy, x + dx] = field[y, x] + 1
                queue[last] = cell + dy * width + dx
                last += 1
