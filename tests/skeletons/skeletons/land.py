"""Land, in the shape of Epidemic: turns, answers that stand in part, an auction, hidden zones, fouls."""

import re
from collections import namedtuple
from typing import Any

import numpy as np

import kittycorner.author as kc

LOWEST_BID, HIGHEST_BID, PROFIT, MOST_FOULS = 10, 99, 20, 3
FOUL, REFUSED, PLANTED, BOUGHT = range(4)  # the events
NOT_YOURS, NOT_FOR_SALE, PRICE = range(1, 4)  # why a part of an answer falls
CURED = 7  # a zone is known to company-0 (1), company-1 (2) or both (3), and to all once it is cured
COMPANIES, PARTS, REASONS = ("company-0", "company-1"), ("plant", "bid"), ("fouls", "turns")

HEAD = kc.record("turn", "zones_count", money=(np.int64, 2), fouls=(np.int64, 2))
ZONE = kc.record("cell", "virus", "known", "company", "price", "left")  # left: turns until it is sold
ANSWER = kc.record("refusal", "plant", "virus", "bid", "price")  # plant, bid: a cell + 1, or none
Zones = namedtuple("Zones", "head zones")  # a state, and what a seat sees of it


class Land(kc.Config):
    size: int = kc.knob(6, 4, 12, unit="cells", why="the edge of the map")
    zones: int = kc.knob(9, 3, 16, unit="zones", why="a third is known to each company, a third to nobody")
    viruses: int = kc.knob(2, 1, 4, unit="viruses", why="each zone has one of so many")
    money: int = kc.knob(60, 0, 1000, unit="money", why="what a company begins with")
    auction_turns: int = kc.knob(2, 1, 9, unit="turns", why="when a bid that nobody raises is final")
    turns: int = kc.knob(40, 2, 1000, unit="turns", why="the clock, of both companies together")


class Foul(kc.Event):  # an answer made no sense
    code, known_to = FOUL, "everybody"
    company: kc.Seat


class Refused(kc.Event):  # a part of an answer fell
    code, known_to = REFUSED, ("company",)
    company: kc.Seat
    part: kc.Other
    reason: kc.Value


class Plant(kc.Event):  # a plant was built; which virus it cures is its owner's secret
    code, known_to, secret, secret_to = PLANTED, "everybody", ("virus",), ("company",)
    company: kc.Seat
    at: kc.At
    virus: kc.Value


class Bought(kc.Event):  # an auction closed
    code, known_to = BOUGHT, "everybody"
    company: kc.Seat
    at: kc.At
    price: kc.Value


def layout(config: Any) -> kc.Layout:
    zones = kc.array(ZONE, config.zones)
    state, view = Zones(kc.array(HEAD, 1), zones), Zones(kc.array(HEAD), zones)
    return kc.Layout(state=state, view=view, action=kc.Head(kc.array(ANSWER)), events=config.zones + 2)


class LandNotation(kc.Notation):
    """In an answer's text a cell is `1,2`, and what is none `?`: `plant 1,2 virus red bid ? price 20`."""

    def draw_action(self, actions: Any, row: int) -> str:
        text = super().draw_action(actions, row)
        return re.sub(r"(plant|bid) (-?\d+)", lambda said: f"{said[1]} {self.place(int(said[2]))}", text)

    def read_word(self, name: str, word: str) -> int:
        off_map = self.game.config.size**2 + 1
        numbers = {self.place(number): number for number in range(1, off_map)}
        return numbers.get(word, off_map) if name in PARTS else super().read_word(name, word)

    def place(self, number: int) -> str:
        x, y = self.game.cell_at(number - 1)
        return f"{x},{y}" if 0 <= y < self.game.config.size else "?"


def legal(ground, knobs, state, seat):
    """No cell, any, or one off the map: whether a part stands is told when it is settled."""
    cells, viruses = kc.Between(0, int(knobs[0]["size"]) ** 2 + 1), kc.Between(0, int(knobs[0]["viruses"]))
    return kc.Choices({"plant": cells, "virus": viruses, "bid": cells, "price": kc.Between(0, HIGHEST_BID)})


@kc.kernel
def judge(ground, knobs, state, seat, actions):
    answer = actions.head[seat]
    most = knobs[0]["size"] ** 2 + 1
    proper = 0 <= answer["plant"] <= most and 0 <= answer["virus"] <= knobs[0]["viruses"]
    return 0 if proper and 0 <= answer["bid"] <= most and 0 <= answer["price"] <= HIGHEST_BID else 1


@kc.kernel
def deal(knobs, chance, workspace, ground, state, events):
    """Each zone lies in a strip of its own; a third is known to nobody, a third to each company."""
    state.head[0]["money"][:] = knobs[0]["money"]
    state.head[0]["zones_count"] = knobs[0]["zones"]
    strip = knobs[0]["size"] ** 2 // knobs[0]["zones"]
    for number in range(knobs[0]["zones"]):
        state.zones[number]["cell"] = number * strip + kc.below(chance, 2 * number, strip)
        state.zones[number]["virus"] = 1 + kc.below(chance, 2 * number + 1, knobs[0]["viruses"])
        state.zones[number]["known"] = number % 3


@kc.kernel
def to_act(ground, knobs, state, acts):
    acts[state.head[0]["turn"] % 2] = 1
    return kc.ALL


@kc.kernel
def step(ground, knobs, state, actions, chance, workspace, events):
    """A part that falls leaves the other standing; an answer that makes no sense at all is a foul."""
    head = state.head[0]
    seat = head["turn"] % 2
    answer = actions.head[seat]
    if answer["refusal"] != 0:
        head["fouls"][seat] += 1
        kc.tell(events, FOUL, kc.EVERYBODY, seat)
    for part in range(0 if answer["refusal"] != 0 else 2):
        asked = answer["bid"] if part else answer["plant"]
        reason = enter_bid(knobs, state, seat, answer) if part else build_plant(state, seat, answer, events)
        if asked != 0 and reason != 0:
            kc.tell(events, REFUSED, kc.only(seat), seat, part, -1, -1, reason)
    for place in range(head["zones_count"]):
        zone = state.zones[place]
        if zone["left"] == 1:  # its auction closes, and its leader learns its virus
            zone["known"] |= zone["company"]
            kc.tell(events, BOUGHT, kc.EVERYBODY, zone["company"] - 1, -1, zone["cell"], -1, zone["price"])
        zone["left"] = max(0, zone["left"] - 1)
    head["turn"] += 1


@kc.kernel
def find_zone(state, cell):
    """The place of the zone on a cell, or -1."""
    for place in range(state.head[0]["zones_count"]):
        if state.zones[place]["cell"] == cell:
            return place
    return -1


@kc.kernel
def build_plant(state, seat, answer, events):
    """A plant in a company's own zone cures it, if it is against its virus."""
    place = find_zone(state, answer["plant"] - 1)
    zone = state.zones[max(place, 0)]
    if place < 0 or zone["company"] != seat + 1 or zone["left"] != 0:
        return NOT_YOURS
    kc.tell(events, PLANTED, kc.EVERYBODY, seat, -1, zone["cell"], -1, answer["virus"], kc.only(seat))
    if answer["virus"] == zone["virus"] and zone["known"] != CURED:
        zone["known"] = CURED
        state.head[0]["money"][seat] += PROFIT
    return 0


@kc.kernel
def enter_bid(knobs, state, seat, answer):
    """Whoever bids more pays and leads, and whoever led has its money back."""
    money = state.head[0]["money"]
    place = find_zone(state, answer["bid"] - 1)
    zone = state.zones[max(place, 0)]
    if place < 0 or (zone["company"] != 0 and zone["left"] == 0):
        return NOT_FOR_SALE
    if not max(LOWEST_BID, zone["price"] + 1) <= answer["price"] <= money[seat]:
        return PRICE
    if zone["company"] != 0:
        money[zone["company"] - 1] += zone["price"]
    money[seat] -= answer["price"]
    zone["company"] = 1 + seat
    zone["price"] = answer["price"]
    zone["left"] = knobs[0]["auction_turns"] + 1  # this turn doesn't count
    return 0


@kc.kernel
def outcome(knobs, state, out):
    """Whoever has more money wins, but too many fouls lose."""
    head = state.head[0]
    fouled = max(head["fouls"][0], head["fouls"][1]) >= MOST_FOULS
    lead = head["fouls"][1] - head["fouls"][0] if fouled else head["money"][0] - head["money"][1]
    kc.copy_flat(out.points, head["money"])
    out.head[0]["winner"] = kc.NO_SIDE if lead == 0 else int(lead < 0)
    out.head[0]["reason"] = 0 if fouled else 1
    return 1 if fouled or head["turn"] >= knobs[0]["turns"] else 0


@kc.kernel
def look(ground, knobs, state, seat, acts, views):
    """A company sees its own money, the zones that it knows or somebody bid for, and the viruses it knows."""
    view = views.head[seat]
    view["turn"] = state.head[0]["turn"]
    for company in range(2):
        view["fouls"][company] = state.head[0]["fouls"][company]
        view["money"][company] = state.head[0]["money"][company] if company == seat else 0
    for place in range(state.head[0]["zones_count"]):
        knows = state.zones[place]["known"] >> seat & 1
        if knows != 0 or state.zones[place]["company"] != 0:
            views.zones[seat, view["zones_count"]] = state.zones[place]
            views.zones[seat, view["zones_count"]]["virus"] *= knows
            view["zones_count"] += 1


def guess(game: Any, position: Any, seat: int, draw: Any) -> None:
    """Deal anew the zones that the seat doesn't see, the viruses that it doesn't know, its rivals' money."""
    head, config = position.state.head[0], game.config
    for rival in {0, 1} - {seat}:
        head["money"][rival] = draw(1 + 2 * config.money)
    strip = config.size**2 // config.zones
    for number, zone in enumerate(position.state.zones[: head["zones_count"]]):
        if not zone["known"] >> seat & 1:
            zone["virus"] = 1 + draw(config.viruses)
            zone["cell"] = zone["cell"] if zone["company"] else number * strip + draw(strip)


def check(game: Any, position: Any) -> None:
    """What the rules rely on: each zone on a cell, and a company's or nobody's."""
    for zone in position.state.zones:
        kc.expect("cell", zone["cell"], 0, game.config.size**2 - 1)
        kc.expect("company", zone["company"], 0, 2)


@kc.kernel
def idle(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """It passes."""


@kc.kernel
def greedy(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """It builds in its zones, and bids for the cheapest of the others."""
    for row in range(acts.shape[0]):
        me = views.head[row]["turn"] % 2
        least = views.head[row]["money"][me] + 1
        for place in range(views.head[row]["zones_count"] if acts[row] != 0 else 0):
            zone = views.zones[row, place]
            price = min(HIGHEST_BID, max(LOWEST_BID, zone["price"] + 1) + kc.below(keys[row], place, 5))
            kc.weigh(why, row, zone["cell"], 0, -price)
            if zone["company"] == me + 1 and zone["left"] == 0 and zone["known"] != CURED:
                actions.head[row]["plant"] = zone["cell"] + 1
                actions.head[row]["virus"] = zone["virus"]
            elif price < least and (zone["company"] == 0 or (zone["company"] != me + 1 and zone["left"] > 0)):
                least = price
                actions.head[row]["bid"] = zone["cell"] + 1
                actions.head[row]["price"] = price


RULES = kc.Rules(
    name="skeleton-land", version=1, title="Two companies bid for zones of land, and cure their viruses.",
    config=Land, sides=lambda config: {company: [company] for company in COMPANIES}, fault_policy="foul",
    layout=layout, deal=deal, to_act=to_act, judge=judge, legal=legal, step=step, outcome=outcome, look=look,
    guess=guess, check=check, notation=LandNotation, events=(Foul, Refused, Plant, Bought), reasons=REASONS,
    players=(kc.Player("greedy", greedy, (), ("price",)), kc.Player("idle", idle)),
    refusals=("no-such-answer",), names={
        "part": PARTS, "reason": ("", "not-yours", "not-for-sale", "price"),
        "company": ("nobody", *COMPANIES), "virus": ("unknown", "red", "green", "blue", "gold"),
    },
)  # fmt: skip
