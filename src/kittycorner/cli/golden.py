"""`kc golden`: a game's golden playthroughs, written anew."""

from __future__ import annotations

from kittycorner.cli.options import GameName, Json, Language

NAME = "golden"


def run(game: GameName, lang: Language = None, json: Json = False) -> None:
    """Write a game's golden playthroughs anew."""
    from kittycorner.cli.output import only_json
    from kittycorner.core.sentences import say
    from kittycorner.proof.golden import write_golden

    tell = only_json() if json else None
    changed = [str(path) for path in write_golden(game)]
    if tell:
        tell({"game": game, "changed": changed})
    elif not changed:
        print(say("golden.same", game=game))
    for path in changed if not tell else ():
        print(path)
