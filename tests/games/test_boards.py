"""skeleton-boards, in the shape of Siamese: two boards, a traveller, repetition, a checkpoint, exact undo."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kittycorner as kc
from kittycorner.core.errors import PositionError, RuleError

FREE, LOCKSTEP = kc.load("skeleton-boards"), kc.load("skeleton-boards", schedule="lockstep")
MARKS = """
  . . . . .
  . . . . .
  . . > . !
  . . . . .
  . . . . .
  . . . . .
  . . . . .
  + . < . .
  . . . . .
  . . . . ."""
NO_BOARD = "\n".join(["  . . . . ."] * 5)


def position(left: str, right: str, *more: str) -> str:
    """The text of a position on these two boards; White is on turn on both, and nothing is kept."""
    boards = [f"  {row.strip()}" for board in (left, right) for row in board.strip().splitlines()]
    return "\n".join(
        [
            f"skeleton-boards/1 step 0\nground marks{MARKS}",
            *(f"state boards {place} turn white" for place in range(4)),
            *more,
            *("state cells", *boards, *boards, ""),
        ]
    )


def play(match: Any, *plies: str) -> None:
    """Plies of White and Black in turn, White's first."""
    for number, ply in enumerate(plies):
        match.act({("white", "black")[number % 2]: ply})


def piece(match: Any, board: int, cell: str) -> str:
    """The letter of what stands on a cell."""
    return str(match.view("spectator")["cells"][0][board][5 - int(cell[1])]["abcde".index(cell[0])])


def test_any_board_may_be_the_turn() -> None:
    """A seat may move on either board that waits for it, and both seats may be waited for at once."""
    match = FREE.match()
    assert {action.text.partition(":")[0] for action in match.legal("white")} == {"left", "right"}
    match.act({"white": "right:c1c2"})
    assert match.any_may_act
    assert match.to_act == ["white", "black"]
    assert {action.text.partition(":")[0] for action in match.legal("white")} == {"left"}
    assert {action.text.partition(":")[0] for action in match.legal("black")} == {"right"}
    match.act({"black": "right:c5c4"})
    assert match.to_act == ["white"]


def test_the_loop_asks_the_lowest_seat() -> None:
    """Where either seat may act, the loop asks White."""
    match = FREE.match(players={"white": "first", "black": "first"})
    match.act({"white": "right:c1c2"})
    assert match.to_act == ["white", "black"]
    match.step()
    assert [entry["action"] is not None for entry in match.history("white")] == [True, True]
    assert match.to_act == ["black"]


def test_in_lockstep_white_goes_first_wherever_a_board_waits_for_it() -> None:
    """In lockstep one seat is called, and Black chooses among the boards once none waits for White."""
    match = LOCKSTEP.match()
    assert (match.to_act, match.any_may_act) == (["white"], False)
    with pytest.raises(RuleError, match="not-its-turn"):
        match.act({"white": "right:c1c2"})
    match.act({"white": "left:c1b1"})
    assert match.to_act == ["white"]
    match.act({"white": "right:c1b1"})
    assert match.to_act == ["black"]
    assert {action.text.partition(":")[0] for action in match.legal("black")} == {"left", "right"}


def test_both_may_answer_at_once() -> None:
    """Two answers in one step are two plies."""
    match = FREE.match()
    match.act({"white": "right:c1c2"})
    match.act({"white": "left:c1b1", "black": "right:c5b5"})
    assert (piece(match, 0, "b1"), piece(match, 1, "b5")) == ("K", "k")
    assert match.view("white")["plies"] == 2


def test_a_ply_that_the_other_made_impossible_is_not_made() -> None:
    """White's answer comes first: a restore takes the turn from Black, whose answer then falls."""
    match = FREE.match()
    play(match, "left:a1a3", "left:c5b5")
    match.act({"white": "right:c1c2"})
    match.act({"white": "left:a3e3", "black": "right:c5b5"})
    assert [event.type_name() for event in match.events_by_step()[-1]] == ["move", "restored"]
    assert piece(match, 1, "c5") == "k"


def test_a_piece_travels_from_the_exit_to_the_entrance() -> None:
    """Whoever ends its move on the exit comes out on the right board, where that is a move too."""
    match = FREE.match()
    play(match, "left:a1a3", "left:c5b5", "left:a3c3")
    assert piece(match, 0, "c3") == "."
    assert piece(match, 1, "c3") == "R"
    assert match.events[-1].to_json() == {"type": "arrival", "piece": "R", "at": [2, 2]}
    assert [board["turn"] for board in match.view("white")["boards"][0]] == ["black", "black"]


def test_to_pass_over_the_exit_does_nothing() -> None:
    """Only who ends its move on the exit travels."""
    match = FREE.match()
    play(match, "left:a1a3", "left:c5b5", "left:a3d3")
    assert piece(match, 0, "d3") == "R"


def test_who_finds_the_entrance_taken_waits_in_the_queue() -> None:
    """The head of the queue enters in the ply in which the entrance becomes empty, and without a turn."""
    left = ". . k . .\n. . . . .\nR . . . .\n. . . . .\n. . K . ."
    right = ". . k . .\n. . . . .\n. . K . .\n. . . . .\n. . . . ."
    match = FREE.match(position=position(left, right))
    match.act({"white": "left:a3c3"})
    view = match.view("black")
    assert view["queue"][0] == ["R", ".", ".", "."]
    assert [board["turn"] for board in view["boards"][0]] == ["black", "white"]
    match.act({"white": "right:c3b3"})
    assert piece(match, 1, "c3") == "R"
    assert match.view("black")["queue"][0] == [".", ".", ".", "."]
    assert [event.type_name() for event in match.events] == ["move", "move", "arrival"]


def test_a_full_queue_lets_nobody_out() -> None:
    """A piece that finds the queue full stands on the exit as on any floor."""
    left = ". . k . .\n. . . . .\nR . . . .\n. . . . .\n. . K . ."
    right = ". . k . .\n. . . . .\n. . K . .\n. . . . .\n. . . . ."
    full = ("state boards 1 turn white queued 4", "state queue\n  R R R R\n  . . . .")
    match = FREE.match(position=position(left, right, *full))
    match.act({"white": "left:a3c3"})
    assert piece(match, 0, "c3") == "R"


def test_the_third_time_of_a_position_draws_its_board() -> None:
    """A board is drawn when its position stands for the third time; the other board goes on."""
    match = FREE.match()
    there_and_back = ("left:c1c2", "left:c5c4", "left:c2c1", "left:c4c5")
    play(match, *there_and_back, *there_and_back[:3])
    assert match.view("white")["boards"][0][0]["result"] == "open"
    match.act({"black": there_and_back[3]})
    assert match.view("white")["boards"][0][0]["result"] == "drawn"
    assert match.events[-1].to_json() == {
        "type": "decided",
        "board": "left",
        "result": "drawn",
        "why": "repetition",
    }
    assert not match.over
    assert match.points == {"white": 1, "black": 1}


def test_the_same_pieces_with_the_other_turn_are_another_position() -> None:
    """A king that comes back by a longer way has passed the turn on: that is no repetition."""
    kings = ". . k . .\n. . . . .\n. . . . .\n. . . . .\n. . K . ."
    match = FREE.match(position=position(kings, kings))
    whites = ("left:c1b2", "left:c5c4", "left:b2b1", "left:c4c5", "left:b1c1")
    blacks = ("left:c5b4", "left:c1c2", "left:b4b5", "left:c2c1", "left:b5c5")
    for number, ply in enumerate((*whites, *blacks, *whites)):
        match.act({("white", "black")[number % 2]: ply})
    left = match.view("white")["boards"][0][0]
    assert left == {"turn": "black", "result": "open", "quiet": 15, "queued": 0}


def test_a_lasting_ply_empties_the_history() -> None:
    """After a pawn has moved no position of before can come again."""
    match = FREE.match()
    there_and_back = ("left:c1c2", "left:c5c4", "left:c2c1", "left:c4c5")
    play(match, *there_and_back, "left:b2b3")
    kept = [entry["upper"] for entry in match.view("white")["past"][0][0]]
    assert kept[0] != 0
    assert kept[1:] == [0] * 20


def test_a_board_without_progress_is_drawn() -> None:
    """So many plies without capture, pawn or travel draw a board."""
    match = kc.load("skeleton-boards", quiet=3).match()
    play(match, "left:c1c2", "left:c5c4", "left:c2b1")
    assert match.events[-1].to_json()["why"] == "quiet"


def test_black_alone_has_the_turn_and_white_alone_waits() -> None:
    """Where no white piece is left Black moves ply after ply; where White is alone the board sleeps."""
    left = ". . k . .\n. . . . .\n. . . . .\n. . r . .\n. . P . ."
    right = ". . K . .\n. . . . .\n. . R . .\n. . p . .\n. . . . ."
    match = FREE.match(position=position(left, right).replace("turn white", "turn black", 1))
    match.act({"black": "left:c2c1"})
    match.act({"white": "right:c3c2"})
    boards = match.view("white")["boards"][0]
    assert [board["turn"] for board in boards] == ["black", "nobody"]
    assert [board["result"] for board in boards] == ["open", "open"]
    match.act({"black": "left:c1c2"})
    assert match.to_act == ["black"]


def test_who_takes_the_king_has_won_the_board() -> None:
    """Two points for each board that is won; the match is over when nobody can move anywhere."""
    left = "k . . . .\n. . . . .\n. . . . .\n. . . . .\nR . K . ."
    match = FREE.match(position=position(left, left))
    match.act({"white": "left:a1a5"})
    assert match.points == {"white": 2, "black": 0}
    match.act({"white": "right:a1a5"})
    assert match.over
    assert (match.outcome.winner, match.outcome.reason) == ("white", "settled")
    assert match.points == {"white": 4, "black": 0}


def test_restore_brings_back_the_checkpoint() -> None:
    """The event cell puts both boards back to the checkpoint, which is the start; the clock runs on."""
    match = FREE.match()
    start = match.position.state
    play(match, "left:a1a3", "left:c5b5")
    match.act({"white": "right:c1c2"})
    match.act({"white": "left:a3e3"})
    assert match.events[-1].to_json() == {"type": "restored", "seat": "white"}
    now = match.position.state
    for name in ("boards", "cells", "queue", "past"):
        assert getattr(now, name).tobytes() == getattr(start, name).tobytes()
    assert now.head[0]["plies"] == 4


def test_a_later_checkpoint_is_what_a_restore_brings_back() -> None:
    """Whoever reaches the other event cell sets the checkpoint: everything after that ply is forgotten."""
    match = FREE.match()
    for ply in ("right:c1b1", "right:c5b5", "right:b1a2", "right:b5c5", "right:a2a3"):
        match.act({"white" if match.number % 2 == 0 else "black": ply})
    assert [event.type_name() for event in match.events][-1] == "kept"
    kept = match.position.state
    play(match, "left:a1a3", "left:c5b5", "left:a3e3")
    now = match.position.state
    assert now.cells.tobytes() == kept.cells.tobytes()
    assert now.past.tobytes() == kept.past.tobytes()
    assert piece(match, 1, "a3") == "K"
    assert piece(match, 0, "a1") == "R"


def test_a_restore_empties_a_queue_that_was_empty() -> None:
    """Who waits at the entrance goes back to where it stood at the checkpoint."""
    left = ". . k . .\n. . . . .\nR . . R .\n. . . . .\n. . K . ."
    right = ". . k . .\n. . . . .\n. . K . .\n. . . . .\n. . . . ."
    match = FREE.match(position=position(left, right))
    play(match, "left:a3c3", "left:c5b5", "left:d3e3")
    assert match.view("white")["queue"] == [[".", ".", ".", "."], [".", ".", ".", "."]]
    assert match.view("white")["boards"][0][1]["queued"] == 0
    assert (piece(match, 0, "a3"), piece(match, 0, "d3")) == ("R", "R")


def test_who_is_not_on_turn_is_refused() -> None:
    """An answer out of turn, of another's piece or against its kind is refused, and nothing has changed."""
    match = FREE.match()
    before = match.digests()
    with pytest.raises(RuleError) as refused:
        match.act({"black": "left:c5c4"})
    assert refused.value.code == "not-your-turn"
    reasons = {
        "left:c5c4": "no-piece",
        "left:c3c4": "no-piece",
        "left:b2b4": "no-move",
        "left:a1a1": "no-move",
        "board 5 from 1 to 1": "off-table",
        "from 25": "off-table",
        "left:z9a1": "unreadable",
    }
    for said, reason in reasons.items():
        with pytest.raises(RuleError) as refused:
            match.act({"white": said})
        assert refused.value.parameters["reason"] == reason
    match.act({"white": "left:c1c2"})
    with pytest.raises(RuleError) as refused:
        match.act({"white": "left:c2c1"})
    assert refused.value.parameters["reason"] == "not-its-turn"
    match.undo()
    assert match.digests() == before


def test_a_refused_answer_costs_a_ply_of_the_clock_only() -> None:
    """With the game's own fault policy a refused answer settles as a ply in which nobody moves."""
    match = FREE.match()
    cells = match.position.state.cells.tobytes()
    match.act({"white": "left:b2b4"}, faults=True)
    state = match.position.state
    assert (state.head[0]["plies"], state.cells.tobytes()) == (1, cells)


def test_every_listed_move_can_be_played_and_no_other() -> None:
    """What is listed is exactly what is not refused."""
    match = FREE.match(seed=3, players={"white": "wander", "black": "wander"}).run(steps=12)
    seat = match.to_act[0]
    listed = {action.text for action in match.legal(seat)}
    names = [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]
    stands = set()
    for board in ("left", "right"):
        for start in names:
            for to in names:
                try:
                    match.act({seat: f"{board}:{start}{to}"})
                except RuleError:
                    continue
                stands.add(f"{board}:{start}{to}")
                match.undo()
    assert stands == listed
    assert len(listed) > 3


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_undo_and_redo_reach_any_step_to_the_byte(data: st.DataObject) -> None:
    """After random plies every step can be gone to, back and forth: the same bytes and the same events."""
    game = data.draw(st.sampled_from([FREE, LOCKSTEP]))
    # Near the event cell, so that restores and travels happen.
    left = ". . k . .\n. . . . .\n. . . R .\n. . . . .\n. r K . ."
    right = ". . k . .\n. . . . .\n. K . . .\n. . . . .\n. . . . ."
    match = game.match(position=position(left, right))
    digests = [match.digests()]
    told = []
    while not match.over and match.number < 30:
        seat = data.draw(st.sampled_from(match.to_act))
        moves = match.legal(seat)
        match.act({seat: data.draw(st.sampled_from(moves))})
        digests.append(match.digests())
        told = match.events
    last = match.number
    for step in data.draw(st.lists(st.integers(0, last), min_size=1, max_size=6)):
        match.go_to(step)
        assert match.digests() == digests[step]
    match.go_to(last)
    assert match.digests() == digests[last]
    assert match.events == told


def test_a_restore_can_be_taken_back() -> None:
    """Undo goes back behind a restore, redo into it again, checkpoint and history included."""
    match = FREE.match()
    play(match, "left:a1a3", "left:c5b5")
    before = match.digests()
    match.act({"white": "left:a3e3"})
    after = match.digests()
    assert match.undo().digests() == before
    assert match.redo().digests() == after
    assert match.undo(3).number == 0
    assert match.redo(3).digests() == after


@pytest.mark.parametrize("game", [FREE, LOCKSTEP], ids=["free", "lockstep"])
@pytest.mark.parametrize("players", ["wander", "greedy", "first"])
def test_a_match_goes_on_from_its_text_as_from_itself(game: kc.Game, players: str) -> None:
    """A position's text holds all there is: queue, history and checkpoint too."""
    seats = {"white": players, "black": "wander"}
    match = game.match(seed=5, players=seats).run(steps=11)
    text = str(match)
    again = game.match(position=text, players=seats)
    assert str(again) == text
    assert match.run().digests() == again.run().digests()
    assert match.outcome == again.outcome


@pytest.mark.parametrize(
    "line",
    [
        "state boards 0 turn white quiet 20",
        "state boards 1 turn white queued 5",
        "state boards 0 turn 3",
        "state boards 2 result -1",
    ],
)
def test_a_position_that_the_rules_cannot_settle_is_refused(line: str) -> None:
    """A position from outside fits into its histories and queues, or it is said what doesn't."""
    with pytest.raises(PositionError):
        FREE.match(position=position(NO_BOARD, NO_BOARD, line))
    assert FREE.match(position=position(NO_BOARD, NO_BOARD, "state boards 0 quiet 19"))


@pytest.mark.parametrize("game", [FREE, LOCKSTEP], ids=["free", "lockstep"])
def test_one_match_however_it_is_played(
    game: kc.Game, run_plain: Callable[..., Any], run_batch: Any, answer_again: Any
) -> None:
    """Compiled, plain, in a batch and answer by answer, the same seed brings the same match to the bit."""
    seeds, players = [4, 11, 12], {"white": "wander"}
    matches = [game.match(seed, players=players).run() for seed in seeds]
    digests = [match.digests() for match in matches]
    assert len({digest["state"] for digest in digests}) == len(seeds)
    assert [run_plain(game.match(seed, players=players)).digests() for seed in seeds] == digests
    if game.loops.compiled:
        assert run_batch(game, seeds, players) == digests
    for match in matches:
        assert answer_again(match).events == match.events


def test_a_view_is_the_whole_state() -> None:
    """Nothing is hidden: both seats and the spectator are told every array of the state."""
    match = FREE.match(seed=2).run(steps=7)
    views = [match.view(seat) for seat in ("white", "black", "spectator")]
    for name in ("boards", "cells", "queue", "past"):
        told = [getattr(view.row, name)[0].tobytes() for view in views]
        assert told == [getattr(match.state, name).tobytes()] * 3


@pytest.mark.parametrize(("corner", "took"), [("k", "k"), (".", "r")])
def test_greedy_takes_what_is_worth_most(corner: str, took: str) -> None:
    """Greedy takes a king before a rook, and a rook before a pawn."""
    left = f"p . . . .\n. . . . .\nR . r . .\n. . . . .\n{corner} . K . ."
    match = FREE.match(position=position(left, NO_BOARD), players={"white": "greedy"}).run(steps=1)
    assert match.events[0].to_json()["took"] == took
