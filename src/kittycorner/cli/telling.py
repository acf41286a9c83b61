"""What a match's steps say, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from kittycorner.core.match import Match
from kittycorner.core.sentences import say, say_event, say_outcome


def log_lines(match: Match) -> Iterator[str]:
    """The match so far for its host: each step's answers, and below it a line per event."""
    log = match.log
    yield say("play.start", step=log.first)
    yield from event_lines(match, log.start_events)
    for place, entry in enumerate(log.entries):
        answers = ", ".join(
            f"{seat} {log.action(match.game, entry, number).text}"
            for number, seat in enumerate(match.seats)
            if entry.answered >> number & 1
        )
        yield say("play.step", step=log.first + place + 1, answers=answers)
        yield from event_lines(match, entry.events)


def event_lines(match: Match, events: bytes) -> Iterator[str]:
    for event in match.log.told(match.game, events, None):
        yield f"  {say_event(match.game, event)}"


def how_it_stands(match: Match) -> str:
    """Who won and why, or who is to act."""
    if match.outcome is not None:
        return say_outcome(match.game, match.outcome)
    return say("play.running", step=match.number, seats=", ".join(match.to_act))
