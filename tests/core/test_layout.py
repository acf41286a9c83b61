"""Layout: groups of arrays are allocated, copied, told apart and handled row by row."""

import dataclasses
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kittycorner.core.errors import HouseError
from kittycorner.core.game import Game
from kittycorner.core.kernel import compile_kernel, is_kernel
from kittycorner.core.layout import (
    Head,
    Rows,
    allocate,
    array,
    assign,
    copy,
    copy_flat,
    digest,
    from_bytes,
    plain_rows_of,
    read_only,
    record,
    rows_of,
    to_bytes,
    wipe,
)
from kittycorner.core.registry import rules_of

HEAD = np.dtype([("turn", np.int64), ("purse", np.int64, 2)])


class Group(NamedTuple):
    head: np.ndarray
    board: np.ndarray
    rows: np.ndarray


LAYOUT = Group(array(HEAD, 1), array(np.int8, 2, 3), array(HEAD, 4))


def noisy(seed: int, *lead: int) -> Group:
    """A group of numbers that stand for something."""
    group = allocate(LAYOUT, *lead)
    from_bytes(group, np.random.default_rng(seed).bytes(len(to_bytes(group))))
    return group


def test_allocate_makes_zeros_with_leading_axes() -> None:
    """A batch is the same arrays with one more axis, all zero."""
    single, batch = allocate(LAYOUT), allocate(LAYOUT, 5)
    assert [entry.shape for entry in single] == [(1,), (2, 3), (4,)]
    assert [entry.shape for entry in batch] == [(5, 1), (5, 2, 3), (5, 4)]
    assert [entry.dtype for entry in batch] == [HEAD, np.int8, HEAD]
    assert not any(to_bytes(batch))


def test_a_record_is_int64_but_for_what_is_told() -> None:
    """Names make int64 fields; after them stand the fields that hold records or lists."""
    actor = record("x", "y")
    assert actor == np.dtype([("x", np.int64), ("y", np.int64)])
    told = record("turn", actors=(actor, 2), map=(np.int64, (2, 3)))
    assert told == np.dtype([("turn", np.int64), ("actors", actor, 2), ("map", np.int64, (2, 3))])


@given(st.integers(0, 2**32))
def test_bytes_and_back(seed: int) -> None:
    """Equal groups are equal bytes, and a group can be filled from them."""
    group, other = noisy(seed), allocate(LAYOUT)
    assert digest(group) != digest(other)
    from_bytes(other, to_bytes(group))
    assert to_bytes(other) == to_bytes(group)
    assert digest(other) == digest(group)
    other.board[1, 2] ^= 1
    assert digest(other) != digest(group)


def test_bytes_of_an_empty_array_are_none() -> None:
    """An array without entries takes no bytes, wherever in the group it stands."""
    for layout in (Group(array(HEAD, 1), array(np.int8, 2, 0), array(HEAD, 0)), Head(array(HEAD, 1))):
        group = allocate(layout)
        group.head[0]["turn"] = 7
        other = allocate(layout)
        from_bytes(other, to_bytes(group))
        assert other.head[0]["turn"] == 7
        wipe(other)
        assert not any(to_bytes(other))


def test_copy_shares_nothing() -> None:
    """A copy is another group of the same kind."""
    group = noisy(1)
    other = copy(group)
    assert type(other) is Group
    assert to_bytes(other) == to_bytes(group)
    wipe(other)
    assert not any(to_bytes(other))
    assert any(to_bytes(group))


def test_assign_writes_into_the_same_memory() -> None:
    """The arrays stay the same, what is in them changes."""
    group, other = noisy(1), noisy(2)
    board = group.board
    assign(group, other)
    assert group.board is board
    assert to_bytes(group) == to_bytes(other)


def test_read_only_is_a_window_that_cannot_be_written() -> None:
    """It shows what happens in the memory behind it."""
    group = noisy(3)
    window = read_only(group)
    with pytest.raises(ValueError, match="read-only"):
        window.board[0, 0] = 1
    group.board[0, 0] = 77
    assert window.board[0, 0] == 77
    assert group.board.flags.writeable


@pytest.fixture(params=["as kernels call them", "plain"])
def rows(request: pytest.FixtureRequest) -> Rows:
    """The row functions of the group, in both ways they are used."""
    return plain_rows_of(LAYOUT) if request.param == "plain" else rows_of(LAYOUT)


def row_bytes(batch: Group, number: int) -> bytes:
    return b"".join(entry[number].tobytes() for entry in batch)


def test_take_and_store_hand_a_row_on(rows: Rows) -> None:
    """`take` is the group in a row; `store` writes a group into its row, and nothing else."""
    take, store = rows.take, rows.store

    def hand_on(target: Any, number: int, source: Any, place: int) -> None:
        store(target, number, take(source, place))

    batch, source = noisy(1, 3), noisy(2, 4)
    before = copy(batch)
    (compile_kernel(hand_on, None) if is_kernel(take) else hand_on)(batch, 1, source, 3)
    assert [row_bytes(batch, row) for row in range(3)] == [
        row_bytes(before, 0), row_bytes(source, 3), row_bytes(before, 2),
    ]  # fmt: skip


def test_span_is_a_window_on_neighbours(rows: Rows) -> None:
    """What is written into `span` stands in the rows from first to end − 1."""
    span, clear = rows.span, rows.clear

    def clear_some(batch: Any, first: int, end: int) -> None:
        clear(span(batch, first, end))

    batch = noisy(1, 5)
    before = copy(batch)
    (compile_kernel(clear_some, None) if is_kernel(span) else clear_some)(batch, 1, 3)
    assert [any(row_bytes(batch, row)) for row in range(5)] == [True, False, False, True, True]
    assert row_bytes(batch, 3) == row_bytes(before, 3)


def test_move_copies_a_row(rows: Rows) -> None:
    """`move` copies a row of one batch into a row of another."""
    batch, source = noisy(1, 3), noisy(2, 4)
    before = copy(batch)
    rows.move(batch, 0, source, 3)
    assert row_bytes(batch, 0) == row_bytes(source, 3)
    assert row_bytes(batch, 1) == row_bytes(before, 1)


def test_wipe_sets_one_row_to_zero(rows: Rows) -> None:
    """`wipe` sets one row to zero, `clear` all of them."""
    batch = noisy(1, 3)
    before = copy(batch)
    rows.wipe(batch, 1)
    assert not any(row_bytes(batch, 1))
    assert [row_bytes(batch, row) for row in (0, 2)] == [row_bytes(before, row) for row in (0, 2)]
    rows.clear(batch)
    assert not any(to_bytes(batch))


def test_copy_flat_copies_arrays_of_any_shape() -> None:
    """Numbers and records, of one axis or more."""
    for source in (noisy(1).board, noisy(2).rows, noisy(3, 2).board):
        target = np.zeros_like(source)
        copy_flat(target, source)
        assert target.tobytes() == source.tobytes()


def broken(**changed: Any) -> Game:
    """Coin hunt with another layout."""
    rules = rules_of("coin-hunt")
    config = rules.config()
    layout = dataclasses.replace(rules.layout(config), **changed)
    return Game(dataclasses.replace(rules, layout=lambda _: layout), config)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"action": Head(array(np.dtype([("step", np.int64)])))}, "refusal"),
        ({"memory": Head(array(HEAD))}, "notes"),
        ({"view": Head(array(np.dtype([("turn", np.int64), ("sign", np.int8)])))}, "head"),
        ({"state": Head(array(np.dtype([("step", np.int64)]), 1))}, "step"),
        ({"view": Head(array(np.dtype([("events", np.int64)])))}, "events"),
        ({"state": Group(array(HEAD, 1), array(np.int8, 2), array(HEAD, 1)), "facts": ("board",)}, "board"),
    ],
    ids=["no refusal", "no notes", "odd bytes", "a word of the house", "in a view too", "one name twice"],
)
def test_a_layout_that_breaks_the_contract_is_told_at_once(changed: Any, said: str) -> None:
    """What the house relies on is checked when a game is loaded."""
    with pytest.raises(HouseError, match=said):
        broken(**changed)
