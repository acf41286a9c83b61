"""A replay's steps taken once more, through the rules: what comes out must be what the file says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core import layout as layouts
from kittycorner.core.actions import Action
from kittycorner.core.errors import KittycornerError, PlayerError
from kittycorner.core.explain import ask_on_copies
from kittycorner.core.log import Entry
from kittycorner.core.loop import UNREADABLE
from kittycorner.core.players import Player, PythonPlayer, Turn
from kittycorner.core.position import Position
from kittycorner.core.replay_lines import Bytes, Sitter, StepLine
from kittycorner.core.seating import Instance, Seating, seating
from kittycorner.core.sentences import one_line, say, shortened

if TYPE_CHECKING:
    from kittycorner.core.game import Game
    from kittycorner.core.match import Match


@dataclass(frozen=True)
class Difference:
    """The first thing in a replay that its match doesn't bear out."""

    path: str
    line: int
    step: int
    field: str  # `start`, `actions.<seat>`, `memories.<seat>.<field>`, `state`, `outcome.winner`, …; `check`
    recorded: str  # what the replay says
    made: str  # what the rules and players make of it
    edited: int | None  # the first line that was changed after it was written

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "sentence": str(self)}

    def __str__(self) -> str:
        code = "replay.differs" if self.edited is None else "replay.edited-differs"
        if self.field == "check":
            code = "replay.edited"
        return one_line(say(code, **{name: shortened(value, 200) for name, value in vars(self).items()}))


class DiffersError(Exception):
    """Something came out otherwise than a line says."""

    def __init__(self, field: str, recorded: Any, made: Any) -> None:
        super().__init__(field)
        self.field = field
        self.recorded = shown(recorded)
        self.made = shown(made)
        self.line = 0  # where it was said


def shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def compare(field: str, recorded: Any, made: Any) -> None:
    """Let two values be equal; where both are objects, name the first field in which they aren't."""
    if recorded == made:
        return
    if isinstance(recorded, Mapping) and isinstance(made, Mapping):
        for name in (*recorded, *made):
            compare(f"{field}.{name}", recorded.get(name), made.get(name))
    raise DiffersError(field, recorded, made)


def start_digest(game: Game, position: Position) -> str:
    """What stands for a start: the facts of its ground, its state and its memories."""
    facts = [getattr(position.ground, name) for name in game.layout.facts]
    return layouts.digest([*facts, *position.state, *position.memories])


# --- who sits where


class Absent:
    """Stands for a player that a replay names and that doesn't ship with the game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def decide(self, turn: Turn) -> Any:
        raise PlayerError("player-absent", player=self.name, seat=turn.seat)


def seating_of(match: Match, seats: Mapping[str, Sitter]) -> Seating:
    """The seating that a replay tells of: built-in players as they are, others as absent."""
    game = match.game
    held: dict[int, list[str]] = {}
    for seat in game.seat_names:
        held.setdefault(seats[seat].instance, []).append(seat)
    return seating([instance_of(match, seats[names[0]], names) for names in held.values()])


def instance_of(match: Match, sitter: Sitter, seats: Sequence[str]) -> Instance:
    numbers = tuple(match.game.seat_number(seat) for seat in seats)
    if sitter.built_in:
        side = match.game.sides[match.game.side_of_seat[numbers[0]]]
        return Instance(match.game.player_named(sitter.player, side), sitter.player, numbers)
    absent = PythonPlayer(match, sitter.player, Absent(sitter.player), numbers)
    return Instance(absent, sitter.player, numbers)


def seats_agree(game: Game, seats: Mapping[str, Sitter]) -> bool:
    """Whether every seat of the game is named, and each instance is one player."""
    players = {sitter.instance: (sitter.player, sitter.built_in) for sitter in seats.values()}
    return seats.keys() == game.seat_numbers.keys() and all(
        players[sitter.instance] == (sitter.player, sitter.built_in) for sitter in seats.values()
    )


# --- a step


def retake(match: Match, step: StepLine, *, rerun: bool) -> None:
    """Take a recorded step; with `rerun` the built-in players are asked once more where they sat."""
    if match.over:
        raise DiffersError("outcome", None, match.outcome and match.outcome.reason)
    compare("step", step.step, match.number + 1)
    acts = called(match, step)
    answered = sum(1 << seat for seat in np.flatnonzero(acts).tolist())
    actions = recorded_actions(match.game, step)
    before = layouts.copy(match.memories)
    remembered: set[int] = set()  # the seats whose memories only the file knows
    if not rerun:
        remembered = set(range(match.game.seats))
    elif not step.outside:
        remembered = ask_again(match, acts, actions)
    layouts.assign(match.desk.actions, actions)
    refusals = {seat: refusal_of(match, match.game.seat_number(seat)) for seat in step.actions}
    compare("refused", step.refused, {seat: refusal for seat, refusal in refusals.items() if refusal})
    events, lapsed = match.settle(answered, True)
    if lapsed is not None:
        lapses = int(match.desk.events.head[0]["lapsed"])
        remembered = {seat for seat in remembered if not lapses >> seat & 1}
    take_memories(match, step, before, remembered)
    compare("state", step.state, layouts.digest(match.state))
    table = None if step.outside else match.seating
    carried = layouts.to_bytes(match.memories)
    match.log.add(Entry(answered, match.action_bytes(), events, carried, table))
    match.keep_snapshot()


def called(match: Match, step: StepLine) -> np.ndarray:
    """The seats that answered, marked; they must be those whose turn it was."""
    acts = match.desk.acts.copy()
    if not step.outside:
        match.game.loops.plain["call"](match.desk.ground, match.desk.knobs, match.state, acts)
    due = {name for name, called in zip(match.seats, acts, strict=True) if called}
    answered = set(step.actions)
    if answered != due and not (step.outside and match.any_may_act and answered and answered < due):
        raise DiffersError("actions", ", ".join(sorted(answered)), ", ".join(sorted(due)))
    acts[:] = [name in answered for name in match.seats]
    return acts


def recorded_actions(game: Game, step: StepLine) -> Any:
    """The answers of a step in their rows."""
    actions = game.new_actions()
    for seat, said in step.actions.items():
        number = game.seat_number(seat)
        action = action_from_bytes(game, said) if isinstance(said, Bytes) else game.read_answer(number, said)
        game.write_action(actions, number, action)
    return actions


def action_from_bytes(game: Game, said: Bytes) -> Action:
    """An answer that the game's text can't say."""
    data = bytes.fromhex(said.bytes)
    if len(data) != len(layouts.to_bytes(game.action_row)):
        return game.unreadable
    layouts.from_bytes(game.action_row, data)
    known = UNREADABLE <= int(game.action_row.head[0]["refusal"]) <= len(game.rules.refusals)
    return game.action_at(game.action_row, 0) if known else game.unreadable


def refusal_of(match: Match, seat: int) -> str:
    """Why the answer in a seat's row is refused; nothing when it isn't."""
    desk = match.desk
    code = int(desk.actions.head[seat]["refusal"])
    if code == 0:
        code = int(match.game.rules.judge(desk.ground, desk.knobs, match.state, seat, desk.actions))
    return match.game.refusal(code) if code else ""


def ask_again(match: Match, acts: np.ndarray, actions: Any) -> set[int]:
    """Compare what built-in players answer, and let their memories be as they leave them.

    It returns the seats of the other players that were asked: what those carry only the file knows.
    """
    game = match.game
    shipped = [instance for instance in match.seating.instances if isinstance(instance.player, Player)]
    others = [instance for instance in match.seating.instances if not isinstance(instance.player, Player)]
    if shipped:
        desk, memories = ask_on_copies(match, seating(shipped), acts)
        for seat in (seat for instance in shipped for seat in instance.seats):
            recorded, made = game.action_at(actions, seat), game.action_at(desk.actions, seat)
            if acts[seat] and recorded.data != made.data:
                raise DiffersError(f"actions.{game.seat_names[seat]}", recorded.text, made.text)
            for mine, theirs in zip(match.memories, memories, strict=True):
                mine[seat] = theirs[seat]
    return {seat for instance in others if acts[list(instance.seats)].any() for seat in instance.seats}


def take_memories(match: Match, step: StepLine, before: Any, remembered: set[int]) -> None:
    """Read the memories that only the file knows, and compare the others."""
    game = match.game
    for seat in step.memories:
        if seat not in game.seat_numbers:
            raise DiffersError(f"memories.{seat}", step.memories[seat], None)
    for number, seat in enumerate(game.seat_names):
        said = step.memories.get(seat)
        if number not in remembered:
            carried = game.schema.memory(before, number) if said is None else said
            compare(f"memories.{seat}", carried, game.schema.memory(match.memories, number))
        elif said is not None:
            try:
                game.rows["memories"].wipe(match.memories, number)
                game.schema.read_memory(match.memories, number, said)
            except KittycornerError:
                raise DiffersError(f"memories.{seat}", said, None) from None
