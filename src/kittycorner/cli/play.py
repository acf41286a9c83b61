"""`kc play`: one match, to its end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kittycorner.cli.options import (
    ConfigFile,
    FaultPolicy,
    From,
    GameName,
    Json,
    Language,
    Players,
    SavePosition,
    Seed,
    Settings,
    Steps,
)

if TYPE_CHECKING:
    from kittycorner.core.match import Match

AfterStep = Callable[["Match"], object]
NAME = "play"


def run(
    game: GameName,
    seed: Seed = None,
    settings: Settings = None,
    config: ConfigFile = None,
    start: From = None,
    player: Players = None,
    fault_policy: FaultPolicy = None,
    watch: Annotated[bool, typer.Option("--watch", help="Show every step in the terminal.")] = False,
    steps: Steps = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="FILE", help="Write the replay; .gz compresses it.")
    ] = None,
    gif: Annotated[
        Path | None, typer.Option("--gif", metavar="FILE", help="Write the match as an animated GIF.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="DIR", help="Write a picture of every step.")
    ] = None,
    save_position: SavePosition = None,
    log: Annotated[bool, typer.Option("--log", help="Print every answer and event.")] = False,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Play a match: who won, and why."""
    from kittycorner.cli.opening import open_match, read_players
    from kittycorner.cli.output import check_writable, only_json
    from kittycorner.cli.person import has_people
    from kittycorner.cli.pictures import Frames
    from kittycorner.core.errors import KittycornerError

    if steps is not None and steps < 1:
        raise KittycornerError("steps-range", steps=steps)
    tell = only_json() if json else None
    match = open_match(
        game,
        seed=seed,
        settings=settings,
        config=config,
        start=start,
        players=read_players(player),
        policy=fault_policy,
    )
    for path in (replay, gif, save_position):
        check_writable(path)
    check_writable(png, folder=True)
    frames = Frames(gif, png) if gif or png else None
    after_step: list[AfterStep] = [frames.add] if frames else []
    steps_told: list[dict[str, Any]] = []
    if tell and log:
        # They hold the host's state: with a person at the table they wait until the match is played.
        hold = has_people(match)
        after_step.append(
            lambda match: steps_told.append(last_step(match)) if hold else tell(last_step(match))
        )
    left = play_on(match, steps, watch and not json, after_step)
    if frames:
        frames.write()
    if replay:
        match.save(replay)
    if save_position:
        from kittycorner.core.files import write_whole

        write_whole(save_position, str(match))
    if tell:
        for told in steps_told:
            tell(told)
        tell(summary(match))
        return
    print_end(match, left, watch, log)


def play_on(match: Match, steps: int | None, watch: bool, after_step: Sequence[AfterStep]) -> bool:
    """Play until the end or so many steps; whether a person left before."""
    from kittycorner.cli.person import PersonLeftError, has_people

    def after_each() -> None:
        for do in after_step:
            do(match)

    try:
        after_each()
        # A person who plays must not see the host's board.
        if watch and sys.stdout.isatty() and not has_people(match):
            from kittycorner.cli.watching import watch as play_watched

            play_watched(match, steps, after_each)
        else:
            match.run(steps=steps, after_step=after_each if after_step else None)
    except PersonLeftError:
        return True
    return False


def last_step(match: Match) -> dict[str, Any]:
    from kittycorner.core.replay import step_object

    return step_object(match)


def summary(match: Match) -> dict[str, Any]:
    """The match as one JSON object."""
    outcome = match.outcome
    return {
        "game": match.game.name,
        "version": match.game.version,
        "config": dict(match.game.config.values()),
        "seed": match.seed,
        "players": {seat: match.seating.of_seat(number).name for number, seat in enumerate(match.seats)},
        "fault_policy": match.policy,
        "step": match.number,
        "outcome": asdict(outcome) if outcome else None,
        "digests": match.digests(),
    }


def print_end(match: Match, left: bool, watched: bool, log: bool) -> None:
    """The log and the last board, how it stands, and where to go from there."""
    from kittycorner.cli.person import has_people
    from kittycorner.cli.telling import how_it_stands, log_lines
    from kittycorner.core.sentences import say

    # Who plays may see all of it after the end, not before.
    open_to_all = match.over or not has_people(match)
    if log and open_to_all:
        for line in log_lines(match):
            print(line)
        print()
    standing = say("play.left", step=match.number) if left else how_it_stands(match)
    # What was watched still stands on the screen.
    if open_to_all and not (watched and sys.stdout.isatty()):
        print(match.game.notation.draw_board(match).rstrip("\n"))
    print()
    print(standing)
    if watched:
        print()
        for line in (say("play.next"), *next_commands(match)):
            print(line)


def next_commands(match: Match) -> tuple[str, str, str]:
    """Three commands worth trying after a match was watched."""
    game = match.game.name
    return (
        f"  kc play {game} --player {match.seats[0]}=human",
        f"  kc play {game} --seed {match.seed + 1} --log",
        f"  kc simulate {game} --episodes 1000",
    )
