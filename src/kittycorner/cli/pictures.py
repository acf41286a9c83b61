"""Pictures of a match, as an animated GIF or as a folder of PNG files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kittycorner.core.forms.picture import save_gif, save_png
from kittycorner.core.match import Match


class Frames:
    """A picture of a match as it stands, each time `add` is called."""

    def __init__(self, gif: Path | None, png: Path | None) -> None:
        self.gif = gif
        self.png = png
        self.images: list[Any] = []

    def add(self, match: Match) -> None:
        self.images.append(match.game.picture.image(match))

    def write(self) -> None:
        """Write the files; the pictures of a folder are numbered from 0."""
        if self.gif:
            save_gif(self.images, self.gif)
        if self.png:
            for number, image in enumerate(self.images):
                save_png(image, self.png / f"step-{number:04}.png")
