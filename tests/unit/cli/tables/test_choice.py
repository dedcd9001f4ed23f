"""Tables on the command line."""

from __future__ import annotations

import pytest

from host.cli.parser import parser
from host.cli.tables.choice import MOST, TableChoice, chosen_tables


def chosen(*words: str) -> list[TableChoice]:
    return chosen_tables(parser().parse_args(["play", *words]))


def test_tables_are_named_by_number_or_by_their_board() -> None:
    assert chosen() == []
    assert chosen("--tables", "2", "--table", "anna=/dev/ttyACM1", "--table", "berta") == [
        TableChoice("anna", "/dev/ttyACM1"),
        TableChoice("berta"),
        TableChoice("table-1"),
        TableChoice("table-2"),
    ]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--tables", "1", "--table", "Table-1"], "two tables are called 'table-1'"),
        (["--table", "a=COM5", "--table", "b=COM5"], "two tables have the board 'COM5'"),
        (["--tables", str(MOST), "--table", "a"], f"{MOST + 1} tables are too many"),
        (["--tables", "2", "--terminal"], "--terminal is for one board"),
        (["--table", "a", "--board", "virtual"], "--board is for one board"),
        (["--table", "a", "--speak"], "--speak is for one board"),
    ],
)
def test_what_does_not_go_together_is_told(words: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        chosen(*words)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--tables", "0"], "'0' is no number of tables from 1 to"),
        (["--tables", "²"], "'²' is no number of tables"),
        (["--table", "../x"], "'../x' is no name of a table"),
        (["--table", "a="], "'a=' names no port"),
    ],
)
def test_a_word_that_is_no_table_is_quoted(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        chosen(*words)
    assert why in capsys.readouterr().err
