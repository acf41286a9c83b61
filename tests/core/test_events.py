"""Events: what happened, told to those who may know it, and to nobody else."""

from typing import Any

import numpy as np
import pytest

import kittycorner as kc
from kittycorner.author import (
    EVERYBODY,
    NOBODY,
    SPECTATOR,
    At,
    Event,
    Number,
    Other,
    Seat,
    To,
    Value,
    Whom,
    change_ground,
    forget,
    only,
    tally,
    tell,
)
from kittycorner.core.events import EVENT, Events, may_know, may_know_all, room_for_events

GAME = kc.load("coin-hunt", size=7)
RED, BLUE, WATCHING = GAME.seat_bit(0), GAME.seat_bit(1), GAME.seat_bit(GAME.seats)


class GreatDeal(Event):
    """A field in every column."""

    code, known_to, secret, secret_to = 3, ("seller",), ("price",), ("seller",)
    seller: Seat
    buyer: Whom
    at: At
    to: To
    price: Value


class Count(Event):
    """Numbers where others name seats."""

    code = 4
    first: Number
    second: Other
    step: Value  # coin-hunt has words for this one


def told(*facts: Any, capacity: int = 4, **more: Any) -> Events:
    """The room for events after one was told."""
    events = room_for_events(capacity, 2)
    tell(events, *facts, **more)
    return events


def test_an_event_is_a_record() -> None:
    """Every fact stands in its column; what isn't said is −1, a value 0."""
    events = told(3, EVERYBODY, 0, 1, 8, 9, 55)
    assert events.head[0]["count"] == 1
    row = {name: int(events.rows[0][name]) for name in EVENT.names or ()}
    assert row == {
        "code": 3, "seat": 0, "whom": 1, "cell": 8, "other": 9, "value": 55,
        "knows": EVERYBODY, "knows_all": EVERYBODY, "step": 0, "match": 0,
    }  # fmt: skip
    bare = told(4, EVERYBODY).rows[0]
    assert [int(bare[name]) for name in ("seat", "whom", "cell", "other", "value")] == [-1, -1, -1, -1, 0]


@pytest.mark.parametrize(
    ("knows", "know"),
    [
        (EVERYBODY, {RED, BLUE, WATCHING}),
        (NOBODY, set()),
        (1, {RED}),
        (2, {BLUE}),
        (3, {RED, BLUE}),
        (SPECTATOR, {WATCHING}),
        (SPECTATOR | 2, {BLUE, WATCHING}),
    ],
)
def test_a_mask_says_who_may_know(knows: int, know: set[int]) -> None:
    """A bit for each seat, and one for the spectator; −1 is everybody."""
    row = told(0, knows).rows[0]
    assert {bit for bit in (RED, BLUE, WATCHING) if may_know(row, bit)} == know


def test_the_last_seats_bit_is_not_the_spectators() -> None:
    """Of sixty seats each has a bit of its own, and none that of the spectator."""
    bits = [int(only(seat)) for seat in range(60)]
    assert len({*bits, SPECTATOR}) == 61
    row = told(0, sum(bits)).rows[0]
    assert all(may_know(row, bit) for bit in bits)
    assert not may_know(row, SPECTATOR)


def test_secrets_are_for_those_who_know_of_the_event_at_all() -> None:
    """Who may know the secret fields can't be more than who may know the event."""
    row = told(0, 1, knows_all=EVERYBODY).rows[0]
    assert may_know_all(row, RED)
    assert not may_know_all(row, BLUE)
    assert not may_know_all(row, WATCHING)


def test_what_does_not_fit_is_marked_not_lost_in_silence() -> None:
    """A step that tells more than its layout promised is found out."""
    events = told(0, EVERYBODY, capacity=2)
    for _ in range(2):
        tell(events, 0, EVERYBODY)
    assert events.head[0]["count"] == 2
    assert events.head[0]["overflow"] == 1


def test_without_room_nothing_is_told() -> None:
    """Capacity 0 turns events off; that is no overflow."""
    head = told(0, EVERYBODY, capacity=0).head[0]
    assert (head["count"], head["overflow"]) == (0, 0)


def test_lapses_new_ground_and_tallies_are_noted() -> None:
    """What the house must look after stands beside the events."""
    events = room_for_events(0, 2)
    forget(events, 0)
    forget(events, 5)
    change_ground(events)
    tally(events, 1, 3)
    tally(events, 1, 4)
    assert events.head[0]["lapsed"] == 0b100001
    assert events.head[0]["reground"] == 1
    assert events.tallies.tolist() == [0, 7]


def test_a_class_shows_its_fields() -> None:
    """Seats by name, cells as column and row, numbers as they are or by their word."""
    event = GreatDeal.from_row(GAME, told(3, EVERYBODY, 0, 1, 8, 48, 55).rows[0])
    assert event == GreatDeal(seller="red", buyer="blue", at=(1, 1), to=(6, 6), price=55)
    assert repr(event) == "GreatDeal(seller='red', buyer='blue', at=(1, 1), to=(6, 6), price=55)"
    count = Count.from_row(GAME, told(4, EVERYBODY, 7, 8, value=2).rows[0])
    assert count == Count(first=7, second=8, step="south")


def test_what_is_about_nobody_is_none() -> None:
    """A seat or a cell that isn't named is `None`."""
    event = GreatDeal.from_row(GAME, told(3, EVERYBODY).rows[0])
    assert (event.seller, event.buyer, event.at, event.to, event.price) == (None, None, None, None, 0)


def test_secret_fields_are_none_to_those_who_may_not_know_them() -> None:
    """And in JSON they aren't there at all."""
    row = told(3, EVERYBODY, 0, 1, 8, 9, 55).rows[0]
    all_of_it = GreatDeal.from_row(GAME, row).to_json()
    assert all_of_it == {
        "type": "great-deal", "seller": "red", "buyer": "blue", "at": [1, 1], "to": [2, 1], "price": 55,
    }  # fmt: skip
    in_part = GreatDeal.from_row(GAME, row, knows_all=False)
    assert in_part.price is None
    assert in_part.to_json() == {name: value for name, value in all_of_it.items() if name != "price"}


def test_an_event_cannot_be_changed_and_can_be_compared() -> None:
    """Events are facts."""
    event = Count(first=1, second=2, step="stay")
    with pytest.raises(AttributeError):
        event.first = 3  # type: ignore[misc]
    assert event != Count(first=1, second=3, step="stay")
    assert len({event, Count(first=1, second=2, step="stay")}) == 1


def test_seats_are_told_what_they_may_know() -> None:
    """The finder knows what the coin was worth, the rival and the spectator that there was one."""
    match = next(match for match in (GAME.match(seed).run(steps=20) for seed in range(20)) if match.events)
    found = match.events[0]
    finder = found.seeker
    other = "blue" if finder == "red" else "red"
    assert found.worth > 0
    for seat, worth in ((finder, found.worth), (other, None), ("spectator", None)):
        first = next(entry["events"][0] for entry in match.history(seat) if entry["events"])
        assert first == {
            "type": "found", "seeker": finder, "at": list(found.at), **({"worth": worth} if worth else {}),
        }  # fmt: skip


def test_events_are_stamped_with_their_step() -> None:
    """By step, the deal's first; all of them together are the host's list."""
    match = GAME.match(3).run(steps=30)
    by_step = match.events_by_step()
    assert len(by_step) == 31
    assert [event for events in by_step for event in events] == match.events
    assert match.events
    rows = np.frombuffer(b"".join(entry.events for entry in match.log.entries), EVENT)
    steps = [step for step, events in enumerate(by_step) for _ in events]
    assert rows["step"].tolist() == steps
