"""Schema: a game's one JSON shape for states, views, actions, events and messages.

The plain form follows the layout. A record becomes an object; an array `coins` of which `head` counts
`coins_count` becomes a list of that length; a field with words (`Rules.names`) becomes its word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core.config import nearest
from kittycorner.core.errors import PositionError
from kittycorner.core.forms.json_schemas import JsonSchemas
from kittycorner.core.forms.messages import Messages
from kittycorner.core.layout import wipe
from kittycorner.core.loop import UNREADABLE
from kittycorner.core.position import Position

if TYPE_CHECKING:
    from kittycorner.core.actions import Action
    from kittycorner.core.game import Game


class Schema(Messages, JsonSchemas):
    """The JSON of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- what goes out

    def view(self, seat: int, views: Any) -> dict[str, Any]:
        """The fields of a view, from its one row."""
        return {"seat": self.seat_name(seat), **self.group(views, 0)}

    def ground(self, ground: Any) -> dict[str, Any]:
        """The facts of the ground, which every seat may know."""
        return {name: self.values(name, getattr(ground, name)) for name in self.game.layout.facts}

    def state(self, state: Any, ground: Any, memories: Any) -> dict[str, Any]:
        """A state for the host: all of it, memories included."""
        shown = {**self.ground(ground), **self.group(state, None)}
        carried = {seat: self.memory(memories, number) for number, seat in enumerate(self.game.seat_names)}
        shown["memories"] = {seat: memory for seat, memory in carried.items() if memory}
        return shown

    def memory(self, memories: Any, seat: int) -> dict[str, Any]:
        """What a seat carries; a memory that is all zero is nothing."""
        if not any(entry[seat].tobytes().strip(b"\0") for entry in memories):
            return {}
        fields = self.group(memories, seat)
        if not memories.notes[seat].any():
            fields.pop("notes")
        return fields

    def action(self, action: Action) -> dict[str, Any]:
        """An action as a message has it."""
        self.game.write_action(self.game.action_row, 0, action)
        return self.group(self.game.action_row, 0)

    def answer(self, action: Action) -> dict[str, Any]:
        """An action as it is told afterwards: with why it was refused, if it was."""
        self.game.write_action(self.game.action_row, 0, action)
        refusal = int(self.game.action_row.head[0]["refusal"])
        if refusal == 0:
            return self.action(action)
        shown = {} if refusal == UNREADABLE else self.action(action)
        return {**shown, "refused": self.game.refusal(refusal)}

    def position(self, position: Position) -> dict[str, Any]:
        """A position as JSON; `read_position` takes it."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": json_ready(self.game.config.changed()),
            "step": position.step,
            **({} if position.seed is None else {"seed": position.seed}),
            **self.state(position.state, position.ground, position.memories),
        }

    def group(self, group: Any, row: int | None) -> dict[str, Any]:
        """The arrays of a group as an object: the fields of its head first, then the others by name."""
        shown: dict[str, Any] = {}
        counts = {}
        if "head" in group._fields:
            head = group.head[0 if row is None else row]
            for name in head.dtype.names:
                if name.endswith("_count") and name.removesuffix("_count") in group._fields:
                    counts[name.removesuffix("_count")] = int(head[name])
                elif name != "refusal":
                    shown[name] = self.values(name, head[name])
        for name, entry in zip(group._fields, group, strict=True):
            if name not in ("head", "spare"):
                values = entry if row is None else entry[row]
                shown[name] = self.values(name, values[: counts[name]] if name in counts else values)
        return shown

    def values(self, name: str, values: Any) -> Any:
        """One field: a word, a number, an object, or a list of them."""
        values = np.asarray(values)
        if values.dtype.names is not None:
            if values.ndim == 0:
                return {field: self.values(field, values[field]) for field in values.dtype.names}
            return [self.values(name, entry) for entry in values]
        if values.ndim == 0:
            return self.value(name, int(values))
        return [self.values(name, entry) for entry in values]

    def value(self, name: str, number: int) -> Any:
        """One number of a field: its word, where it has one. A game overrides this for what is neither."""
        return self.game.symbol(name, number)

    def seat_name(self, seat: int) -> str:
        return "spectator" if seat == self.game.seats else self.game.seat_names[seat]

    # --- what comes in

    def read_action(self, seat: int, said: Mapping[str, Any]) -> Action:
        """An action from its message; `ValueError` when it is none."""
        row = self.game.action_row
        if "refusal" in said or not said:
            raise ValueError("no action")
        wipe(row)
        try:
            self.read_group(row, said, 0)
        except PositionError as error:
            raise ValueError(error.code) from None
        return self.game.action_at(row, 0)

    def read_value(self, name: str, value: Any) -> int:
        """The number that `value` shows; `ValueError` when it is none."""
        return self.game.number(name, value)

    def read_position(self, data: Mapping[str, Any]) -> Position:
        """A position from its JSON."""
        position = Position.empty(self.game)
        rest = dict(data)
        for name in ("game", "version", "config"):
            rest.pop(name, None)
        position.step = read_whole(rest.pop("step", 0), "step")
        seed = rest.pop("seed", None)
        position.seed = None if seed is None else read_whole(seed, "seed")
        for seat, memory in read_object(rest.pop("memories", {}), "memories").items():
            if seat not in self.game.seat_numbers:
                raise PositionError("position-seat", seat=seat, seats=", ".join(self.game.seat_names))
            self.read_memory(position.memories, self.game.seat_numbers[seat], memory)
        facts = {name: rest.pop(name) for name in self.game.layout.facts if name in rest}
        for name, values in facts.items():
            self.read_values(name, getattr(position.ground, name), values)
        self.read_group(position.state, rest, None)
        return position

    def read_memory(self, memories: Any, seat: int, data: Any) -> None:
        """Fill a seat's row of the memories, which is all zero before, from what `memory` makes of it."""
        self.read_group(memories, read_object(data, self.seat_name(seat)), seat)

    def read_group(self, group: Any, data: Mapping[str, Any], row: int | None) -> None:
        """Fill a group from the object that `group` makes."""
        at = 0 if row is None else row
        head: Any = group.head[at : at + 1] if "head" in group._fields else None
        heads = () if head is None else head.dtype.names
        for name, values in data.items():
            if name in heads:
                self.read_values(name, head[name], [values])
            elif name in group._fields and name not in ("head", "spare"):
                array = getattr(group, name)
                if f"{name}_count" in heads and isinstance(values, list):
                    head[f"{name}_count"] = len(values)
                    array = array[: len(values)] if row is None else array[:, : len(values)]
                if row is None:
                    self.read_values(name, array, values)
                else:
                    self.read_values(name, array[row : row + 1], [values])
            else:
                known = [field for field in (*heads, *group._fields) if field not in ("head", "spare")]
                raise PositionError(
                    "position-field", field=name, near=nearest(name, known), known=", ".join(known)
                )

    def read_values(self, name: str, array: Any, values: Any) -> None:
        """Fill an array from the list that `values` makes."""
        if not isinstance(values, list) or len(values) != len(array):
            raise PositionError("position-length", field=name, length=len(array))
        for place, value in enumerate(values):
            if array.dtype.names is not None and array.ndim == 1:
                for field, inner in read_object(value, name).items():
                    if field not in array.dtype.names:
                        known = ", ".join(array.dtype.names)
                        raise PositionError("position-field", field=field, near="", known=known)
                    self.read_values(field, array[field][place : place + 1], [inner])
            elif array.ndim > 1:
                self.read_values(name, array[place], value)
            else:
                try:
                    array[place] = self.read_value(name, value)
                except (ValueError, OverflowError, TypeError):
                    raise PositionError("position-value", field=name, value=str(value)) from None


def read_whole(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
        raise PositionError("position-value", field=name, value=str(value))
    return value


def read_object(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise PositionError("position-value", field=name, value=str(value))
    return value


def json_ready(values: Mapping[str, Any]) -> dict[str, Any]:
    """Knobs as JSON can write them: a weight keeps its decimals as text."""
    return {
        name: value
        if isinstance(value, str | int | None)
        else list(value)
        if isinstance(value, tuple)
        else str(value)
        for name, value in values.items()
    }
