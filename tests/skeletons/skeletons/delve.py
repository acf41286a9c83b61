"""Delve, in the shape of Rollman: two seats at once, levels hidden until they begin, a board that changes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

import kittycorner.author as kc
from kittycorner.grid.fields import FAR, add_source, spread, start_field
from kittycorner.grid.steps import COMPASS, DX, DY, STAY, can_step, chebyshev

DIGGER, GHOSTS = range(2)  # the seats; among the actors the digger is followed by the three ghosts
LEVELS, ACTORS = 3, 4
WALL, EMPTY, COIN, EXIT = range(4)
BY_EXIT, BY_COINS, BY_TIME = range(3)
NO_STEP, NOT_YOURS = 1, 2
CAPTURE_COSTS, CAPTURE_PAYS, LEAVING_PAYS, HOLDING_PAYS = 3, 4, 5, 2
CAPTURES = 0  # the tally
LEVEL_BEGINS, COIN_TAKEN, CAPTURED, LEVEL_ENDS = range(4)  # the events
NEAR, DANGER = range(2)  # the terms that the digger weighs

ACTOR = np.dtype([("x", np.int64), ("y", np.int64)])
PROGRESS = [("level", np.int64), ("round", np.int64), ("points", np.int64, 2)]
HEAD = np.dtype([*PROGRESS, ("sizes", np.int64, LEVELS), ("exits", np.int64), ("ended", np.int64)])
SIGHT = np.dtype([*PROGRESS, ("size", np.int64), ("me", np.int64)])
ANSWER = np.dtype([(name, np.int64) for name in ("refusal", "step", "ghost_0", "ghost_1", "ghost_2")])
STEPS = ("stay", *COMPASS[:STAY])


class Ground(NamedTuple):
    walls: np.ndarray  # [y, x] 1 where a wall of this level stands, or beyond its edge
    exits: np.ndarray  # [y, x] steps to the exit


class State(NamedTuple):
    head: np.ndarray
    actors: np.ndarray
    boards: np.ndarray  # [level, y, x] what lies there; a smaller level fills the top left


class View(NamedTuple):
    head: np.ndarray
    actors: np.ndarray
    board: np.ndarray  # [y, x] this level's


class Workspace(NamedTuple):
    field: np.ndarray
    queue: np.ndarray


class Delve(kc.Config):
    size: int = kc.knob(11, 9, 31, unit="cells", why="the edge of the first level; each later one is 2 less")
    levels: int = kc.knob(2, 2, LEVELS, unit="levels", why="how deep it goes")
    walls: int = kc.knob(50, 0, 100, unit="percent", why="how many of the places for a pillar have one")
    coins: int = kc.knob(30, 0, 100, unit="percent", why="how many free cells hold a coin")
    rounds: int = kc.knob(40, 1, 1000, unit="rounds", why="the clock of a level")
    bonus: int = kc.knob(5, 0, 100, unit="points", why="what an exit taken is worth in the end", secret=True)


class LevelBegins(kc.Event):  # a level was opened
    code, known_to = LEVEL_BEGINS, "everybody"
    level: kc.Other
    size: kc.Value


class Coin(kc.Event):  # the digger took a coin
    code, known_to = COIN_TAKEN, "everybody"
    at: kc.At


class Capture(kc.Event):  # a ghost caught the digger, who was put back
    code, known_to = CAPTURED, "everybody"
    ghost: kc.Other
    at: kc.At


class LevelEnds(kc.Event):  # a level was left, emptied or timed out
    code, known_to = LEVEL_ENDS, "everybody"
    level: kc.Other
    why: kc.Value


def layout(config: Any) -> kc.Layout:
    """The arrays of delve, with room for the largest level."""
    board = kc.array(np.int8, config.size, config.size)
    distances = kc.array(np.int32, config.size, config.size)
    actors = kc.array(ACTOR, ACTORS)
    return kc.Layout(
        ground=Ground(board, distances),
        state=State(kc.array(HEAD, 1), actors, kc.array(np.int8, config.levels, config.size, config.size)),
        view=View(kc.array(SIGHT), actors, board),
        action=kc.Head(kc.array(ANSWER)),
        workspace=Workspace(distances, kc.array(np.int64, config.size**2)),
        events=4,
    )


@kc.kernel
def deal(knobs, chance, workspace, ground, state, events):
    """All levels are dealt now: nothing that is done in one changes the next."""
    for level in range(knobs[0]["levels"]):
        size = knobs[0]["size"] - 2 * level
        state.head[0]["sizes"][level] = size
        dig(knobs, state.boards[level], size, chance, level * knobs[0]["size"] ** 2)
    begin_level(state, 0, events)


@kc.kernel
def dig(knobs, board, size, chance, draw):
    """Draw one level. Its pillars stand apart, so that every free cell can be reached."""
    for y in range(1, size - 1):
        for x in range(1, size - 1):
            drawn = kc.below(chance, draw + y * size + x, 100)
            if x % 2 == 0 and y % 2 == 0:
                board[y, x] = WALL if drawn < knobs[0]["walls"] else EMPTY
            else:
                board[y, x] = COIN if drawn < knobs[0]["coins"] else EMPTY
    board[size - 2, size - 2] = EMPTY
    board[size // 2, size // 2] = EXIT


@kc.kernel
def begin_level(state, level, events):
    """The digger begins in the first corner, a ghost in each of the others."""
    head = state.head[0]
    head["level"] = level
    head["round"] = 0
    for actor in range(ACTORS):
        to_corner(state.actors[actor], head["sizes"][level], actor)
    kc.tell(events, LEVEL_BEGINS, kc.EVERYBODY, -1, level, -1, -1, head["sizes"][level])


@kc.kernel
def to_corner(actor, size, corner):
    actor["x"] = 1 + corner % 2 * (size - 3)
    actor["y"] = 1 + corner // 2 * (size - 3)


@kc.kernel
def prepare(knobs, state, workspace, ground):
    board = state.boards[state.head[0]["level"]]
    start_field(ground.exits)
    sources = 0
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            ground.walls[y, x] = 1 if board[y, x] == WALL else 0
            if board[y, x] == EXIT:
                sources = add_source(ground.exits, workspace.queue, sources, x, y)
    spread(ground.walls, ground.exits, workspace.queue, sources)


@kc.kernel
def to_act(ground, knobs, state, acts):
    acts[:] = 1
    return kc.ALL


@kc.kernel
def judge(ground, knobs, state, seat, actions):
    """Any step may be tried; the digger makes one, the ghosts three."""
    answer = actions.head[seat]
    for actor in range(ACTORS):
        tried = step_of(answer, actor)
        if tried < 0 or tried > STAY:
            return NO_STEP
        if tried != 0 and (actor == 0) != (seat == DIGGER):
            return NOT_YOURS
    return 0


def legal(ground, knobs, state, seat):
    """A step into a wall is one that stays."""
    steps = kc.Between(0, STAY)
    return kc.Choices({"step": steps} if seat == DIGGER else {f"ghost_{ghost}": steps for ghost in range(3)})


@kc.kernel
def step_of(answer, actor):
    """What an answer says for one of the actors."""
    if actor == 0:
        return answer["step"]
    if actor == 1:
        return answer["ghost_0"]
    if actor == 2:
        return answer["ghost_1"]
    return answer["ghost_2"]


@kc.kernel
def step(ground, knobs, state, actions, chance, workspace, events):
    head = state.head[0]
    head["round"] += 1
    digger = state.actors[0]
    came_x = digger["x"]
    came_y = digger["y"]
    walk(ground, digger, actions.head[DIGGER], 0)
    take_coin(knobs, state, events)
    captor = 0
    for number in range(1, ACTORS):
        ghost = state.actors[number]
        met = ghost["x"] == digger["x"] and ghost["y"] == digger["y"]
        walk(ground, ghost, actions.head[GHOSTS], number)
        crossed = met and ghost["x"] == came_x and ghost["y"] == came_y
        if captor == 0 and (crossed or (ghost["x"] == digger["x"] and ghost["y"] == digger["y"])):
            captor = number
    if captor != 0:
        capture(knobs, state, captor, events)
    if state.boards[head["level"], digger["y"], digger["x"]] == EXIT:
        head["exits"] += 1
        head["points"][DIGGER] += LEAVING_PAYS
        end_level(state, BY_EXIT, events)
    elif not has_coins(state.boards[head["level"]]):
        end_level(state, BY_COINS, events)
    elif head["round"] >= knobs[0]["rounds"]:
        head["points"][GHOSTS] += HOLDING_PAYS
        end_level(state, BY_TIME, events)


@kc.kernel
def walk(ground, actor, answer, number):
    """One step; whoever would walk into a wall, or was refused, stays."""
    direction = (step_of(answer, number) + STAY) % 9
    if answer["refusal"] == 0 and can_step(
        ground.walls, actor["x"], actor["y"], DX[direction], DY[direction]
    ):
        actor["x"] += DX[direction]
        actor["y"] += DY[direction]


@kc.kernel
def take_coin(knobs, state, events):
    head = state.head[0]
    digger = state.actors[0]
    if state.boards[head["level"], digger["y"], digger["x"]] == COIN:
        state.boards[head["level"], digger["y"], digger["x"]] = EMPTY
        head["points"][DIGGER] += 1
        kc.tell(events, COIN_TAKEN, kc.EVERYBODY, -1, -1, digger["y"] * knobs[0]["size"] + digger["x"])


@kc.kernel
def capture(knobs, state, ghost, events):
    """The digger pays, and is put back into its corner."""
    head = state.head[0]
    digger = state.actors[0]
    kc.tell(events, CAPTURED, kc.EVERYBODY, -1, ghost - 1, digger["y"] * knobs[0]["size"] + digger["x"])
    kc.tally(events, CAPTURES, 1)
    head["points"][DIGGER] -= CAPTURE_COSTS
    head["points"][GHOSTS] += CAPTURE_PAYS
    to_corner(digger, head["sizes"][head["level"]], 0)


@kc.kernel
def has_coins(board):
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            if board[y, x] == COIN:
                return True
    return False


@kc.kernel
def end_level(state, why, events):
    level = state.head[0]["level"]
    kc.tell(events, LEVEL_ENDS, kc.EVERYBODY, -1, level, -1, -1, why)
    if level + 1 < state.boards.shape[0]:
        begin_level(state, level + 1, events)
        kc.change_ground(events)
    else:
        state.head[0]["ended"] = 1 + why


@kc.kernel
def outcome(knobs, state, out):
    """The bonus is paid when all is over: until then nobody could tell it from the points."""
    head = state.head[0]
    out.points[DIGGER] = head["points"][DIGGER]
    out.points[GHOSTS] = head["points"][GHOSTS]
    if head["ended"] == 0:
        return 0
    out.points[DIGGER] += head["exits"] * knobs[0]["bonus"]
    out.head[0]["reason"] = head["ended"] - 1
    out.head[0]["winner"] = -1
    if out.points[DIGGER] != out.points[GHOSTS]:
        out.head[0]["winner"] = DIGGER if out.points[DIGGER] > out.points[GHOSTS] else GHOSTS
    return 1


@kc.kernel
def look(ground, knobs, state, seat, acts, views):
    """Both seats and the spectator see all of this level, and nothing of the later ones."""
    head = state.head[0]
    view = views.head[seat]
    view["level"] = head["level"]
    view["round"] = head["round"]
    view["points"] = head["points"]
    view["size"] = head["sizes"][head["level"]]
    view["me"] = seat
    kc.copy_flat(views.actors[seat], state.actors)
    kc.copy_flat(views.board[seat], state.boards[head["level"]])


def guess(game: Any, position: Any, seat: int, draw: Any) -> None:
    """Deal the later levels anew."""
    head = position.state.head[0]
    for level in range(int(head["level"]) + 1, game.config.levels):
        dig(game.knobs, position.state.boards[level], int(head["sizes"][level]), draw(2**31), 0)


def check(game: Any, position: Any) -> None:
    """A level that there is, and everybody on its board."""
    head = position.state.head[0]
    kc.expect("level", head["level"], 0, game.config.levels - 1)
    kc.expect("ended", head["ended"], 0, 3)
    for level in range(int(head["level"]), game.config.levels):
        kc.expect("sizes", head["sizes"][level], 5, game.config.size)
    for actor in position.state.actors:
        kc.expect("x", actor["x"], 1, head["sizes"][head["level"]] - 2)
        kc.expect("y", actor["y"], 1, head["sizes"][head["level"]] - 2)


@kc.kernel
def wander(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Any step, for whomever."""
    for row in range(acts.shape[0]):
        if acts[row] != 0 and views.head[row]["me"] == DIGGER:
            actions.head[row]["step"] = kc.below(keys[row], 0, 9)
        elif acts[row] != 0:
            actions.head[row]["ghost_0"] = kc.below(keys[row], 0, 9)
            actions.head[row]["ghost_1"] = kc.below(keys[row], 1, 9)
            actions.head[row]["ghost_2"] = kc.below(keys[row], 2, 9)


@kc.kernel
def greedy(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """The digger goes for the nearest coin, when half the time is gone for the exit, and shuns the ghosts."""
    board = views.board[0]
    start_field(workspace.field)
    sources = 0
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            if board[y, x] == COIN:
                sources = add_source(workspace.field, workspace.queue, sources, x, y)
    spread(ground.walls, workspace.field, workspace.queue, sources)
    late = 2 * views.head[0]["round"] >= knobs[0]["rounds"]
    me = views.actors[0, 0]
    best = -10 * FAR
    for tried in range(9):
        direction = (tried + STAY) % 9
        if can_step(ground.walls, me["x"], me["y"], DX[direction], DY[direction]):
            x = me["x"] + DX[direction]
            y = me["y"] + DY[direction]
            near = -int(ground.exits[y, x]) if late else -int(workspace.field[y, x])
            danger = 0
            for ghost in range(1, ACTORS):
                if chebyshev(x, y, views.actors[0, ghost]["x"], views.actors[0, ghost]["y"]) <= 1:
                    danger -= 100
            kc.weigh(why, 0, tried, NEAR, near)
            kc.weigh(why, 0, tried, DANGER, danger)
            if near + danger > best:
                best = near + danger
                actions.head[0]["step"] = tried


@kc.kernel
def hunt(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Two ghosts run at the digger, the third at the exit."""
    digger = views.actors[0, 0]
    start_field(workspace.field)
    sources = add_source(workspace.field, workspace.queue, 0, digger["x"], digger["y"])
    spread(ground.walls, workspace.field, workspace.queue, sources)
    actions.head[0]["ghost_0"] = downhill(ground.walls, workspace.field, views.actors[0, 1])
    actions.head[0]["ghost_1"] = downhill(ground.walls, workspace.field, views.actors[0, 2])
    actions.head[0]["ghost_2"] = downhill(ground.walls, ground.exits, views.actors[0, 3])


@kc.kernel
def downhill(walls, field, actor):
    """The step to the lowest cell of a field."""
    best = FAR + 1
    chosen = 0
    for tried in range(9):
        direction = (tried + STAY) % 9
        if can_step(walls, actor["x"], actor["y"], DX[direction], DY[direction]):
            height = int(field[actor["y"] + DY[direction], actor["x"] + DX[direction]])
            if height < best:
                best = height
                chosen = tried
    return chosen


RULES = kc.Rules(
    name="skeleton-delve", version=1, title="One digs for coins, three ghosts are after it, level by level.",
    config=Delve, sides=lambda config: {"digger": ["digger"], "ghosts": ["ghosts"]}, layout=layout,
    deal=deal, prepare=prepare, to_act=to_act, judge=judge, legal=legal, step=step, outcome=outcome,
    look=look, guess=guess, check=check, events=(LevelBegins, Coin, Capture, LevelEnds),
    refusals=("no-step", "not-yours"),
    reasons=("exit", "coins", "time"), tallies=("captures",),
    players=(
        kc.Player("greedy", greedy, ("digger",), ("near", "danger"), STEPS),
        kc.Player("hunt", hunt, ("ghosts",)),
        kc.Player("wander", wander),
    ),
    names={
        **dict.fromkeys(("step", "ghost_0", "ghost_1", "ghost_2"), STEPS),
        **dict.fromkeys(("boards", "board"), ("#", ".", "o", "E")),
        "why": ("exit", "coins", "time"),
    },
)  # fmt: skip
