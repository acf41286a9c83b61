"""What all tests share: `@pytest.mark.needs("program")` skips a test where a system program is missing."""

import pytest

import system_packages


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(program): skipped where this system program is missing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = system_packages.missing()
    for item in items:
        for program in (mark.args[0] for mark in item.iter_markers("needs")):
            if program not in system_packages.PACKAGES:
                raise pytest.UsageError(f"{item.nodeid} needs {program}: add it to tools/system_packages.py")
            if program in missing:
                package = system_packages.PACKAGES[program]
                item.add_marker(pytest.mark.skip(reason=f"needs {program}: apt-get install {package}"))
