"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer


def speak(language: str | None) -> str | None:
    """Say everything in this language."""
    if language is not None:
        from kittycorner.core.sentences import use_language

        use_language(language)
    return language


def whole(code: str) -> Callable[[str], int]:
    """Read a whole number; what is none gets the same sentence as one out of range."""

    def read(text: str) -> int:
        try:
            return int(text)
        except ValueError:
            from kittycorner.core.errors import KittycornerError

            name = code.partition("-")[0]
            raise KittycornerError(code, **{name: text}) from None

    return read


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; kc games lists them.")]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="L", callback=speak, is_eager=True, help="The language to speak."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line, and nothing else.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="K=V", help="Set a knob; kc config GAME lists them.")
]
ConfigFile = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Take knobs from a TOML file.")
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", parser=whole("seed-range"), help="Where chance begins: 0 to 2^63 − 1."
    ),
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="POSITION", help="Start from a position: a file, or - for stdin."),
]
SeatName = Annotated[str, typer.Option("--seat", metavar="S", help="A seat, or spectator.")]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="SEAT=WHO",
        help="Who sits at a seat or plays a side: a built-in player, module:Class, or human.",
    ),
]
FaultPolicy = Annotated[
    str | None,
    typer.Option(
        "--fault-policy", metavar="P", help="What an illegal answer costs: the game's own, loss or void."
    ),
]
SavePosition = Annotated[
    Path | None,
    typer.Option("--save-position", metavar="FILE", help="Write the position it ends with, all of it."),
]
Steps = Annotated[
    int | None,
    typer.Option("--steps", metavar="N", parser=whole("steps-range"), help="Stop after so many steps."),
]
Processes = Annotated[
    int | None,
    typer.Option(
        "--processes",
        metavar="P",
        parser=whole("processes-range"),
        help="How many cores at most; all unless told.",
    ),
]
Episodes = Annotated[
    int,
    typer.Option("--episodes", metavar="N", parser=whole("episodes-range"), help="How many matches."),
]
