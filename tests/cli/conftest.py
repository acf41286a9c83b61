"""Commands for the tests: run in this process, in a folder of their own."""

import json
import textwrap

import pytest
from typer.testing import CliRunner

from kittycorner.cli.app import app
from kittycorner.core import sentences


@pytest.fixture
def kc(tmp_path, monkeypatch):
    """`kc("play", "coin-hunt", "--seed", 7)` and what came of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sentences, "language", sentences.language)
    runner = CliRunner()

    def run(*words, stdin=None):
        return runner.invoke(app, [str(word) for word in words], input=stdin, prog_name="kc")

    return run


@pytest.fixture
def told(kc):
    """The objects that a command with `--json` prints; nothing else may stand on stdout."""

    def run(*words, stdin=None):
        result = kc(*words, "--json", stdin=stdin)
        assert result.exit_code == 0, result.stderr
        return [json.loads(line) for line in result.stdout.splitlines()]

    return run


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write players into a module beside the person who asks."""
    monkeypatch.chdir(tmp_path)

    def write(name, source):
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(source))
        return name

    return write
