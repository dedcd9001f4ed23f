"""Results and their text."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.remote.tournament.result import Result, parse_result


@pytest.mark.parametrize(
    ("text", "black", "white", "shown"),
    [
        ("3-1", 2, 0, "3-1"),
        ("1-3", 0, 2, "1-3"),
        ("2-2", 1, 1, "2-2"),
        ("3:1", 2, 0, "3-1"),
        ("black", 2, 0, "black"),
        (" Draw ", 1, 1, "draw"),
        ("draw 2-1", 1, 1, "draw 2-1"),
        ("white 0-1", 0, 2, "0-1"),
        ("BLACK  1-2", 2, 0, "black 1-2"),
        ("forfeit black", 0, 2, "forfeit black"),
        ("forfeit both", 0, 0, "forfeit both"),
    ],
)
def test_a_result_is_read_and_written(text: str, black: int, white: int, shown: str) -> None:
    result = parse_result(text)
    assert (result.half_points(Side.BLACK), result.half_points(Side.WHITE)) == (black, white)
    assert str(result) == shown
    assert parse_result(shown) == result
    assert result.is_played == ("forfeit" not in text)


def test_points_are_kept_beside_the_winner() -> None:
    assert parse_result("white 2-1") == Result(Side.WHITE, (2, 1))


@pytest.mark.parametrize(
    "text",
    ["", " ", "3", "3-", "3/1", "won", "black3-1", "forfeit", "forfeit all", "1-2-3", "-1-2"],
)
def test_another_text_is_refused_with_what_it_may_be(text: str) -> None:
    with pytest.raises(ValueError, match="is no result: it is `3-1`") as error:
        parse_result(text)
    assert repr(text) in str(error.value)
