"""Colours that players are due."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.remote.tournament.colours import Strength, preference, takes_black


def sides(text: str) -> list[Side]:
    return [Side(letter) for letter in text]


@pytest.mark.parametrize(
    ("history", "due", "strength"),
    [
        ("", None, Strength.NONE),
        ("b", "w", Strength.STRONG),
        ("bw", "b", Strength.MILD),
        ("bb", "w", Strength.ABSOLUTE),
        ("wwbb", "w", Strength.ABSOLUTE),
        ("wbw", "b", Strength.STRONG),
        ("bbbww", "b", Strength.ABSOLUTE),
        ("bbwbb", "w", Strength.ABSOLUTE),
    ],
)
def test_a_colour_is_due(history: str, due: str | None, strength: Strength) -> None:
    claim = preference(sides(history))
    assert claim.side is (None if due is None else Side(due))
    assert claim.strength is strength


@pytest.mark.parametrize(
    ("first", "second", "black"),
    [
        ("w", "b", True),  # both preferences
        ("b", "w", False),
        ("w", "", True),  # one has no preference
        ("", "w", False),
        ("w", "bw", True),  # the stronger preference
        ("bw", "w", False),
        ("wwbww", "bww", True),  # two absolute ones: the greater difference
        ("bww", "wwbww", False),
        ("bw", "wbbw", True),  # never different: the first one's preference
        ("wb", "wb", False),
        ("bw", "bw", True),
    ],
)
def test_black_goes_to_who_is_due_it(first: str, second: str, black: bool) -> None:
    assert takes_black(sides(first), sides(second), otherwise=False) is black


def test_without_any_preference_the_lot_decides() -> None:
    assert takes_black([], [], otherwise=True)
    assert not takes_black([], [], otherwise=False)


def test_the_colours_of_the_last_different_game_are_exchanged() -> None:
    assert takes_black(sides("bwbw"), sides("wbbw"), otherwise=False)
    assert not takes_black(sides("wbbw"), sides("bwbw"), otherwise=False)
