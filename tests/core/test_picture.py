"""Pictures and boards of text: what they show, that a seat's says no more than its view, and films."""

from __future__ import annotations

import io
import itertools
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image

import kittycorner as kc
import kittycorner.author as author
from kittycorner.core.errors import KittycornerError
from kittycorner.core.forms import drawing
from kittycorner.core.forms.board import Board, Layer, Piece, board_of
from kittycorner.core.forms.picture import save_gif, save_png
from kittycorner.core.game import Game


@pytest.fixture(scope="module")
def coin_hunt():
    return kc.load("coin-hunt", size=5, coins=6, sight=1)


@pytest.fixture(scope="module")
def chase():
    return kc.load("skeleton-chase", size=9)


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and one.tobytes() == other.tobytes()


def twin(match: Any, seat: str, start: int) -> Any:
    """A match that differs from this one only in what the seat can't know."""
    position = match.position
    numbers = itertools.count(start)
    match.game.rules.guess(
        match.game,
        position,
        match.number_of(seat),
        lambda bound: (7 * next(numbers) + next(numbers) ** 2) % bound,
    )
    return match.game.match(position=position)


# What a seat is shown


@pytest.mark.parametrize("name", ["coin_hunt", "chase"])
@pytest.mark.parametrize("seat_number", [0, 1])
def test_a_seats_picture_and_board_are_the_same_for_all_that_it_cannot_tell_apart(name, seat_number, request):
    game = request.getfixturevalue(name)
    match = game.match(seed=5)
    seat = game.seat_names[-seat_number]
    hidden = [twin(match, seat, start) for start in range(6)]
    assert all(other.view(seat) == match.view(seat) for other in hidden)
    assert not all(same(game.picture.image(other), game.picture.image(match)) for other in hidden)
    for other in hidden:
        assert same(game.picture.image(other, seat), game.picture.image(match, seat))
        assert game.notation.draw_board(other, seat) == game.notation.draw_board(match, seat)


def test_points_that_a_seat_may_not_know_are_shown_to_it_at_the_end_only(coin_hunt):
    match = coin_hunt.match(seed=5)
    while not match.points["red"]:
        match.step()
    hidden = match.position
    hidden.state.head[0]["seekers"][0]["purse"] += 1
    other = coin_hunt.match(position=hidden)
    assert other.points != match.points
    for seat in ("blue", "spectator"):
        assert same(coin_hunt.picture.image(other, seat), coin_hunt.picture.image(match, seat))
    match.run()
    other.run()
    assert not same(coin_hunt.picture.image(other, "blue"), coin_hunt.picture.image(match, "blue"))


def test_the_picture_changes_when_a_visible_piece_moves(coin_hunt):
    match = coin_hunt.match(seed=5)
    position = match.position
    position.state.head[0]["seekers"][0]["x"] += 1
    moved = coin_hunt.match(position=position)
    for seat in (None, "red", "blue", "spectator"):
        assert not same(coin_hunt.picture.image(match, seat), coin_hunt.picture.image(moved, seat))


def test_the_spectators_picture_shows_no_piece_where_its_view_holds_none(chase):
    board = board_of(chase.match(seed=5), "spectator")
    assert board is not None
    assert not board.pieces
    assert board.layers[0].name == "walls"


# The board as text


def test_the_board_of_text_shows_pieces_values_and_who_is_to_act(coin_hunt):
    position = """coin-hunt/1 step 3
set size 5
set sight 1
state turn 3
state seekers 0 x 1 y 0 purse 4
state seekers 1 x 1 y 0
state coins
  0 2 0 0 0
  0 3 0 0 0
  0 0 0 0 0
  0 0 0 0 0
  0 0 0 0 1
"""
    match = coin_hunt.match(position=position)
    assert match.game.notation.draw_board(match).splitlines() == [
        ". R+. . .",
        ". 3 . . .",
        ". . . . .",
        ". . . . .",
        ". . . . 1",
        "step 3 · red 4, blue 0 · to act: blue",
        "  R   red  purse 4",
        "  B   blue",
    ]
    assert match.game.notation.draw_board(match, "red").splitlines() == [
        ". R+. . .",
        ". 3 . . .",
        ". . . . .",
        ". . . . .",
        ". . . . .",
        "step 3 · as red sees it",
        "  R   red  purse 4",
        "  B   blue",
        "  turn 3",
        "  me 0",
    ]


def test_a_captured_piece_is_drawn_as_one_that_is_out(chase):
    position = chase.match(seed=5).position
    position.state.head[0]["actors"][0]["fate"] = 2
    match = chase.match(position=position)
    text = chase.notation.draw_board(match)
    assert "r0" in text
    assert "R1" in text
    assert "runner-0  fate captured" in text
    assert not same(chase.picture.image(match), chase.picture.image(chase.match(seed=5)))


def test_several_maps_are_drawn_one_beside_the_other():
    game = kc.load("skeleton-boards")
    board = board_of(game.match(seed=1))
    assert board is not None
    assert board.map_count == 4
    assert {layer.name for layer in board.layers} == {"marks", "cells"}
    assert game.notation.draw_board(game.match(seed=1)).count("k") >= 2


def test_what_lies_on_cells_without_a_map_stands_on_a_map_of_the_configs_size():
    game = kc.load("skeleton-land", size=6)
    match = game.match(seed=1)
    host, seen = board_of(match), board_of(match, "company-0")
    assert host is not None
    assert seen is not None
    assert host.shape == seen.shape == (6, 6)
    assert len(host.pieces) > len(seen.pieces)
    cells = [(piece.x, piece.y) for piece in host.pieces]
    assert cells == [game.cell_at(int(cell)) for cell in match.state.zones["cell"][: len(cells)]]


# Sizes


@pytest.mark.parametrize("seat", [None, "red", "spectator"])
def test_every_picture_of_a_match_has_one_size(coin_hunt, seat):
    match = coin_hunt.match(seed=2)
    sizes = {coin_hunt.picture.image(match, seat).size}
    match.run(after_step=lambda: sizes.add(coin_hunt.picture.image(match, seat).size))
    assert match.over
    assert len(sizes) == 1


@pytest.mark.parametrize("size", [3, 9, 20])
def test_a_small_map_is_not_blown_up_and_a_large_one_not_cut(size):
    game = kc.load("coin-hunt", size=size, coins=1)
    wide, tall = game.picture.image(game.match(seed=1)).size
    assert 300 <= wide <= 1000
    assert 250 <= tall <= 750


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (40, 1), (300, 200)])
@pytest.mark.parametrize("maps", [(), (3,), (2, 2)])
def test_maps_of_any_shape_can_be_drawn(shape, maps):
    values = np.zeros((*maps, *shape), np.int64)
    values[..., 0, 0] = 1000
    values[..., -1, -1] = -3
    layers = [
        Layer("walls", True, values.reshape(-1, *shape), (".", "#")),
        Layer("coins", False, values.reshape(-1, *shape), ()),
    ]
    pieces = [Piece(0, x, 0, 0, "A0", 0, None, None, False, {}) for x in (0, 0, 0, 0, 0, 7000, -1)]
    board = Board(shape, maps, layers, pieces)
    panel = drawing.Panel(
        "a game",
        ["step 1"],
        [drawing.Line("A0", "a-0" * 40, "x 1" * 40, (1, 2, 3), True)],
        ["a"],
        {},
        "word " * 99,
    )
    image = drawing.draw_board(board, panel, [drawing.SIDES[0]])
    assert len(image.getcolors(100_000) or ()) > 5
    assert max(image.size) < 3000


# Films and files


def test_a_film_has_a_frame_for_each_step_and_rests_at_the_end(coin_hunt, tmp_path):
    match = coin_hunt.match(seed=2)
    images = [coin_hunt.picture.image(match)]
    match.run(after_step=lambda: images.append(coin_hunt.picture.image(match)))
    save_gif(images, tmp_path / "match.gif", seconds=0.2)
    with Image.open(tmp_path / "match.gif") as film:
        assert film.n_frames == match.number + 1
        times = []
        for number, image in enumerate(images):
            film.seek(number)
            times.append(film.info["duration"])
            frame = np.asarray(film.convert("RGB"), int)
            assert abs(frame - np.asarray(image, int)).mean() < 3, (
                "a frame shows its step, in nearly its colours"
            )
    assert times == [200] * match.number + [600]


def test_a_png_holds_the_picture(coin_hunt, tmp_path):
    image = coin_hunt.picture.image(coin_hunt.match(seed=2), "red")
    save_png(image, tmp_path / "red.png")
    with Image.open(tmp_path / "red.png") as read:
        assert same(read, image)


def test_a_picture_that_cannot_be_written_is_one_sentence_and_no_file(coin_hunt, tmp_path):
    image = coin_hunt.picture.image(coin_hunt.match(seed=2))
    for save in (save_png, lambda picture, path: save_gif([picture], path)):
        with pytest.raises(KittycornerError):
            save(image, tmp_path / "nowhere" / "picture")
    assert not list(tmp_path.iterdir())


# A game without a map


class Heap(NamedTuple):
    head: np.ndarray


def nim() -> Game:
    """Two seats take one to three from a heap; whoever takes the last wins."""
    state = np.dtype([("left", np.int64), ("turn", np.int64)])
    answer = np.dtype([("refusal", np.int64), ("take", np.int64)])

    def deal(knobs, chance, workspace, ground, state, events):
        state.head[0]["left"] = knobs[0]["heap"]

    def to_act(ground, knobs, state, acts):
        acts[state.head[0]["turn"] % 2] = 1
        return author.ALL

    def judge(ground, knobs, state, seat, actions):
        return 0 if 1 <= actions.head[seat]["take"] <= min(3, state.head[0]["left"]) else 1

    def step(ground, knobs, state, actions, chance, workspace, events):
        head = state.head[0]
        head["left"] -= max(1, actions.head[head["turn"] % 2]["take"])
        head["turn"] += 1

    def outcome(knobs, state, out):
        out.head[0]["winner"] = (state.head[0]["turn"] + 1) % 2
        return int(state.head[0]["left"] <= 0)

    def look(ground, knobs, state, seat, acts, views):
        views.head[seat] = state.head[0]

    def take_one(ground, knobs, views, memories, acts, keys, workspace, actions, why):
        actions.head["take"][acts == 1] = 1

    class Nim(author.Config):
        heap: int = author.knob(5, 1, 50, why="what there is to take")

    rules = author.Rules(
        name="nim",
        version=1,
        title="Whoever takes the last wins.",
        config=Nim,
        sides=lambda config: {"first": ["first"], "second": ["second"]},
        layout=lambda config: author.Layout(
            state=Heap(author.array(state, 1)),
            view=Heap(author.array(state)),
            action=Heap(author.array(answer)),
        ),
        deal=deal,
        prepare=lambda knobs, state, workspace, ground: None,
        to_act=to_act,
        judge=judge,
        legal=lambda ground, knobs, state, seat: author.Choices.listed("take", (1, 2, 3)),
        step=step,
        outcome=outcome,
        look=look,
        players=(author.Player("one", take_one),),
        reasons=("taken",),
        refusals=("too-many",),
    )
    return Game(rules, Nim())


def test_a_game_without_a_map_is_set_in_rows_of_text():
    game = nim()
    match = game.match()
    before = game.picture.image(match), game.picture.image(match, "first")
    assert len(before[0].getcolors(10_000)) > 2
    match.step()
    after = game.picture.image(match), game.picture.image(match, "first")
    for one, other in zip(before, after, strict=True):
        assert one.size == other.size
        assert not same(one, other)
    assert game.notation.draw_board(match) == f"{match}step 1 · first 0, second 0 · to act: second\n"
    assert game.notation.draw_board(match, "first") == f"{match.view('first')}step 1 · as first sees it\n"


# Notebooks


def test_a_notebook_shows_a_match_as_a_picture_and_a_view_as_a_table(coin_hunt):
    match = coin_hunt.match(seed=2)
    with Image.open(io.BytesIO(match._repr_png_())) as picture:
        assert same(picture, coin_hunt.picture.image(match))
    table = match.view("red")._repr_html_()
    assert "<th>seat</th><td>red</td>" in table
    assert table.count("<tr>") == len(match.view("red"))


def test_text_from_outside_is_escaped_in_a_notebook(coin_hunt, monkeypatch):
    view = coin_hunt.match(seed=2).view("red")
    monkeypatch.setitem(view.fields, "note", "<script>")
    assert "<script>" not in view._repr_html_()


def test_signs_that_the_font_lacks_are_replaced():
    assert drawing.plain_signs("2–5 × é 中") == "2-5 x e ?"
