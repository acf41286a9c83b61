"""Chase, in the shape of Tag: two sides, phases, everyone of a side at once, memories, scratch fields."""

from collections import namedtuple

import numpy as np

import kittycorner.author as kc
from kittycorner.grid.fields import FAR, add_source, spread, start_field
from kittycorner.grid.steps import COMPASS, DX, DY, STAY, can_step, chebyshev

MOST = 8  # seats a side
FREE, ESCAPED, CAPTURED = range(3)  # the fates
HUNTERS_MOVE, RUNNERS_MOVE = range(2)  # the phases
TIME, NOBODY_LEFT = MOVED, TAKEN = range(2)  # the reasons, and the events
STAYED = DISTANCE = 0  # the one tally, and the one term that players weigh
ACTOR = kc.record("x", "y", "fate")
HEAD = kc.record("round", "phase", actors=(ACTOR, 2 * MOST), points=(np.int64, 2))
SIGHT = kc.record("round", "x", "y", "fate", "seen_count")
Ground = namedtuple("Ground", "walls exits")  # [y, x] 1 where a wall stands; steps to the exit
View = namedtuple("View", "head seen")  # seen: the actors in sight
Memory = namedtuple("Memory", "notes saw")  # saw: where and when a hunter last saw a runner; round 0: never
Workspace = namedtuple("Workspace", "field queue")


class Chase(kc.Config):
    size: int = kc.knob(9, 5, 50, unit="cells", why="the edge of the board")
    runners: int = kc.knob(2, 1, MOST, unit="actors", why="who wants out")
    hunters: int = kc.knob(2, 1, MOST, unit="actors", why="who wants them")
    walls: int = kc.knob(10, 0, 30, unit="percent", why="how much stands in the way")
    sight: int = kc.knob(3, 0, 50, unit="cells", why="how far anybody sees")
    rounds: int = kc.knob(40, 1, 1000, unit="rounds", why="the clock")


class Move(kc.Event):
    code, known_to = MOVED, ("actor",)
    actor: kc.Seat
    to: kc.To


class Capture(kc.Event):
    code, known_to = TAKEN, ("hunter", "runner")
    hunter: kc.Seat
    runner: kc.Whom


def layout(config):
    board = (config.size, config.size)
    return kc.Layout(
        ground=Ground(kc.array(np.int8, *board), kc.array(np.int32, *board)), facts=("walls",),
        workspace=Workspace(kc.array(np.int32, *board), kc.array(np.int64, config.size**2)),
        view=View(kc.array(SIGHT), kc.array(kc.record("seat", "x", "y"), MOST)), events=2 * MOST,
        memory=Memory(kc.array(np.int64, kc.NOTES), kc.array(kc.record("round", "x", "y"))),
        state=kc.Head(kc.array(HEAD, 1)), action=kc.Head(kc.array(kc.record("refusal", "to"))),
    )  # fmt: skip


@kc.kernel
def deal(knobs, chance, workspace, ground, state, events):
    """Actors and then walls get cells of their own, none the exit's in the first corner."""
    size, seats = knobs[0]["size"], knobs[0]["runners"] + knobs[0]["hunters"]
    for place in range(size**2 - 1):
        workspace.queue[place] = place + 1
    kc.shuffle(chance, 0, workspace.queue, size**2 - 1)
    ground.walls[:] = 0
    for place in range(seats + size**2 * knobs[0]["walls"] // 100):
        x, y = workspace.queue[place] % size, workspace.queue[place] // size
        if place < seats:
            actor = state.head[0]["actors"][place]
            actor["x"], actor["y"] = x, y
        else:
            ground.walls[y, x] = 1
    state.head[0]["round"] = 1


@kc.kernel
def prepare(knobs, state, workspace, ground):
    start_field(ground.exits)
    spread(ground.walls, ground.exits, workspace.queue, add_source(ground.exits, workspace.queue, 0, 0, 0))


@kc.kernel
def to_act(ground, knobs, state, acts):
    for seat in range(acts.shape[0]):
        acts[seat] = is_to_move(knobs, state.head[0], seat)
    return kc.ALL


@kc.kernel
def is_to_move(knobs, head, seat):
    is_runner = seat < knobs[0]["runners"]
    return head["actors"][seat]["fate"] == FREE and is_runner == (head["phase"] == RUNNERS_MOVE)


@kc.kernel
def judge(ground, knobs, state, seat, actions):
    actor, to = state.head[0]["actors"][seat], actions.head[seat]["to"]
    return 0 if 0 <= to <= STAY and can_step(ground.walls, actor["x"], actor["y"], DX[to], DY[to]) else 1


def legal(ground, knobs, state, seat):
    x, y, _ = state.head[0]["actors"][seat].tolist()
    return kc.Choices.listed("to", [to for to in range(9) if can_step(ground.walls, x, y, DX[to], DY[to])])


@kc.kernel
def step(ground, knobs, state, actions, chance, workspace, events):
    """The side whose phase it is moves; whoever was refused stays."""
    head = state.head[0]
    for seat in range(knobs[0]["runners"] + knobs[0]["hunters"]):
        if is_to_move(knobs, head, seat):
            to = actions.head[seat]["to"] if actions.head[seat]["refusal"] == 0 else STAY
            actor = head["actors"][seat]
            actor["x"] += DX[to]
            actor["y"] += DY[to]
            kc.tell(events, MOVED, kc.only(seat), seat, other=actor["y"] * knobs[0]["size"] + actor["x"])
            kc.tally(events, STAYED, int(to == STAY))
    for runner in range(knobs[0]["runners"]):
        escape_or_be_captured(knobs, head, runner, events)
    head["round"] += int(head["phase"] == RUNNERS_MOVE)
    head["phase"] = 1 - head["phase"]


@kc.kernel
def escape_or_be_captured(knobs, head, runner, events):
    """A runner in the exit is out, hunter or not; a hunter that captures one forgets whom it was after."""
    actor = head["actors"][runner]
    if actor["fate"] == FREE and actor["x"] == 0 and actor["y"] == 0:
        actor["fate"] = ESCAPED
        head["points"][0] += 1
    for hunter in range(knobs[0]["runners"], knobs[0]["runners"] + knobs[0]["hunters"]):
        other = head["actors"][hunter]
        if actor["fate"] == FREE and actor["x"] == other["x"] and actor["y"] == other["y"]:
            actor["fate"] = CAPTURED
            head["points"][1] += 1
            kc.tell(events, TAKEN, kc.only(runner) | kc.only(hunter), hunter, runner)
            kc.forget(events, hunter)


@kc.kernel
def outcome(knobs, state, out):
    kc.copy_flat(out.points, state.head[0]["points"])
    out.head[0]["winner"] = -1 if out.points[0] == out.points[1] else int(out.points[1] > out.points[0])
    out.head[0]["reason"] = NOBODY_LEFT if out.points.sum() == knobs[0]["runners"] else TIME
    return int(out.head[0]["reason"] == NOBODY_LEFT or state.head[0]["round"] > knobs[0]["rounds"])


@kc.kernel
def look(ground, knobs, state, seat, acts, views):
    """An actor is shown itself and those that it sees; the spectator is told the round alone."""
    view, actors = views.head[seat], state.head[0]["actors"]
    view["round"] = state.head[0]["round"]
    if seat == acts.shape[0]:
        return
    view["x"], view["y"], view["fate"] = actors[seat]["x"], actors[seat]["y"], actors[seat]["fate"]
    for other in range(acts.shape[0]):
        if sees(knobs, actors, seat, other):
            row = views.seen[seat, view["seen_count"]]
            row["seat"], row["x"], row["y"] = other, actors[other]["x"], actors[other]["y"]
            view["seen_count"] += 1


@kc.kernel
def sees(knobs, actors, seat, other):
    """Whoever is free sees those of the other side that are free and near."""
    me, actor = actors[seat], actors[other]
    rivals = (seat < knobs[0]["runners"]) != (other < knobs[0]["runners"])
    near = chebyshev(me["x"], me["y"], actor["x"], actor["y"]) <= knobs[0]["sight"]
    return rivals and near and me["fate"] == FREE and actor["fate"] == FREE


def guess(game, position, seat, draw):
    """Deal anew what the seat can't know: where those stand that it doesn't see, and what others remember."""
    actors = position.state.head[0]["actors"][: game.seats]
    floor = np.argwhere(position.ground.walls == 0)[1:]
    for other in set(range(game.seats)) - {seat}:
        position.memories.saw[other] = 0
        hidden = seat == game.seats or not sees(game.knobs, actors, seat, other)
        while hidden:
            actors[other]["y"], actors[other]["x"] = floor[draw(len(floor))]
            crowd = (actors["x"] == actors[other]["x"]) & (actors["y"] == actors[other]["y"])
            hidden = crowd.sum() > 1 or (seat < game.seats and sees(game.knobs, actors, seat, other))


def check(game, position):
    kc.expect("phase", position.state.head[0]["phase"], HUNTERS_MOVE, RUNNERS_MOVE)
    for place in (*position.state.head[0]["actors"][: game.seats], *position.memories.saw):
        kc.expect("x", place["x"], 0, game.config.size - 1)
        kc.expect("y", place["y"], 0, game.config.size - 1)


@kc.kernel
def flee(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """A runner heads for the exit, and shuns the hunters it sees."""
    for row in range(acts.shape[0]):
        if acts[row] != 0:
            descend(ground.walls, ground.exits, views, row, 100, actions, why)


@kc.kernel
def chase(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """A hunter walks to the first runner it sees, else to where it last saw one, else anywhere."""
    field, queue, size = workspace.field, workspace.queue, knobs[0]["size"]
    for row in range(acts.shape[0]):
        if acts[row] != 0:
            me, saw, prey = views.head[row], memories.saw[row], views.seen[row, 0]
            if me["seen_count"] > 0:
                saw["round"], saw["x"], saw["y"] = me["round"], prey["x"], prey["y"]
            elif saw["x"] == me["x"] and saw["y"] == me["y"]:
                saw["round"] = 0
            x, y = saw["x"], saw["y"]
            if saw["round"] == 0:
                x, y = kc.below(keys[row], 0, size), kc.below(keys[row], 1, size)
            start_field(field)
            spread(ground.walls, field, queue, add_source(field, queue, 0, x, y))
            descend(ground.walls, field, views, row, 0, actions, why)


@kc.kernel
def hunt_as_one(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """One player for the side: what any hunter sees, all have seen."""
    for scout in range(acts.shape[0]):
        for row in range(acts.shape[0]):
            if acts[row] != 0 and views.head[scout]["seen_count"] > 0:
                saw, prey = memories.saw[row], views.seen[scout, 0]
                saw["round"], saw["x"], saw["y"] = views.head[scout]["round"], prey["x"], prey["y"]
    chase(ground, knobs, views, memories, acts, keys, workspace, actions, why)


@kc.kernel
def descend(walls, field, views, row, fear, actions, why):
    """Take the step that leads lowest in a field; next to someone in sight a cell counts `fear` higher."""
    me, best = views.head[row], 2 * FAR
    for to in range(9):
        x, y = me["x"] + DX[to], me["y"] + DY[to]
        if can_step(walls, me["x"], me["y"], DX[to], DY[to]):
            height = int(field[y, x])
            for foe in views.seen[row, : me["seen_count"]]:
                height += fear * int(chebyshev(x, y, foe["x"], foe["y"]) <= 1)
            kc.weigh(why, row, to, DISTANCE, -height)
            if height < best:
                best, actions.head[row]["to"] = height, to


RULES = kc.Rules(
    name="skeleton-chase", version=1, title="Runners make for the exit, hunters for the runners.",
    config=Chase, layout=layout, deal=deal, prepare=prepare, to_act=to_act, judge=judge, legal=legal,
    sides=lambda config: {"runners": [f"runner-{number}" for number in range(config.runners)],
                          "hunters": [f"hunter-{number}" for number in range(config.hunters)]},
    step=step, outcome=outcome, look=look, guess=guess, check=check, events=(Move, Capture),
    players=(kc.Player("flee", flee, ("runners",), ("distance",), COMPASS),
             kc.Player("chase", chase, ("hunters",), ("distance",), COMPASS),
             kc.Player("pack", hunt_as_one, ("hunters",), ("distance",), COMPASS)),
    refusals=("wall",), reasons=("time", "nobody-left"), tallies=("stayed",),
    names={"to": COMPASS, "fate": ("free", "escaped", "captured"), "walls": (".", "#")},
)  # fmt: skip
