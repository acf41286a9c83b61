"""Checks of chance and sameness: one match, the same however and wherever it is played."""

from __future__ import annotations

import random
import tempfile
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kittycorner.core import layout as layouts
from kittycorner.core.game import Game
from kittycorner.core.replay import Replay
from kittycorner.core.replay_lines import read_lines
from kittycorner.proof.bench import play_batch
from kittycorner.proof.elsewhere import Said
from kittycorner.proof.finding import Finding, found
from kittycorner.proof.listener import global_chance
from kittycorner.proof.trial import MOST_PLAIN_STEPS, MOST_STEPS, Run, Trial, differing_digest, lineups_of


def streams(trial: Trial) -> Iterator[Finding]:
    """Every call draws with its own key, and each number of it once."""
    if "streams" in trial.plain.findings:
        yield trial.plain.findings["streams"]


def chance(trial: Trial) -> Iterator[Finding]:
    """Chance comes from the keys alone: no other generator is used."""
    if "chance" in trial.plain.findings:
        yield trial.plain.findings["chance"]
    for run in trial.runs:
        before = global_chance()
        match = trial.game.match(seed=run.seed, players=run.players)
        run.play_on(match)
        if global_chance() != before:
            yield found("chance-from-outside", seed=run.seed, step=match.number, rule="step")


def plain(trial: Trial) -> Iterator[Finding]:
    """The rules give the same matches as plain Python, and no number overflows there."""
    if trial.plain.failure:
        yield found("elsewhere-fails", why=trial.plain.failure)
    if "plain" in trial.plain.findings:
        yield trial.plain.findings["plain"]
    yield from differs_elsewhere(trial, trial.plain, "plain-differs", MOST_PLAIN_STEPS)


def processes(trial: Trial) -> Iterator[Finding]:
    """Another process plays the same matches."""
    if trial.elsewhere.failure:
        yield found("elsewhere-fails", why=trial.elsewhere.failure)
    yield from differs_elsewhere(trial, trial.elsewhere, "process-differs", MOST_STEPS)


def differs_elsewhere(trial: Trial, said: Said, code: str, most: int) -> Iterator[Finding]:
    """The first step whose digest another process found to be another."""
    for run, digests in zip(trial.runs, said.digests, strict=False):
        for step, mine in enumerate(run.digests[: most + 1]):
            theirs = digests[step] if step < len(digests) else {}
            part = next((name for name in mine if mine[name] != theirs.get(name)), "")
            if part:
                yield found(code, seed=run.seed, step=step, part=part)
                break


def batch(trial: Trial) -> Iterator[Finding]:
    """A match is the same alone, in a batch of any size, in any order, and stepped from Python."""
    for lineup in lineups_of(trial.game):
        runs = [run for run in trial.played if run.players == lineup and run.digests]
        alone = {seed: played_alone(trial.game, seed, lineup) for seed in trial.seeds}
        dice = random.Random(len(alone))
        mixed = dice.sample(trial.seeds, len(trial.seeds))
        for way, seeds, events in (
            ("together", trial.seeds, 0),
            ("together, shuffled", mixed, 0),
            ("together, with events", trial.seeds, max(4 * trial.game.layout.events, 64)),
        ):
            for seed, ends in zip(seeds, batch_ends(trial.game, seeds, lineup, events), strict=True):
                if ends != alone[seed]:
                    yield found("batch-differs", seed=seed, way=way, size=len(seeds))
        for run in runs:
            if alone[run.seed] != (run.digests[-1]["state"], run.digests[-1]["memories"]):
                yield found("batch-differs", seed=run.seed, way="step by step", size=1)
            match = run.again()
            if differing_digest(run, match) == "state":
                yield found("batch-differs", seed=run.seed, way="with the recorded answers", size=1)


Ends = tuple[str, str]


def played_alone(game: Game, seed: int, lineup: dict[str, str]) -> Ends:
    return batch_ends(game, [seed], lineup, 0)[0]


def batch_ends(game: Game, seeds: Sequence[int], lineup: dict[str, str], events: int) -> list[Ends]:
    """How the matches of a batch stand at the end: a digest of state and memories each."""
    played = play_batch(game, seeds, lineup, MOST_STEPS, events)
    return [
        (
            layouts.digest(game.rows["states"].take(played.states, row)),
            layouts.digest(game.rows["memories"].take(played.memories, row)),
        )
        for row in range(len(seeds))
    ]


def threads(trial: Trial) -> Iterator[Finding]:
    """Two threads that play at once disturb each other in nothing."""
    lineup = lineups_of(trial.game)[0]
    half = len(trial.seeds) // 2
    shares = [trial.seeds[:half], trial.seeds[half:]]
    both = threading.Barrier(len(shares))

    def play(seeds: Sequence[int]) -> list[Ends]:
        both.wait()
        return batch_ends(trial.game, seeds, lineup, 0)

    with ThreadPoolExecutor(len(shares)) as pool:
        ends = list(pool.map(play, shares))
    for seeds, ends_of_share in zip(shares, ends, strict=True):
        for seed, end in zip(seeds, ends_of_share, strict=True):
            if end != played_alone(trial.game, seed, lineup):
                yield found("threads-differ", seed=seed)


def replays(trial: Trial) -> Iterator[Finding]:
    """A replay that is saved and read again re-simulates to the same states, and to any step of them."""
    with tempfile.TemporaryDirectory() as folder:
        for number, run in enumerate(trial.runs):
            if not run.digests:
                continue
            path = Path(folder) / f"{number}.jsonl{'.gz' if number % 2 else ''}"
            match = trial.game.match(seed=run.seed, players=run.players)
            run.play_on(match)
            match.save(path)
            yield from differs_replayed(trial, run, path)


def differs_replayed(trial: Trial, run: Run, path: Path) -> Iterator[Finding]:
    """What a replay file re-simulates otherwise than it was played."""
    # By hand what `open_replay` does, for rules that nobody has registered.
    replay = Replay(trial.game, read_lines(path))
    difference = replay.verify()
    if difference is not None:
        yield found("replay-differs", seed=run.seed, step=difference.step, why=str(difference))
        return
    step = run.last // 2
    part = differing_digest(run, replay.match(step))
    if part:
        yield found("replay-differs", seed=run.seed, step=step, why=part)
