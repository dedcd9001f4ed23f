"""Tables for spreadsheets: whoever reads them finds the same cells."""

from __future__ import annotations

import csv
import io

import pytest

from host.remote.spreadsheet import csv_text
from host.remote.tournament.players.player_list import read_players

NAMES = ("Kovács; Béla", "A=B", "=Eve", "Kovács, Anna", 'Anna "Ani" Kis', "Tom", "x\ty;z, w")


@pytest.mark.parametrize("decimal_comma", [False, True])
def test_a_list_of_players_that_was_written_is_read_again(decimal_comma: bool) -> None:
    names = [name for name in NAMES if "\t" not in name]  # no player has one
    table = [["name", "rating"], *([name, 1500.0] for name in names)]
    found = read_players(csv_text(table, decimal_comma).encode())
    assert [(player.name, player.rating) for player in found.players] == [
        (name, 1500) for name in names
    ]


@pytest.mark.parametrize("decimal_comma", [False, True])
def test_a_program_that_takes_another_separator_cuts_no_text(decimal_comma: bool) -> None:
    text = csv_text([[name] for name in NAMES], decimal_comma)
    for separator in ",;\t":
        read = list(csv.reader(io.StringIO(text), delimiter=separator, strict=True))
        assert [cell.removeprefix("'") for (cell,) in read] == list(NAMES)


def test_numbers_have_the_mark_of_the_country_and_nothing_is_an_empty_cell() -> None:
    assert csv_text([[1, 0.5, None, "a"]]) == "1,0.5,,a\r\n"
    assert csv_text([[1, 0.5, None, "a"]], decimal_comma=True) == "1;0,5;;a\r\n"
