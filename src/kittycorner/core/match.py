"""Match: one run of a game, stepped from Python. A match is a batch of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from kittycorner.core import layout as layouts
from kittycorner.core.actions import Action
from kittycorner.core.chance import RULES
from kittycorner.core.errors import HouseError, KittycornerError, RuleError
from kittycorner.core.facts import MatchFacts
from kittycorner.core.log import Entry, Log
from kittycorner.core.loop import (
    ANY,
    ANYBODY,
    ENDED,
    EVENTS_FROM,
    LAPSED,
    NO_ANSWER,
    NOT_CALLED,
    OVER,
    REGROUND,
    RUNNING,
    SETTLED_BY_RULES,
    UNREAD,
)
from kittycorner.core.position import Position
from kittycorner.core.seating import policy_code, sit_down

if TYPE_CHECKING:
    from kittycorner.core.explain import Explanation
    from kittycorner.core.game import Game
    from kittycorner.core.seating import Seating

RECORDED_AT_ONCE = 64  # steps that the loop plays before the log takes them
MOST_ALLOWED_SHOWN = 40  # legal actions that a refusal lists
MOST_SEED = 2**63 - 1


class Match(MatchFacts):
    """A match from a seed or from a position. What it tells a seat goes through that seat's view."""

    def __init__(
        self,
        game: Game,
        position: Position | None = None,
        seed: int | None = None,
        players: Mapping[str, Any] | None = None,
        policy: str | None = None,
    ) -> None:
        self.game = game
        self.policy = policy or game.rules.fault_policy
        self.policy_code = policy_code(game, self.policy)
        self.batch = game.new_batch(1)
        self.state = game.rows["states"].take(self.batch.states, 0)
        self.memories = game.rows["memories"].take(self.batch.memories, 0)
        self.out = game.rows["outs"].take(self.batch.outs, 0)
        self.run_row = self.batch.runs[0]
        self.event_room = max(game.layout.events, 1)
        self.seating = sit_down(game, players or {}, self)
        desk = game.new_desk(max(4 * self.event_room, 256), self.seating)
        # A rule counts straight into the match's own row, in whichever way the match is stepped.
        self.desk = desk._replace(events=desk.events._replace(tallies=self.batch.tallies[0]))
        self.action_memory = [
            (memoryview(entry.view(np.uint8).reshape(-1)), entry[0].nbytes) for entry in self.desk.actions
        ]
        if position is not None:
            position.check(game)
            position.put_on(game, self.desk.plot, self.state, self.memories)
            self.run_row["step"] = position.step
            self.run_row["status"] = RUNNING
            seed = position.seed if seed is None else seed
        self.dealt = position is None
        self.seed = check_seed(0 if seed is None else seed)
        self.run_row["seed"] = self.seed
        self.begin()

    def begin(self) -> None:
        """Deal or take up the start, and begin the log with it."""
        self.game.loops.plain["begin"](self.desk, self.run_row, self.state, self.memories, self.out, 0)
        self.number = int(self.run_row["step"])
        self.over = int(self.run_row["status"]) == OVER
        self.stream = int(self.desk.streams[RULES])
        count = int(self.desk.events.head[0]["count"])
        self.log = Log(self.number, self.desk.events.rows[:count].tobytes(), layouts.to_bytes(self.memories))
        self.start = self.position
        self.log.keep_snapshot(self.number, self.state, self.batch.tallies)
        self.anybody = 0
        self.settle_once = self.game.loops.act
        self.call()

    # --- a step with answers from outside

    def act(self, answers: Mapping[str, str | Mapping[str, Any] | Action], *, faults: bool = False) -> None:
        """Take the answers of the seats that must act, and settle the step.

        A refused answer is a `RuleError`, and nothing has changed. With `faults` it is settled as the
        match's fault policy says, as a referee does it.
        """
        if self.over:
            raise RuleError("match-over", game=self.game.name)
        answered = 0
        for name, said in answers.items():
            seat = self.game.seat_number(name)
            self.write(seat, said, faults)
            answered |= 1 << seat
        events, memories = self.settle(answered, faults)
        self.log.add(Entry(answered, self.action_bytes(), events, memories))
        self.keep_snapshot()

    def write(self, seat: int, said: Any, faults: bool) -> None:
        """Write an answer into the seat's row."""
        game = self.game
        action = game.known_actions.get((seat, said)) if type(said) is str else said
        if type(action) is not Action:
            try:
                action = game.read_action(seat, said)
            except (ValueError, TypeError, KeyError):
                if not faults:
                    raise self.rule_error("unreadable", seat, str(said)) from None
                action = game.unreadable
        for (memory, size), data in zip(self.action_memory, action.data, strict=True):
            memory[seat * size : seat * size + size] = data

    def action_bytes(self) -> bytes:
        if len(self.action_memory) == 1:
            return bytes(self.action_memory[0][0])
        return b"".join(memory for memory, _ in self.action_memory)

    def settle(self, answered: int, faults: bool) -> tuple[bytes, bytes | None]:
        """Settle the answers that stand in their rows: the events told, and the memories if some lapsed."""
        desk = self.desk
        coming = self.number + 1
        after = self.settle_once(
            desk.ground, desk.knobs, self.state, desk.actions, desk.acts, answered, self.anybody, self.stream,
            coming, desk.workspace, desk.events, self.out, faults and self.policy_code == SETTLED_BY_RULES,
        )  # fmt: skip
        if after < 0:
            if not faults or -after // 64 in (NOT_CALLED, NO_ANSWER):
                self.refuse(-after)
            self.end_by_fault(answered)
            return b"", None
        self.number = coming
        told = after >> EVENTS_FROM
        if told > self.event_room:
            self.lose_events()
        events = desk.events.rows[:told].tobytes() if told else b""
        self.anybody = after & ANYBODY
        if after & (ENDED | LAPSED | REGROUND):
            return events, self.look_after(after)
        return events, None

    def lose_events(self) -> NoReturn:
        """A step told more than its layout promised: that is never passed over in silence."""
        raise HouseError(f"{self.game.name}: a step told more events than its layout's {self.event_room}")

    def look_after(self, after: int) -> bytes | None:
        """What a step seldom leaves to be done: memories that lapse, ground that changed, the end."""
        desk = self.desk
        memories = None
        if after & LAPSED:
            lapsed = int(desk.events.head[0]["lapsed"])
            for seat in range(self.game.seats):
                if lapsed >> seat & 1:
                    self.game.rows["memories"].wipe(self.memories, seat)
            memories = layouts.to_bytes(self.memories)
        if after & REGROUND:
            self.prepare()
        if after & ENDED:
            self.over = True
        elif after & REGROUND:
            self.call()
        return memories

    def end_by_fault(self, answered: int) -> None:
        """The house's policies `loss` and `void`: the answers are judged, and not settled."""
        for seat in range(self.game.seats):
            self.desk.acts[seat] = answered >> seat & 1
            if answered >> seat & 1:
                judge = self.game.loops.plain["judge_one"]
                judge(self.desk.ground, self.desk.knobs, self.state, seat, self.desk.actions, True)
        self.run_row["step"] = self.number
        end = self.game.loops.plain["end_by_fault"]
        end(self.run_row, self.out, self.desk.actions, self.desk.acts, self.desk.sides, self.policy_code)
        self.number += 1
        self.over = True
        self.call()

    def keep_snapshot(self) -> None:
        """Let the log keep the state, unless the match is over: a state doesn't say that a fault ended it."""
        if not self.over:
            self.log.keep_snapshot(self.number, self.state, self.batch.tallies)

    def prepare(self) -> None:
        self.game.rules.prepare(self.desk.knobs, self.state, self.desk.workspace, self.desk.plot)

    def call(self) -> None:
        """Mark who must answer now."""
        self.desk.acts[:] = 0
        self.anybody = 0
        if not self.over:
            mode = self.game.rules.to_act(self.desk.ground, self.desk.knobs, self.state, self.desk.acts)
            self.anybody = ANYBODY if mode == ANY else 0

    def refuse(self, refused: int) -> None:
        """Raise the refusal that `loop.act` returned; the state is as it was."""
        code, seat = divmod(refused, 64)
        if code == NOT_CALLED:
            raise RuleError(
                "not-your-turn", game=self.game.name, seat=self.seats[seat], to_act=", ".join(self.to_act)
            )
        if code == NO_ANSWER:
            raise RuleError("no-answer", game=self.game.name, seat=self.seats[seat])
        text = self.game.action_at(self.desk.actions, seat).text
        raise self.rule_error("unreadable" if code == UNREAD else self.game.refusal(code), seat, text)

    def rule_error(self, code: str, seat: int, text: str) -> RuleError:
        """A refusal as the seat may read it: nothing in it that its view doesn't say."""
        name = self.seats[seat]
        legal = self.legal(name)
        shown = legal[:MOST_ALLOWED_SHOWN] if self.desk.acts[seat] else []
        return RuleError(
            f"{self.game.name}.refusal.{code}",
            game=self.game.name,
            seat=name,
            action=text,
            reason=code,
            allowed=[action.text for action in shown],
            more=legal.size - len(shown) if shown else 0,
            view=str(self.view(name)),
        )

    # --- steps by the players that sit there

    def seat_players(self, players: Mapping[str, Any]) -> None:
        """Let these players sit down; the seats that none of them takes keep their default."""
        self.take_seats(sit_down(self.game, players, self))

    def take_seats(self, table: Seating) -> None:
        self.seating = table
        self.desk = self.desk._replace(instances=table.table, seated=table.seated)

    def step(self) -> None:
        """One step by the players that sit there."""
        self.run(steps=1)

    def run(
        self,
        players: Mapping[str, Any] | None = None,
        steps: int | None = None,
        after_step: Callable[[], None] | None = None,
    ) -> Match:
        """Play on until the match is over, or for so many steps; `players` sit down first."""
        if players is not None:
            self.seat_players(players)
        goal = MOST_SEED if steps is None else self.number + steps
        compiled = self.seating.compiled and self.game.loops.compiled
        play = self.game.loops.play if compiled else self.game.loops.plain["play"]
        at_once = 1 if after_step or not compiled else RECORDED_AT_ONCE
        while not self.over and self.number < goal:
            self.play_until(play, min(self.number + at_once, goal))
            if after_step:
                after_step()
        return self

    def play_until(self, play: Any, limit: int) -> None:
        """Let the loop play, and take what it recorded into the log."""
        desk = self.desk
        record = self.game.new_record(limit - self.number)
        run = self.run_row
        run["step"] = run["recorded"] = self.number
        run["status"] = RUNNING
        told: dict[int, bytes] = {}
        while int(run["status"]) == RUNNING and int(run["step"]) < limit:
            desk.events.head[0]["count"] = 0
            try:
                players = self.seating.for_loop
                play(desk, players, *self.batch, record, 0, 1, limit, self.policy_code, self.event_room)
            except BaseException:
                # A player or a plain rule failed, or somebody pressed Ctrl-C in the middle of a step.
                self.go_to(self.number)
                raise
            if desk.events.head[0]["overflow"]:
                self.lose_events()
            rows = desk.events.rows[: int(desk.events.head[0]["count"])]
            for step in np.unique(rows["step"]).tolist():
                mine = rows[rows["step"] == step]
                if len(mine) > self.event_room:
                    self.lose_events()
                told[step] = told.get(step, b"") + mine.tobytes()
        for row in range(int(run["step"]) - self.number):
            self.number += 1
            answered = sum(1 << seat for seat in np.flatnonzero(record.acts[row]).tolist())
            actions, memories = (b"".join(entry[row].tobytes() for entry in group) for group in record[1:])
            self.log.add(Entry(answered, actions, told.get(self.number, b""), memories, self.seating))
        self.over = int(run["status"]) == OVER
        self.keep_snapshot()
        self.call()

    def explain(self, seat: str, player: Any = None) -> Explanation:
        """Why the player at a seat would act as it does; it changes nothing."""
        from kittycorner.core.explain import explain

        return explain(self, seat, player)

    # --- undo and redo

    def undo(self, steps: int = 1) -> Match:
        """Go back so many steps, exactly."""
        return self.go_to(self.number - steps)

    def redo(self, steps: int = 1) -> Match:
        """Go forward again over steps that were undone."""
        return self.go_to(self.number + steps)

    def go_to(self, number: int) -> Match:
        """Go to where the match stood after step `number` of its log."""
        log = self.log
        if not log.first <= number <= log.last:
            raise KittycornerError("no-such-step", step=number, first=log.first, last=log.last)
        near, snapshot = log.snapshot_before(number)
        layouts.from_bytes(self.state, snapshot[0])
        self.batch.tallies[0] = np.frombuffer(snapshot[1], np.int64)
        self.number = near
        self.prepare()
        self.over = bool(self.game.rules.outcome(self.desk.knobs, self.state, self.out))
        self.call()
        for entry in log.between(near, number):
            layouts.from_bytes(self.desk.actions, entry.actions)
            self.settle(entry.answered, True)
        log.go_to(number)
        layouts.from_bytes(self.memories, log.memories_at(number))
        return self

    def save(self, path: str | Path) -> None:
        """Write the match's replay: JSON Lines, compressed when the name ends in `.gz`."""
        from kittycorner.core.replay import write_replay

        write_replay(self, Path(path))

    def _repr_png_(self) -> bytes:
        """The host's picture, as a notebook shows it."""
        return self.game.picture.png(self)


def check_seed(seed: int) -> int:
    """A seed is an int from 0 to 2^63 − 1."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise KittycornerError("seed-range", seed=seed)
    return seed
