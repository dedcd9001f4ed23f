"""Errors of records: all are found, and the likely mistakes are named and repaired."""

from __future__ import annotations

import re

import pytest

from host.engine.kamisado.records.reader import read
from host.engine.kamisado.records.record import Form
from host.engine.records.record_errors import MAX_ERRORS, InvalidRecordError
from tests.unit.engine.kamisado.records.records import GLYPHS, long_match


def errors(text: str) -> list[str]:
    with pytest.raises(InvalidRecordError) as caught:
        read(text)
    assert str(caught.value) == "\n".join(str(each.args[0]) for each in caught.value.errors)
    return str(caught.value).splitlines()


def without_headings(text: str) -> str:
    return re.sub(r"^(round|black|white).*\n", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("text", ["", "\n \n", "# nothing but a comment\n", "\ufeff"])
def test_an_empty_text_is_no_record(text: str) -> None:
    assert errors(text) == [
        "line 1: this is empty: a record has moves, or begins with 'game: NAME'"
    ]


def test_a_match_that_has_not_begun_is_a_record() -> None:
    assert read("game: kamisado-long\nform: glyphs\n").moves == ()


@pytest.mark.parametrize("form", list(Form))
def test_line_ends_of_windows_and_a_byte_order_mark_make_no_difference(form: Form) -> None:
    text = long_match(form)
    assert read("\ufeff" + text.replace("\n", "\r\n")) == read(text)


def test_arrows_may_be_emoji() -> None:
    emoji = GLYPHS.replace("↑", "⬆\ufe0f").replace("↗", "↗\ufe0f")
    assert read(emoji) == read(GLYPHS)


def test_a_missing_row_is_named() -> None:
    assert errors(GLYPHS.replace("  2. N↑3Y | Y↗3P\n", "")) == [
        "line 8: an entry is missing before this line: row 2 comes next, not 3"
    ]


def test_a_wrong_number_of_a_row_is_no_missing_row() -> None:
    expected = ["line 8: this is row 2 of the round, not 3"]
    assert errors(GLYPHS.replace("  2. ", "  3. ")) == expected
    assert errors(GLYPHS.replace("  2. ", "  3. ").replace("  3. P", "  4. P")) == expected


@pytest.mark.parametrize(
    ("form", "entry"),
    [(Form.COORDINATES, "pass"), (Form.GLYPHS, "Y0G"), (Form.WORDS, "Yellow 0 Green")],
)
def test_a_forgotten_pass_names_the_blocked_tower(form: Form, entry: str) -> None:
    text = long_match(form)
    line = next(line for line in text.splitlines() if re.match(rf" *9\. {entry} ", line))
    number, written = text[: text.index(line)].count("\n") + 1, line.partition("| ")[2]
    assert errors(text.replace(line, line.replace(entry, " " * len(entry)), 1)) == [
        f"line {number}, move {written!r}: the yellow tower on e2 is blocked: "
        f"its pass {entry!r} is missing before this"
    ]


@pytest.mark.parametrize("form", list(Form))
def test_the_rows_of_the_other_fill_are_recognised(form: Form) -> None:
    text = long_match(form).replace("fill left", "fill right", 1)
    assert [re.sub(r"[0-9]+", "N", line) for line in errors(text)] == [
        "line N: this is the row after 'fill left': is the choice on line N wrong?"
    ]


@pytest.mark.parametrize("form", [Form.GLYPHS, Form.WORDS])
def test_the_other_fill_is_tried_where_a_move_fits_it_alone(form: Form) -> None:
    text = without_headings(long_match(form))
    line = text[: text.index("fill left")].count("\n") + 1
    found = errors(text.replace("fill left", "fill right", 1))
    assert len(found) == 1
    assert f"this is legal after 'fill left' only: is the choice on line {line} wrong?" in found[0]


@pytest.mark.parametrize("form", list(Form))
def test_a_missing_bar_is_explained(form: Form) -> None:
    text = long_match(form)
    begun = re.sub(r" +\| ", " ", text, count=1)
    (error,) = errors(begun)
    assert "the columns of Black and White have a '|' between them: write '" in error
    line = next(line for line in text.splitlines() if re.match(r" *1\. +\| ", line))
    (error,) = errors(text.replace(line, line.replace("|", " "), 1))
    assert error.endswith(f"between them: write {'| ' + line.partition('| ')[2]!r}")


def test_another_column_asks_whether_an_entry_is_missing() -> None:
    (first, *_) = errors(GLYPHS.replace("| N↗2N", ""))
    assert "it is White's turn, and this is the other column; is an entry missing before" in first


def test_all_slips_whose_correction_is_certain_are_reported_at_once() -> None:
    text = GLYPHS.replace("N↗2N", "N↗2Y").replace("Y↗3P", "Y↗3R")
    assert [line.partition(":")[0] for line in errors(text)] == [
        "line 7, move 'N↗2Y'",
        "line 8, move 'Y↗3R'",
    ]


@pytest.mark.parametrize("form", list(Form))
def test_after_an_illegal_move_the_next_round_is_checked_again(form: Form) -> None:
    lines = long_match(form).splitlines()
    rounds = [number for number, line in enumerate(lines) if line.startswith("round ")]
    wrong = []
    for start in (rounds[1], rounds[3], rounds[5]):
        row = start + 4
        lines[row] = re.sub(r"\. *[^ |].*?( *\|)", r". nonsense\1", lines[row])
        wrong.append(row + 1)
    found = errors("\n".join(lines))
    assert [int(re.findall(r"[0-9]+", line)[0]) for line in found] == wrong


def test_a_text_with_many_errors_is_not_read_to_its_end() -> None:
    assert len(errors("mood: good\n" * (MAX_ERRORS + 10))) == MAX_ERRORS


def test_a_wrong_header_ends_the_reading() -> None:
    assert errors("game: kamisado-short\nform: runes\n1. a1a2 | h8h7\n") == [
        "line 1: unknown match format 'short'; choose one of "
        "single, standard, long, marathon, series, or series-5 for 5 rounds"
    ]
