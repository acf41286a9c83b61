"""Checks of events and secrets: who is told what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, get_args

import numpy as np

from kittycorner.core.config import choices_of, is_secret
from kittycorner.core.errors import ConfigError
from kittycorner.core.events import EVENT, Event
from kittycorner.core.game import Game
from kittycorner.core.match import Match
from kittycorner.proof.checks.hidden import keys_of, refusal_of, sent
from kittycorner.proof.finding import Finding, first_difference_in_text, found, in_words
from kittycorner.proof.masks import everyone, who
from kittycorner.proof.trial import Run, Trial


def events(trial: Trial) -> Iterator[Finding]:
    """Every event has its class, is told to exactly the seats its class declares, and has room."""
    game = trial.game
    for run in trial.runs:
        if run.told_too_much:
            yield found("events-many", seed=run.seed, step=run.last + 1, most=game.layout.events)
        for step, told in enumerate(run.told):
            rows = np.frombuffer(told, EVENT)
            facts = {"seed": run.seed, "step": step}
            if len(rows) > game.layout.events:
                yield found("events-many", **facts, most=game.layout.events)
            for row in rows:
                yield from ill_told(game, row, facts)


def ill_told(game: Game, row: Any, facts: dict[str, Any]) -> Iterator[Finding]:
    """What is wrong with one event."""
    kind = game.event_types.get(int(row["code"]))
    if kind is None:
        yield found("event-unknown", **facts, code=int(row["code"]))
        return
    facts = {**facts, "event": kind.__name__}
    knows, knows_all = int(row["knows"]) & everyone(game), int(row["knows_all"]) & everyone(game)
    declared = mask_of(game, kind, row, kind.known_to)
    if declared is not None and knows != declared:
        yield found("event-told", **facts, told=who(game, knows), declared=who(game, declared))
    if not kind.secret and knows_all != knows:
        yield found("event-undeclared", **facts, told=who(game, knows_all))
    declared = mask_of(game, kind, row, kind.secret_to)
    if kind.secret and declared is not None and knows_all != knows & declared:
        yield found(
            "event-secret-told", **facts, told=who(game, knows_all), declared=who(game, knows & declared)
        )
    if any(name not in kind.columns for name in kind.secret):
        yield found("event-secret-unknown", **facts, secret=", ".join(kind.secret))
    try:
        json.dumps(kind.from_row(game, row).to_json())
    except (IndexError, TypeError, ValueError) as error:
        yield found("event-unreadable", **facts, why=in_words(error))


def mask_of(game: Game, kind: type[Event], row: Any, declared: str | tuple[str, ...] | None) -> int | None:
    """The mask that a declaration means for this event; `None` where it leaves it to the rules."""
    if declared is None:
        return None
    if declared == "everybody":
        return everyone(game)
    if declared == "nobody":
        return 0
    mask = 0
    for name in (declared,) if isinstance(declared, str) else declared:
        seat = int(row[kind.columns[name].name])
        mask |= 1 << seat if seat >= 0 else 0
    return mask


def secrets(trial: Trial) -> Iterator[Finding]:
    """No seat and no spectator is told the seed, a key of chance, or what a secret knob is set to."""
    for run in trial.runs:
        for step in sorted({min(step, run.last) for step in (0, 5, run.last)}) if run.digests else ():
            match = run.again(step)
            for name in trial.names:
                yield from tells_the_seed(match, name, run, step)
                if step == 0:
                    yield from names_secret_knob(match, name, run)
    for name in type(trial.game.config).model_fields:
        if is_secret(type(trial.game.config), name):
            yield from tells_the_knob(trial, name)


def tells_the_seed(match: Match, name: str, run: Run, step: int) -> Iterator[Finding]:
    numbers = keys_of(match)
    for what, text in everything_told(match, name).items():
        if any(str(number) in text or f"{number:x}" in text for number in numbers):
            yield found("seed-told", seed=run.seed, step=step, seat=name, what=what)


def everything_told(match: Match, name: str) -> dict[str, str]:
    """Every text and message that a seat may be sent about a match."""
    told = sent(match, name)
    told["view"] = str(match.view(name)) + json.dumps(dict(match.view(name)))
    if name in match.to_act:
        told["error"] = repr(refusal_of(match, match.number_of(name), "no such action?!"))
    if match.over:
        told["end message"] = json.dumps(match.game.schema.end_message(match, name))
    return told


def names_secret_knob(match: Match, name: str, run: Run) -> Iterator[Finding]:
    """Whether the config that a seat is sent holds a secret knob."""
    config = type(match.game.config)
    sent = match.game.schema.start_message(match, name).get("config", {})
    for knob in sent:
        if knob in config.model_fields and is_secret(config, knob):
            yield found("knob-told", seed=run.seed, step=0, seat=name, knob=knob, what="start message")


def tells_the_knob(trial: Trial, knob: str) -> Iterator[Finding]:
    """Whether anything a seat is told of one position changes with a secret knob."""
    other = with_another(trial.game, knob)
    if other is None:
        return
    for run, step, position in trial.positions():
        match, twin = trial.game.match(position=position.copy()), other.match(position=position.copy())
        if twin.over:
            continue  # a secret clock
        for name in trial.names:
            mine, theirs = everything_told(match, name), everything_told(twin, name)
            for what, text in mine.items():
                if text != theirs[what]:
                    field = first_difference_in_text(text, theirs[what])
                    facts = {"seed": run.seed, "step": step, "seat": name}
                    yield found("knob-told", **facts, knob=knob, what=f"{what}, {field}")
        match.step()
        twin.step()
        if match.log.entries[-1].actions != twin.log.entries[-1].actions:
            yield found("knob-played", seed=run.seed, step=step, knob=knob)


def values_beside(value: Any, annotation: Any) -> list[Any]:
    """Other values that a knob may take."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | Decimal):
        return [value + 1, value - 1]
    if isinstance(value, tuple):
        return [value[:-1], (*value, 1)]
    return [word for choice in choices_of(annotation) for word in get_args(choice) if word != value]


def with_another(game: Game, knob: str) -> Game | None:
    """The game with another value of one knob, where there is one that leaves the layout as it is."""
    for near in values_beside(getattr(game.config, knob), type(game.config).model_fields[knob].annotation):
        try:
            config = type(game.config).make(game.name, {**game.config.changed(), knob: near})
        except ConfigError:
            continue
        if game.rules.layout(config) == game.layout:
            return Game(game.rules, config)
    return None
