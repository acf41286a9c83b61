"""Checks of hidden information: what a seat may not know reaches it in no way.

A *twin* is a position that differs only in what a seat may not know, as the game's own `guess` deals it anew
(for the spectator, too, whose number comes after the last seat's). Whatever is told of both must be the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from kittycorner.core import layout as layouts
from kittycorner.core.actions import Action
from kittycorner.core.chance import DEAL, step_key, stream_key
from kittycorner.core.errors import RuleError
from kittycorner.core.loop import NOT_CALLED
from kittycorner.core.match import Match
from kittycorner.core.position import Position
from kittycorner.core.replay import seat_lines
from kittycorner.proof.answers import FAR_OUT, judged, outside, seats_that_answer, some_of
from kittycorner.proof.finding import (
    Finding,
    first_difference,
    first_difference_in_text,
    first_line,
    found,
    in_words,
)
from kittycorner.proof.trial import Run, Trial

TWINS = 2  # for each seat in each position
MOST_SEATS = 6  # in each position
MOST_COMPARED = 40  # legal actions
ALONG = 3  # steps that a match and its twin go side by side
DEALS = 300  # starts that are dealt in search of two that look alike


def twins(
    trial: Trial, seats: Sequence[int], turns: int = TWINS
) -> Iterator[tuple[Run, int, int, Match, Match]]:
    """Matches that some seat can't tell apart: the run, the step, the seat's number, and both."""
    guess = trial.rules.guess
    if guess is None:
        return
    for run, step, position in trial.positions():
        for seat in some_seats(seats, random.Random(f"{run.seed} {step}")):
            for turn in range(turns):
                twin = position.copy()
                guess(trial.game, twin, seat, random.Random(f"{run.seed} {step} {seat} {turn}").randrange)
                yield run, step, seat, start(trial, position), start(trial, twin)


def some_seats(seats: Sequence[int], dice: random.Random) -> Sequence[int]:
    """The seats that are looked at in a position: all, or some where there are many."""
    return seats if len(seats) <= MOST_SEATS else dice.sample(seats, MOST_SEATS)


def start(trial: Trial, position: Position) -> Match:
    match: Match = trial.game.match(position=position.copy())
    return match


def views(trial: Trial) -> Iterator[Finding]:
    """A seat sees and may answer the same in positions that differ only in what it may not know."""
    if trial.rules.guess is None:
        yield from hides_nothing(trial)
        return
    varied = False
    for run, step, seat, match, twin in twins(trial, range(trial.game.seats)):
        varied = varied or layouts.to_bytes(match.state) != layouts.to_bytes(twin.state)
        facts = {"seed": run.seed, "step": step, "seat": trial.names[seat]}
        field = differing_view(match, twin, seat)
        if field:
            yield found("view-tells", **facts, field=field)
        elif bool(match.desk.acts[seat]) != bool(twin.desk.acts[seat]):
            yield found("view-tells", **facts, field="to_act")
        elif match.desk.acts[seat] and legal_for(match, seat) != legal_for(twin, seat):
            yield found("view-tells", **facts, field="legal")
    if not varied and any(run.positions for run in trial.runs):
        yield found("guess-idle")


def spectator(trial: Trial) -> Iterator[Finding]:
    """The spectator sees and is sent the same of positions that differ only in what it may not know."""
    number = trial.game.seats
    try:
        for run, step, _, match, twin in twins(trial, [number]):
            field = differing_view(match, twin, number)
            if field:
                yield found("view-tells", seed=run.seed, step=step, seat="spectator", field=field)
        yield from sends_more(trial, [number])
    except (IndexError, KeyError, ValueError) as error:
        yield found("guess-spectator", number=number, why=in_words(error))


def differing_view(match: Match, twin: Match, seat: int) -> str:
    """Where a seat's view differs between two matches: as a message, as bytes or as text."""
    name = "spectator" if seat == match.game.seats else match.seats[seat]
    mine, theirs = match.view(name), twin.view(name)
    field = first_difference(json_of(mine.fields), json_of(theirs.fields))
    if field:
        return field
    for entry_name, one, other in zip(mine.row._fields, mine.row, theirs.row, strict=True):
        if one.tobytes() != other.tobytes():
            return str(entry_name)
    return first_line(str(mine), str(theirs))


def json_of(value: Any) -> Any:
    return json.loads(json.dumps(value))


def legal_for(match: Match, seat: int) -> tuple[int, list[Action]]:
    """How much is legal for a seat, and some of it."""
    listed = match.legal(match.seats[seat])
    return len(listed), some_of(listed, MOST_COMPARED)


def hides_nothing(trial: Trial) -> Iterator[Finding]:
    """Without a `guess` a game hides nothing: positions that differ look different to every seat."""
    seen: dict[tuple[int, str, str], tuple[str, int, int]] = {}
    for seed, match in positions_anywhere(trial):
        state, ground = layouts.digest(match.state), layouts.digest(match.desk.plot)
        for seat, name in enumerate(match.seats):
            look = (seat, layouts.digest(match.view(name).row), ground)
            known, other_seed, other_step = seen.setdefault(look, (state, seed, match.number))
            if known != state:
                facts = {"seed": seed, "step": match.number, "seat": name}
                yield found("view-hides", **facts, other_seed=other_seed, other_step=other_step)


def positions_anywhere(trial: Trial) -> Iterator[tuple[int, Match]]:
    """Every step of every match, and many starts."""
    for run in trial.runs:
        match = trial.game.match(seed=run.seed)
        for answers in run.answers:
            yield run.seed, match
            match.act(answers, faults=True)
    for seed in range(DEALS):
        yield seed, trial.game.match(seed=seed)


def errors(trial: Trial) -> Iterator[Finding]:
    """A refusal tells a seat the same in positions that differ only in what it may not know."""
    for run, step, seat, match, twin in twins(trial, range(trial.game.seats)):
        wrong: list[Any] = ["no such action?!"]
        if match.desk.acts[seat]:
            dice = random.Random(f"{run.seed} {step} {seat}")
            fields = outside(match.game, match.legal(match.seats[seat]), dice, FAR_OUT)
            wrong += [] if fields is None else [match.game.action_from_fields(fields)]
        for said in wrong:
            field = first_difference(refusal_of(match, seat, said), refusal_of(twin, seat, said))
            if field:
                yield found("error-tells", seed=run.seed, step=step, seat=match.seats[seat], field=field)


def refusal_of(match: Match, seat: int, said: Any) -> dict[str, Any]:
    """All that a seat is told when its answer is refused; nothing when it isn't."""
    try:
        if not match.desk.acts[seat]:
            match.refuse(NOT_CALLED * 64 + seat)
        match.write(seat, said, False)
        number = judged(match, seat, match.game.action_at(match.desk.actions, seat))
        if number:
            match.refuse(number * 64 + seat)
    except RuleError as error:
        return {"code": error.code, **error.parameters, "sentence": str(error)}
    return {}


def histories(trial: Trial) -> Iterator[Finding]:
    """What a running match sends a seat or keeps for it tells only what its views and events have told."""
    yield from sends_more(trial, range(trial.game.seats))


def sends_more(trial: Trial, seats: Sequence[int]) -> Iterator[Finding]:
    """Where seats are sent something that tells a match from its twin, and their views and events don't."""
    for run, step, seat, match, twin in twins(trial, seats, turns=1):
        name = trial.names[seat]
        dice = random.Random(f"{run.seed} {step} {seat}")
        for _ in range(ALONG):
            theirs = sent(twin, name)
            for what, text in sent(match, name).items():
                if text != theirs[what]:
                    field = first_difference_in_text(text, theirs[what])
                    facts = {"seed": run.seed, "step": match.number, "seat": name}
                    yield found("history-tells", **facts, what=what, field=field)
            if not go_along(match, twin, dice) or may_tell_apart(match, twin, name):
                break


def sent(match: Match, seat: str) -> dict[str, str]:
    """Everything that the house hands out about a running match to one seat."""
    schema = match.game.schema
    return {
        "start message": json.dumps(schema.start_message(match, seat)),
        "turn message": json.dumps(schema.turn_message(match, seat)),
        "replay": "\n".join(seat_lines(match, seat)),
        "board": match.game.notation.draw_board(match, seat),
        "history": repr(match.history(seat)),
    }


def go_along(match: Match, twin: Match, dice: random.Random) -> bool:
    """Take one step with the same answers in both, where there are such."""
    if match.over or twin.over or match.to_act != twin.to_act:
        return False
    answers = {}
    for name in seats_that_answer(match, dice):
        answers[name] = match.legal(name).sample(dice.randrange)
        if answers[name] not in twin.legal(name):
            return False
    match.act(answers)
    twin.act(answers)
    return True


def may_tell_apart(match: Match, twin: Match, name: str) -> bool:
    """Whether a seat may tell two matches apart by now, by its view or by what it was told."""
    seat = match.number_of(name)
    if match.over or twin.over or differing_view(match, twin, seat):
        return True
    told = [one.log.told(one.game, one.log.entries[-1].events, seat) for one in (match, twin)]
    return told[0] != told[1]


def keys_of(match: Match) -> list[int]:
    """The seed, and every key of chance that was made of it up to now."""
    streams = [int(stream_key(match.seed, stream)) for stream in range(len(match.desk.streams))]
    steps = [int(step_key(stream, step)) for stream in streams for step in (match.number, match.number + 1)]
    return [match.seed, *streams, int(step_key(streams[DEAL], 0)), *steps]
