"""Golden playthroughs: text files beside a game's rules that are written, compared and written anew."""

from pathlib import Path
from typing import Any

import pytest

from kittycorner.core.errors import KittycornerError
from kittycorner.core.game import Game, Rules
from kittycorner.proof import golden, playthrough
from kittycorner.proof.bench import bench_digest, bench_line, play_batch
from wrong import diggers, sameness

HEADER = "diggers 1  seed 3  answers random  config width=4 rounds=2"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Any) -> Path:
    """Golden files in a folder of their own, written for the right game."""
    monkeypatch.setattr(golden, "folder_of", lambda rules: tmp_path)
    assert len(golden.write_golden(diggers.RULES)) == 3
    return tmp_path


def changed(rules: Rules) -> list[golden.Changed]:
    return list(golden.changed_golden([*golden.playthroughs_now(rules), golden.bench_now(rules)]))


def test_what_was_written_is_what_the_game_does(folder: Path) -> None:
    """A game that hasn't changed has nothing to write anew."""
    assert changed(diggers.RULES) == []
    assert golden.write_golden(diggers.RULES) == []


def test_a_changed_rule_shows_as_the_first_line_that_differs(folder: Path) -> None:
    """The file, the line, what stands there and what comes."""
    differing = changed(sameness.RULE_CHANGED)
    first = differing[0]
    lines = first.path.read_text(encoding="utf-8").splitlines()
    assert lines[first.line - 1] == first.stands != first.comes
    assert "purse" in first.stands
    assert differing[-1].path.name == golden.BENCH


@pytest.mark.parametrize("name", ["seed_0007.txt", golden.BENCH])
def test_a_missing_file_differs_in_its_first_line(folder: Path, name: str) -> None:
    (folder / name).unlink()
    (missing,) = changed(diggers.RULES)
    assert (missing.path.name, missing.line, missing.stands) == (name, 1, "")
    assert [path.name for path in golden.write_golden(diggers.RULES)] == [name]


def test_a_first_line_chooses_the_match(folder: Path) -> None:
    """Whoever writes a header and has the file written gets that match."""
    path = folder / "small.txt"
    path.write_text(HEADER + "\n", encoding="utf-8")
    assert golden.write_golden(diggers.RULES) == [path]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == HEADER
    assert "step 2" in lines
    assert "step 3" not in lines
    assert changed(diggers.RULES) == []


@pytest.mark.parametrize("header", ["", "diggers", "chess 1  seed 3  answers random  config default",
                                    "diggers 1  seed x  answers random  config default",
                                    "diggers 1  seed 3  answers wise  config default"])  # fmt: skip
def test_another_first_line_is_said_to_be_none(folder: Path, header: str) -> None:
    (folder / "small.txt").write_text(header + "\n", encoding="utf-8")
    with pytest.raises(KittycornerError) as error:
        golden.write_golden(diggers.RULES)
    assert error.value.code == "golden-header"
    assert error.value.parameters["path"] == str(folder / "small.txt")


def test_a_golden_file_reads_like_the_match(folder: Path) -> None:
    """Answers, events and who is told, the position, views, legal actions and a digest after every step."""
    text = (folder / "seed_0008.txt").read_text(encoding="utf-8")
    step = text.split("\nstep 1\n")[1].split("\nstep 2\n")[0]
    assert "  ann: " in step
    assert "Dug(digger='ann'" in step
    assert "told to everybody, gold to ann" in step
    assert "state purse" in step
    for seat in ("ann", "bob", "spectator"):
        assert f"  {seat} sees round 1" in step
    assert "  bob may " in step
    assert "  digest state " in step
    assert max(len(line) for line in text.splitlines()) <= playthrough.WIDTH


def test_a_golden_file_ends_with_the_outcome(folder: Path) -> None:
    last = (folder / "seed_0007.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert last.startswith(("ann (time): ", "bob (time): ", "draw (time): "))


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(golden, "folder_of", lambda rules: tmp_path / "file" / "golden")
    with pytest.raises(KittycornerError) as error:
        golden.write_golden(diggers.RULES)
    assert error.value.code == "file-unwritable"


def test_a_bench_stands_for_every_match() -> None:
    """The same rules have the same digest, and one match that ends otherwise has another."""
    game = Game(diggers.RULES, diggers.Diggers())
    other = Game(sameness.BENCH_CHANGED, diggers.Diggers())
    assert bench_digest(game) == bench_digest(game)
    assert bench_digest(game) != bench_digest(other)
    assert bench_line(game).endswith(bench_digest(game))


def test_a_batch_is_the_matches_of_its_seeds() -> None:
    game = Game(diggers.RULES, diggers.Diggers())
    batch = play_batch(game, [5, 3], {}, limit=4)
    for row, seed in enumerate((5, 3)):
        match = game.match(seed=seed).run(steps=4)
        assert batch.states.gold[row].tolist() == match.state.gold.tolist()
        assert batch.states.head[row, 0] == match.state.head[0]
