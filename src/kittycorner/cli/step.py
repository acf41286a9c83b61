"""`kc step`: one step from a position."""

from __future__ import annotations

from collections.abc import Mapping
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
)

if TYPE_CHECKING:
    from kittycorner.core.actions import Action
    from kittycorner.core.match import Match

NAME = "step"


class Told:
    """A player that gives the one answer it was told."""

    called = "told"

    def __init__(self, action: Action) -> None:
        self.action = action

    def decide(self, turn: Any) -> Action:
        return self.action


def run(
    game: GameName,
    act: Annotated[
        list[str] | None,
        typer.Option(
            "--act",
            metavar="SEAT=ACTION",
            help="What a seat answers: as text, or as the JSON of its message.",
        ),
    ] = None,
    start: From = None,
    player: Players = None,
    fault_policy: FaultPolicy = None,
    seed: Seed = None,
    settings: Settings = None,
    config: ConfigFile = None,
    save_position: SavePosition = None,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Take one step from a position, by answers or players."""
    from kittycorner.cli.opening import open_match, read_pairs, read_players
    from kittycorner.cli.output import check_writable, only_json
    from kittycorner.core.files import write_whole
    from kittycorner.core.replay import step_object

    tell = only_json() if json else None
    players = read_players(player)
    match = open_match(
        game, seed=seed, settings=settings, config=config, start=start, players=players, policy=fault_policy
    )
    check_writable(save_position)
    take_step(match, players, read_pairs(act, "act-form"))
    if save_position:
        write_whole(save_position, str(match))
    if tell:
        tell(step_object(match))
    else:
        print_step(match)


def take_step(match: Match, players: Mapping[str, Any], said: Mapping[str, str]) -> None:
    """Settle the answers that were said with those of the players at the other seats."""
    from kittycorner.cli.person import read_answer
    from kittycorner.core.errors import RuleError

    if match.over:
        raise RuleError("match-over", game=match.game.name)
    answers = {seat: read_answer(match, seat, text) for seat, text in said.items()}
    if answers and (match.any_may_act or set(answers) == set(match.to_act)):
        match.act(answers)
    else:
        match.seat_players({**players, **{seat: Told(action) for seat, action in answers.items()}})
        match.step()


def print_step(match: Match) -> None:
    """What happened, and the position it led to."""
    from kittycorner.cli.telling import how_it_stands, log_lines

    for line in log_lines(match):
        print(line)
    print(how_it_stands(match))
    print()
    print(str(match).rstrip("\n"))
