"""Trial: a game, and the matches that the checks look at."""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from kittycorner.core import layout as layouts
from kittycorner.core.actions import Action
from kittycorner.core.errors import HouseError
from kittycorner.core.game import Game, Rules
from kittycorner.core.match import Match
from kittycorner.core.position import Position
from kittycorner.core.registry import home_of, registered, rules_of
from kittycorner.core.sentences import add_catalogue
from kittycorner.proof.answers import an_answer, seats_that_answer
from kittycorner.proof.elsewhere import Elsewhere, Said

# Nineteen digits each: a seed that turns up in something a seat is told is no coincidence.
FIRST_SEED, NEXT_SEED = 6_364_136_223_846_793_005, 14_426_950_408_889_637
MOST_STEPS = 150  # of each match
MOST_PLAIN_STEPS = 60  # of each match where it runs plain: that may be a hundred times slower
KEPT_STEPS = frozenset((0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144))  # the positions the checks look at

Answers = dict[str, Action]


@dataclass
class Run:
    """One match that was played for the checks, and how it went."""

    game: Game
    seed: int
    players: dict[str, str] | None  # side → built-in player; `None` where the suite answered for all seats
    answers: list[Answers] = field(default_factory=list)
    digests: list[dict[str, str]] = field(default_factory=list)  # after each step, the start's first
    tallies: list[bytes] = field(default_factory=list)  # likewise
    positions: dict[int, Position] = field(default_factory=dict)
    told: list[bytes] = field(default_factory=list)  # the events of each step, the deal's first
    told_too_much: bool = False  # whether it broke off at a step with too many events
    stuck: int | None = None  # the step after which a running match had nobody to act
    failure: BaseException | None = None
    over: bool = False

    @property
    def last(self) -> int:
        return len(self.digests) - 1

    def take(self, match: Match) -> None:
        """Write down where the match stands after a step."""
        self.digests.append(match.digests())
        self.tallies.append(match.batch.tallies.tobytes())
        if match.number in KEPT_STEPS:
            self.positions[match.number] = match.position
        if not match.over and not match.to_act and self.stuck is None:
            self.stuck = match.number

    def finish(self, match: Match) -> None:
        """Take the log of the match."""
        entries = match.log.entries
        self.over = match.over
        self.told = [match.log.start_events, *(entry.events for entry in entries)]
        if self.players is not None:
            self.answers = [
                {
                    seat: match.log.action(self.game, entry, number)
                    for number, seat in enumerate(match.seats)
                    if entry.answered >> number & 1
                }
                for entry in entries
            ]

    def to_json(self, most: int) -> dict[str, Any]:
        """What another process needs to play the match again, or so many steps of it."""
        return {
            "seed": self.seed,
            "players": self.players,
            "answers": [
                {seat: [data.hex() for data in action.data] for seat, action in answers.items()}
                for answers in self.answers[:most]
            ],
        }

    def running(self) -> Iterator[tuple[int, Position]]:
        """The kept positions in which the match goes on."""
        for step, position in self.positions.items():
            if step < self.last or not self.over:
                yield step, position

    def again(self, step: int | None = None) -> Match:
        """The match once more from its seed, with the recorded answers, up to a step."""
        match: Match = self.game.match(seed=self.seed)
        self.answer(match, self.last if step is None else step)
        return match

    def answer(self, match: Match, last: int) -> None:
        """Give a match the recorded answers up to step `last`."""
        for answers in self.answers[match.number : last]:
            match.act(answers, faults=True)

    def play_on(self, match: Match) -> None:
        """Let a match go on as this one did, by the same players or with the same answers."""
        if self.players is None:
            self.answer(match, self.last)
        else:
            match.run(steps=self.last - match.number)


class Trial:
    """A game on trial."""

    def __init__(self, game: str | Rules, matches: int, config: Mapping[str, Any] | None = None) -> None:
        self.rules = rules_from(game) if isinstance(game, str) else game
        self.reference = game if isinstance(game, str) else reference_of(game)
        self.registered = is_registered(self.rules)
        self.config = dict(config or {})
        self.game = Game(self.rules, self.rules.config.make(self.rules.name, self.config))
        self.seeds = [FIRST_SEED + number * NEXT_SEED for number in range(matches)]

    @property
    def names(self) -> list[str]:
        """Every seat's name, and the spectator's behind them."""
        return [*self.game.seat_names, "spectator"]

    @functools.cached_property
    def runs(self) -> list[Run]:
        """Matches by the built-in players, at random, and with answers that are none, in turn."""
        lineups = lineups_of(self.game)
        runs = []
        for number, seed in enumerate(self.seeds):
            kind, lineup = number % 3, lineups[number // 3 % len(lineups)]
            runs.append(play(self.game, seed, lineup if kind == 0 else None, clumsy=kind == 2))
        return runs

    @property
    def played(self) -> list[Run]:
        """The matches whose seats were held by built-in players."""
        return [run for run in self.runs if run.players is not None]

    @functools.cached_property
    def others(self) -> list[Elsewhere]:
        """Two processes that play the same matches: one with plain rules, one as this one does."""
        job = {
            "path": sys.path,
            "reference": self.reference,
            "config": self.game.config.model_dump(mode="json"),
        }
        return [
            Elsewhere({**job, "runs": [run.to_json(most) for run in self.runs]}, plain)
            for plain, most in ((True, MOST_PLAIN_STEPS), (False, MOST_STEPS))
        ]

    def start(self) -> None:
        """Begin: the other processes play while this one looks at what it has played."""
        assert self.others

    @functools.cached_property
    def plain(self) -> Said:
        """What the process says that plays with the rules as plain Python."""
        return self.others[0].said()

    @functools.cached_property
    def elsewhere(self) -> Said:
        """What the process says that plays as this one does."""
        return self.others[1].said()

    def close(self) -> None:
        for other in vars(self).get("others", ()):
            other.close()

    def positions(self) -> Iterator[tuple[Run, int, Position]]:
        """Every kept position in which a match goes on."""
        for run in self.runs:
            for step, position in run.running():
                yield run, step, position


def play(game: Game, seed: int, players: dict[str, str] | None, clumsy: bool = False) -> Run:
    """Play one match and write down how it went, up to where it failed."""
    run = Run(game, seed, players)
    match: Match | None = None
    try:
        match = game.match(seed=seed, players=players)
        run.take(match)
        if players is None:
            answer_at_random(match, run, clumsy)
        else:
            match.run(steps=MOST_STEPS, after_step=lambda: run.take(match))
        run.finish(match)
    except Exception as failure:
        run.failure = failure
        run.told_too_much = match is not None and match.desk.events.head[0]["count"] > game.layout.events
    return run


def answer_at_random(match: Match, run: Run, clumsy: bool) -> None:
    dice = random.Random(run.seed)
    while not match.over and match.to_act and match.number < MOST_STEPS:
        seats = seats_that_answer(match, dice)
        answers = {seat: an_answer(match.game, match.legal(seat), dice, clumsy) for seat in seats}
        match.act(answers, faults=True)
        run.answers.append(answers)
        run.take(match)


def lineups_of(game: Game) -> list[dict[str, str]]:
    """Who plays: first every side's default player, then the others in their turn."""
    able = {
        side: [player.name for player in game.rules.players if not player.sides or side in player.sides]
        for side in game.sides
    }
    most = max(len(names) for names in able.values())
    return [{side: names[turn % len(names)] for side, names in able.items()} for turn in range(most)]


def differing_digest(run: Run, match: Match) -> str:
    """`state` or `memories` where a match stands elsewhere than the run did after the same step."""
    if match.number > run.last:
        return "state"
    mine, theirs = match.digests(), run.digests[match.number]
    return next((name for name in mine if mine[name] != theirs[name]), "")


def differing_part(game: Game, one: Position, other: Position) -> str:
    """What differs between two positions, named; nothing where they are the same to the byte."""
    parts = [("step", one.step, other.step), ("seed", one.seed, other.seed)]
    facts = [
        (f"ground {name}", getattr(one.ground, name), getattr(other.ground, name))
        for name in game.layout.facts
    ]
    for label, group, twin in (("state", one.state, other.state), ("memories", one.memories, other.memories)):
        facts.extend(
            (f"{label} {name}", mine, theirs)
            for name, mine, theirs in zip(group._fields, group, twin, strict=True)
        )
    differing = [name for name, mine, theirs in parts if mine != theirs]
    differing += [name for name, mine, theirs in facts if mine.tobytes() != theirs.tobytes()]
    return differing[0] if differing else ""


def everything_in(match: Match) -> tuple[bytes, ...]:
    """All that a refused answer must leave as it was."""
    log = b"".join(entry.actions + entry.events + (entry.memories or b"") for entry in match.log.entries)
    return (
        layouts.to_bytes(match.state),
        layouts.to_bytes(match.memories),
        layouts.to_bytes(match.desk.plot),
        layouts.to_bytes(match.out),
        match.desk.acts.tobytes(),
        match.batch.tallies.tobytes(),
        match.desk.events.tallies.tobytes(),
        f"{match.number} {match.over} {len(match.log.entries)}".encode() + log,
    )


PARTS = ("state", "memories", "ground", "outcome", "seats to act", "tallies", "tallies", "log")


def is_registered(rules: Rules) -> bool:
    return rules.name in registered() and rules_of(rules.name) is rules


def rules_from(reference: str) -> Rules:
    """The rules that a registered name or `module:NAME` means."""
    if ":" not in reference:
        return rules_of(reference)
    module, _, name = reference.partition(":")
    rules = getattr(import_module(module), name)
    if not isinstance(rules, Rules):
        raise HouseError(f"{reference} is no Rules")
    add_catalogue(home_of(rules) / "locale")
    return rules


def reference_of(rules: Rules) -> str:
    """How another process finds these rules."""
    if is_registered(rules):
        return rules.name
    for module in [sys.modules[rules.step.__module__], *list(sys.modules.values())]:
        for name, value in list(vars(module).items()):
            if value is rules:
                return f"{module.__name__}:{name}"
    raise HouseError(f"the rules of {rules.name} must have a name in a module")
