"""The page that builds a game shows the tested game, all of it and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_LINES = 150


def code_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_page_shows_the_game_line_by_line():
    page = (ROOT / "docs/how-to/make-a-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    game = (ROOT / "examples/coin_hunt/coin_hunt/game.py").read_text(encoding="utf-8")
    assert code_lines("\n".join(blocks)) == code_lines(game)


def test_the_page_shows_the_project_file():
    page = (ROOT / "docs/how-to/make-a-game.md").read_text(encoding="utf-8")
    shown = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert shown == [(ROOT / "examples/coin_hunt/pyproject.toml").read_text(encoding="utf-8")]


def test_a_whole_game_fits_on_a_hundred_and_fifty_lines():
    game = (ROOT / "examples/coin_hunt/coin_hunt/game.py").read_text(encoding="utf-8")
    assert len(game.splitlines()) <= MOST_LINES
