"""`kc check`: every promise a game makes to the house."""

from __future__ import annotations

import typer

from kittycorner.cli.options import GameName, Json, Language

NAME = "check"
FAILED = 1


def run(game: GameName, lang: Language = None, json: Json = False) -> None:
    """Test what every game must keep; exit code 1 if it fails."""
    from kittycorner.cli.output import only_json
    from kittycorner.proof.suite import check_game

    tell = only_json() if json else None
    report = check_game(game, after_check=None if tell else lambda result: print(result, flush=True))
    if tell:
        tell(report.to_json())
    if not report.passed:
        raise typer.Exit(FAILED)
