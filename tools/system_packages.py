"""The programs some tests need that pip can't install.

`make test` runs this file: as root, where apt-get exists, it installs what is missing; otherwise it says in
one line what to install. A test says what it needs with `@pytest.mark.needs("program")` and is skipped where
that is missing.
"""

import os
import shutil
import subprocess
import sys

# Program, as it is called -> Debian package that brings it.
PACKAGES: dict[str, str] = {}


def missing() -> list[str]:
    """The programs that are not on the path, in the order of the list."""
    return [program for program in PACKAGES if shutil.which(program) is None]


def install(packages: list[str]) -> None:
    """Tries to install; whoever calls looks afterwards at what is still missing."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", *packages]):
        subprocess.run(["apt-get", "-qq", *command], env=environment, stdout=subprocess.DEVNULL)


def main() -> None:
    packages = [PACKAGES[program] for program in missing()]
    if packages and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"kittycorner: installing system packages for the tests: {' '.join(packages)}", flush=True)
        install(packages)
    if still := missing():
        packages = [PACKAGES[program] for program in still]
        print(
            f"kittycorner: tests that need {', '.join(still)} will be skipped; to run them: "
            f"sudo apt-get install {' '.join(packages)}",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
