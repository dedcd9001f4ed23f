"""Lists of players as spreadsheets and other programs write them.

A list has a line for each player, with or without headings.  Commas, semicolons or tabs separate
its columns; whichever of the latter two occurs does.  Without headings a line is a name, a name
and a rating, or surname, first name and rating.  What could be read in two ways is refused.
"""

from __future__ import annotations

import codecs
import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from host.message import quoted
from host.remote.tournament.model import TournamentError, name_key, plain_name
from host.remote.tournament.organiser import LONGEST_NAME

CODE_PAGES = ("cp1250", "cp1251", "cp1252")
"""Of the languages of this program, for messages."""
LARGEST_RATING = 10_000

_OTHER_FILES = {
    b"PK\x03\x04": "a workbook: save it as CSV",
    b"\xd0\xcf\x11\xe0": "a workbook: save it as CSV",
    b"%PDF": "a PDF: write the list as text",
    b"{": "no list: a tournament is the first argument",
    b"012 ": "a report: `pairings import` makes a tournament of it",
    b"001 ": "a report: `pairings import` makes a tournament of it",
}
_SEPARATORS = "\t;,"
_GROUPS = re.compile(
    r"(?P<whole>\d{1,3}(?P<mark>[ .,'\u2019])\d{3}(?:(?P=mark)\d{3})*|\d+)(?:[.,]0+)?"
)
_NO_RATING = ("", "-", "\u2013", "\u2014", "0")
_NAME_AND_NUMBER = re.compile(r".*[^\W\d].*[\s|/:=(-]\d{3,5}\)?")
_NUMBERED = re.compile(r"(\d+[.)]|[-*•+])\s.*")
_RATING_WORDS = ("rating", "elo", "rtg", "ertekszam", "реитинг")


class Column(Enum):
    """Meaning of a column."""

    NAME = auto()
    SURNAME = auto()
    FIRST_NAME = auto()
    RATING = auto()


_HEADINGS: Mapping[Column, Sequence[str]] = {
    Column.NAME: (
        *("name", "player", "full name", "player name", "név", "játékos", "teljes név"),
        *("nome", "jogador", "nome completo", "nume", "jucător", "nume și prenume"),
        *("numele", "numele și prenumele", "имя", "игрок", "участник", "фио"),
        *("фамилия и имя", "фамилия, имя", "имя и фамилия", "фамилия имя"),
    ),
    Column.SURNAME: (
        *("surname", "last name", "lastname", "family name", "vezetéknév", "családnév"),
        *("apelido", "sobrenome", "último nome", "nume de familie", "фамилия"),
    ),
    Column.FIRST_NAME: (
        *("first name", "firstname", "given name", "forename", "keresztnév", "utónév"),
        *("primeiro nome", "nome próprio", "prenume", "prenumele"),
    ),
    Column.RATING: (
        *("rating", "elo", "rtg", "fide rating", "fide elo", "elo fide", "elo rating"),
        *("értékszám", "élő-pont", "élőpont", "élő", "elo pont", "classificação elo", "cotație"),
        *("coeficient elo", "рейтинг", "эло", "рейтинг эло", "рейтинг фиде"),
    ),
}


def _letters(heading: str) -> str:
    """Return the letters and digits of a heading, without accents."""
    text = unicodedata.normalize("NFKD", heading.casefold())
    return "".join(letter for letter in text if letter.isalnum())


_MEANINGS = {_letters(word): column for column, words in _HEADINGS.items() for word in words}


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


def read_players(data: bytes, encoding: str | None = None) -> list[Entry]:
    """Return the players of a list.

    Args:
        data: the file.
        encoding: None for UTF-8, and for UTF-16 where it shows.

    Raises:
        TournamentError: it is no list, or a line has no clear meaning; the message quotes it.
    """
    for mark, what in _OTHER_FILES.items():
        if data.removeprefix(codecs.BOM_UTF8).startswith(mark):
            raise TournamentError(f"it is {what}")
    rows = list(_rows(decoded(data, encoding)))
    found = [_headings(row) for row in rows]
    headings = next((one for one in found if one is not None), None)
    if headings is not None and found[0] is None:
        raise rows[0].error("it stands above the headings: delete it")
    if headings is None:
        _check_alike(rows)
    elif Column.RATING not in headings:
        _check_left_out(rows, headings)
    width = len(rows[0].cells) if rows else 0
    players: list[Entry] = []
    lines: dict[str, int] = {}
    for row in rows[headings is not None :]:
        if headings is not None and any(row.cells[width:]):
            raise row.error("it has more columns than headings: quote a name that has a comma")
        player = _plain_entry(row) if headings is None else _entry(row, headings)
        key = name_key(player.name)
        if key in lines:
            raise row.error(f"{player.name!r} stands in line {lines[key]} already")
        lines[key] = row.number
        players.append(player)
    return players


def decoded(data: bytes, encoding: str | None = None) -> str:
    """Return a text that another program has written.

    Raises:
        TournamentError: it is in an old code page; the message quotes what it would be in each.
    """
    if encoding is None:
        encoding = "utf-8-sig"
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            encoding = "utf-16"
        elif data[:100].count(0) * 3 > len(data[:100]):  # of Latin letters every other byte is 0
            encoding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        if encoding not in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
            raise TournamentError(f"it is no text in {encoding}") from None
    lines = data.splitlines()
    number, line = next(
        ((place, one) for place, one in enumerate(lines, 1) if not _is_utf_8(one)), (1, data)
    )
    shown = ", ".join(
        f"{quoted(line.decode(page, 'replace').strip())} ({page})" for page in CODE_PAGES
    )
    raise TournamentError(
        f"line {number}: it is no UTF-8 text. Save it as `CSV UTF-8`, or name the code page with "
        f"--encoding; this line would be {shown}"
    )


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Row:
    """Line of a list.

    Attributes:
        number: from 1.
        cells: without blanks around them, and without empty ones at the end.
        separator: between them.
        text: for messages.
    """

    number: int
    cells: tuple[str, ...]
    separator: str
    text: str

    def error(self, why: str) -> TournamentError:
        return TournamentError(f"line {self.number}, {quoted(self.text)}: {why}")


def _rows(text: str) -> Iterator[_Row]:
    """Yield the lines that are not empty."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    separator = next((one for one in _SEPARATORS if one in text), ",")
    for number, line in enumerate(lines, 1):
        if named := re.fullmatch(r"sep=([,;\t])", line.strip()):  # Excel's own
            separator = named[1]
            continue
        shown = " ".join(line.split())
        try:
            cells = next(csv.reader([line], delimiter=separator, strict=True), [])
        except csv.Error:
            why = "a quotation mark is not closed, or stands inside a word"
            raise TournamentError(f"line {number}, {quoted(shown)}: {why}") from None
        cells = [plain_name(cell) for cell in cells]
        empty = not any(cells)
        while len(cells) > 2 and not cells[-1]:
            cells.pop()
        if not empty:
            yield _Row(number, tuple(cells), separator, shown)


def _headings(row: _Row) -> dict[Column, int] | None:
    """Return the place of each column; None if a row has no headings."""
    known_places = [(_MEANINGS.get(_letters(cell)), place) for place, cell in enumerate(row.cells)]
    columns = {column for column, _ in known_places}
    if columns & {Column.NAME, Column.SURNAME} and Column.RATING not in columns:
        for place, cell in enumerate(row.cells):
            if _letters(cell).startswith(_RATING_WORDS):
                known_places[place] = Column.RATING, place
    found = {column: place for column, place in reversed(known_places) if column is not None}
    if not found:
        return None
    # Beside one of its own kind the word for "name" is the other part of a name.
    for known, other in ((Column.SURNAME, Column.FIRST_NAME), (Column.FIRST_NAME, Column.SURNAME)):
        if known in found and Column.NAME in found and other not in found:
            found[other] = found.pop(Column.NAME)
    if Column.NAME not in found and not found.keys() >= {Column.SURNAME, Column.FIRST_NAME}:
        raise row.error("no heading says where the names are: call their column `Name`")
    if len(found) < sum(column is not None for column, _ in known_places):
        raise row.error("two columns have the same heading: leave one of them")
    return found


def _entry(row: _Row, headings: Mapping[Column, int]) -> Entry:
    """Return the player of a row below headings."""

    def cell(column: Column) -> str:
        place = headings.get(column, len(row.cells))
        return row.cells[place] if place < len(row.cells) else ""

    parts = [cell(one) for one in (Column.SURNAME, Column.FIRST_NAME)]
    name = cell(Column.NAME) or ", ".join(part for part in parts if part)
    return Entry(_name(row, name), _rating(row, cell(Column.RATING)), row.number)


def _check_alike(rows: Sequence[_Row]) -> None:
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


def _check_left_out(rows: Sequence[_Row], headings: Mapping[Column, int]) -> None:
    """Check that no column without a meaning has what looks like ratings.

    Raises:
        TournamentError: one has; the message names its heading.
    """
    first, *others = rows
    for place in set(range(len(first.cells))) - set(headings.values()):
        cells = [row.cells[place] for row in others if place < len(row.cells) and row.cells[place]]
        if cells and all(re.fullmatch(r"[1-9]\d{2,3}", cell) for cell in cells):
            raise first.error(
                f"{first.cells[place]!r} may be the rating: call it `Rating`, or delete the column"
            )


def _is_written_name(row: _Row) -> bool:
    """Return True if a name was written with a comma and a blank: `Kovács, Anna`."""
    return row.separator == "," and ", " in row.text


def _plain_entry(row: _Row) -> Entry:
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


def _joined(row: _Row) -> str:
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


def _name(row: _Row, name: str) -> str:
    if len(name) > 1 and name[0] == "'" and name[1] in "=+-@":  # as our own tables have it
        name = name[1:]
    if not name:
        raise row.error("it has no name")
    if _is_number(name):
        raise row.error(f"the name {name!r} is a number")
    if _NUMBERED.fullmatch(name):
        raise row.error("leave out what stands before the name")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise row.error(f"a name has 1 to {LONGEST_NAME} printable characters")
    if row.separator != "," and _is_number(name.rpartition(",")[2].strip()):
        raise row.error(
            "it may be a name with a comma, or a name and a rating. Separate the columns of all "
            f"lines alike: others have {'a tab' if row.separator == chr(9) else repr(';')}"
        )
    return name


def _is_number(cell: str) -> bool:
    return cell in _NO_RATING or bool(_GROUPS.fullmatch(cell))


def _rating(row: _Row, cell: str) -> int | None:
    """Return the rating in a cell: `1500`, `1 500`, `1.500` or `1500,0`; None for `-` or 0."""
    if cell in _NO_RATING:
        return None
    found = _GROUPS.fullmatch(cell)
    digits = re.sub(r"\D", "", found["whole"]) if found else ""
    if not digits or len(digits) > 5 or int(digits) > LARGEST_RATING:
        raise row.error(f"the rating {cell!r} is no whole number from 0 to {LARGEST_RATING}")
    return int(digits)
