"""Playthrough: one match as text, readable in a review."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kittycorner.core.config import read_setting
from kittycorner.core.errors import KittycornerError
from kittycorner.core.events import EVENT
from kittycorner.core.forms.notation import Notation, plain_words, show_setting
from kittycorner.core.forms.schema import Schema
from kittycorner.core.game import Game, Rules
from kittycorner.core.layout import allocate, to_bytes
from kittycorner.core.match import Match
from kittycorner.proof.answers import seats_that_answer
from kittycorner.proof.masks import who

WIDTH = 110
MOST_NAMED = 12  # of more legal actions only the number is said
STEPS_IN_FULL = 16  # later steps are a line each
MOST_STEPS = 400
PLAYERS, RANDOM = "players", "random"
STANDARD = {"seed_0007.txt": (7, PLAYERS), "seed_0008.txt": (8, RANDOM)}


@dataclass(frozen=True)
class Header:
    """Which match a golden file holds."""

    seed: int
    answers: str  # whose: the built-in players', or random legal ones
    knobs: Mapping[str, Any]

    def line(self, game: Game) -> str:
        settings = [f"{name}={show_setting(value)}" for name, value in game.config.changed().items()]
        config = " ".join(settings or ["default"])
        return f"{game.name} {game.version}  seed {self.seed}  answers {self.answers}  config {config}"

    @classmethod
    def read(cls, rules: Rules, path: Path) -> Header:
        """The header of a file; one of another shape can't say what to play."""
        words = path.read_text(encoding="utf-8").split("\n", 1)[0].split()
        try:
            name, _, seed_word, seed, answers_word, answers, config_word, *settings = words
            labels = (name, seed_word, answers_word, config_word)
            if labels != (rules.name, "seed", "answers", "config") or answers not in (PLAYERS, RANDOM):
                raise ValueError(words)
            settings = [setting for setting in settings if setting != "default"]
            return cls(int(seed), answers, dict(read_setting(rules.config, name, text) for text in settings))
        except ValueError:
            example = cls(*STANDARD["seed_0007.txt"], {}).line(Game(rules, rules.config.make(rules.name, {})))
            facts = {"path": str(path), "game": rules.name, "example": example}
            raise KittycornerError("golden-header", **facts) from None


def playthrough(rules: Rules, header: Header) -> str:
    """The text of a golden file."""
    game = Game(rules, rules.config.make(rules.name, header.knobs))
    match: Match = game.match(seed=header.seed)
    dice = random.Random(header.seed)
    seen: dict[str, Any] = {}
    lines = [header.line(game), "", "start", *stands(match, seen)]
    while not match.over and match.number < MOST_STEPS:
        if header.answers == PLAYERS:
            match.step()
        else:
            seats = seats_that_answer(match, dice)
            match.act({seat: match.legal(seat).sample(dice.randrange) for seat in seats})
        lines.extend(took_step(match, seen))
    return "\n".join([*lines, "", ending(match), ""])


def took_step(match: Match, seen: dict[str, Any]) -> Iterator[str]:
    """What a step was and what it led to; late in a match its digests alone."""
    if match.number > STEPS_IN_FULL:
        yield f"step {match.number}: {digests(match)}"
        return
    entry = match.log.entries[-1]
    yield ""
    yield f"step {match.number}"
    for number, seat in enumerate(match.seats):
        if entry.answered >> number & 1:
            yield f"  {seat}: {match.log.action(match.game, entry, number)}"
    yield from stands(match, seen)
    if match.number == STEPS_IN_FULL and not match.over:
        yield ""


def stands(match: Match, seen: dict[str, Any]) -> Iterator[str]:
    """Where a match stands: what was told, the position, what each seat sees and may answer, the digests.

    `seen` is what the seats saw before: of a view only what changed is said, at the start what isn't zero.
    """
    for line in told(match):
        yield from wrapped("  ", line)
    yield from (f"    {line}".rstrip() for line in position_lines(match))
    for number, seat in enumerate((*match.seats, "spectator")):
        fields = {name: value for name, value in match.view(seat).items() if name != "seat"}
        parts = changes("", seen.get(seat) or blank_view(match.game, number), fields)
        yield from wrapped(f"  {seat} sees ", ", ".join(parts) or "nothing new")
        seen[seat] = fields
    for seat in match.to_act:
        yield from wrapped(f"  {seat} may ", allowed(match, seat))
    yield f"  {digests(match)}"


def told(match: Match) -> Iterator[str]:
    """The events of the last step, each with who is told of it."""
    game = match.game
    events = match.log.entries[-1].events if match.log.entries else match.log.start_events
    for row in np.frombuffer(events, EVENT):
        knows, knows_all = int(row["knows"]), int(row["knows_all"])
        event = game.event(row)
        secret = f", {' and '.join(event.secret)} to {who(game, knows_all)}" if event.secret else ""
        yield f"{event!r} told to {who(game, knows)}{secret}"


def position_lines(match: Match) -> list[str]:
    """The position as text, without what stands in the file's first line and what hasn't changed since."""
    notation, position = match.game.notation, match.position
    same_ground = match.number > 0 and to_bytes(position.ground) == to_bytes(match.start.ground)
    if type(notation).draw is Notation.draw and same_ground:
        position.ground = allocate(match.game.layout.ground)
    lines = notation.draw(position).splitlines()[1:]
    return [line for line in lines if not line.startswith(("set ", "seed "))]


def blank_view(game: Game, seat: int) -> Mapping[str, Any]:
    """A view in which all is zero; nothing where a game draws its views itself."""
    if type(game.schema).view is not Schema.view:
        return {}
    return game.view_of(seat, allocate(game.layout.view, game.seats + 1), seat).fields


def changes(label: str, before: Any, now: Any) -> list[str]:
    """What of a view has changed, in words: `turn 3`, `seekers[0] x 1`."""
    if before == now:
        return []
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        return [
            part for name in now for part in changes(f"{label} {name}".strip(), before.get(name), now[name])
        ]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        parts = [
            part
            for place, value in enumerate(now)
            for part in changes(f"{label}[{place}]", before[place], value)
        ]
        if len(parts) <= max(2, len(now) // 2):
            return parts
    words = plain_words(now)
    return [f"{label} ({words})" if isinstance(now, list | Mapping) and now else f"{label} {words}"]


def allowed(match: Match, seat: str) -> str:
    legal = match.legal(seat)
    if len(legal) > MOST_NAMED:
        return f"{len(legal)} actions, from {legal[0]} to {legal[-1]}"
    return ", ".join(action.text for action in legal)


def wrapped(label: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=label, subsequent_indent="      ") or [label.rstrip()]


def digests(match: Match) -> str:
    return "digest " + ", ".join(f"{name} {digest}" for name, digest in match.digests().items())


def ending(match: Match) -> str:
    outcome = match.outcome
    if outcome is None:
        return f"goes on after step {match.number}"
    points = ", ".join(f"{side} {points}" for side, points in outcome.points.items())
    return f"{outcome.winner or 'draw'} ({outcome.reason}): {points}"
