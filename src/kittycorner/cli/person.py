"""Person: a player at this terminal. It is shown its seat's view, and nothing that only the host may know."""

from __future__ import annotations

import sys

from kittycorner.core.actions import Action
from kittycorner.core.errors import KittycornerError, RuleError
from kittycorner.core.match import Match
from kittycorner.core.players import Turn, match_behind
from kittycorner.core.sentences import say, say_event

MOST_LISTED = 200  # legal actions that a person is shown
CLEAR = "\033[2J\033[3J\033[H"  # the screen and what was scrolled off it


class PersonLeftError(KittycornerError):
    """Somebody at the terminal wants to stop."""

    def __init__(self) -> None:
        super().__init__("person-left")


class Person:
    """Holds one seat or a whole side."""

    called = "human"

    def decide(self, turn: Turn) -> Action:
        """Show the view, and ask until the answer is one that the seat may give."""
        match = match_behind(turn)
        if people_in(match) > 1:
            hand_over(turn.seat)
        print(match.game.notation.draw_board(match, turn.seat).rstrip("\n"))
        for event in match.past(turn.number):
            print(say_event(match.game, event))
        while True:
            said = ask(say("human.prompt", seat=turn.seat))
            if said == "?":
                print(say_allowed(match, turn.seat))
            elif said:
                try:
                    return read_answer(match, turn.seat, said)
                except RuleError as refused:
                    print(refused)


def ask(prompt: str) -> str:
    """A line that somebody types."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise PersonLeftError from None


def people_in(match: Match) -> int:
    """How many people sit at the match."""
    return sum(instance.name == Person.called for instance in match.seating.instances)


def has_people(match: Match) -> bool:
    return people_in(match) > 0


def hand_over(seat: str) -> None:
    """Clear the screen, and wait until the right person sits in front of it."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        print(CLEAR, end="")
        ask(say("human.hand-over", seat=seat))
    else:
        print(say("human.turn", seat=seat))


def say_allowed(match: Match, seat: str) -> str:
    legal = match.legal(seat)
    shown = ", ".join(action.text for action in legal[:MOST_LISTED])
    code = "human.allowed-some" if legal.size > MOST_LISTED else "human.allowed"
    return say(code, seat=seat, actions=shown, more=legal.size - MOST_LISTED)


def read_answer(match: Match, seat: str, said: str) -> Action:
    """An answer that the seat may give now; a `RuleError` when it is none."""
    game = match.game
    number = game.seat_number(seat)
    if not match.desk.acts[number]:
        raise RuleError("not-your-turn", game=game.name, seat=seat, to_act=", ".join(match.to_act))
    try:
        action = game.read_action(number, said)
    except (ValueError, TypeError, KeyError):
        raise match.rule_error("unreadable", number, said) from None
    actions = game.new_actions()
    game.write_action(actions, number, action)
    code = game.rules.judge(match.desk.ground, match.desk.knobs, match.state, number, actions)
    if code:
        raise match.rule_error(game.refusal(code), number, action.text)
    return action
