"""Picture: a match as an image, as the host or as a seat sees it.

The plain form draws the board that `board` reads from the layout, with step, seats and points beside it; a
game without a map is set in rows of text. All pictures of a match have one size, so that they make a film.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kittycorner.core.files import write_whole
from kittycorner.core.forms.board import board_of, caption, captions, seat_label, text_of
from kittycorner.core.sentences import say_outcome

if TYPE_CHECKING:
    from PIL.Image import Image

    from kittycorner.core.forms.drawing import Panel
    from kittycorner.core.game import Game
    from kittycorner.core.match import Match


class Picture:
    """The pictures of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def image(self, match: Match, seat: str | None = None) -> Image:
        """The match as it stands: all of it for the host, or what a seat (or `spectator`) may know."""
        from kittycorner.core.forms import drawing

        board = board_of(match, seat)
        if board is None:
            return drawing.draw_text(f"{caption(match, seat)}\n\n{text_of(match, seat)}")
        colors = drawing.side_colors(self.game.sides)
        of_seats = [colors[side] for side in self.game.side_of_seat]
        facts = [board.facts_of(number) for number in range(self.game.seats)]
        return drawing.draw_board(board, self.panel(match, seat, facts, of_seats), of_seats)

    def panel(self, match: Match, seat: str | None, facts: list[str], colors: list[Any]) -> Panel:
        """What stands beside the board: nothing that the seat may not know."""
        from kittycorner.core.forms.drawing import Line, Panel

        lines = [
            Line(
                seat_label(self.game, number),
                name,
                facts[number],
                colors[number],
                acts=name in match.to_act and seat in (None, name),
            )
            for number, name in enumerate(match.seats)
        ]
        outcome = match.outcome
        points = match.points if seat is None or outcome else {}
        end = say_outcome(self.game, outcome) if outcome else ""
        return Panel(self.game.name, captions(match, seat), lines, self.game.sides, points, end)

    def png(self, match: Match, seat: str | None = None) -> bytes:
        """The picture as the bytes of a PNG file."""
        return png_bytes(self.image(match, seat))


def png_bytes(image: Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def save_png(image: Image, path: str | Path) -> None:
    """Write a picture as a PNG file."""
    write_whole(path, png_bytes(image))


def save_gif(images: Iterable[Image], path: str | Path, seconds: float = 0.4) -> None:
    """Write pictures as a film, a frame each; the last stays three times as long."""
    from kittycorner.core.forms.drawing import in_colors, palette_for

    frames: list[Image] = []
    palette: Image | None = None
    for image in images:
        # One palette for all: a film whose frames each have their own is twice as large, and flickers.
        palette = palette or palette_for(image)
        frames.append(in_colors(image, palette))
    times = [round(seconds * 1000)] * (len(frames) - 1) + [round(3 * seconds * 1000)]
    stream = io.BytesIO()
    frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    write_whole(path, stream.getvalue())
