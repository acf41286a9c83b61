"""The checks as a table: in `tests/`, `python -m wrong.table` prints it for the suite's reference page."""

from __future__ import annotations

from collections.abc import Iterator

from kittycorner.proof.checks import CHECKS
from wrong import actions, arrays, knowledge, sameness
from wrong.gallery import GALLERY

MODULES = (knowledge, actions, arrays, sameness)  # importing them fills the gallery


def rows() -> Iterator[str]:
    """A row per check: its name, what it promises, and the wrong games that are meant for it."""
    yield "| check | what holds | caught by it: a game with |"
    yield "|---|---|---|"
    for name, check in CHECKS.items():
        faults = "; ".join(wrong.fault for wrong in GALLERY if wrong.check == name)
        yield f"| `{name}` | {check.__doc__} | {faults} |"


if __name__ == "__main__":
    print("\n".join(rows()))
