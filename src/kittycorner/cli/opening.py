"""From the words of a command line to a game and a match."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kittycorner.core.config import read_setting, read_text, read_toml
from kittycorner.core.errors import KittycornerError, PlayerError
from kittycorner.core.game import Game, read_position
from kittycorner.core.match import Match
from kittycorner.core.registry import rules_of

HUMAN = "human"


def open_game(name: str, settings: Sequence[str] | None = None, config: Path | None = None) -> Game:
    """A game with the knobs of a file, and over them those of the command line."""
    rules = rules_of(name)
    return Game(rules, rules.config.make(name, {**knobs_in(name, config), **knobs_set(name, settings)}))


def knobs_in(name: str, config: Path | None) -> dict[str, Any]:
    return read_toml(config, name) if config else {}


def knobs_set(name: str, settings: Sequence[str] | None) -> dict[str, Any]:
    rules = rules_of(name)
    return dict(read_setting(rules.config, name, setting) for setting in settings or ())


def open_match(
    name: str,
    *,
    seed: int | None = None,
    settings: Sequence[str] | None = None,
    config: Path | None = None,
    start: str | None = None,
    players: Mapping[str, Any] | None = None,
    policy: str | None = None,
) -> Match:
    """A match from a seed or a position. Knobs: the config's, over them the position's, then those set."""
    if start is None:
        game, position = open_game(name, settings, config), None
    else:
        rules = rules_of(name)
        given = rules.config.make(name, knobs_in(name, config))
        game, position = read_position(rules, read_source(start), given, knobs_set(name, settings))
    return Match(game, position, seed, players, policy)


def read_source(source: str) -> str:
    """The text of a file, or of stdin."""
    if source != "-":
        return read_text(Path(source))
    try:
        return sys.stdin.read()
    except UnicodeDecodeError:
        raise KittycornerError("file-not-text", path="-") from None


def read_pairs(words: Sequence[str] | None, code: str) -> dict[str, str]:
    """`SEAT=WHO` or `SEAT=ACTION`, as often as it was given."""
    pairs = {}
    for said in words or ():
        seat, _, what = said.partition("=")
        if not seat.strip() or not what.strip():
            raise KittycornerError(code, said=said)
        pairs[seat.strip()] = what.strip()
    return pairs


def read_players(words: Sequence[str] | None) -> dict[str, Any]:
    """Who sits where; a person answers at this terminal."""
    players: dict[str, Any] = dict(read_pairs(words, "player-form"))
    if HUMAN in players.values():
        from kittycorner.cli.person import Person

        people = {seat: Person() for seat, who in players.items() if who == HUMAN}
        players |= people
    return players


def players_only(words: Sequence[str] | None) -> dict[str, str]:
    """Who sits where in a command that asks no person."""
    players = read_pairs(words, "player-form")
    if HUMAN in players.values():
        raise PlayerError("player-human")
    return players
