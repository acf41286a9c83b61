"""Golden playthroughs: matches as text beside a game's rules, so that a review shows what a change changes.

The first line of a file says which match it is: game, version, seed, who answers, and the knobs that aren't
at their default. Whoever changes that line and has the file written anew gets that match.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kittycorner.core.config import read_setting
from kittycorner.core.errors import KittycornerError
from kittycorner.core.events import EVENT
from kittycorner.core.files import write_whole
from kittycorner.core.forms.notation import Notation, plain_words, show_setting
from kittycorner.core.game import Game, Rules
from kittycorner.core.layout import allocate, to_bytes
from kittycorner.core.match import Match
from kittycorner.core.registry import home_of
from kittycorner.proof.answers import seats_that_answer
from kittycorner.proof.bench import bench_line
from kittycorner.proof.masks import who
from kittycorner.proof.trial import rules_from

WIDTH = 110
MOST_NAMED = 12  # of more legal actions only the number is said
STEPS_IN_FULL = 16  # later steps are a line each
MOST_STEPS = 400
BENCH = "bench.txt"
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


@dataclass(frozen=True)
class Changed:
    """Where a golden file differs first from what the game does now."""

    path: Path
    line: int
    stands: str
    comes: str


def folder_of(rules: Rules) -> Path:
    """Where a game's golden files lie."""
    return home_of(rules) / "golden" / rules.name


def write_golden(game: str | Rules) -> list[Path]:
    """Write a game's golden files anew, those that every game has and those it has besides; which changed."""
    rules = rules_from(game) if isinstance(game, str) else game
    folder = folder_of(rules)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KittycornerError(
            "file-unwritable", path=str(folder), why=error.strerror or str(error)
        ) from None
    changed = []
    for path, text in [*playthroughs_now(rules), bench_now(rules)]:
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_whole(path, text)
            changed.append(path)
    return changed


def changed_golden(files: Iterable[tuple[Path, str]]) -> Iterator[Changed]:
    """Where golden files differ from what a game does now; a missing one differs in its first line."""
    for path, text in files:
        stands = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        comes = text.splitlines()
        for number in range(max(len(stands), len(comes))):
            mine = stands[number] if number < len(stands) else ""
            new = comes[number] if number < len(comes) else ""
            if mine != new or number >= min(len(stands), len(comes)):
                yield Changed(path, number + 1, mine, new)
                break


def playthroughs_now(rules: Rules) -> Iterator[tuple[Path, str]]:
    """Every golden playthrough of a game, and what it should hold."""
    folder = folder_of(rules)
    headers = {name: Header(seed, answers, {}) for name, (seed, answers) in STANDARD.items()}
    for path in sorted(folder.glob("*.txt")):
        if path.name != BENCH and path.name not in STANDARD:
            headers[path.name] = Header.read(rules, path)
    for name, header in sorted(headers.items()):
        yield folder / name, playthrough(rules, header)


def bench_now(rules: Rules) -> tuple[Path, str]:
    """The file of a game's bench, and what it should hold."""
    return folder_of(rules) / BENCH, bench_line(Game(rules, rules.config.make(rules.name, {}))) + "\n"


def playthrough(rules: Rules, header: Header) -> str:
    """The text of a golden file."""
    game = Game(rules, rules.config.make(rules.name, header.knobs))
    match = game.match(seed=header.seed)
    dice = random.Random(header.seed)
    lines = [header.line(game), "", "start", *stands(match)]
    while not match.over and match.number < MOST_STEPS:
        if header.answers == PLAYERS:
            match.step()
        else:
            seats = seats_that_answer(match, dice)
            match.act({seat: match.legal(seat).sample(dice.randrange) for seat in seats})
        lines.extend(took_step(match))
    return "\n".join([*lines, "", ending(match), ""])


def took_step(match: Match) -> Iterator[str]:
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
    yield from stands(match)
    if match.number == STEPS_IN_FULL and not match.over:
        yield ""


def stands(match: Match) -> Iterator[str]:
    """Where a match stands: what was told, the position, what each seat sees and may answer, the digests."""
    for line in told(match):
        yield from wrapped("  ", line)
    yield from (f"    {line}".rstrip() for line in position_lines(match))
    for seat in (*match.seats, "spectator"):
        fields = {name: value for name, value in match.view(seat).items() if name != "seat"}
        yield from wrapped(f"  {seat} sees ", words_of(fields))
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


def words_of(fields: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {bracketed(value)}" for name, value in fields.items())


def bracketed(value: Any) -> str:
    """A field's value in words; a list or an object between brackets, so that the next field stands apart."""
    words = plain_words(value)
    return f"({words})" if isinstance(value, list | Mapping) and value else words


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
