"""Sentences: every code has one, it can be filled in, and saying it never fails nor says `None`."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import model_validator

import kittycorner as kc
from kittycorner.core import sentences
from kittycorner.core.config import Config, Weight, knob
from kittycorner.core.errors import ConfigError, HouseError, KittycornerError, RuleError
from kittycorner.core.facts import Outcome
from kittycorner.core.registry import home_of, registered, rules_of
from sentence_uses import Sources

HOUSE = sentences.catalogue(sentences.LOCALE, sentences.ENGLISH)
SHIPPED = [name for name, point in registered().items() if point.value.startswith("kittycorner.")]


@pytest.fixture(scope="module")
def uses():
    return list(Sources().uses())


@pytest.fixture
def catalogue_of(tmp_path, monkeypatch):
    """A game's catalogue in a folder of its own, for the time of a test."""

    def write(text: str, language: str = "en") -> Path:
        (tmp_path / f"{language}.po").write_text(text, encoding="utf-8")
        monkeypatch.setattr(sentences, "folders", [sentences.LOCALE, tmp_path])
        sentences.catalogue.cache_clear()
        return tmp_path

    yield write
    sentences.catalogue.cache_clear()


@pytest.fixture
def coin_hunt():
    return kc.load("coin-hunt", size=5)


def entries(**named: str) -> str:
    return "\n".join(
        f'msgid "{name.replace("__", ".").replace("_", "-")}"\nmsgstr "{text}"\n'
        for name, text in named.items()
    )


def names_of_game(name: str) -> dict[str, set[str]]:
    """Every sentence that a game can ask for, with the names that it fills in."""
    rules = rules_of(name)
    asked = {f"{name}.reason.{reason}": set() for reason in rules.reasons}
    asked |= {f"{name}.refusal.{code}": {"game", "seat", "action", "allowed"} for code in rules.refusals}
    for kind in rules.events:
        asked[f"{name}.event.{kind.type_name()}"] = set(kind.columns)
    return asked


# The catalogues


def test_every_code_in_the_sources_has_a_sentence(uses):
    missing = [f"{use.name} ({use.where})" for use in uses if use.name not in HOUSE]
    assert not missing


def test_every_sentence_names_only_what_the_sources_hand_over(uses):
    wrong = [
        f"{use.name} ({use.where}): {sorted(sentences.placeholders(HOUSE[use.name]) - use.given)}"
        for use in uses
        if use.given is not None
        and use.name in HOUSE
        and use.where.split(":")[0] != "core/sentences.py"
        and not sentences.placeholders(HOUSE[use.name]) <= use.given
    ]
    assert not wrong


def test_every_sentence_of_the_house_is_used(uses):
    asked = {use.name for use in uses} | {name for game in SHIPPED for name in names_of_game(game)}
    asked |= {f"{name}.in-part" for name in asked}
    assert set(HOUSE) - asked == {""}


def test_every_translation_has_every_sentence_with_the_same_names():
    for language in sentences.languages():
        translated = sentences.catalogue(sentences.LOCALE, language)
        assert set(translated) == set(HOUSE), language
        for name in HOUSE:
            assert sentences.placeholders(translated[name]) == sentences.placeholders(HOUSE[name]), name


def test_a_game_that_ships_has_a_sentence_for_everything_it_tells():
    missing = [
        name for game in SHIPPED for name in names_of_game(game) if sentences.sentence_of(name) is None
    ]
    assert not missing


@pytest.mark.parametrize("game", registered())
def test_a_games_own_catalogue_fits_its_rules(game):
    asked = names_of_game(game)
    asked |= {f"{name}.in-part": given for name, given in asked.items()}
    own = sentences.catalogue(home_of(rules_of(game)) / "locale", sentences.ENGLISH)
    for name, sentence in own.items():
        if name.startswith(f"{game}."):
            assert name in asked, f"{name}: nothing is told by this name"
            assert sentences.placeholders(sentence) <= asked[name], name


def test_the_scan_sees_a_code_without_a_sentence_and_one_that_is_handed_on(uses):
    """The tests above are worth something only if the scan finds codes of every kind."""
    by_name = {use.name: use for use in uses}
    assert by_name["error.seed-range"].given == {"seed"}
    assert {"error.knob-unknown", "error.knob-unknown-near", "error.knob-range", "error.knob-whole"} <= set(
        by_name
    )
    assert by_name["caption.step"].where.startswith("core/forms/board.py:")


# What is said


def test_an_event_is_said_to_each_as_far_as_it_may_know(coin_hunt):
    found = coin_hunt.rules.events[0]
    assert (
        sentences.say_event(coin_hunt, found(seeker="red", at=(3, 4), worth=2))
        == "red takes a coin worth 2 at 3,4"
    )
    assert (
        sentences.say_event(coin_hunt, found(seeker="red", at=(3, 4), worth=None))
        == "red takes a coin at 3,4"
    )


def test_without_a_sentence_event_reason_and_refusal_are_said_in_plain_words(coin_hunt, monkeypatch):
    monkeypatch.setattr(sentences, "folders", [sentences.LOCALE])
    found = coin_hunt.rules.events[0]
    said = sentences.say_event(coin_hunt, found(seeker="red", at=(3, 4), worth=None))
    assert said == "found: seeker red, at 3,4"
    assert sentences.say_reason(coin_hunt, "no-coins") == "no coins"
    with pytest.raises(RuleError) as refused:
        coin_hunt.match(seed=7).act({"red": "north"})
    assert (
        str(refused.value) == 'coin-hunt: red may not do "north": off-board; allowed here: east, south, stay'
    )


@pytest.mark.parametrize("name", registered())
def test_a_whole_match_is_told_without_none_or_an_empty_sentence(name):
    game = kc.load(name)
    match = game.match(seed=3).run(steps=60)
    seats = [*range(game.seats + 1), None]
    told = [
        event
        for entry in match.log.entries
        for seat in seats
        for event in match.log.told(game, entry.events, seat)
    ]
    said = {sentences.say_event(game, event) for event in told}
    if match.outcome:
        said.add(sentences.say_outcome(game, match.outcome))
    assert said
    for sentence in said:
        assert sentence.strip()
        assert "None" not in sentence
        assert "{" not in sentence


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome("red", "time", {"red": 3, "blue": 1}), "red won (red 3, blue 1): the time is up"),
        (Outcome(None, "no-coins", {"red": 2, "blue": 2}), "a draw (red 2, blue 2): no coin is left"),
        (
            Outcome(None, "void", {"red": 2, "blue": 0}),
            "the match is void (red 2, blue 0): an answer was refused",
        ),
        (Outcome("blue", "fault", {"red": 2, "blue": 0}), "blue won (red 2, blue 0): an answer was refused"),
        (Outcome(None, "fault", {"red": 2, "blue": 0}), "nobody won (red 2, blue 0): an answer was refused"),
    ],
)
def test_an_outcome_says_who_won_with_what_and_why(coin_hunt, outcome, sentence):
    assert sentences.say_outcome(coin_hunt, outcome).startswith(sentence)


# Refusals


def refusal(match, **answers: str) -> RuleError:
    with pytest.raises(RuleError) as refused:
        match.act(answers)
    return refused.value


def test_a_refusal_says_who_what_why_and_what_is_allowed(coin_hunt):
    error = refusal(coin_hunt.match(seed=7), red="north")
    assert (
        str(error)
        == 'coin-hunt: red may not do "north": that leaves the board; allowed here: east, south, stay'
    )
    assert (error.seat, error.action, error.allowed) == ("red", "north", ["east", "south", "stay"])


def test_the_houses_own_refusals_are_said(coin_hunt):
    match = coin_hunt.match(seed=7)
    assert (
        str(refusal(match, red="up"))
        == 'coin-hunt: "up" from red is no action; allowed here: east, south, stay'
    )
    assert (
        str(refusal(match, blue="east", red="east"))
        == "coin-hunt: it is not blue's turn; now it is the turn of red"
    )
    assert str(refusal(match)) == "coin-hunt: red gave no answer, and the step needs one"
    error = refusal(match.run(), red="east")
    assert "the match is over" in str(error)
    assert (error.seat, error.action, error.allowed, error.view) == ("", "", [], "")


def test_a_long_list_of_what_is_allowed_says_how_many_more_there_are():
    told = {
        "game": "g",
        "seat": "a",
        "action": "x",
        "reason": "why-not",
        "view": "",
        "allowed": ["b", "c"],
        "more": 7,
    }
    assert str(RuleError("g.refusal.why-not", **told)).endswith(
        'may not do "x": why-not; allowed here: b, c and 7 more'
    )
    assert str(RuleError("g.refusal.why-not", **{**told, "allowed": []})).endswith(
        "nothing, until it is its turn"
    )


# Errors


class Knobs(Config):
    """A knob of every kind."""

    number: int = knob(3, 2, 5, why="a number")
    weight: Weight = knob(0.5, 0, 1, why="a weight")
    flag: bool = knob(False, why="a flag")
    list: tuple[int, ...] = knob((), most=2, why="a list")


@pytest.mark.parametrize(
    ("knob", "value", "sentence"),
    [
        ("number", 9, "g: number = 9 is outside 2–5"),
        ("number", "x", 'g: number = "x" is no whole number; it takes 2–5'),
        ("number", 2.5, "g: number = 2.5 is no whole number; it takes 2–5"),
        ("number", None, "g: number = nothing is no whole number; it takes 2–5"),
        ("weight", 3, "g: weight = 3 is outside 0–1 with at most three decimals"),
        ("weight", "0.1234", 'g: weight = "0.1234" is not what it takes: 0–1 with at most three decimals'),
        ("flag", 3, "g: flag = 3 is not one of true or false"),
        ("list", [1, 2, 3], "g: list = [1, 2, 3] is not what it takes: a list of up to 2 whole numbers"),
        ("numbr", 3, 'g: unknown knob "numbr"; did you mean "number"?'),
        ("zzz", 3, 'g: unknown knob "zzz"; its knobs are number, weight, flag, list'),
    ],
)
def test_a_wrong_knob_is_told_with_its_value_and_what_is_allowed(knob, value, sentence):
    with pytest.raises(ConfigError) as wrong:
        Knobs.make("g", {knob: value})
    assert str(wrong.value) == sentence


def test_a_game_refuses_knobs_that_do_not_go_together_in_its_own_words(catalogue_of):
    catalogue_of(entries(error__g_too_full="{game}: {coins} coins do not fit"))

    class Full(Config):
        coins: int = knob(3, 0, 9, why="a number")

        @model_validator(mode="after")
        def fit(self):
            if self.coins > 8:
                raise ValueError("no room")
            if self.coins > 5:
                raise ConfigError("g-too-full", game="g", coins=self.coins)
            return self

    for coins, sentence in ((6, "g: 6 coins do not fit"), (9, "g: this config is refused: no room")):
        with pytest.raises(ConfigError) as wrong:
            Full.make("g", {"coins": coins})
        assert str(wrong.value) == sentence


ODD = [
    KittycornerError("no-such-code"),
    KittycornerError("no-such-code", what=None, why="x"),
    KittycornerError("seed-range"),
    KittycornerError("seed-range", seed=None),
    KittycornerError("seed-range", seed="{seed} {0} {"),
    KittycornerError("file-unreadable", path="a\nb\x1b[31m", why="c\r\n\td"),
    RuleError("g.refusal.x", reason="x", allowed=[], more=0, game="g"),
    RuleError("match-over"),
]


@pytest.mark.parametrize("error", ODD, ids=str)
def test_any_error_can_be_said_on_one_line(error):
    for one in (error, pickle.loads(pickle.dumps(error))):
        assert str(one).isprintable()
        assert str(one)
        assert "None" not in str(one)


def test_what_was_typed_is_filled_in_as_it_is():
    assert str(KittycornerError("seed-range", seed="{seed}")).startswith("seed {seed} is no whole number")


def test_an_error_quotes_no_more_than_a_person_reads():
    assert len(str(KittycornerError("game-unknown", game="x" * 100_000, games="y"))) < 1000


# Languages and catalogues of games


def test_an_unknown_language_is_refused_with_those_that_there_are(monkeypatch):
    monkeypatch.setattr(sentences, "language", "en")
    with pytest.raises(KittycornerError, match=r'unknown language "tlh"; there is a catalogue for .*\ben\b'):
        sentences.use_language("tlh")
    assert sentences.language == "en"
    sentences.use_language("en")


def test_what_a_language_lacks_is_said_in_english(monkeypatch):
    monkeypatch.setattr(sentences, "language", "tlh")
    assert sentences.say("outcome.drawn", points="a 1", reason="time") == "a draw (a 1): time"


def test_a_translation_is_used_where_there_is_one(catalogue_of, monkeypatch):
    catalogue_of(entries(game__event__found="{seeker} nimmt {at}"), "de")
    monkeypatch.setattr(sentences, "language", "de")
    assert sentences.say("game.event.found", seeker="red", at=(1, 2)) == "red nimmt 1,2"


def test_a_games_catalogue_does_not_change_what_the_house_says(catalogue_of):
    catalogue_of(entries(error__match_over="gotcha"))
    assert "the match is over" in str(RuleError("match-over", game="g"))


def test_what_a_translator_left_unsure_is_not_said(catalogue_of):
    catalogue_of('#, fuzzy\nmsgid "g.reason.time"\nmsgstr "perhaps"\n')
    assert sentences.say("g.reason.time") == "time"


def test_a_spoilt_catalogue_is_told_to_its_author_and_spoils_no_error(catalogue_of, coin_hunt):
    folder = catalogue_of('msgid "x"\nmsgstr "y\nnonsense')
    with pytest.raises(HouseError, match=str(folder)):
        sentences.say("g.event.x")
    assert "north" in str(refusal(coin_hunt.match(seed=7), red="north"))


def test_no_command_pays_for_catalogues_or_pictures_until_something_is_said_or_drawn():
    program = "import sys, kittycorner.core.registry; sys.exit(bool({'babel', 'PIL'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
