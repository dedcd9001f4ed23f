"""When a record is shown at a table, and when it is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.cli.analyse.replay import wants_board
from host.cli.main import main
from host.cli.parser import parser


@pytest.mark.parametrize(
    ("arguments", "interactive", "at_a_table"),
    [
        ([], True, True),
        ([], False, False),
        (["--board", "virtual"], False, True),
        (["--terminal"], False, True),
        (["--no-browser"], False, True),
        (["--seed", "3"], False, False),
    ],
)
def test_a_table_is_for_people_and_for_those_who_ask_for_it(
    arguments: list[str], interactive: bool, at_a_table: bool
) -> None:
    options = parser().parse_args(["replay", "FILE", *arguments])
    assert wants_board(options, interactive) is at_a_table


def test_text_is_printed_whatever_else_is_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = tmp_path / "record.txt"
    record.write_text("d8d4 a1a2\n", encoding="utf-8")
    assert main(["replay", str(record), "--text", "--board", "/dev/nothing-there"]) == 0
    assert "2. White: Brown 1 Purple (a1a2)\n" in capsys.readouterr().out


def test_a_record_from_the_standard_input_leaves_no_keyboard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.cli.records.read_record", lambda name: name)
    assert main(["replay", "-", "--terminal"]) == 2
    assert "give the name of its file, or leave out --terminal" in capsys.readouterr().err
