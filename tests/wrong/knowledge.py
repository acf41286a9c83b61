"""Games that tell somebody what it may not know."""

from __future__ import annotations

from typing import Any

from kittycorner.author import EVERYBODY, At, Event, Seat, Value, only, tell
from kittycorner.core.forms.notation import Notation
from kittycorner.core.forms.schema import Schema
from wrong import diggers
from wrong.diggers import Dug, Nothing
from wrong.gallery import wrong


def look_underground(ground, knobs, state, seat, acts, views):
    diggers.look(ground, knobs, state, seat, acts, views)
    views.head[seat]["hint"] = state.gold[0]


VIEW_LEAKS = wrong("views", "a view that leaks a hidden cell", look=look_underground)


def look_at_purses(ground, knobs, state, seat, acts, views):
    diggers.look(ground, knobs, state, seat, acts, views)
    if seat == len(acts):
        views.head[seat]["purse"] = state.head[0]["purse"].max()


SPECTATOR_SEES = wrong("spectator", "a spectator that sees too much", look=look_at_purses)


NOT_GUESSED = wrong("views", "hidden information that the game doesn't own to", guess=None)


def guess_nothing(game, position, seat, draw):
    pass


GUESS_IDLE = wrong("views", "a guess that deals nothing anew", guess=guess_nothing)


REFUSED: dict[str, Any] = {}


def judge_aloud(ground, knobs, state, seat, actions):
    code = diggers.judge(ground, knobs, state, seat, actions)
    REFUSED["cell"] = actions.head[seat]["cell"] if code else None
    REFUSED["gold"] = state.gold.tolist()
    return code


class Talkative(Notation):
    """Says with a refused action where the gold lies."""

    def draw_action(self, actions, row):
        text = super().draw_action(actions, row)
        refused = actions.head[row]["cell"] == REFUSED.get("cell")
        return f"{text}, with gold at {REFUSED['gold']}" if refused else text


ERROR_TELLS = wrong("errors", "an error text with the position in it", judge=judge_aloud, notation=Talkative)


def tell_nothing_to_all(events, seat):
    tell(events, Nothing.code, EVERYBODY, seat)


def step_aloud(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    for row in events.rows[: events.head[0]["count"]]:
        if row["code"] == Nothing.code:
            row["knows"] = row["knows_all"] = EVERYBODY


EVENT_TO_ALL = wrong("events", "an event sent to the wrong seat", step=step_aloud)


def step_unguarded(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    for row in events.rows[: events.head[0]["count"]]:
        row["knows_all"] = row["knows"]


SECRET_TO_ALL = wrong("events", "a secret told to all who know of the event", step=step_unguarded)


class DugOpenly(Event):
    """A seat dug; the class forgets that the gold is a secret."""

    code, known_to = Dug.code, "everybody"
    digger: Seat
    at: At
    gold: Value


UNDECLARED = wrong("events", "an undeclared secret", events=(DugOpenly, Nothing))


def step_chattering(ground, knobs, state, actions, chance, workspace, events):
    diggers.step(ground, knobs, state, actions, chance, workspace, events)
    for _ in range(3):
        tell(events, Nothing.code, only(0), 0)


EVENTS_OVERFLOW = wrong("events", "more events than the layout has room for", step=step_chattering)


def look_at_bonus(ground, knobs, state, seat, acts, views):
    diggers.look(ground, knobs, state, seat, acts, views)
    views.head[seat]["hint"] = knobs[0]["bonus"]


KNOB_TOLD = wrong("secrets", "a secret knob in the view", look=look_at_bonus)


class SentWhole(Schema):
    """Sends the whole config, secret knobs included."""

    def start_message(self, match, seat):
        return {**super().start_message(match, seat), "config": match.game.config.model_dump(mode="json")}


CONFIG_TOLD = wrong("secrets", "a start message with the whole config", schema=SentWhole)


class SeedTold(Schema):
    """Signs its messages with the seed."""

    def turn_message(self, match, seat):
        return {**super().turn_message(match, seat), "match": match.seed}


SEED_TOLD = wrong("secrets", "a message with the seed", schema=SeedTold)


class HistoryTold(Schema):
    """Adds the gold found so far, of both, to a seat's message."""

    def turn_message(self, match, seat):
        return {**super().turn_message(match, seat), "found": match.points}


HISTORY_TOLD = wrong("histories", "a message made from the state", schema=HistoryTold)
