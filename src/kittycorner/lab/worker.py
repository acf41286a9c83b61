"""A process that plays episodes for another: it reads seeds, and writes columns."""

from __future__ import annotations

import os
import pickle
import sys
from typing import Any

from kittycorner.core.registry import load
from kittycorner.lab.hands import as_house_error, hand_here


def main() -> None:
    # What a player prints must not stand among the columns.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    jobs = sys.stdin.buffer

    def answer(said: Any) -> None:
        pickle.dump(said, answers)
        answers.flush()

    try:
        sys.path[:] = pickle.load(jobs)
        name, config, players, policy = pickle.load(jobs)
        hand = hand_here(load(name, config), players, policy)
    except Exception as error:
        answer(f"{type(error).__name__}: {error}")
        return
    answer("")
    while True:
        try:
            seed, episodes = pickle.load(jobs)
        except EOFError:
            return
        try:
            answer(hand.play(seed, episodes))
        except Exception as error:
            answer(as_house_error(error))


if __name__ == "__main__":
    main()
