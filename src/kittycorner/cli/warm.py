"""`kc warm`: compile everything games need, so that nothing waits later."""

from __future__ import annotations

from typing import Annotated

import typer

from kittycorner.cli.options import Language, Processes

NAME = "warm"


def run(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; all unless told.")
    ] = None,
    processes: Processes = None,
    lang: Language = None,
) -> None:
    """Compile what games need, so that nothing waits later."""
    from kittycorner.cli.warming import warm
    from kittycorner.core.errors import KittycornerError
    from kittycorner.core.registry import registered, rules_of

    if processes is not None and processes < 1:
        raise KittycornerError("processes-range", processes=processes)
    for name in game or ():
        rules_of(name)
    warm(game or list(registered()), processes)
