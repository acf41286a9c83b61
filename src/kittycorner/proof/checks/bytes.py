"""Checks of arrays: what isn't used is zero, and what stood in scratch memory before never matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kittycorner.core import layout as layouts
from kittycorner.core.chance import DEAL, step_key, stream_key
from kittycorner.core.events import room_for_events
from kittycorner.core.match import Match
from kittycorner.proof.finding import Finding, found
from kittycorner.proof.noise import fill_with_noise
from kittycorner.proof.trial import Run, Trial, differing_digest


def layout(trial: Trial) -> Iterator[Finding]:
    """Fields of records are int64 and arrays hold signed numbers: others differ compiled and plain."""
    for group_name in ("state", "view", "action", "ground", "memory", "workspace"):
        group = getattr(trial.game.layout, group_name)
        for name, entry in zip(group._fields, group, strict=True):
            if has_padding(entry.dtype):
                yield found("layout-padding", group=group_name, field=name)
            for field, dtype, in_record in numbers_in(name, entry.dtype):
                if dtype != np.int64 and dtype != np.float64 and (in_record or dtype.kind != "i"):
                    yield found("layout-number", group=group_name, field=field, kind=str(dtype))


def has_padding(dtype: np.dtype[Any]) -> bool:
    """Whether a record, or one inside it, has bytes between or behind its fields."""
    if dtype.names is None:
        return False
    fields = [dtype[name] for name in dtype.names]
    return sum(field.itemsize for field in fields) != dtype.itemsize or any(
        has_padding(field.base) for field in fields
    )


def numbers_in(name: str, dtype: np.dtype[Any], in_record: bool = False) -> Iterator[tuple[str, Any, bool]]:
    """Every kind of number in an array's entries, with where it stands."""
    if dtype.names is None:
        yield name, dtype.base, in_record
    for field in dtype.names or ():
        yield from numbers_in(f"{name} {field}", dtype[field].base, True)


def unused(trial: Trial) -> Iterator[Finding]:
    """Whatever lies beyond a count is zero, in states, memories and views: equal states are equal bytes."""
    for run, step, position in trial.positions():
        match = trial.game.match(position=position)
        groups = [("state", position.state, False), ("memory", position.memories, True)]
        groups.extend((f"view of {seat}", match.view(seat).row, True) for seat in trial.names)
        for what, group, has_seats in groups:
            for field in unclean(group, has_seats):
                yield found("unused-bytes", seed=run.seed, step=step, what=what, field=field)


def unclean(group: Any, has_seats: bool) -> Iterator[str]:
    """The names of the arrays of a group that hold something beyond their count."""
    arrays = dict(zip(group._fields, group, strict=True))
    for name, array in arrays.items():
        if counts_in(array.dtype):
            for place, record in np.ndenumerate(array):
                # A head counts the rows of the arrays beside it; where every seat has one, its seat's.
                beside = {} if name != "head" else arrays
                if has_seats:
                    beside = {other: rows[place[0]] for other, rows in beside.items()}
                yield from unclean_record(record, beside)


def counts_in(dtype: np.dtype[Any]) -> bool:
    """Whether a record, or one inside it, counts something."""
    return any(name.endswith("_count") or counts_in(dtype[name].base) for name in dtype.names or ())


def unclean_record(record: Any, beside: dict[str, Any]) -> Iterator[str]:
    for name in record.dtype.names:
        values = record[name]
        if name.endswith("_count"):
            base = name.removesuffix("_count")
            inside = {own: record[own] for own in record.dtype.names}
            for array_name in (base, f"{base}s"):
                array = {**beside, **inside}.get(array_name)
                if (
                    array is not None
                    and np.ndim(array)
                    and array[max(int(values), 0) :].tobytes().strip(b"\0")
                ):
                    yield array_name
        if counts_in(record.dtype[name].base):
            for inner in np.asarray(values).reshape(-1):
                yield from unclean_record(inner, {})


def workspace(trial: Trial) -> Iterator[Finding]:
    """Noise in the workspace, and a ground that was used before, change nothing."""
    for run in trial.runs:
        dice = np.random.Generator(np.random.PCG64(run.seed))
        yield from dealt_on_noise(trial, run, dice)
        match = trial.game.match(seed=run.seed, players=run.players)
        if run.players is None:
            answer_with_noise(run, match, match.desk.workspace, dice)
        else:
            for _ in run.answers:
                fill_with_noise(match.desk.workspace, dice)
                match.step()
        part = differing_digest(run, match)
        if part:
            yield found("workspace-matters", seed=run.seed, step=match.number, part=part)


def answer_with_noise(run: Run, match: Match, group: Any, dice: np.random.Generator) -> str:
    """Give the recorded answers with noise in a group before each, until the state differs: then its name."""
    for answers in run.answers[match.number :]:
        fill_with_noise(group, dice)
        match.act(answers, faults=True)
        if match.digests()["state"] != run.digests[match.number]["state"]:
            return "state"
    return ""


def dealt_on_noise(trial: Trial, run: Run, dice: np.random.Generator) -> Iterator[Finding]:
    """Whether a deal on a used desk brings the same start and the same ground as on a fresh one."""
    game, rules = trial.game, trial.rules
    dealt = []
    for noisy in (False, True):
        desk = game.new_desk(events=0)
        events = room_for_events(max(game.layout.events, 1), len(rules.tallies))
        state = layouts.allocate(game.layout.state)
        if noisy:
            fill_with_noise(desk.workspace, dice)
            fill_with_noise(desk.plot, dice)
        key = int(step_key(stream_key(run.seed, DEAL), 0))
        rules.deal(desk.knobs, key, desk.workspace, desk.plot, state, events)
        if noisy:
            fill_with_noise(desk.workspace, dice)
        rules.prepare(desk.knobs, state, desk.workspace, desk.plot)
        dealt.append((state, desk.plot))
    (state, ground), (other_state, other_ground) = dealt
    if layouts.to_bytes(state) != layouts.to_bytes(other_state):
        yield found("workspace-matters", seed=run.seed, step=0, part="state")
    for name, mine, theirs in zip(ground._fields, ground, other_ground, strict=True):
        if name != "spare" and mine.tobytes() != theirs.tobytes():
            yield found("ground-left-over", seed=run.seed, field=name)


def memories(trial: Trial) -> Iterator[Finding]:
    """The rules read no memory: the recorded answers bring the same states whatever anybody remembers."""
    for run in trial.runs:
        if not run.digests:
            continue
        dice = np.random.Generator(np.random.PCG64(run.seed))
        match = trial.game.match(seed=run.seed)
        part = answer_with_noise(run, match, match.memories, dice)
        if part:
            yield found("memory-matters", seed=run.seed, step=match.number)


def lapses(trial: Trial) -> Iterator[Finding]:
    """A memory is written when its seat's player is asked, cleared where a rule says so, and else kept."""
    for run in trial.played:
        match = trial.game.match(seed=run.seed, players=run.players)
        while match.number < run.last:
            called = set(match.to_act[:1] if match.any_may_act else match.to_act)
            before = rows(match)
            match.step()
            lapsed = int(match.desk.events.head[0]["lapsed"])
            for number, seat in enumerate(match.seats):
                held = match.seating.of_seat(number).seats
                asked = any(match.seats[other] in called for other in held)
                now = rows(match)[number]
                if lapsed >> number & 1 and now.strip(b"\0"):
                    yield found("memory-not-lapsed", seed=run.seed, step=match.number, seat=seat)
                if not asked and not lapsed >> number & 1 and now != before[number]:
                    yield found("memory-touched", seed=run.seed, step=match.number, seat=seat)


def rows(match: Match) -> list[bytes]:
    """Each seat's memory."""
    return [
        b"".join(entry[number].tobytes() for entry in match.memories) for number in range(match.game.seats)
    ]


def outcomes(trial: Trial) -> Iterator[Finding]:
    """An outcome names a side or a draw and a known reason, and stays as it is."""
    game, rules = trial.game, trial.rules
    for run in trial.runs:
        if not run.digests:
            continue
        match = run.again()
        facts = {"seed": run.seed, "step": match.number}
        points = match.points
        again = int(rules.outcome(match.desk.knobs, match.state, match.out))
        if bool(again) != match.over or match.points != points:
            yield found("outcome-unsteady", **facts)
        head = match.out.head[0]
        if match.over and not -1 <= int(head["winner"]) < len(game.sides):
            yield found("outcome-winner", **facts, winner=int(head["winner"]), most=len(game.sides) - 1)
        if match.over and not 0 <= int(head["reason"]) < len(rules.reasons):
            yield found("outcome-reason", **facts, reason=int(head["reason"]), most=len(rules.reasons) - 1)
        if match.over and match.to_act:
            yield found("outcome-to-act", **facts, seats=", ".join(match.to_act))
