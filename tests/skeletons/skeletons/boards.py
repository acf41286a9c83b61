"""Boards, in the shape of Siamese: two boards, a way between them, repetition, a checkpoint to go back to."""

from collections import namedtuple
from typing import ClassVar

import numpy as np

import kittycorner.author as kc

NOW, KEPT = range(2)  # the two tables: the one that is played, and the checkpoint
WHITE_WON, BLACK_WON, DRAWN = range(2, 5)  # what a board has come to; 0 or 1 is the seat on turn
EXIT, KEEP, RESTORE = range(1, 4)  # the marks
OFF_TABLE, NOT_ITS_TURN, NO_MOVE = range(1, 4)
MOVED, TRAVELLED, TURNED, DECIDED = range(4)  # the events
SIZE, CELLS, MARKS = 5, 25, ".>+!"
PIECES, CAMP, KING, WORTH = ".KRkr", (-1, 0, 0, 1, 1), (0, 1, 0, 1, 0), (0, 1000, 50, 1000, 50)
START = np.array([*map(PIECES.index, 2 * "..k.r...............R.K..")], np.int8)
FLOOR = np.array([*map(MARKS.index, "........>...>.!.>..................+.>............")], np.int8)
BOARD = kc.record("status", "quiet")  # quiet: plies since something was taken or travelled
Ground = namedtuple("Ground", "marks")  # [board, y, x]
Tables = namedtuple("Tables", "head boards cells past")  # [table, board]; past: the positions since then


class Boards(kc.Config):
    width: ClassVar[int] = SIZE
    quiet: int = kc.knob(20, 1, 100, unit="plies", why="so many without a capture or a travel are a draw")
    plies: int = kc.knob(200, 1, 10_000, unit="plies", why="the clock, which no restore turns back")


class Move(kc.Event):
    code, known_to = MOVED, "everybody"
    seat: kc.Seat
    board: kc.Other
    at: kc.At
    to: kc.To
    took: kc.Value


class Travel(kc.Event):
    code, known_to = TRAVELLED, "everybody"
    board: kc.Other
    at: kc.At
    piece: kc.Value


class Turned(kc.Event):  # the checkpoint was set, or both boards were put back to it
    code, known_to = TURNED, "everybody"
    seat: kc.Seat
    back: kc.Value


class Decided(kc.Event):
    code, known_to = DECIDED, "everybody"
    board: kc.Other
    status: kc.Value


def layout(config):
    cells, past = kc.array(np.int8, 2, 2, SIZE, SIZE), kc.array(np.int64, 2, 2, config.quiet + 1)
    tables = kc.array(BOARD, 2, 2), cells, past
    return kc.Layout(
        state=Tables(kc.array(kc.record("plies"), 1), *tables), facts=("marks",), events=10,
        view=Tables(kc.array(kc.record("me", "plies")), *tables),
        ground=Ground(kc.array(np.int8, 2, SIZE, SIZE)), workspace=kc.Head(kc.array(np.int64, 2 * CELLS**2)),
        action=kc.Head(kc.array(kc.record("refusal", "board", "from", "to"))),
    )  # fmt: skip


@kc.kernel
def deal(knobs, chance, workspace, ground, state, events):
    kc.copy_flat(ground.marks, FLOOR)
    kc.copy_flat(state.cells[NOW], START)
    for which in range(2):
        write_down(knobs, state, which, True, events)
    copy_table(state, KEPT, NOW)


@kc.kernel
def to_act(ground, knobs, state, acts):
    for which in range(2):
        if state.boards[NOW, which]["status"] < WHITE_WON:
            acts[state.boards[NOW, which]["status"]] = 1
    return kc.ANY


@kc.kernel
def judge(ground, knobs, state, seat, actions):
    which, start, to = actions.head[seat]["board"], actions.head[seat]["from"], actions.head[seat]["to"]
    if min(which, start, to) < 0 or which > 1 or max(start, to) >= CELLS:
        return OFF_TABLE
    if state.boards[NOW, which]["status"] != seat:
        return NOT_ITS_TURN
    return 0 if can_move(state.cells[NOW, which].reshape(-1), seat, start, to) else NO_MOVE


def legal(ground, knobs, state, seat):
    """The moves on every board that waits for the seat."""
    moves = np.zeros(2 * CELLS * CELLS, np.int64)
    count = list_moves(state.boards[NOW], state.cells[NOW], seat, moves)
    ways = (np.unravel_index(int(move), (2, CELLS, CELLS)) for move in moves[:count])
    return kc.Choices(*({"board": kc.OneOf(b), "from": kc.OneOf(f), "to": kc.OneOf(t)} for b, f, t in ways))


@kc.kernel
def list_moves(boards, cells, seat, moves):
    """Write down every move of the seat as one number, and return how many there are."""
    count = 0
    for move in range(2 * CELLS * CELLS):
        which, start, to = move // CELLS**2, move // CELLS % CELLS, move % CELLS
        if boards[which]["status"] == seat and can_move(cells[which].reshape(-1), seat, start, to):
            moves[count] = move
            count += 1
    return count


@kc.kernel
def can_move(board, seat, start, to):
    """A king goes one step, a rook straight on up to what is in its way; either takes what stands there."""
    dx, dy = to % SIZE - start % SIZE, to // SIZE - start // SIZE
    if CAMP[board[start]] != seat or CAMP[board[to]] == seat:
        return False
    if KING[board[start]]:
        return max(abs(dx), abs(dy)) == 1
    length = abs(dx) + abs(dy)
    for cell in range(1, length):
        if dx * dy != 0 or board[start + cell * ((to - start) // length)] != 0:
            return False
    return True


@kc.kernel
def step(ground, knobs, state, actions, chance, workspace, events):
    """Whoever was refused loses a ply of the clock, as does who is second and can't move any more."""
    state.head[0]["plies"] += 1
    for seat in range(2):
        if actions.head[seat]["refusal"] == 0 and judge(ground, knobs, state, seat, actions) == 0:
            make_ply(ground, knobs, state, seat, actions.head[seat], events)


@kc.kernel
def make_ply(ground, knobs, state, seat, answer, events):
    """Move and take; a rook on an exit goes on to the other board's same cell; at last the cell's mark."""
    which, start, to, other = answer["board"], answer["from"], answer["to"], 1 - answer["board"]
    cells, boards = state.cells[NOW].reshape(2, CELLS), state.boards[NOW]
    piece, took, mark = cells[which, start], cells[which, to], ground.marks[which].reshape(-1)[to]
    cells[which, start], cells[which, to] = 0, piece
    kc.tell(events, MOVED, kc.EVERYBODY, seat, which, start, to, int(took))
    boards[which]["status"] = WHITE_WON + seat if KING[took] else 1 - seat
    travels = mark == EXIT and not KING[piece] and boards[other]["status"] < WHITE_WON
    travels = travels and cells[other, to] == 0
    if travels:
        cells[which, to], cells[other, to] = 0, piece
        kc.tell(events, TRAVELLED, kc.EVERYBODY, -1, other, to, -1, int(piece))
        write_down(knobs, state, other, True, events)
    write_down(knobs, state, which, travels or took != 0, events)
    if mark in (KEEP, RESTORE):
        table = NOW if mark == RESTORE else KEPT
        copy_table(state, table, 1 - table)
        kc.tell(events, TURNED, kc.EVERYBODY, seat, -1, -1, -1, int(mark == RESTORE))


@kc.kernel
def write_down(knobs, state, which, lasting, events):
    """Add to a board's history, or begin it anew; it is drawn in a position's third time, or in the end."""
    board, past = state.boards[NOW, which], state.past[NOW, which]
    position = board["status"]
    for piece in state.cells[NOW, which].reshape(-1):
        position = 5 * position + int(piece)
    if lasting:
        past[:] = 0
    board["quiet"] = 0 if lasting else board["quiet"] + 1
    past[board["quiet"]] = position
    times = 0
    for place in range(board["quiet"] + 1):
        times += int(past[place] == position)
    if board["status"] < WHITE_WON and (times == 3 or board["quiet"] == knobs[0]["quiet"]):
        board["status"] = DRAWN
    if board["status"] >= WHITE_WON:
        kc.tell(events, DECIDED, kc.EVERYBODY, -1, which, -1, -1, board["status"])


@kc.kernel
def copy_table(state, to, source):
    """All but the clock."""
    kc.copy_flat(state.boards[to], state.boards[source])
    kc.copy_flat(state.cells[to], state.cells[source])
    kc.copy_flat(state.past[to], state.past[source])


@kc.kernel
def outcome(knobs, state, out):
    """Two points for a board that is won, one each for one that is drawn."""
    left, right = state.boards[NOW, 0]["status"], state.boards[NOW, 1]["status"]
    for seat in range(2):
        won = int(left == WHITE_WON + seat) + int(right == WHITE_WON + seat)
        out.points[seat] = 2 * won + int(left == DRAWN) + int(right == DRAWN)
    lead, settled = out.points[0] - out.points[1], min(left, right) >= WHITE_WON
    out.head[0]["winner"] = kc.NO_SIDE if lead == 0 else int(lead < 0)
    out.head[0]["reason"] = 0 if settled else 1
    return 1 if settled or state.head[0]["plies"] >= knobs[0]["plies"] else 0


@kc.kernel
def look(ground, knobs, state, seat, acts, views):
    views.head[seat]["me"] = seat
    views.head[seat]["plies"] = state.head[0]["plies"]
    kc.copy_flat(views.boards[seat], state.boards)
    kc.copy_flat(views.cells[seat], state.cells)
    kc.copy_flat(views.past[seat], state.past)


def check(game, position):
    """What the rules rely on: room in the histories; where a board is open, kings, not shut in by rooks."""
    kc.expect("marks", np.isin(position.ground.marks, range(4), invert=True).sum(), 0, 0)
    kc.expect("cells", np.isin(position.state.cells, range(5), invert=True).sum(), 0, 0)
    for place, pieces in enumerate(position.state.cells.reshape(4, CELLS).tolist()):
        board = position.state.boards.reshape(-1)[place]
        is_open = int(board["status"] < WHITE_WON)
        kc.expect("status", board["status"], 0, DRAWN)
        kc.expect("quiet", board["quiet"], 0, game.config.quiet - is_open)
        for king in (1, 3):
            kc.expect("kings", pieces.count(king), is_open, 1)
            kc.expect("rooks", pieces.count(king + 1), 0, 2)


@kc.kernel
def choose(views, acts, keys, moves, actions, why, greed):
    """Make one of the moves whose capture is worth most; equals are drawn for."""
    for row in range(acts.shape[0]):
        best, equals, answer = -1, 0, actions.head[row]
        count = list_moves(views.boards[row, NOW], views.cells[row, NOW], views.head[row]["me"], moves)
        for candidate in range(count if acts[row] != 0 else 0):
            which, way = divmod(moves[candidate], CELLS**2)
            worth = greed * WORTH[views.cells[row, NOW, which].reshape(-1)[way % CELLS]]
            kc.weigh(why, row, candidate, 0, worth)
            equals = equals + 1 if worth == best else 1 if worth > best else equals
            if worth > best or (worth == best and kc.below(keys[row], candidate, equals) == 0):
                answer["board"], answer["from"], answer["to"] = which, way // CELLS, way % CELLS
                best = worth


@kc.kernel
def greedy(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    choose(views, acts, keys, workspace.head, actions, why, 1)


@kc.kernel
def wander(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    choose(views, acts, keys, workspace.head, actions, why, 0)


RULES = kc.Rules(
    name="skeleton-boards", version=1, title="Take the king on both boards.", reasons=("settled", "time"),
    config=Boards, sides=lambda config: {"white": ["white"], "black": ["black"]}, layout=layout, deal=deal,
    to_act=to_act, judge=judge, legal=legal, step=step, outcome=outcome, look=look, check=check,
    players=(kc.Player("greedy", greedy, (), ("take",)), kc.Player("wander", wander, (), ("take",))),
    events=(Move, Travel, Turned, Decided), refusals=("off-table", "not-its-turn", "no-move"),
    names={"board": ("left", "right"), "status": ("white", "black", "white-won", "black-won", "drawn"),
           "back": ("kept", "restored"), **dict.fromkeys(("cells", "piece", "took"), PIECES), "marks": MARKS},
)  # fmt: skip
