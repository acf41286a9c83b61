"""What can go wrong, as data: a code and its parameters. The sentence is made in `sentences`."""

from __future__ import annotations

from typing import Any


class KittycornerError(Exception):
    """Something a person can put right. `str(error)` is one sentence: what, where, what is allowed."""

    def __init__(self, code: str, **parameters: Any) -> None:
        super().__init__(code)
        self.code = code
        self.parameters = parameters

    def __str__(self) -> str:
        from kittycorner.core.sentences import say_error

        return say_error(self)

    def __reduce__(self) -> Any:
        return (rebuild, (type(self), self.code, self.parameters))


def rebuild(kind: type[KittycornerError], code: str, parameters: dict[str, Any]) -> KittycornerError:
    """Make an error anew on the other side of a process border."""
    return kind(code, **parameters)


class ConfigError(KittycornerError):
    """A knob that is unknown, of the wrong type or out of range."""


class PositionError(KittycornerError):
    """A text that is no position of this game."""


class ReplayError(KittycornerError):
    """A file that is no replay, or not a whole one."""


class PlayerError(KittycornerError):
    """A player that doesn't exist, can't sit there, or failed."""


class HouseError(Exception):
    """A game broke the contract: its author's fault, not the user's."""


class RuleError(KittycornerError):
    """A refused action. The match is unharmed.

    Its parameters are the seat, the action as text, what is allowed and the seat's own view: nothing that
    the seat may not know.
    """

    @property
    def seat(self) -> str:
        return str(self.parameters.get("seat", ""))

    @property
    def action(self) -> str:
        return str(self.parameters.get("action", ""))

    @property
    def allowed(self) -> list[str]:
        return list(self.parameters.get("allowed", ()))

    @property
    def view(self) -> str:
        return str(self.parameters.get("view", ""))
