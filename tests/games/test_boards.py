"""skeleton-boards, in the shape of Siamese: two boards, a traveller, repetition, a checkpoint, exact undo."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kittycorner as kc
from kittycorner.core.errors import PositionError, RuleError

GAME = kc.load("skeleton-boards")
MARKS = """
  . . . . .
  . . . . .
  . . > . !
  . . . . .
  . . . . .
  . . . . .
  . . . . .
  + . > . .
  . . . . .
  . . . . ."""
KINGS = ". . k . .\n. . . . .\n. . . . .\n. . . . .\n. . K . ."


def position(left: str, right: str, *more: str) -> str:
    """The text of a position on these two boards, which are the checkpoint too; White is on turn."""
    boards = [f"  {row.strip()}" for board in (left, right) for row in board.strip().splitlines()]
    return "\n".join(
        [
            f"skeleton-boards/1 step 0\nground marks{MARKS}",
            *(f"state {line}" for line in more),
            *("state cells", *boards, *boards, ""),
        ]
    )


def ply(said: str) -> dict[str, Any]:
    """The message of a move, `left:a1a2` for short."""
    board, cells = said.split(":")
    start, to = (5 * (5 - int(cell[1])) + "abcde".index(cell[0]) for cell in (cells[:2], cells[2:]))
    return {"board": board, "from": start, "to": to}


def boards_of(match: Any, seat: str) -> set[str]:
    """The boards on which the seat may move."""
    return {match.game.schema.action(action)["board"] for action in match.legal(seat)}


def play(match: Any, *plies: str) -> None:
    """Plies of White and Black in turn, White's first."""
    for number, said in enumerate(plies):
        match.act({("white", "black")[number % 2]: ply(said)})


def piece(match: Any, board: int, cell: str) -> str:
    """The letter of what stands on a cell."""
    return str(match.view("spectator")["cells"][0][board][5 - int(cell[1])]["abcde".index(cell[0])])


def test_any_board_may_be_the_turn() -> None:
    """A seat may move on either board that waits for it, and both seats may be waited for at once."""
    match = GAME.match()
    assert boards_of(match, "white") == {"left", "right"}
    match.act({"white": ply("right:c1c2")})
    assert match.any_may_act
    assert match.to_act == ["white", "black"]
    assert boards_of(match, "white") == {"left"}
    assert boards_of(match, "black") == {"right"}
    match.act({"black": ply("right:c5c4")})
    assert match.to_act == ["white"]


def test_the_loop_asks_the_lowest_seat() -> None:
    """Where either seat may act, the loop asks White."""
    match = GAME.match()
    match.act({"white": ply("right:c1c2")})
    assert match.to_act == ["white", "black"]
    match.step()
    assert [entry["action"] is not None for entry in match.history("white")] == [True, True]
    assert match.to_act == ["black"]


def test_both_may_answer_at_once() -> None:
    """Two answers in one step are two plies of one tick of the clock."""
    match = GAME.match()
    match.act({"white": ply("right:c1c2")})
    match.act({"white": ply("left:c1b1"), "black": ply("right:c5b5")})
    assert (piece(match, 0, "b1"), piece(match, 1, "b5")) == ("K", "k")
    assert match.view("white")["plies"] == 2


def test_a_ply_that_the_other_made_impossible_is_not_made() -> None:
    """White's answer comes first: a restore takes the turn from Black, whose answer then falls."""
    match = GAME.match()
    play(match, "left:a1a3", "left:c5b5")
    match.act({"white": ply("right:c1c2")})
    match.act({"white": ply("left:a3e3"), "black": ply("right:c5b5")})
    assert [event.type_name() for event in match.events_by_step()[-1]] == ["move", "turned"]
    assert piece(match, 1, "c5") == "k"


def test_a_piece_travels_through_an_exit_to_the_other_board() -> None:
    """A rook that ends its move on an exit comes out on the other board, where that is no move."""
    match = GAME.match()
    play(match, "left:a1a3", "left:c5b5", "left:a3c3")
    assert (piece(match, 0, "c3"), piece(match, 1, "c3")) == (".", "R")
    assert match.events[-1].to_json() == {"type": "travel", "board": "right", "at": [2, 2], "piece": "R"}
    assert [board["status"] for board in match.view("white")["boards"][0]] == ["black", "white"]
    match.act({"white": ply("right:c3c5")})
    assert match.points == {"white": 2, "black": 0}


@pytest.mark.parametrize(
    ("left", "right", "more", "ply_to"),
    [
        (". . k . .\n. . . . .\nR . . . .\n. . . . .\n. . K . .", KINGS, (), "left:a3d3"),
        (". . k . .\n. . . . .\n. . . . .\n. . K . .\n. . . . .", KINGS, (), "left:c2c3"),
        (
            ". . k . .\n. . . . .\nR . . . .\n. . . . .\n. . K . .",
            ". . k . .\n. . . . .\n. . K . .\n. . . . .\n. . . . .", (), "left:a3c3",
        ),
        (
            ". . k . .\n. . . . .\nR . . . .\n. . . . .\n. . K . .",
            KINGS, ("boards 1 status drawn", "boards 3 status drawn"), "left:a3c3",
        ),
    ],
    ids=["who passes over it", "a king", "a cell that is taken", "a board that is decided"],
)  # fmt: skip
def test_who_does_not_travel(left: str, right: str, more: tuple[str, ...], ply_to: str) -> None:
    """Nobody passes through by the way, no king does, and nobody where it couldn't stand or play."""
    match = GAME.match(position=position(left, right, *more))
    before = match.position.state.cells[0, 1].tolist()
    match.act({"white": ply(ply_to)})
    assert piece(match, 0, ply_to[-2:]) in "RK"
    assert match.position.state.cells[0, 1].tolist() == before
    assert [event.type_name() for event in match.events] == ["move"]


def test_the_third_time_of_a_position_draws_its_board() -> None:
    """A board is drawn when its position stands for the third time; the other board goes on."""
    match = GAME.match()
    there_and_back = ("left:c1c2", "left:c5c4", "left:c2c1", "left:c4c5")
    play(match, *there_and_back, *there_and_back[:3])
    assert match.view("white")["boards"][0][0]["status"] == "black"
    match.act({"black": ply(there_and_back[3])})
    assert match.view("white")["boards"][0][0]["status"] == "drawn"
    assert match.events[-1].to_json() == {"type": "decided", "board": "left", "status": "drawn"}
    assert not match.over
    assert match.points == {"white": 1, "black": 1}


def test_the_same_pieces_with_the_other_turn_are_another_position() -> None:
    """A king that comes back by a longer way has passed the turn on: that is no repetition."""
    match = GAME.match(position=position(KINGS, KINGS))
    whites = ("left:c1b2", "left:c5c4", "left:b2b1", "left:c4c5", "left:b1c1")
    blacks = ("left:c5b4", "left:c1c2", "left:b4b5", "left:c2c1", "left:b5c5")
    play(match, *whites, *blacks, *whites)
    assert match.view("white")["boards"][0][0] == {"status": "black", "quiet": 15}


def test_a_lasting_ply_empties_the_history() -> None:
    """After a capture or a travel no position of before can come again: on both boards that it changes."""
    match = GAME.match()
    play(match, "left:a1a3", "left:c5c4", "right:c1c2", "right:c5c4")
    assert [sum(map(bool, past)) for past in match.view("white")["past"][0]] == [3, 3]
    play(match, "left:a3c3")
    assert [sum(map(bool, past)) for past in match.view("white")["past"][0]] == [1, 1]
    assert [board["quiet"] for board in match.view("white")["boards"][0]] == [0, 0]


def test_a_board_without_progress_is_drawn() -> None:
    """So many plies without a capture or a travel draw a board."""
    match = kc.load("skeleton-boards", quiet=3).match()
    play(match, "left:c1c2", "left:c5c4", "left:c2b1")
    assert match.events[-1].to_json() == {"type": "decided", "board": "left", "status": "drawn"}


def test_who_takes_the_king_has_won_the_board() -> None:
    """Two points for each board that is won; the match is over when nobody can move anywhere."""
    left = "k . . . .\n. . . . .\n. . . . .\n. . . . .\nR . K . ."
    match = GAME.match(position=position(left, left))
    match.act({"white": ply("left:a1a5")})
    assert match.points == {"white": 2, "black": 0}
    match.act({"white": ply("right:a1a5")})
    assert match.over
    assert (match.outcome.winner, match.outcome.reason) == ("white", "settled")
    assert match.points == {"white": 4, "black": 0}


def test_restore_brings_back_the_checkpoint() -> None:
    """The event cell puts both boards back to the checkpoint, which is the start; the clock runs on."""
    match = GAME.match()
    start = match.position.state
    play(match, "left:a1a3", "left:c5b5")
    match.act({"white": ply("right:c1c2")})
    match.act({"white": ply("left:a3e3")})
    assert match.events[-1].to_json() == {"type": "turned", "seat": "white", "back": "restored"}
    now = match.position.state
    for name in ("boards", "cells", "past"):
        assert getattr(now, name).tobytes() == getattr(start, name).tobytes()
    assert now.head[0]["plies"] == 4


def test_a_later_checkpoint_is_what_a_restore_brings_back() -> None:
    """Whoever reaches the other event cell sets the checkpoint: everything after that ply is forgotten."""
    match = GAME.match()
    play(match, "right:c1b1", "right:c5b5", "right:b1b2", "right:b5c5", "right:b2a3")
    assert match.events[-1].to_json() == {"type": "turned", "seat": "white", "back": "kept"}
    kept = match.position.state
    play(match, "left:a1a3", "left:c5b5", "left:a3e3")
    now = match.position.state
    assert now.cells.tobytes() == kept.cells.tobytes()
    assert now.past.tobytes() == kept.past.tobytes()
    assert (piece(match, 1, "a3"), piece(match, 0, "a1")) == ("K", "R")


def test_who_travelled_goes_back_to_where_it_stood() -> None:
    """A restore undoes a travel, on both boards."""
    left = ". . k . .\n. . . . .\nR . . R .\n. . . . .\n. . K . ."
    match = GAME.match(position=position(left, KINGS))
    play(match, "left:a3c3", "left:c5b5")
    assert piece(match, 1, "c3") == "R"
    play(match, "left:d3e3")
    assert [piece(match, 0, cell) for cell in ("a3", "d3")] == ["R", "R"]
    assert piece(match, 1, "c3") == "."


def test_who_is_not_on_turn_is_refused() -> None:
    """An answer out of turn, of another's piece or against its kind is refused, and nothing has changed."""
    match = GAME.match()
    before = match.digests()
    with pytest.raises(RuleError) as refused:
        match.act({"black": ply("left:c5c4")})
    assert refused.value.code == "not-your-turn"
    reasons = {
        "from 2 to 7": "no-move",
        "from 12 to 17": "no-move",
        "from 20 to 14": "no-move",
        "from 22 to 12": "no-move",
        "from 20 to 22": "no-move",
        "from 20 to 20": "no-move",
        "board 5 from 1 to 1": "off-table",
        "from 25": "off-table",
        "to -1": "off-table",
        "left:a1": "unreadable",
    }
    for said, reason in reasons.items():
        with pytest.raises(RuleError) as refused:
            match.act({"white": said})
        assert refused.value.parameters["reason"] == reason
    match.act({"white": ply("left:c1c2")})
    with pytest.raises(RuleError) as refused:
        match.act({"white": ply("left:c2c1")})
    assert refused.value.parameters["reason"] == "not-its-turn"
    match.undo()
    assert match.digests() == before


def test_a_refused_answer_costs_a_ply_of_the_clock_only() -> None:
    """With the game's own fault policy a refused answer settles as a ply in which nobody moves."""
    match = GAME.match()
    cells = match.position.state.cells.tobytes()
    match.act({"white": ply("left:a1b2")}, faults=True)
    state = match.position.state
    assert (state.head[0]["plies"], state.cells.tobytes()) == (1, cells)


def test_every_listed_move_can_be_played_and_no_other() -> None:
    """What is listed is exactly what is not refused."""
    match = GAME.match(seed=3, players={"white": "wander", "black": "wander"}).run(steps=12)
    seat = match.to_act[0]
    listed = {action.text for action in match.legal(seat)}
    stands = set()
    for board, start, to in itertools.product(("left", "right"), range(25), range(25)):
        action = match.game.read_action(0, {"board": board, "from": start, "to": to})
        try:
            match.act({seat: action})
        except RuleError:
            continue
        stands.add(action.text)
        match.undo()
    assert stands == listed
    assert len(listed) > 3


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_undo_and_redo_reach_any_step_to_the_byte(data: st.DataObject) -> None:
    """After random plies every step can be gone to, back and forth: the same bytes and the same events."""
    # Near the marks, so that restores and travels happen.
    left = ". . k . .\n. . . . .\nr . . R .\n. . . . .\n. . K . ."
    right = ". . k . .\n. . . . .\n. K . . .\n. . . . .\n. . . . ."
    match = GAME.match(position=position(left, right))
    digests = [match.digests()]
    told = []
    while not match.over and match.number < 30:
        seat = data.draw(st.sampled_from(match.to_act))
        match.act({seat: data.draw(st.sampled_from(match.legal(seat)))})
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
    match = GAME.match()
    play(match, "left:a1a3", "left:c5b5")
    before = match.digests()
    match.act({"white": ply("left:a3e3")})
    after = match.digests()
    assert match.undo().digests() == before
    assert match.redo().digests() == after
    assert match.undo(3).number == 0
    assert match.redo(3).digests() == after


@pytest.mark.parametrize("player", ["wander", "greedy"])
def test_a_match_goes_on_from_its_text_as_from_itself(player: str) -> None:
    """A position's text holds all there is: history and checkpoint too."""
    seats = {"white": player, "black": "wander"}
    match = GAME.match(seed=5, players=seats).run(steps=11)
    text = str(match)
    again = GAME.match(position=text, players=seats)
    assert str(again) == text
    assert match.run().digests() == again.run().digests()
    assert match.outcome == again.outcome


THREE_ROOKS = ". . k . .\n. . . . .\n. . . . .\nR R . . .\nK R . . ."


@pytest.mark.parametrize(
    ("left", "line"),
    [
        (KINGS, "boards 0 quiet 20"),
        (KINGS, "boards 0 status 5"),
        (KINGS, "boards 2 status -1"),
        (KINGS.replace("k", "."), "plies 1"),
        (KINGS.replace(". . k . .", "k . k . ."), "plies 1"),
        (KINGS.replace("k", "7"), "plies 1"),
        (THREE_ROOKS, "plies 1"),
    ],
)
def test_a_position_that_the_rules_cannot_settle_is_refused(left: str, line: str) -> None:
    """A position fits into its histories and leaves whoever is on turn a move, or is refused."""
    with pytest.raises(PositionError):
        GAME.match(position=position(left, KINGS, line))
    assert GAME.match(position=position(KINGS, KINGS, "boards 0 quiet 19"))


def test_one_match_however_it_is_played(
    run_plain: Callable[..., Any], run_batch: Any, answer_again: Any
) -> None:
    """Compiled, plain, in a batch and answer by answer, the same seed brings the same match to the bit."""
    seeds, players = [4, 11, 12], {"white": "wander"}
    matches = [GAME.match(seed, players=players).run() for seed in seeds]
    digests = [match.digests() for match in matches]
    assert len({digest["state"] for digest in digests}) == len(seeds)
    assert [run_plain(GAME.match(seed, players=players)).digests() for seed in seeds] == digests
    if GAME.loops.compiled:
        assert run_batch(GAME, seeds, players) == digests
    for match in matches:
        assert answer_again(match).events == match.events


def test_a_view_is_the_whole_state() -> None:
    """Nothing is hidden: both seats and the spectator are told every array of the state."""
    match = GAME.match(seed=2).run(steps=7)
    views = [match.view(seat) for seat in ("white", "black", "spectator")]
    for name in ("boards", "cells", "past"):
        told = [getattr(view.row, name)[0].tobytes() for view in views]
        assert told == [getattr(match.state, name).tobytes()] * 3


@pytest.mark.parametrize(("corner", "took"), [("k", "k"), (".", "r")])
def test_greedy_takes_what_is_worth_most(corner: str, took: str) -> None:
    """Greedy takes a king before a rook, and a rook before nothing."""
    king = "k" if corner == "." else "."
    left = f". . . . {king}\n. . . . .\nR . r . .\n. . . . .\n{corner} . K . ."
    match = GAME.match(position=position(left, KINGS), players={"white": "greedy"}).run(steps=1)
    assert match.events[0].to_json()["took"] == took
