"""Players: who sits where, what they note, and what becomes of one that fails."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kittycorner as kc
from kittycorner.core.errors import PlayerError
from kittycorner.core.match import Match
from kittycorner.core.players import Turn
from kittycorner.core.registry import rules_of

Everything = Callable[[Match], tuple[Any, ...]]


class Still:
    """Stays where it is, and counts in its notes how often it was asked."""

    def decide(self, turn: Turn) -> str:
        turn.notes[0] += 1
        turn.notes[1] = turn.draw(1000)
        return "stay"


class Wanderer:
    """Draws from what is legal."""

    def decide(self, turn: Turn) -> Any:
        return turn.legal.sample(turn.draw)


def test_players_are_named_in_every_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, coins: kc.Game
) -> None:
    """By a built-in name, `module:Class`, a class, an object or a `Player`; at a seat or at a side."""
    (tmp_path / "strangers.py").write_text(
        "class Still:\n    def decide(self, turn):\n        return 'stay'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    seek = rules_of("coin-hunt").players[0]
    digests = set()
    for who in ("strangers:Still", Still, Still()):
        match = coins.match(seed=4, players={"red": who, "blue": "seek"}).run()
        digests.add(match.digests()["state"])
        assert {entry["action"].text for entry in match.history("red") if entry["action"]} == {"stay"}
    assert len(digests) == 1
    assert coins.match(seed=4, players={"blue": seek}).run().digests() == coins.match(seed=4).run().digests()


def test_a_seat_goes_before_its_side(chase: kc.Game) -> None:
    """`hunters` seats one player with all the seats that no other takes."""
    match = chase.match(seed=4, players={"hunters": "pack", "hunter-1": "chase", "runners": Still})
    assert [(entry.name.rpartition(":")[2], entry.seats) for entry in match.seating.instances] == [
        ("Still", (0, 1)), ("pack", (2,)), ("chase", (3,)),
    ]  # fmt: skip
    match.run(steps=4)
    answers = [sum(entry["action"] is not None for entry in match.history(seat)) for seat in match.seats]
    assert match.memories.notes[:, 0].tolist() == [*answers[:2], 0, 0]
    assert min(answers) > 0


def test_a_python_players_notes_are_undone_and_redone(coins: kc.Game) -> None:
    """What a player notes belongs to the match."""
    match = coins.match(seed=4, players={"red": Still}).run(steps=9)
    assert match.memories.notes[0, 0] == 5
    drawn = int(match.memories.notes[0, 1])
    match.undo(4)
    assert match.memories.notes[0, 0] == 3
    match.undo(5)
    assert not match.memories.notes.any()
    match.redo(9)
    assert match.memories.notes[0, :2].tolist() == [5, drawn]


def test_python_players_draw_from_their_own_chance(coins: kc.Game) -> None:
    """The same seed brings the same draws, another seat others."""
    both = {"red": Wanderer, "blue": Wanderer}
    match = coins.match(seed=4, players=both).run()
    assert coins.match(seed=4, players=both).run().digests() == match.digests()
    assert coins.match(seed=5, players=both).run().digests() != match.digests()


def test_who_sits_down_later_plays_on(coins: kc.Game) -> None:
    """`run(players=…)` changes who sits there; whoever isn't named is the default again."""
    match = coins.match(seed=4, players={"red": Still}).run(steps=4)
    match.run(players={"blue": Still}, steps=4)
    texts = [entry["action"].text for entry in match.history("red") if entry["action"]]
    assert texts[:2] == ["stay", "stay"]
    assert texts[2:] != ["stay", "stay"]


class Raises(Still):
    def decide(self, turn: Turn) -> str:
        raise RuntimeError("no idea")


class Mute(Still):
    def decide(self, turn: Turn) -> Any:
        return None


class Unmade(Still):
    def __init__(self) -> None:
        raise OSError("no bot")


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("nobody", "player-unknown"),
        ("sek", "player-unknown-near"),
        ("no_such_module:Class", "player-module"),
        ("json:NoSuchClass", "player-missing"),
        ("json:loads", "player-no-decide"),
        (Unmade, "player-unmade"),
        (object(), "player-no-decide"),
        (Raises, "player-raised"),
        (Mute, "player-nonsense"),
    ],
)
def test_a_player_that_fails_is_one_sentence(who: Any, code: str, coins: kc.Game) -> None:
    """Whether it doesn't exist, can't be made, raises or says nothing."""
    with pytest.raises(PlayerError) as wrong:
        coins.match(seed=4, players={"blue": who}).run()
    assert wrong.value.code == code
    assert "\n" not in str(wrong.value)


def test_a_player_of_one_side_cannot_sit_at_another(chase: kc.Game) -> None:
    """A runner's player has nothing to do among hunters."""
    with pytest.raises(PlayerError) as wrong:
        chase.match(players={"hunters": "flee"})
    assert wrong.value.code == "player-side"
