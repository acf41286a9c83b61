"""Replays: a match written down, so that it can be shown, taken up again, and proven.

A replay keeps what a match is made from, the answers, and the memories that changed. Events and states are
computed anew; digests tell whether they are the same.
"""

from __future__ import annotations

import dataclasses
import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kittycorner.core import layout as layouts
from kittycorner.core.errors import KittycornerError, ReplayError
from kittycorner.core.files import write_whole
from kittycorner.core.forms.schema import json_ready
from kittycorner.core.game import Game
from kittycorner.core.loop import UNREADABLE
from kittycorner.core.registry import rules_of
from kittycorner.core.replay_lines import (
    FORMAT,
    VERSION,
    Bytes,
    Digests,
    Footer,
    Header,
    Lines,
    OutcomePart,
    Part,
    SeatReport,
    Sitter,
    StepLine,
    read_lines,
    seal,
)  # fmt: skip
from kittycorner.core.replay_verify import (
    Difference,
    DiffersError,
    compare,
    refusal_of,
    retake,
    seating_of,
    seats_agree,
    start_digest,
)  # fmt: skip

if TYPE_CHECKING:
    from kittycorner.core.log import Entry
    from kittycorner.core.match import Match
    from kittycorner.core.seating import Seating

# --- writing


def write_replay(match: Match, path: str | Path) -> None:
    """Write the match so far as a replay; compressed when the name ends in `.gz`."""
    data = "".join(f"{line}\n" for line in replay_lines(match)).encode()
    # Without the time of writing, equal matches are equal files.
    write_whole(path, gzip.compress(data, mtime=0) if Path(path).suffix == ".gz" else data)


def replay_lines(match: Match) -> list[str]:
    """The lines of a match's replay: everything, for the host."""
    game = match.game
    entries = match.log.entries
    table = next((entry.seating for entry in entries if entry.seating is not None), match.seating)
    sitting = sitters(game, table)
    parts: list[Part] = [header(match, sitting)]
    again = from_start(match)
    before, after = game.new_memories(), game.new_memories()
    layouts.from_bytes(after, match.log.start_memories)
    for number, entry in enumerate(entries, match.log.first + 1):
        seats = sitting if entry.seating is None else sitters(game, entry.seating)
        layouts.assign(before, after)
        if entry.memories is not None:
            layouts.from_bytes(after, entry.memories)
        actions, refused = settle_again(again, entry)
        parts.append(
            StepLine(
                step=number,
                seats=None if seats == sitting else seats,
                outside=entry.seating is None,
                actions=actions,
                refused=refused,
                memories=changed_memories(game, before, after),
                state=layouts.digest(again.state),
            )
        )
        sitting = seats
    seats = sitters(game, match.seating)
    outcome = match.outcome
    footer = Footer(
        seats=None if seats == sitting else seats,
        outcome=None if outcome is None else OutcomePart(**dataclasses.asdict(outcome)),
        steps=len(entries),
        digests=Digests(**match.digests()),
    )
    return seal([*parts, footer])


def header(match: Match, sitting: dict[str, Sitter]) -> Header:
    game = match.game
    return Header(
        format=FORMAT,
        version=VERSION,
        game=game.name,
        game_version=game.version,
        config=json_ready(game.config.changed()),
        policy=match.policy,
        seed=match.seed,
        position=None if match.dealt else game.notation.draw(match.start),
        step=match.log.first,
        start=start_digest(game, match.start),
        seats={seat: SeatReport(**sitter.model_dump()) for seat, sitter in sitting.items()},
    )


def sitters(game: Game, table: Seating) -> dict[str, Sitter]:
    """Who sits at each seat."""
    seated = {}
    for number, instance in enumerate(table.instances):
        built_in = any(instance.player is player for player in game.rules.players)
        name = instance.player.name if built_in else instance.name
        sitter = Sitter(player=name, instance=number, built_in=built_in)
        seated.update({game.seat_names[seat]: sitter for seat in instance.seats})
    return {seat: seated[seat] for seat in game.seat_names}


def from_start(match: Match) -> Match:
    """The match once more as it was at its start."""
    again: Match = match.game.match(match.seed, position=match.start, policy=match.policy)
    return again


def settle_again(again: Match, entry: Entry) -> tuple[dict[str, str | Bytes], dict[str, str]]:
    """Take a logged step once more; what each seat answered, and why it was refused."""
    actions: dict[str, str | Bytes] = {}
    refused = {}
    layouts.from_bytes(again.desk.actions, entry.actions)
    for number, seat in enumerate(again.seats):
        if entry.answered >> number & 1:
            refusal = refusal_of(again, number)
            actions[seat] = said(again, number)
            if refusal:
                refused[seat] = refusal
    again.settle(entry.answered, True)
    return actions, refused


def said(again: Match, seat: int) -> str | Bytes:
    """What a seat answered, as text if the text says all of it."""
    game = again.game
    actions = again.desk.actions
    head = actions.head[seat]
    marked = int(head["refusal"])
    if marked not in (0, UNREADABLE):
        # The mark is the judge's, who will set it again, or else was part of what could be read.
        head["refusal"] = 0
        if refusal_of(again, seat) != game.refusal(marked):
            head["refusal"] = marked
    action = game.action_at(actions, seat)
    if game.read_answer(seat, action.text).data == action.data:
        return action.text
    return Bytes(bytes=b"".join(action.data).hex())


def changed_memories(game: Game, before: Any, after: Any) -> dict[str, dict[str, Any]]:
    """The memories that a step changed."""
    return {
        seat: game.schema.memory(after, number)
        for number, seat in enumerate(game.seat_names)
        if any(was[number].tobytes() != now[number].tobytes() for was, now in zip(before, after, strict=True))
    }


# --- reading


class Replay:
    """A match as a file tells it."""

    def __init__(self, game: Game, lines: Lines) -> None:
        self.game = game
        self.path = lines.path
        self.header = lines.header
        self.steps = lines.steps
        self.footer = lines.footer
        self.edited = lines.edited  # the first line that was changed after it was written

    def __repr__(self) -> str:
        return f"open_replay({str(self.path)!r})"

    def verify(self) -> Difference | None:
        """Play the match again, built-in players and all: the first difference, or `None` when all is equal.

        What stands behind an edited line isn't looked at.
        """
        try:
            for _ in self.play(self.edited or self.last_line, rerun=True):
                pass
        except DiffersError as differs:
            return self.difference(differs)
        except KittycornerError:
            if self.edited is None:
                raise
        if self.edited is None:
            return None
        edited = DiffersError("check", "", "")
        edited.line = self.edited
        return self.difference(edited)

    def match(self, step: int | None = None) -> Match:
        """The match played again up to a step, or as far as it went: it can be undone, and played on."""
        first, last = self.step_of(1), self.step_of(self.last_line)
        if step is not None and not first <= step <= last:
            raise KittycornerError("no-such-step", step=step, first=first, last=last)
        for match in self.walk():
            if match.number == step and step < last:
                break
        return match

    def step_objects(self) -> Iterator[dict[str, Any]]:
        """The start and each step, as JSON objects."""
        for match in self.walk():
            yield step_object(match)

    def walk(self) -> Iterator[Match]:
        """The match at its start, and after each step; where it isn't what was written, that is an error."""
        if self.edited is not None:
            raise ReplayError("replay-edited", path=str(self.path), line=self.edited)
        try:
            yield from self.play(self.last_line, rerun=False)
        except DiffersError as differs:
            raise ReplayError("replay-differs", why=str(self.difference(differs))) from None

    def play(self, until: int, *, rerun: bool) -> Iterator[Match]:
        """Take the lines up to line `until`; with `rerun` built-in players are asked once more."""
        line = 1
        try:
            match = self.begin()
            yield match
            for line, recorded in enumerate(self.steps[: until - 1], 2):
                self.seat(match, recorded.seats, line)
                retake(match, recorded, rerun=rerun)
                yield match
            if until == self.last_line:
                line = until
                self.seat(match, self.footer.seats, line)
                self.compare_end(match)
        except DiffersError as differs:
            differs.line = line
            raise

    def begin(self) -> Match:
        """The match at its start, the players in their seats."""
        header = self.header
        position = None
        try:
            if header.position is not None:
                position = self.game.notation.read(header.position)
                # Rules aren't shown a start that somebody changed.
                compare("start", header.start, start_digest(self.game, position))
            match: Match = self.game.match(header.seed, position=position, policy=header.policy)
        except (KittycornerError, ValueError, OverflowError) as error:
            raise ReplayError("replay-unplayable", path=str(self.path), why=str(error)) from None
        compare("start", header.start, start_digest(self.game, match.start))
        compare("step", header.step, match.number)
        self.seat(match, header.seats, 1)
        return match

    def seat(self, match: Match, seats: Mapping[str, Sitter] | None, line: int) -> None:
        """Let the players sit down that a line names, if it names some."""
        if seats is None:
            return
        if not seats_agree(self.game, seats):
            raise ReplayError("replay-field", path=str(self.path), line=line, field="seats")
        try:
            match.take_seats(seating_of(match, seats))
        except KittycornerError as error:
            raise ReplayError("replay-unplayable", path=str(self.path), why=str(error)) from None

    def compare_end(self, match: Match) -> None:
        """The last line must tell of the match as it ended."""
        outcome = match.outcome
        told = self.footer.outcome
        compare("steps", self.footer.steps, len(self.steps))
        compare("outcome", told and told.model_dump(), outcome and dataclasses.asdict(outcome))
        compare("digest", self.footer.digests.model_dump(), match.digests())

    @property
    def last_line(self) -> int:
        return len(self.steps) + 2

    def step_of(self, line: int) -> int:
        """The step that a line tells of: the start for the header, the last step for the footer."""
        return self.header.step + min(line - 1, len(self.steps))

    def difference(self, differs: DiffersError) -> Difference:
        return Difference(
            path=str(self.path),
            line=differs.line,
            step=self.step_of(differs.line),
            field=differs.field,
            recorded=differs.recorded,
            made=differs.made,
            edited=self.edited,
        )


def open_replay(path: str | Path) -> Replay:
    """A replay from its file; `ReplayError` when there is no whole one for a game that is installed."""
    lines = read_lines(Path(path))
    header = lines.header
    try:
        rules = rules_of(header.game)
        if header.game_version != rules.version:
            raise ReplayError(
                "replay-game-version",
                path=str(path),
                game=header.game,
                version=header.game_version,
                installed=rules.version,
            )
        config = rules.config.make(rules.name, header.config)
        return Replay(Game(rules, config), lines)
    except KittycornerError as error:
        if lines.edited == 1:
            raise ReplayError("replay-edited", path=str(path), line=1) from None
        if isinstance(error, ReplayError):
            raise
        raise ReplayError("replay-unplayable", path=str(path), why=str(error)) from None


# --- what is shown of a match


def seat_lines(match: Match, seat: str, *, fog: bool = True) -> list[str]:
    """What a seat, or the spectator, may have of a match: what it was told, line by line.

    There is no seed in it, no secret knob, and of the start no more than the seat's view. After the end the
    host may lift the fog: then it is the whole replay.
    """
    if not fog:
        if not match.over:
            raise KittycornerError("fog-running", game=match.game.name)
        return replay_lines(match)
    schema = match.game.schema
    number = match.number_of(seat)
    start = from_start(match)
    dealt = match.log.told(match.game, match.log.start_events, number)
    first = {
        "type": "deal",
        "step": start.number,
        "view": start.view(seat).fields,
        "events": [event.to_json() for event in dealt],
    }
    lines = [schema.start_message(match, seat), first]
    for step in match.history(seat):
        action = None if step["action"] is None else schema.answer(step["action"])
        lines.append({"type": "step", **step, "action": action})
    if match.over:
        lines.append(schema.end_message(match, seat))
    return [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]


def step_object(match: Match) -> dict[str, Any]:
    """The last step of a match as one JSON object, for the host; at the start nobody has acted yet."""
    game, log = match.game, match.log
    entry = log.entries[-1] if log.entries else None
    answered = 0 if entry is None else entry.answered
    actors = [seat for number, seat in enumerate(match.seats) if answered >> number & 1]
    told = log.start_events if entry is None else entry.events
    return {
        "step": match.number,
        "actors": actors,
        "actions": {
            seat: game.schema.answer(log.action(game, entry, game.seat_number(seat)))
            for seat in actors
            if entry is not None
        },
        "events": [event.to_json() for event in log.told(game, told, None)],
        "state": game.schema.state(match.state, match.desk.ground, match.memories),
    }
