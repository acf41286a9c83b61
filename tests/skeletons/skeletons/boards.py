"""Boards, in the shape of Siamese: either of two boards may be the turn, a piece travels between them, the
repetition history and a checkpoint stand in the state, nothing is hidden and nothing left to chance."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

import kittycorner.author as kc

LEFT, RIGHT = range(2)
NOW, KEPT = range(2)  # the two tables: the one that is played, and the checkpoint
WHITE, BLACK = range(2)  # seats, and the camps of their pieces
NOBODYS, WHITES, BLACKS = range(3)  # whose turn a board is: the seat's number + 1
OPEN, WHITE_WON, BLACK_WON, DRAWN = range(4)
EMPTY, KING, ROOK, PAWN = range(4)
BLACK_FROM = 3  # a black piece is its kind + 3
FLOOR, EXIT, ENTRANCE, KEEP, RESTORE = range(5)
OFF_TABLE, NOT_ITS_TURN, NO_PIECE, NO_MOVE = range(1, 5)
BY_KING, BY_REPETITION, BY_QUIET, BY_STALEMATE = range(4)
SETTLED, TIME = range(2)
FREE = 1  # the schedule in which no board waits for another
TAKE, ADVANCE = range(2)
WORTH = (0, 1000, 50, 10)
SIZE, CELLS, LONGEST_QUEUE = 5, 25, 4
SIDES, PIECES, MARKS = ("left", "right"), ".KRPkrp", ".><+!"


def drawn(letters: str, *boards: str) -> np.ndarray:
    """Both boards from their rows."""
    numbers = [letters.index(letter) for letter in "".join(boards) if letter != " "]
    return np.array(numbers, np.int8)


START = drawn(PIECES, "..k.r .p.p. ..... .P.P. R.K..", "..k.. .p.p. ..... .P.P. ..K..")
FLOORS = drawn(MARKS, "..... ..... ..>.! ..... .....", "..... ..... +.<.. ..... .....")

BOARD = np.dtype([("turn", np.int64), ("result", np.int64), ("quiet", np.int64), ("queued", np.int64)])
POSITION = np.dtype([("upper", np.int64), ("lower", np.int64)])
HEAD = np.dtype([("plies", np.int64)])
SIGHT = np.dtype([("me", np.int64), ("plies", np.int64)])
ANSWER = np.dtype([("refusal", np.int64), ("board", np.int64), ("from", np.int64), ("to", np.int64)])


class Ground(NamedTuple):
    marks: np.ndarray  # [board, y, x] exits, the entrance and the cells with an event
    door: np.ndarray  # [1] the entrance's cell on the right board, or -1


class Tables(NamedTuple):
    """A state, and a view, which tells all of it."""

    head: np.ndarray
    boards: np.ndarray  # [table, board] BOARD
    cells: np.ndarray  # [table, board, y, x] the piece there
    queue: np.ndarray  # [table, place] the pieces that wait at the entrance
    past: np.ndarray  # [table, board, ply] the board's positions since its last lasting ply


class Workspace(NamedTuple):
    moves: np.ndarray


class Boards(kc.Config):
    """The knobs of boards."""

    width: ClassVar[int] = SIZE
    schedule: Literal["lockstep", "free"] = kc.knob("free", why="whether Black waits while White can move")
    quiet: int = kc.knob(
        20, 1, 100, unit="plies", why="without capture, pawn or travel a board is drawn then"
    )
    plies: int = kc.knob(200, 1, 10_000, unit="plies", why="the clock, which no restore turns back")


class Move(kc.Event):
    """A piece went to a cell, and took what stood there."""

    code, known_to = 0, "everybody"
    seat: kc.Seat
    board: kc.Other
    at: kc.At
    to: kc.To
    took: kc.Value


class Arrival(kc.Event):
    """A piece that had left through an exit came in through the entrance."""

    code, known_to = 1, "everybody"
    piece: kc.Value
    at: kc.At


class Kept(kc.Event):
    """From now on this is what a restore brings back."""

    code, known_to = 2, "everybody"
    seat: kc.Seat


class Restored(kc.Event):
    """Both boards are again as they were at the checkpoint."""

    code, known_to = 3, "everybody"
    seat: kc.Seat


class Decided(kc.Event):
    """A board has its result: nobody moves there any more."""

    code, known_to = 4, "everybody"
    board: kc.Other
    result: kc.Value
    why: kc.Number


def layout(config: Any) -> kc.Layout:
    """The arrays of boards."""
    tables = (
        kc.array(BOARD, 2, 2),
        kc.array(np.int8, 2, 2, SIZE, SIZE),
        kc.array(np.int8, 2, LONGEST_QUEUE),
        kc.array(POSITION, 2, 2, config.quiet + 1),
    )
    return kc.Layout(
        ground=Ground(kc.array(np.int8, 2, SIZE, SIZE), kc.array(np.int64, 1)),
        facts=("marks",),
        state=Tables(kc.array(HEAD, 1), *tables),
        view=Tables(kc.array(SIGHT), *tables),
        action=kc.Head(kc.array(ANSWER)),
        workspace=Workspace(kc.array(np.int64, 2 * CELLS * CELLS)),
        events=10,
    )


@kc.kernel
def deal(knobs, chance, workspace, ground, state, events):
    kc.copy_flat(ground.marks, FLOORS)
    kc.copy_flat(state.cells[NOW], START)
    for which in range(2):
        settle_board(knobs, state, which, True, WHITES, workspace, events)
    copy_table(state, KEPT, NOW)


@kc.kernel
def prepare(knobs, state, workspace, ground):
    ground.door[0] = -1
    marks = ground.marks[RIGHT].reshape(-1)
    for cell in range(CELLS):
        if marks[cell] == ENTRANCE:
            ground.door[0] = cell


@kc.kernel
def to_act(ground, knobs, state, acts):
    for which in range(2):
        for seat in range(2):
            if waits(knobs, state.boards[NOW], which, seat):
                acts[seat] = 1
    return kc.ANY if knobs[0]["schedule"] == FREE else kc.ALL


@kc.kernel
def waits(knobs, boards, which, seat):
    """Whether a board waits for the seat. In lockstep White goes first, on the first that waits for it."""
    if boards[which]["turn"] != seat + 1:
        return False
    if knobs[0]["schedule"] == FREE or (seat == WHITE and which == LEFT):
        return True
    return boards[LEFT]["turn"] != WHITES and (seat == WHITE or boards[RIGHT]["turn"] != WHITES)


@kc.kernel
def judge(ground, knobs, state, seat, actions):
    answer = actions.head[seat]
    if min(answer["board"], answer["from"], answer["to"]) < 0 or answer["board"] > RIGHT:
        return OFF_TABLE
    if max(answer["from"], answer["to"]) >= CELLS:
        return OFF_TABLE
    if not waits(knobs, state.boards[NOW], answer["board"], seat):
        return NOT_ITS_TURN
    board = state.cells[NOW, answer["board"]].reshape(-1)
    if not belongs(board[answer["from"]], seat):
        return NO_PIECE
    return 0 if can_move(board, seat, answer["from"], answer["to"]) else NO_MOVE


def legal(ground, knobs, state, seat):
    """The moves on every board that waits for the seat."""
    moves = np.zeros(2 * CELLS * CELLS, np.int64)
    count = list_moves(knobs, state.boards[NOW], state.cells[NOW], seat, moves)
    ways = (np.unravel_index(int(move), (2, CELLS, CELLS)) for move in moves[:count])
    return kc.Choices(*({"board": kc.OneOf(b), "from": kc.OneOf(f), "to": kc.OneOf(t)} for b, f, t in ways))


@kc.kernel
def list_moves(knobs, boards, cells, seat, moves):
    """Write down every move of the seat as one number, and return how many there are."""
    count = 0
    for which in range(2):
        if waits(knobs, boards, which, seat):
            count = list_board(cells[which].reshape(-1), which, seat, moves, count)
    return count


@kc.kernel
def list_board(board, which, camp, moves, count):
    """Write down a camp's moves on one board, behind those that are there already."""
    for start in range(CELLS):
        if belongs(board[start], camp):
            for to in range(CELLS):
                if can_move(board, camp, start, to):
                    moves[count] = (which * CELLS + start) * CELLS + to
                    count += 1
    return count


@kc.kernel
def belongs(piece, camp):
    return piece != EMPTY and (piece > BLACK_FROM) == (camp == BLACK)


@kc.kernel
def kind_of(piece):
    return piece - BLACK_FROM if piece > BLACK_FROM else piece


@kc.kernel
def can_move(board, camp, start, to):
    """Whether a camp's piece may go to a cell, or take what stands there. A king may walk into danger."""
    if belongs(board[to], camp):
        return False
    kind = kind_of(board[start])
    dx = to % SIZE - start % SIZE
    dy = to // SIZE - start // SIZE
    if kind == KING:
        return max(abs(dx), abs(dy)) == 1
    if kind == PAWN:
        return dy == (-1 if camp == WHITE else 1) and abs(dx) == (0 if board[to] == EMPTY else 1)
    if (dx == 0) == (dy == 0):
        return False
    length = abs(dx) + abs(dy)
    for cell in range(1, length):
        if board[start + cell * ((to - start) // length)] != EMPTY:
            return False
    return True


@kc.kernel
def step(ground, knobs, state, actions, chance, workspace, events):
    """Whoever was refused has lost a ply of the clock, nothing more."""
    state.head[0]["plies"] += 1
    for seat in range(2):
        # Where both answer at once, the first ply may have made the second impossible.
        if actions.head[seat]["refusal"] == 0 and judge(ground, knobs, state, seat, actions) == 0:
            make_ply(ground, knobs, state, seat, actions.head[seat], workspace, events)


@kc.kernel
def make_ply(ground, knobs, state, seat, answer, workspace, events):
    """Move, travel, let in who waits, settle both boards; at last the cell's event."""
    which = answer["board"]
    to = answer["to"]
    board = state.cells[NOW, which].reshape(-1)
    mark = ground.marks[which].reshape(-1)[to]
    took = int(board[to])
    board[to] = board[answer["from"]]
    board[answer["from"]] = EMPTY
    kc.tell(events, 0, kc.EVERYBODY, seat, which, answer["from"], to, took)
    if kind_of(took) == KING:
        state.boards[NOW, which]["result"] = WHITE_WON + seat
    lasting = took != EMPTY or kind_of(board[to]) == PAWN
    left = mark == EXIT and leave(ground, state, board, to)
    entered = let_in(ground, state, events)
    if which == LEFT:
        settle_board(knobs, state, LEFT, lasting or left, BLACKS - seat, workspace, events)
    if which == RIGHT or left or entered:
        # An arrival is a move on the board it leads to; to join the queue is none.
        moved = which == RIGHT or (left and state.boards[NOW, RIGHT]["queued"] == 0)
        turn = BLACKS - seat if moved else state.boards[NOW, RIGHT]["turn"]
        settle_board(knobs, state, RIGHT, lasting or left or entered, turn, workspace, events)
    if mark == KEEP:
        copy_table(state, KEPT, NOW)
        kc.tell(events, 2, kc.EVERYBODY, seat)
    if mark == RESTORE:
        copy_table(state, NOW, KEPT)
        kc.tell(events, 3, kc.EVERYBODY, seat)


@kc.kernel
def leave(ground, state, board, cell):
    """Go from an exit into the queue; not to a board that is decided, nor into a full queue."""
    right = state.boards[NOW, RIGHT]
    if ground.door[0] < 0 or right["result"] != OPEN or right["queued"] == LONGEST_QUEUE:
        return False
    state.queue[NOW, right["queued"]] = board[cell]
    right["queued"] += 1
    board[cell] = EMPTY
    return True


@kc.kernel
def let_in(ground, state, events):
    """The head of the queue enters when the entrance is empty."""
    right = state.boards[NOW, RIGHT]
    queue = state.queue[NOW]
    board = state.cells[NOW, RIGHT].reshape(-1)
    door = ground.door[0]
    if right["queued"] == 0 or right["result"] != OPEN or door < 0 or board[door] != EMPTY:
        return False
    board[door] = queue[0]
    kc.tell(events, 1, kc.EVERYBODY, -1, -1, door, -1, int(queue[0]))
    for place in range(1, LONGEST_QUEUE):
        queue[place - 1] = queue[place]
    queue[LONGEST_QUEUE - 1] = EMPTY
    right["queued"] -= 1
    return True


@kc.kernel
def settle_board(knobs, state, which, lasting, turn, workspace, events):
    """After a ply: the board's turn, its history, which a lasting ply empties, and its result."""
    head = state.boards[NOW, which]
    past = state.past[NOW, which]
    board = state.cells[NOW, which].reshape(-1)
    for place in range(head["quiet"] + 1 if lasting else 0):
        past[place]["upper"] = 0
        past[place]["lower"] = 0
    head["quiet"] = 0 if lasting else head["quiet"] + 1
    head["turn"] = whose_turn(board, turn)
    write_position(board, head["turn"], past[head["quiet"]])
    why = BY_KING if head["result"] != OPEN else reason_to_draw(knobs, board, head, past, workspace)
    if why != -1:
        head["turn"] = NOBODYS
        head["result"] = head["result"] if why == BY_KING else DRAWN
        kc.tell(events, 4, kc.EVERYBODY, why, which, -1, -1, head["result"])


@kc.kernel
def whose_turn(board, turn):
    """Black alone has the turn for good; where White is alone the board sleeps."""
    whites = 0
    blacks = 0
    for cell in range(CELLS):
        whites += belongs(board[cell], WHITE)
        blacks += belongs(board[cell], BLACK)
    if blacks == 0:
        return NOBODYS
    return BLACKS if whites == 0 or turn == NOBODYS else turn


@kc.kernel
def write_position(board, turn, position):
    """Turn and pieces as the digits of two numbers; the queue isn't needed, as a change of it is lasting."""
    upper = int(turn)
    lower = 0
    for cell in range(CELLS // 2):
        upper = 7 * upper + int(board[cell])
    for cell in range(CELLS // 2, CELLS):
        lower = 7 * lower + int(board[cell])
    position["upper"] = upper
    position["lower"] = lower


@kc.kernel
def reason_to_draw(knobs, board, head, past, workspace):
    """Why nobody shall move on an open board any more, or -1."""
    seen = 0
    for place in range(head["quiet"] + 1):
        now = past[head["quiet"]]
        seen += past[place]["upper"] == now["upper"] and past[place]["lower"] == now["lower"]
    if seen == 3:
        return BY_REPETITION
    if head["quiet"] == knobs[0]["quiet"]:
        return BY_QUIET
    camp = head["turn"] - 1
    if head["turn"] != NOBODYS and list_board(board, 0, camp, workspace.moves, 0) == 0:
        return BY_STALEMATE
    return -1


@kc.kernel
def copy_table(state, to, source):
    """All but the clock."""
    kc.copy_flat(state.boards[to], state.boards[source])
    kc.copy_flat(state.cells[to], state.cells[source])
    kc.copy_flat(state.queue[to], state.queue[source])
    kc.copy_flat(state.past[to], state.past[source])


@kc.kernel
def outcome(knobs, state, out):
    """Two points for a board that is won, one each for one that is drawn."""
    boards = state.boards[NOW]
    for seat in range(2):
        out.points[seat] = 0
        for which in range(2):
            result = boards[which]["result"]
            out.points[seat] += 2 * (result == WHITE_WON + seat) + (result == DRAWN)
    settled = boards[LEFT]["turn"] == NOBODYS and boards[RIGHT]["turn"] == NOBODYS
    out.head[0]["reason"] = SETTLED if settled else TIME
    out.head[0]["winner"] = kc.NO_SIDE
    if out.points[WHITE] != out.points[BLACK]:
        out.head[0]["winner"] = WHITE if out.points[WHITE] > out.points[BLACK] else BLACK
    return 1 if settled or state.head[0]["plies"] >= knobs[0]["plies"] else 0


@kc.kernel
def look(ground, knobs, state, seat, acts, views):
    views.head[seat]["me"] = seat
    views.head[seat]["plies"] = state.head[0]["plies"]
    kc.copy_flat(views.boards[seat], state.boards)
    kc.copy_flat(views.cells[seat], state.cells)
    kc.copy_flat(views.queue[seat], state.queue)
    kc.copy_flat(views.past[seat], state.past)


def check(game: Any, position: Any) -> None:
    """What the rules rely on: histories and queues within their room, no unknown piece or mark."""
    for board in position.state.boards.reshape(-1):
        kc.expect("turn", board["turn"], NOBODYS, BLACKS)
        kc.expect("result", board["result"], OPEN, DRAWN)
        kc.expect("quiet", board["quiet"], 0, game.config.quiet - (board["turn"] != NOBODYS))
        kc.expect("queued", board["queued"], 0, LONGEST_QUEUE)
    letters = {"cells": position.state.cells, "queue": position.state.queue, "marks": position.ground.marks}
    for name, values in letters.items():
        for value in (values.min(), values.max()):
            kc.expect(name, value, 0, len(game.rules.names[name]) - 1)


@kc.kernel
def first(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """The first move there is."""
    for row in range(acts.shape[0]):
        if acts[row] != 0 and moves_in_view(knobs, views, row, workspace) > 0:
            answer(workspace.moves[0], actions.head[row])


@kc.kernel
def wander(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Any move, all equally likely."""
    for row in range(acts.shape[0]):
        count = moves_in_view(knobs, views, row, workspace)
        if acts[row] != 0 and count > 0:
            answer(workspace.moves[kc.below(keys[row], 0, count)], actions.head[row])


@kc.kernel
def greedy(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Take what is worth most, else walk a pawn on; equals are drawn for."""
    for row in range(acts.shape[0]):
        best = -1
        equals = 0
        count = moves_in_view(knobs, views, row, workspace) if acts[row] != 0 else 0
        for candidate in range(count):
            move = workspace.moves[candidate]
            board = views.cells[row, NOW, move // (CELLS * CELLS)].reshape(-1)
            take = WORTH[kind_of(board[move % CELLS])]
            advance = 1 if kind_of(board[move // CELLS % CELLS]) == PAWN else 0
            kc.weigh(why, row, candidate, TAKE, take)
            kc.weigh(why, row, candidate, ADVANCE, advance)
            if take + advance > best:
                best = take + advance
                equals = 0
            if take + advance == best:
                equals += 1
                if kc.below(keys[row], candidate, equals) == 0:
                    answer(move, actions.head[row])


@kc.kernel
def moves_in_view(knobs, views, row, workspace):
    seat = views.head[row]["me"]
    return list_moves(knobs, views.boards[row, NOW], views.cells[row, NOW], seat, workspace.moves)


@kc.kernel
def answer(move, row):
    """Write a number of `list_moves` as an answer."""
    row["board"] = move // (CELLS * CELLS)
    row["from"] = move // CELLS % CELLS
    row["to"] = move % CELLS


class BoardsText(kc.Notation):
    """Moves as `left:a1a2`, and the boards side by side."""

    places = tuple(f"{file}{rank}" for rank in range(SIZE, 0, -1) for file in "abcde")

    def draw_action(self, actions: Any, row: int) -> str:
        refusal, which, start, to = actions.head[row].tolist()
        if refusal or which not in (LEFT, RIGHT) or start not in range(CELLS) or to not in range(CELLS):
            return super().draw_action(actions, row)
        return f"{self.game.symbol('board', which)}:{self.places[start]}{self.places[to]}"

    def read_action(self, seat: int, text: str) -> Any:
        said = re.fullmatch(r"(left|right):(..)(..)", text.strip())
        if said is None:
            return super().read_action(seat, text)
        which, start, to = self.game.number("board", said[1]), said[2], said[3]
        return self.game.action_from_fields(
            {"board": which, "from": self.places.index(start), "to": self.places.index(to)}
        )

    def draw_view(self, view: Any) -> str:
        both = zip(*view["cells"][NOW], strict=True)
        rows = [f"{SIZE - y} {' '.join(left)}  {' '.join(right)}" for y, (left, right) in enumerate(both)]
        turns = [f"{name} {board['turn']}" for name, board in zip(SIDES, view["boards"][NOW], strict=True)]
        queue = "".join(view["queue"][NOW]).rstrip(".") or "nobody"
        return "\n".join([*rows, "  a b c d e  a b c d e", f"turn: {', '.join(turns)}; waits: {queue}", ""])


RULES = kc.Rules(
    name="skeleton-boards", version=1, title="Two boards with a door between; taking a king wins a board.",
    config=Boards, sides=lambda config: {"white": ["white"], "black": ["black"]}, layout=layout, deal=deal,
    prepare=prepare, to_act=to_act, judge=judge, legal=legal, step=step, outcome=outcome, look=look,
    players=(
        kc.Player("greedy", greedy, (), ("take", "advance")),
        kc.Player("wander", wander),
        kc.Player("first", first),
    ),
    events=(Move, Arrival, Kept, Restored, Decided), reasons=("settled", "time"), notation=BoardsText,
    check=check, refusals=("off-table", "not-its-turn", "no-piece", "no-move"),
    names={
        "board": SIDES, "turn": ("nobody", "white", "black"),
        "result": ("open", "white", "black", "drawn"), "why": ("king", "repetition", "quiet", "stalemate"),
        "cells": PIECES, "queue": PIECES, "piece": PIECES, "took": PIECES, "marks": MARKS,
    },
)  # fmt: skip
