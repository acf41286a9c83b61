"""`kc schema`: the JSON of a game's messages."""

from __future__ import annotations

from kittycorner.cli.options import ConfigFile, GameName, Json, Language, Settings

NAME = "schema"


def run(
    game: GameName,
    settings: Settings = None,
    config: ConfigFile = None,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Print the JSON Schemas of what a game says and reads."""
    from kittycorner.cli.opening import open_game
    from kittycorner.cli.output import only_json, show_json

    tell = only_json() if json else None
    (tell or show_json)(open_game(game, settings, config).schema.json_schemas())
