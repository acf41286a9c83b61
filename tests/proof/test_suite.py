"""The suite from Python: whom it checks, what it plays, and what it says."""

import dataclasses
import re
from pathlib import Path

import pytest

import kittycorner as kc
from kittycorner import proof
from kittycorner.core import layout as layouts
from kittycorner.core.errors import HouseError, KittycornerError
from kittycorner.core.game import Game
from kittycorner.core.sentences import sentence_of
from kittycorner.proof.checks import CHECKS
from kittycorner.proof.suite import Result, check_game
from kittycorner.proof.trial import Run, Trial, reference_of, rules_from
from wrong import diggers, knowledge

MATCHES = 3


@pytest.fixture(scope="module")
def trial() -> Trial:
    return Trial(diggers.RULES, MATCHES)


def test_a_trial_plays_by_players_at_random_and_with_wrong_answers(trial: Trial) -> None:
    """Three kinds of matches in turn, each to its end, from seeds that no text holds by chance."""
    by_players, at_random, clumsy = trial.runs
    assert by_players.players == {"ann": "dig-on", "bob": "dig-on"}
    assert at_random.players is clumsy.players is None
    assert all(run.over and run.failure is None for run in trial.runs)
    assert all(len(str(run.seed)) == 19 for run in trial.runs)
    assert refused(by_players) == refused(at_random) == 0 < refused(clumsy)


def refused(run: Run) -> int:
    """How many of a match's answers were refused."""
    match = run.again()
    actions = match.game.new_actions()
    count = 0
    for entry in match.log.entries:
        layouts.from_bytes(actions, entry.actions)
        count += int((actions.head["refusal"] != 0).sum())
    return count


def test_a_match_is_played_again_from_its_answers(trial: Trial) -> None:
    for run in trial.runs:
        for step in run.positions:
            assert run.again(step).digests()["state"] == run.digests[step]["state"]


def test_rules_have_a_name_that_another_process_finds() -> None:
    """A registered name, or the module and the name they stand under."""
    assert reference_of(kc.load("coin-hunt").rules) == "coin-hunt"
    assert reference_of(diggers.RULES) == "wrong.diggers:RULES"
    assert rules_from("wrong.knowledge:VIEW_LEAKS") is knowledge.VIEW_LEAKS
    with pytest.raises(HouseError, match="must have a name"):
        reference_of(dataclasses.replace(diggers.RULES))


def test_a_game_that_is_no_game_is_one_sentence() -> None:
    with pytest.raises(KittycornerError, match="coin-hunt"):
        check_game("coin-hunter")
    with pytest.raises(HouseError, match=r"wrong.diggers:HEAD is no Rules"):
        check_game("wrong.diggers:HEAD")


def test_a_game_is_checked_at_another_config_and_told_as_it_goes() -> None:
    """`config` changes knobs; `after_check` is handed every result when it is there."""
    heard: list[Result] = []
    report = check_game("wrong.diggers:RULES", matches=1, config={"width": 4}, after_check=heard.append)
    assert report.passed, str(report)
    assert tuple(heard) == report.results
    assert str(report).splitlines()[0] == "plays: passed"


def test_every_check_promises_something_in_one_line() -> None:
    for name in CHECKS:
        promise = Result(name, None, 0.0).promise
        assert promise.endswith(".")
        assert "\n" not in promise


def test_more_events_than_promised_are_an_error_never_a_loss() -> None:
    """By answers from outside, and by the loop: the author is told."""
    game = Game(knowledge.EVENTS_OVERFLOW, diggers.Diggers())
    match = game.match(seed=1)
    with pytest.raises(HouseError, match="more events than its layout's 4"):
        match.act({seat: match.legal(seat)[0] for seat in match.seats})
    with pytest.raises(HouseError, match="more events than its layout's 4"):
        game.match(seed=1).run()


def deal_nothing(*_: object) -> None:
    raise ValueError("\x1b[1mno room\x1b[0m\n  at all" + "!" * 500)


UNDEALT = dataclasses.replace(diggers.RULES, name="undealt", deal=deal_nothing)


def test_a_game_that_cannot_be_dealt_says_why_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to look at; the reason stands on one line, without colours, and not too long."""
    monkeypatch.setattr("wrong.diggers.UNDEALT", UNDEALT, raising=False)
    (result,) = check_game(UNDEALT, matches=2).results
    assert result.check == "plays"
    assert "ValueError: no room at all!!!" in str(result)
    assert len(str(result).splitlines()) == 1
    assert len(str(result)) < 450


def test_every_finding_has_its_sentence() -> None:
    """What a check may find is said in the catalogue."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(proof.__path__[0]).rglob("*.py"))
    codes = set(re.findall(r'found\(\s*"([a-z-]+)"', sources))
    codes |= set(re.findall(r'find\("[a-z]+", "([a-z-]+)"', sources))
    assert len(codes) > 50
    assert [code for code in sorted(codes) if sentence_of(f"check.{code}") is None] == []
