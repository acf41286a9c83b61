"""Coin hunt: two seekers in the dark take turns; each sees only the coins near it; the richer one wins."""

from typing import NamedTuple

import numpy as np

import kittycorner.author as kc

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0), "stay": (0, 0)}
DELTAS = tuple(STEPS.values())

SEEKER = np.dtype([("x", np.int64), ("y", np.int64), ("purse", np.int64)])
COIN = np.dtype([("x", np.int64), ("y", np.int64), ("worth", np.int64)])
HEAD = np.dtype([("turn", np.int64), ("seekers", SEEKER, 2)])
SIGHT = np.dtype([("turn", np.int64), ("seekers", SEEKER, 2), ("me", np.int64), ("coins_count", np.int64)])
ANSWER = np.dtype([("refusal", np.int64), ("step", np.int64)])


class Coins(NamedTuple):
    head: np.ndarray
    coins: np.ndarray  # in the state [y, x] what lies there, 0 for nothing; in a view those in sight


class CoinHunt(kc.Config):
    size: int = kc.knob(7, 3, 20, unit="cells", why="a small board is soon empty")
    coins: int = kc.knob(8, 1, 60, unit="coins", why="how many are dropped at the start")
    sight: int = kc.knob(2, 0, 20, unit="cells", why="how far a seeker sees")
    refill: int = kc.knob(25, 0, 100, unit="percent", why="how often a coin that is found brings another")
    turns: int = kc.knob(60, 2, 1000, unit="turns", why="the clock, of both seekers together")


class Found(kc.Event):
    """A seeker took a coin; what it was worth is its secret."""

    code, known_to, secret, secret_to = 0, "everybody", ("worth",), ("seeker",)
    seeker: kc.Seat
    at: kc.At
    worth: kc.Value


def layout(config):
    return kc.Layout(
        state=Coins(kc.array(HEAD, 1), kc.array(np.int8, config.size, config.size)),
        view=Coins(kc.array(SIGHT), kc.array(COIN, config.size**2)),
        action=kc.Head(kc.array(ANSWER)),
        events=1,
    )


def deal(knobs, chance, workspace, ground, state, events):
    for draw in range(knobs[0]["coins"]):
        drop_coin(state.coins, chance, 2 * draw)
    state.head[0]["seekers"][1]["x"] = state.head[0]["seekers"][1]["y"] = knobs[0]["size"] - 1


def drop_coin(coins, chance, draw):
    coins.reshape(-1)[kc.below(chance, draw, coins.size)] = 1 + kc.below(chance, draw + 1, 3)


def to_act(ground, knobs, state, acts):
    acts[state.head[0]["turn"] % 2] = 1
    return kc.ALL


def steps_from(knobs, seeker):
    """Number → cell of the steps that stay on the board."""
    cells = {number: (seeker["x"] + dx, seeker["y"] + dy) for number, (dx, dy) in enumerate(DELTAS)}
    return {number: cell for number, cell in cells.items() if min(cell) >= 0 and max(cell) < knobs[0]["size"]}


def judge(ground, knobs, state, seat, actions):
    return 0 if actions.head[seat]["step"] in steps_from(knobs, state.head[0]["seekers"][seat]) else 1


def legal(ground, knobs, state, seat):
    return kc.Choices.listed("step", list(steps_from(knobs, state.head[0]["seekers"][seat])))


def step(ground, knobs, state, actions, chance, workspace, events):
    seat = state.head[0]["turn"] % 2
    state.head[0]["turn"] += 1
    if actions.head[seat]["refusal"] != 0:
        return  # whoever gives no proper answer stays
    seeker = state.head[0]["seekers"][seat]
    seeker["x"], seeker["y"] = x, y = steps_from(knobs, seeker)[actions.head[seat]["step"]]
    worth = int(state.coins[y, x])
    if worth > 0:
        seeker["purse"] += worth
        state.coins[y, x] = 0
        kc.tell(
            events, Found.code, kc.EVERYBODY, seat, -1, y * len(state.coins) + x, -1, worth, kc.only(seat)
        )
        if kc.below(chance, 0, 100) < knobs[0]["refill"]:
            drop_coin(state.coins, chance, 1)


def outcome(knobs, state, out):
    out.points[:] = state.head[0]["seekers"]["purse"]
    out.head[0]["winner"] = -1 if out.points[0] == out.points[1] else np.argmax(out.points)
    out.head[0]["reason"] = int(state.coins.any())
    return int(not state.coins.any() or state.head[0]["turn"] >= knobs[0]["turns"])


def look(ground, knobs, state, seat, acts, views):
    view, seekers = views.head[seat], state.head[0]["seekers"]
    view["turn"], view["me"] = state.head[0]["turn"], seat
    view["seekers"]["x"], view["seekers"]["y"] = seekers["x"], seekers["y"]
    if seat < len(acts):  # the spectator sees who stands where, and neither coins nor purses
        view["seekers"][seat]["purse"] = seekers[seat]["purse"]
        for y, x in zip(*np.nonzero(state.coins), strict=True):
            if in_sight(knobs[0]["sight"], seekers[seat], x, y):
                views.coins[seat, view["coins_count"]] = (x, y, state.coins[y, x])
                view["coins_count"] += 1


def in_sight(sight, seeker, x, y):
    return max(abs(x - seeker["x"]), abs(y - seeker["y"])) <= sight


def guess(game, position, seat, draw):
    """Deal anew what the seat can't know: its rival's purse, and the coins out of sight."""
    seekers = position.state.head[0]["seekers"]
    for other in {0, 1} - {seat}:
        seekers[other]["purse"] = draw(20)
    for y, x in np.ndindex(position.state.coins.shape):
        if seat == 2 or not in_sight(game.config.sight, seekers[seat], x, y):
            position.state.coins[y, x] = max(0, draw(12) - 8)


def seek(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Walk to the nearest coin in sight, else anywhere."""
    for row in np.flatnonzero(acts):
        view = views.head[row]
        me, seen = view["seekers"][view["me"]], views.coins[row][: view["coins_count"]]
        choices = list(steps_from(knobs, me))
        chosen = choices[kc.below(keys[row], 0, len(choices))]
        if len(seen) > 0:
            coin = seen[np.argmin(abs(seen["x"] - me["x"]) + abs(seen["y"] - me["y"]))]
            dx, dy = np.sign(coin["x"] - me["x"]), np.sign(coin["y"] - me["y"])
            chosen = DELTAS.index((dx, 0) if dx != 0 else (0, dy))
        actions.head[row]["step"] = chosen


RULES = kc.Rules(
    name="coin-hunt", version=1, title="Two seekers in the dark; the richer one wins.",
    config=CoinHunt, sides=lambda config: {"red": ["red"], "blue": ["blue"]}, layout=layout,
    deal=deal, to_act=to_act, judge=judge, legal=legal, step=step, outcome=outcome,
    look=look, guess=guess, players=(kc.Player("seek", seek),), events=(Found,), names={"step": tuple(STEPS)},
    refusals=("off-board",), reasons=("no-coins", "time"),
)  # fmt: skip
