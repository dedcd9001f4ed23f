"""Records: the three forms, and how a slip of the pen is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import MARATHON, SINGLE, STANDARD, series
from host.engine.kamisado.records.reader import read
from host.engine.kamisado.records.record import Form, Record, write
from host.engine.kamisado.rulebook_notation import Direction, Entry, parse_glyphs, parse_words
from host.engine.records.record_errors import InvalidRecordError
from tests.unit.engine.kamisado.plain_match import PlainMatch
from tests.unit.engine.kamisado.records.records import GLYPHS, long_match

GAME = KamisadoMatch(SINGLE)
RECORDED_ROUND = Path(__file__).parents[5] / "host" / "data" / "recorded_round.txt"

WORDS = """\
game: kamisado-single
form: words

round 1, 0:0
black: orange blue purple pink yellow red green brown
white: brown green red yellow pink purple blue orange
  1. Pink 4 Brown   | Brown right 2 Brown
  2. Brown 3 Yellow | Yellow right 3 Purple
  3. Purple 2 Orange | Orange 1 Red
"""
COORDINATES = """\
game: kamisado-single
form: coordinates

round 1, 0:0
black: o b p k y r g n
white: N G R Y K P B O
  1. d8d4 | a1c3
  2. h8h5 | d1g4
  3. c8c6 | h1h2
"""
PUSHES = """\
game: kamisado-marathon
form: glyphs
start: b++p+k+r+4/8/4g+3/4n+1y+1/4o1B++1/4Y+++3/8/N+G+R+K+PO2 w y marathon 18 14:9 b
  1.      | Y↑1O O↓1N N↓1P G↓1B
  2.      | B↑1R Y↓1Y
  3.      | Y↑1N O↓1P N↓1B G↓1Y
  4.      | Y↖1R
"""


def refused(text: str) -> InvalidRecordError:
    with pytest.raises(InvalidRecordError) as caught:
        read(text)
    return caught.value


def moves(record: Record) -> list[str]:
    pairs = zip(record.positions(), record.moves, strict=False)
    return [record.game.move_text(position, move) for position, move in pairs]


# Entries


def test_an_entry_says_tower_way_squares_and_colour_in_glyphs_and_words() -> None:
    (entry,) = parse_words("Purple left 5 Yellow")
    assert entry == Entry(5, Direction.LEFT, 5, 3)
    assert (entry.glyphs, entry.words) == ("P↖5Y", "Purple left 5 Yellow")
    assert parse_glyphs("P↖5Y") == (entry,)


@pytest.mark.parametrize("typed", ["P<5Y", "p<5y", "P↖5y"])
def test_arrows_may_be_typed_and_letters_be_small(typed: str) -> None:
    assert parse_glyphs(typed) == parse_glyphs("P↖5Y")


def test_m6_a_blocked_tower_has_no_arrow_and_0_squares() -> None:
    assert (
        parse_glyphs("P0Y")
        == parse_words("purple 0 yellow")
        == (Entry(5, Direction.NOWHERE, 0, 3),)
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("P5Y", "'P5Y': a move of 0 squares has no arrow, and every other move has one (M6)"),
        ("P↑0Y", "'P↑0Y': a move of 0 squares has no arrow"),
        ("Q↑1Y", "'Q' does not stand for a colour"),
        ("P↑8Y", "'P↑8Y' is not an entry"),
        ("P↑1", "'P↑1' is not an entry"),
    ],
)
def test_glyphs_that_say_nothing_are_quoted(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_glyphs(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Purple", "'Purple' is not an entry"),
        ("Purple backward 1 Red", "'backward' in 'Purple backward 1 Red' is not a direction"),
        ("Mauve 1 Red", "'mauve' is not a colour"),
        ("Purple left 0 Red", "a move of 0 squares has no arrow"),
    ],
)
def test_words_that_say_nothing_are_quoted(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_words(text)


# The three forms


def test_the_three_forms_are_read_as_the_same_record() -> None:
    assert read(GLYPHS).moves == read(WORDS).moves == read(COORDINATES).moves
    assert moves(read(GLYPHS)) == ["d8d4", "a1c3", "h8h5", "d1g4", "c8c6", "h1h2"]


def test_a_record_is_written_as_it_was_read() -> None:
    record = read(GLYPHS)
    assert write(record, Form.GLYPHS) == GLYPHS
    assert write(record, Form.WORDS).split() == WORDS.split()
    assert write(record, Form.COORDINATES) == COORDINATES


def test_a_push_is_the_pushers_entry_and_one_down_entry_for_each_pushed_tower() -> None:
    record = read(PUSHES)
    assert moves(record) == ["e3e4+", "g4g5+", "e4e5+", "e5d6"]
    written = write(record, Form.GLYPHS)
    assert [line.split() for line in written.splitlines()] == [
        line.split() for line in PUSHES.splitlines()
    ]
    assert "Yellow 1 Orange, Orange down 1 Brown" in write(record, Form.WORDS)


def test_moves_alone_are_one_round_in_coordinates() -> None:
    record = read(RECORDED_ROUND.read_text(encoding="utf-8"))
    assert len(record.moves) == 24
    assert write(record, Form.WORDS).endswith(
        "# White wins the game. "
        "White's blue tower reached Black's home row on e8 (M7).\n"
        "result: white wins\n"
    )


def test_rounds_begin_with_their_rows_teeth_included_and_follow_a_fill() -> None:
    game = KamisadoMatch(STANDARD)
    single = read(RECORDED_ROUND.read_text(encoding="utf-8"))
    position = game.start()
    played = [*single.moves]
    for move in played:
        position = game.play(position, move)
    played.append(game.parse_move(position, "fill left"))
    text = write(Record(game, game.start(), tuple(played)), Form.GLYPHS)
    assert text.splitlines()[-5] == "fill left"
    assert text.splitlines()[-3] == "round 2, 1:0"
    assert text.splitlines()[-1].endswith(" B+")
    assert read(text).moves == tuple(played)


def test_the_first_row_of_a_round_that_white_begins_has_its_left_cell_empty() -> None:
    game = KamisadoMatch(series(2))
    start = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO w - series-2 2 0:1 w"
    text = f"game: kamisado-series-2\nform: coordinates\nstart: {start}\n1. | a1c3\n2. h8h7 |\n"
    record = read(text)
    assert moves(record) == ["a1c3", "h8h7"]
    assert record.start == game.parse_position(start)


# What is refused, with line, move and reason


def test_a_refusal_names_line_move_and_reason() -> None:
    error = refused(GLYPHS.replace("N↗2N", "N↗2Y"))
    assert (error.line, error.move) == (7, "N↗2Y")
    assert str(error) == f"line 7, move 'N↗2Y': {error.reason}"


def test_a_wrong_colour_is_the_slip_where_the_next_tower_fits_the_way() -> None:
    error = refused(GLYPHS.replace("N↗2N", "N↗2Y"))
    assert str(error.reason) == (
        "this ends on c3 on brown, not on yellow; the brown tower moves next, "
        "so the colour is probably the mistake"
    )


def test_a_wrong_distance_is_the_slip_where_the_next_tower_fits_the_colour() -> None:
    error = refused(GLYPHS.replace("K↑4N", "K↑3N"))
    assert str(error.reason) == (
        "this ends on d5 on orange, not on brown; was 'Pink 4 Brown' meant?"
    )


def test_a_wrong_way_is_told_from_the_three_things_that_agree() -> None:
    error = refused(GLYPHS.replace("P↑2O", "P↗2O"))
    assert str(error.reason) == (
        "this ends on a6 on green, not on orange; "
        "was 'Purple right 1 Orange' or 'Purple 2 Orange' meant?"
    )


def test_t2_a_tower_that_the_last_entry_does_not_bind_is_refused() -> None:
    error = refused(GLYPHS.replace("N↑3Y", "G↑3Y"))
    assert str(error.reason) == (
        "the brown tower must move (T2), not the green one; was 'Brown 3 Yellow' meant?"
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("N↗2N", "N↖2N", "would leave the board"),
        ("N↗2N", "N0N", "must move, by at least one square (M5)"),
        ("N↗2N", "N↓1N", "towers never move backward (M1)"),
        ("K↑4N", "K↑7N", "d1 is occupied (M3)"),
        (
            "N↗2N",
            "N↗2N N↓1G",
            "the pushed towers do not match: here the move is 'Brown right 2 Brown'",
        ),
        ("N↗2N", "", "it is White's turn, and this is the other column"),
        ("  2. ", "  3. ", "this is row 2 of the round, not 3"),
        ("K↑4N", "", "it is Black's turn, and this is the other column"),
        ("black: o b", "black: b o", "Black's home row must be 'o b p k y r g n' here"),
        ("white: N", "white: N+", "White's home row must be"),
        ("round 1", "round 2", "this is round 1, not 2"),
        ("0:0", "1:0", "the score is 0:0 here, not 1:0"),
        ("form: glyphs", "form: runes", "unknown form 'runes'; choose one of glyphs, words"),
        ("kamisado-single", "kamisado-short", "unknown match format 'short'"),
        ("form: glyphs", "mood: good", "'mood' is not a field of a record"),
        (
            "form: glyphs",
            "form: glyphs\nform: words",
            "may stand only once, at the beginning of a record",
        ),
        ("round 1, 0:0", "fill left", "while"),
    ],
)
def test_everything_else_that_is_wrong_is_refused_in_words(old: str, new: str, words: str) -> None:
    assert old in GLYPHS
    error = refused(GLYPHS.replace(old, new, 1))
    if words == "while":
        assert "(F1)" in str(error.reason)
    else:
        assert words in str(error.reason)


def test_a_push_whose_entries_name_another_tower_is_refused_with_what_it_should_be() -> None:
    error = refused(PUSHES.replace("N↓1P G↓1B", "N↓1P G↓1Y"))
    assert error.line == 4
    assert str(error.reason) == (
        "the pushed towers do not match: here the move is "
        "'Yellow 1 Orange, Orange down 1 Brown, Brown down 1 Purple, Green down 1 Blue'"
    )


def test_moves_after_the_end_are_refused() -> None:
    error = refused(f"{RECORDED_ROUND.read_text(encoding='utf-8')}\na8a7\n")
    assert error.move == "a8a7"
    assert "The single round is over: White's blue tower" in str(error.reason)


def test_a_result_must_be_the_one_that_the_moves_lead_to() -> None:
    over = write(read(RECORDED_ROUND.read_text(encoding="utf-8")), Form.GLYPHS)
    wrong = over.replace("result: white", "result: black")
    assert "the moves lead to" in str(refused(wrong).reason)
    assert "the game is not over" in str(refused(f"{GLYPHS}result: white wins\n").reason)


def test_the_sentence_of_an_older_record_is_a_result_too() -> None:
    over = write(read(RECORDED_ROUND.read_text(encoding="utf-8")), Form.GLYPHS)
    sentence = "White wins the game. White's blue tower reached Black's home row on e8"
    of_old = over.replace("result: white wins", f"result: {sentence} (M7).")
    assert of_old != over
    assert read(of_old) == read(over)


def test_a_round_may_not_begin_before_the_last_one_is_filled_up() -> None:
    error = refused(f"{GLYPHS}round 2, 1:0\n")
    assert (
        str(error.reason) == "a round begins here, but the fill after the last one is not complete"
    )


def test_a_header_after_the_first_move_is_refused() -> None:
    assert "may stand only once" in str(refused(f"{GLYPHS}game: kamisado-long\n").reason)
    start = "start: obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -\n"
    assert "named before the start" in str(refused(f"{start}game: kamisado-long\n").reason)
    assert "beginning of a round" in str(refused(f"{GLYPHS}black: o\n").reason)


def test_a_marathon_record_knows_its_format() -> None:
    assert read(PUSHES).game.format == MARATHON


# A whole match


@pytest.mark.parametrize("form", list(Form))
def test_the_long_match_is_read_and_written_alike_in_every_form(form: Form) -> None:
    text = long_match(form)
    record = read(text)
    assert write(record, form) == text
    glyphs = long_match(Form.GLYPHS)
    assert record == read(glyphs)


def test_a_second_program_replays_the_long_match_from_its_coordinates() -> None:
    text = long_match(Form.COORDINATES)
    record = read(text)
    plain = PlainMatch("long")
    for position, move in zip(record.positions(), moves(record), strict=False):
        assert record.game.position_text(position) == plain.write()
        plain.make(move)
    assert plain.over()
    assert (plain.number, plain.score) == (9, {"w": 7, "b": 5})
    result = plain.round.result()
    assert result == ("w", "deadlock")
