"""Actions: what a seat answers, and descriptions of what it may answer.

A game says what is legal as a description over the fields of its answer: single numbers, a range of them, a
product of fields, or any of several products. The house lists, samples and names from it, and the suite
checks it against the compiled `judge`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kittycorner.core.game import Game

Fields = Mapping[str, int]
DRAWN_AT_ONCE = 2**32
Draw = Callable[[int], int]  # bound → an int from 0 to bound − 1


@dataclass(frozen=True)
class Action:
    """One answer: the bytes of its row, and its text. Equal answers are equal bytes."""

    data: tuple[bytes, ...]
    text: str

    def __str__(self) -> str:
        return self.text


class OneOf(tuple[int, ...]):
    """A field that takes one of these numbers."""

    def __new__(cls, *numbers: int) -> OneOf:
        return super().__new__(cls, sorted(set(numbers)))


class Between(Sequence[int]):
    """A field that takes any whole number from low to high."""

    def __init__(self, low: int, high: int) -> None:
        self.numbers = range(low, high + 1)

    def __getitem__(self, place: Any) -> Any:
        return self.numbers[place]

    def __len__(self) -> int:
        return len(self.numbers)

    def __contains__(self, number: object) -> bool:
        return number in self.numbers


class Choices:
    """What a seat may answer: any of several products of fields. A field that isn't named is 0."""

    def __init__(self, *products: Mapping[str, Sequence[int]]) -> None:
        self.products = tuple(dict(product) for product in products)

    @staticmethod
    def listed(name: str, numbers: Sequence[int]) -> Choices:
        """Answers of one field that takes one of these numbers."""
        return Choices({name: OneOf(*numbers)}) if numbers else Choices()

    def __contains__(self, fields: object) -> bool:
        if not isinstance(fields, Mapping):
            return False
        return any(matches(product, fields) for product in self.products)

    @property
    def size(self) -> int:
        """How many answers there are; composite ones can be more than `len` can say."""
        return sum(size_of(product) for product in self.products)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[dict[str, int]]:
        for product in self.products:
            for numbers in itertools.product(*product.values()):
                yield dict(zip(product, numbers, strict=True))

    def at(self, place: int) -> dict[str, int]:
        """The answer at this place of the list, without making the list."""
        for product in self.products:
            size = size_of(product)
            if place < size:
                return at(product, place)
            place -= size
        raise IndexError(place)


def size_of(product: Mapping[str, Sequence[int]]) -> int:
    return math.prod(len(numbers) for numbers in product.values())


def matches(product: Mapping[str, Sequence[int]], fields: Fields) -> bool:
    """Whether an answer is in a product; fields that neither names are 0 in both."""
    names = set(product) | set(fields)
    return all(fields.get(name, 0) in product.get(name, (0,)) for name in names)


def at(product: Mapping[str, Sequence[int]], place: int) -> dict[str, int]:
    """The answer at this place in the order of the product."""
    fields = {}
    for name, numbers in reversed(list(product.items())):
        place, digit = divmod(place, len(numbers))
        fields[name] = numbers[digit]
    return dict(reversed(list(fields.items())))


class Legal(Sequence[Action]):
    """The actions a seat may answer, each with its name, in the order of the game's description."""

    def __init__(self, game: Game, seat: int, choices: Choices) -> None:
        self._game = game
        self.seat = seat
        self.choices = choices

    @property
    def size(self) -> int:
        """How many there are; composite answers can be more than `len` can say."""
        return self.choices.size

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Action]:
        for fields in self.choices:
            yield self._game.action_from_fields(fields)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[number] for number in range(self.size)[place]]
        return self._game.action_from_fields(self.choices.at(range(self.size)[place]))

    def __contains__(self, said: object) -> bool:
        if not isinstance(said, str | dict | Action):
            return False
        action = self._game.read_answer(self.seat, said)
        return self._game.fields_of(action) in self.choices

    def sample(self, draw: Draw) -> Action:
        """One of them, all equally likely; `draw(n)` must be an even number from 0 to n − 1."""
        action: Action = self[draw_up_to(self.size, draw)]
        return action


def draw_up_to(bound: int, draw: Draw) -> int:
    """An int from 0 to bound − 1 of any size, from draws that reach no further than `DRAWN_AT_ONCE`."""
    if bound <= DRAWN_AT_ONCE:
        return draw(bound)
    while True:
        number = 0
        reach = 1
        while reach < bound:
            number = number * DRAWN_AT_ONCE + draw(DRAWN_AT_ONCE)
            reach *= DRAWN_AT_ONCE
        # Of the numbers reached, whole rounds of `bound` are even; the rest is drawn again.
        if number < reach - reach % bound:
            return number % bound
