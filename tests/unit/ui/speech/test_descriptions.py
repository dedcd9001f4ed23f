"""Answers to who does not see the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from host.message import use_language
from host.session.requests import Describe
from host.ui.speech.descriptions import description
from tests.support.snapshots import SnapshotHand


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    yield
    use_language("en")


def told(request: Describe, game: str = "kamisado") -> str:
    hand = SnapshotHand(game=game)
    return str(description(hand.game, hand.view, request, hand.now_ms))


def test_the_board_is_read_rank_by_rank() -> None:
    text = told(Describe("ranks"))
    assert text.startswith("Rank 8: a8 Black's orange tower, b8 Black's blue tower,")
    assert "Rank 1: a1 White's brown tower," in text
    assert text.endswith("The other ranks are empty.")
    assert told(Describe("ranks"), "seega") == "The board is empty."


@pytest.mark.parametrize(
    ("square", "text"),
    [("d8", "d8 pink: Black's pink tower."), ("e5", "e5 brown is empty.")],
)
def test_a_square_is_told_with_its_colour(square: str, text: str) -> None:
    assert told(Describe("square", square)) == text


def test_a_square_of_an_unpainted_board_has_no_colour() -> None:
    assert told(Describe("square", "a1"), "hasami") == "a1: White's stone."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pink", "White's pink tower: e1. Black's pink tower: d8."),
        ("white Pink", "White's pink tower: e1."),
        ("unicorn", "Nothing on the board is called 'unicorn'."),
    ],
)
def test_a_piece_is_found_by_its_name(name: str, text: str) -> None:
    assert told(Describe("piece", name)) == text


def test_pieces_of_one_name_are_told_together() -> None:
    assert told(Describe("piece", "white"), "hasami").startswith("White's stone: a1, b1, c1,")


def test_a_piece_is_found_by_its_name_in_the_language_that_is_spoken() -> None:
    use_language("hu")
    assert told(Describe("piece", "rózsaszín")).startswith("A fehér rózsaszín tornya: e1.")
    assert told(Describe("piece", "pink")).startswith("A fehér rózsaszín tornya: e1.")


def test_what_is_no_square_is_refused_and_quoted() -> None:
    with pytest.raises(ValueError, match="'z9'"):
        told(Describe("square", "z9"))
