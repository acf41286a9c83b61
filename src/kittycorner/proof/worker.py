"""Worker: the other process. It reads a job from stdin, plays the matches, and prints what it saw.

With `NUMBA_DISABLE_JIT=1` the rules run as plain Python, and the worker listens: which numbers of chance each
call asks for, what it does to scratch memory and to what it may only read, and where arithmetic overflows.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def main() -> None:
    job = json.load(sys.stdin)
    answer, sys.stdout = sys.stdout, sys.stderr  # what a game prints is no answer
    sys.path[:] = job["path"]
    from kittycorner.core.kernel import COMPILED
    from kittycorner.proof.listener import Listener

    # The ear has to be in place before a game takes the functions of chance by their names.
    listener = None if COMPILED else Listener()
    from kittycorner.core.game import Game
    from kittycorner.proof.trial import rules_from

    rules = rules_from(job["reference"])
    config = rules.config.make(rules.name, job["config"])
    game = Game(listener.around(rules) if listener else rules, config)
    digests = [play_again(game, run, listener) for run in job["runs"]]
    json.dump({"digests": digests, "findings": listener.findings if listener else []}, answer)


def play_again(game: Any, run: dict[str, Any], listener: Any) -> list[dict[str, str]]:
    """Play one match as it was played in the first process; the digests after each step."""
    digests: list[dict[str, str]] = []
    if listener is None:
        for match in steps_of(game, run):
            digests.append(match.digests())
        return digests
    listener.begin_match(run["seed"])
    try:
        for match in steps_of(game, run):
            digests.append(match.digests())
            listener.probe(match)
    except Exception as failure:
        listener.fail(failure)
    return digests


def steps_of(game: Any, run: dict[str, Any]) -> Any:
    """The match at its start, and after each step."""
    from kittycorner.core.actions import Action

    match = game.match(seed=run["seed"], players=run["players"])
    yield match
    for answers in run["answers"]:
        if run["players"] is not None:
            match.step()
        else:
            given = {
                seat: Action(tuple(bytes.fromhex(data) for data in action), "")
                for seat, action in answers.items()
            }
            match.act(given, faults=True)
        yield match


if __name__ == "__main__":
    main()
