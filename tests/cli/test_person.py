"""A person holds a seat: sees its view alone, and is told what was wrong with an answer."""

import pytest

SHORT = ("play", "coin-hunt", "--set", "turns=4", "--set", "size=4", "--seed", 1)


def test_a_person_plays_to_the_end(kc):
    """Answers are the game's text; after the end the whole board is shown."""
    result = kc(*SHORT, "--player", "red=human", stdin="east\nsouth\n")
    assert result.exit_code == 0
    assert "purse" in result.stdout.splitlines()[-3] or "blue" in result.stdout
    assert result.stderr == ""


def test_a_wrong_answer_gets_a_clear_word_and_another_try(kc):
    """Unreadable or illegal: what is allowed, and the question again."""
    result = kc(*SHORT, "--player", "red=human", stdin="up\nnorth\neast\nsouth\n")
    assert result.exit_code == 0
    assert result.stdout.count("east, south, stay") == 2
    assert '"up"' in result.stdout
    assert '"north"' in result.stdout


def test_a_question_mark_lists_what_is_allowed(kc):
    """`?` is no answer."""
    result = kc(*SHORT, "--player", "red=human", stdin="?\n\neast\nsouth\n")
    assert result.exit_code == 0
    assert "red may answer: east, south, stay" in result.stdout


def test_the_json_of_a_message_is_an_answer_too(kc):
    """As a program would send it."""
    result = kc(*SHORT, "--player", "red=human", stdin='{"step": "east"}\nsouth\n')
    assert result.exit_code == 0
    assert result.stdout.count("red, your action") == 2


@pytest.mark.parametrize("stdin", ["", "east\n"])
def test_who_leaves_ends_the_match_cleanly(kc, tmp_path, stdin):
    """Ctrl-D: no error, what was asked for is written, and nothing hidden is shown."""
    result = kc(*SHORT, "--player", "red=human", "--replay", "match.jsonl", "--log", stdin=stdin)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.rstrip().endswith("left after step 2" if stdin else "left after step 0")
    assert "the start" not in result.stdout
    assert kc("replay", "verify", "match.jsonl").exit_code == 0


def test_a_person_sees_no_more_than_the_view(kc):
    """Coins out of sight stay there until the match is over."""
    from kittycorner import load

    match = load("coin-hunt", turns=4, size=4, sight=0).match(seed=1)
    seen = match.game.notation.draw_board(match, "red").rstrip()
    whole = match.game.notation.draw_board(match).rstrip()
    result = kc(*SHORT, "--set", "sight=0", "--player", "red=human", stdin="")
    assert seen in result.stdout
    assert whole.splitlines()[:4] != seen.splitlines()[:4]
    assert "\n".join(whole.splitlines()[:4]) not in result.stdout


def test_of_several_people_the_screen_says_whose_turn_it_is(kc):
    """Each is called by the seat's name."""
    people = ("--player", "red=human", "--player", "blue=human")
    result = kc(*SHORT, *people, stdin="east\nnorth\neast\nnorth\n")
    assert result.exit_code == 0
    assert result.stdout.count("It is red's turn.") == 2
    assert result.stdout.count("It is blue's turn.") == 2


def test_a_person_alone_is_not_called(kc):
    """Nobody else is there to be shown anything."""
    result = kc(*SHORT, "--player", "red=human", stdin="east\nsouth\n")
    assert "'s turn" not in result.stdout


def test_a_person_is_written_down_as_human(told):
    """The replay and the JSON say who sat there."""
    *_, said = told(*SHORT, "--player", "red=human", stdin="east\nsouth\n")
    assert said["players"] == {"red": "human", "blue": "seek"}


def test_a_person_hears_what_happened_since(kc):
    """Events the seat may know are told above the next question."""
    result = kc("play", "coin-hunt", "--player", "red=human", "--steps", 3, stdin="east\neast\n")
    assert "blue takes a coin" in result.stdout


def test_a_person_may_hold_a_whole_side(kc):
    """Each seat of it is asked in turn."""
    result = kc("play", "skeleton-chase", "--player", "runners=human", "--steps", 2, stdin="stay\nstay\n")
    assert result.exit_code == 0
    assert "runner-0, your action" in result.stdout
    assert "runner-1, your action" in result.stdout
