"""Match: one step after the other, by answers from outside and by the players that sit there."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import kittycorner as kc
from kittycorner.core.errors import KittycornerError, PlayerError, RuleError
from kittycorner.core.layout import to_bytes
from kittycorner.core.match import Match

Everything = Callable[[Match], tuple[Any, ...]]


def first_answers(match: Match) -> dict[str, str]:
    """The first legal answer of every seat that must act."""
    return {seat: match.legal(seat)[0].text for seat in match.to_act}


# --- steps


def test_act_settles_one_step(game: kc.Game) -> None:
    """Every seat that must act answers, and the match is one step further."""
    match = game.match(seed=7)
    before = match.digests()
    match.act(first_answers(match))
    assert match.number == 1
    assert match.digests()["state"] != before["state"]
    assert [entry["step"] for entry in match.history(match.seats[0])] == [1]


def test_the_same_seed_is_the_same_match(game: kc.Game, everything: Everything) -> None:
    """Played twice, by players or by their answers told one by one, it is one match."""
    match = game.match(seed=11).run()
    assert everything(game.match(seed=11).run()) == everything(match)
    assert game.match(seed=12).run().digests() != match.digests()
    again = game.match(seed=11)
    for entry in match.log.entries:
        again.act(
            {
                seat: match.log.action(game, entry, n)
                for n, seat in enumerate(match.seats)
                if entry.answered >> n & 1
            }
        )
    assert again.digests()["state"] == match.digests()["state"]
    assert again.outcome == match.outcome
    assert again.events == match.events


def test_run_steps_and_step_go_the_same_way(game: kc.Game, everything: Everything) -> None:
    """One step at a time, a few at once, or all in one run."""
    whole, single, some = (game.match(seed=3) for _ in range(3))
    whole.run(steps=9)
    for _ in range(9):
        single.step()
    seen: list[int] = []
    some.run(steps=6, after_step=lambda: seen.append(some.number)).run(steps=3)
    assert everything(single) == everything(some) == everything(whole)
    assert seen == list(range(1, 7))
    assert whole.run(steps=0).number == 9


def test_answers_may_be_texts_messages_or_actions(coins: kc.Game) -> None:
    """Whatever says the same is the same."""
    said = ("east", {"step": "east"}, {"step": 1}, '{"step": "east"}', coins.read_action(0, "east"))
    digests = set()
    for answer in said:
        match = coins.match(seed=7)
        match.act({"red": answer})
        digests.add(match.digests()["state"])
    assert len(digests) == 1


def test_who_did_not_answer_has_no_answer_in_the_log(coins: kc.Game) -> None:
    """What a seat answered in an earlier step isn't taken for an answer in this one."""
    match = coins.match(seed=7)
    match.act({"red": "east"})
    match.act({"blue": "west"})
    nothing = coins.action_from_fields({})
    first, second = match.log.entries
    assert [match.log.action(coins, first, seat).text for seat in (0, 1)] == ["east", nothing.text]
    assert [match.log.action(coins, second, seat).text for seat in (0, 1)] == [nothing.text, "west"]
    assert [entry["action"] for entry in match.history("red")][1] is None


# --- what is refused


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({"red": "north"}, "coin-hunt.refusal.off-board"),
        ({"red": "up"}, "coin-hunt.refusal.unreadable"),
        ({"red": {"leap": 3}}, "coin-hunt.refusal.unreadable"),
        ({"red": 5}, "coin-hunt.refusal.unreadable"),
        ({"red": {"step": 99}}, "coin-hunt.refusal.off-board"),
        ({"blue": "north"}, "not-your-turn"),
        ({"red": "east", "blue": "north"}, "not-your-turn"),
        ({}, "no-answer"),
    ],
)
def test_a_refused_answer_leaves_everything_as_it_was(
    answers: dict[str, Any], code: str, everything: Everything, coins: kc.Game
) -> None:
    """It is one sentence with what is allowed, and the match is unharmed to the byte."""
    match = coins.match(seed=7)
    before = everything(match)
    with pytest.raises(RuleError) as refused:
        match.act(answers)
    assert refused.value.code == code
    assert everything(match) == before
    assert "\n" not in str(refused.value)
    match.act({"red": "east"})
    other = coins.match(seed=7)
    other.act({"red": "east"})
    assert everything(match) == everything(other)


def test_a_refusal_says_what_is_allowed_and_what_the_seat_sees(coins: kc.Game) -> None:
    """Seat, action, allowed actions and the seat's own view."""
    match = coins.match(seed=7)
    with pytest.raises(RuleError) as refused:
        match.act({"red": "north"})
    error = refused.value
    assert (error.seat, error.action, error.allowed) == ("red", "north", ["east", "south", "stay"])
    assert error.view == str(match.view("red"))
    assert "east, south, stay" in str(error)


def test_everybody_who_must_act_answers(everything: Everything, chase: kc.Game) -> None:
    """Where seats act together, one answer alone is refused; who isn't called can't add one."""
    match = chase.match(seed=1)
    called = match.to_act
    before = everything(match)
    for answers, code in (
        ({called[0]: "stay"}, "no-answer"),
        (dict.fromkeys(match.seats, "stay"), "not-your-turn"),
    ):
        with pytest.raises(RuleError) as refused:
            match.act(answers)
        assert refused.value.code == code
    assert everything(match) == before


def test_where_anybody_may_act_somebody_must() -> None:
    """One answer is enough, none is not."""
    match = kc.load("skeleton-boards").match()
    before = match.digests()
    with pytest.raises(RuleError) as refused:
        match.act({})
    assert refused.value.code == "no-answer"
    assert (match.digests(), match.number) == (before, 0)


def test_a_match_that_is_over_takes_no_more_answers(game: kc.Game, everything: Everything) -> None:
    """It has an outcome, nobody is called, and nothing changes any more."""
    match = game.match(seed=2)
    assert match.outcome is None
    match.run()
    assert match.over
    assert match.to_act == []
    assert match.outcome.points == match.points
    before = everything(match)
    with pytest.raises(RuleError) as refused:
        match.act({match.seats[0]: "stay"})
    assert refused.value.code == "match-over"
    assert everything(match.run()) == before


def test_an_unknown_seat_gets_the_names_of_those_there_are(coins: kc.Game) -> None:
    """A seat that isn't at the table can't answer, see or be listed."""
    match = coins.match()
    for ask in (match.view, match.legal, match.history, lambda seat: match.act({seat: "stay"})):
        with pytest.raises(PlayerError) as wrong:
            ask("green")
        assert wrong.value.parameters["seats"] == "red, blue"
    assert match.view("spectator")["seat"] == "spectator"


@pytest.mark.parametrize("seed", [-1, 2**63, True, 1.0, "7"])
def test_a_seed_is_a_whole_number_from_0(seed: Any, coins: kc.Game) -> None:
    """Up to 2^63 − 1; a truth isn't one."""
    with pytest.raises(KittycornerError) as wrong:
        coins.match(seed=seed)
    assert wrong.value.code == "seed-range"


def test_the_greatest_seed_is_one_too(coins: kc.Game) -> None:
    """Both ends of the range are played."""
    assert coins.match(seed=2**63 - 1).run().over
    assert coins.match(seed=0).run().digests() == coins.match().run().digests()


# --- faults


def test_with_faults_a_refused_answer_is_settled_by_the_policy(coins: kc.Game) -> None:
    """The game's own policy lets the rules settle it, `loss` and `void` end the match."""
    match = coins.match(seed=7)
    match.act({"red": "north"}, faults=True)
    assert (match.number, match.over, match.to_act) == (1, False, ["blue"])
    for policy, winner, reason in (("loss", "blue", "fault"), ("void", None, "void")):
        for answer in ("north", "nonsense"):
            match = coins.match(seed=7, policy=policy)
            match.act({"red": answer}, faults=True)
            assert match.over
            assert (match.outcome.winner, match.outcome.reason) == (winner, reason)
            assert match.undo().outcome is None
            assert match.redo().outcome.reason == reason


def test_an_unknown_policy_is_refused(coins: kc.Game) -> None:
    """The three there are stand in the sentence."""
    with pytest.raises(KittycornerError) as wrong:
        coins.match(policy="mercy")
    assert wrong.value.parameters["policies"] == "default, loss, void"


# --- batches


def played_in_batch(game: kc.Game, seeds: list[int]) -> Iterator[tuple[Any, ...]]:
    """State, memories, points and outcome of each match of a batch."""
    match = game.match()
    batch = game.new_batch(len(seeds))
    batch.runs["seed"] = seeds
    play = game.loops.play if game.loops.compiled else game.loops.plain["play"]
    desk = game.new_desk(0, match.seating)
    last = play(
        desk, match.seating.for_loop, *batch, game.new_record(0), 0, len(seeds), 10**6, match.policy_code, 1
    )  # fmt: skip
    assert last == len(seeds)
    for number in range(len(seeds)):
        yield tuple(
            to_bytes(game.rows[name].take(getattr(batch, name), number))
            for name in ("states", "memories", "outs")
        )


def test_a_batch_is_its_matches(game: kc.Game) -> None:
    """Many matches in one loop end as each does alone, whatever was played before on the same desk."""
    seeds = [5, 0, 2**63 - 1, 5, 77]
    for seed, ended in zip(seeds, played_in_batch(game, seeds), strict=True):
        match = game.match(seed=seed).run()
        assert (to_bytes(match.state), to_bytes(match.memories), to_bytes(match.out)) == ended
