"""Masks: the seats that may know of an event, by name."""

from __future__ import annotations

from kittycorner.core.events import SPECTATOR
from kittycorner.core.game import Game


def everyone(game: Game) -> int:
    """The mask of all seats and the spectator."""
    return (1 << game.seats) - 1 | SPECTATOR


def who(game: Game, mask: int) -> str:
    """The seats in a mask, by name."""
    if mask & everyone(game) == everyone(game):
        return "everybody"
    named = [name for number, name in enumerate(game.seat_names) if mask >> number & 1]
    return ", ".join([*named, *(["spectator"] if mask & SPECTATOR else [])]) or "nobody"
