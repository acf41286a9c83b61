"""Files are written whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kittycorner.core.errors import KittycornerError
from kittycorner.core.files import write_whole


def test_text_and_bytes_are_written(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "fünf\n")
    write_whole(tmp_path / "bytes", b"\0\1")
    assert (tmp_path / "text").read_bytes() == "fünf\n".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\0\1"


def test_nothing_stays_beside_a_file_that_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, "before")
    write_whole(path, "after")
    assert path.read_text() == "after"
    assert os.listdir(tmp_path) == ["file"]


def test_a_file_that_is_replaced_keeps_its_rights_and_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "after"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_rights_that_others_have(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    write_whole(tmp_path / "new", "")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_device_is_written_to(tmp_path: Path) -> None:
    write_whole("/dev/null", "gone")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("/dev/full", "No space left on device"),
        ("{folder}", "Is a directory"),
        ("{folder}/missing/file", "No such file or directory"),
        ("{folder}/file/below", "Not a directory"),
        ("{folder}/" + 300 * "x", "File name too long"),
        ("{folder}/a\0b", "embedded null byte"),
    ],
)
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path, place: str, why: str) -> None:
    (tmp_path / "file").write_text("kept")
    with pytest.raises(KittycornerError) as caught:
        write_whole(place.format(folder=tmp_path), "lost")
    assert caught.value.code == "file-unwritable"
    assert why in caught.value.parameters["why"]
    assert "\n" not in str(caught.value)
    assert os.listdir(tmp_path) == ["file"]
    assert (tmp_path / "file").read_text() == "kept"


def test_a_file_that_may_not_be_written_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("kept")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    with pytest.raises(KittycornerError, match="Permission denied"):
        write_whole(tmp_path / "file", "lost")
    assert (tmp_path / "file").read_text() == "kept"


def test_a_disk_that_fills_up_or_an_interruption_leaves_the_old_file_and_no_half_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("kept")
    for interruption in (OSError(28, "No space left on device"), KeyboardInterrupt()):

        def interrupted(*_: object, fault: BaseException = interruption) -> None:
            raise fault

        monkeypatch.setattr(Path, "replace", interrupted)
        with pytest.raises((KittycornerError, KeyboardInterrupt)):
            write_whole(tmp_path / "file", "lost")
        assert os.listdir(tmp_path) == ["file"]
        assert (tmp_path / "file").read_text() == "kept"
