"""Other ways to play the same match: in the plain loop, in a compiled batch, answer by answer from Python."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from kittycorner.core.layout import digest
from kittycorner.core.loop import SETTLED_BY_RULES
from kittycorner.core.seating import sit_down

AT_ONCE = 16  # steps


@pytest.fixture
def run_plain() -> Callable[[Any], Any]:
    """Play a match to its end in the loop's plain form."""

    def run(match: Any) -> Any:
        while not match.over:
            match.play_until(match.game.loops.plain["play"], match.number + AT_ONCE)
        return match

    return run


@pytest.fixture
def run_batch() -> Callable[..., list[dict[str, str]]]:
    """The digests of matches with these seeds, played side by side in one compiled batch."""

    def run(game: Any, seeds: Sequence[int], players: Mapping[str, Any]) -> list[dict[str, str]]:
        seating = sit_down(game, players)
        assert seating.compiled
        assert game.loops.compiled
        batch = game.new_batch(len(seeds))
        batch.runs["seed"] = seeds
        desk, record = game.new_desk(0, seating), game.new_record(0)
        game.loops.play(
            desk, seating.for_loop, *batch, record, 0, len(seeds), 10_000, SETTLED_BY_RULES, 1
        )  # fmt: skip
        return [
            {
                "state": digest(game.rows["states"].take(batch.states, number)),
                "memories": digest(game.rows["memories"].take(batch.memories, number)),
            }
            for number in range(len(seeds))
        ]

    return run


@pytest.fixture
def answer_again() -> Callable[[Any], Any]:
    """A match from the same seed in which `act` is told every answer of the first."""

    def answer(match: Any) -> Any:
        again = match.game.match(match.seed)
        for entry in match.log.entries:
            again.act(
                {
                    seat: match.log.action(match.game, entry, number)
                    for number, seat in enumerate(match.seats)
                    if entry.answered >> number & 1
                },
                faults=True,
            )
        return again

    return answer
