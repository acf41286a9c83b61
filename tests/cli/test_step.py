"""`kc step`, `kc view` and `kc explain`: one position, what is seen of it, and what an answer does there."""

import json

import kittycorner as kc_package
from kittycorner.core.replay import step_object

CHASE = ("skeleton-chase", "--seed", 4)


def test_a_step_takes_the_answer_that_is_named(told):
    """Its object holds the step, who acted, the answers, the events and the state."""
    match = kc_package.load("coin-hunt").match(seed=2)
    match.act({"red": "east"})
    (said,) = told("step", "coin-hunt", "--seed", 2, "--act", "red=east")
    assert said == json.loads(json.dumps(step_object(match)))
    assert said["actors"] == ["red"]


def test_an_answer_may_be_the_json_of_a_message(told):
    """As a program would send it."""
    (by_text,) = told("step", "coin-hunt", "--act", "red=south")
    (by_message,) = told("step", "coin-hunt", "--act", 'red={"step": "south"}')
    assert by_text == by_message


def test_seats_that_are_not_named_act_by_their_players(told):
    """One hunter is told what to do, the other chases as ever."""
    match = kc_package.load("skeleton-chase").match(seed=4)
    assert match.to_act == ["hunter-0", "hunter-1"]
    match.step()
    alone = step_object(match)["actions"]["hunter-1"]
    (said,) = told("step", *CHASE, "--act", "hunter-0=stay")
    assert said["actors"] == ["hunter-0", "hunter-1"]
    assert said["actions"] == {"hunter-0": {"to": "stay"}, "hunter-1": alone}


def test_with_nobody_named_a_step_is_the_players(told):
    """The step that a match would take."""
    match = kc_package.load("skeleton-chase").match(seed=4)
    match.step()
    (said,) = told("step", *CHASE)
    assert said == json.loads(json.dumps(step_object(match)))


def test_a_player_may_sit_at_the_seats_that_are_not_named(told, module):
    """The same `--player` as in `kc play`."""
    name = module("cli_stays", "class Stays:\n    def decide(self, turn):\n        return 'stay'\n")
    (said,) = told("step", *CHASE, "--act", "hunter-0=north", "--player", f"hunters={name}:Stays")
    assert said["actions"]["hunter-1"] == {"to": "stay"}


def test_of_several_boards_the_named_seat_may_move(told):
    """Where any of several may act, one answer is the step."""
    match = kc_package.load("skeleton-boards").match(seed=0)
    assert match.any_may_act
    seat = match.to_act[-1]
    action = match.legal(seat)[0]
    (said,) = told("step", "skeleton-boards", "--act", f"{seat}={action.text}")
    assert said["actors"] == [seat]


def test_a_step_prints_what_happened_and_the_position(kc):
    """The position it ends with is one that `--from` takes."""
    result = kc("step", "coin-hunt", "--seed", 2, "--act", "red=east", "--save-position", "p.txt")
    assert result.exit_code == 0
    with open("p.txt") as file:
        position = file.read()
    assert position.startswith("coin-hunt/1 step 1\n")
    assert result.stdout.endswith(position)


def test_steps_one_after_the_other_are_the_match(kc, told):
    """A match played step by step from files comes to the same state."""
    kc("step", "skeleton-chase", "--seed", 4, "--save-position", "p.txt")
    for _ in range(3):
        (said,) = told("step", "skeleton-chase", "--from", "p.txt", "--save-position", "p.txt")
    match = kc_package.load("skeleton-chase").match(seed=4).run(steps=4)
    assert said == json.loads(json.dumps(step_object(match)))


def test_a_match_that_is_over_takes_no_step(kc):
    """It says so."""
    kc("play", "coin-hunt", "--set", "turns=2", "--save-position", "p.txt")
    result = kc("step", "coin-hunt", "--from", "p.txt")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1


def test_a_view_is_what_a_seat_may_know(kc, told):
    """As text and as the fields of its message."""
    match = kc_package.load("coin-hunt").match(seed=9)
    result = kc("view", "coin-hunt", "--seed", 9, "--seat", "red")
    assert result.stdout.rstrip() == str(match.view("red")).rstrip()
    (said,) = told("view", "coin-hunt", "--seed", 9, "--seat", "red")
    assert said == match.view("red").fields
    assert "seed" not in said


def test_the_spectator_has_a_view(told):
    """It never acts, and sees what its declared view says."""
    (said,) = told("view", "coin-hunt", "--seat", "spectator")
    assert said["coins"] == []


def test_a_view_of_a_position(kc, told):
    """The position as its JSON does as well as its text."""
    match = kc_package.load("coin-hunt").match(seed=9).run(steps=5)
    with open("p.json", "w") as file:
        json.dump(match.game.schema.position(match.position), file)
    (said,) = told("view", "coin-hunt", "--seat", "blue", "--from", "p.json")
    assert said == match.view("blue").fields


def test_explain_tells_a_player_s_choice(told, kc):
    """The player that sits there, or another; what it tells is what it would do."""
    match = kc_package.load("skeleton-chase").match(seed=4).run(steps=1)
    with open("p.txt", "w") as file:
        file.write(str(match))
    asked = ("explain", "skeleton-chase", "--from", "p.txt", "--seat", "runner-0")
    (said,) = told(*asked)
    assert said == match.explain("runner-0").to_json()
    assert said["candidates"]
    assert said["player"] == "flee"
    assert str(match.explain("runner-0")) in kc(*asked).stdout
    (other,) = told("explain", *CHASE, "--seat", "hunter-1", "--player", "pack")
    assert other["player"] == "pack"
