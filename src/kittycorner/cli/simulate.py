"""`kc simulate`: many matches, and what they say."""

from __future__ import annotations

import sys

import typer

from kittycorner.cli.options import (
    ConfigFile,
    Episodes,
    FaultPolicy,
    GameName,
    Json,
    Language,
    Players,
    Processes,
    Seed,
    Settings,
)

NAME = "simulate"
INTERRUPTED = 130


def run(
    game: GameName,
    episodes: Episodes,
    seed: Seed = None,
    processes: Processes = None,
    player: Players = None,
    fault_policy: FaultPolicy = None,
    settings: Settings = None,
    config: ConfigFile = None,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Play many matches: who wins how often, how surely."""
    from kittycorner.cli.opening import open_game, players_only
    from kittycorner.cli.output import only_json
    from kittycorner.cli.progress import shown_progress
    from kittycorner.lab.simulate import simulate

    tell = only_json() if json else None
    with shown_progress(game) as progress:
        result = simulate(
            open_game(game, settings, config),
            episodes,
            seed or 0,
            players=players_only(player),
            processes=processes,
            policy=fault_policy,
            progress=progress,
        )
    print(result.path, file=sys.stderr)
    if tell:
        tell(result.to_json())
    else:
        print(result)
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)
