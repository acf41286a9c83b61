"""The command line: its commands, and what becomes of an error."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from kittycorner.cli import (
    check,
    config,
    explain,
    games,
    golden,
    play,
    replay,
    schema,
    simulate,
    step,
    view,
    warm,
)
from kittycorner.cli.command import Command
from kittycorner.core.errors import KittycornerError

WRONG = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class Commands(TyperGroup):
    """All commands. Whatever goes wrong is one sentence on stderr, and an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *ignored: Any,
        **extra: Any,
    ) -> Any:
        sys.stdout = stdout = open_stream(sys.stdout)
        sys.stderr = open_stream(sys.stderr)
        try:
            code = self.exit_code(list(sys.argv[1:] if args is None else args), prog_name or "kc")
        finally:
            sys.stdout = stdout
        sys.exit(code)

    def exit_code(self, args: list[str], prog_name: str) -> int:
        """Run a command; what it did as an exit code."""
        try:
            with self.make_context(prog_name, args or ["--help"]) as context:
                self.invoke(context)
            sys.stdout.flush()
            return 0
        except typer.Exit as leaving:
            return leaving.exit_code
        except typer.TyperException as error:
            return complain(wrong_usage(error))
        except KittycornerError as error:
            return complain(str(error))
        except KeyboardInterrupt:
            return complain(say("interrupted"), INTERRUPTED)
        except OSError as error:
            if error.filename is None:
                return stop_writing(error)
            return complain(say("error.file-failed", path=error.filename, why=error.strerror))
        except SystemExit as leaving:
            if isinstance(leaving.__context__, BrokenPipeError):
                return BROKEN_PIPE  # what draws the help leaves like this
            return complain(say("error.ended-from-within"))
        except Exception as error:
            if os.environ.get("KITTYCORNER_TRACEBACK"):
                raise
            return complain(say("error.unexpected", what=f"{type(error).__name__}: {error}", at=place(error)))


def say(code: str, **told: Any) -> str:
    from kittycorner.core.sentences import say

    return say(code, **told)


def open_stream(stream: Any) -> Any:
    """A stream that takes every sign, also where it shows another for it or was closed."""
    if stream is None:
        return Path(os.devnull).open("w")
    stream.reconfigure(errors="replace")
    return stream


def complain(sentence: str, code: int = WRONG) -> int:
    """Say it on stderr, on one line; what comes out is the exit code."""
    with contextlib.suppress(OSError):
        print(" ".join(sentence.split()), file=sys.stderr)
    return code


def wrong_usage(error: typer.TyperException) -> str:
    """What is wrong with the words of a command line."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "kc"
    return f"{command}: {error.format_message()} ({command} --help)"


def stop_writing(error: OSError) -> int:
    """Nobody reads what is printed, or it can't be written."""
    # Python writes once more what is left when it ends; there it must not fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if error.errno == errno.EPIPE:
        return BROKEN_PIPE
    return complain(say("error.output", why=error.strerror or str(error)))


def place(error: Exception) -> str:
    """The file and line where an error nobody expected came from."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"


app = typer.Typer(
    cls=Commands,
    name="kc",
    add_completion=False,
    help="Play, watch, measure and replay turn-based games on grids.",
    context_settings={"help_option_names": ["--help", "-h"]},
)

for module in (games, config, warm, play, view, step, explain, simulate, check, golden, schema):
    app.command(module.NAME, cls=Command)(module.run)
app.add_typer(replay.app, name="replay")
