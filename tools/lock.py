"""Writes requirements.lock: every package of the development environment, with version and hashes.

    python tools/lock.py             keep locked versions, add what is missing, drop what is not needed
    python tools/lock.py --upgrade   take the newest version of everything

The lock holds the project's own requirements, all its extras, and what it takes to build the project, so
that an install from it needs nothing else. It names no registry: each machine uses the one it is set up for.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
LOCKER = "pip-tools==7.6.2"
HEADER = "# Written by `make lock`; not by hand.\n"
ADDRESS = re.compile(r"\w+://|^\s*--?(?!hash=)\w", re.MULTILINE)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder, "requirements.lock")
        if LOCK.exists():
            draft.write_text(LOCK.read_text())
        resolve(Path(folder, "venv"), draft, upgrade="--upgrade" in sys.argv[1:])
        text = HEADER + without_comments(draft.read_text())
        if found := ADDRESS.search(text):
            line = text.count("\n", 0, found.start()) + 1
            sys.exit(f"lock: line {line} would hold an address or an option; requirements.lock is unchanged")
    new = LOCK.with_suffix(".new")
    new.write_text(text)
    new.replace(LOCK)


def resolve(venv: Path, draft: Path, upgrade: bool) -> None:
    """Lets pip-tools, in an environment of its own, fill the draft."""
    python = venv / "bin" / "python"
    run(sys.executable, "-m", "venv", venv)
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", LOCKER)
    options = ["--quiet", "--generate-hashes", "--allow-unsafe", "--strip-extras"]
    options += ["--all-extras", "--build-deps-for=editable", "--build-deps-for=wheel"]
    options += ["--no-header", "--no-annotate"]
    options += ["--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host"]
    if upgrade:
        options += ["--upgrade"]
    run(python, "-m", "piptools", "compile", *options, "--output-file", draft, "pyproject.toml")


def without_comments(text: str) -> str:
    """Comments may hold paths and addresses of the machine that wrote them."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return "\n".join(lines) + "\n"


def run(*command: object) -> None:
    finished = subprocess.run([str(part) for part in command], cwd=ROOT)
    if finished.returncode != 0:
        sys.exit("lock: the versions could not be resolved (see above); requirements.lock is unchanged")


if __name__ == "__main__":
    main()
