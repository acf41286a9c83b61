"""Checks of actions: what is legal, how it is called, and what a refusal leaves untouched."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from kittycorner.core import layout as layouts
from kittycorner.core.actions import Action, Legal
from kittycorner.core.errors import RuleError
from kittycorner.core.game import Game
from kittycorner.core.match import Match
from kittycorner.proof.answers import FAR_OUT, PROBES, judged, outside, some_of
from kittycorner.proof.finding import Finding, found
from kittycorner.proof.trial import KEPT_STEPS, PARTS, Run, Trial, everything_in

MOST_LISTED = 150  # of more legal actions than this only so many are looked at


def legal(trial: Trial) -> Iterator[Finding]:
    """Whoever must act has legal actions: sorted, each once, each accepted, and nothing beside them is."""
    if "legal" in trial.plain.findings:
        yield trial.plain.findings["legal"]
    for run, step, position in trial.positions():
        match = trial.game.match(position=position)
        dice = random.Random(f"{run.seed} {step}")
        for seat in match.to_act:
            facts = {"seed": run.seed, "step": step, "seat": seat}
            before = layouts.to_bytes(match.state)
            listed = match.legal(seat)
            yield from in_order(match.game, listed, facts)
            yield from agreeing(match, listed, dice, facts)
            if layouts.to_bytes(match.state) != before:
                yield found("writes", seed=run.seed, step=step, rule="legal, judge", what="state")


def in_order(game: Game, listed: Legal, facts: dict[str, Any]) -> Iterator[Finding]:
    """Whether the list is there, ascending by its fields in the order of the layout, and each once."""
    if not len(listed):
        yield found("legal-none", **facts)
        return
    names = game.layout.action.head.dtype.names[1:]
    actions = some_of(listed, MOST_LISTED)
    fields = [game.fields_of(action) for action in actions]
    keys = [tuple(of_one.get(name, 0) for name in names) for of_one in fields]
    for action, one, other in zip(actions[1:], keys, keys[1:]):
        if one >= other:
            code = "legal-twice" if keys.count(other) > 1 else "legal-unsorted"
            yield found(code, **facts, action=action.text)


def agreeing(match: Match, listed: Legal, dice: random.Random, facts: dict[str, Any]) -> Iterator[Finding]:
    """Whether what is legal is accepted, and what is beside it refused by a code that has a name."""
    game, seat = match.game, match.number_of(facts["seat"])
    for action in some_of(listed, MOST_LISTED):
        if judged(match, seat, action):
            yield found("legal-refused", **facts, action=action.text)
        if game.fields_of(action) not in listed.choices:
            yield found("legal-not-listed", **facts, action=action.text)
    for _ in range(PROBES):
        fields = outside(match.game, listed, dice, FAR_OUT)
        if fields is None:
            return
        number = judged(match, seat, game.action_from_fields(fields))
        if number == 0:
            yield found("illegal-accepted", **facts, action=json.dumps(fields))
        elif not 0 < number <= len(game.rules.refusals):
            yield found("refusal-unknown", **facts, number=number, known=len(game.rules.refusals))


def names(trial: Trial) -> Iterator[Finding]:
    """No two legal actions have one name, and name and message read back as the action."""
    for run, step, position in trial.positions():
        match = trial.game.match(position=position)
        for seat in match.to_act:
            facts = {"seed": run.seed, "step": step, "seat": seat}
            listed = match.legal(seat)
            known: dict[str, Action] = {}
            for action in some_of(listed, MOST_LISTED):
                if known.setdefault(action.text, action) != action:
                    yield found("name-shared", **facts, action=action.text)
                yield from reads_back(match, match.number_of(seat), action, facts)


def reads_back(match: Match, seat: int, action: Action, facts: dict[str, Any]) -> Iterator[Finding]:
    game = match.game
    message = json.loads(json.dumps(game.schema.action(action)))
    forms: tuple[tuple[str, Any, Any], ...] = (
        ("text", action.text, game.notation.read_action),
        ("json", message, game.schema.read_action),
    )
    for form, said, read in forms:
        try:
            again = read(seat, said)
        except (ValueError, TypeError, KeyError):
            yield found("name-unread", **facts, action=action.text, form=form)
            continue
        if again.data != action.data:
            yield found("name-misread", **facts, action=action.text, form=form)


def refusals(trial: Trial) -> Iterator[Finding]:
    """A refused answer changes nothing, and is told with a code, what is allowed and the seat's own view."""
    if "legal" in trial.plain.findings:
        return  # a judge that raises as plain Python isn't asked compiled: it would read foreign memory
    for run, step, _ in trial.positions():
        match = run.again(step)
        before = everything_in(match)
        for seat, answers in wrong_answers(match, random.Random(f"{run.seed} {step}")):
            facts = {"seed": run.seed, "step": step, "seat": seat}
            try:
                match.act(answers)
            except RuleError as error:
                yield from ill_told(match, seat, error, facts)
            except IndexError:
                yield found("refusal-unnamed", **facts, known=len(trial.rules.refusals))
            else:
                yield found("not-refused", **facts, action=str(answers.get(seat)))
                match.undo()
            after = everything_in(match)
            if after != before:
                part = next(part for part, one, other in zip(PARTS, before, after) if one != other)
                yield found("refused-changed", **facts, part=part)
        yield from goes_on(run, step, match)


def wrong_answers(match: Match, dice: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Steps that are refused because of one seat."""
    called = match.to_act
    proper = {name: match.legal(name).sample(dice.randrange) for name in called}
    fields_of_all = match.game.layout.action.head.dtype.names[1:]
    for seat in called:
        others = {} if match.any_may_act else {name: proper[name] for name in called if name != seat}
        fields = outside(match.game, match.legal(seat), dice, FAR_OUT)
        if fields is not None:
            yield seat, {**others, seat: match.game.action_from_fields(fields)}
        for nonsense in ("no such action?!", {"no-such-field": 1}, dict.fromkeys(fields_of_all, 10**30)):
            yield seat, {**others, seat: nonsense}
        if not match.any_may_act:
            yield seat, others
    for seat in match.seats:
        if seat not in called:
            yield seat, {**proper, seat: match.game.unreadable}


def ill_told(match: Match, seat: str, error: RuleError, facts: dict[str, Any]) -> Iterator[Finding]:
    """What an error lacks."""
    rules = match.game.rules
    if error.seat != seat or not str(error):
        yield found("refusal-seat", **facts, named=error.seat)
    if error.code in ("not-your-turn", "no-answer"):
        return
    if error.parameters["reason"] not in (*rules.refusals, "unreadable"):
        yield found("refusal-unnamed", **facts, known=len(rules.refusals))
    legal_names = [action.text for action in match.legal(seat)[: len(error.allowed)]]
    if error.allowed != legal_names:
        yield found("refusal-allowed", **facts)
    if error.view != str(match.view(seat)):
        yield found("refusal-view", **facts)


def goes_on(run: Run, step: int, match: Match) -> Iterator[Finding]:
    """After refusals the match goes on as if there had been none."""
    run.answer(match, min(run.last, step + 3))
    if match.digests()["state"] != run.digests[match.number]["state"]:
        yield found("refused-later", seed=run.seed, step=step, end=match.number)


def players(trial: Trial) -> Iterator[Finding]:
    """What the built-in players answer is legal."""
    row = trial.game.action_row
    for run in trial.played:
        for place, answers in enumerate(run.answers):
            for seat, action in answers.items():
                trial.game.write_action(row, 0, action)
                if row.head[0]["refusal"]:
                    facts = {"seed": run.seed, "step": place + 1, "seat": seat}
                    yield found("player-refused", **facts, action=action.text)


def explains(trial: Trial) -> Iterator[Finding]:
    """What a player says that it would answer is what it answers, and to ask it changes nothing."""
    for run in trial.played:
        match = trial.game.match(seed=run.seed, players=run.players)
        for place, answers in enumerate(run.answers):
            if place in KEPT_STEPS:
                before = everything_in(match)
                for seat, action in answers.items():
                    facts = {"seed": run.seed, "step": place, "seat": seat}
                    choice = match.explain(seat).choice
                    if choice != action.text:
                        yield found("explained-otherwise", **facts, said=choice, did=action.text)
                    if everything_in(match) != before:
                        yield found("explain-changed", **facts)
            match.step()


def asking(trial: Trial) -> Iterator[Finding]:
    """Only `deal` and `step` write the state; ground and answers are read-only to whoever asks them."""
    if "asking" in trial.plain.findings:
        yield trial.plain.findings["asking"]
