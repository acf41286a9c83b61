"""Drawing: a board, and what stands beside it, on an image. Imported late, for Pillow's sake."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from kittycorner.core.forms.board import Board, Layer, Piece, map_title

Color = tuple[int, int, int]
Words = dict[tuple[int, int], tuple[str, Color | None]]  # cell → what is written there, and its disc's colour

PAPER: Color = (246, 244, 239)
CELL: Color = (255, 254, 251)
INK: Color = (45, 52, 60)
MUTED: Color = (133, 138, 146)
WALL: Color = (92, 102, 113)
LIGHT: Color = (252, 250, 245)
DARK: Color = (58, 64, 72)

# What lies on the ground, then what the state or the view lays on top of it.
GROUND_TINTS: Sequence[Color] = ((170, 196, 156), (214, 199, 160), (166, 188, 210), (216, 178, 170))
TINTS: Sequence[Color] = (
    (240, 196, 90), (196, 178, 226), (136, 204, 194), (240, 164, 142), (158, 198, 238), (184, 204, 122),
)  # fmt: skip
SIDES: Sequence[Color] = (
    (60, 112, 178), (200, 86, 62), (74, 142, 92), (124, 92, 168), (184, 134, 44), (44, 140, 142),
    (184, 86, 134), (110, 116, 126),
)  # fmt: skip
NAMED: dict[str, Color] = {
    "red": SIDES[1], "blue": SIDES[0], "green": SIDES[2], "purple": SIDES[3], "yellow": (226, 180, 58),
    "orange": (222, 132, 52), "pink": SIDES[6], "grey": SIDES[7], "white": LIGHT, "black": DARK,
}  # fmt: skip

LINE_SHADE = 0.9
WIDE, TALL = 560, 600  # the pixels that the maps fill, where their cells are neither too small nor too large
WIDE_OF_SEVERAL = 860
SMALLEST_CELL, LARGEST_CELL = 4, 52
MARGIN, GAP, RIM = 22, 26, 18  # around everything, between maps, for the numbers beside a map
PANEL = 260
END_LINES = 3  # of the sentence that says how it ended
TEXT_COLUMNS, TEXT_ROWS = 96, 40  # of a picture that is a text


@dataclass(frozen=True)
class Line:
    """A seat in the panel."""

    label: str
    name: str
    facts: str
    color: Color
    acts: bool


@dataclass(frozen=True)
class Panel:
    """What stands beside the maps."""

    title: str
    captions: Sequence[str]
    seats: Sequence[Line]
    sides: Sequence[str]
    points: Mapping[str, int]  # of each side; none where they aren't known
    end: str


def side_colors(sides: Sequence[str]) -> list[Color]:
    """A colour for each side: the one that it is called by, else the next that is free."""
    free = [color for color in SIDES if color not in [NAMED.get(side) for side in sides]]
    return [NAMED.get(side) or free[number % len(free)] for number, side in enumerate(sides)]


# Text


@functools.cache
def font(size: int) -> Any:
    return ImageFont.load_default(size)


def plain_signs(text: str) -> str:
    """Text with what the built-in font has: letters without accents, plain dashes."""
    plain = unicodedata.normalize("NFKD", text.replace("–", "-").replace("−", "-").replace("×", "x"))
    signs = (sign for sign in plain if not unicodedata.combining(sign))
    return "".join(sign if sign.isascii() or sign in "…·’" else "?" for sign in signs)


def fitted(text: str, size: int, width: int) -> str:
    """The text, cut to a width."""
    text = plain_signs(text)
    if font(size).getlength(text) <= width:
        return text
    while text and font(size).getlength(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: int, width: int) -> list[str]:
    """The text in lines of a width."""
    lines = [""]
    for word in plain_signs(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if font(size).getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fitted(line, size, width) for line in lines if line]


def mixed(color: Color, other: Color, share: float) -> Color:
    """Between two colours; `share` of the first."""
    red, green, blue = (round(one * share + two * (1 - share)) for one, two in zip(color, other))
    return (red, green, blue)


def ink_on(color: Color) -> Color:
    """Light or dark, whichever is read better on a colour."""
    red, green, blue = color
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else LIGHT


# Discs


@functools.cache
def disc(size: int, color: Color, hollow: bool) -> Image.Image:
    """A disc with a rim, its edge smooth: drawn large and made small."""
    large = 4 * size
    rim = max(4, large // 14)
    image = Image.new("RGBA", (large, large), (*mixed(color, CELL, 0.5), 0))
    draw = ImageDraw.Draw(image)
    inside = mixed(color, CELL, 0.12) if hollow else color
    edge = mixed(color, DARK, 0.72) if not hollow else color
    draw.ellipse((0, 0, large - 1, large - 1), fill=(*edge, 255))
    draw.ellipse((rim, rim, large - 1 - rim, large - 1 - rim), fill=(*inside, 255))
    return image.resize((size, size), Image.Resampling.LANCZOS)


def put_disc(
    image: Image.Image, center: tuple[float, float], size: int, color: Color, label: str, hollow: bool
) -> None:
    """A disc with a label, around a point."""
    x, y = round(center[0] - size / 2), round(center[1] - size / 2)
    sprite = disc(size, color, hollow)
    image.paste(sprite, (x, y), sprite)
    ink = mixed(color, DARK, 0.8) if hollow else ink_on(color)
    put_label(
        image,
        (x + size / 2, y + size / 2),
        label,
        round(size * (0.56, 0.5, 0.4)[min(len(label), 3) - 1]),
        ink,
    )


def put_label(image: Image.Image, center: tuple[float, float], text: str, size: int, color: Color) -> None:
    """A sign or two in the middle of something, if they can be read there."""
    if size >= 7 and text:
        # By its own height, not the font's, so that a digit stands in the middle.
        ImageDraw.Draw(image).text(center, plain_signs(text), color, font(size), anchor="mm")


# The maps


def cell_size(board: Board) -> int:
    """The pixels of a cell: the same for every picture of a match."""
    rows, columns = grid_of(board)
    wide = WIDE if columns == 1 else WIDE_OF_SEVERAL
    fitting = min(wide // (columns * board.shape[1]), TALL // (rows * board.shape[0]))
    return max(SMALLEST_CELL, min(LARGEST_CELL, fitting))


def grid_of(board: Board) -> tuple[int, int]:
    """How several maps are laid out: rows and columns of maps."""
    columns = board.maps[-1] if board.maps else 1
    return board.map_count // columns, columns


def draw_board(board: Board, panel: Panel, colors: Sequence[Color]) -> Image.Image:
    """The picture of a board; `colors` are the seats'."""
    cell = cell_size(board)
    rows, columns = grid_of(board)
    title = 16 if board.map_count > 1 else 0
    width, height = board.shape[1] * cell + RIM, board.shape[0] * cell + RIM + title
    left = columns * width + (columns - 1) * GAP
    tall = max(rows * height + (rows - 1) * GAP, panel_height(panel))
    image = Image.new("RGB", (left + PANEL + 3 * MARGIN, tall + 2 * MARGIN), PAPER)
    for number in range(board.map_count):
        row, column = divmod(number, columns)
        x, y = MARGIN + column * (width + GAP), MARGIN + row * (height + GAP)
        if title:
            text = fitted(map_title(board, number), 13, width)
            ImageDraw.Draw(image).text((x + RIM, y), text, MUTED, font(13))
        draw_map(image, (x + RIM, y + title + RIM), cell, board, number, colors)
    draw_panel(image, left + 2 * MARGIN, panel)
    return image


def draw_map(
    image: Image.Image, corner: tuple[int, int], cell: int, board: Board, number: int, colors: Sequence[Color]
) -> None:
    """One map, with the numbers of its columns and rows."""
    rows, columns = board.shape
    tints, words = tint_cells(board, number)
    pixels = tints.repeat(cell, axis=0).repeat(cell, axis=1)
    if cell >= 7:
        # A line is a shade of what it crosses.
        pixels[::cell] = pixels[::cell] * LINE_SHADE
        pixels[:, ::cell] = pixels[:, ::cell] * LINE_SHADE
    image.paste(Image.fromarray(pixels), corner)
    draw = ImageDraw.Draw(image)
    left, top = corner
    right, bottom = left + columns * cell, top + rows * cell
    draw.rectangle((left - 1, top - 1, right, bottom), outline=mixed(WALL, PAPER, 0.5))
    every = 1 if cell >= 20 else 5 if cell >= 6 else 10
    for x in range(0, columns, every):
        put_label(image, (left + (x + 0.5) * cell, top - 10), str(x), 11, MUTED)
    for y in range(0, rows, every):
        draw.text((left - 6, top + (y + 0.5) * cell), str(y), MUTED, font(11), anchor="rm")
    for (x, y), (word, ink) in words.items():
        center = (left + (x + 0.5) * cell, top + (y + 0.5) * cell)
        if ink is None:
            put_label(image, center, word, round(cell * (0.46 if len(word) == 1 else 0.38)), INK)
        else:
            put_disc(image, center, round(cell * 0.78), ink, word, hollow=False)
    for (x, y), pieces in board.on_map(number).items():
        put_pieces(image, (left + x * cell, top + y * cell), cell, pieces, colors)


def tint_cells(board: Board, number: int) -> tuple[np.ndarray, Words]:
    """The colour of every cell, and what is written in some; letters that are pieces have a disc's colour."""
    tints = np.full((*board.shape, 3), CELL, np.uint8)
    words: Words = {}
    ground, above = 0, 0
    for layer in board.layers:
        if layer.of_ground:
            tint = GROUND_TINTS[ground % len(GROUND_TINTS)]
            ground += 1
        else:
            tint = TINTS[above % len(TINTS)]
            above += 1
        tint_layer(layer, number, tint, tints, words)
    for (x, y), pieces in board.on_map(number).items():
        for piece in pieces:
            if piece.mark is not None:
                tints[y, x] = strength(TINTS[(above + piece.kind) % len(TINTS)], piece.mark)
    return tints, words


def tint_layer(layer: Layer, number: int, tint: Color, tints: np.ndarray, words: Words) -> None:
    """Lay one array over the cells."""
    values = layer.values[number]
    for value in np.unique(values).tolist():
        word = layer.word(value)
        if not word:
            continue
        there = values == value
        cells = [(int(x), int(y)) for y, x in np.argwhere(there)]
        if layer.two_camps and word.isalpha():
            camp = LIGHT if word.isupper() else DARK
            words.update({cell: (word.upper(), camp) for cell in cells})
        elif word == "#" or (layer.of_ground and word == "1"):
            tints[there] = WALL if word == "#" else tint
            for cell in cells:
                words.pop(cell, None)
        else:
            tints[there] = worded_tint(tint, value) if layer.words else strength(tint, value)
            words.update(dict.fromkeys(cells, (word, None)))


def worded_tint(tint: Color, value: int) -> Color:
    """A tint per word: the layer's own, then the others."""
    place = TINTS.index(tint) if tint in TINTS else 0
    return tint if value == 1 else TINTS[(place + value - 1) % len(TINTS)]


def strength(tint: Color, value: int) -> Color:
    """A tint that grows with an amount, by less and less."""
    return mixed(tint, CELL, 1 - 0.62 ** max(1, abs(value)))


def put_pieces(
    image: Image.Image, corner: tuple[int, int], cell: int, pieces: Iterable[Piece], colors: Sequence[Color]
) -> None:
    """The pieces on one cell: one fills it, up to four share it."""
    shown = list(pieces)[:4]
    size = round(cell * (0.8 if len(shown) == 1 else 0.56 if len(shown) == 2 else 0.48))
    places = {1: [(0.5, 0.5)], 2: [(0.31, 0.31), (0.69, 0.69)]}.get(
        len(shown), [(0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)]
    )
    for piece, (x, y) in zip(shown, places):
        center = (corner[0] + x * cell, corner[1] + y * cell)
        if piece.mark is not None:
            put_label(
                image, center, piece.label, round(cell * (0.46 if len(piece.label) == 1 else 0.38)), INK
            )
        else:
            whose = piece.owner if piece.seat is None else piece.seat
            color = TINTS[piece.kind % len(TINTS)] if whose is None else colors[whose]
            put_disc(image, center, max(size, 3), color, piece.label, piece.special)


# Beside the maps


def row_height(panel: Panel) -> int:
    seats = len(panel.seats)
    return 26 if seats <= 10 else 22 if seats <= 16 else 18


def panel_height(panel: Panel) -> int:
    """Room for everything, the sentence at the end included, whether it is there yet or not."""
    rows = row_height(panel) * len(panel.seats) + 22 * len(panel.sides)
    return 80 + 18 * len(panel.captions) + rows + END_LINES * 20


def draw_panel(image: Image.Image, left: int, panel: Panel) -> None:
    """Title, step, who sits there, the points, and how it ended."""
    draw = ImageDraw.Draw(image)
    y = MARGIN + RIM - 6
    draw.text((left, y), fitted(panel.title, 24, PANEL), INK, font(24))
    y += 38
    for text in panel.captions:
        draw.text((left, y), fitted(text, 14, PANEL), MUTED, font(14))
        y += 18
    y += 16
    height = row_height(panel)
    size = min(22, height - 2)
    for line in panel.seats:
        middle = y + height / 2
        if line.acts:
            wash = mixed(line.color, PAPER, 0.14)
            draw.rounded_rectangle((left - 8, y + 1, left + PANEL, y + height - 2), 6, wash)
        put_disc(image, (left + size / 2, middle), size, line.color, line.label, hollow=False)
        name = fitted(line.name, 15, PANEL - size - 14)
        draw.text((left + size + 9, middle), name, INK, font(15), anchor="lm")
        after = left + size + 19 + round(font(15).getlength(name))
        facts = fitted(line.facts, 13, left + PANEL - 6 - after)
        draw.text((left + PANEL - 6, middle), facts, MUTED, font(13), anchor="rm")
        y += height
    y += 14
    for side in panel.sides:
        if side in panel.points:
            draw.text((left, y), fitted(side, 15, PANEL - 60), MUTED, font(15))
            draw.text((left + PANEL - 6, y), str(panel.points[side]), INK, font(15), anchor="ra")
        y += 22
    y += 10
    for text in wrapped(panel.end, 15, PANEL)[:END_LINES]:
        draw.text((left, y), text, INK, font(15))
        y += 20


# A game without a map


def draw_text(text: str) -> Image.Image:
    """A text in rows, every sign as wide as the others; always of one size."""
    advance, line = 8, 18
    image = Image.new("RGB", (TEXT_COLUMNS * advance + 2 * MARGIN, TEXT_ROWS * line + 2 * MARGIN), PAPER)
    draw = ImageDraw.Draw(image)
    rows = [row for long in text.splitlines() for row in (cut_row(long) or [""])]
    for number, row in enumerate(rows[:TEXT_ROWS]):
        for column, sign in enumerate(plain_signs(row)):
            if sign != " ":
                middle = MARGIN + (column + 0.5) * advance
                draw.text((middle, MARGIN + number * line), sign, INK, font(13), anchor="ma")
    return image


def cut_row(row: str) -> list[str]:
    return [row[start : start + TEXT_COLUMNS] for start in range(0, len(row), TEXT_COLUMNS)]


# Films


def palette_for(image: Image.Image) -> Image.Image:
    """Colours for a film that begins with this picture: its own, the house's, and some of every kind."""
    house = (PAPER, CELL, INK, MUTED, WALL, *GROUND_TINTS, *TINTS, *SIDES)
    own = image.convert("RGB").quantize(128).getpalette() or []
    levels = [(red, green, blue) for red in range(4) for green in range(6) for blue in range(4)]
    others = [value for red, green, blue in levels for value in (red * 85, green * 51, blue * 85)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*own[: 3 * 128], *(value for color in house for value in color), *others])
    return palette


def in_colors(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The picture in the colours of a palette."""
    return image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
