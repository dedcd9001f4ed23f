"""Names of the players at a board, as `club --players` takes them."""

from __future__ import annotations

import argparse

import pytest

from host.cli.club.club import players


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("table-1=Anna,Béla", ("Anna", "Béla")),
        ('table-1="Müller, Anna",Béla', ("Müller, Anna", "Béla")),
        ('table-1= "Müller, Anna", "Kovács, Béla" ', ("Müller, Anna", "Kovács, Béla")),
        ("table-1=O'Neill = 1,Béla", ("O'Neill = 1", "Béla")),
    ],
)
def test_two_names_are_parted_by_a_comma_that_is_in_none(text: str, names: tuple[str, str]) -> None:
    assert players(text) == ("table-1", dict(zip(("black", "white"), names, strict=True)))


@pytest.mark.parametrize(
    "text", ["", "table-1", "table-1=Anna", "=A,B", "t=,B", "t=A\nB,C", 't="A,B']
)
def test_what_are_no_two_names_is_quoted(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not BOARD=BLACK,WHITE") as told:
        players(text)
    assert repr(text) in str(told.value)


def test_three_names_are_refused_with_the_remedy() -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="a name with a comma in quotation marks"):
        players("table-1=Müller, Anna,Béla")
