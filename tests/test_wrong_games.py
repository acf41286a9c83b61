"""The conformance suite is right: it finds what is wrong with games that are wrong on purpose."""

import json
from pathlib import Path
from typing import Any

import pytest

from kittycorner.core.sentences import say_told
from kittycorner.proof.checks import CHECKS
from kittycorner.proof.suite import check_game
from wrong import diggers, table
from wrong.gallery import GALLERY, Wrong

LEAST_GAMES = 15
MATCHES = 3  # one by the players, one at random, one with wrong answers


def test_the_right_game_passes_every_check() -> None:
    """The game that all the wrong ones are made of is right, so what is found is what was changed."""
    report = check_game(diggers.RULES)
    assert report.passed, str(report)
    assert [result.check for result in report.results] == list(CHECKS)


@pytest.mark.parametrize("wrong", GALLERY, ids=lambda wrong: wrong.fault.replace(" ", "-"))
def test_a_wrong_game_is_caught_by_the_check_meant_for_it(wrong: Wrong) -> None:
    """The check fails, and its sentence in the report begins with its name."""
    report = check_game(wrong.rules, matches=MATCHES)
    result = report[wrong.check]
    assert not result.passed, f"caught only by {[other.check for other in report.failed]}"
    assert str(result).startswith(f"{wrong.check}: ")
    assert str(result) in str(report)
    for failed in report.failed:
        assert failed.finding is not None
        assert say_told(f"check.{failed.finding.code}", failed.finding.parameters), failed.finding


def test_every_check_is_meant_for_a_wrong_game() -> None:
    """No check of the suite goes untested, and there are games enough."""
    assert {wrong.check for wrong in GALLERY} == set(CHECKS)
    assert len(GALLERY) >= LEAST_GAMES


def test_the_reference_page_lists_the_checks_and_the_wrong_games() -> None:
    """The table of the page is the one that `wrong.table` prints."""
    page = (Path(__file__).parent.parent / "docs/reference/suite.md").read_text(encoding="utf-8")
    assert "\n".join(table.rows()) in page


def test_a_report_names_check_seed_and_step() -> None:
    """A finding holds all that is needed to see it again, as a sentence and as JSON."""
    leaking = next(wrong for wrong in GALLERY if wrong.check == "spectator")
    report = check_game(leaking.rules, matches=1)
    said: Any = json.loads(json.dumps(report.to_json()))
    assert not said["passed"]
    (failed,) = (check for check in said["checks"] if not check["passed"])
    assert failed["check"] == "spectator"
    assert failed["found"]["code"] == "view-tells"
    assert failed["found"]["parameters"]["seat"] == "spectator"
    assert {"seed", "step"} <= failed["found"]["parameters"].keys()
