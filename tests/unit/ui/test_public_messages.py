"""Messages for spectators: nothing of the owner's computer is in them."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from host.message import in_english, message
from host.ui.messages.public import for_spectators


@pytest.mark.parametrize(
    "path",
    [
        PurePosixPath("/home/anna lee/.local/share/kamisado/matches.sqlite"),
        PureWindowsPath("C:\\Users\\anna lee\\kamisado\\matches.sqlite"),
        PurePosixPath("/matches.sqlite"),
    ],
)
def test_a_notice_names_a_file_without_its_folder(path: PurePosixPath | PureWindowsPath) -> None:
    why = message("storage.disk_full")
    refused = message("storage.cannot_be_written", file=repr(str(path)), why=why)
    told = {"t": "notice", "level": "warn", "text": message("storage.not_saved", why=refused)}
    public = for_spectators(told)
    assert isinstance(public, dict)
    text = in_english(public["text"])
    assert "'matches.sqlite' cannot be written: the disk is full" in text
    assert "anna" not in text
    assert str(path.parent) + "m" not in text
    assert str(path) not in text
    assert repr(str(path)) in in_english(told["text"])  # type: ignore[arg-type]


def test_what_is_no_path_is_told_as_it_is() -> None:
    for text in ("Black's 1/2 and 'a/b'", "It's 'd8-d4'.", "'/'"):
        told = {"t": "notice", "level": "info", "text": text}
        assert for_spectators(told) == told
    assert for_spectators(b"lights") == b"lights"
    state = {"t": "state", "text": "'/home/anna/x'"}
    assert for_spectators(state) is state


def test_the_report_on_the_board_is_not_for_spectators() -> None:
    assert for_spectators({"t": "board", "facts": []}) is None
