"""`kc replay`: look at a replay, check it, and draw it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kittycorner.cli.command import Command
from kittycorner.cli.options import Json, Language

DIFFERENT = 1

app = typer.Typer(help="Look at a replay, check it, and draw it.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A replay that kc play --replay wrote.")]


@app.command(cls=Command)
def show(file: File, lang: Language = None, json: Json = False) -> None:
    """Show a replay step by step."""
    from kittycorner.cli.output import only_json
    from kittycorner.cli.telling import how_it_stands, log_lines
    from kittycorner.core.replay import open_replay

    tell = only_json() if json else None
    replay = open_replay(file)
    if tell:
        for step in replay.step_objects():
            tell(step)
        return
    match = replay.match()
    for line in log_lines(match):
        print(line)
    print()
    print(match.game.notation.draw_board(match).rstrip("\n"))
    print()
    print(how_it_stands(match))


@app.command(cls=Command)
def verify(file: File, lang: Language = None, json: Json = False) -> None:
    """Play a replay again: exit code 0 when all is equal, 1 at a difference, 2 when it can't be read."""
    from kittycorner.cli.output import only_json
    from kittycorner.core.replay import open_replay
    from kittycorner.core.sentences import say

    tell = only_json() if json else None
    difference = open_replay(file).verify()
    if tell:
        tell({"equal": difference is None, "difference": difference.to_json() if difference else None})
    else:
        print(str(difference) if difference else say("replay.equal", path=str(file)))
    if difference:
        raise typer.Exit(DIFFERENT)


@app.command(cls=Command)
def frames(
    file: File,
    gif: Annotated[Path | None, typer.Option("--gif", metavar="FILE", help="Write an animated GIF.")] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="DIR", help="Write a PNG of every step.")
    ] = None,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Draw every step of a replay."""
    from kittycorner.cli.output import check_writable, only_json
    from kittycorner.cli.pictures import Frames
    from kittycorner.core.errors import KittycornerError
    from kittycorner.core.replay import open_replay
    from kittycorner.core.sentences import say

    tell = only_json() if json else None
    if not gif and not png:
        raise KittycornerError("frames-where")
    replay = open_replay(file)
    check_writable(gif)
    check_writable(png, folder=True)
    drawn = Frames(gif, png)
    for match in replay.walk():
        drawn.add(match)
    drawn.write()
    where = str(gif or png)
    if tell:
        tell({"frames": len(drawn.images), "path": where})
    else:
        print(say("replay.drawn", frames=len(drawn.images), path=where))
