"""The page on messages shows what the code generates."""

from __future__ import annotations

import json
import re
from pathlib import Path

import kittycorner as kc

PAGE = Path(__file__).parents[2] / "docs/reference/messages.md"


def test_the_page_shows_the_schema_of_an_answer():
    shown = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert [json.loads(block) for block in shown] == [kc.load("coin-hunt").schema.json_schemas()["action"]]


def test_the_page_names_every_schema():
    for name in kc.load("coin-hunt").schema.json_schemas():
        assert f"`{name}`" in PAGE.read_text(encoding="utf-8")
