"""`kc config`: the knobs of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kittycorner.cli.options import ConfigFile, GameName, Json, Language, Settings

if TYPE_CHECKING:
    from kittycorner.core.config import Config

NAME = "config"


def run(
    game: GameName,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the knobs.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="Print a TOML file for --config.")] = False,
    settings: Settings = None,
    config: ConfigFile = None,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Show a game's knobs: what each takes, and why."""
    from kittycorner.cli.opening import open_game
    from kittycorner.cli.output import only_json, show_json
    from kittycorner.core.config import to_toml

    tell = only_json() if json else None
    opened = open_game(game, settings, config)
    if schema:
        (tell or show_json)(opened.schema.json_schemas()["config"])
    elif tell:
        tell(dict(opened.config.values()))
    elif toml:
        print(to_toml(opened.config), end="")
    else:
        print_knobs(opened.config)


def print_knobs(config: Config) -> None:
    """A line per knob: its name, its value, what it takes, and why it is there."""
    from kittycorner.core.config import allowed, extra_of, knob_of, show

    rows = []
    for name in type(config).model_fields:
        field = knob_of(type(config), name)
        takes = f"{allowed(type(config), name)} {extra_of(field, 'unit') or ''}".strip()
        value = getattr(config, name)
        rows.append((name, "not set" if value is None else show(value), takes, field.description or ""))
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)) + f"  {row[3]}")
