"""View: all that one seat may know now, as Python, as a message and as text."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kittycorner.core.events import Event
    from kittycorner.core.game import Game


class View(Mapping[str, Any]):
    """A seat's view: `view["cell"]` or `view.cell`; as text it is what a person at the seat is shown."""

    def __init__(self, game: Game, seat: int, views: Any, row: int, past: Sequence[Event] = ()) -> None:
        self._game = game  # the host's: a view hands out what its row says
        self.seat_number = seat
        # The row is copied: the loop shows the next step in the same arrays.
        self.row = type(views)(*(entry[row : row + 1].copy() for entry in views))
        self.past = tuple(past)

    @functools.cached_property
    def fields(self) -> dict[str, Any]:
        """The view as its message has it."""
        return self._game.schema.view(self.seat_number, self.row)

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "fields":
            raise AttributeError(name)
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __str__(self) -> str:
        return self._game.notation.draw_view(self)

    def _repr_html_(self) -> str:
        """A small table, as a notebook shows it."""
        from html import escape

        from kittycorner.core.forms.notation import plain_words

        rows = (
            f"<tr><th>{escape(name)}</th><td>{escape(plain_words(value))}</td></tr>"
            for name, value in self.items()
        )
        return f"<table>{''.join(rows)}</table>"

    def __repr__(self) -> str:
        return f"View({self.fields!r})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View) and self.fields == other.fields and self.seat_number == other.seat_number
        )

    __hash__ = None  # type: ignore[assignment]
