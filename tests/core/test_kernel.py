"""The cache of machine code: stale code never runs, and nobody pays for another's change."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from kittycorner.core.kernel import COMPILED, imports_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in plain mode")

HELPER = """
from kittycorner.core.kernel import kernel

@kernel
def worth(count):
    return count * {factor}
"""
CALLER = """
from kittycorner.core.kernel import kernel
{imports}

@kernel
def total(count):
    return {worth}(count) + 1
"""
TINY = """
import numpy as np
from kittycorner.author import ALL, Choices, Config, Head, Layout, Player, Rules, array, kernel

class Tiny(Config):
    pass

@kernel
def nothing(knobs, chance, workspace, ground, state, events):
    state.head[0]["count"] = 0

@kernel
def prepare(knobs, state, workspace, ground):
    ground.spare[0] = 0

@kernel
def to_act(ground, knobs, state, acts):
    acts[0] = 1
    return ALL

@kernel
def judge(ground, knobs, state, seat, actions):
    return 0

def step_by(amount):
    @kernel
    def step(ground, knobs, state, actions, chance, workspace, events):
        state.head[0]["count"] += amount * {factor}

    return step

@kernel
def outcome(knobs, state, out):
    return 0

@kernel
def look(ground, knobs, state, seat, acts, views):
    views.head[seat]["count"] = state.head[0]["count"]

COUNT = np.dtype([("count", np.int64)])
ANSWER = np.dtype([("refusal", np.int64), ("go", np.int64)])
rules = lambda amount: Rules(
    name="tiny", version=1, title="Counts.", config=Tiny, sides=lambda config: {{"one": ["one"]}},
    layout=lambda config: Layout(Head(array(COUNT, 1)), Head(array(COUNT)), Head(array(ANSWER))),
    deal=nothing, prepare=prepare, to_act=to_act, judge=judge, step=step_by(amount), outcome=outcome,
    look=look,
    legal=lambda ground, knobs, state, seat: Choices.listed("go", [0]),
    players=(Player("nobody", lambda *all: None),),
)
"""
PLAY_TINY = """
from kittycorner.core.game import Game
from tiny import Tiny, rules
for amount in (1, 10):
    match = Game(rules(amount), Tiny()).match()
    match.act({"one": "0"})
    print(match.view("one")["count"])
"""


class House:
    """A folder of modules, and a cache folder for what they compile."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.cache = home / "cache"

    def write(self, name: str, text: str) -> None:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")

    def run(self, code: str, *folders: str, **environment: str) -> str:
        """What a new process prints that runs this code."""
        places = [str(self.home / folder) for folder in folders or (".",)]
        paths = os.pathsep.join([*places, *filter(None, [os.environ.get("PYTHONPATH")])])
        settings = {"KITTYCORNER_CACHE": str(self.cache), "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        ran = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code)],
            env={**os.environ, **settings, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    def compiled(self, name: str) -> dict[str, int]:
        """The files of machine code of a function, with the time each was written."""
        files = self.cache.glob(f"*/*/*{name}*.nbc")
        return {str(path.relative_to(self.cache)): path.stat().st_mtime_ns for path in files}


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


TOTAL = "from caller import total; print(total(10))"
WHERE = """
import helper
from kittycorner.core.kernel import usable_cache_root
print(helper.worth(4), usable_cache_root())
"""
READER = """
from kittycorner.core.kernel import kernel

@kernel
def read(numbers, place):
    return numbers[place]
"""


@pytest.mark.parametrize(
    ("imports", "worth"),
    [
        ("from helper import worth", "worth"),
        ("import helper", "helper.worth"),
        ("try:\n    from helper import worth\nexcept ImportError:\n    pass", "worth"),
        ("if True:\n    from helper import worth", "worth"),
    ],
    ids=["from", "module", "try", "if"],
)
def test_a_changed_helper_reaches_its_compiled_caller(house: House, imports: str, worth: str) -> None:
    """What a function calls in another file has changed, however it is imported; its own file has not."""
    house.write("caller.py", CALLER.format(imports=imports, worth=worth))
    house.write("helper.py", HELPER.format(factor=2))
    assert house.run(TOTAL) == "21"
    house.write("helper.py", HELPER.format(factor=3))
    assert house.run(TOTAL) == "31"


def test_a_change_two_modules_away_reaches_it_too(house: House) -> None:
    """A helper of a helper, and a package that only hands it on."""
    rules = CALLER.replace("total", "worth")
    house.write("caller.py", CALLER.format(imports="import game.rules", worth="game.worth"))
    house.write("game/__init__.py", "from game.rules import worth")
    house.write("game/rules.py", rules.format(imports="from .base import worth as base", worth="base"))
    house.write("game/base.py", HELPER.format(factor=2))
    assert house.run(TOTAL) == "22"
    house.write("game/base.py", HELPER.format(factor=3))
    assert house.run(TOTAL) == "32"
    house.write("game/__init__.py", "import game.rules\nfrom game.base import worth")
    assert house.run(TOTAL) == "31"


def test_a_strangers_player_gets_the_games_new_helper(house: House) -> None:
    """A player in another package, in another folder, that imports a helper of the game it plays."""
    house.write("theirs/caller.py", CALLER.format(imports="from game.helper import worth", worth="worth"))
    house.write("ours/game/__init__.py", "")
    for factor, total in ((2, "21"), (3, "31")):
        house.write("ours/game/helper.py", HELPER.format(factor=factor))
        assert house.run(TOTAL, "ours", "theirs") == total


def test_machine_code_is_read_back(house: House) -> None:
    """A second process compiles nothing anew."""
    house.write("helper.py", HELPER.format(factor=2))
    code = "import helper; print(helper.worth(1), sum(helper.worth.stats.cache_hits.values()))"
    assert house.run(code) == "2 0"
    written = house.compiled("worth")
    assert house.run(code) == "2 1"
    assert house.compiled("worth") == written


def test_a_change_in_one_game_leaves_the_others_cache_alone(house: House) -> None:
    """Each game's machine code lies in folders of its own."""
    both = "import one.helper, two.helper; print(one.helper.worth(1), two.helper.worth(1))"
    for name in ("one", "two"):
        house.write(f"{name}/__init__.py", "")
        house.write(f"{name}/helper.py", HELPER.format(factor=2))
    assert house.run(both) == "2 2"
    before = house.compiled("worth")
    house.write("one/helper.py", HELPER.format(factor=5))
    assert house.run(both) == "5 2"
    after = house.compiled("worth")
    assert {name: time for name, time in after.items() if name in before} == before
    assert len(after) == len(before) + 1
    assert house.run("import two.helper as two; two.worth(1); print(len(two.worth.stats.cache_hits))") == "1"


def test_two_games_of_one_name_never_share_a_loop(house: House) -> None:
    """Other rules under the same names, from the same file or another, get a loop of their own."""
    house.write("here/tiny.py", TINY.format(factor=1))
    assert house.run(PLAY_TINY, "here").split() == ["1", "10"]
    loops = house.compiled("loop.act")
    assert len(loops) == 2
    assert house.run(PLAY_TINY, "here").split() == ["1", "10"]
    assert house.compiled("loop.act") == loops
    house.write("there/tiny.py", TINY.format(factor=3))
    assert house.run(PLAY_TINY, "there").split() == ["3", "30"]


def test_a_cache_that_cannot_be_written_is_left_for_a_temporary_one(house: House) -> None:
    """Where the cache's folder can't be made the machine code goes into the temporary folder."""
    house.write("helper.py", HELPER.format(factor=2))
    house.write("file", "no folder")
    where = {"KITTYCORNER_CACHE": str(house.home / "file" / "cache"), "TMPDIR": str(house.home)}
    said = house.run(WHERE, **where).split()
    assert said == ["8", str(house.home / f"kittycorner-{os.getuid()}")]


def test_without_any_cache_kernels_still_run(house: House) -> None:
    """Where nothing can be written, and where a function has no file, machine code is kept nowhere."""
    house.write("helper.py", HELPER.format(factor=2))
    house.write("file", "no folder")
    house.write(f"kittycorner-{os.getuid()}", "no folder either")
    where = {"KITTYCORNER_CACHE": str(house.home / "file" / "cache"), "TMPDIR": str(house.home)}
    assert house.run(WHERE, **where).split() == ["8", "None"]
    assert house.run(HELPER.format(factor=3) + "\nprint(worth(4))") == "12"


def test_bounds_checks_have_a_cache_of_their_own(house: House) -> None:
    """With `NUMBA_BOUNDSCHECK=1` a function is compiled anew, and to read past an array's end is an error."""
    house.write("reader.py", READER)
    code = """
        import numpy as np
        from reader import read
        print(read(np.arange(3), 1))
        try:
            print("read" if read(np.arange(3), 3) is not None else "")
        except IndexError:
            print("found")
    """
    assert house.run(code, NUMBA_BOUNDSCHECK="0").split() == ["1", "read"]
    unchecked = set(house.compiled("read"))
    assert house.run(code, NUMBA_BOUNDSCHECK="1").split() == ["1", "found"]
    checked = set(house.compiled("read")) - unchecked
    assert len(checked) == 1
    assert all("-bounds-" in name for name in checked)
    assert not any("-bounds-" in name for name in unchecked)


def test_plain_mode_compiles_nothing(house: House) -> None:
    """With `NUMBA_DISABLE_JIT=1` a kernel is the Python function itself."""
    house.write("helper.py", HELPER.format(factor=2))
    code = "import helper, types; print(type(helper.worth) is types.FunctionType, helper.worth(2))"
    assert house.run(code, NUMBA_DISABLE_JIT="1") == "True 4"
    assert not house.compiled("worth")


def test_a_kernel_that_allocates_is_refused(house: House) -> None:
    """Kernels never allocate: one that does fails to compile."""
    code = """
        import numpy as np
        from kittycorner.author import kernel

        @kernel
        def make(count):
            return np.zeros(count)[0]

        try:
            make(3)
        except Exception as error:
            print(type(error).__name__)
    """
    assert house.run(code) == "TypingError"


def test_what_is_imported_for_types_only_does_not_count(house: House) -> None:
    """A change in what only a type checker reads costs nobody a compilation."""
    house.write("caller.py", "if TYPE_CHECKING:\n    import helper\nelse:\n    import other.part")
    assert imports_of(house.home / "caller.py") == ()
