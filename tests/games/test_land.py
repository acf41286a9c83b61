"""skeleton-land, in the shape of Epidemic: turns, answers that stand in part, an auction, secrets, fouls."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import kittycorner as kc
from kittycorner.core.errors import PositionError, RuleError
from skeletons.land import Bought, Foul, Plant, Refused

GAME = kc.load("skeleton-land")
LONG = kc.load("skeleton-land", size=9, zones=16, viruses=4, auction_turns=3, turns=60)

# Zones: 0,0 red known to company-0; 2,0 green known to nobody; 5,5 green known to company-1.
START = """skeleton-land/1 step {turn}
state turn {turn}
state zones_count 3
state money {money} {money}
state zones 0 cell 0 virus red known 1{first}
state zones 1 cell 2 virus green{second}
state zones 2 cell 35 virus green known 2
"""
OWN = " company company-0 price 10"


def stand(first: str = "", second: str = "", *, turn: int = 0, money: int = 60, **given: Any) -> Any:
    """A match from a small position, with more said of its first two zones."""
    text = START.format(turn=turn, money=money, first=first, second=second)
    return GAME.match(position=text, **given)


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
    match.act({"company-1": {"bid": 1}})
    assert match.to_act == ["company-0"]


def test_a_refusal_leaves_the_other_part_standing() -> None:
    """Each part stands or falls by itself; what fell, and why, is told to its company alone."""
    match = stand(second=OWN)
    match.act({"company-0": "plant 0,0 virus red bid 0,0 price 10"})
    refusal = {"type": "refused", "company": "company-0", "part": "plant", "reason": "not-yours"}
    assert told(match, "company-0") == [refusal]
    assert told(match, "company-1") == told(match, "spectator") == []
    assert match.view("company-1").zones[0] == {
        "cell": 0, "virus": "unknown", "known": 1, "company": "company-0", "price": 10, "left": 2
    }  # fmt: skip
    match.act({"company-1": "pass"})
    match.act({"company-0": "plant 2,0 virus red bid 2,0 price 30"})
    assert match.events[1:3] == [
        Plant(company="company-0", at=(2, 0), virus="red"),
        Refused(company="company-0", part="bid", reason="not-for-sale"),
    ]
    assert match.view("company-0").fouls == [0, 0]


@pytest.mark.parametrize("cell", ["?", "x", "0", "0,6", "6,0", "-1,0", "0,0,0", "1.0,0", "none"])
def test_a_malformed_part_hurts_itself_alone(cell: str) -> None:
    """A part with a cell that makes no sense is refused, and no foul; the other is settled."""
    match = stand(first=OWN)
    match.act({"company-0": f"plant 0,0 virus green bid {cell} price 10"})
    assert match.events == [
        Plant(company="company-0", at=(0, 0), virus="green"),
        Refused(company="company-0", part="bid", reason="not-for-sale"),
    ]
    text = match.history("company-0")[0]["action"].text
    assert text == "plant 0,0 virus green bid ? price 10"


@pytest.mark.parametrize(
    ("match", "answer", "reason"),
    [
        (stand(first=" company company-1"), "plant 0,0 virus red", "not-yours"),
        (stand(first=f"{OWN} left 2"), "plant 0,0 virus red", "not-yours"),
        (stand(first=OWN), "bid 0,0 price 50", "not-for-sale"),
        (stand(), "bid 1,0 price 50", "not-for-sale"),
        (stand(), "bid 0,0 price 9", "price"),
        (stand(), "bid 0,0 price 61", "price"),
        (stand(first=" company company-1 price 20 left 2"), "bid 0,0 price 20", "price"),
    ],
)
def test_what_is_refused(match: Any, answer: str, reason: str) -> None:
    """A part that the state doesn't allow costs nothing and changes nothing."""
    before = match.state.zones["company"].tolist(), match.state.head["money"].tolist()
    match.act({"company-0": answer})
    assert match.events == [Refused(company="company-0", part=answer.split()[0], reason=reason)]
    assert (match.state.zones["company"].tolist(), match.state.head["money"].tolist()) == before


def test_an_auction_ages_and_closes() -> None:
    """A bid is paid, and when nobody raises it for two turns it is final; its own turn doesn't count."""
    match = stand()
    match.act({"company-0": "bid 2,0 price 12"})
    assert match.view("company-0").money == [48, 0]
    for seat in ("spectator", "company-1"):
        shown = next(zone for zone in match.view(seat).zones if zone["cell"] == 2)
        assert shown == {
            "cell": 2, "virus": "unknown", "known": 0, "company": "company-0", "price": 12, "left": 2
        }  # fmt: skip
    match.act({"company-1": "pass"})
    assert match.events == []
    match.act({"company-0": "plant 2,0 virus green"})
    bought = Bought(company="company-0", at=(2, 0), price=12)
    assert match.events == [Refused(company="company-0", part="plant", reason="not-yours"), bought]
    assert [zone["left"] for zone in match.view("spectator").zones] == [0]


def test_who_buys_a_zone_learns_its_virus() -> None:
    """What lay hidden is its buyer's to know, and nobody else's."""
    match = stand()
    for answer in ("bid 2,0 price 12", "pass", "pass"):
        match.act({match.to_act[0]: answer})
    assert [zone["virus"] for zone in match.view("company-0").zones] == ["red", "green"]
    assert [zone["virus"] for zone in match.view("company-1").zones] == ["unknown", "green"]
    assert [zone["virus"] for zone in match.view("spectator").zones] == ["unknown"]


def test_a_bid_is_raised() -> None:
    """Whoever bids more leads, whoever led has its money back, and the auction is young again."""
    match = stand()
    match.act({"company-0": "bid 0,0 price 12"})
    match.act({"company-1": "bid 0,0 price 13"})
    assert (match.view("company-0").money, match.view("company-1").money) == ([60, 0], [0, 47])
    assert match.state.zones[0]["left"] == 2
    match.act({"company-0": "pass"})
    match.act({"company-1": "pass"})
    assert match.events == [Bought(company="company-1", at=(0, 0), price=13)]


def test_a_plant_cures_its_own_virus() -> None:
    """A plant against the zone's virus is paid for, once, and then everybody may see the zone."""
    match = stand(first=OWN)
    assert match.view("company-1").zones[0]["virus"] == "unknown"
    for money in (80, 80):
        match.act({"company-0": "plant 0,0 virus red"})
        assert match.points == {"company-0": money, "company-1": 60}
        match.act({"company-1": "pass"})
    assert [zone["virus"] for zone in match.view("spectator").zones] == ["red"]


def test_the_rival_learns_no_virus() -> None:
    """Rival and spectator learn of a plant who built it where; its virus is nobody's but the owner's."""
    match = stand(first=OWN)
    match.act({"company-0": "plant 0,0 virus green"})
    plant = {"type": "plant", "company": "company-0", "at": [0, 0]}
    assert told(match, "company-0") == [{**plant, "virus": "green"}]
    for seat in ("company-1", "spectator"):
        assert told(match, seat) == [plant]
        assert "green" not in json.dumps(match.history(seat))
    assert match.points["company-0"] == 60


def test_an_unreadable_answer_is_a_foul() -> None:
    """An answer that can't be read costs a foul, auctions age all the same, and the third foul loses."""
    match = stand(first=" company company-1 price 10 left 1")
    match.act({"company-0": "what?"}, faults=True)
    assert match.events == [Foul(company="company-0"), Bought(company="company-1", at=(0, 0), price=10)]
    assert match.history("company-0")[0]["action"].text == "unreadable"
    match.act({"company-1": '{"bid": 3}'}, faults=True)
    for said in ({"move": 1}, {"bid": 2, "price": 100}):
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
    "said",
    ["", "buy 1,1 price 10", "bid 1,1 price", "bid 1,1 price ten", "{", '{"a": {}}', '{"bid": "1,1"}', "{}"],
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
    """When the clock has run down whoever has more money wins; as much is a draw."""
    for answer, winner in (
        ("plant 0,0 virus red", "company-0"),
        ("pass", None),
        ("bid 2,0 price 10", "company-1"),
    ):
        match = stand(first=OWN, turn=38)
        match.act({"company-0": answer})
        assert match.outcome is None
        match.act({"company-1": "pass"})
        assert (match.outcome.winner, match.outcome.reason) == (winner, "turns")


def test_answers_as_text_and_as_messages() -> None:
    """An answer is the same action as text and as JSON, and reads back from either."""
    pairs = {
        "bid 3,4 price 20": {"plant": 0, "virus": "unknown", "bid": 28, "price": 20},
        "plant 0,0 virus green": {"plant": 1, "virus": "green", "bid": 0, "price": 0},
        "plant ? virus red bid 1,0": {"plant": 37, "virus": "red", "bid": 2, "price": 0},
        "pass": {"plant": 0, "virus": "unknown", "bid": 0, "price": 0},
    }
    for text, message in pairs.items():
        action = GAME.read_action(0, text)
        assert GAME.read_action(0, message) == GAME.read_action(0, json.dumps(message)) == action
        assert (action.text, GAME.schema.action(action)) == (text, message)
    assert GAME.unreadable.text == "unreadable"
    assert GAME.read_action(0, "bid 3,4 price 20 plant 0,0").text == "plant 0,0 bid 3,4 price 20"


def test_legal_answers() -> None:
    """Every answer that makes sense is legal, whatever becomes of its parts; each has a text of its own."""
    match = GAME.match(seed=2)
    legal = match.legal("company-0")
    cells, prices, viruses = 36, 100, 2
    assert len(legal) == (2 + cells) ** 2 * (1 + viruses) * prices
    assert [action.text for action in legal[:3]] == ["pass", "price 1", "price 2"]
    draw = random.Random(5).randrange
    for _ in range(200):
        action = legal.sample(draw)
        assert action in legal
        assert GAME.read_action(0, action.text) == action
        assert GAME.read_action(0, GAME.schema.action(action)) == action
        match.game.match(position=match.position).act({"company-0": action})
    for fields in ({"bid": 38}, {"price": 100}, {"plant": -1}, {"virus": 3}):
        action = GAME.action_from_fields(fields)
        assert action not in legal
        with pytest.raises(RuleError) as refused:
            match.act({"company-0": action})
        assert refused.value.parameters["reason"] == "no-such-answer"


def test_lists_are_as_long_as_the_config_says() -> None:
    """Arrays follow the knobs, counts say how much of them is used, and a view shows no more than that."""
    match = LONG.match(seed=1)
    assert (match.state.zones.shape, GAME.match(seed=1).state.zones.shape) == ((16,), (9,))
    counts = [len(match.view(seat).zones) for seat in ("company-0", "company-1", "spectator")]
    assert counts == [5, 5, 0]
    with pytest.raises(PositionError) as refused:
        LONG.match(position=str(match).replace("zones_count 16", "zones_count 17"))
    assert refused.value.code == "position-range"


@pytest.mark.parametrize("zone", [" cell 36", " cell -1", " company 3", " company -1"])
def test_an_impossible_position(zone: str) -> None:
    """A position with a zone off the map, or of nobody there is, is refused."""
    with pytest.raises(PositionError) as refused:
        stand(second=zone)
    assert refused.value.code == "position-range"


def test_what_a_seat_cannot_know() -> None:
    """Hidden zones, unknown viruses and the rival's money may be others: a seat sees and is told the same."""
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
    """A position as text or JSON is the same position, lists included."""
    match = LONG.match(seed=3).run(steps=17)
    assert LONG.match(position=str(match)).digests() == match.digests()
    data = json.loads(json.dumps(LONG.schema.position(match.position)))
    assert LONG.match(position=LONG.schema.read_position(data)).digests() == match.digests()


@pytest.mark.parametrize("players", [{}, {"company-0": "idle"}])
def test_one_match_however_it_is_played(
    players: dict[str, str], run_plain: Callable[..., Any], run_batch: Any, answer_again: Any
) -> None:
    """Compiled, plain, in a batch and answer by answer, the same seed brings the same match to the bit."""
    seeds = [0, 5, 6]
    matches = [LONG.match(seed, players=players).run() for seed in seeds]
    digests = [match.digests() for match in matches]
    assert len({digest["state"] for digest in digests}) == len(seeds)
    assert [run_plain(LONG.match(seed, players=players)).digests() for seed in seeds] == digests
    if LONG.loops.compiled:
        assert run_batch(LONG, seeds, players) == digests
    for match in matches:
        assert answer_again(match).digests() == match.digests()
        assert answer_again(match).events == match.events


def test_players_do_what_they_say() -> None:
    """Who buys and builds beats who passes."""
    matches = [GAME.match(seed, players={"company-0": "greedy", "company-1": "idle"}) for seed in range(5)]
    assert {match.run().outcome.winner for match in matches} == {"company-0"}
