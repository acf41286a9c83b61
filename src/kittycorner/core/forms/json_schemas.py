"""JSON Schemas of everything that leaves a game as JSON, made from its layout, its names and its events.

They follow `Schema` field by field: a game that gives one of its forms another shape there overrides the
method here that describes it. Every object is complete and closed: what isn't described can't stand in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from kittycorner.core.config import is_secret

if TYPE_CHECKING:
    from kittycorner.core.events import Column, Event
    from kittycorner.core.game import Game

DIALECT = "https://json-schema.org/draft/2020-12/schema"
WHOLE = {"type": "integer"}
STEP = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}


class JsonSchemas:
    """What each JSON object of one game looks like."""

    game: Game

    def json_schemas(self) -> dict[str, dict[str, Any]]:
        """A schema per object, under the names they go by in the reference."""
        schemas = {
            "config": self.config_schema(),
            "position": self.position_schema(),
            "state": self.state_schema(),
            "view": self.view_schema(),
            "action": self.action_schema(),
            "event": self.event_schema(),
            "start": self.start_schema(),
            "turn": self.turn_schema(),
            "end": self.end_schema(),
            "step": self.step_schema(),
            "explanation": self.explanation_schema(),
        }
        title = self.game.name
        return {
            name: {"$schema": DIALECT, "title": f"{title} {name}", **schema}
            for name, schema in schemas.items()
        }

    # --- what a game is made of

    def config_schema(self, *, secrets: bool = True) -> dict[str, Any]:
        """Every knob, or those that anybody may know."""
        config = type(self.game.config)
        described = config.model_json_schema(mode="serialization")["properties"]
        return closed(
            {name: knob for name, knob in described.items() if secrets or not is_secret(config, name)}
        )

    def position_schema(self) -> dict[str, Any]:
        """A position; of its config only what isn't at its default."""
        knobs = self.config_schema()["properties"]
        state = self.state_schema()["properties"]
        return closed(
            {
                "game": {"const": self.game.name},
                "version": {"const": self.game.version},
                "config": closed(knobs, optional=knobs),
                "step": STEP,
                "seed": STEP,
                **state,
            },
            optional=["seed"],
        )

    def state_schema(self) -> dict[str, Any]:
        """A state as the host sees it."""
        memory = self.memory_schema()
        carried = dict.fromkeys(self.game.seat_names, memory)
        return closed(
            {
                **self.ground_schema()["properties"],
                **self.group_schema(self.game.layout.state)["properties"],
                "memories": closed(carried, optional=carried),
            }
        )

    def ground_schema(self) -> dict[str, Any]:
        """The facts of the ground."""
        arrays = {name: getattr(self.game.layout.ground, name) for name in self.game.layout.facts}
        return closed(
            {name: self.array_schema(name, entry.dtype, entry.shape) for name, entry in arrays.items()}
        )

    def memory_schema(self) -> dict[str, Any]:
        """What a seat carries."""
        return closed(self.group_schema(self.game.layout.memory)["properties"], optional=["notes"])

    def view_schema(self) -> dict[str, Any]:
        """A seat's view."""
        seat = {"enum": [*self.game.seat_names, "spectator"]}
        return closed({"seat": seat, **self.group_schema(self.game.layout.view)["properties"]})

    def action_schema(self) -> dict[str, Any]:
        """An action as a seat sends it; a field that is left out is 0."""
        fields = self.group_schema(self.game.layout.action)["properties"]
        return {**closed(fields, optional=fields), "minProperties": min(len(fields), 1)}

    def answer_schema(self) -> dict[str, Any]:
        """An action as it is told afterwards: with why it was refused, if it was."""
        fields = self.action_schema()["properties"]
        refused = {"enum": ["unreadable", *self.game.rules.refusals]}
        return closed({**fields, "refused": refused}, optional=[*fields, "refused"])

    def event_schema(self) -> dict[str, Any]:
        """Any of the game's events."""
        kinds = [self.event_kind_schema(kind) for kind in self.game.event_types.values()]
        return {"anyOf": kinds} if kinds else {"not": {}}

    def event_kind_schema(self, kind: type[Event]) -> dict[str, Any]:
        """One kind of event; its secret fields are left out for those who may not know them."""
        fields = {name: self.event_field_schema(name, column) for name, column in kind.columns.items()}
        return closed({"type": {"const": kind.type_name()}, **fields}, optional=kind.secret)

    def event_field_schema(self, name: str, column: Column) -> dict[str, Any]:
        """A field of an event: a seat, a cell, or a number or word; `null` for no seat and no cell."""
        if column.meaning == "seat":
            return {"enum": [*self.game.seat_names, None]}
        if column.meaning == "cell":
            cell = {"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2}
            return {"anyOf": [cell, {"type": "null"}]}
        return self.value_schema(name, np.dtype(np.int64))

    # --- messages

    def start_schema(self) -> dict[str, Any]:
        return closed(
            {
                "type": {"const": "start"},
                "game": {"const": self.game.name},
                "version": {"const": self.game.version},
                "seat": {"enum": [*self.game.seat_names, "spectator"]},
                "config": self.config_schema(secrets=False),
                "ground": self.ground_schema(),
            }
        )

    def turn_schema(self) -> dict[str, Any]:
        fields = self.view_schema()["properties"]
        return closed({"type": {"const": "turn"}, **fields, "events": listed(self.event_schema())})

    def end_schema(self) -> dict[str, Any]:
        return closed(
            {
                "type": {"const": "end"},
                "winner": {"enum": [*self.game.sides, None]},
                "reason": {"enum": [*self.game.rules.reasons, "fault", "void"]},
                "points": closed(dict.fromkeys(self.game.sides, WHOLE)),
                "events": listed(self.event_schema()),
            }
        )

    # --- what commands print

    def step_schema(self) -> dict[str, Any]:
        """One step of a match, for the host."""
        seats = list(self.game.seat_names)
        answers = {seat: self.answer_schema() for seat in seats}
        return closed(
            {
                "step": STEP,
                "actors": listed({"enum": seats}),
                "actions": closed(answers, optional=seats),
                "events": listed(self.event_schema()),
                "state": self.state_schema(),
            }
        )

    def explanation_schema(self) -> dict[str, Any]:
        """What a player weighed: per candidate the terms by name, and their sum."""
        terms = {"type": "object", "additionalProperties": WHOLE}
        candidate = closed({"candidate": {"type": ["string", "integer"]}, "terms": terms, "score": WHOLE})
        return closed(
            {
                "seat": {"enum": list(self.game.seat_names)},
                "player": TEXT,
                "choice": TEXT,
                "candidates": listed(candidate),
            }
        )

    # --- what a layout is made of

    def group_schema(self, group: Any) -> dict[str, Any]:
        """The object that `Schema.group` makes of the arrays of a group."""
        properties = {}
        counted = set()
        if "head" in group._fields:
            for name in group.head.dtype.names:
                if name.endswith("_count") and name.removesuffix("_count") in group._fields:
                    counted.add(name.removesuffix("_count"))
                elif name != "refusal":
                    properties[name] = self.array_schema(name, group.head.dtype[name])
        for name, entry in zip(group._fields, group, strict=True):
            if name not in ("head", "spare"):
                described = self.array_schema(name, entry.dtype, entry.shape)
                properties[name] = {**described, "minItems": 0} if name in counted else described
        return closed(properties)

    def array_schema(self, name: str, dtype: np.dtype[Any], shape: tuple[int, ...] = ()) -> dict[str, Any]:
        """A number or word, an object, or a list of them as long as the array."""
        if dtype.subdtype is not None:
            base, inner = dtype.subdtype
            return self.array_schema(name, base, shape + inner)
        if shape:
            entries = self.array_schema(name, dtype, shape[1:])
            return {"type": "array", "items": entries, "minItems": shape[0], "maxItems": shape[0]}
        if dtype.names is not None:
            return closed({field: self.array_schema(field, dtype[field]) for field in dtype.names})
        return self.value_schema(name, dtype)

    def value_schema(self, name: str, dtype: np.dtype[Any]) -> dict[str, Any]:
        """A whole number as wide as its field, or its word where the game has one."""
        limits = np.iinfo(dtype)
        number = WHOLE if limits.bits == 64 else {**WHOLE, "minimum": limits.min, "maximum": limits.max}
        words = self.game.rules.names.get(name)
        return {"anyOf": [{"enum": list(words)}, number]} if words else number


def closed(properties: Mapping[str, Any], optional: Iterable[str] = ()) -> dict[str, Any]:
    """An object of these fields and no others; all must be there but the optional ones."""
    left_out = set(optional)
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left_out],
        "additionalProperties": False,
    }


def listed(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(entry)}
