"""`kc warm`: compiled once, by one process, and nothing left to compile."""

import os
import subprocess
import sys

from kittycorner.core import kernel

KC = [sys.executable, "-c", "from kittycorner.cli import main; main()"]


def files_in(folder):
    return sorted(str(path) for path in folder.rglob("*.nb?"))


def test_two_at_once_compile_once_and_leave_nothing_to_compile(tmp_path):
    """The second waits for the first, and finds all done; no later command adds machine code."""
    environment = {**os.environ, "KITTYCORNER_CACHE": str(tmp_path)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment}
    both = [subprocess.Popen([*KC, "warm", "coin-hunt"], **pipes) for _ in range(2)]
    said = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert [out for out, _ in said] == ["", ""]
    lines = sorted(
        line.split(":")[0].split(" in ")[0].split(";")[0] for _, err in said for line in err.splitlines()
    )
    assert lines == [
        "all is compiled",
        "another kc warm is at work",
        "compiled",
        "compiling coin-hunt",
    ]
    compiled = files_in(tmp_path)
    if kernel.COMPILED:
        assert compiled
    for words in (
        ["play"],
        ["view", "--seat", "red"],
        ["step"],
        ["explain", "--seat", "red"],
        ["play", "--log"],
    ):
        verb, *more = words
        done = subprocess.run([*KC, verb, "coin-hunt", *more], env=environment, capture_output=True)
        assert done.returncode == 0
    assert files_in(tmp_path) == compiled


def test_a_game_that_fails_while_it_is_used_is_named(kc, monkeypatch, tmp_path):
    """What its process said last; and the next time it is tried again."""
    from kittycorner.cli import warming

    monkeypatch.setattr(warming, "stamp_of", lambda game: tmp_path / "stamp")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.exit('half a game')")
    for _ in range(2):
        result = kc("warm", "coin-hunt")
        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1] == "coin-hunt can't be compiled: SystemExit: half a game"
        assert not (tmp_path / "stamp").exists()


def test_a_game_that_can_t_be_warmed_is_named(kc, monkeypatch):
    """The others are warmed all the same; the sentence names the one that isn't."""
    from kittycorner.cli import warming

    def load(name):
        raise ImportError(f"{name} is half a game")

    monkeypatch.setattr(warming, "load", load)
    result = kc("warm", "coin-hunt")
    assert result.exit_code == 2
    assert result.stderr == "coin-hunt can't be compiled: ImportError: coin-hunt is half a game\n"
