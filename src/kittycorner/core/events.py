"""Events: what happened, as data, with the seats that may know it.

A step writes records into an array that the caller hands in; Python turns them into the game's classes.
"""

from __future__ import annotations

import dataclasses
import re
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    dataclass_transform,
    get_args,
    get_type_hints,
)

import numpy as np

from kittycorner.core.kernel import kernel

if TYPE_CHECKING:
    from kittycorner.core.game import Game

EVERYBODY = -1  # every seat and the spectator
SPECTATOR = 1 << 62  # the spectator's bit; seat n has bit 1 << n
NOBODY = 0

EVENT = np.dtype(
    [
        ("code", np.int64),
        ("seat", np.int64),  # whom it is about
        ("whom", np.int64),  # whom else
        ("cell", np.int64),
        ("other", np.int64),  # another cell
        ("value", np.int64),
        ("knows", np.int64),  # a bit for each seat that may know of it
        ("knows_all", np.int64),  # a bit for each of those that may know its secret fields
        ("step", np.int64),
        ("match", np.int64),  # its number in the batch
    ]
)
TOLD = np.dtype(
    [
        ("count", np.int64),  # how many rows are used
        ("overflow", np.int64),  # 1 when a step told more than its layout promised
        ("lapsed", np.int64),  # a bit for each seat whose memory is to be cleared
        ("reground", np.int64),  # 1 when what `prepare` reads has changed
    ]
)


class Events(NamedTuple):
    """Where a step tells what happened. With no rows nothing is written down."""

    head: np.ndarray  # [1] TOLD
    rows: np.ndarray  # [capacity] EVENT
    tallies: np.ndarray  # [tally] int64: what the game counts per match for its measures; no rule reads it


def room_for_events(capacity: int, tallies: int) -> Events:
    return Events(np.zeros(1, TOLD), np.zeros(capacity, EVENT), np.zeros(max(tallies, 1), np.int64))


@kernel
def only(seat: int) -> int:
    """The mask of one seat."""
    return 1 << seat


@kernel
def tell(
    events: Any,
    code: int,
    knows: int,
    seat: int = -1,
    whom: int = -1,
    cell: int = -1,
    other: int = -1,
    value: int = 0,
    knows_all: int = EVERYBODY,
) -> None:
    """Write one event down, for the seats in `knows`; its secret fields for those also in `knows_all`."""
    capacity = events.rows.shape[0]
    if capacity == 0:
        return
    head = events.head[0]
    count = head["count"]
    if count >= capacity:
        head["overflow"] = 1
        return
    row = events.rows[count]
    row["code"] = code
    row["seat"] = seat
    row["whom"] = whom
    row["cell"] = cell
    row["other"] = other
    row["value"] = value
    row["knows"] = knows
    row["knows_all"] = knows & knows_all
    head["count"] = count + 1


@kernel
def forget(events: Any, seat: int) -> None:
    """Say that this seat's memory lapses with this step; the house clears it."""
    events.head[0]["lapsed"] |= 1 << seat


@kernel
def change_ground(events: Any) -> None:
    """Say that what `prepare` reads has changed, so that the house prepares the ground anew."""
    events.head[0]["reground"] = 1


@kernel
def tally(events: Any, number: int, amount: int) -> None:
    """Add to one of the match's tallies."""
    events.tallies[number] += amount


@dataclasses.dataclass(frozen=True)
class Column:
    """Which column of a record a field of an event class stands in, and what it means there."""

    name: str
    meaning: str = "number"  # "number", "seat", "cell"


Seat = Annotated[str, Column("seat", "seat")]
Whom = Annotated[str, Column("whom", "seat")]
At = Annotated[tuple[int, int], Column("cell", "cell")]
To = Annotated[tuple[int, int], Column("other", "cell")]
Number = Annotated[int, Column("seat")]
Other = Annotated[int, Column("whom")]
Value = Annotated[int, Column("value")]


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Event:
    """What happened. A game's event class names its code, its fields and who may know them.

        class Capture(Event):
            code = CAPTURE
            known_to = "everybody"
            killer: Seat
            survivor: Whom
            at: At

    `known_to` is `"everybody"`, `"nobody"`, or the fields that name the seats who know, as a tuple; `None`
    leaves it to the rules. Fields named in `secret` are told only to the seats in `secret_to`.
    """

    code: ClassVar[int]
    known_to: ClassVar[str | tuple[str, ...] | None] = None
    secret: ClassVar[tuple[str, ...]] = ()
    secret_to: ClassVar[str | tuple[str, ...] | None] = None
    columns: ClassVar[dict[str, Column]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclasses.dataclass(frozen=True, kw_only=True, repr=False)(cls)
        hints = get_type_hints(cls, include_extras=True)
        cls.columns = {
            field.name: next(part for part in get_args(hints[field.name]) if isinstance(part, Column))
            for field in dataclasses.fields(cls)  # type: ignore[arg-type]
        }

    @classmethod
    def type_name(cls) -> str:
        """`NewGround` is told as `new-ground`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    @classmethod
    def from_row(cls, game: Game, row: Any, knows_all: bool = True) -> Event:
        """The event that a record holds; secret fields are `None` to those who may not know them."""
        fields = {}
        for name, column in cls.columns.items():
            hidden = name in cls.secret and not knows_all
            fields[name] = None if hidden else cls.read_field(game, name, column, int(row[column.name]))
        return cls(**fields)

    @classmethod
    def read_field(cls, game: Game, name: str, column: Column, raw: int) -> Any:
        """One field as Python shows it; a game's class overrides this for what is neither seat nor cell."""
        if column.meaning == "seat":
            return game.seat_names[raw] if raw >= 0 else None
        if column.meaning == "cell":
            return game.cell_at(raw) if raw >= 0 else None
        return game.symbol(name, raw)

    def to_json(self) -> dict[str, Any]:
        """The event as JSON has it: its type, then its fields; what may not be known is left out."""
        shown = {name: getattr(self, name) for name in self.columns}
        return {
            "type": self.type_name(),
            **{
                name: list(value) if isinstance(value, tuple) else value
                for name, value in shown.items()
                if value is not None or name not in self.secret
            },
        }

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.columns)
        return f"{type(self).__name__}({fields})"


def may_know(row: Any, seat_bit: int) -> bool:
    """Whether the seat with this bit may know of an event."""
    return bool(int(row["knows"]) & seat_bit)


def may_know_all(row: Any, seat_bit: int) -> bool:
    """Whether the seat with this bit may know its secret fields too."""
    return bool(int(row["knows_all"]) & seat_bit)
