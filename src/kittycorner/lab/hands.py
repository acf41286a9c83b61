"""Hands: who plays the episodes of a batch, some seeds at a time. All of them come to the same columns."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from kittycorner.core.errors import HouseError, KittycornerError, PlayerError
from kittycorner.core.layout import wipe
from kittycorner.core.loop import OVER, UNDEALT
from kittycorner.core.players import Player, PythonPlayer
from kittycorner.core.seating import Seating, name_of, policy_code, sit_down
from kittycorner.core.sentences import say
from kittycorner.lab.result import Columns

if TYPE_CHECKING:
    from kittycorner.core.game import Game

SLICE = 4096  # steps after which a hand looks whether it is to stop
MOST_ROOM = 32 * 2**20  # bytes that the states of one hand's matches take
MOST_AT_ONCE = 4096  # episodes
LOOP_ROOM = 1  # the events are off, so that the loop never has to empty them


class Hand(Protocol):
    """Plays episodes of one game with the same players, one after the other."""

    most: int  # episodes at once
    beside: bool  # whether Python runs on while it plays, so that a thread can wait for it

    def play(self, seed: int, episodes: int) -> Columns | None:
        """Play the episodes with the seeds from `seed` on; nothing once it was told to stop."""

    def stop(self) -> None:
        """Stop soon; called from another thread."""

    def close(self) -> None:
        """Leave nothing behind."""


class LoopHand:
    """Plays with the game's loop, compiled where rules and players are; a thread each, without the GIL."""

    def __init__(self, game: Game, seating: Seating, policy: str) -> None:
        self.game = game
        self.policy = policy_code(game, policy)
        self.players = seating.for_loop
        self.desk = game.new_desk(0, seating)
        compiled = seating.compiled and game.loops.compiled
        self.loop = game.loops.play if compiled else game.loops.plain["play"]
        self.beside = compiled
        self.record = game.new_record(0)
        self.batch = game.new_batch(1)
        room = sum(part.nbytes for group in self.batch[:3] for part in group)
        self.most = max(1, min(MOST_AT_ONCE, MOST_ROOM // room))
        self.stopping = threading.Event()
        # Handing the players over is what compiles them: here, before anybody looks at a clock.
        self.play_on(0, 0, 0)

    def play(self, seed: int, episodes: int) -> Columns | None:
        if episodes > len(self.batch.runs):
            self.batch = self.game.new_batch(episodes)
        batch = self.batch
        wipe(batch.outs)
        batch.tallies[:] = 0
        wipe((batch.runs,))
        runs = batch.runs[:episodes]
        runs["seed"] = seed + np.arange(episodes, dtype=np.int64)
        self.play_on(0, episodes, SLICE)
        for place in np.flatnonzero(runs["status"] != OVER).tolist():
            if not self.play_to_the_end(place):
                return None
        return None if self.stopping.is_set() else Columns.of_batch(self.game, batch, episodes)

    def play_to_the_end(self, place: int) -> bool:
        """Play one long match from its start; the desk's ground stays its own. False when told to stop."""
        run = self.batch.runs[place]
        run["status"] = UNDEALT
        run["step"] = 0
        self.batch.tallies[place] = 0
        limit = 0
        while run["status"] != OVER:
            if self.stopping.is_set():
                return False
            limit += SLICE
            self.play_on(place, place + 1, limit)
        return True

    def play_on(self, first: int, end: int, limit: int) -> None:
        """Let the loop play the matches first … end − 1 up to step `limit`."""
        room = (first, end, limit, self.policy, LOOP_ROOM)
        self.loop(self.desk, self.players, *self.batch, self.record, *room)

    def stop(self) -> None:
        self.stopping.set()

    def close(self) -> None:
        pass


class MatchHand:
    """Plays match by match, with players written in Python."""

    most = MOST_AT_ONCE
    beside = False

    def __init__(self, game: Game, players: Mapping[str, Any], policy: str) -> None:
        self.game = game
        self.players = players
        self.policy = policy

    def play(self, seed: int, episodes: int) -> Columns:
        rows = Columns.empty(self.game, episodes)
        for place in range(episodes):
            rows.write(place, self.play_one(seed + place))
        return rows

    def play_one(self, seed: int) -> Columns:
        players = {name: fresh(who) for name, who in self.players.items()}
        try:
            match = self.game.match(seed, players=players, policy=self.policy).run()
        except KittycornerError as error:
            raise KittycornerError("episode-failed", seed=seed, why=str(error)) from error
        return Columns.of_batch(self.game, match.batch, 1)

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


def fresh(who: Any) -> Any:
    """A player for one episode: an object is copied, so that no episode depends on the one before."""
    if isinstance(who, str | Player) or inspect.isclass(who):
        return who
    try:
        return copy.deepcopy(who)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise PlayerError("player-uncopied", player=name_of(who), why=why) from error


def hand_here(game: Game, players: Mapping[str, Any], policy: str) -> Hand:
    """The hand that plays in this process."""
    seating = sit_down(game, players)
    if any(isinstance(player, PythonPlayer) for player in seating.distinct):
        return MatchHand(game, players, policy)
    return LoopHand(game, seating, policy)


class UnsendableError(Exception):
    """A game or a player that no other process can load; its text says why."""


class ProcessHand:
    """Has the episodes played in a process of its own."""

    most = MOST_AT_ONCE
    beside = True

    def __init__(self, job: bytes) -> None:
        # A group of its own: Ctrl-C is this process's to handle, which then stops the other.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kittycorner.lab.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,
        )
        self.stopping = False
        self.send(job)

    def wait_until_ready(self) -> None:
        """Come back once the process has loaded the game and the players."""
        fault = self.receive()
        if fault:
            raise UnsendableError(say("simulate.alone-player", why=fault))

    def play(self, seed: int, episodes: int) -> Columns | None:
        self.send(pickle.dumps((seed, episodes)))
        rows: Columns | None = self.receive()
        return rows

    def send(self, message: bytes) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(message)
            self.process.stdin.flush()
        except BrokenPipeError:
            return  # `receive` tells what became of the process

    def receive(self) -> Any:
        """The process's next message; an error that it met is raised here."""
        assert self.process.stdout is not None
        try:
            said = pickle.load(self.process.stdout)
        except (EOFError, pickle.UnpicklingError):
            if self.stopping:
                return None
            raise KittycornerError("worker-ended", status=self.process.wait()) from None
        if isinstance(said, Exception):
            raise said
        return said

    def stop(self) -> None:
        self.stopping = True
        self.process.kill()

    def close(self) -> None:
        self.stop()
        self.process.communicate()


def as_house_error(error: Exception) -> Exception:
    """Rules never raise: where one did, its author is told."""
    if isinstance(error, KittycornerError | HouseError):
        return error
    broken = HouseError(f"{type(error).__name__}: {error}")
    broken.__cause__ = error
    return broken
