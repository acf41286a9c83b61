"""Games whose actions are listed, named or judged wrongly."""

from __future__ import annotations

from kittycorner.author import Choices, Player
from wrong import diggers
from wrong.gallery import wrong


def legal_backwards(ground, knobs, state, seat):
    return Choices({"cell": tuple(reversed(diggers.open_cells(ground, state)))})


UNSORTED = wrong("legal", "legal actions unsorted", legal=legal_backwards)


def legal_doubled(ground, knobs, state, seat):
    cells = diggers.open_cells(ground, state)
    return Choices({"cell": cells}, {"cell": cells[-1:]})


TWICE = wrong("legal", "legal actions twice", legal=legal_doubled)


def legal_everywhere(ground, knobs, state, seat):
    return Choices({"cell": range(len(state.dug) + 1)})


DISAGREE = wrong("legal", "legal and judge that disagree", legal=legal_everywhere)


def judge_gently(ground, knobs, state, seat, actions):
    code = diggers.judge(ground, knobs, state, seat, actions)
    return 0 if code == diggers.NO_CELL and actions.head[seat]["cell"] > 0 else code


ACCEPTED = wrong("legal", "a judge that accepts what nobody lists", judge=judge_gently)


def legal_never_rests(ground, knobs, state, seat):
    return Choices.listed(
        "cell", diggers.open_cells(ground, state)[:-1] if state.head[0]["round"] < 2 else []
    )


NONE_LEGAL = wrong("legal", "a seat that must act and can't", legal=legal_never_rests)


WORDS = tuple("abcdefghj"[: max(place, 1)][-1] for place in range(10))
NAME_SHARED = wrong("names", "two actions with one name", names={"cell": WORDS})


def judge_and_count(ground, knobs, state, seat, actions):
    code = diggers.judge(ground, knobs, state, seat, actions)
    if code != 0:
        state.head[0]["purse"][seat] -= 1
    return code


REFUSED_CHANGES = wrong("refusals", "a refused action that leaves a byte changed", judge=judge_and_count)


REFUSAL_UNNAMED = wrong("refusals", "a refusal that has no name", refusals=("dug-before",))


def dig_first(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Digs in the first cell, again and again."""


STUBBORN = Player("dig-first", dig_first)
PLAYER_REFUSED = wrong("players", "a built-in player whose answers are refused", players=(STUBBORN,))


def dig_as_told(ground, knobs, views, memories, acts, keys, workspace, actions, why):
    """Rests when it is asked why."""
    diggers.dig_on(ground, knobs, views, memories, acts, keys, workspace, actions, why)
    if len(why.rows) > 0:
        actions.head["cell"] = views.dug.shape[1]


EXPLAINED = wrong("explains", "a player that says other than it does", players=(Player("liar", dig_as_told),))


def look_and_count(ground, knobs, state, seat, acts, views):
    state.gold[0] = (state.gold[0] + 1) % 3
    diggers.look(ground, knobs, state, seat, acts, views)


LOOK_WRITES = wrong("asking", "a look that changes the state", look=look_and_count)


def nobody_at_noon(ground, knobs, state, acts):
    mode = diggers.to_act(ground, knobs, state, acts)
    if state.head[0]["round"] == 3:
        acts[:] = 0
    return mode


NOBODY_ACTS = wrong("plays", "a running match in which nobody may act", to_act=nobody_at_noon)
