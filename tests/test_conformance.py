"""Every registered game passes the conformance suite, those of other packages included."""

import pytest

from kittycorner.core.registry import registered
from kittycorner.proof.suite import check_game


@pytest.mark.parametrize("game", list(registered()))
def test_a_registered_game_passes_every_check(game: str) -> None:
    """Whatever the registry finds keeps what a game promises to the house."""
    report = check_game(game)
    assert report.passed, "\n".join(str(result) for result in report.failed)
