"""The Python that pages and docstrings show is run, and says what they say it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import kittycorner

ROOT = Path(__file__).parents[2]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
WRITTEN = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
PAGES = sorted(page for page in WRITTEN if ">>>" in page.read_text(encoding="utf-8"))
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(kittycorner.__path__, "kittycorner.")
    if module.name != "kittycorner.__main__"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_page_tells_the_truth(page):
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=OPTIONS)
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_the_docstrings_tell_the_truth(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=OPTIONS)
    assert failed == 0
