"""skeleton-land, in the shape of Epidemic: turns, answers that stand in part, an auction, secrets, fouls."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import kittycorner as kc
from kittycorner.core.errors import PositionError, RuleError
from skeletons.land import Bid, Bought, Cured, Foul, Plant, Refused, Scouted

GAME = kc.load("skeleton-land")
LONG = kc.load("skeleton-land", size=9, zones=16, viruses=4, auction_turns=3, turns=60)

# Zones: 0,0 red known to company 0; 2,0 red and 3,3 green known to nobody; 5,5 green known to company 1.
START = """skeleton-land/1 step {turn}
set zones 4
state turn {turn}
state zones_count 4
state companies 0 money {money} scouts 1
state companies 1 money {money} scouts 1
state zones 0 cell 0 virus red known company-0
state zones 1 cell 2 virus red
state zones 2 cell 21 virus green
state zones 3 cell 35 virus green known company-1
"""


def stand(*lines: str, turn: int = 0, money: int = 60, **given: Any) -> Any:
    """A match from a small position with more lines of its own."""
    text = START.format(turn=turn, money=money) + "\n".join(f"state {line}" for line in lines) + "\n"
    return GAME.match(position=text, **given)


def owning(*plots: str, **given: Any) -> Any:
    """A match in which the plots are sold: `cell 1 company company-0` …"""
    counted = [f"plots_count {len(plots)}"]
    return stand(*counted, *(f"plots {place} {plot}" for place, plot in enumerate(plots)), **given)


def told(match: Any, seat: str) -> list[dict[str, Any]]:
    """The events of the last step, as the seat was told them."""
    return list(match.history(seat)[-1]["events"])


def test_turns_alternate() -> None:
    """Company 0 begins, and one company answers at a time."""
    match = GAME.match(seed=1)
    assert match.to_act == ["company-0"]
    match.act({"company-0": "pass"})
    assert match.to_act == ["company-1"]
    with pytest.raises(RuleError) as refused:
        match.act({"company-0": "pass"})
    assert refused.value.code == "not-your-turn"
    match.act({"company-1": {}})
    assert match.to_act == ["company-0"]


def test_a_refusal_leaves_the_other_parts_standing() -> None:
    """Each part stands or falls by itself; what fell, and why, is told to its company alone."""
    match = stand()
    match.act({"company-0": "plant 0,0 red; bid 0,0 10; scout 1,0"})
    assert told(match, "company-0") == [
        {"type": "refused", "company": "company-0", "part": "plant", "reason": "not-yours"},
        {"type": "bid", "company": "company-0", "at": [0, 0], "price": 10},
        {"type": "scouted", "company": "company-0", "at": [1, 0], "zone": [2, 0]},
    ]
    for seat in ("company-1", "spectator"):
        assert told(match, seat) == [{"type": "bid", "company": "company-0", "at": [0, 0], "price": 10}]
    assert match.outcome is None
    assert match.view("company-0").fouls == [0, 0]


def test_a_malformed_part_hurts_itself_alone() -> None:
    """What makes no sense inside a part is that part's refusal, and no foul."""
    for bid in (
        None, [], 7, "x", {}, {"cell": [0, 0]}, {"cell": [0, 6], "price": 10}, {"cell": [-1, 0], "price": 10},
        {"cell": [0, 0], "price": 1.0}, {"cell": [0, True], "price": 10}, {"cell": [0, 0, 0], "price": 10},
        {"cell": [0, 0], "price": 10, "more": 1}, {"cell": [0, 0], "price": 100}, {"cell": 7, "price": 10},
    ):  # fmt: skip
        match = stand()
        match.act({"company-0": {"bid": bid, "scout": {"cell": [1, 0]}}})
        assert match.events == [
            Refused(company="company-0", part="bid", reason="form"),
            Scouted(company="company-0", at=(1, 0), zone=(2, 0)),
        ]
        assert match.history("company-0")[0]["action"].text == "bid ?; scout 1,0"


@pytest.mark.parametrize(
    ("match", "answer", "reason"),
    [
        (owning("cell 1 company company-1 plants 0"), "plant 1,0 red", "not-yours"),
        (owning("cell 1", money=4), "plant 1,0 red", "money"),
        (owning("cell 1"), "bid 1,0 50", "owned"),
        (stand(), "bid 1,0 9", "low"),
        (stand("auctions_count 1", "auctions 0 cell 1 company company-1 price 20"), "bid 1,0 20", "low"),
        (stand("companies 0 money 60"), "scout 0,0", "form"),
    ],
)
def test_what_is_refused(match: Any, answer: str, reason: str) -> None:
    """A part that the state doesn't allow costs nothing and changes nothing."""
    if reason == "form":
        match.state.head[0]["companies"][0]["scouts"] = 0
        reason = "none-left"
    before = match.view("company-0")
    match.act({"company-0": answer})
    assert [event for event in match.events if isinstance(event, Refused)] == match.events
    assert match.events[0].reason == reason
    after = match.view("company-0")
    for name in ("money", "scouts", "zones", "plots", "scores", "fouls"):
        assert after[name] == before[name]


def test_an_auction_ages_and_closes() -> None:
    """A bid that nobody raises for two turns is final; its own turn doesn't count; then the plot is paid."""
    match = stand()
    match.act({"company-0": "bid 1,1 12"})
    assert match.view("spectator").auctions == [
        {"cell": [1, 1], "company": "company-0", "price": 12, "age": 0}
    ]
    match.act({"company-1": "pass"})
    assert match.view("spectator").auctions[0]["age"] == 1
    match.act({"company-0": "plant 1,1 red"})
    assert Bought(company="company-0", at=(1, 1), price=12) in match.events
    assert told(match, "company-0")[0]["reason"] == "not-yours"
    assert match.view("spectator").auctions == []
    assert match.view("company-0").money == 48
    assert [plot["cell"] for plot in match.view("company-1").plots] == [[1, 1]]
    assert not match.state.auctions["cell"].any()


def test_a_bid_is_raised() -> None:
    """Whoever bids more leads, and the auction is young again; the others keep their order."""
    match = stand()
    match.act({"company-0": "bid 1,1 12"})
    match.act({"company-1": "bid 1,1 13"})
    match.act({"company-0": "bid 4,4 10"})
    assert [
        (auction["cell"], auction["company"], auction["age"]) for auction in match.view("company-0").auctions
    ] == [([1, 1], "company-1", 1), ([4, 4], "company-0", 0)]
    match.act({"company-1": "pass"})
    assert [event for event in match.events if isinstance(event, Bought)] == [
        Bought(company="company-1", at=(1, 1), price=13)
    ]
    assert [auction["cell"] for auction in match.view("company-0").auctions] == [[4, 4]]


def test_nobody_buys_without_the_money() -> None:
    """An auction whose leader can't pay is gone, and nothing is sold."""
    match = stand(money=11)
    for answer in ("bid 1,1 12", "pass", "pass"):
        match.act({match.to_act[0]: answer})
    assert match.events == [Bid(company="company-0", at=(1, 1), price=12)]
    assert match.view("company-0").auctions == match.view("company-0").plots == []
    assert match.view("company-0").money == 11


def test_a_plant_cures_what_its_owner_knows() -> None:
    """A plant cures its virus in the zones it reaches that its owner knows; what a scout finds, too."""
    match = owning("cell 1")
    match.act({"company-0": "plant 1,0 red; scout 2,0"})
    assert match.events == [
        Plant(company="company-0", at=(1, 0), virus="red"),
        Cured(company="company-0", at=(0, 0)),
        Scouted(company="company-0", at=(2, 0), zone=(2, 0)),
        Cured(company="company-0", at=(2, 0)),
    ]
    assert match.points == {"company-0": 40, "company-1": 0}
    assert match.view("company-0").money == 60 - 5 + 40
    assert [zone["cell"] for zone in match.view("spectator").zones] == [[0, 0], [2, 0]]


def test_the_rival_learns_no_virus() -> None:
    """Rival and spectator learn of a plant who built it where; its virus is nobody's but the owner's."""
    match = owning("cell 1")
    match.act({"company-0": "plant 1,0 green"})
    plant = {"type": "plant", "company": "company-0", "at": [1, 0]}
    assert told(match, "company-0") == [{**plant, "virus": "green"}]
    for seat in ("company-1", "spectator"):
        assert told(match, seat) == [plant]
        assert "green" not in json.dumps(match.history(seat))
        assert match.view(seat).plots == [
            {"cell": [1, 0], "company": "company-0", "plants": 1, "virus": "unknown"}
        ]
    assert match.view("company-0").plots[0]["virus"] == "green"


def test_scouts_run_out() -> None:
    """A scout names the nearest zone its company doesn't know, or none; then the call is used."""
    match = stand()
    match.state.head[0]["companies"][0]["scouts"] = 4
    for answer in ("scout 5,0", "scout 5,0", "scout 0,0", "scout 0,0", "scout 0,0"):
        match.act({"company-0": answer})
        match.act({"company-1": "pass"})
    asked = [event for event in match.events if isinstance(event, Scouted)]
    assert [event.zone for event in asked] == [(2, 0), (3, 3), (5, 5), None]
    assert match.events[-1] == Refused(company="company-0", part="scout", reason="none-left")
    assert len(match.view("company-0").zones) == 4
    assert len(match.view("company-1").zones) == 1


def test_an_unreadable_answer_is_a_foul() -> None:
    """An answer that can't be read costs a foul, auctions age all the same, and the third foul loses."""
    match = stand("auctions_count 1", "auctions 0 cell 7 company company-1 price 10 age 1")
    match.act({"company-0": "what?"}, faults=True)
    assert match.events == [
        Foul(company="company-0", fouls=1),
        Bought(company="company-1", at=(1, 1), price=10),
    ]
    assert match.history("company-0")[0]["action"].text == "unreadable"
    match.act({"company-1": '{"plant": null}'}, faults=True)
    for said in ({"move": 1}, ["bid"]):
        assert match.outcome is None
        match.act({"company-0": said}, faults=True)
        if not match.over:
            match.act({"company-1": "pass"})
    assert match.outcome.winner == "company-1"
    assert match.outcome.reason == "fouls"
    assert match.view("spectator").fouls == [3, 0]
    end = match.digests()
    assert match.undo(match.number).redo(match.log.last).digests() == end


@pytest.mark.parametrize(
    "said", ["", "buy 1,1 10", "bid 1,1", "bid 1,1 10; bid 2,2 10", "{", '{"a": {}}', "bid 1 2 3"]
)
def test_an_unreadable_answer_is_refused(said: str) -> None:
    """Where nobody keeps count of fouls, such an answer is refused, and the state is as it was."""
    match = stand()
    before = match.digests()
    with pytest.raises(RuleError) as refused:
        match.act({"company-0": said})
    assert refused.value.parameters["reason"] == "unreadable"
    assert match.digests() == before
    assert match.number == 0


def test_house_policies() -> None:
    """A match may be played so that one refused answer loses it, or makes it void."""
    lost, void = stand(policy="loss"), stand(policy="void")
    for match in (lost, void):
        match.act({"company-0": "what?"}, faults=True)
    assert (lost.outcome.winner, lost.outcome.reason) == ("company-1", "fault")
    assert (void.outcome.winner, void.outcome.reason) == (None, "void")
    assert lost.view("spectator").fouls == [0, 0]


def test_the_end() -> None:
    """When every zone is cured or the clock has run down, the higher score wins."""
    text = START.format(turn=38, money=10).replace("known company-0", "owner company-0 known both")
    match = GAME.match(position=text.replace("scouts 1", "score 20 scouts 1", 1))
    match.act({"company-0": "pass"})
    assert match.outcome is None
    match.act({"company-1": "pass"})
    assert (match.outcome.winner, match.outcome.reason) == ("company-0", "turns")
    cured = GAME.match(position=text.replace("virus", "owner company-1 virus").replace("owner company-0", ""))
    assert (cured.outcome.winner, cured.outcome.reason) == (None, "zones")


def test_answers_as_text_and_as_messages() -> None:
    """An answer is the same action as text and as JSON, and reads back from either."""
    pairs = {
        "pass": {},
        "bid 3,4 20": {"bid": {"cell": [3, 4], "price": 20}},
        "bid 3,4 20; scout 1,1": {"bid": {"cell": [3, 4], "price": 20}, "scout": {"cell": [1, 1]}},
        "plant 0,0 green": {"plant": {"cell": [0, 0], "virus": "green"}},
        "plant ?; bid 0,0 0; scout ?": {"plant": None, "bid": {"cell": [0, 0], "price": 0}, "scout": None},
    }
    for text, message in pairs.items():
        action = GAME.read_action(0, text)
        assert GAME.read_action(0, message) == GAME.read_action(0, json.dumps(message)) == action
        assert (action.text, GAME.schema.action(action)) == (text, message)
    assert GAME.read_action(0, "unreadable") == GAME.unreadable
    assert GAME.unreadable.text == "unreadable"
    assert GAME.schema.action(GAME.unreadable) is None
    assert GAME.read_action(0, "scout 1,1; bid 3,4 20").text == "bid 3,4 20; scout 1,1"


def test_legal_answers() -> None:
    """Every answer that makes sense is legal, whatever becomes of its parts; each has a text of its own."""
    match = GAME.match(seed=2)
    legal = match.legal("company-0")
    cells, prices = 36, 100
    assert len(legal) == (2 + cells * 2) * (2 + cells * prices) * (2 + cells)
    assert [action.text for action in legal[:3]] == ["pass", "scout 0,0", "scout 1,0"]
    draw = random.Random(5).randrange
    for _ in range(200):
        action = legal.sample(draw)
        assert action in legal
        assert GAME.read_action(0, action.text) == action
        assert GAME.read_action(0, GAME.schema.action(action)) == action
        match.game.match(position=match.position).act({"company-0": action})
    for fields in (
        {"bid": 3},
        {"bid_cell": 4},
        {"bid": 1, "price": 100},
        {"plant": 1},
        {"scout": 2, "scout_cell": 1},
    ):
        action = GAME.action_from_fields(fields)
        assert action not in legal
        with pytest.raises(RuleError) as refused:
            match.act({"company-0": action})
        assert refused.value.parameters["reason"] == "no-such-answer"


def test_lists_are_as_long_as_the_config_says() -> None:
    """Arrays follow the knobs, counts say how much of them is used, and a view shows no more than that."""
    match = LONG.match(seed=1)
    assert match.state.zones.shape == (16,)
    assert match.state.plots.shape == (81,)
    counts = [len(match.view(seat).zones) for seat in ("company-0", "company-1", "spectator")]
    assert counts == [5, 5, 0]
    with pytest.raises(PositionError) as refused:
        LONG.match(position=str(match).replace("zones_count 16", "zones_count 17"))
    assert refused.value.code == "position-range"


@pytest.mark.parametrize("line", ["plots 0 cell 36", "plots 0 cell 3 company 2", "plots 1 cell 0"])
def test_an_impossible_position(line: str) -> None:
    """A position with a plot off the map, of nobody, or sold twice is refused."""
    with pytest.raises(PositionError) as refused:
        stand("plots_count 2", "plots 1 cell 5", line)
    assert refused.value.code == "position-range"


def test_what_a_seat_cannot_know() -> None:
    """Hidden zones, the rival's money, calls and viruses may be others: a seat sees and is told the same."""
    chance = random.Random(7).randrange
    for steps in (0, 3, 11):
        for seat, name in enumerate((*LONG.seat_names, "spectator")):
            match = LONG.match(seed=6).run(steps=steps)
            position = match.position
            LONG.rules.guess(LONG, position, seat, chance)
            other = LONG.match(position=position)
            assert other.digests() != match.digests()
            assert other.view(name) == LONG.match(position=match.position).view(name)
            if name in match.to_act:
                errors = []
                for asked in (other, LONG.match(position=match.position)):
                    with pytest.raises(RuleError) as refused:
                        asked.act({name: "?"})
                    errors.append((str(refused.value), refused.value.parameters))
                assert errors[0] == errors[1]


def test_position_reads_back() -> None:
    """A position as text or JSON is the same position, lists and cells included."""
    match = LONG.match(seed=3).run(steps=17)
    assert LONG.match(position=str(match)).digests() == match.digests()
    data = json.loads(json.dumps(LONG.schema.position(match.position)))
    assert data["zones"][0]["cell"] == list(LONG.cell_at(int(match.state.zones[0]["cell"])))
    assert LONG.match(position=LONG.schema.read_position(data)).digests() == match.digests()
    data["zones"][0]["cell"] = [9, 0]
    with pytest.raises(PositionError):
        LONG.schema.read_position(data)


@pytest.mark.parametrize(
    "players",
    [{}, {"company-0": "trader", "company-1": "trader"}, {"company-0": "idle", "company-1": "trader"}],
)
def test_one_match_however_it_is_played(
    players: dict[str, str], run_plain: Callable[..., Any], run_batch: Any, answer_again: Any
) -> None:
    """Compiled, plain, in a batch and answer by answer, the same seed brings the same match to the bit."""
    seeds = [0, 5, 6]
    matches = [LONG.match(seed, players=players).run() for seed in seeds]
    digests = [match.digests() for match in matches]
    assert len({digest["state"] for digest in digests}) == len(seeds)
    assert [run_plain(LONG.match(seed, players=players)).digests() for seed in seeds] == digests
    assert run_batch(LONG, seeds, players) == digests
    for match in matches:
        assert answer_again(match).digests() == match.digests()
        assert answer_again(match).events == match.events


def test_players_do_what_they_say() -> None:
    """Who trades beats who passes."""
    for who in ("greedy", "trader"):
        matches = [GAME.match(seed, players={"company-0": who, "company-1": "idle"}) for seed in range(5)]
        assert {match.run().outcome.winner for match in matches} == {"company-0"}
