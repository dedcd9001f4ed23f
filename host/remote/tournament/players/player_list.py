"""Players of a list as spreadsheets and other programs write it.

A list has a line for each player, with or without headings.  Tabs, semicolons or commas separate
its columns.  Without headings a line is a name, a name and a rating, or surname, first name and
rating.  What could be read in two ways is refused, and what was left out is told.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from host.remote.tournament.model import TournamentError, name_key
from host.remote.tournament.organiser import LONGEST_NAME
from host.remote.tournament.players.headings import Column, columns
from host.remote.tournament.players.rows import Row, decoded, rows

LARGEST_RATING = 10_000
SMALLEST_USUAL = 100
"""Ratings of chess and of our own levels are larger, and numbers of a list mostly smaller."""

_OTHER_FILES = {
    b"PK\x03\x04": "a workbook: save it as CSV",
    b"\xd0\xcf\x11\xe0": "a workbook: save it as CSV",
    b"%PDF": "a PDF: write the list as text",
    b"<": "a web page or XML: open it in a spreadsheet and save it as CSV",
    b"{\\rtf": "a text with formats: save it as plain text",
    b"{": "no list: a tournament is the first argument",
    b"012 ": "a report: `pairings import` makes a tournament of it",
    b"001 ": "a report: `pairings import` makes a tournament of it",
}
_GROUPS = re.compile(
    r"(?P<whole>\d{1,3}(?P<mark>[ .,'\u2019])\d{3}(?:(?P=mark)\d{3})*|\d+)(?:[.,]0+)?"
)
_NO_RATING = ("", "-", "\u2013", "\u2014", "0")
_NAME_AND_NUMBER = re.compile(r".*[^\W\d].*[\s|/:=(-]\d{3,5}\)?")
_NUMBERED = re.compile(r"(\d+[.)]|[-*•+#])\s.*|#.*")
_MARKS = ";|\t"
"""Names have none, but where a list quotes them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Player of a list.

    Attributes:
        name: as it is shown; a surname stands before a comma.
        rating: None if there is none.
        line: of the list, from 1.
    """

    name: str
    rating: int | None
    line: int


@dataclass(frozen=True, slots=True)
class PlayerList:
    """Players of a list, and which of its columns were read.

    Attributes:
        players: in its order.
        taken: headings of the columns that were read; None without headings.
        left_out: headings of the others.
    """

    players: tuple[Entry, ...]
    taken: tuple[str, ...] | None = None
    left_out: tuple[str, ...] = ()

    def columns_sentence(self) -> str:
        """Return what was taken for what, so that a wrong guess is seen before the first round."""
        if self.taken is None:
            first = self.players[0]
            rating = "without a rating" if first.rating is None else f"rating {first.rating}"
            told = "The list has no headings that are known; its first player"
            return f"{told}: {first.name}, {rating}."
        told = f"Columns read: {', '.join(f'`{one}`' for one in self.taken)}."
        left_out = ", ".join(f"`{one}`" for one in self.left_out)
        return f"{told} Left out: {left_out}." if left_out else told


def read_players(data: bytes, encoding: str | None = None) -> PlayerList:
    """Return the players of a list.

    Args:
        data: the file.
        encoding: None for UTF-8, and for UTF-16 where it shows.

    Raises:
        TournamentError: it is no list, or a line has no clear meaning; the message quotes it.
    """
    for mark, what in _OTHER_FILES.items():
        if data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(mark):
            raise TournamentError(f"it is {what}")
    told = list(rows(decoded(data, encoding)))
    found = [_headings(row) for row in told]
    headings = next((one for one in found if one is not None), None)
    if headings is None:
        _check_alike(told)
        return PlayerList(_checked([(row, _plain_entry(row)) for row in told]))
    if found[0] is None:
        raise told[0].error("it stands above the headings: delete it")
    if Column.RATING not in headings:
        _check_left_out(told, headings)
    first, *others = told
    for row in others:
        if any(row.cells[len(first.cells) :]):
            raise row.error("it has more columns than headings: quote a name that has a comma")
    taken = sorted(headings.values())
    return PlayerList(
        _checked([(row, _entry(row, headings)) for row in others]),
        tuple(first.cells[place] for place in taken),
        tuple(cell for place, cell in enumerate(first.cells) if place not in taken and cell),
    )


def _headings(row: Row) -> dict[Column, int] | None:
    try:
        return columns(row.cells)
    except ValueError as error:
        raise row.error(str(error)) from None


def _checked(entries: Sequence[tuple[Row, Entry]]) -> tuple[Entry, ...]:
    """Return the players; no two may have the same name."""
    lines: dict[str, int] = {}
    for row, player in entries:
        key = name_key(player.name)
        if key in lines:
            raise row.error(f"{player.name!r} stands in line {lines[key]} already")
        lines[key] = row.number
    return tuple(player for _, player in entries)


def _entry(row: Row, headings: Mapping[Column, int]) -> Entry:
    """Return the player of a row below headings."""

    def cell(column: Column) -> str:
        place = headings.get(column, len(row.cells))
        return row.cells[place] if place < len(row.cells) else ""

    parts = [cell(one) for one in (Column.SURNAME, Column.FIRST_NAME)]
    name = cell(Column.NAME) or ", ".join(part for part in parts if part)
    return Entry(_name(row, name), _rating(row, cell(Column.RATING)), row.number)


def _check_alike(rows: Sequence[Row]) -> None:
    """Check that the second column has the same meaning in all rows without headings.

    Raises:
        TournamentError: some have a rating there, and one has a word.
    """
    seconds = [(row, row.cells[1]) for row in rows if len(row.cells) == 2 and row.cells[1]]
    if not any(_is_number(cell) for _, cell in seconds):
        return
    for row, cell in seconds:
        if not _is_number(cell) and not _is_written_name(row):
            raise row.error(
                f"{cell!r} may be a wrong rating, a first name or a heading: others have a rating "
                "there. Call headings `Name` and `Rating`; write a comma and a blank between "
                "surname and first name"
            )


def _check_left_out(told: Sequence[Row], headings: Mapping[Column, int]) -> None:
    """Check that no column without a meaning has what looks like ratings.

    Raises:
        TournamentError: one has; the message names its heading.
    """
    first, *others = told
    for place in set(range(len(first.cells))) - set(headings.values()):
        cells = [row.cells[place] for row in others if place < len(row.cells)]
        numbers = [_whole(cell) for cell in cells if cell not in _NO_RATING]
        if numbers and all(one and SMALLEST_USUAL <= one <= LARGEST_RATING for one in numbers):
            raise first.error(
                f"{first.cells[place]!r} may be the rating: call it `Rating`, or delete the column"
            )


def _is_written_name(row: Row) -> bool:
    """Return True if a name was written with a comma and a blank: `Kovács, Anna`."""
    return row.separator == "," and ", " in row.text


def _plain_entry(row: Row) -> Entry:
    """Return the player of a row without headings."""
    cells = row.cells
    match [_is_number(cell) for cell in cells]:
        case [False]:
            if _NAME_AND_NUMBER.fullmatch(cells[0]):
                raise row.error(
                    "it may be a name, or a name and a rating. Put a comma before the rating, or "
                    "at the end of the name"
                )
            return Entry(_name(row, cells[0]), None, row.number)
        case [False, True]:
            return Entry(_name(row, cells[0]), _rating(row, cells[1]), row.number)
        case [False, False]:
            return Entry(_joined(row), None, row.number)
        case [False, False, True]:
            return Entry(_joined(row), _rating(row, cells[2]), row.number)
    raise row.error(
        "it is neither a name, nor a name and a rating. Put headings above the columns, `Name` "
        "and `Rating`; others are left out"
    )


def _joined(row: Row) -> str:
    """Return a surname and a first name as one name."""
    surname, first = row.cells[:2]
    is_shouted = len(first) > 1 and first.isupper() and not surname.isupper()  # "NR"
    has_digit = any(one.isdigit() for one in surname + first)
    if not surname or first[:1].islower() or is_shouted or has_digit:
        raise row.error(f"the rating {first!r} is no whole number from 0 to {LARGEST_RATING}")
    if " " in surname and not _is_written_name(row):
        raise row.error(
            f"{first!r} may be a first name, or something else. Put headings above the columns, "
            "`Surname` and `First name`, or `Name` alone; others are left out"
        )
    return _name(row, f"{surname}, {first}")


def _name(row: Row, name: str) -> str:
    if len(name) > 1 and name[0] == "'" and name[1] in "=+-@":  # as our own tables have it
        name = name[1:]
    if not name:
        raise row.error("it has no name")
    if _is_number(name):
        raise row.error(f"the name {name!r} is a number")
    if _NUMBERED.fullmatch(name):
        raise row.error("leave out what stands before the name, or delete the line")
    mark = next((one for one in _MARKS if one in name and one != row.separator), None)
    if mark is not None and '"' not in row.text:
        raise row.error(
            f"a name has no {_named(mark)}: separate the columns by commas, semicolons or tabs, in "
            "all lines alike, or put the name in quotation marks"
        )
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise row.error(f"a name has 1 to {LONGEST_NAME} printable characters")
    if row.separator != "," and any(_is_number(part.strip()) for part in name.split(",")[1:]):
        raise row.error(
            "it may be a name with a comma, or a name and a rating. Separate the columns of all "
            f"lines alike: others have a {_named(row.separator)}"
        )
    return name


def _is_number(cell: str) -> bool:
    return cell in _NO_RATING or bool(_GROUPS.fullmatch(cell))


def _rating(row: Row, cell: str) -> int | None:
    """Return the rating in a cell: `1500`, `1 500`, `1.500` or `1500,0`; None for `-` or 0."""
    if cell in _NO_RATING:
        return None
    rating = _whole(cell)
    if rating is None or rating > LARGEST_RATING:
        raise row.error(f"the rating {cell!r} is no whole number from 0 to {LARGEST_RATING}")
    return rating


def _whole(cell: str) -> int | None:
    """Return the whole number in a cell; None if there is none."""
    found = _GROUPS.fullmatch(cell)
    digits = re.sub(r"\D", "", found["whole"]) if found else ""
    return int(digits) if digits and len(digits) <= len(str(LARGEST_RATING)) else None


def _named(separator: str) -> str:
    return "tab" if separator == "\t" else repr(separator)
