"""`kc view`: what a seat may know."""

from __future__ import annotations

from kittycorner.cli.options import ConfigFile, From, GameName, Json, Language, SeatName, Seed, Settings

NAME = "view"


def run(
    game: GameName,
    seat: SeatName,
    start: From = None,
    seed: Seed = None,
    settings: Settings = None,
    config: ConfigFile = None,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Show what a seat sees of a position, or of a start."""
    from kittycorner.cli.opening import open_match
    from kittycorner.cli.output import only_json

    tell = only_json() if json else None
    match = open_match(game, seed=seed, settings=settings, config=config, start=start)
    view = match.view(seat)
    if tell:
        tell(view.fields)
    else:
        print(str(view).rstrip("\n"))
