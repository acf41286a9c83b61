"""Watching a match in the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.console import Console
from rich.live import Live
from rich.text import Text

from kittycorner.core.match import Match
from kittycorner.core.sentences import say, say_event

PAUSE = 0.12  # seconds that a board stands


def watch(match: Match, steps: int | None, after_step: Callable[[], None]) -> None:
    """Play on, and show the board after every step."""
    # The terminal's own colours, and no guesses at what in a board may be a number or a path.
    with Live(picture(match), console=Console(highlight=False), auto_refresh=False) as live:

        def show() -> None:
            after_step()
            live.update(picture(match), refresh=True)
            time.sleep(PAUSE)

        live.refresh()
        match.run(steps=steps, after_step=show)


def picture(match: Match) -> Text:
    """The board, and what the last step told."""
    log = match.log
    events = log.told(match.game, log.entries[-1].events, None) if log.entries else []
    lines = [say("play.heading", game=match.game.name, seed=match.seed, step=match.number), ""]
    lines.append(match.game.notation.draw_board(match).rstrip("\n"))
    lines.extend(say_event(match.game, event) for event in events)
    return Text("\n".join(lines), no_wrap=True)
