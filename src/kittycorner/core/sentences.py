"""Sentences: what a person reads, made from a code and its parameters.

There is one catalogue per language, `locale/en.po` and its translations; a game in another package brings
its own beside its rules. Nothing else in the house glues words together.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kittycorner.core.errors import HouseError, KittycornerError, RuleError

if TYPE_CHECKING:
    from kittycorner.core.events import Event
    from kittycorner.core.facts import Outcome
    from kittycorner.core.game import Game

LOCALE = Path(__file__).parent.parent / "locale"
ENGLISH = "en"
PLACEHOLDER = re.compile(r"\{(\w+)\}")

language = os.environ.get("KITTYCORNER_LANG", ENGLISH)
folders: list[Path] = [LOCALE]  # the house's comes first: no game's catalogue changes what the house says


def languages() -> list[str]:
    """The languages there is a catalogue for."""
    return sorted(path.stem for path in LOCALE.glob("*.po"))


def use_language(name: str) -> None:
    """Speak this language from now on; what it has no sentence for is said in English."""
    global language
    if name not in languages():
        raise KittycornerError("language-unknown", language=name, languages=", ".join(languages()))
    language = name


def add_catalogue(folder: Path) -> None:
    """Know the sentences of a game in another package."""
    if folder not in folders and folder.is_dir():
        folders.append(folder)


@functools.cache
def catalogue(folder: Path, name: str) -> Mapping[str, str]:
    """Code → sentence, in one language, of one folder; what a translator left unsure is left out."""
    from babel.messages.pofile import PoFileError, read_po

    path = folder / f"{name}.po"
    if not path.is_file():
        return {}
    try:
        with path.open("rb") as file:
            entries = list(read_po(file, abort_invalid=True))
    except (OSError, UnicodeDecodeError, PoFileError) as error:
        raise HouseError(f"{path} is no catalogue: {error}") from error
    return {str(entry.id): str(entry.string) for entry in entries if entry.string and not entry.fuzzy}


def sentence_of(code: str) -> str | None:
    """The sentence for a code, in the language in use or else in English."""
    for name in (language, ENGLISH):
        for folder in folders:
            if code in catalogue(folder, name):
                return catalogue(folder, name)[code]
    return None


def placeholders(sentence: str) -> set[str]:
    """The names in braces of a sentence."""
    return set(PLACEHOLDER.findall(sentence))


def say(code: str, **parameters: Any) -> str:
    """The sentence for a code; the code and its parameters in words where no catalogue has one."""
    return say_told(code, parameters) or say_plainly(code, parameters)


def say_told(code: str, parameters: Mapping[str, Any]) -> str | None:
    """The sentence for a code if there is one, and nothing that it names is left untold (`None`)."""
    sentence = sentence_of(code)
    told = {name: plainly(value) for name, value in parameters.items() if value is not None}
    if sentence is None or not placeholders(sentence) <= told.keys():
        return None
    return PLACEHOLDER.sub(lambda place: told[place[1]], sentence)


def say_plainly(code: str, parameters: Mapping[str, Any]) -> str:
    """What a game without a catalogue says: `found: seeker red, at 3,4`."""
    words = [f"{name} {plainly(value)}" for name, value in parameters.items() if value not in (None, "")]
    return ": ".join(part for part in (plain_name(code), ", ".join(words)) if part)


def plain_name(code: str) -> str:
    """`coin-hunt.event.new-ground` in words: `new ground`."""
    return code.rsplit(".", 1)[-1].replace("-", " ")


def plainly(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ",".join(str(entry) for entry in value)
    return str(value)


def one_line(text: str) -> str:
    """Text on one line, without what a terminal would take for a command."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


# What the house says of a match


def say_error(error: KittycornerError) -> str:
    """An error as one line. It is said even where a game's own catalogue is spoilt."""
    told = {name: shortened(value) for name, value in error.parameters.items()}
    try:
        if isinstance(error, RuleError) and {"game", "action", "reason", "allowed", "more"} <= told.keys():
            return one_line(say_refusal(told))
        return one_line(say(f"error.{error.code}", **told))
    except HouseError:
        return one_line(say_plainly(error.code, told))


def shortened(value: Any, most: int = 400) -> Any:
    """What somebody typed or sent, no longer than a person reads."""
    if isinstance(value, str) and len(value) > most:
        return f"{value[:most]}…"
    return value


def say_refusal(told: Mapping[str, Any]) -> str:
    """Why an action was refused, and what the seat may do instead; `told` is what its `RuleError` knows."""
    actions = ", ".join(told["allowed"])
    allowed = actions
    if not actions:
        allowed = say("allowed.none")
    elif told["more"] > 0:
        allowed = say("allowed.more", actions=actions, more=told["more"])
    said = {**told, "action": shortened(told["action"], 60), "allowed": allowed}
    if told["reason"] == "unreadable":
        return say("error.unreadable", **said)
    why = say_told(f"{told['game']}.refusal.{told['reason']}", said) or told["reason"]
    return say("error.refused", **said, why=why)


def say_event(game: Game, event: Event) -> str:
    """What happened, as far as the event tells it.

    An event whose secret fields aren't told, or that is about nobody, is said with the sentence
    `….in-part`, where there is one.
    """
    code = f"{game.name}.event.{event.type_name()}"
    fields = {name: getattr(event, name) for name in event.columns}
    return say_told(code, fields) or say_told(f"{code}.in-part", fields) or say_plainly(code, fields)


def say_outcome(game: Game, outcome: Outcome) -> str:
    """Who won, with how many points, and why it ended."""
    told = {"points": say_points(outcome.points), "reason": say_reason(game, outcome.reason)}
    if outcome.reason == "void":
        return say("outcome.void", **told)
    if outcome.winner is not None:
        return say("outcome.won", winner=outcome.winner, **told)
    if outcome.reason == "fault":
        return say("outcome.nobody", **told)
    return say("outcome.drawn", **told)


def say_reason(game: Game, reason: str) -> str:
    """Why a match ended, as the end of a sentence."""
    if reason == "fault":
        return say("reason.fault")
    if reason == "void":
        return say("reason.void")
    return say(f"{game.name}.reason.{reason}")


def say_points(points: Mapping[str, int]) -> str:
    """`red 3, blue 5`."""
    return ", ".join(f"{side} {count}" for side, count in points.items())
