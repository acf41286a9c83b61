"""`kc games`: the games there are."""

from __future__ import annotations

from typing import Any

from kittycorner.cli.options import Json, Language

NAME = "games"


def run(lang: Language = None, json: Json = False) -> None:
    """List the games that are installed."""
    from kittycorner.cli.output import only_json
    from kittycorner.core.registry import registered

    tell = only_json() if json else None
    rows = [describe(name) for name in registered()]
    if tell:
        for row in rows:
            tell(row)
        return
    width = max((len(row["game"]) for row in rows), default=0)
    for row in rows:
        print(f"{row['game']:<{width}}  {row.get('title') or row['error']}")


def describe(name: str) -> dict[str, Any]:
    """A game in a few words; one that can't be loaded keeps nobody from the others."""
    from kittycorner.core.registry import load

    try:
        game = load(name)
    except Exception as error:
        return {"game": name, "error": f"{type(error).__name__}: {error}"}
    return {
        "game": name,
        "version": game.version,
        "title": game.rules.title,
        "sides": {side: list(seats) for side, seats in game.seats_of_side.items()},
        "players": [player.name for player in game.rules.players],
        "compiled": game.loops.compiled,
    }
