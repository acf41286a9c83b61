"""The lines of a replay: what stands in each, how one is sealed to the one before, how a file is read.

A replay is JSON Lines: a header, one line per step, a footer. Each has a `check`, a digest over what it says
and the check of the line before, so that a line that was edited or lost is found. It is no signature: who
wants to forge a replay can compute it anew. `docs/reference/replays.md` describes the format.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kittycorner.core.errors import ReplayError

FORMAT: Final = "kittycorner-replay"
VERSION: Final = 1
FIRST_BYTES = f'{{"format":"{FORMAT}"'.encode()
GZIP = b"\x1f\x8b"
BITE = 4096  # compressed bytes that are read at once, so that damage is found near its line

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Name = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]{1,200}$")]
Count = Annotated[int, Field(ge=0, lt=2**63)]
Verdict = Literal["ok", "crash", "timeout", "memory", "output", "illegal"]


class Part(BaseModel):
    """An object in a replay: complete and closed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Sitter(Part):
    """The player at a seat. Seats of one instance are held by one player together."""

    player: Name
    instance: Count
    built_in: bool  # whether the game ships it, so that it can be asked again


class SeatReport(Sitter):
    """The player at a seat at the start, and how its part ended."""

    verdict: Verdict = "ok"
    wall: float | None = None  # seconds
    cpu: float | None = None  # seconds
    memory: Count | None = None  # bytes, at most


class Header(Part):
    """The first line: all that a match is made from."""

    format: Literal["kittycorner-replay"]
    version: Literal[1]
    game: Name
    game_version: Count
    config: dict[str, bool | int | str | list[int] | None]  # the knobs that aren't at their default
    policy: Name
    seed: Count
    position: str | None  # the start in the game's notation, where it wasn't dealt from the seed
    step: Count  # how many steps led to the start
    start: Digest
    seats: dict[str, SeatReport]


class Bytes(Part):
    """An answer that the game's text can't say."""

    bytes: Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")]


class StepLine(Part):
    """One step. What is empty is left out."""

    step: Count
    seats: dict[str, Sitter] | None = None  # who sits where from this step on, when that changed
    outside: bool = False  # the answers came from outside, not from the players that sit there
    actions: dict[str, str | Bytes]
    refused: dict[str, Name] = {}
    memories: dict[str, dict[str, Any]] = {}  # those that changed
    state: Digest


class OutcomePart(Part):
    """How the match ended."""

    winner: Name | None
    reason: Name
    points: dict[str, int]


class Digests(Part):
    """What the state and the memories were at the end, to the bit."""

    state: Digest
    memories: Digest


class Footer(Part):
    """The last line."""

    seats: dict[str, Sitter] | None = None  # who would play on, when that changed
    outcome: OutcomePart | None
    steps: Count
    digests: Digests


Kind = TypeVar("Kind", bound=Part)


@dataclass(frozen=True)
class Lines:
    """A replay's lines as they stand in a file."""

    path: Path
    header: Header
    steps: tuple[StepLine, ...]
    footer: Footer
    edited: int | None  # the first line whose check is wrong


# --- writing


def seal(parts: Sequence[Part]) -> list[str]:
    """The lines of a replay, each with its check."""
    lines = []
    check = ""
    for part in parts:
        fields = part.model_dump(exclude_defaults=not isinstance(part, Header))
        check = check_of(fields, check)
        lines.append(json.dumps({**fields, "check": check}, ensure_ascii=False, separators=(",", ":")))
    return lines


def check_of(fields: Mapping[str, Any], before: str) -> str:
    """What seals a line's object to the line before. How it is spaced and ordered doesn't matter."""
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.blake2b((before + text).encode(), digest_size=8).hexdigest()


# --- reading


def read_lines(path: Path) -> Lines:
    """The lines of a file, or one sentence why it is no whole replay."""
    lines, cut = split(path)
    header = read_header(path, lines[0])
    parts: list[StepLine | Footer] = []
    check = ""
    edited = None
    for number, line in enumerate(lines, 1):
        if parts and isinstance(parts[-1], Footer):
            raise ReplayError("replay-after-end", path=str(path), line=number)
        fields = fields_of(path, number, line)
        recorded = fields.pop("check", None)
        if edited is None and recorded != check_of(fields, check):
            edited = number
        check = str(recorded)
        if number > 1:
            kind: type[StepLine] | type[Footer] = Footer if "digests" in fields else StepLine
            parts.append(part_of(kind, path, number, fields))
    if cut or not parts or not isinstance(parts[-1], Footer):
        raise ReplayError("replay-truncated", path=str(path), line=len(lines) + cut)
    steps = tuple(part for part in parts if isinstance(part, StepLine))
    return Lines(path, header, steps, parts[-1], edited)


def split(path: Path) -> tuple[list[bytes], bool]:
    """The whole lines of a file, one at least, and whether it was cut off within the next one."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ReplayError("file-unreadable", path=str(path), why=why) from None
    if not data:
        raise ReplayError("replay-empty", path=str(path))
    cut = False
    if data.startswith(GZIP):
        data, cut = unzipped(path, data)
    *lines, rest = data.split(b"\n")
    if not lines:
        begun = rest.startswith(FIRST_BYTES) or FIRST_BYTES.startswith(rest)
        raise ReplayError("replay-truncated" if begun else "replay-not", path=str(path), line=1)
    return lines, cut or bool(rest)


def unzipped(path: Path, data: bytes) -> tuple[bytes, bool]:
    """What a compressed file holds, and whether it was cut off."""
    stream = zlib.decompressobj(wbits=31)
    text = bytearray()
    for place in range(0, len(data), BITE):
        try:
            text += stream.decompress(data[place : place + BITE])
        except zlib.error:
            raise ReplayError("replay-damaged", path=str(path), line=text.count(b"\n") + 1) from None
        if stream.unused_data or (stream.eof and place + BITE < len(data)):
            raise ReplayError("replay-after-end", path=str(path), line=text.count(b"\n") + 1)
    return bytes(text), not stream.eof


def read_header(path: Path, line: bytes) -> Header:
    """The first line; other versions of the format may have other fields."""
    if FORMAT.encode() not in line:
        raise ReplayError("replay-not", path=str(path))
    fields = fields_of(path, 1, line)
    version = fields.get("version")
    if fields.get("format") != FORMAT:
        raise ReplayError("replay-not", path=str(path))
    if version != VERSION:
        shown = version if type(version) is int else "?"
        raise ReplayError("replay-format", path=str(path), version=shown, readable=VERSION)
    fields.pop("check", None)
    return part_of(Header, path, 1, fields)


def fields_of(path: Path, number: int, line: bytes) -> dict[str, Any]:
    """The object in a line."""
    try:
        fields = json.loads(line.decode(), object_pairs_hook=without_twins, parse_constant=no_number)
        # Half of a pair of surrogates can be written in JSON, but in no file and on no terminal.
        json.dumps(fields, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise ReplayError("replay-line", path=str(path), line=number) from None
    if not isinstance(fields, dict):
        raise ReplayError("replay-line", path=str(path), line=number)
    return fields


def without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, unless it names a field twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field stands there twice")
    return fields


def no_number(word: str) -> Any:
    raise ValueError(word)


def part_of(kind: type[Kind], path: Path, number: int, fields: dict[str, Any]) -> Kind:
    """A line's object as the part that it must be."""
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        field = ".".join(str(place) for place in error.errors()[0]["loc"])
        raise ReplayError("replay-field", path=str(path), line=number, field=field) from None
