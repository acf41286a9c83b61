"""Seating: who sits where in a match."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core.bind import MOST_PLAYERS
from kittycorner.core.errors import KittycornerError, PlayerError
from kittycorner.core.loop import INSTANCE, LOSS, SETTLED_BY_RULES, VOID
from kittycorner.core.players import Player, PythonPlayer

if TYPE_CHECKING:
    from kittycorner.core.game import Game
    from kittycorner.core.match import Match


@dataclass(frozen=True)
class Instance:
    """One player at one or more seats of a match."""

    player: Player | PythonPlayer
    name: str  # as it was asked for
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Seating:
    """The players of a match, in the order of their seats."""

    instances: tuple[Instance, ...]
    distinct: tuple[Player | PythonPlayer, ...]
    table: np.ndarray = field(repr=False)  # INSTANCE per instance
    seated: np.ndarray = field(repr=False)  # the seats, instance by instance

    @property
    def compiled(self) -> bool:
        """Whether a batch with these players never leaves compiled code."""
        return all(player.compiled for player in self.distinct)

    @property
    def for_loop(self) -> tuple[Any, ...]:
        """The players as the loop is handed them; a compiled one has a fixed number of places."""
        players = tuple(player.decide for player in self.distinct)
        return players + players[:1] * (MOST_PLAYERS - len(players)) if self.compiled else players

    def of_seat(self, seat: int) -> Instance:
        return next(instance for instance in self.instances if seat in instance.seats)


def seating(instances: Sequence[Instance]) -> Seating:
    """Put the instances into the order of their seats, and into the arrays of the loop."""
    instances = sorted(instances, key=lambda instance: instance.seats)
    distinct: list[Player | PythonPlayer] = []
    for instance in instances:
        if not any(instance.player is player for player in distinct):
            distinct.append(instance.player)
    if len(distinct) > MOST_PLAYERS and all(player.compiled for player in distinct):
        raise PlayerError("too-many-players", most=MOST_PLAYERS, players=len(distinct))
    table = np.zeros(len(instances), INSTANCE)
    first = 0
    for row, instance in zip(table, instances, strict=True):
        row["player"] = next(which for which, player in enumerate(distinct) if player is instance.player)
        row["first"] = first
        row["count"] = len(instance.seats)
        row["adjacent"] = instance.seats == tuple(range(instance.seats[0], instance.seats[-1] + 1))
        first += len(instance.seats)
    seated = np.array([seat for instance in instances for seat in instance.seats], np.int64)
    return Seating(tuple(instances), tuple(distinct), table, seated)


def sit_down(game: Game, players: Mapping[str, Any], match: Match | None = None) -> Seating:
    """Seat the players of a match, or of a whole batch, where a player in Python sits but can't be asked.

    `players` says who sits at a seat or at a whole side: the name of a built-in player, `module:Class`, a
    `Player`, a class or an object with `decide`. What is said of a seat goes before what is said of its
    side; each entry is one player with all its seats. Who isn't named is the side's default player.
    """
    groups: dict[str, list[int]] = {}
    for name in players:
        if name not in game.sides and name not in game.seat_numbers:
            seats = ", ".join(dict.fromkeys((*game.sides, *game.seat_names)))
            raise PlayerError("seat-unknown", game=game.name, seat=name, seats=seats)
    for number, seat in enumerate(game.seat_names):
        side = game.sides[game.side_of_seat[number]]
        groups.setdefault(seat if seat in players else side, []).append(number)
    instances = []
    for name, held in groups.items():
        side = game.sides[game.side_of_seat[held[0]]]
        who = players.get(name) or game.default_player(side)
        instances.append(Instance(player_for(game, who, side, held, match), name_of(who), tuple(held)))
    return seating(instances)


def player_for(
    game: Game, who: Any, side: str, seats: Sequence[int], match: Match | None
) -> Player | PythonPlayer:
    """The player that `who` means."""
    named = name_of(who)
    if isinstance(who, str):
        who = load_player(who) if ":" in who else game.player_named(who, side)
    if isinstance(who, Player):
        return who
    if inspect.isclass(who):
        try:
            who = who()
        except KittycornerError:
            raise
        except Exception as error:
            raise PlayerError(
                "player-unmade", player=named, why=f"{type(error).__name__}: {error}"
            ) from error
    if not callable(getattr(who, "decide", None)):
        raise PlayerError("player-no-decide", player=named)
    return PythonPlayer(match, named, who, seats)


def name_of(who: Any) -> str:
    """How a player is called in replays and reports."""
    if isinstance(who, str):
        return who
    if isinstance(who, Player):
        return who.name
    called = getattr(who, "called", None)  # what a player in Python may say of itself
    if isinstance(called, str):
        return called
    kind = who if inspect.isclass(who) else type(who)
    return f"{kind.__module__}:{kind.__qualname__}"


def load_player(who: str) -> Any:
    """The object that `module:Name` names; modules beside the person who asks are found too."""
    module, _, name = who.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found: Any = importlib.import_module(module)
    except Exception as error:
        raise PlayerError(
            "player-module", player=who, module=module, why=f"{type(error).__name__}: {error}"
        ) from error
    for part in name.split("."):
        if not hasattr(found, part):
            raise PlayerError("player-missing", player=who, module=module, name=name)
        found = getattr(found, part)
    return found


def policy_code(game: Game, policy: str) -> int:
    """A fault policy as the loop knows it."""
    known = {game.rules.fault_policy: SETTLED_BY_RULES, "loss": LOSS, "void": VOID}
    if policy not in known:
        raise KittycornerError("policy-unknown", game=game.name, policy=policy, policies=", ".join(known))
    return known[policy]
