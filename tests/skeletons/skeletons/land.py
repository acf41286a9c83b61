"""Land, in the shape of Epidemic: turns, answers that stand in part, an auction, hidden zones, fouls."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

import kittycorner.author as kc
from kittycorner.grid.steps import chebyshev

MOST_PRICE = 99
ABSENT, THERE, MALFORMED = range(3)  # what an answer says of each of its parts
PLANT, BID, SCOUT = range(3)
PARTS = {  # in the order in which they are settled; a message's names of their fields, and the answer's
    "plant": {"cell": "plant_cell", "virus": "virus"},
    "bid": {"cell": "bid_cell", "price": "price"},
    "scout": {"cell": "scout_cell"},
}
CELLS = {"cell", "plant_cell", "bid_cell", "scout_cell"}
FORM, NOT_YOURS, MONEY, OWNED, LOW, NONE_LEFT = range(1, 7)  # why a part falls
REASONS = ("none", "form", "not-yours", "money", "owned", "low", "none-left")
FOUL, REFUSED, PLANTED, CURED, BIDDEN, BOUGHT, SCOUTED = range(7)  # the events
FOULS, ZONES, TURNS = range(3)
PRICE = 0  # the one term that greedy weighs


def record(*names: str, **arrays: Any) -> np.dtype[Any]:
    return np.dtype([(name, np.int64) for name in names] + [(name, *kind) for name, kind in arrays.items()])


COMPANY = record("money", "score", "scouts", "fouls")
ZONE = record("cell", "virus", "owner", "known")
PLOT = record("cell", "company", "plants", "virus")
AUCTION = record("cell", "company", "price", "age")
COUNTS = ("turn", "zones_count", "plots_count", "auctions_count")
HEAD = record(*COUNTS, companies=(COMPANY, 2))
SIGHT = record(*COUNTS, "me", "money", "scouts", scores=(np.int64, 2), fouls=(np.int64, 2))
ANSWER = record("refusal", *PARTS, *(field for part in PARTS.values() for field in part.values()))


class Lists(NamedTuple):  # of a state, and of what a seat sees of it
    head: np.ndarray
    zones: np.ndarray
    plots: np.ndarray
    auctions: np.ndarray


class Land(kc.Config):
    size: int = kc.knob(6, 4, 12, unit="cells", why="the edge of the map")
    zones: int = kc.knob(9, 3, 16, unit="zones", why="a third is known to each company, a third to nobody")
    viruses: int = kc.knob(2, 1, 4, unit="viruses", why="each zone has one of so many")
    money: int = kc.knob(60, 0, 1000, unit="money", why="what a company begins with")
    land_price: int = kc.knob(10, 1, 50, unit="money", why="the lowest bid")
    plant_cost: int = kc.knob(5, 0, 1000, unit="money", why="what a plant costs")
    profit: int = kc.knob(20, 1, 1000, unit="money = points", why="what a zone pays to whoever cures it")
    scouts: int = kc.knob(3, 0, 99, unit="calls", why="how often a company may ask")
    auction_turns: int = kc.knob(2, 1, 9, unit="turns", why="when a bid that nobody raises is final")
    turns: int = kc.knob(40, 2, 1000, unit="turns", why="the clock, of both companies together")
    max_fouls: int = kc.knob(3, 1, 9, unit="fouls", why="how many lose the match")


class Foul(kc.Event):  # an answer made no sense
    code, known_to = FOUL, "everybody"
    company: kc.Seat
    fouls: kc.Value


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


class Cured(kc.Event):  # a company has a zone
    code, known_to = CURED, "everybody"
    company: kc.Seat
    at: kc.At


class Bid(kc.Event):  # a company leads an auction
    code, known_to = BIDDEN, "everybody"
    company: kc.Seat
    at: kc.At
    price: kc.Value


class Bought(Bid):  # an auction closed
    code = BOUGHT


class Scouted(kc.Event):  # a company was told of the nearest zone it didn't know, if there was one
    code, known_to = SCOUTED, ("company",)
    company: kc.Seat
    at: kc.At
    zone: kc.To


def layout(config: Any) -> kc.Layout:
    """The arrays of land, as long as the config says."""
    cells = config.size**2
    lists = kc.array(ZONE, config.zones), kc.array(PLOT, cells), kc.array(AUCTION, cells)
    state, view = Lists(kc.array(HEAD, 1), *lists), Lists(kc.array(SIGHT), *lists)
    return kc.Layout(
        state=state, view=view, action=kc.Head(kc.array(ANSWER)), events=config.zones + cells + 4
    )


class LandSchema(kc.Schema):
    """A cell is its column and row; an answer is an object of its parts, `null` what makes no sense."""

    def value(self, name: str, number: int) -> Any:
        return list(self.game.cell_at(number)) if name in CELLS else super().value(name, number)

    def read_value(self, name: str, value: Any) -> int:
        if name not in CELLS:
            return super().read_value(name, value)
        size = self.game.config.size
        x, y = (super(LandSchema, self).read_value("", place) for place in value)
        if x not in range(size) or y not in range(size):
            raise ValueError(value)
        return y * int(size) + x

    def value_schema(self, name: str, dtype: Any) -> dict[str, Any]:
        if name not in CELLS:
            return super().value_schema(name, dtype)
        return {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}

    def action_schema(self) -> dict[str, Any]:
        parts = {}
        for part, fields in PARTS.items():
            said = {key: self.value_schema(field, np.int64) for key, field in fields.items()}
            parts[part] = {"anyOf": [{"type": "null"}, {"type": "object", "properties": said}]}
        return {"type": "object", "properties": parts, "additionalProperties": False}

    def action(self, action: kc.Action) -> Any:
        self.game.write_action(self.game.action_row, 0, action)
        return self.message(self.game.action_row.head[0])

    def message(self, answer: Any) -> Any:
        said = {part: self.part(answer, part) for part in PARTS if answer[part] != ABSENT}
        return None if answer["refusal"] == kc.UNREADABLE else said

    def part(self, answer: Any, part: str) -> Any:
        shown = {key: self.value(field, int(answer[field])) for key, field in PARTS[part].items()}
        return shown if answer[part] == THERE else None

    def read_action(self, seat: int, said: Any) -> kc.Action:
        if not isinstance(said, Mapping) or not said.keys() <= PARTS.keys():
            raise ValueError(said)
        fields: dict[str, int] = {}
        for part, value in said.items():
            try:
                fields |= self.read_part(part, value)
            except (ValueError, TypeError, KeyError):
                fields |= {part: MALFORMED}
        return self.game.action_from_fields(fields)

    def read_part(self, part: str, value: Mapping[str, Any]) -> dict[str, int]:
        fields = {field: self.read_value(field, value[key]) for key, field in PARTS[part].items()}
        numbers = ranges(self.game.knobs, part)
        if len(value) != len(fields) or any(fields[field] not in numbers[field] for field in fields):
            raise ValueError(value)
        return {part: THERE, **fields}


class LandNotation(kc.Notation):
    """An answer is `plant 1,2 red; bid 3,4 20; scout 5,5` or part of it; `bid ?` is one without sense."""

    def draw_action(self, actions: Any, row: int) -> str:
        said = self.game.schema.message(actions.head[row])
        if said is None:
            return "unreadable"
        return "; ".join(f"{part} {draw_part(value)}" for part, value in said.items()) or "pass"

    def read_action(self, seat: int, text: str) -> kc.Action:
        if text == "unreadable":
            return self.game.unreadable
        if text.startswith("{"):
            return super().read_action(seat, text)
        said: dict[str, Any] = {}
        for part in text.split(";") if text != "pass" else ():
            name, *words = part.split()
            if name in said:
                raise ValueError(text)
            values = None if words == ["?"] else zip(PARTS[name], map(read_word, words), strict=True)
            said[name] = values and dict(values)
        return self.game.schema.read_action(seat, said)


def draw_part(value: Any) -> str:
    if value is None:
        return "?"
    return " ".join(
        ",".join(map(str, said)) if isinstance(said, list) else str(said) for said in value.values()
    )


def read_word(word: str) -> Any:
    if "," in word:
        return [int(place) for place in word.split(",")]
    return int(word) if word.isdigit() else word


def ranges(knobs: Any, part: str) -> dict[str, kc.Between]:
    """The numbers that the fields of a part take."""
    cells, viruses = int(knobs[0]["size"] ** 2), int(knobs[0]["viruses"])
    limits = {"cell": (0, cells - 1), "virus": (1, viruses), "price": (0, MOST_PRICE)}
    return {field: kc.Between(*limits[key]) for key, field in PARTS[part].items()}


def legal(ground, knobs, state, seat):
    """Each part may be absent, there or malformed: whether it stands is told when it is settled."""
    products = []
    for answer in itertools.product((ABSENT, THERE, MALFORMED), repeat=len(PARTS)):
        product: dict[str, Any] = {part: kc.OneOf(says) for part, says in zip(PARTS, answer)}
        for part in PARTS:
            if THERE in product[part]:
                product |= ranges(knobs, part)
        products.append(product)
    return kc.Choices(*products)


@kc.kernel
def judge(ground, knobs, state, seat, actions):
    answer = actions.head[seat]
    cells = knobs[0]["size"] ** 2
    proper = (
        is_part(answer["plant"], answer["plant_cell"], cells, answer["virus"], 1, knobs[0]["viruses"])
        and is_part(answer["bid"], answer["bid_cell"], cells, answer["price"], 0, MOST_PRICE)
        and is_part(answer["scout"], answer["scout_cell"], cells, 0, 0, 0)
    )
    return 0 if proper else 1


@kc.kernel
def is_part(says, cell, cells, number, low, high):
    """A part is there with its fields, or has none."""
    if says == THERE:
        return 0 <= cell < cells and low <= number <= high
    return 0 <= says <= MALFORMED and cell == 0 and number == 0


@kc.kernel
def deal(knobs, chance, workspace, ground, state, events):
    """A third of the zones is known to nobody, a third to each company."""
    head = state.head[0]
    for seat in range(2):
        head["companies"][seat]["money"] = knobs[0]["money"]
        head["companies"][seat]["scouts"] = knobs[0]["scouts"]
    draw = 0
    while head["zones_count"] < knobs[0]["zones"]:
        cell = kc.below(chance, draw, knobs[0]["size"] ** 2)
        if find(state.zones, head["zones_count"], cell) < 0:
            zone = state.zones[head["zones_count"]]
            zone["cell"] = cell
            zone["virus"] = 1 + kc.below(chance, draw + 1, knobs[0]["viruses"])
            zone["known"] = head["zones_count"] % 3
            head["zones_count"] += 1
        draw += 2


@kc.kernel
def find(rows, count, cell):
    """The place of a cell in a list, or -1."""
    for place in range(count):
        if rows[place]["cell"] == cell:
            return place
    return -1


@kc.kernel
def to_act(ground, knobs, state, acts):
    acts[state.head[0]["turn"] % 2] = 1
    return kc.ALL


@kc.kernel
def step(ground, knobs, state, actions, chance, workspace, events):
    """Each part is tested when its moment comes; one that falls leaves the others standing."""
    head = state.head[0]
    seat = head["turn"] % 2
    answer = actions.head[seat]
    if answer["refusal"] != 0:
        head["companies"][seat]["fouls"] += 1
        kc.tell(events, FOUL, kc.EVERYBODY, seat, -1, -1, -1, head["companies"][seat]["fouls"])
    else:
        tell_refused(events, seat, PLANT, build_plant(knobs, state, seat, answer, events))
        tell_refused(events, seat, BID, enter_bid(knobs, state, seat, answer, events))
        tell_refused(events, seat, SCOUT, send_scout(knobs, state, seat, answer, events))
    close_auctions(knobs, state, events)
    head["turn"] += 1


@kc.kernel
def tell_refused(events, seat, part, reason):
    if reason != 0:
        kc.tell(events, REFUSED, kc.only(seat), seat, part, -1, -1, reason)


@kc.kernel
def build_plant(knobs, state, seat, answer, events):
    if answer["plant"] != THERE:
        return FORM if answer["plant"] == MALFORMED else 0
    company = state.head[0]["companies"][seat]
    place = find(state.plots, state.head[0]["plots_count"], answer["plant_cell"])
    if place < 0 or state.plots[place]["company"] != seat:
        return NOT_YOURS
    if company["money"] < knobs[0]["plant_cost"]:
        return MONEY
    company["money"] -= knobs[0]["plant_cost"]
    state.plots[place]["plants"] = 1
    state.plots[place]["virus"] = answer["virus"]
    kc.tell(events, PLANTED, kc.EVERYBODY, seat, -1, answer["plant_cell"], -1, answer["virus"], kc.only(seat))
    for number in range(state.head[0]["zones_count"]):
        cure(knobs, state, seat, state.plots[place], state.zones[number], events)
    return 0


@kc.kernel
def cure(knobs, state, seat, plot, zone, events):
    """A plant cures its virus in what it reaches, its owner knows, and nobody has cured."""
    if plot["company"] == seat and plot["virus"] == zone["virus"] and zone["owner"] == 0:
        size = knobs[0]["size"]
        steps = chebyshev(
            plot["cell"] % size, plot["cell"] // size, zone["cell"] % size, zone["cell"] // size
        )
        if steps <= 1 and (zone["known"] >> seat) & 1:
            zone["owner"] = 1 + seat
            zone["known"] = 3
            state.head[0]["companies"][seat]["money"] += knobs[0]["profit"]
            state.head[0]["companies"][seat]["score"] += knobs[0]["profit"]
            kc.tell(events, CURED, kc.EVERYBODY, seat, -1, zone["cell"])


@kc.kernel
def enter_bid(knobs, state, seat, answer, events):
    """Nobody asks for the money before the auction closes."""
    if answer["bid"] != THERE:
        return FORM if answer["bid"] == MALFORMED else 0
    head = state.head[0]
    place = find(state.auctions, head["auctions_count"], answer["bid_cell"])
    if find(state.plots, head["plots_count"], answer["bid_cell"]) >= 0:
        return OWNED
    if answer["price"] < knobs[0]["land_price"] or (
        place >= 0 and answer["price"] <= state.auctions[place]["price"]
    ):
        return LOW
    if place < 0:
        place = head["auctions_count"]
        head["auctions_count"] += 1
    auction = state.auctions[place]
    auction["cell"] = answer["bid_cell"]
    auction["company"] = seat
    auction["price"] = answer["price"]
    auction["age"] = -1  # it ages with the others, but this turn doesn't count
    kc.tell(events, BIDDEN, kc.EVERYBODY, seat, -1, answer["bid_cell"], -1, answer["price"])
    return 0


@kc.kernel
def send_scout(knobs, state, seat, answer, events):
    """The scout names the nearest zone that its company doesn't know; the first of those equally near."""
    head = state.head[0]
    if answer["scout"] != THERE:
        return FORM if answer["scout"] == MALFORMED else 0
    if head["companies"][seat]["scouts"] == 0:
        return NONE_LEFT
    head["companies"][seat]["scouts"] -= 1
    size = knobs[0]["size"]
    at = answer["scout_cell"]
    found = -1
    nearest = 4 * size
    for place in range(head["zones_count"]):
        cell = state.zones[place]["cell"]
        distance = abs(cell % size - at % size) + abs(cell // size - at // size)
        if (state.zones[place]["known"] >> seat) & 1 == 0 and distance < nearest:
            nearest = distance
            found = place
    kc.tell(events, SCOUTED, kc.only(seat), seat, -1, at, state.zones[found]["cell"] if found >= 0 else -1)
    if found >= 0:
        state.zones[found]["known"] |= 1 << seat
        for place in range(head["plots_count"]):
            cure(knobs, state, seat, state.plots[place], state.zones[found], events)
    return 0


@kc.kernel
def close_auctions(knobs, state, events):
    """Every auction ages; old ones close, and the leader that has the money owns the plot."""
    head = state.head[0]
    kept = 0
    for place in range(head["auctions_count"]):
        auction = state.auctions[place]
        auction["age"] += 1
        leader = head["companies"][auction["company"]]
        if auction["age"] < knobs[0]["auction_turns"]:
            state.auctions[kept] = auction
            kept += 1
        elif leader["money"] >= auction["price"]:
            leader["money"] -= auction["price"]
            state.plots[head["plots_count"]]["cell"] = auction["cell"]
            state.plots[head["plots_count"]]["company"] = auction["company"]
            head["plots_count"] += 1
            kc.tell(
                events, BOUGHT, kc.EVERYBODY, auction["company"], -1, auction["cell"], -1, auction["price"]
            )
    state.auctions[kept : head["auctions_count"]].view(np.int64)[:] = 0
    head["auctions_count"] = kept


@kc.kernel
def outcome(knobs, state, out):
    head = state.head[0]
    out.points[0] = head["companies"][0]["score"]
    out.points[1] = head["companies"][1]["score"]
    out.head[0]["winner"] = -1
    if out.points[0] != out.points[1]:
        out.head[0]["winner"] = 0 if out.points[0] > out.points[1] else 1
    for seat in range(2):
        if head["companies"][seat]["fouls"] >= knobs[0]["max_fouls"]:
            out.head[0]["winner"] = 1 - seat
            out.head[0]["reason"] = FOULS
            return 1
    cured = 0
    for place in range(head["zones_count"]):
        if state.zones[place]["owner"] != 0:
            cured += 1
    out.head[0]["reason"] = ZONES if cured == head["zones_count"] else TURNS
    return 1 if cured == head["zones_count"] or head["turn"] >= knobs[0]["turns"] else 0


@kc.kernel
def look(ground, knobs, state, seat, acts, views):
    """A company sees the zones it knows, the spectator those that are cured; neither sees a rival's virus."""
    head = state.head[0]
    view = views.head[seat]
    view["me"] = seat
    view["turn"] = head["turn"]
    for company in range(2):
        view["scores"][company] = head["companies"][company]["score"]
        view["fouls"][company] = head["companies"][company]["fouls"]
    if seat < 2:
        view["money"] = head["companies"][seat]["money"]
        view["scouts"] = head["companies"][seat]["scouts"]
    for place in range(head["zones_count"]):
        if state.zones[place]["owner"] != 0 or (state.zones[place]["known"] >> seat) & 1:
            views.zones[seat, view["zones_count"]] = state.zones[place]
            views.zones[seat, view["zones_count"]]["known"] = 0
            view["zones_count"] += 1
    view["plots_count"] = head["plots_count"]
    for place in range(head["plots_count"]):
        views.plots[seat, place] = state.plots[place]
        if state.plots[place]["company"] != seat:
            views.plots[seat, place]["virus"] = 0
    view["auctions_count"] = head["auctions_count"]
    for place in range(head["auctions_count"]):
        views.auctions[seat, place] = state.auctions[place]


def guess(game: Any, position: Any, seat: int, draw: Any) -> None:
    """Deal anew the zones the seat doesn't know, who else knows which, and what others keep to themselves."""
    state, config = position.state, game.config
    for rival in {0, 1} - {seat}:
        company = state.head[0]["companies"][rival]
        company["money"], company["scouts"] = draw(1 + 2 * config.money), draw(1 + config.scouts)
    for plot in state.plots:
        if plot["company"] != seat and plot["plants"]:
            plot["virus"] = 1 + draw(config.viruses)
    zones = state.zones[: state.head[0]["zones_count"]]
    for zone in zones:
        settled = zone["owner"] != 0 or zone["known"] >> seat & 1
        if zone["owner"] == 0:
            zone["known"] = zone["known"] & 1 << seat | draw(4) & ~(1 << seat)
        while not settled:
            zone["cell"], zone["virus"] = draw(config.size**2), 1 + draw(config.viruses)
            settled = np.count_nonzero(zones["cell"] == zone["cell"]) == 1


def check(game: Any, position: Any) -> None:
    """Every plot and every auction on a cell of its own, each a company's."""
    state = position.state
    plots, auctions = (
        state.plots[: state.head[0]["plots_count"]],
        state.auctions[: state.head[0]["auctions_count"]],
    )
    for row in (*plots, *auctions):
        kc.expect("cell", row["cell"], 0, game.config.size**2 - 1)
        kc.expect("company", row["company"], 0, 1)
    cells = [int(row["cell"]) for row in (*plots, *auctions)]
    kc.expect("cells_taken_twice", len(cells) - len(set(cells)), 0, 0)


@kc.kernel
def idle(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """It passes."""


@kc.kernel
def trade(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """It draws one of the zones that it knows, bids for it and builds there."""
    for row in range(acts.shape[0]):
        if acts[row] != 0 and views.head[row]["zones_count"] > 0:
            zone = views.zones[row, kc.below(keys[row], 0, views.head[row]["zones_count"])]
            price = min(MOST_PRICE, knobs[0]["land_price"] + kc.below(keys[row], 1, 10))
            ask_for(actions.head[row], zone["cell"], price, zone["virus"])
            if kc.below(keys[row], 2, 4) == 0:
                actions.head[row]["scout"] = THERE
                actions.head[row]["scout_cell"] = zone["cell"]


@kc.kernel
def ask_for(answer, cell, price, virus):
    answer["plant"] = THERE
    answer["plant_cell"] = cell
    answer["virus"] = virus
    answer["bid"] = THERE
    answer["bid_cell"] = cell
    answer["price"] = price


@kc.kernel
def greedy(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """It takes the cheapest of the zones that it knows: builds there if it can, else bids for it."""
    for row in range(acts.shape[0]):
        if acts[row] == 0:
            continue
        view = views.head[row]
        cheapest = view["money"] + 1
        for place in range(view["zones_count"]):
            zone = views.zones[row, place]
            if zone["owner"] == 0:
                price = price_of(knobs, views, row, zone["cell"])
                kc.weigh(why, row, zone["cell"], PRICE, -price)
                if price < cheapest:
                    cheapest = price
                    ask_for(actions.head[row], zone["cell"], price, zone["virus"])
        if view["scouts"] > 0:
            actions.head[row]["scout"] = THERE


@kc.kernel
def price_of(knobs, views, row, cell):
    """What a cell still costs: nothing when the company owns it, more than it has when it leads already."""
    view = views.head[row]
    plot = find(views.plots[row], view["plots_count"], cell)
    auction = find(views.auctions[row], view["auctions_count"], cell)
    if plot >= 0:
        free = views.plots[row, plot]["company"] == view["me"] and views.plots[row, plot]["plants"] == 0
        return 0 if free else view["money"] + 1
    if auction < 0:
        return knobs[0]["land_price"]
    if views.auctions[row, auction]["company"] == view["me"]:
        return view["money"] + 1
    return min(MOST_PRICE, views.auctions[row, auction]["price"] + 1)


RULES = kc.Rules(
    name="skeleton-land", version=1, title="Two companies bid for land, and cure what lies near it.",
    config=Land, sides=lambda config: {"company-0": ["company-0"], "company-1": ["company-1"]}, layout=layout,
    deal=deal, to_act=to_act, judge=judge, legal=legal, step=step, outcome=outcome, look=look,
    guess=guess, check=check, events=(Foul, Refused, Plant, Cured, Bid, Bought, Scouted), fault_policy="foul",
    refusals=("no-such-answer",), reasons=("fouls", "zones", "turns"),
    notation=LandNotation, schema=LandSchema,
    players=(
        kc.Player("greedy", greedy, (), ("price",)), kc.Player("trader", trade), kc.Player("idle", idle),
    ),
    names={
        "owner": ("nobody", "company-0", "company-1"), "known": ("nobody", "company-0", "company-1", "both"),
        "company": ("company-0", "company-1"), "virus": ("none", "red", "green", "blue", "gold"),
        "part": tuple(PARTS), "reason": REASONS,
    },
)  # fmt: skip
