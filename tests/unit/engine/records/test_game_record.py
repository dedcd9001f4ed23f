"""Records of games that have no notation of their own."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from host.engine.api import read_record, record_text
from host.engine.game import Side
from host.engine.records.game_record import GameRecord, read, record_game_name, write
from host.engine.records.record_errors import InvalidRecordError
from host.engine.registry import game_named
from host.engine.termination import Termination, agreement, out_of_time, resignation

MIDDLE = "S1s1s/5/4S/4s/S1S1S w 0 0 -"


def record(name: str, moves: str, start: str | None = None) -> GameRecord:
    """A game with these moves."""
    game = game_named(name)
    position = begin = game.start() if start is None else game.parse_position(start)
    made = []
    for text in moves.split():
        made.append(game.parse_move(position, text))
        position = game.play(position, made[-1])
    return GameRecord(game, begin, tuple(made))


@pytest.mark.parametrize(
    ("name", "moves", "start"),
    [
        ("hasami", "a1a5 a9a7", None),
        ("hasami:limit=1,first=black", "a9a5 a1a3", None),
        ("five", "b1b3", None),
        ("seega", "a1 b1 c1", None),
        ("seega", "a1a2 c5c4", MIDDLE),
        ("kamisado", "d8d4 a1c3", None),
        ("seega", "", None),
    ],
)
def test_what_is_written_is_read_again(name: str, moves: str, start: str | None) -> None:
    played = record(name, moves, start)
    text = write(played)
    assert record_game_name(text) == name
    assert read(text) == played
    assert ("start: " in text) == (start is not None)
    assert ("result: " in text) == (played.game.outcome(played.positions()[-1]) is not None)


def test_the_side_may_be_written_in_capitals() -> None:
    played = record("hasami", "a1a5 a9a7")
    text = write(played)
    assert read(text.replace("white", "White").replace("black", "BLACK")) == played


ENDS = {
    "hasami": [resignation(Side.WHITE), out_of_time(Side.BLACK)],
    "kamisado-standard": [resignation(Side.BLACK), out_of_time(Side.WHITE)],
}
MOVES = {"hasami": "a1a5 a9a7", "kamisado-standard": "d8d4 a1c3"}


@pytest.mark.parametrize("form", ["glyphs", "words", "coordinates"])
@pytest.mark.parametrize(
    ("name", "end"), [(name, end) for name, ends in ENDS.items() for end in ends], ids=str
)
def test_how_it_ended_and_with_what_help_is_written_and_read_again(
    name: str, end: Termination, form: str
) -> None:
    played = replace(record(name, MOVES[name]), termination=end, aids=((1, "hint"), (2, "proven")))
    text = record_text(played, form)
    words = str(end.outcome.reason)
    assert text.endswith(f"help: 1 hint, 2 proven\n# {words}\nresult: {end}\n")
    assert read_record(text) == played
    assert read_record(text.replace(f"result: {end}", f"result: {words}")) == played, "as of old"
    assert played.outcome == end.outcome
    with pytest.raises(ValueError, match="nothing may follow the result"):
        read_record(f"{text}3. white b1b5\n")


def test_an_agreement_is_written_and_read_again() -> None:
    played = record("hasami", MOVES["hasami"])
    agreed = replace(played, termination=agreement(played.game, played.positions()[-1]))
    assert read(write(agreed)) == agreed


def test_an_adjudication_is_written_and_read_again() -> None:
    game = game_named("kamisado-standard")
    position = game.start()
    text = "adjudicate obpkyrgn/8/8/8/8/8/N7/1GRYKPBO b p"
    played = GameRecord(game, position, (game.parse_move(position, text),))
    assert read_record(record_text(played)) == played


def test_records_with_the_end_in_a_comment_are_still_read() -> None:
    text = write(record("hasami", "a1a5"))
    old = f"{text}\n# White has resigned: Black wins.\n\n# Made with help: ply 1 (hint).\n"
    assert read(old) == read(text)


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("help", ["3 hint", "0 hint", "1 oracle", "1", ""])
def test_help_for_no_move_is_refused_and_quoted(name: str, help: str) -> None:
    text = record_text(record(name, MOVES[name]), "coordinates")
    with pytest.raises(ValueError, match=re.escape(repr(help)) + ".*names no move"):
        read_record(f"{text}help: {help}\n")


def test_a_line_holds_one_move_with_its_number_and_its_maker() -> None:
    assert write(record("hasami:limit=1,first=black", "a9a5 a1a3")) == (
        "game: hasami:limit=1,first=black\n"
        "\n"
        "  1. black a9a5\n"
        "  2. white a1a3\n"
        "# Nothing has been taken in one move of each side: drawn, with 9 stones each.\n"
        "result: drawn\n"
    )


def test_comments_and_empty_lines_say_nothing() -> None:
    assert read("# a game\n\ngame: five\n\n # more\n1. white b1b3\n").moves


def test_a_record_without_its_game_names_none() -> None:
    assert record_game_name("1. white a1a2\n") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a record begins with 'game: NAME'"),
        ("1. white a1a2", "line 1: a record begins with 'game: NAME', not with '1. white a1a2'"),
        ("start: x", "line 1: a record begins with 'game: NAME', not with 'start'"),
        ("game: chess", "line 1: unknown game 'chess'"),
        ("game: five\ngame: five", "line 2: the game is named twice"),
        ("game: five\nstart: x", "line 2: 'x' is not a position of five"),
        (
            "game: five\n1. white b1b3\nstart: x",
            "line 3: the starting position must come before the first move",
        ),
        ("game: five\n\n2. white b1b3", "line 3: move 1 comes next, not move 2"),
        ("game: five\n1. black b1b3", "line 2: move 1 is made by white, not by black"),
        ("game: five\n1. white b1b9", "line 2: 'b1b9' is not legal here: A stone never passes"),
        ("game: five\nb1b3", "line 2: 'b1b3' is not a move: write its number and who made it"),
        (
            "game: five\nresult: White wins.",
            "line 2: the record has a result, 'White wins.', but the game",
        ),
        (
            "game: seega\nstart: 5/5/4s/5/S1S2 b 0 0 -\nresult: Drawn.",
            "line 3: the moves lead to 'white wins', not to 'Drawn.'",
        ),
        (
            "game: seega\nstart: 5/5/4s/5/S1S2 b 0 0 -\n"
            "result: Black is left with a single stone: White wins.\n1. black e3e4",
            "line 4: nothing may follow the result, but '1. black e3e4' does",
        ),
        (
            "game: seega\nstart: 5/5/4s/5/S1S2 b 0 0 -\n1. black e3e4",
            "line 3: 'e3e4' is not legal here: the game is over: Black is left with",
        ),
    ],
)
def test_what_is_wrong_is_quoted_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        read(text)


def errors(text: str) -> list[str]:
    with pytest.raises(InvalidRecordError) as caught:
        read(text)
    return str(caught.value).splitlines()


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_of_windows_and_a_byte_order_mark_make_no_difference(
    mark: str, ends: str
) -> None:
    text = mark + ends.join(["game: five", "1. white b1b3", "2. black b9b7", ""])
    assert record_game_name(text) == "five"
    assert len(read(text).moves) == 2


def test_a_missing_move_is_named_and_the_rest_checked_for_its_form() -> None:
    assert errors("game: five\n1. white b1b3\n3. white c1c3\n5. white x\nnonsense\n") == [
        "line 3: an entry is missing before this line: move 2 comes next, not move 3",
        "line 4: an entry is missing before this line: move 4 comes next, not move 5",
        "line 5: 'nonsense' is not a move: write its number and who made it, as in '1. white a1a5'",
    ]


def test_a_wrong_number_is_reported_once() -> None:
    expected = ["line 3: move 2 comes next, not move 3"]
    assert errors("game: five\n1. white b1b3\n3. black b9b7\n3. white c1c3") == expected
    assert errors("game: five\n1. white b1b3\n3. black b9b7\n4. white c1c3") == expected


def test_a_forgotten_pass_is_named() -> None:
    start = "game: seega\nstart: 3sS/4s/5/s4/Ss3 w 7 0 -\n"
    assert read(f"{start}1. white pass\n2. black b1c1\n").moves
    assert errors(f"{start}1. black b1c1\n") == [
        "line 3: white cannot move and must pass: '1. white pass' is missing before this line"
    ]
