"""Board: what of a match can be drawn on cells, read from its layout; and the board as text for a terminal.

Numeric arrays of two axes (or more: then there are several maps) are maps. Records with fields `x` and `y`,
or `cell`, stand on them: those of a seat as pieces; others with one more field as marks of that value, else
as pieces with a number. A seat's board is read from its view and the ground's facts alone, never from the
state.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core.forms.notation import plain_words
from kittycorner.core.sentences import say, say_outcome, say_points, shortened

if TYPE_CHECKING:
    from kittycorner.core.game import Game
    from kittycorner.core.match import Match

MOST_MAPS = 8  # arrays of more maps than this are histories, not boards
NOTHING_THERE = (".", " ", "_", "-", "empty", "floor", "free", "none", "nothing")
WALLS = ("#", "wall")


@dataclass(frozen=True)
class Layer:
    """One array over all maps."""

    name: str
    of_ground: bool
    values: np.ndarray  # [map, y, x]
    words: Sequence[str]

    def word(self, value: int) -> str:
        """What stands in a cell, in a sign or two; nothing where nothing is there."""
        word = self.words[value] if 0 <= value < len(self.words) else str(value)
        if word in WALLS:
            return "#"
        if word in NOTHING_THERE or value == 0:
            return ""
        return word if len(word) <= 2 or word.lstrip("-").isdigit() else word[0]

    @property
    def two_camps(self) -> bool:
        """Whether its letters come in both cases: pieces of two camps."""
        letters = {word for word in self.words if len(word) == 1 and word.isalpha()}
        return any(letter.isupper() and letter.lower() in letters for letter in letters)


@dataclass(frozen=True)
class Piece:
    """A record that stands on a cell."""

    kind: int  # which of the groups that belong to no seat it is in
    x: int
    y: int
    map: int | None  # which map; `None` when nothing says it
    label: str
    seat: int | None
    owner: int | None  # the seat that its word names, in the first field that can name one
    mark: int | None  # the value of a mark; `None` for a piece
    special: bool  # it is a seat's, and one of its words isn't the first: a runner that was captured
    facts: Mapping[str, Any]  # its other fields, what is zero left out


@dataclass(frozen=True)
class Board:
    """What can be drawn of a match, for the host or as a seat sees it."""

    shape: tuple[int, int]  # rows, columns
    maps: tuple[int, ...]  # the axes before rows and columns
    layers: Sequence[Layer]
    pieces: Sequence[Piece]

    @property
    def map_count(self) -> int:
        return math.prod(self.maps)

    def on_map(self, number: int) -> dict[tuple[int, int], list[Piece]]:
        """Cell (x, y) → the pieces there, those that are as usual first."""
        there: dict[tuple[int, int], list[Piece]] = {}
        for piece in sorted(self.pieces, key=lambda piece: piece.special):
            if piece.map == number and 0 <= piece.x < self.shape[1] and 0 <= piece.y < self.shape[0]:
                there.setdefault((piece.x, piece.y), []).append(piece)
        return there

    def facts_of(self, seat: int) -> str:
        """What is known of a seat's pieces beside where they stand."""
        return ", ".join(
            plain_words(piece.facts) for piece in self.pieces if piece.seat == seat and piece.facts
        )


def board_of(match: Match, seat: str | None = None) -> Board | None:
    """The board of a match, for the host or as a seat may see it; `None` for a game without a map."""
    game = match.game
    shape = map_shape(game)
    if shape is None:
        return None
    if seat is None:
        group, owner = match.state, None if game.seats > 1 else 0
    else:
        group, owner = match.view(seat).row, match.number_of(seat)
    parts = dict(parts_of(group, seat is not None))
    facts = {name: getattr(match.desk.ground, name) for name in game.layout.facts}
    maps, layers = read_layers(game, shape, facts, parts)
    return Board(shape, maps, layers, list(read_pieces(game, parts, owner, math.prod(maps))))


def map_shape(game: Game) -> tuple[int, int] | None:
    """Rows and columns of the maps: of the ground's widest, else of the state's, else of a view's."""
    layout = game.layout
    for arrays in ([getattr(layout.ground, name) for name in layout.facts], layout.state, layout.view):
        shapes = [entry.shape[-2:] for entry in arrays if is_map(entry)]
        if shapes:
            rows, columns = max(shapes, key=math.prod)
            return rows, columns
    return size_of(game) if any(stands(entry.dtype) for entry in layout.state) else None


def size_of(game: Game) -> tuple[int, int] | None:
    """Rows and columns of a map that no array holds, as the config says them."""
    config = game.config
    width = getattr(config, "width", None) or getattr(config, "size", None)
    height = getattr(config, "height", None) or width
    return (height, width) if isinstance(width, int) and isinstance(height, int) else None


def stands(kind: np.dtype[Any]) -> bool:
    """Whether records of this type stand on a cell, or hold records that do."""
    return stands_itself(kind) or any(stands(kind[name].base) for name in kind.names or ())


def stands_itself(kind: np.dtype[Any]) -> bool:
    return {"x", "y"} <= set(kind.names or ()) or "cell" in (kind.names or ())


def is_map(entry: Any) -> bool:
    """Whether an array holds a map, or a few of them; one of two columns is a list of pairs."""
    axes = entry.shape
    if entry.dtype.names is not None or len(axes) < 2 or min(axes[-2:]) < 3:
        return False
    return bool(math.prod(axes[:-2]) <= MOST_MAPS)


def parts_of(group: Any, one_row: bool) -> Iterator[tuple[str, Any]]:
    """The arrays and fields of a group by name, lists cut to their counts; of a view its one row."""
    fields: dict[str, Any] = {}
    if "head" in group._fields:
        head = group.head[0]
        fields = {name: head[name] for name in head.dtype.names}
        yield from fields.items()
    for name, entry in zip(group._fields, group, strict=True):
        if name not in ("head", "spare"):
            entry = entry[0] if one_row else entry
            yield name, entry[: int(fields.get(f"{name}_count", len(entry)))]


def read_layers(
    game: Game, shape: tuple[int, int], facts: Mapping[str, Any], parts: Mapping[str, Any]
) -> tuple[tuple[int, ...], list[Layer]]:
    """The maps that there are, the ground's below; arrays of one map lie under each of several."""
    found = [
        (name, of_ground, entry)
        for of_ground, named in ((True, facts), (False, parts))
        for name, entry in named.items()
        if is_map(entry) and entry.shape[-2:] == shape
    ]
    maps = max((entry.shape[:-2] for _, _, entry in found), key=len, default=())
    layers = []
    for name, of_ground, entry in found:
        if entry.shape[:-2] == maps[len(maps) - entry.ndim + 2 :]:
            values = np.broadcast_to(entry, maps + shape).reshape(-1, *shape)
            layers.append(Layer(name, of_ground, values, game.rules.names.get(name, ())))
    return maps, layers


def read_pieces(game: Game, parts: Mapping[str, Any], owner: int | None, maps: int) -> Iterator[Piece]:
    """Every record that stands on a cell. Fields `x` and `y` of the head itself are the owner's."""
    if "x" in parts and "y" in parts and owner is not None and owner < game.seats:
        told = {name: parts[name] for name in parts if name in ("x", "y") or name in game.rules.names}
        own = {name: value for name, value in told.items() if np.ndim(value) == 0}
        yield read_piece(game, "", 0, 0, own, owner, map_number(parts, maps))
    kind = 0
    for group, entry in parts.items():
        if np.ndim(entry) != 1 or not (entry.dtype.names and stands_itself(entry.dtype)):
            continue
        seats = seats_of_group(game, group, f"{group}_count" in parts)
        for place, record in enumerate(entry[: len(seats)] if seats else entry):
            values = {name: record[name] for name in entry.dtype.names if np.ndim(record[name]) == 0}
            seat = seats[place] if seats else int(values.get("seat", -1))
            known = seat if 0 <= seat < game.seats else None
            yield read_piece(game, group, kind, place, values, known, map_number({**parts, **values}, maps))
        kind += 0 if seats else 1


def seats_of_group(game: Game, group: str, counted: bool) -> Sequence[int]:
    """The seats that the records of a group belong to: those of a side with its name, all, or none."""
    for side, seats in game.seats_of_side.items():
        if group in (side, f"{side}s"):
            return [game.seat_numbers[seat] for seat in seats]
    for arrays in (game.layout.state, game.layout.view):
        heads = arrays.head.dtype.fields if "head" in arrays._fields else {}
        # A head has room for the most seats that there can be; an array beside it, for those that there are.
        if group in heads and not counted and heads[group][0].shape[0] >= game.seats:
            return range(game.seats)
        if group in arrays._fields and getattr(arrays, group).shape == (game.seats,) and not counted:
            return range(game.seats)
    return ()


def map_number(values: Mapping[str, Any], maps: int) -> int | None:
    """Which of several maps something stands on: its field, or the head's, `board` or `level` says it."""
    if maps == 1:
        return 0
    for name in ("board", "level"):
        if name in values and np.ndim(values[name]) == 0:
            return int(values[name])
    return None


def read_piece(
    game: Game,
    group: str,
    kind: int,
    place: int,
    values: Mapping[str, Any],
    seat: int | None,
    on_map: int | None,
) -> Piece:
    """One record as a piece or a mark."""
    x, y = (values["x"], values["y"]) if "x" in values else game.cell_at(int(values["cell"]))
    rest = {name: int(value) for name, value in values.items() if name not in ("x", "y", "cell", "seat")}
    facts = {name: game.symbol(name, value) for name, value in rest.items() if value}
    special = seat is not None and any(name in game.rules.names for name in facts)
    owners = [name for name in rest if game.seat_numbers.keys() & set(game.rules.names.get(name, ()))]
    owner = game.seat_numbers.get(game.symbol(owners[0], rest[owners[0]])) if owners else None
    mark = None
    if seat is not None:
        label = seat_label(game, seat)
        label = label.lower() if special else label
    elif len(rest) == 1:
        mark = next(iter(rest.values()))
        label = str(next(iter(facts.values()), "0"))[:2]
    else:
        label = f"{group[:1]}{place}"
    return Piece(kind, int(x), int(y), on_map, label, seat, owner, mark, special, facts)


def seat_label(game: Game, seat: int) -> str:
    """A seat in a letter and its number: `R` for red, `K0` for killer-0."""
    base, _, number = game.seat_names[seat].rpartition("-")
    if not number.isdigit():
        base, number = game.seat_names[seat], ""
    bases = {name.rstrip("0123456789").rstrip("-") for name in game.seat_names}
    if sum(other[:1] == base[:1] for other in bases) > 1:
        return f"{base[:1].upper()}{seat}"
    return f"{base[:1].upper()}{number}"


# The board as text


def draw_board(match: Match, seat: str | None = None) -> str:
    """The board for a terminal: the maps, who is who, and a caption; as a seat, with the rest of its view."""
    board = board_of(match, seat)
    if board is None:
        return f"{text_of(match, seat)}{caption(match, seat)}\n"
    lines: list[str] = []
    for number in range(board.map_count):
        if board.map_count > 1:
            lines.append(map_title(board, number))
        lines.extend(draw_map(match.game, board, number))
    lines.append(caption(match, seat))
    lines.extend(
        f"  {seat_label(match.game, number):<3} {name}  {board.facts_of(number)}".rstrip()
        for number, name in enumerate(match.seats)
    )
    if seat is not None:
        lines.extend(draw_rest(match, seat))
    return "\n".join(lines) + "\n"


def text_of(match: Match, seat: str | None) -> str:
    """What there is to show of a game without a map: the position, or the seat's view."""
    return str(match) if seat is None else str(match.view(seat))


def map_title(board: Board, number: int) -> str:
    """Which of several maps it is: its place on each axis."""
    return ",".join(str(place) for place in np.unravel_index(number, board.maps))


def draw_map(game: Game, board: Board, number: int) -> list[str]:
    """The rows of one map."""
    rows = [["." for _ in range(board.shape[1])] for _ in range(board.shape[0])]
    for layer in board.layers:
        for y, x in np.ndindex(board.shape):
            rows[y][x] = layer.word(int(layer.values[number, y, x])) or rows[y][x]
    there = board.on_map(number)
    for (x, y), pieces in there.items():
        rows[y][x] = pieces[0].label
    labels = [seat_label(game, seat) for seat in range(game.seats)] + [piece.label for piece in board.pieces]
    width = max(len(word) for row in [*rows, labels] for word in row)
    # A plus in the gap between two cells says that more than one piece stands on the first.
    gaps = [
        ["+" if len(there.get((x, y), ())) > 1 else " " for x in range(len(rows[0]))]
        for y in range(len(rows))
    ]
    return [
        "".join(f"{word:<{width}}{gap}" for word, gap in zip(row, beside, strict=True)).rstrip()
        for row, beside in zip(rows, gaps, strict=True)
    ]


def captions(match: Match, seat: str | None) -> list[str]:
    """The step, and who sees it."""
    shown = [say("caption.step", step=match.number)]
    return shown if seat is None else [*shown, say("caption.seen", seat=seat)]


def caption(match: Match, seat: str | None) -> str:
    """The step, the points, and who is to act or how it ended; nothing that the seat may not know."""
    parts = captions(match, seat)
    outcome = match.outcome
    if outcome is not None:
        return " · ".join([*parts, say_outcome(match.game, outcome)])
    if seat is None:
        parts.append(say_points(match.points))
    to_act = [name for name in match.to_act if seat in (None, name)]
    if to_act:
        parts.append(say("caption.to-act", seats=", ".join(to_act)))
    return " · ".join(parts)


def draw_rest(match: Match, seat: str) -> Iterator[str]:
    """What of a view is neither on the maps nor in the lines of the seats."""
    shape = map_shape(match.game)
    view = match.view(seat)
    parts = dict(parts_of(view.row, True))
    for name, part in parts.items():
        drawn = name in ("x", "y") or stands_itself(part.dtype) or (is_map(part) and part.shape[-2:] == shape)
        if name in view and not drawn:
            yield shortened(f"  {name} {plain_words(view[name])}", 160)
