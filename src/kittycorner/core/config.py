"""Configs: every knob of a game with its type, range, unit, default and one line why.

A config is a frozen pydantic model. For kernels it becomes the *knobs*: one record of int64 scalars.
"""

from __future__ import annotations

import difflib
import json
import tomllib
import types
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin

import numpy as np
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from kittycorner.core.errors import ConfigError, KittycornerError

PER_UNIT = 1000  # weights are used as whole thousandths, so that ties between scores are exact
BEYOND = 2**63  # knobs are int64 for kernels


def as_decimal(value: Any) -> Any:
    """0.1 as a person wrote it, not as a float holds it."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return value
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return value


Weight = Annotated[Decimal, BeforeValidator(as_decimal), Field(decimal_places=3)]
"""A knob with at most three decimals; kernels see it as whole thousandths."""


def knob(
    default: Any,
    low: Any = None,
    high: Any = None,
    *,
    why: str,
    unit: str = "",
    secret: bool = False,
    words: Mapping[str, int] | None = None,
    most: int = 0,
) -> Any:
    """Declare a knob. `words` are texts it takes beside numbers, with what kernels see instead.

    `secret` knobs are the host's alone. A list of numbers names the `most` it can hold; its bounds are those
    of each.
    """
    extra: Any = {"unit": unit, "secret": secret, "words": dict(words or {}), "most": most}
    if words or most:
        # Pydantic would compare the words, and the list as a whole, with the bounds.
        extra.update(
            {name: bound for name, bound in (("minimum", low), ("maximum", high)) if bound is not None}
        )
        low = high = None
    return Field(
        default=default, ge=low, le=high, max_length=most or None, description=why, json_schema_extra=extra
    )


class Config(BaseModel):
    """The knobs of a game. A game's config inherits from this and declares each with `knob`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, validate_default=True)

    @field_validator("*")
    @classmethod
    def check_numbers(cls, value: Any, info: ValidationInfo) -> Any:
        """The bounds that pydantic isn't told of, and that every number fits into the record for kernels."""
        low, high = bounds_of(knob_of(cls, str(info.field_name)))
        numbers = value if isinstance(value, tuple) else (value,)
        if all(fits(number, low, high) for number in numbers if isinstance(number, int | Decimal)):
            return value
        raise PydanticCustomError("entries" if isinstance(value, tuple) else "out_of_range", "out of range")

    @classmethod
    def make(cls, game: str, given: Mapping[str, Any]) -> Self:
        """A config from given knobs, the others at their defaults; a wrong one is a `ConfigError`."""
        try:
            return cls.model_validate({name: plain_value(value) for name, value in given.items()})
        except ValidationError as error:
            raise sentence_for(cls, game, error, given) from None

    def changed(self) -> dict[str, Any]:
        """The knobs that differ from their default, in the order they are declared."""
        default = type(self)()
        return {
            name: getattr(self, name)
            for name in type(self).model_fields
            if getattr(self, name) != getattr(default, name)
        }

    def open_values(self) -> dict[str, Any]:
        """Every knob that anybody may know."""
        return {name: value for name, value in self.values() if not is_secret(type(self), name)}

    def values(self) -> Iterable[tuple[str, Any]]:
        """Name and value of every knob, as JSON and TOML can write them."""
        return self.model_dump(mode="json").items()


def fits(number: int | Decimal, low: Any, high: Any) -> bool:
    """Whether a number lies within its bounds, where it has them, and in an int64."""
    whole = number * PER_UNIT if isinstance(number, Decimal) else number
    return (low is None or number >= low) and (high is None or number <= high) and -BEYOND <= whole < BEYOND


def plain_value(value: Any) -> Any:
    """Lists from TOML and JSON are tuples in a frozen config."""
    return tuple(value) if isinstance(value, list) else value


def knob_of(config: type[Config], name: str) -> FieldInfo:
    return config.model_fields[name]


def extra_of(field: FieldInfo, name: str) -> Any:
    """What `knob` was told beyond what pydantic knows; a bare field has nothing of it."""
    extra = field.json_schema_extra
    return extra.get(name) if isinstance(extra, dict) else None


def is_secret(config: type[Config], name: str) -> bool:
    return bool(extra_of(knob_of(config, name), "secret"))


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that looks most like this one, or nothing."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return close[0] if close else ""


def sentence_for(
    config: type[Config], game: str, error: ValidationError, given: Mapping[str, Any]
) -> ConfigError:
    """The first thing pydantic found wrong, in our words."""
    first = error.errors()[0]
    if not first["loc"]:
        # A game's own check of several knobs together.
        return ConfigError("config-refused", game=game, why=str(first["msg"]).removeprefix("Value error, "))
    name = str(first["loc"][0])
    if first["type"] == "extra_forbidden":
        close = nearest(name, config.model_fields)
        unknown = "knob-unknown-near" if close else "knob-unknown"
        return ConfigError(unknown, game=game, knob=name, near=close, known=", ".join(config.model_fields))
    value = "nothing" if given.get(name) is None else show(given[name])
    code = range_code(choices_of(knob_of(config, name).annotation), first["type"])
    return ConfigError(code, game=game, knob=name, value=value, allowed=allowed(config, name))


def range_code(choices: list[Any], fault: str) -> str:
    """Which sentence says what a knob takes: a number out of range is another fault than no number."""
    if any(choice is bool or get_origin(choice) is Literal for choice in choices):
        return "knob-choice"
    if fault in ("greater_than_equal", "less_than_equal", "out_of_range"):
        return "knob-range"
    return "knob-whole" if choices == [int] else "knob-kind"


def show(value: Any) -> str:
    """A value as a person would write it in a config."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(show(entry) for entry in value)}]"
    return str(value)


def allowed(config: type[Config], name: str) -> str:
    """What a knob takes, in a few words: `2–5`, `true or false`, `"spread", "clustered"`."""
    field = knob_of(config, name)
    parts: list[str] = []
    for choice in choices_of(field.annotation):
        if get_origin(choice) is Literal:
            parts.extend(f'"{word}"' for word in get_args(choice))
        elif choice is bool:
            parts.append("true or false")
        elif choice is str:
            parts.append("text")
        elif get_origin(choice) is tuple:
            each = "" if bounds_of(field) == (None, None) else f" ({range_words(field, int)})"
            parts.append(f"a list of up to {extra_of(field, 'most')} whole numbers{each}")
        elif choice in (int, Decimal):
            parts.append(range_words(field, choice))
    return ", ".join(parts)


def choices_of(annotation: Any) -> list[Any]:
    """The alternatives of an annotation, `None` left out."""
    if get_origin(annotation) in (Union, types.UnionType):
        return [choice for choice in get_args(annotation) if choice is not type(None)]
    return [annotation]


def range_words(field: FieldInfo, kind: type) -> str:
    low, high = bounds_of(field)
    numbers = "whole numbers" if kind is int else "numbers with at most three decimals"
    if low is None and high is None:
        return numbers
    if high is None:
        return f"{numbers} from {low}"
    if low is None:
        return f"{numbers} up to {high}"
    return f"{low}–{high}" + ("" if kind is int else " with at most three decimals")


def bounds_of(field: FieldInfo) -> tuple[Any, Any]:
    """The least and the greatest value of a knob, where it has them."""
    lows = [limit.ge for limit in field.metadata if getattr(limit, "ge", None) is not None]
    highs = [limit.le for limit in field.metadata if getattr(limit, "le", None) is not None]
    low = lows[0] if lows else extra_of(field, "minimum")
    return low, highs[0] if highs else extra_of(field, "maximum")


def read_toml(path: Path, game: str) -> dict[str, Any]:
    """The knobs that a TOML file sets."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError("file-unreadable", path=str(path), why=error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:  # not TOML, not text, or nested without end
        raise ConfigError("config-not-toml", path=str(path), game=game, why=str(error)) from None


def read_setting(config: type[Config], game: str, setting: str) -> tuple[str, Any]:
    """`killers=4` as a knob and its value; `map=@FILE` takes the value from a file."""
    name, equals, text = setting.partition("=")
    name = name.strip()
    if not equals or not name:
        raise ConfigError("setting-form", game=game, setting=setting)
    if name not in config.model_fields:
        return name, text
    if text.startswith("@"):
        text = read_text(Path(text[1:]))
    return name, value_from_text(choices_of(knob_of(config, name).annotation), text.strip())


def read_text(path: Path) -> str:
    """A file's text, or one sentence why not."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise KittycornerError("file-unreadable", path=str(path), why=error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise KittycornerError("file-not-text", path=str(path)) from None


def value_from_text(choices: list[Any], text: str) -> Any:
    """What a command line says, in the type the knob wants; left as text where it doesn't fit."""
    for choice in choices:
        if choice is bool and text in ("true", "false"):
            return text == "true"
        if choice in (int, Decimal):
            try:
                return choice(text)
            except (ValueError, InvalidOperation):
                continue
        if get_origin(choice) is tuple:
            try:
                return tuple(int(part) for part in text.split(",") if text)
            except ValueError:
                continue
    return text


def knob_dtype(config: type[Config]) -> np.dtype[Any]:
    """The record of int64 that kernels see; texts are left out."""
    fields: list[Any] = []
    for name, field in config.model_fields.items():
        most = extra_of(field, "most")
        if most:
            fields.append((name, np.int64, (most,)))
        elif str not in choices_of(field.annotation):
            fields.append((name, np.int64))
    return np.dtype(fields or [("none", np.int64)])


def knobs_of(config: Config, secrets: bool = True) -> np.ndarray:
    """The config as kernels see it: an array of one read-only record; without `secrets` those are 0."""
    knobs = np.zeros(1, knob_dtype(type(config)))
    for name in knobs.dtype.names or ():
        if name == "none" or (is_secret(type(config), name) and not secrets):
            continue
        value = getattr(config, name)
        field = knob_of(type(config), name)
        if isinstance(value, tuple):
            knobs[name][0, : len(value)] = value
        else:
            knobs[name][0] = as_whole(field, value)
    knobs.flags.writeable = False
    return knobs


def as_whole(field: FieldInfo, value: Any) -> int:
    """One knob as an int: a weight in thousandths, a word as its place among its alternatives; 0 for none."""
    if value is None:
        return 0
    if isinstance(value, Decimal):
        return int(value * PER_UNIT)
    if isinstance(value, str):
        words: Any = extra_of(field, "words") or {}
        if value in words:
            return int(words[value])
        for choice in choices_of(field.annotation):
            if get_origin(choice) is Literal:
                return get_args(choice).index(value)
    return int(value)


def to_toml(config: Config) -> str:
    """A config as a TOML file that explains itself."""
    lines = []
    for name, value in config.values():
        field = knob_of(type(config), name)
        unit = extra_of(field, "unit")
        lines.append(f"# {field.description} ({allowed(type(config), name)}{f'; {unit}' if unit else ''})")
        lines.append(f"# {name} = not set" if value is None else f"{name} = {toml_value(field, value)}")
    return "\n".join(lines) + "\n"


def toml_value(field: FieldInfo, value: Any) -> str:
    # JSON writes a weight as text, to keep its decimals; TOML numbers keep them.
    if Decimal in choices_of(field.annotation):
        return str(value)
    if not isinstance(value, str):
        return show(value)
    lines = [toml_line(line) for line in value.split("\n")]
    return f'"{lines[0]}"' if len(lines) == 1 else '"""\n' + "\n".join(lines) + '"""'


def toml_line(text: str) -> str:
    """What stands between the quotes: JSON's escapes are TOML's, and one sign that JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")
