"""Layout: which arrays a game's ground, state, memories, views and answers are made of.

A group is a named tuple of a few NumPy arrays. What has a fixed size lies in `head`, an array of one
record; what follows the map's size lies in long arrays beside it. A batch is the same arrays with one more
axis. The house allocates, copies, wipes, digests and saves groups; the game only says what is in them.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kittycorner.core.kernel import COMPILED, compile_kernel, kernel

NOTES = 32  # int64 of room in every memory for a player that the game doesn't know


class Array(NamedTuple):
    """What an array of a layout looks like: the type of its entries, and its shape."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]


def array(dtype: Any, *shape: int) -> Any:
    """An entry of a layout: an array of this type and shape.

    In the rows of seats (views, memories, answers) the seat's axis comes before `shape`; there a head is
    `array(HEAD)`. In ground and state a head is `array(HEAD, 1)`: the one record `head[0]`.
    """
    return Array(np.dtype(dtype), shape)


def record(*names: str, **fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The type of a record: int64 fields with these names, then fields that hold more.

        HEAD = record("round", "phase", actors=(ACTOR, 4), points=(np.int64, 2))

    There a field is told by its type and its shape.
    """
    return np.dtype([(name, np.int64) for name in names] + [(name, *kind) for name, kind in fields.items()])


class Memory(NamedTuple):
    """The memory of a game whose players carry nothing of the game's own."""

    notes: np.ndarray  # [seat, 32] int64: free for any player


class Head(NamedTuple):
    """A group that is a head and nothing beside it."""

    head: np.ndarray


class Nothing(NamedTuple):
    """A group a game has no use for: kernels can't be handed an empty one."""

    spare: np.ndarray


NOTHING = Nothing(array(np.int64, 1))
NOTES_ONLY = Memory(array(np.int64, NOTES))


@dataclass(frozen=True)
class Layout:
    """Every array of a game under one config."""

    state: Any  # the match: everything that changes and is remembered
    view: Any  # per seat, and one row more for the spectator
    action: Any  # per seat; its head begins with `refusal`
    ground: Any = NOTHING  # what every seat may know and no step changes
    memory: Any = NOTES_ONLY  # per seat; holds `notes`
    workspace: Any = NOTHING  # scratch: its contents never matter
    facts: tuple[str, ...] = ()  # the arrays of ground that `deal` writes; the others are prepared from them
    events: int = 16  # how many events the worst step tells


def allocate(group: Any, *lead: int) -> Any:
    """The arrays of a group, all zero, with leading axes for seats or matches."""
    return type(group)(*(np.zeros(lead + entry.shape, entry.dtype) for entry in group))


def copy(group: Any) -> Any:
    """The same arrays, once more."""
    return type(group)(*(entry.copy() for entry in group))


def assign(target: Any, source: Any) -> None:
    """Write the arrays of one group over those of another."""
    for mine, other in zip(target, source, strict=True):
        mine[...] = other


def wipe(group: Any) -> None:
    """Set every byte of a group to zero."""
    for entry in group:
        entry.view(np.uint8 if entry.dtype.names is None else np.int64)[...] = 0


def read_only(group: Any) -> Any:
    """The same memory, behind arrays that can't be written."""
    frozen = []
    for entry in group:
        entry = entry.view()
        entry.flags.writeable = False
        frozen.append(entry)
    return type(group)(*frozen)


def to_bytes(group: Any) -> bytes:
    """All bytes of a group in the order of its arrays: equal groups are equal bytes."""
    return b"".join(entry.tobytes() for entry in group)


def from_bytes(group: Any, data: bytes) -> None:
    """Fill a group from what `to_bytes` made."""
    start = 0
    for entry in group:
        flat = np.frombuffer(data, entry.dtype, entry.size, start)
        entry[...] = flat.reshape(entry.shape)
        start += entry.nbytes


def digest(group: Any) -> str:
    """Sixteen hex digits that stand for a group's bytes."""
    return hashlib.blake2b(to_bytes(group), digest_size=8).hexdigest()


class Rows(NamedTuple):
    """Functions over one group's arrays for kernels, where a tuple's fields must be named one by one."""

    take: Callable[..., Any]  # (batch, number) → the group in that row
    span: Callable[..., Any]  # (batch, first, end) → the rows from first to end − 1, as a group
    store: Callable[..., Any]  # (batch, number, group): writes the group into that row
    move: Callable[..., Any]  # (group, number, source, place): copies that row of `source` into row `number`
    wipe: Callable[..., Any]  # (group, number): sets that row to zero
    empty: Callable[..., Any]  # (group, number): the same for a row whose lists are zero beyond their counts
    clear: Callable[..., Any]  # (group): sets all of it to zero


def rows_of(group: Any) -> Rows:
    """The row functions for groups of this kind, compiled unless the house runs plain."""
    rows = plain_rows_of(group)
    if not COMPILED:
        return rows
    return Rows(*(compiled_row(function) for function in rows))


def plain_rows_of(group: Any) -> Rows:
    """The row functions for groups of this kind, in plain Python."""
    kind: Any = type(group)
    records = tuple(entry.dtype.names is not None for entry in group)
    heads = group.head.dtype.names if "head" in group._fields else ()
    return make_rows(kind, records, tuple(f"{name}_count" in heads for name in group._fields))


@functools.cache
def make_rows(kind: Any, records: tuple[bool, ...], counted: tuple[bool, ...]) -> Rows:
    """Write out the row functions of a named tuple as Python source, and run it."""
    # Each line is written once per array; {words} makes records the int64 that they consist of.
    bodies = {
        "store(batch, number, group)": "copy_flat(batch.{name}[number]{words}, group.{name}{words})",
        "move(group, number, source, place)": (
            "copy_flat(group.{name}[number : number + 1]{words}, source.{name}[place : place + 1]{words})"
        ),
        "wipe(group, number)": "group.{name}[number : number + 1]{words}[:] = 0",
        "clear(group)": "group.{name}{words}[:] = 0",
    }
    arrays = list(zip(kind._fields, (".view(int64)" if record else "" for record in records), strict=True))
    lines = [
        "def take(batch, number):",
        f"    return Group({', '.join(f'batch.{name}[number]' for name in kind._fields)})",
        "def span(batch, first, end):",
        f"    return Group({', '.join(f'batch.{name}[first:end]' for name in kind._fields)})",
    ]
    for signature, line in bodies.items():
        lines.append(f"def {signature}:")
        lines.extend(f"    {line.format(name=name, words=words)}" for name, words in arrays)
    lines.append("def empty(group, number):")
    for (name, words), is_list in zip(arrays, counted, strict=True):
        if is_list:
            lines.append(f"    count = group.head[number]['{name}_count']")
            lines.append(f"    group.{name}[number][:count]{words}[:] = 0")
    # The head comes last: until then it says how long the lists are.
    for (name, words), is_list in sorted(
        zip(arrays, counted, strict=True), key=lambda entry: entry[0][0] == "head"
    ):
        if not is_list:
            lines.append(f"    group.{name}[number : number + 1]{words}[:] = 0")
    made: dict[str, Any] = {"Group": kind, "int64": np.int64, "copy_flat": copy_flat}
    exec("\n".join(lines), made)
    return Rows(*(made[name] for name in Rows._fields))


@kernel
def copy_flat(target: Any, source: Any) -> None:
    """Copy an array entry by entry: to assign it whole, Numba would make room for a third."""
    copied = target.reshape(-1)
    entries = source.reshape(-1)
    for place in range(copied.shape[0]):
        copied[place] = entries[place]


@functools.cache
def compiled_row(function: Callable[..., Any]) -> Any:
    """A row function for kernels; they take it into their own machine code, so it needs no cache."""
    return compile_kernel(function, None)
