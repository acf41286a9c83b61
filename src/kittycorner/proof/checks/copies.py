"""Checks of copies: positions, actions and errors survive copying, pickling, text and JSON; undo and redo."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator

from kittycorner.core.errors import KittycornerError, RuleError
from kittycorner.core.match import Match
from kittycorner.core.position import Position
from kittycorner.proof.finding import Finding, first_line, found, in_words
from kittycorner.proof.trial import Run, Trial, differing_digest, differing_part


def plays(trial: Trial) -> Iterator[Finding]:
    """Matches by built-in players, at random and with wrong answers run, and always somebody must act."""
    for run in trial.runs:
        if run.failure is not None:
            why = in_words(run.failure)
            yield found("fails", seed=run.seed, step=max(run.last, 0), why=why)
        if run.stuck is not None:
            yield found("nobody-acts", seed=run.seed, step=run.stuck)


def repeats(trial: Trial) -> Iterator[Finding]:
    """The same seed brings the same match, whatever was played before it."""
    for run in trial.runs:
        match = trial.game.match(seed=run.seed, players=run.players)
        run.play_on(match)
        part = differing_digest(run, match)
        if part:
            yield found("repeat-differs", seed=run.seed, step=match.number, part=part)


def copies(trial: Trial) -> Iterator[Finding]:
    """A match taken up from a copy of any position goes on to the same end."""
    for run, step, position in trial.positions():
        match = trial.game.match(position=position.copy(), players=run.players)
        run.play_on(match)
        part = differing_digest(run, match)
        if part:
            yield found("copy-differs", seed=run.seed, step=step, end=match.number, part=part)


def pickles(trial: Trial) -> Iterator[Finding]:
    """Positions, actions and errors are the same after pickling."""
    for run, step, position in trial.positions():
        part = differing_part(trial.game, position, pickle.loads(pickle.dumps(position)))
        if part:
            yield found("pickle-differs", seed=run.seed, step=step, what="position", part=part)
        match = trial.game.match(position=position)
        for seat in match.to_act:
            action = match.legal(seat)[0]
            if pickle.loads(pickle.dumps(action)) != action:
                yield found("pickle-differs", seed=run.seed, step=step, what="action", part=action.text)
        error = refusal(match)
        twin = pickle.loads(pickle.dumps(error))
        if str(twin) != str(error) or twin.parameters != error.parameters:
            yield found("pickle-differs", seed=run.seed, step=step, what="error", part=error.code)


def refusal(match: Match) -> RuleError:
    """An error as a seat gets it."""
    return match.rule_error("unreadable", match.number_of(match.to_act[0]), "?")


def positions(trial: Trial) -> Iterator[Finding]:
    """A position's text and its JSON read back as the same position, and a match starts from them."""
    notation, schema = trial.game.notation, trial.game.schema
    for run, step, position in trial.positions():
        text = notation.draw(position)
        data = json.dumps(schema.position(position))
        for form, written in (("text", text), ("json", data)):
            finding = reads_back(trial, run, step, position, form, written)
            if finding:
                yield finding
        again = notation.draw(notation.read(text))
        if again != text:
            yield found("text-differs", seed=run.seed, step=step, line=first_line(text, again))


def reads_back(
    trial: Trial, run: Run, step: int, position: Position, form: str, written: str
) -> Finding | None:
    """What is wrong with one written form of a position."""
    facts = {"seed": run.seed, "step": step, "form": form}
    try:
        part = differing_part(trial.game, position, trial.game.notation.read(written))
        if part:
            return found("position-differs", **facts, part=part)
        match = trial.game.match(position=written)
    except (KittycornerError, ValueError, TypeError, KeyError, IndexError) as error:
        return found("position-unread", **facts, why=in_words(error))
    part = differing_part(trial.game, position, match.position)
    return found("position-differs", **facts, part=part) if part else None


def undo(trial: Trial) -> Iterator[Finding]:
    """Undo and redo lead to any step of a match, to the byte."""
    for run in trial.runs:
        if not run.digests:
            continue
        match = trial.game.match(seed=run.seed, players=run.players)
        run.play_on(match)
        last = match.number
        steps = [*run.positions, last]
        random.Random(run.seed).shuffle(steps)
        for step in steps:
            match.go_to(step)
            yield from differs_after_undo(run, match)
        match.go_to(last)
        if match.over != run.over or [bytes(entry.events) for entry in match.log.entries] != run.told[1:]:
            yield found("undo-log", seed=run.seed, step=last)
        yield from other_way(run, match)


def differs_after_undo(run: Run, match: Match) -> Iterator[Finding]:
    part = differing_digest(run, match)
    if not part and match.number in run.positions:
        part = differing_part(run.game, run.positions[match.number], match.position)
    if not part and match.batch.tallies.tobytes() != run.tallies[match.number]:
        part = "tally"
    if part:
        yield found("undo-differs", seed=run.seed, step=match.number, part=part)


def other_way(run: Run, match: Match) -> Iterator[Finding]:
    """After an undo the match can go another way, and back again."""
    step = match.number // 2
    if step == match.number:
        return
    match.go_to(step)
    seat = match.to_act[0]
    given = {name: match.legal(name)[0] for name in ([seat] if match.any_may_act else match.to_act)}
    match.act(given)
    match.undo()
    yield from differs_after_undo(run, match)
