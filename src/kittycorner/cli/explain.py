"""`kc explain`: why a player would act as it does."""

from __future__ import annotations

from typing import Annotated

import typer

from kittycorner.cli.options import ConfigFile, From, GameName, Json, Language, SeatName, Seed, Settings

NAME = "explain"


def run(
    game: GameName,
    seat: SeatName,
    start: From = None,
    player: Annotated[
        str | None, typer.Option("--player", metavar="WHO", help="Who explains; the player that sits there.")
    ] = None,
    seed: Seed = None,
    settings: Settings = None,
    config: ConfigFile = None,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Tell why a player would act as it does."""
    from kittycorner.cli.opening import HUMAN, open_match
    from kittycorner.cli.output import only_json
    from kittycorner.core.errors import PlayerError

    tell = only_json() if json else None
    if player == HUMAN:
        raise PlayerError("player-human")
    explanation = open_match(game, seed=seed, settings=settings, config=config, start=start).explain(
        seat, player
    )
    if tell:
        tell(explanation.to_json())
    else:
        print(str(explanation).rstrip("\n"))
