"""Delve, in the shape of Rollman: two seats at once, levels hidden until they begin, a board that changes."""

from collections import namedtuple

import numpy as np

import kittycorner.author as kc
from kittycorner.grid.fields import FAR, add_source, spread, start_field
from kittycorner.grid.steps import COMPASS, DX, DY, STAY, can_step, chebyshev

DIGGER, GHOSTS = range(2)  # the seats; among the actors the digger is followed by the three ghosts
ACTORS = 4
WALL, EMPTY, COIN, EXIT = range(4)  # what lies on a board
BY_EXIT, BY_TIME = LEVEL_BEGINS, CAPTURED = range(2)  # the reasons, and the events
CAPTURES, CAPTURE_PAYS = 0, 12  # the tally, and the points
STEPS = ("stay", *COMPASS[:STAY])  # 0 is to stay, so that whoever isn't told a step stays
RIGHT, DOWN = (0, *DX[:STAY]), (0, *DY[:STAY])

HEAD = kc.record("level", "round", "exits", "ended", points=(np.int64, 2))
SIGHT = kc.record("level", "round", "size", points=(np.int64, 2))
Ground = namedtuple("Ground", "walls exits")  # [y, x] 1 where a wall of this level stands; steps to its exit
State = namedtuple("State", "head actors boards")  # boards: [level, y, x], a smaller level in the top left
View = namedtuple("View", "head actors board")  # board: this level's
Workspace = namedtuple("Workspace", "field queue")


class Delve(kc.Config):
    size: int = kc.knob(11, 9, 31, unit="cells", why="the edge of the first level; each later one is 2 less")
    levels: int = kc.knob(2, 2, 3, unit="levels", why="how deep it goes")
    rounds: int = kc.knob(40, 1, 1000, unit="rounds", why="the clock of a level")
    bonus: int = kc.knob(5, 0, 100, unit="points", why="what an exit taken is worth in the end", secret=True)


class LevelBegins(kc.Event):
    code, known_to = LEVEL_BEGINS, "everybody"
    level: kc.Other
    size: kc.Value


class Capture(kc.Event):
    code, known_to = CAPTURED, "everybody"
    ghost: kc.Other
    at: kc.At


def layout(config):
    board, actors = (config.size, config.size), kc.array(kc.record("x", "y"), ACTORS)
    return kc.Layout(
        ground=Ground(kc.array(np.int8, *board), kc.array(np.int32, *board)),
        state=State(kc.array(HEAD, 1), actors, kc.array(np.int8, config.levels, *board)),
        view=View(kc.array(SIGHT), actors, kc.array(np.int8, *board)),
        action=kc.Head(kc.array(kc.record("refusal", "step", "second", "third"))), events=4,
        workspace=Workspace(kc.array(np.int32, *board), kc.array(np.int64, config.size**2)),
    )  # fmt: skip


@kc.kernel
def deal(knobs, chance, workspace, ground, state, events):
    """All levels are dealt now: nothing that is done in one changes the next."""
    for level in range(knobs[0]["levels"]):
        dig(knobs, state, level, chance)
    begin_level(knobs, state, 0, events)


@kc.kernel
def dig(knobs, state, level, chance):
    """Draw one level. Its pillars stand apart, so that every free cell can be reached."""
    board, size = state.boards[level], knobs[0]["size"] - 2 * level
    for y in range(1, size - 1):
        for x in range(1, size - 1):
            what = WALL if x % 2 + y % 2 == 0 else COIN
            drawn = kc.below(chance, level * board.size + y * size + x, 100)
            board[y, x] = what if drawn < 40 else EMPTY
    board[size // 2, size // 2] = EXIT


@kc.kernel
def begin_level(knobs, state, level, events):
    """The digger begins in the first corner, a ghost in each of the others."""
    size = knobs[0]["size"] - 2 * level
    state.head[0]["level"], state.head[0]["round"] = level, 0
    for corner in range(ACTORS):
        state.actors[corner]["x"] = 1 + corner % 2 * (size - 3)
        state.actors[corner]["y"] = 1 + corner // 2 * (size - 3)
    kc.tell(events, LEVEL_BEGINS, kc.EVERYBODY, whom=level, value=size)


@kc.kernel
def prepare(knobs, state, workspace, ground):
    board = state.boards[state.head[0]["level"]]
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            ground.walls[y, x] = int(board[y, x] == WALL)
    measure(board, EXIT, ground.walls, ground.exits, workspace.queue)


@kc.kernel
def measure(board, what, walls, field, queue):
    """Fill a field with the steps to whatever of this kind is nearest."""
    start_field(field)
    sources = 0
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            if board[y, x] == what:
                sources = add_source(field, queue, sources, x, y)
    spread(walls, field, queue, sources)


@kc.kernel
def to_act(ground, knobs, state, acts):
    acts[:] = 1
    return kc.ALL


@kc.kernel
def judge(ground, knobs, state, seat, actions):
    """Any step may be tried; the digger makes one, the ghosts three."""
    answer, most = actions.head[seat], STAY if seat == GHOSTS else 0
    fits = 0 <= answer["step"] <= STAY and 0 <= answer["second"] <= most and 0 <= answer["third"] <= most
    return 0 if fits else 1


def legal(ground, knobs, state, seat):
    names = ("step",) if seat == DIGGER else ("step", "second", "third")
    return kc.Choices(dict.fromkeys(names, kc.Between(0, STAY)))


@kc.kernel
def step(ground, knobs, state, actions, chance, workspace, events):
    """The digger walks and takes what it finds, then each ghost walks, and then the time is measured."""
    head, digger, ghosts = state.head[0], state.actors[0], actions.head[GHOSTS]
    board = state.boards[head["level"]]
    walk(ground, digger, actions.head[DIGGER], actions.head[DIGGER]["step"])
    if board[digger["y"], digger["x"]] == COIN:
        board[digger["y"], digger["x"]] = EMPTY
        head["points"][DIGGER] += 1
    haunt(ground, state, 1, ghosts, ghosts["step"], events)
    haunt(ground, state, 2, ghosts, ghosts["second"], events)
    haunt(ground, state, 3, ghosts, ghosts["third"], events)
    left = board[digger["y"], digger["x"]] == EXIT
    head["exits"] += int(left)
    head["round"] += 1
    if left or head["round"] >= knobs[0]["rounds"]:
        if head["level"] + 1 < knobs[0]["levels"]:
            begin_level(knobs, state, head["level"] + 1, events)
            kc.change_ground(events)
        else:
            head["ended"] = 1 + (BY_EXIT if left else BY_TIME)


@kc.kernel
def walk(ground, actor, answer, tried):
    """Whoever would walk into a wall, or was refused, stays."""
    if answer["refusal"] == 0 and can_step(ground.walls, actor["x"], actor["y"], RIGHT[tried], DOWN[tried]):
        actor["x"] += RIGHT[tried]
        actor["y"] += DOWN[tried]


@kc.kernel
def haunt(ground, state, number, answer, tried, events):
    """A ghost walks. If it met the digger before or does now, it is paid, and the digger is put back."""
    ghost, digger = state.actors[number], state.actors[0]
    met = chebyshev(ghost["x"], ghost["y"], digger["x"], digger["y"]) == 0
    walk(ground, ghost, answer, tried)
    if met or chebyshev(ghost["x"], ghost["y"], digger["x"], digger["y"]) == 0:
        cell = digger["y"] * ground.walls.shape[1] + digger["x"]
        kc.tell(events, CAPTURED, kc.EVERYBODY, whom=number, cell=cell)
        kc.tally(events, CAPTURES, 1)
        state.head[0]["points"][GHOSTS] += CAPTURE_PAYS
        digger["x"], digger["y"] = 1, 1


@kc.kernel
def outcome(knobs, state, out):
    """The bonus is paid when all is over: until then nobody could tell it from the points."""
    head = state.head[0]
    kc.copy_flat(out.points, head["points"])
    if head["ended"] == 0:
        return 0
    out.points[DIGGER] += head["exits"] * knobs[0]["bonus"]
    out.head[0]["reason"] = head["ended"] - 1
    out.head[0]["winner"] = -1 if out.points[0] == out.points[1] else int(out.points[1] > out.points[0])
    return 1


@kc.kernel
def look(ground, knobs, state, seat, acts, views):
    """Both seats and the spectator see all of this level, and nothing of the later ones."""
    head, view = state.head[0], views.head[seat]
    view["level"], view["round"], view["points"] = head["level"], head["round"], head["points"]
    view["size"] = knobs[0]["size"] - 2 * head["level"]
    kc.copy_flat(views.actors[seat], state.actors)
    kc.copy_flat(views.board[seat], state.boards[head["level"]])


def guess(game, position, seat, draw):
    """Deal the later levels anew."""
    for level in range(position.state.head[0]["level"] + 1, game.config.levels):
        dig(game.knobs, position.state, level, draw(2**31))


def check(game, position):
    level = position.state.head[0]["level"]
    kc.expect("level", level, 0, game.config.levels - 1)
    kc.expect("ended", position.state.head[0]["ended"], 0, 2)
    for actor in position.state.actors:
        kc.expect("x", actor["x"], 1, game.config.size - 2 * level - 2)
        kc.expect("y", actor["y"], 1, game.config.size - 2 * level - 2)


@kc.kernel
def greedy(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """The digger goes for the nearest coin, when half the time is gone for the exit, and shuns the ghosts."""
    measure(views.board[0], COIN, ground.walls, workspace.field, workspace.queue)
    if 2 * views.head[0]["round"] >= knobs[0]["rounds"]:
        kc.copy_flat(workspace.field, ground.exits)
    actions.head[0]["step"] = downhill(ground.walls, workspace.field, views.actors[0], 0, 100)


@kc.kernel
def hunt(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Two ghosts run at the digger, the third anywhere."""
    actors, field, queue = views.actors[0], workspace.field, workspace.queue
    start_field(field)
    spread(ground.walls, field, queue, add_source(field, queue, 0, actors[0]["x"], actors[0]["y"]))
    actions.head[0]["step"] = downhill(ground.walls, field, actors, 1, 0)
    actions.head[0]["second"] = downhill(ground.walls, field, actors, 2, 0)
    actions.head[0]["third"] = kc.below(keys[0], 0, 9)


@kc.kernel
def downhill(walls, field, actors, number, fear):
    """The step that leads lowest in a field; next to a ghost a cell counts `fear` higher."""
    me, best, chosen = actors[number], 2 * FAR, 0
    for tried in range(9):
        x, y = me["x"] + RIGHT[tried], me["y"] + DOWN[tried]
        if can_step(walls, me["x"], me["y"], RIGHT[tried], DOWN[tried]):
            height = int(field[y, x])
            for ghost in actors[1:]:
                height += fear * int(chebyshev(x, y, ghost["x"], ghost["y"]) <= 1)
            if height < best:
                best, chosen = height, tried
    return chosen


RULES = kc.Rules(
    name="skeleton-delve", version=1, title="One digs for coins, three ghosts are after it, level by level.",
    config=Delve, sides=lambda config: {"digger": ["digger"], "ghosts": ["ghosts"]}, layout=layout, deal=deal,
    prepare=prepare, to_act=to_act, judge=judge, legal=legal, step=step, outcome=outcome, look=look,
    guess=guess, check=check, events=(LevelBegins, Capture), refusals=("no-step",), reasons=("exit", "time"),
    players=(kc.Player("greedy", greedy, ("digger",)), kc.Player("hunt", hunt, ("ghosts",))),
    tallies=("captures",),
    names={**dict.fromkeys(("step", "second", "third"), STEPS),
           **dict.fromkeys(("boards", "board"), ("#", ".", "o", "E"))},
)  # fmt: skip
