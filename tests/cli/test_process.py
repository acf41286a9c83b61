"""`kc` as a process of its own: how it starts, how it ends, and what it writes to a full or broken place."""

import json
import os
import pty
import resource
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

KC = [sys.executable, "-c", "from kittycorner.cli import main; main()"]


def run(*words, **options):
    options = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": 120, **options}
    return subprocess.run([*KC, *words], **options)


def processor_time(command):
    """The least processor time of a few runs: what else the machine does counts for little."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def wait_for(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# --- starting


def test_the_command_line_imports_nothing_heavy():
    """What a command needs is imported when it runs."""
    heavy = "{'numpy', 'numba', 'pydantic', 'PIL', 'kittycorner.core.game', 'kittycorner.core.config'}"
    code = f"import sys, kittycorner.cli.app; print(*({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_help_is_there_at_once():
    """`kc --help` takes at most 0.2 s."""
    assert processor_time([*KC, "--help"]) <= 0.2


def test_a_warm_command_is_quick():
    """Any other takes at most 0.8 s; on a busy machine, four times what its compiler takes to load."""
    loading = processor_time([sys.executable, "-c", "import numba"])
    assert processor_time([*KC, "play", "coin-hunt", "--set", "turns=10"]) <= max(0.8, 4 * loading)


@pytest.mark.parametrize("name", ["kc", "kittycorner"])
def test_both_names_are_installed(name):
    """`kittycorner`, and `kc` for short."""
    done = subprocess.run([Path(sys.executable).parent / name, "games"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "coin-hunt" in done.stdout


def test_without_a_word_it_shows_its_help():
    """No error: somebody looks around."""
    done = run()
    assert done.returncode == 0
    assert "simulate" in done.stdout


# --- Ctrl-C


@pytest.fixture
def module(tmp_path):
    (tmp_path / "hanging.py").write_text(
        textwrap.dedent(
            """
            import os, pathlib, time

            def mark():
                pathlib.Path(f"mark-{os.getpid()}").touch()

            class InConstructor:
                def __init__(self):
                    mark()
                    while True:
                        time.sleep(0.01)

            class InDecide:
                def decide(self, turn):
                    mark()
                    while True:
                        time.sleep(0.01)

            class Slow:
                def decide(self, turn):
                    mark()
                    time.sleep(0.001)
                    return "stay"
            """
        )
    )
    return tmp_path


def interrupted(folder, *words, after=0.0, marks=1, **options):
    """Start a command, and press Ctrl-C once its players are at work."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options}
    with subprocess.Popen([*KC, *words], text=True, cwd=folder, **pipes) as process:
        wait_for(lambda: len(list(folder.glob("mark-*"))) >= marks)
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.parametrize("where", ["InConstructor", "InDecide"])
@pytest.mark.parametrize("command", [["play"], ["step"], ["simulate", "--episodes", "4", "--processes", "1"]])
def test_ctrl_c_ends_what_hangs(module, command, where):
    """In a constructor too: one word, exit code 130, no traceback."""
    verb, *more = command
    code, out, err = interrupted(module, verb, "coin-hunt", *more, "--player", f"red=hanging:{where}")
    assert (code, out, err) == (130, "", "interrupted\n")


def test_ctrl_c_stops_processes_and_keeps_what_is_done(module):
    """The table of the first episodes is printed, and no process is left."""
    code, out, err = interrupted(
        module, "simulate", "coin-hunt", "--episodes", "100000", "--processes", "2", "--set", "turns=2",
        "--player", "red=hanging:Slow", "--json", after=0.7, marks=2,
    )  # fmt: skip
    assert code == 130
    assert "Traceback" not in err
    (said,) = [json.loads(line) for line in out.splitlines()]
    assert said["interrupted"]
    assert 0 < said["episodes"] < 100000
    for mark in module.glob("mark-*"):
        assert not Path(f"/proc/{mark.name.removeprefix('mark-')}").exists()


def test_ctrl_c_leaves_no_half_file(module):
    """A replay that was to be written isn't there."""
    words = ("play", "coin-hunt", "--player", "red=hanging:InDecide", "--replay", "match.jsonl")
    code, _, _ = interrupted(module, *words)
    assert code == 130
    assert not list(module.glob("*match.jsonl*"))


# --- where it writes


@pytest.mark.parametrize(
    "words", [["games"], ["play", "coin-hunt", "--json"], ["--help"], ["schema", "coin-hunt"]]
)
def test_a_full_disk_is_one_sentence(words):
    """Whatever is printed to it."""
    with open("/dev/full", "w") as full:
        done = run(*words, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr


@pytest.mark.parametrize(
    "words", [["schema", "coin-hunt"], ["play", "coin-hunt", "--log", "--json"], ["--help"]]
)
def test_a_reader_that_goes_away_is_no_error(words):
    """Nothing is said about it."""
    read, write = os.pipe()
    os.close(read)
    done = run(*words, capture_output=False, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert done.stderr == ""
    assert done.returncode == 141


def test_without_stdout_it_still_works():
    """A closed stdout is nowhere to print to, not an error."""
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *KC, "games"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_terminal_without_the_signs_still_shows_the_rest():
    """ASCII only: a dash becomes a question mark."""
    done = run("config", "coin-hunt", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "3?20" in done.stdout


# --- a terminal


def in_terminal(*words, stdin=b""):
    """What a command writes into a terminal of 80 columns."""
    main, side = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "40"}
    with subprocess.Popen([*KC, *words], stdin=side, stdout=side, stderr=side, env=environment) as process:
        os.close(side)
        os.write(main, stdin)
        written = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:
                break
            if not piece:
                break
            written += piece
        process.wait(timeout=60)
    os.close(main)
    return process.returncode, written.decode()


def test_watching_shows_every_step_in_a_terminal():
    """One board after the other, then who won and why, and three commands."""
    code, written = in_terminal("play", "coin-hunt", "--set", "turns=4", "--watch")
    assert code == 0
    for step in range(5):
        assert f"step {step} " in written
    assert "won" in written or "a draw" in written
    assert "kc simulate coin-hunt" in written


def test_people_who_share_a_terminal_don_t_see_each_other_s_view():
    """Before another person's view the screen is cleared, and it waits."""
    code, written = in_terminal(
        "play", "coin-hunt", "--set", "turns=2", "--player", "red=human", "--player", "blue=human",
        stdin=b"\neast\n\nnorth\n",
    )  # fmt: skip
    assert code == 0
    assert written.count("\033[2J") == 2
    assert written.index("Press Enter") < written.index("as red sees it")


def test_a_batch_shows_how_far_it_is():
    """A bar with how many, the rate and the time left, on stderr."""
    code, written = in_terminal("simulate", "coin-hunt", "--episodes", "12", "--processes", "1")
    assert code == 0
    assert "12/12" in written
    assert "/s" in written
