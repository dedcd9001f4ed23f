"""Results and their text."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.remote.tournament.result import Result, parse_result, typed_result


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
        ("both lost", 0, 0, "both lost"),
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


@pytest.mark.parametrize("text", ["1-0", "0-1", "0-0"])
def test_a_file_has_blacks_points_first(text: str) -> None:
    assert str(parse_result(text)) == text


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2212:")
def test_any_dash_and_blanks_stand_between_points(dash: str) -> None:
    for text in (f"3{dash}1", f"3 {dash} 1", f" 3{dash} 1 "):
        assert typed_result(text, "Anna", "Béla") == parse_result("3-1")
    assert typed_result(f"Black 1 {dash} 2", "Anna", "Béla") == parse_result("black 1-2")
    assert typed_result(f"½{dash}½", "Anna", "Béla") == Result(None)


@pytest.mark.parametrize("text", ["=", "=:=", "½ : ½", "1/2-1/2", "0.5-0.5", ",5 : ,5", "0,5-½"])
def test_halves_are_a_draw(text: str) -> None:
    assert typed_result(text, "Anna", "Béla") == Result(None)


@pytest.mark.parametrize("text", ["- -", "-:-", "--", "- : -", "\u2212/\u2212"])
def test_two_dashes_are_a_forfeit_of_both(text: str) -> None:
    assert typed_result(text, "Anna", "Béla") == parse_result("forfeit both")


def test_a_result_is_deleted_by_its_word() -> None:
    assert typed_result(" None ", "Anna", "Béla") is None


@pytest.mark.parametrize(
    ("texts", "choices"),
    [
        (
            ("1-0", "1 : 0", "0\u20131"),
            ("`black` if Anna (Black) won", "`white` if Béla (White) won"),
        ),
        (("0-0", "0:0"), ("`draw` if", "`both lost` if", "`forfeit both` if neither")),
        (
            ("+ -", "-+", "+:-", "- : +", "\u2212/+"),
            ("`forfeit black` if Anna (Black) did not", "`forfeit white` if Béla (White) did not"),
        ),
    ],
)
def test_what_chess_reads_otherwise_is_asked_for(
    texts: tuple[str, ...], choices: tuple[str, ...]
) -> None:
    for text in texts:
        with pytest.raises(ValueError, match="can be read in more than one way") as error:
            typed_result(text, "Anna", "Béla")
        assert repr(text) in str(error.value)
        for choice in choices:
            assert choice in str(error.value)


@pytest.mark.parametrize("text", ["", "3", "++", "1/2", "1.5-0.5", "3/1", "1-0-1", "won", "3-1 ok"])
def test_another_typed_text_is_refused_with_what_it_may_be(text: str) -> None:
    with pytest.raises(ValueError, match="is no result: it is `3-1`") as error:
        typed_result(text, "Anna", "Béla")
    assert repr(text) in str(error.value)
