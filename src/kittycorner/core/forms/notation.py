"""Notation: a game's one text for positions and actions. `read(draw(position)) == position`.

The plain form names each array of the layout, one line per entry; what is zero is left out:

    coin-hunt/1 step 4
    set size 7
    seed 12
    ground walls
      . . #
      . . .
    state left 3
    state seekers 0 x 2 y 1 purse 1
    memory seeker-0 notes 0 5 0 …

An array of two axes is drawn in rows: with the letters of its words (`Rules.names`) where each is a single
character, else with numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core.config import choices_of, knob_of, show, value_from_text
from kittycorner.core.errors import PositionError
from kittycorner.core.forms.messages import read_message
from kittycorner.core.position import Position

if TYPE_CHECKING:
    from kittycorner.core.actions import Action
    from kittycorner.core.game import Game, Rules
    from kittycorner.core.match import Match
    from kittycorner.core.view import View


class Notation:
    """The text of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- positions

    @classmethod
    def knobs(cls, rules: Rules, text: str) -> dict[str, Any]:
        """The knobs that a position's text sets itself."""
        if text.lstrip().startswith("{"):
            return cls.knobs_in_json(rules, read_json(text))
        cls.check_first_line(rules, text)
        knobs = {}
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("set "):
                name, _, value = line.removeprefix("set ").partition(" ")
                if name not in rules.config.model_fields:
                    raise PositionError("position-line", line=number, text=line.strip())
                knobs[name] = read_knob(rules, name, value.strip())
        return knobs

    @classmethod
    def knobs_in_json(cls, rules: Rules, data: Mapping[str, Any]) -> dict[str, Any]:
        """The same from JSON, which may leave out whose position it is."""
        found = f"{data.get('game', rules.name)}/{data.get('version', rules.version)}"
        expected = f"{rules.name}/{rules.version}"
        if found != expected:
            raise PositionError("position-game", expected=expected, found=found)
        config = data.get("config", {})
        if not isinstance(config, dict):
            raise PositionError("position-value", field="config", value=str(config))
        return dict(config)

    @classmethod
    def check_first_line(cls, rules: Rules, text: str) -> list[str]:
        """The words of the first line, which must name this game in this version."""
        words = text.split("\n", 1)[0].split()
        expected = f"{rules.name}/{rules.version}"
        if not words or words[0] != expected:
            raise PositionError("position-first-line", expected=expected, found=" ".join(words)[:60])
        return words

    def draw(self, position: Position) -> str:
        """A position as text."""
        game = self.game
        lines = [f"{game.name}/{game.version} step {position.step}"]
        lines.extend(f"set {name} {show_setting(value)}" for name, value in game.config.changed().items())
        if position.seed is not None:
            lines.append(f"seed {position.seed}")
        for name in game.layout.facts:
            lines.extend(self.draw_array(f"ground {name}", name, getattr(position.ground, name)))
        lines.extend(self.draw_group("state", position.state))
        for number, seat in enumerate(game.seat_names):
            memory = type(position.memories)(*(entry[number] for entry in position.memories))
            lines.extend(self.draw_group(f"memory {seat}", memory))
        return "\n".join(lines) + "\n"

    def draw_group(self, label: str, group: Any) -> list[str]:
        lines: list[str] = []
        for name, entry in zip(group._fields, group, strict=True):
            if name == "spare":
                continue
            if name == "head":
                head = entry.reshape(-1)[0]
                for field in head.dtype.names:
                    lines.extend(self.draw_array(f"{label} {field}", field, np.asarray(head[field])))
            else:
                lines.extend(self.draw_array(f"{label} {name}", name, entry))
        return lines

    def draw_array(self, label: str, name: str, array: Any) -> list[str]:
        """The lines of one array; none where it is all zero."""
        if not array.tobytes().strip(b"\0"):
            return []
        if array.dtype.names is not None:
            lines = []
            for place, entry in enumerate(array.reshape(-1)):
                if entry.tobytes().strip(b"\0"):
                    words = [self.draw_field(field, entry[field]) for field in entry.dtype.names]
                    lines.append(f"{label} {place} {' '.join(word for word in words if word)}")
            return lines
        if array.ndim < 2:
            return [f"{label} {' '.join(self.words(name, array.reshape(-1)))}"]
        rows = array.reshape(-1, array.shape[-1])
        return [label, *(f"  {' '.join(self.words(name, row))}" for row in rows)]

    def draw_field(self, name: str, values: Any) -> str:
        """A field of a record: `name word`, or `name word,word` where it holds several; nothing when zero."""
        values = np.asarray(values)
        return f"{name} {','.join(self.words(name, values.reshape(-1)))}" if values.any() else ""

    def words(self, name: str, values: Any) -> list[str]:
        return [str(self.game.symbol(name, int(value))) for value in values]

    def read(self, text: str) -> Position:
        """A position from its text or its JSON."""
        if text.lstrip().startswith("{"):
            return self.game.schema.read_position(read_json(text))
        position = Position.empty(self.game)
        position.step = self.read_step(text)
        lines = text.splitlines()
        number = 1
        while number < len(lines):
            number = self.read_line(position, lines, number)
        return position

    def read_step(self, text: str) -> int:
        words = self.check_first_line(self.game.rules, text)
        if len(words) != 3 or words[1] != "step" or not is_count(words[2]):
            raise PositionError("position-line", line=1, text=" ".join(words)[:60])
        return int(words[2])

    def read_line(self, position: Position, lines: Sequence[str], number: int) -> int:
        """Read the line at this place, with the rows below it that belong to it; return the next place."""
        words = lines[number].split()
        fault = PositionError("position-line", line=number + 1, text=lines[number].strip()[:60])
        if not words or words[0] == "set":
            return number + 1
        if words[0] == "seed" and len(words) == 2 and is_count(words[1]):
            position.seed = int(words[1])
            return number + 1
        try:
            name, array, rest = self.target(position, words)
            if array.dtype.names is not None:
                place = int(rest[0])
                entry = array.reshape(-1)[place : place + 1]
                for field, value in zip(rest[1::2], rest[2::2], strict=True):
                    self.fill(field, entry[field].reshape(-1), value.split(","))
                return number + 1
            if array.ndim < 2:
                self.fill(name, array.reshape(-1), rest)
                return number + 1
            rows = array.reshape(-1, array.shape[-1])
        except (ValueError, IndexError, KeyError, AttributeError, OverflowError):
            raise fault from None
        return self.read_rows(name, rows, lines, number + 1)

    def target(self, position: Position, words: Sequence[str]) -> tuple[str, Any, Sequence[str]]:
        """The field that a line speaks of: its name, its array, and the words behind the name."""
        if words[0] == "memory":
            row = self.game.seat_numbers[words[1]]
            group: Any = type(position.memories)(*(entry[row : row + 1] for entry in position.memories))
            name, rest, lead = words[2], words[3:], True
        else:
            group = {"state": position.state, "ground": position.ground}[words[0]]
            name, rest, lead = words[1], words[2:], False
        if words[0] == "ground" and name not in self.game.layout.facts:
            raise KeyError(name)
        if "head" in group._fields and name in group.head.dtype.names:
            field = group.head.reshape(-1)[name]
            return name, field[0] if field.ndim > 1 else field, rest
        array = getattr(group, name)
        return name, array[0] if lead else array, rest

    def read_rows(self, name: str, rows: Any, lines: Sequence[str], number: int) -> int:
        for row in rows:
            if number >= len(lines) or not lines[number].startswith(" "):
                raise PositionError("position-row", line=number + 1, field=name, rows=len(rows))
            words = lines[number].split()
            if len(words) != len(row):
                raise PositionError(
                    "position-row-length", line=number + 1, field=name, found=len(words), length=len(row)
                )
            for column, word in enumerate(words):
                try:
                    row[column] = self.read_word(name, word)
                except (ValueError, OverflowError):
                    raise PositionError(
                        "position-word", line=number + 1, column=column + 1, word=word, field=name
                    ) from None
            number += 1
        return number

    def fill(self, name: str, values: Any, words: Sequence[str]) -> None:
        if len(values) != len(words):
            raise ValueError(name)
        values[:] = [self.read_word(name, word) for word in words]

    def read_word(self, name: str, word: str) -> int:
        return self.game.number(name, int(word) if is_number(word) else word)

    # --- actions

    def draw_action(self, actions: Any, row: int) -> str:
        """An answer as text: the word of its one field, or `name word` for each that isn't zero."""
        head = actions.head[row]
        names = head.dtype.names[1:]
        if head["refusal"] == -1:
            return "unreadable"
        if len(names) == 1:
            return str(self.game.symbol(names[0], int(head[names[0]])))
        parts = [f"{name} {self.game.symbol(name, int(head[name]))}" for name in names if head[name]]
        return " ".join(parts) or "pass"

    def read_action(self, seat: int, text: str) -> Action:
        """An answer from its text, or from the JSON of its message; `ValueError` when it is none."""
        if text.lstrip().startswith("{"):
            return self.game.schema.read_action(seat, read_message(text))
        words = text.split()
        names = self.game.layout.action.head.dtype.names[1:]
        if len(names) == 1 and len(words) == 1:
            return self.game.action_from_fields({names[0]: self.read_word(names[0], words[0])})
        if words == ["pass"] and len(names) != 1:
            return self.game.action_from_fields({})
        fields = {}
        for name, word in zip(words[::2], words[1::2], strict=True):
            if name not in names:
                raise ValueError(name)
            fields[name] = self.read_word(name, word)
        if not fields:
            raise ValueError(text)
        return self.game.action_from_fields(fields)

    # --- views

    def draw_view(self, view: View) -> str:
        """A view as text, for a person at the seat."""
        lines = []
        for name, value in view.items():
            rows = value if isinstance(value, list) and value and isinstance(value[0], list) else None
            if rows is not None and not isinstance(rows[0][0] if rows[0] else 0, list | dict):
                lines.append(f"{name}")
                lines.extend(f"  {' '.join(str(word) for word in row)}" for row in rows)
            else:
                lines.append(f"{name} {plain_words(value)}".rstrip())
        return "\n".join(lines) + "\n"

    # --- boards

    def draw_board(self, match: Match, seat: str | None = None) -> str:
        """A match on a board of text, for the host or as a seat sees it."""
        from kittycorner.core.forms.board import draw_board

        return draw_board(match, seat)


def plain_words(value: Any) -> str:
    """A value of a message in words: `x 3 y 4` for an object, entries separated by commas for a list."""
    if isinstance(value, Mapping):
        return " ".join(f"{name} {plain_words(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return ", ".join(plain_words(entry) for entry in value) or "none"
    return "none" if value is None else str(value)


def show_setting(value: Any) -> str:
    """A knob's value on its line of a position; a text that no line carries as it is stands in quotes."""
    if isinstance(value, tuple):
        return ",".join(str(entry) for entry in value)
    if not isinstance(value, str):
        return show(value)
    as_it_is = value.splitlines() == [value] and value.strip() == value and not value.startswith('"')
    return value if as_it_is else json.dumps(value)


def read_knob(rules: Rules, name: str, text: str) -> Any:
    """A knob's value from a position. Here `@FILE` names no file: a position comes from anybody."""
    if text.startswith('"'):
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return text
    return value_from_text(choices_of(knob_of(rules.config, name).annotation), text)


def is_count(word: str) -> bool:
    """Whether a word is the number of a step, or a seed."""
    return word.isdecimal() and len(word) < 20 and int(word) < 2**63


def is_number(word: str) -> bool:
    return word.isdecimal() or (word[:1] == "-" and word[1:].isdecimal())


def read_json(text: str) -> dict[str, Any]:
    """A position's JSON object."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise PositionError("position-not-json", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        # A number of thousands of digits, or brackets in brackets in brackets.
        raise PositionError("position-not-json", line=1, column=1) from None
    if not isinstance(data, dict):
        raise PositionError("position-not-json", line=1, column=1)
    return data
