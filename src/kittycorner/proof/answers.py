"""Answers: what the suite says for a seat, legal or not."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kittycorner.core.actions import Action, Legal
from kittycorner.core.game import Game
from kittycorner.core.match import Match

FAR_OUT = (1, -1, 7, -9, 1000, -1000, 2**40, -(2**40))
PROBES = 12  # answers beside the legal ones, per seat and position
CLUMSY_ONE_IN = 6  # answers of a clumsy seat that are none


def seats_that_answer(match: Match, dice: random.Random) -> list[str]:
    """The seats that must act, or one of those that may."""
    return [dice.choice(match.to_act)] if match.any_may_act else match.to_act


def an_answer(game: Game, legal: Legal, dice: random.Random, clumsy: bool) -> Action:
    """A legal answer; of a clumsy seat now and then one that is none."""
    if clumsy and dice.randrange(CLUMSY_ONE_IN) == 0:
        fields = outside(game, legal, dice, (-1, 1))
        return game.unreadable if fields is None else game.action_from_fields(fields)
    return legal.sample(dice.randrange)


def outside(game: Game, legal: Legal, dice: random.Random, steps: Sequence[int]) -> dict[str, int] | None:
    """An answer beside the legal ones: one field of one of them changed by one of these steps."""
    names = game.layout.action.head.dtype.names[1:]
    for _ in range(20):
        fields = dict(legal.choices.at(dice.randrange(legal.size))) if legal.size else {}
        name = dice.choice(names)
        fields[name] = fields.get(name, 0) + dice.choice(steps)
        if fields not in legal.choices:
            return fields
    return None


def some_of(listed: Legal, most: int) -> list[Action]:
    """All legal actions, or so many of them, evenly, where there are more."""
    count = len(listed)
    return [listed[place] for place in range(0, count, max(1, count // most))]


def judged(match: Match, seat: int, action: Action) -> int:
    """What the judge says of an answer."""
    actions = match.game.new_actions()
    match.game.write_action(actions, seat, action)
    return int(match.game.rules.judge(match.desk.ground, match.desk.knobs, match.state, seat, actions))
