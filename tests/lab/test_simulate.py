"""Simulate: the same result whoever plays, kept when it is stopped, and clear when it can't be played."""

import dataclasses
import json
import sys
import textwrap
import types

import numpy as np
import pytest

import kittycorner as kc
from kittycorner.core.errors import HouseError, KittycornerError, PlayerError
from kittycorner.core.game import Game
from kittycorner.core.match import MOST_SEED
from kittycorner.core.registry import rules_of
from kittycorner.core.sentences import say
from kittycorner.lab import hands
from kittycorner.lab.simulate import simulate


@pytest.fixture(scope="module")
def coins():
    return kc.load("coin-hunt", turns=12, size=5)


@pytest.fixture(scope="module")
def chase():
    return kc.load("skeleton-chase")


class Sampler:
    """Answers with a legal action drawn from its own chance."""

    def decide(self, turn):
        return turn.legal[turn.draw(len(turn.legal))]


class Counter:
    """Counts its answers, and plays otherwise once it has given many."""

    def __init__(self):
        self.answers = 0

    def decide(self, turn):
        self.answers += 1
        return turn.legal[0 if self.answers < 4 else -1]


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write players into a module that other processes can import too."""
    monkeypatch.chdir(tmp_path)

    def write(name, source):
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(source))
        return name

    return write


def rows(result):
    return [column.tolist() for column in (result.seeds, *result.columns)]


# --- the same whoever plays


def test_an_episode_is_the_match_from_its_seed(coins):
    """Episode i is played from seed S + i, and its row says how that match ended."""
    result = simulate(coins, 5, 40, processes=1)
    assert result.seeds.tolist() == [40, 41, 42, 43, 44]
    for row, seed in enumerate(range(40, 45)):
        match = coins.match(seed).run()
        winner = -1 if match.outcome.winner is None else coins.sides.index(match.outcome.winner)
        assert result.winners[row] == winner
        assert coins.reason(int(result.reasons[row])) == match.outcome.reason
        assert result.points[row].tolist() == list(match.points.values())
        assert result.steps[row] == match.number


def test_compiled_episodes_are_the_matches_from_their_seeds(chase):
    """The same of rules that threads play compiled, tallies included."""
    result = simulate(chase, 40, 7, processes=2)
    for row in (0, 17, 39):
        match = chase.match(7 + row).run()
        assert result.points[row].tolist() == list(match.points.values())
        assert result.steps[row] == match.number
        assert result.tallies[row].tolist() == list(match.tallies.values())


def test_plain_rules_come_to_the_same_with_any_number_of_processes(coins):
    """Two processes and one give the same rows, and the same digest."""
    one, two = (simulate(coins, 13, 5, processes=processes) for processes in (1, 2))
    assert rows(one) == rows(two)
    assert one.digest == two.digest


def test_compiled_rules_come_to_the_same_with_any_number_of_threads(chase):
    """Two threads and one give the same rows, however the seeds fall to them."""
    one, two = (simulate(chase, 700, processes=processes) for processes in (1, 2))
    assert rows(one) == rows(two)
    assert one.digest == two.digest


def test_a_digest_tells_results_apart(coins):
    """Other seeds, another digest."""
    assert simulate(coins, 4, 1, processes=1).digest != simulate(coins, 4, 2, processes=1).digest


def test_a_batch_in_parts_is_the_batch(coins):
    """The first episodes don't depend on how many follow."""
    few, many = (simulate(coins, episodes, 3, processes=1) for episodes in (4, 9))
    assert [column[:4] for column in rows(many)] == rows(few)


def test_python_players_come_to_the_same_with_any_number_of_processes(coins, module):
    """A class that other processes can import plays in all of them."""
    name = module(
        "lab_sampler",
        """
        class Sampler:
            def decide(self, turn):
                return turn.legal[turn.draw(len(turn.legal))]
        """,
    )
    players = {"red": f"{name}:Sampler"}
    one, two = (simulate(coins, 6, players=players, processes=processes) for processes in (1, 2))
    assert rows(one) == rows(two)
    assert one.players == {"red": "lab_sampler:Sampler", "blue": "seek"}


def test_an_object_begins_every_episode_as_it_was_given(coins):
    """A player that remembers by itself carries nothing from one episode to the next."""
    counter = Counter()
    by_object = simulate(coins, 5, players={"red": counter}, processes=1)
    by_class = simulate(coins, 5, players={"red": Counter}, processes=1)
    assert rows(by_object) == rows(by_class)
    assert counter.answers == 0


def test_a_fault_policy_is_in_force(coins):
    """Under `loss` the first illegal answer ends an episode."""

    class Wrong:
        def decide(self, turn):
            return "nowhere"

    result = simulate(coins, 3, players={"red": Wrong}, policy="loss", processes=1)
    assert result.shares_of_reasons()["fault"].hits == 3
    assert result.shares()["blue"].share == 1
    assert result.steps.tolist() == [1, 1, 1]


# --- which way


def test_it_says_that_it_plays_compiled(chase):
    """All rules and players compiled: threads."""
    assert simulate(chase, 3, processes=2).path == say("simulate.threads", threads=2)


def test_it_says_why_it_plays_uncompiled(coins, chase):
    """Plain rules, or a player in Python: processes, and the reason by name."""
    why = say("simulate.plain-rules", game="coin-hunt")
    assert simulate(coins, 2, processes=2).path == say("simulate.processes", processes=2, why=why)
    path = simulate(chase, 1, players={"hunters": Sampler}, processes=1).path
    assert Sampler.__qualname__ in path


def test_a_player_that_can_t_be_sent_plays_in_this_process(coins):
    """A class that nobody else can name costs the other cores, and it says so."""

    class Local(Sampler):
        pass

    result = simulate(coins, 3, players={"red": Local}, processes=2)
    assert rows(result) == rows(simulate(coins, 3, players={"red": Sampler}, processes=1))
    assert "Local" in result.path
    assert "processes: 1" in result.path


def test_a_player_that_no_other_process_can_import_plays_in_this_one(coins, monkeypatch):
    """The other process says why it can't, and the result is the same."""
    here = types.ModuleType("only_here")
    here.Sampler = Sampler
    monkeypatch.setitem(sys.modules, "only_here", here)
    monkeypatch.setattr(Sampler, "__module__", "only_here")
    result = simulate(coins, 3, players={"red": Sampler}, processes=2)
    assert rows(result) == rows(simulate(coins, 3, players={"red": Sampler}, processes=1))
    assert "only_here" in result.path
    assert "processes: 1" in result.path


def test_a_player_of_a_script_plays_in_this_process(coins, monkeypatch):
    """What stands in the script that runs is never imported a second time to be played with."""
    monkeypatch.setattr(Sampler, "__module__", "__main__")
    monkeypatch.setattr(sys.modules["__main__"], "Sampler", Sampler, raising=False)
    result = simulate(coins, 3, players={"red": Sampler}, processes=2)
    assert say("simulate.alone-main") in result.path


def test_a_game_that_is_not_registered_plays_in_this_process():
    """Rules that no other process finds by name are played here."""
    rules = dataclasses.replace(rules_of("coin-hunt"), title="another")
    game = Game(rules, rules.config(turns=4))
    result = simulate(game, 3, processes=2)
    assert rows(result) == rows(simulate(kc.load("coin-hunt", turns=4), 3, processes=1))
    assert say("simulate.alone-game", game="coin-hunt") in result.path


# --- stopped


class Stopper:
    """Progress that acts like Ctrl-C once enough episodes are done."""

    def __init__(self, enough):
        self.enough = enough

    def __call__(self, done, total):
        if done >= self.enough:
            raise KeyboardInterrupt


@pytest.mark.parametrize("processes", [1, 2])
def test_ctrl_c_keeps_the_first_episodes(coins, processes):
    """What is finished from the first seed on is kept, and it says that there is less than asked."""
    result = simulate(coins, 2000, 9, processes=processes, progress=Stopper(5))
    assert result.interrupted
    assert 1 <= len(result) < 2000
    assert rows(result) == rows(simulate(coins, len(result), 9, processes=1))
    assert str(len(result)) in result.summary()
    assert "2000" in result.summary()


def test_ctrl_c_keeps_the_first_episodes_of_threads(chase):
    """The same of compiled rules."""
    result = simulate(chase, 2_000_000, processes=2, progress=Stopper(100))
    assert result.interrupted
    assert len(result) > 0
    assert rows(result) == rows(simulate(chase, len(result), processes=1))


def test_ctrl_c_before_the_first_episode_is_an_interruption(coins):
    """Where nothing is finished there is no result."""
    with pytest.raises(KeyboardInterrupt):
        simulate(coins, 10**6, processes=2, progress=Stopper(0))


def test_progress_is_told_until_the_end(coins):
    """`progress` is called with how many are done, and how many there will be."""
    calls = []
    simulate(coins, 7, processes=1, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (7, 7)
    assert calls == sorted(calls)


# --- what it says


def test_shares_are_of_all_episodes(coins):
    """The sides and the draw make up all episodes, and so do the reasons."""
    result = simulate(coins, 30, processes=1)
    assert list(result.shares()) == ["red", "blue", "draw"]
    for shares in (result.shares(), result.shares_of_reasons()):
        assert sum(share.hits for share in shares.values()) == 30


def test_a_result_is_one_json_object(coins):
    """Numbers, intervals and what was played, as plain JSON."""
    result = simulate(coins, 10, 3, processes=1)
    told = json.loads(json.dumps(result.to_json()))
    assert told["game"] == "coin-hunt"
    assert told["config"]["turns"] == 12
    assert (told["seed"], told["episodes"], told["interrupted"]) == (3, 10, False)
    assert told["players"] == {"red": "seek", "blue": "seek"}
    assert told["digest"] == result.digest
    assert told["points"]["red"]["mean"] == pytest.approx(result.points[:, 0].mean(), abs=1e-6)
    assert told["steps"]["low"] <= told["steps"]["mean"] <= told["steps"]["high"]
    for share in told["wins"].values():
        assert 0 <= share["low"] <= share["share"] <= share["high"] <= 1


def test_a_result_shows_itself(coins):
    """As text and in a notebook it is a table with a line per side, reason and mean."""
    result = simulate(coins, 4, processes=1)
    page = result._repr_html_()
    for name in ("red", "blue", "draw", "no-coins", "steps"):
        assert name in str(result)
        assert f"<td>{name}</td>" in page
    assert page.count("<tr>") == len(result.table())


def test_what_a_game_is_called_is_no_markup(coins):
    """A name from a stranger's game can't smuggle markup into a notebook."""
    rules = dataclasses.replace(rules_of("coin-hunt"), reasons=("<b>", "time"))
    result = simulate(Game(rules, rules.config(turns=4)), 2, processes=1)
    assert "<b>" not in result._repr_html_()


# --- what can't be played


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"episodes": 0}, "episodes-range"),
        ({"episodes": True}, "episodes-range"),
        ({"episodes": 2.0}, "episodes-range"),
        ({"episodes": 3, "processes": 0}, "processes-range"),
        ({"episodes": 3, "seed": -1}, "seed-range"),
        ({"episodes": 3, "seed": MOST_SEED - 1}, "seeds-range"),
        ({"episodes": 3, "policy": "mercy"}, "policy-unknown"),
        ({"episodes": 3, "players": {"green": "seek"}}, "seat-unknown"),
        ({"episodes": 3, "players": {"red": "seak"}}, "player-unknown-near"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(coins, asked, code):
    """Numbers out of range, and players and policies that don't exist."""
    with pytest.raises(KittycornerError) as refused:
        simulate(coins, **asked)
    assert refused.value.code == code


def test_the_last_seed_can_be_played(coins):
    """Seeds go up to 2^63 − 1."""
    result = simulate(coins, 2, MOST_SEED - 1, processes=1)
    assert result.seeds.tolist() == [MOST_SEED - 1, MOST_SEED]


@pytest.mark.parametrize("processes", [1, 2])
def test_the_first_seed_at_which_a_player_fails_is_named(coins, module, processes):
    """Whoever plays, it is the same seed."""
    name = module(
        "lab_failing",
        """
        from kittycorner.core.players import match_behind


        class Failing:
            def decide(self, turn):
                if match_behind(turn).seed >= 106:
                    raise ValueError("too late")
                return turn.legal[0]
        """,
    )
    with pytest.raises(KittycornerError) as failed:
        simulate(coins, 40, 100, players={"red": f"{name}:Failing"}, processes=processes)
    assert failed.value.code == "episode-failed"
    assert failed.value.parameters["seed"] == 106
    assert "too late" in failed.value.parameters["why"]


def test_a_process_that_ends_too_soon_is_told(coins, module):
    """A player that ends its process can't make the others wait for ever."""
    name = module(
        "lab_ending",
        """
        import os

        class Ending:
            def decide(self, turn):
                os._exit(7)
        """,
    )
    with pytest.raises(KittycornerError) as failed:
        simulate(coins, 8, players={"red": f"{name}:Ending"}, processes=2)
    assert failed.value.code == "worker-ended"
    assert failed.value.parameters["status"] == 7


def test_what_a_player_prints_does_not_spoil_a_result(coins, module, capfd):
    """Processes talk in a channel of their own."""
    name = module(
        "lab_talking",
        """
        class Talking:
            def decide(self, turn):
                print("look at me")
                return turn.legal[0]
        """,
    )
    players = {"red": f"{name}:Talking"}
    result = simulate(coins, 4, players=players, processes=2)
    assert "look at me" not in capfd.readouterr().out
    assert rows(result) == rows(simulate(coins, 4, players=players, processes=1))


def test_rules_that_raise_are_their_author_s_fault():
    """A rule never raises; where one does, it is told as a broken contract."""

    def step(*arguments):
        raise IndexError("off the board")

    rules = dataclasses.replace(rules_of("coin-hunt"), step=step)
    with pytest.raises(HouseError, match="IndexError: off the board"):
        simulate(Game(rules, rules.config()), 3, processes=1)


def test_an_object_that_can_t_be_copied_is_refused(coins):
    """Its class can be given instead."""

    class Stubborn(Sampler):
        def __deepcopy__(self, memo):
            raise TypeError("there is only one of me")

    with pytest.raises(PlayerError, match="only one of me"):
        simulate(coins, 3, players={"red": Stubborn()}, processes=1)


def test_states_are_kept_for_a_chunk_only(chase):
    """However many episodes, a hand holds the states of few."""
    from kittycorner.core.seating import sit_down
    from kittycorner.lab.hands import MOST_AT_ONCE, LoopHand

    hand = LoopHand(chase, sit_down(chase, {}), "default")
    assert 1 <= hand.most <= MOST_AT_ONCE
    assert len(hand.play(0, 10).steps) == 10
    assert len(hand.batch.runs) == 10
    assert np.array_equal(hand.play(3, 4).steps, simulate(chase, 4, 3, processes=1).steps)


def test_matches_longer_than_a_slice_come_to_the_same(chase, monkeypatch):
    """Each long match keeps the ground it was dealt, however often the loop stops to look around."""
    whole = rows(simulate(chase, 60, processes=1))
    monkeypatch.setattr(hands, "SLICE", 7)
    assert rows(simulate(chase, 60, processes=1)) == whole
