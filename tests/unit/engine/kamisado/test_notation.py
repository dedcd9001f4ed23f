"""Position and move text, both ways, and moves in words."""

from __future__ import annotations

import re

import pytest

from host.engine.game import InvalidMoveError, InvalidPositionError, Side
from host.engine.kamisado.position import Move
from host.engine.kamisado.round import KamisadoRound
from host.engine.squares import parse_square
from tests.unit.engine.kamisado.towers import moves, place

GAME = KamisadoRound()
START = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"
WON = "o3B3/8/6Pg/7n/1pNk1OYy/5r2/1bR1K3/1G6 b y"
MIDDLE = "1kpbyrgn/8/2o5/8/3K+4/8/8/NGRY1PBO w r"


# Positions


def test_the_start_is_written_as_everybody_writes_it() -> None:
    assert GAME.position_text(GAME.start()) == START
    assert GAME.parse_position(START) == GAME.start()


@pytest.mark.parametrize(
    "text",
    [
        MIDDLE,
        MIDDLE + " w",  # after a push
        "kn+rpgboy/8/8/8/8/8/8/PK+++BORN++GY+ w -",  # a later round of a match
        WON,
        "8/8/8/gybnorkp/BRGPOKYN/8/8/8 w k",  # a deadlock
        "7k/1b3n1P/4y+++ro++1/5BO+++1/2g+++5/p+1G+Y++4/1N6/5R1K+++ b g b",
    ],
)
def test_a_text_is_read_and_written_back_as_it_was(text: str) -> None:
    assert GAME.position_text(GAME.parse_position(text)) == text


def test_the_last_mover_is_the_opponent_of_the_side_to_move_unless_a_field_says_so() -> None:
    assert GAME.parse_position(MIDDLE).last_mover is Side.BLACK
    assert GAME.parse_position(MIDDLE + " w").last_mover is Side.WHITE
    assert GAME.parse_position(MIDDLE + " b") == GAME.parse_position(MIDDLE)


def test_a_position_after_a_push_says_who_pushed() -> None:
    position = place("K+d2 nd3", "w k")
    pushed = GAME.play(position, GAME.parse_move(position, "d2d3+"))
    assert GAME.position_text(pushed).endswith(" w n w")  # d4 is brown


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "one space between"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO", "one space between"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO b", "one space between"),
        (START + " w b", "one space between"),
        (" " + START, "one space between"),
        (START + " ", "one space between"),
        (START.replace(" b ", "  b "), "one space between"),
        (START.replace(" ", "\t"), "one space between"),
        ("obpkyrgn/8/8/8/8/8/NGRYKPBO b -", "8 ranks with '/' between them, not 7"),
        ("obpkyrgn/8/8/8/8/8/8/8/NGRYKPBO b -", "8 ranks with '/' between them, not 9"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO/ b -", "8 ranks with '/' between them, not 9"),
        ("obpkyrgn//8/8/8/8/8/NGRYKPBO b -", "rank 7, '', has 0 squares instead of 8"),
        ("obpkyrgn/7/8/8/8/8/8/NGRYKPBO b -", "rank 7, '7', has 7 squares instead of 8"),
        ("obpkyrgn/9/8/8/8/8/8/NGRYKPBO b -", "rank 7, '9', has 9 squares instead of 8"),
        ("obpkyrgn1/8/8/8/8/8/8/NGRYKPBO b -", "rank 8, 'obpkyrgn1', has 9 squares"),
        ("obpkyrgn/44/8/8/8/8/8/NGRYKPBO b -", "two numbers side by side in rank 7, '44'"),
        ("obpkyrgn/08/8/8/8/8/8/NGRYKPBO b -", "'0' in rank 7 means nothing there"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPB- b -", "'-' in rank 1 means nothing there"),
        ("obpkyrgn/+8/8/8/8/8/8/NGRYKPBO b -", "'+' in rank 7 means nothing there"),
        ("obpkyrgn/8+/8/8/8/8/8/NGRYKPBO b -", "'+' in rank 7 means nothing there"),
        ("obpkyrgn/\N{SUPERSCRIPT TWO}6/8/8/8/8/8/NGRYKPBO b -", "means nothing there"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBX b -", "'X' in rank 1 is not a tower"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPB\N{KELVIN SIGN} b -", "means nothing there"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBB b -", "the tower 'B' is there twice"),
        ("obpkyrgo/8/8/8/8/8/8/NGRYKPBO b -", "the tower 'o' is there twice"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPB1 b -", "these towers are missing: O"),
        ("8/8/8/8/8/8/8/8 b -", "missing: N G R Y K P B O n g r y k p b o"),
        ("1bpkyrgn/8/8/8/3K4/8/8/NGRY1PBO b o", "these towers are missing: o"),
        ("o++++bpkyrgn/8/8/8/8/8/8/NGRYKPBO b -", "'o++++' has more than 3 teeth"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO W -", "the side to move must be 'w' or 'b', not 'W'"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO white -", "side to move must be 'w' or 'b', not 'white'"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO b x", "or '-', not 'x'"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO b K", "or '-', not 'K'"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO b kp", "or '-', not 'kp'"),
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO b ", "one space between"),
        (MIDDLE + " x", "the last mover must be 'w' or 'b', not 'x'"),
        (START + " b", "nobody has moved yet"),
        (
            MIDDLE.replace("w r", "w -"),
            "pink tower on d4 has left its home row, so name the tower that must move",
        ),
        (
            WON.replace("b y", "w y"),
            "so White made the last move and the side to move must be Black",
        ),
        (WON.replace("b y", "w y w"), "so White made the last move and the side to move must be"),
        (WON.replace("b y", "b y b"), "so White made the last move and the side to move must be"),
        (WON.replace("b y", "b o"), "the colour of that square, yellow, must be the one to move"),
        (WON.replace("b y", "b -"), "has left its home row"),
        (
            "o3B3/8/6Pg/7n/1pNk1OY1/5r2/1bR1K3/1G5y b y",
            "blue tower on e8 and the yellow tower on h1 have both reached a home row",
        ),
    ],
)
def test_a_malformed_position_is_refused_with_a_message_that_quotes_it(
    text: str, complaint: str
) -> None:
    with pytest.raises(InvalidPositionError, match=re.escape(complaint)) as caught:
        GAME.parse_position(text)
    assert f"{text!r} is not a position of kamisado: " in str(caught.value)


# Moves


def test_moves_are_from_and_to_squares_with_a_plus_for_a_push() -> None:
    assert moves(place("K+d2 nd3", "w k")) >= {"d2c3", "d2d3+"}
    position = place("K+d2 nd3", "w k")
    assert GAME.parse_move(position, "d2d3+") == Move(11, 19, push=True)
    assert GAME.parse_move(position, "d2c3") == Move(11, 18)


def test_a_0_move_is_written_pass() -> None:
    position = place("Ka4 na5 gb5", "w k")
    assert GAME.parse_move(position, "pass") == Move(24, 24)
    assert GAME.move_text(position, Move(24, 24)) == "pass"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "d8", "d8d", "d8d44", "i8d4", "d9d4", "d0d4", "D8D4", "d8-d4", "d8 d4"),
        *("d8d4 ", " d8d4", "d8d4\n", "d8d4++", "+d8d4", "Pass", "pass+", "0", "d\uff18d4"),
    ],
)
def test_a_malformed_move_is_refused_with_a_message_that_quotes_it(text: str) -> None:
    with pytest.raises(InvalidMoveError, match=r"a push as in 'c3c4\+'") as caught:
        GAME.parse_move(GAME.start(), text)
    assert f"{text!r} is not a Kamisado move" in str(caught.value)


@pytest.mark.parametrize(
    ("towers", "to_move", "text", "reason"),
    [
        ("", "b -", "a1a2", "It is Black's turn: any black tower may move (T1)"),
        ("", "b -", "d4d5", "there is no tower on d4"),
        ("", "b -", "d8e6", "e6 is not straight or diagonally ahead of d8 (M1)"),
        ("", "b -", "pass", "a tower that can move must move (M5)"),
        ("Kd3", "w k", "d3d3", "at least one square (M5)"),
        ("Kd3", "w k", "d3d4+", "write this move as 'd3d4'"),
        ("K+d3 nd4", "w k", "d3d4", "write this move as 'd3d4+'"),
        ("Ka4 na5 gb5", "w k", "a4a4", "write this move as 'pass'"),
        ("Ka4 na5 gb5", "w k", "a4a5+", "a5 is occupied (M3)"),
    ],
)
def test_an_illegal_move_is_refused_with_its_rule(
    towers: str, to_move: str, text: str, reason: str
) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        GAME.parse_move(place(towers, to_move), text)
    assert str(caught.value).startswith(f"{text!r} is not legal here: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize("text", ["pass", "a8a7"])
def test_after_the_end_no_move_is_legal_and_the_message_says_why(text: str) -> None:
    with pytest.raises(InvalidMoveError, match=r"home row on e8 \(M7\)"):
        GAME.parse_move(GAME.parse_position(WON), text)


# Words


@pytest.mark.parametrize(
    ("towers", "to_move", "text", "words", "spelled"),
    [
        ("Kd3", "w k", "d3d6", "Pink 3 Red", "Pink from d3 to d6, red"),
        ("Kd3", "w k", "d3a6", "Pink left 3 Green", "Pink from d3 to a6, green"),
        ("Kd3", "w k", "d3h7", "Pink right 4 Purple", "Pink from d3 to h7, purple"),
        ("pg8", "b p", "g8b3", "Purple right 5 Yellow", "Purple from g8 to b3, yellow"),
        ("pc8", "b p", "c8h3", "Purple left 5 Green", "Purple from c8 to h3, green"),
        ("Ka4 na5 gb5", "w k", "pass", "Pink passes", "Pink on a4 passes"),
        (
            *("K+d2 nd3", "w k", "d2d3+"),
            "Pink 1 Purple, Brown down 1 Brown",
            "Pink from d2 to d3, purple, pushing brown to d4",
        ),
        (
            *("k+++d7 Nd6 Gd5", "b k", "d7d6+"),
            "Pink 1 Red, Brown down 1 Orange, Green down 1 Brown",
            "Pink from d7 to d6, red, pushing brown to d5 and green to d4",
        ),
    ],
)
def test_a_move_is_told_in_the_rule_books_notation_and_with_its_squares(
    towers: str, to_move: str, text: str, words: str, spelled: str
) -> None:
    position = place(towers, to_move)
    move = GAME.parse_move(position, text)
    assert str(GAME.describe_move(position, move)) == words
    assert str(GAME.spell_move(position, move)) == spelled


def test_the_first_move_of_the_recorded_round_in_words() -> None:
    position = GAME.start()
    move = Move(parse_square("d8", (8, 8)), parse_square("d4", (8, 8)))
    assert str(GAME.describe_move(position, move)) == "Pink 4 Brown"
