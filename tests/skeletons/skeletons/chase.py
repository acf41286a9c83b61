"""Chase, in the shape of Tag: two sides, phases, everyone of a side at once, memories, scratch fields."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kittycorner.author import (
    ALL,
    NOTES,
    At,
    Choices,
    Config,
    Event,
    Head,
    Layout,
    Player,
    Rules,
    Seat,
    To,
    Whom,
    array,
    below,
    expect,
    forget,
    kernel,
    knob,
    only,
    tally,
    tell,
    weigh,
)  # fmt: skip
from kittycorner.grid.fields import FAR, add_source, spread, start_field
from kittycorner.grid.steps import COMPASS, DX, DY, STAY, can_step, chebyshev

MOST = 8  # seats a side
FREE, ESCAPED, CAPTURED = range(3)
HUNTERS_MOVE, RUNNERS_MOVE = range(2)
WALL, NO_STEP = 1, 2
NOBODY_LEFT, TIME = range(2)
NEAR = 0  # the tally of runners' decisions with a hunter next to them
DISTANCE = 0  # the one term that a hunter weighs

ACTOR = np.dtype([("x", np.int64), ("y", np.int64), ("fate", np.int64)])
HEAD = np.dtype(
    [("round", np.int64), ("phase", np.int64), ("actors", ACTOR, 2 * MOST), ("points", np.int64, 2)]
)
SEEN = np.dtype([("seat", np.int64), ("x", np.int64), ("y", np.int64)])
SIGHT = np.dtype(
    [("round", np.int64), ("x", np.int64), ("y", np.int64), ("fate", np.int64), ("seen_count", np.int64)]
)
SAW = np.dtype([("round", np.int64), ("x", np.int64), ("y", np.int64)])
ANSWER = np.dtype([("refusal", np.int64), ("to", np.int64)])


class Ground(NamedTuple):
    walls: np.ndarray  # [y, x] 1 where a wall stands
    exits: np.ndarray  # [y, x] steps to the exit


class View(NamedTuple):
    head: np.ndarray
    seen: np.ndarray  # the other side's actors in sight


class Memory(NamedTuple):
    notes: np.ndarray
    saw: np.ndarray  # where and when a hunter last saw a runner; round 0: never


class Workspace(NamedTuple):
    field: np.ndarray
    queue: np.ndarray


class Chase(Config):
    """The knobs of chase."""

    size: int = knob(9, 5, 50, unit="cells", why="the side of the board")
    runners: int = knob(2, 1, MOST, unit="actors", why="who wants out")
    hunters: int = knob(2, 1, MOST, unit="actors", why="who wants them")
    walls: int = knob(10, 0, 30, unit="percent", why="how much stands in the way")
    sight: int = knob(3, 0, 50, unit="cells", why="how far anybody sees")
    rounds: int = knob(40, 1, 1000, unit="rounds", why="the clock")


class Move(Event):
    """An actor made a step."""

    code, known_to = 0, ("seat",)
    seat: Seat
    at: At
    to: To


class Capture(Event):
    """A hunter took a runner."""

    code, known_to = 1, ("hunter", "runner")
    hunter: Seat
    runner: Whom
    at: At


class Escape(Event):
    """A runner left through the exit."""

    code, known_to = 2, ("runner",)
    runner: Seat
    at: At


def layout(config: Any) -> Layout:
    """The arrays of chase."""
    board = array(np.int8, config.size, config.size)
    distances = array(np.int32, config.size, config.size)
    return Layout(
        ground=Ground(board, distances),
        facts=("walls",),
        state=Head(array(HEAD, 1)),
        view=View(array(SIGHT), array(SEEN, MOST)),
        memory=Memory(array(np.int64, NOTES), array(SAW)),
        action=Head(array(ANSWER)),
        workspace=Workspace(distances, array(np.int64, config.size**2)),
        events=3 * MOST,
    )


def sides(config: Any) -> dict[str, list[str]]:
    """Runners first."""
    return {
        "runners": [f"runner-{number}" for number in range(config.runners)],
        "hunters": [f"hunter-{number}" for number in range(config.hunters)],
    }


@kernel
def deal(knobs, chance, workspace, ground, state, events):
    size = knobs[0]["size"]
    ground.walls[:] = 0
    for cell in range(size * size):
        if below(chance, cell, 100) < knobs[0]["walls"]:
            ground.walls[cell // size, cell % size] = 1
    ground.walls[0, 0] = 0
    head = state.head[0]
    head["round"] = 1
    draw = size * size
    for seat in range(knobs[0]["runners"] + knobs[0]["hunters"]):
        actor = head["actors"][seat]
        while True:
            cell = below(chance, draw, size * size)
            draw += 1
            actor["x"] = cell % size
            actor["y"] = cell // size
            if cell > 0 and not is_taken(head, seat):
                break
        # Whoever is dealt onto a wall has it cleared away.
        ground.walls[actor["y"], actor["x"]] = 0


@kernel
def is_taken(head, seat):
    """Whether an actor dealt before stands on this one's cell."""
    for other in range(seat):
        if same_cell(head["actors"][seat], head["actors"][other]):
            return True
    return False


@kernel
def same_cell(actor, other):
    return actor["x"] == other["x"] and actor["y"] == other["y"]


@kernel
def prepare(knobs, state, workspace, ground):
    start_field(ground.exits)
    sources = add_source(ground.exits, workspace.queue, 0, 0, 0)
    spread(ground.walls, ground.exits, workspace.queue, sources)


@kernel
def to_act(ground, knobs, state, acts):
    head = state.head[0]
    for seat in range(acts.shape[0]):
        if head["actors"][seat]["fate"] == FREE and phase_of(knobs, seat) == head["phase"]:
            acts[seat] = 1
    return ALL


@kernel
def phase_of(knobs, seat):
    return RUNNERS_MOVE if seat < knobs[0]["runners"] else HUNTERS_MOVE


@kernel
def judge(ground, knobs, state, seat, actions):
    to = actions.head[seat]["to"]
    if to < 0 or to > STAY:
        return NO_STEP
    actor = state.head[0]["actors"][seat]
    return 0 if can_step(ground.walls, actor["x"], actor["y"], DX[to], DY[to]) else WALL


def legal(ground, knobs, state, seat):
    """The steps that no wall forbids."""
    actor = state.head[0]["actors"][seat]
    x, y = int(actor["x"]), int(actor["y"])
    return Choices.listed("to", [to for to in range(9) if can_step(ground.walls, x, y, DX[to], DY[to])])


@kernel
def step(ground, knobs, state, actions, chance, workspace, events):
    head = state.head[0]
    runners = knobs[0]["runners"]
    phase = head["phase"]
    for seat in range(runners + knobs[0]["hunters"]):
        if phase_of(knobs, seat) == phase and head["actors"][seat]["fate"] == FREE:
            if phase == RUNNERS_MOVE and is_near(head, knobs, seat):
                tally(events, NEAR, 1)
            move(head, knobs, seat, actions, events)
    if phase == RUNNERS_MOVE:
        let_runners_escape(head, runners, events)
    capture_runners(head, knobs, events)
    head["phase"] = 1 - phase
    if phase == RUNNERS_MOVE:
        head["round"] += 1


@kernel
def is_near(head, knobs, seat):
    """Whether a hunter stands next to this runner."""
    me = head["actors"][seat]
    for hunter in range(knobs[0]["runners"], knobs[0]["runners"] + knobs[0]["hunters"]):
        other = head["actors"][hunter]
        if chebyshev(me["x"], me["y"], other["x"], other["y"]) <= 1:
            return True
    return False


@kernel
def move(head, knobs, seat, actions, events):
    """Whoever was refused stays."""
    actor = head["actors"][seat]
    to = STAY
    if actions.head[seat]["refusal"] == 0:
        to = actions.head[seat]["to"]
    at = actor["y"] * knobs[0]["size"] + actor["x"]
    actor["x"] += DX[to]
    actor["y"] += DY[to]
    tell(events, 0, only(seat), seat, -1, at, actor["y"] * knobs[0]["size"] + actor["x"])


@kernel
def let_runners_escape(head, runners, events):
    for seat in range(runners):
        runner = head["actors"][seat]
        if runner["fate"] == FREE and runner["x"] == 0 and runner["y"] == 0:
            runner["fate"] = ESCAPED
            head["points"][0] += 1
            tell(events, 2, only(seat), seat, -1, 0)


@kernel
def capture_runners(head, knobs, events):
    """A hunter that captures forgets whom it was after."""
    runners = knobs[0]["runners"]
    for seat in range(runners):
        runner = head["actors"][seat]
        for hunter in range(runners, runners + knobs[0]["hunters"]):
            if runner["fate"] == FREE and same_cell(runner, head["actors"][hunter]):
                runner["fate"] = CAPTURED
                head["points"][1] += 1
                cell = runner["y"] * knobs[0]["size"] + runner["x"]
                tell(events, 1, only(seat) | only(hunter), hunter, seat, cell)
                forget(events, hunter)


@kernel
def outcome(knobs, state, out):
    head = state.head[0]
    left = knobs[0]["runners"] - head["points"][0] - head["points"][1]
    out.points[0] = head["points"][0]
    out.points[1] = head["points"][1]
    out.head[0]["reason"] = NOBODY_LEFT if left == 0 else TIME
    out.head[0]["winner"] = -1
    if head["points"][0] != head["points"][1]:
        out.head[0]["winner"] = 0 if head["points"][0] > head["points"][1] else 1
    return 1 if left == 0 or head["round"] > knobs[0]["rounds"] else 0


@kernel
def look(ground, knobs, state, seat, acts, views):
    head = state.head[0]
    view = views.head[seat]
    view["round"] = head["round"]
    if seat == acts.shape[0]:
        return
    me = head["actors"][seat]
    view["x"] = me["x"]
    view["y"] = me["y"]
    view["fate"] = me["fate"]
    if me["fate"] != FREE:
        return
    seen = 0
    for other in range(acts.shape[0]):
        actor = head["actors"][other]
        distance = chebyshev(me["x"], me["y"], actor["x"], actor["y"])
        if (
            phase_of(knobs, other) != phase_of(knobs, seat)
            and actor["fate"] == FREE
            and distance <= knobs[0]["sight"]
        ):
            row = views.seen[seat, seen]
            row["seat"] = other
            row["x"] = actor["x"]
            row["y"] = actor["y"]
            seen += 1
    view["seen_count"] = seen


def guess(game: Any, position: Any, seat: int, draw: Any) -> None:
    """Deal anew what the seat can't know: the others that it doesn't see, and what they remember."""
    head = position.state.head[0]
    runners, me = game.config.runners, head["actors"][seat]
    for other in range(game.seats):
        if other == seat:
            continue
        position.memories.saw[other] = (0, 0, 0)
        actor = head["actors"][other]
        hidden = (other < runners) == (seat < runners) or not near(me, actor, game.config.sight)
        while hidden and me["fate"] == FREE and actor["fate"] == FREE:
            actor["x"], actor["y"] = draw(game.config.size), draw(game.config.size)
            foe_in_sight = (other < runners) != (seat < runners) and near(me, actor, game.config.sight)
            on_wall = position.ground.walls[actor["y"], actor["x"]] != 0
            taken = any(
                same_cell(actor, head["actors"][third]) for third in range(game.seats) if third != other
            )
            hidden = foe_in_sight or on_wall or taken or (actor["x"] == 0 and actor["y"] == 0)


def check(game: Any, position: Any) -> None:
    """Everybody on the board."""
    head = position.state.head[0]
    expect("phase", head["phase"], HUNTERS_MOVE, RUNNERS_MOVE)
    for actor in head["actors"][: game.seats]:
        expect("x", actor["x"], 0, game.config.size - 1)
        expect("y", actor["y"], 0, game.config.size - 1)


def near(me: Any, other: Any, sight: int) -> bool:
    return max(abs(int(me["x"] - other["x"])), abs(int(me["y"] - other["y"]))) <= sight


@kernel
def flee(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """A runner heads for the exit, and keeps two steps from the hunters it sees."""
    for row in range(acts.shape[0]):
        if acts[row] != 0:
            view = views.head[row]
            best = -FAR * 10
            for to in range(9):
                if can_step(ground.walls, view["x"], view["y"], DX[to], DY[to]):
                    x = view["x"] + DX[to]
                    y = view["y"] + DY[to]
                    score = -ground.exits[y, x]
                    for other in range(view["seen_count"]):
                        foe = views.seen[row, other]
                        if chebyshev(x, y, foe["x"], foe["y"]) <= 1:
                            score -= 100
                    weigh(why, row, to, DISTANCE, score)
                    if score > best:
                        best = score
                        actions.head[row]["to"] = to


@kernel
def chase(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """A hunter walks to the nearest runner it sees, else to where it last saw one, else anywhere."""
    for row in range(acts.shape[0]):
        if acts[row] == 0:
            continue
        view = views.head[row]
        saw = memories.saw[row]
        nearest = FAR
        for other in range(view["seen_count"]):
            prey = views.seen[row, other]
            distance = chebyshev(view["x"], view["y"], prey["x"], prey["y"])
            if distance < nearest:
                nearest = distance
                saw["round"] = view["round"]
                saw["x"] = prey["x"]
                saw["y"] = prey["y"]
        if saw["round"] == 0 or (saw["x"] == view["x"] and saw["y"] == view["y"]):
            saw["round"] = 0
            walk(ground, view, keys[row], actions.head[row])
        else:
            approach(ground, view, saw["x"], saw["y"], workspace, actions.head[row], why, row)


@kernel
def hunt_as_one(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """One player for the side: every hunter walks to the first runner that any of them sees."""
    for row in range(acts.shape[0]):
        if acts[row] == 0:
            continue
        view = views.head[row]
        told = False
        for other in range(acts.shape[0]):
            if not told and views.head[other]["seen_count"] > 0:
                prey = views.seen[other, 0]
                approach(ground, view, prey["x"], prey["y"], workspace, actions.head[row], why, row)
                told = True
        if not told:
            walk(ground, view, keys[row], actions.head[row])


@kernel
def walk(ground, view, key, answer):
    """One of the legal steps, drawn evenly; to stay is always one."""
    count = 0
    for to in range(9):
        if can_step(ground.walls, view["x"], view["y"], DX[to], DY[to]):
            count += 1
    chosen = below(key, 0, count)
    for to in range(9):
        if can_step(ground.walls, view["x"], view["y"], DX[to], DY[to]):
            if chosen == 0:
                answer["to"] = to
            chosen -= 1


@kernel
def approach(ground, view, x, y, workspace, answer, why, row):
    """The step that leaves the shortest way to a cell."""
    start_field(workspace.field)
    sources = add_source(workspace.field, workspace.queue, 0, x, y)
    spread(ground.walls, workspace.field, workspace.queue, sources)
    best = FAR + 1
    for to in range(9):
        if can_step(ground.walls, view["x"], view["y"], DX[to], DY[to]):
            steps = workspace.field[view["y"] + DY[to], view["x"] + DX[to]]
            weigh(why, row, to, DISTANCE, -steps)
            if steps < best:
                best = steps
                answer["to"] = to


RULES = Rules(
    name="skeleton-chase",
    version=1,
    title="Runners make for the exit, hunters for the runners.",
    config=Chase,
    sides=sides,
    layout=layout,
    deal=deal,
    prepare=prepare,
    to_act=to_act,
    judge=judge,
    legal=legal,
    step=step,
    outcome=outcome,
    look=look,
    guess=guess,
    check=check,
    players=(
        Player("flee", flee, ("runners",), ("distance",), COMPASS),
        Player("chase", chase, ("hunters",), ("distance",), COMPASS),
        Player("pack", hunt_as_one, ("hunters",), ("distance",), COMPASS),
    ),
    events=(Move, Capture, Escape),
    refusals=("wall", "no-step"),
    reasons=("nobody-left", "time"),
    tallies=("near",),
    names={"to": COMPASS, "fate": ("free", "escaped", "captured"), "walls": (".", "#")},
)
