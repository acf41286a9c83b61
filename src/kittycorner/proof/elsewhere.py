"""Elsewhere: the same matches in other processes, compiled and plain."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kittycorner.proof.finding import Finding, found

MOST_SECONDS = 600


@dataclass(frozen=True)
class Said:
    """What another process says of a trial's matches."""

    digests: list[list[dict[str, str]]] = field(default_factory=list)  # for each match those after each step
    findings: dict[str, Finding] = field(default_factory=dict)  # check → what was overheard of plain rules
    failure: str = ""  # why the process gave no answer


class Elsewhere:
    """Another process that plays a trial's matches."""

    def __init__(self, job: dict[str, Any], plain: bool) -> None:
        environment = {**os.environ, "PYTHONHASHSEED": "12345"}
        environment.pop("NUMBA_DISABLE_JIT", None)
        if plain:
            environment["NUMBA_DISABLE_JIT"] = "1"
        self.kept = tempfile.TemporaryDirectory(prefix="kittycorner-")
        self.folder = Path(self.kept.name)
        (self.folder / "job").write_text(json.dumps(job), encoding="utf-8")
        with (
            (self.folder / "job").open("rb") as stdin,
            (self.folder / "said").open("wb") as stdout,
            (self.folder / "complaints").open("wb") as stderr,
        ):
            command = [sys.executable, "-m", "kittycorner.proof.worker"]
            self.process = subprocess.Popen(
                command, stdin=stdin, stdout=stdout, stderr=stderr, env=environment
            )

    def said(self) -> Said:
        """Wait for the process, and read what it said."""
        try:
            code = self.process.wait(MOST_SECONDS)
        except subprocess.TimeoutExpired:
            return Said(failure=f"no answer within {MOST_SECONDS} s")
        if code:
            complaints = (self.folder / "complaints").read_text(encoding="utf-8", errors="replace")
            return Said(failure=(complaints.strip().splitlines() or [f"exit code {code}"])[-1])
        answer = json.loads((self.folder / "said").read_text(encoding="utf-8"))
        findings = {check: found(what, **parameters) for check, what, parameters in answer["findings"]}
        return Said(answer["digests"], findings)

    def close(self) -> None:
        """Leave no process and no file behind."""
        self.process.kill()
        self.process.wait()
        self.kept.cleanup()
