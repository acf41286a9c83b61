"""Game: rules and a config, immutable. `Rules` is the table of everything an author hands to the house."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from kittycorner.core import layout as layouts
from kittycorner.core.actions import Action, Choices, Legal
from kittycorner.core.bind import Loops
from kittycorner.core.chance import SEATS
from kittycorner.core.config import Config, knobs_of, nearest
from kittycorner.core.errors import HouseError, KittycornerError, PlayerError
from kittycorner.core.events import SPECTATOR, Event, may_know_all, room_for_events
from kittycorner.core.forms.notation import Notation
from kittycorner.core.forms.picture import Picture
from kittycorner.core.forms.schema import Schema
from kittycorner.core.layout import Layout, Rows, allocate, array, plain_rows_of, read_only
from kittycorner.core.loop import (
    BY_FAULT,
    BY_VOID,
    COUNT,
    OUT,
    RUN,
    UNREADABLE,
    WHY,
    Desk,
    Out,
    Record,
    Spare,
    Why,
    nothing_to_prepare,
)
from kittycorner.core.players import Player
from kittycorner.core.position import Position
from kittycorner.core.seating import Instance, Seating, seating
from kittycorner.core.view import View

RESERVED = frozenset({"game", "version", "config", "step", "seed", "memories"})
RESERVED_IN_VIEWS = frozenset({"type", "seat", "events"})
MOST_SEATS = 60  # a mask of seats is one int64, and the spectator has a bit of it


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What a game hands to the house. `contract.py` says what each function promises."""

    name: str
    version: int
    title: str  # the game in one sentence
    config: type[Config]
    sides: Callable[[Any], Mapping[str, Sequence[str]]]  # config → side → its seats, in the order of play
    layout: Callable[[Any], Layout]

    deal: Callable[..., None]
    to_act: Callable[..., int]
    judge: Callable[..., int]
    step: Callable[..., None]
    outcome: Callable[..., int]
    look: Callable[..., None]

    legal: Callable[..., Choices]  # (ground, knobs, state, seat) → what the seat may answer; plain Python
    players: tuple[Player, ...]  # the first that can play a side sits there unless somebody says otherwise
    events: tuple[type[Event], ...] = ()
    refusals: tuple[str, ...] = ()  # the names of judge's codes, from code 1
    reasons: tuple[str, ...] = ()  # the names of outcome's reasons, from 0
    tallies: tuple[str, ...] = ()  # the names of what is counted per match for measures
    names: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # the words for a field's numbers, from 0
    fault_policy: str = "default"  # what the rules' step makes of a refused answer: "default", "foul"
    prepare: Callable[..., None] = nothing_to_prepare
    guess: Callable[..., None] | None = (
        None  # (game, position, seat, draw): deals anew what a seat, or the spectator, can't know
    )
    check: Callable[..., None] | None = (
        None  # (game, position): refuses a position that the rules can't be asked about
    )
    notation: type[Notation] = Notation
    schema: type[Schema] = Schema
    picture: type[Picture] = Picture


class Batch(NamedTuple):
    """The arrays of many matches."""

    states: Any
    memories: Any
    outs: Any
    tallies: np.ndarray  # [match, tally]
    runs: np.ndarray  # [match] RUN


class Game:
    """Rules and a config."""

    def __init__(self, rules: Rules, config: Config) -> None:
        self.rules = rules
        self.config = config
        self.name = rules.name
        self.version = rules.version
        self.layout = rules.layout(config)
        self.knobs = knobs_of(config)
        self.open_knobs = knobs_of(config, secrets=False)
        sides = rules.sides(config)
        self.sides = tuple(sides)
        self.seats_of_side = {side: tuple(seats) for side, seats in sides.items()}
        self.seat_names = tuple(seat for seats in sides.values() for seat in seats)
        self.side_of_seat = tuple(number for number, seats in enumerate(sides.values()) for _ in seats)
        self.seat_numbers = {name: number for number, name in enumerate(self.seat_names)}
        self.seats = len(self.seat_names)
        self.loops = Loops(self)
        self.notation = rules.notation(self)
        self.schema = rules.schema(self)
        self.picture = rules.picture(self)
        self.event_types = {kind.code: kind for kind in rules.events}
        check_layout(self)

    def __repr__(self) -> str:
        knobs = "".join(f", {name}={value!r}" for name, value in self.config.changed().items())
        return f"load({self.name!r}{knobs})"

    # --- matches

    def match(
        self,
        seed: int | None = None,
        *,
        position: str | Position | None = None,
        players: Mapping[str, Any] | None = None,
        policy: str | None = None,
    ) -> Any:
        """A match from a seed (0 unless one is given), or from a position."""
        from kittycorner.core.match import Match

        if isinstance(position, str):
            game, start = read_position(self.rules, position, self.config)
            return Match(game, start, seed, players, policy)
        return Match(self, position, seed, players, policy)

    # --- names

    def seat_number(self, name: str) -> int:
        number = self.seat_numbers.get(name)
        if number is None:
            raise PlayerError("seat-unknown", game=self.name, seat=name, seats=", ".join(self.seat_names))
        return number

    def seat_bit(self, seat: int) -> int:
        """The seat's bit in a mask of events; the spectator's for the number after the last seat."""
        return SPECTATOR if seat == self.seats else 1 << seat

    def cell_at(self, index: int) -> tuple[int, int]:
        """The column and row of a cell's number, on a map whose config knows its width."""
        width = getattr(self.config, "width", None) or getattr(self.config, "size", None)
        if not isinstance(width, int):
            return (index, 0)
        return (index % width, index // width)

    def symbol(self, name: str, number: int) -> Any:
        """The word for a field's number, where the game has one."""
        words = self.rules.names.get(name, ())
        return words[number] if 0 <= number < len(words) else number

    def number(self, name: str, symbol: Any) -> int:
        """The number behind a field's word."""
        words = self.rules.names.get(name, ())
        if isinstance(symbol, str) and symbol in words:
            return list(words).index(symbol)
        if isinstance(symbol, bool) or not isinstance(symbol, int) or not -(2**63) <= symbol < 2**63:
            raise ValueError(symbol)
        return symbol

    def refusal(self, code: int) -> str:
        """The name of a refusal's code."""
        if code == UNREADABLE:
            return "unreadable"
        return self.rules.refusals[code - 1]

    def reason(self, code: int) -> str:
        """The name of an outcome's reason."""
        house = {BY_FAULT: "fault", BY_VOID: "void"}
        return house.get(code) or self.rules.reasons[code]

    @functools.cached_property
    def rows(self) -> dict[str, Rows]:
        """The row functions of the groups that Python handles row by row."""
        groups = {"states": self.layout.state, "memories": self.layout.memory, "outs": self.out_layout}
        return {name: plain_rows_of(group) for name, group in groups.items()}

    @property
    def out_layout(self) -> Out:
        return Out(array(OUT, 1), array(np.int64, len(self.sides)))

    # --- answers

    @functools.cached_property
    def action_row(self) -> Any:
        """One answer's arrays, to be written and read as bytes."""
        return allocate(self.layout.action, 1)

    def action_from_fields(self, fields: Mapping[str, int]) -> Action:
        """The action that these fields make."""
        layouts.wipe(self.action_row)
        head = self.action_row.head[0]
        for name, number in fields.items():
            head[name] = number
        return self.action_at(self.action_row, 0)

    def action_at(self, actions: Any, row: int) -> Action:
        """The action in a row of answers."""
        data = tuple(entry[row].tobytes() for entry in actions)
        return Action(data, self.notation.draw_action(actions, row))

    def fields_of(self, action: Action) -> dict[str, int]:
        """The fields of an action that aren't 0."""
        self.write_action(self.action_row, 0, action)
        head = self.action_row.head[0]
        return {name: int(head[name]) for name in head.dtype.names if head[name]}

    def write_action(self, actions: Any, row: int, action: Action) -> None:
        """Write an action into a row of answers."""
        for entry, data in zip(actions, action.data, strict=True):
            entry[row] = np.frombuffer(data, entry.dtype).reshape(entry.shape[1:])

    @functools.cached_property
    def unreadable(self) -> Action:
        """What stands for an answer that couldn't be read at all."""
        return self.action_from_fields({"refusal": UNREADABLE})

    @functools.cached_property
    def known_actions(self) -> dict[tuple[int, str], Action]:
        return {}

    def read_action(self, seat: int, said: str | Mapping[str, Any] | Action) -> Action:
        """An action from its text, its message or itself; `ValueError` when it is none of them."""
        if isinstance(said, Action):
            return self.same_action(said)
        if not isinstance(said, str):
            return self.schema.read_action(seat, said)
        known = self.known_actions.get((seat, said))
        if known is None:
            known = self.notation.read_action(seat, said)
            # What people and programs say repeats: a match reads each text once.
            if len(self.known_actions) < 4096:
                self.known_actions[seat, said] = known
        return known

    def same_action(self, action: Action) -> Action:
        """An action as an answer of this game: whether it is refused is judged anew."""
        if [len(data) for data in action.data] != [entry.nbytes for entry in self.action_row]:
            raise ValueError(action.text)
        self.write_action(self.action_row, 0, action)
        head = self.action_row.head[0]
        if head["refusal"] in (0, UNREADABLE):
            return action
        head["refusal"] = 0
        return self.action_at(self.action_row, 0)

    def read_answer(self, seat: int, said: str | Mapping[str, Any] | Action) -> Action:
        """Like `read_action`, for the loop: what can't be read is an action that says so."""
        try:
            return self.read_action(seat, said)
        except (ValueError, TypeError, KeyError):
            return self.unreadable

    def legal(self, ground: Any, state: Any, seat: int) -> Legal:
        return Legal(self, seat, self.rules.legal(ground, self.knobs, state, seat))

    # --- views and events

    def view_of(self, seat: int, views: Any, row: int, past: Sequence[Event] = ()) -> View:
        """What a row of the views says, as the seat's message has it."""
        return View(self, seat, views, row, past)

    def event(self, row: Any, seat: int | None = None) -> Event:
        """The event in a record: all of it for the host, or as a seat may know it."""
        kind = self.event_types[int(row["code"])]
        return kind.from_row(self, row, seat is None or may_know_all(row, self.seat_bit(seat)))

    # --- room

    def new_desk(self, events: int, players: Seating | None = None, why: int = 0) -> Desk:
        """What one thread needs; with `events` 0 no event is written down."""
        layout = self.layout
        rows = self.seats + 1
        plot = allocate(layout.ground)
        table = players or nobody(self)
        return Desk(
            knobs=self.knobs,
            open_knobs=self.open_knobs,
            plot=plot,
            ground=read_only(plot),
            workspace=allocate(layout.workspace),
            views=allocate(layout.view, rows),
            actions=self.new_actions(),
            acts=np.zeros(self.seats, np.int64),
            shown_acts=np.zeros(self.seats, np.int64),
            sides=np.array(self.side_of_seat, np.int64),
            streams=np.zeros(SEATS + self.seats, np.int64),
            keys=np.zeros(self.seats, np.int64),
            events=room_for_events(events, len(self.rules.tallies)),
            why=Why(np.zeros(1, COUNT), np.zeros(why, WHY)),
            instances=table.table,
            seated=table.seated,
            spare=Spare(
                views=allocate(layout.view, rows),
                memories=self.new_memories(),
                actions=self.new_actions(),
                acts=np.zeros(self.seats, np.int64),
                keys=np.zeros(self.seats, np.int64),
            ),
        )

    def new_actions(self) -> Any:
        return allocate(self.layout.action, self.seats)

    def new_memories(self, *lead: int) -> Any:
        return allocate(self.layout.memory, *lead, self.seats)

    def new_batch(self, matches: int) -> Batch:
        """Room for this many matches, none of them dealt."""
        return Batch(
            states=allocate(self.layout.state, matches),
            memories=self.new_memories(matches),
            outs=allocate(self.out_layout, matches),
            tallies=np.zeros((matches, max(len(self.rules.tallies), 1)), np.int64),
            runs=np.zeros(matches, RUN),
        )

    def new_record(self, steps: int) -> Record:
        """Room for what happened in this many steps of one match."""
        return Record(
            np.zeros((steps, self.seats), np.int64),
            allocate(self.layout.action, steps, self.seats),
            self.new_memories(steps),
        )

    # --- who sits where

    def default_player(self, side: str) -> Player:
        """The player that sits at a side unless somebody says otherwise."""
        for player in self.rules.players:
            if not player.sides or side in player.sides:
                return player
        raise HouseError(f"{self.name} has no player for {side}")

    def player_named(self, name: str, side: str) -> Player:
        """A built-in player by its name."""
        for player in self.rules.players:
            if player.name == name:
                if player.sides and side not in player.sides:
                    raise PlayerError("player-side", player=name, side=side, sides=", ".join(player.sides))
                return player
        names = [player.name for player in self.rules.players]
        near = nearest(name, names)
        code = "player-unknown-near" if near else "player-unknown"
        raise PlayerError(code, game=self.name, player=name, near=near, players=", ".join(names))


def nobody(game: Game) -> Seating:
    """A seating for what needs its types only."""
    return seating([Instance(Player("nobody", lambda *_: None), "nobody", tuple(range(game.seats)))])


def check_layout(game: Game) -> None:
    """What the house relies on; a game that breaks it is told when it is loaded."""
    layout = game.layout
    if game.seats > MOST_SEATS:
        raise KittycornerError("too-many-seats", game=game.name, seats=game.seats, most=MOST_SEATS)
    head = layout.action.head.dtype.names or ()
    if not head or head[0] != "refusal":
        raise HouseError(f"{game.name}: the head of an action begins with the int64 field refusal")
    if "notes" not in layout.memory._fields:
        raise HouseError(f"{game.name}: a memory holds notes, array(np.int64, NOTES)")
    named = [*names_in(layout.state), *layout.facts]
    for name in named:
        if name in RESERVED:
            raise HouseError(
                f"{game.name}: {name} is the house's word in a position; call the state's field otherwise"
            )
        if named.count(name) > 1:
            raise HouseError(f"{game.name}: a position would have two fields {name}, of state or ground")
    for name in names_in(layout.view):
        if name in RESERVED_IN_VIEWS:
            raise HouseError(f"{game.name}: {name} is the house's word in a view; call the field otherwise")
    for group in (layout.state, layout.ground, layout.memory, layout.view, layout.action):
        for name, entry in zip(group._fields, group, strict=True):
            if entry.dtype.names and entry.dtype.itemsize % 8:
                raise HouseError(f"{game.name}: the records of {name} are no whole number of int64")


def names_in(group: Any) -> list[str]:
    """The fields of a group as its JSON names them."""
    head = group.head.dtype.names if "head" in group._fields else ()
    return [*head, *(name for name in group._fields if name not in ("head", "spare"))]


def read_position(
    rules: Rules, text: str, config: Config | None = None, after: Mapping[str, Any] | None = None
) -> Any:
    """The game and the position that a text describes. Knobs: `config`, then the text's, then `after`."""
    given = config.changed() if config else {}
    game = Game(
        rules, rules.config.make(rules.name, {**given, **rules.notation.knobs(rules, text), **(after or {})})
    )
    return game, game.notation.read(text)
