"""What a match tells of itself: to its host everything, to a seat what its view and its events say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kittycorner.core import layout as layouts
from kittycorner.core.actions import Legal
from kittycorner.core.events import Event
from kittycorner.core.loop import NO_SIDE
from kittycorner.core.position import Position

if TYPE_CHECKING:
    from kittycorner.core.game import Batch, Game
    from kittycorner.core.log import Log
    from kittycorner.core.loop import Desk
    from kittycorner.core.view import View


@dataclass(frozen=True)
class Outcome:
    """How a match ended."""

    winner: str | None  # a side; `None` for a draw
    reason: str
    points: dict[str, int]  # side → points


class MatchFacts:
    """The part of a match that only answers questions."""

    game: Game
    batch: Batch
    desk: Desk
    log: Log
    state: Any
    memories: Any
    out: Any
    number: int  # how many steps led to the state
    seed: int
    over: bool
    anybody: int

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seat_names

    @property
    def to_act(self) -> list[str]:
        """The seats that must answer now; where `any_may_act`, one of them is enough."""
        return [name for name, called in zip(self.seats, self.desk.acts, strict=True) if called]

    @property
    def any_may_act(self) -> bool:
        return bool(self.anybody)

    def number_of(self, seat: str) -> int:
        """A seat's number; the spectator's comes after the last seat's."""
        return self.game.seats if seat == "spectator" else self.game.seat_number(seat)

    def view(self, seat: str) -> View:
        """All that a seat (or `spectator`) may know now."""
        number = self.number_of(seat)
        views = layouts.allocate(self.game.layout.view, self.game.seats + 1)
        self.game.rules.look(self.desk.ground, self.desk.knobs, self.state, number, self.desk.acts, views)
        return self.game.view_of(number, views, number, self.past(number))

    def past(self, seat: int) -> list[Event]:
        """What a seat was told since it last answered, that step included; at first since the deal."""
        return [
            event
            for events in self.log.since_answer(seat)
            for event in self.log.told(self.game, events, seat)
        ]

    @property
    def events(self) -> list[Event]:
        """Everything that happened, for the host; the deal's events come first."""
        return [event for events in self.events_by_step() for event in events]

    def events_by_step(self) -> list[list[Event]]:
        """Everything that happened, for the host: the deal's events, then those of each step."""
        told = (self.log.start_events, *(entry.events for entry in self.log.entries))
        return [self.log.told(self.game, events, None) for events in told]

    def history(self, seat: str) -> list[dict[str, Any]]:
        """What a seat knows of the steps so far: its own answers, and the events it was told."""
        number = self.number_of(seat)
        return [
            {
                "step": self.log.first + place + 1,
                "action": self.log.action(self.game, entry, number) if entry.answered >> number & 1 else None,
                "events": [event.to_json() for event in self.log.told(self.game, entry.events, number)],
            }
            for place, entry in enumerate(self.log.entries)
        ]

    def legal(self, seat: str) -> Legal:
        """What a seat may answer now."""
        return self.game.legal(self.desk.ground, self.state, self.game.seat_number(seat))

    @property
    def points(self) -> dict[str, int]:
        """Points per side."""
        return {side: int(points) for side, points in zip(self.game.sides, self.out.points, strict=True)}

    @property
    def tallies(self) -> dict[str, int]:
        """What the game counts for its measures."""
        return {
            name: int(count)
            for name, count in zip(self.game.rules.tallies, self.batch.tallies[0], strict=False)
        }

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; `None` while it runs."""
        if not self.over:
            return None
        head = self.out.head[0]
        winner = int(head["winner"])
        side = None if winner == NO_SIDE else self.game.sides[winner]
        return Outcome(side, self.game.reason(int(head["reason"])), self.points)

    @property
    def position(self) -> Position:
        """The position now, all of it: for the host."""
        return Position(self.desk.plot, self.state, self.memories, self.number, self.seed).copy()

    def digests(self) -> dict[str, str]:
        """What stands for the state and for the memories, to the bit."""
        return {"state": layouts.digest(self.state), "memories": layouts.digest(self.memories)}

    def __str__(self) -> str:
        """The position as text, for the host."""
        return self.game.notation.draw(self.position)
