"""Text of a list of players: its encoding, the separator of its columns, its rows."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from host.message import quoted
from host.remote.tournament.model import TournamentError, plain_name
from host.remote.tournament.players.headings import known_count

CODE_PAGES = ("cp1250", "cp1251", "cp1252")
"""Of the languages of this program, for messages."""
SEPARATORS = "\t;,"
"""Of several that would do equally well the first one is meant: names and numbers have commas."""
END_OF_FILE = "\x1a"
"""Of DOS, which some programs still write."""
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


@dataclass(frozen=True, slots=True)
class Row:
    """Row of a list.

    Attributes:
        number: of its first line, from 1.
        cells: without blanks around them, and without empty ones at the end.
        separator: between them.
        text: for messages.
    """

    number: int
    cells: tuple[str, ...]
    separator: str
    text: str

    def error(self, why: str) -> TournamentError:
        """Return an error that quotes the row."""
        return TournamentError(f"line {self.number}, {quoted(self.text)}: {why}")


def rows(text: str) -> Iterator[Row]:
    """Yield the rows that are not empty; a cell in quotes may have several lines.

    Raises:
        TournamentError: a quotation mark is in the wrong place; the message quotes the row.
    """
    lines = re.split(r"\r\n|\r|\n", text.rstrip(END_OF_FILE))
    start = next((place for place, line in enumerate(lines) if line.strip()), 0)
    if named := re.fullmatch(r"sep=([,;\t])", lines[start].strip(" ")):  # Excel's own
        separator = named[1]
        start += 1
    else:
        separator = _separator(lines[start:])
    reader = csv.reader((f"{line}\n" for line in lines[start:]), delimiter=separator, strict=True)
    while True:
        first = start + reader.line_num
        try:
            told = next(reader, None)
        except csv.Error:
            why = "a quotation mark is not closed, or stands inside a word"
            raise Row(first + 1, (), separator, _shown(lines[first])).error(why) from None
        if told is None:
            return
        cells = [plain_name(cell.replace("\n", " ")) for cell in told]
        empty = not any(cells)
        while len(cells) > 2 and not cells[-1]:
            cells.pop()
        if not empty:
            shown = _shown(" ".join(lines[first : start + reader.line_num]))
            yield Row(first + 1, tuple(cells), separator, shown)


def _separator(lines: Sequence[str]) -> str:
    """Return what separates the columns.

    It makes the most headings of the first line that are known; without any it is the first
    separator that more than half of the lines have, or else the one that most have.
    """
    told = [line for line in _QUOTED.sub('""', "\n".join(lines)).split("\n") if line.strip()]
    heads = {
        one: known_count([cell.strip(' "') for cell in lines[0].split(one)])
        for one in SEPARATORS
        if one in lines[0]
    }
    if heads and max(heads.values()):
        return max(heads, key=lambda one: heads[one])
    counts = {one: sum(one in line for line in told) for one in SEPARATORS}
    usual = [one for one in SEPARATORS if 2 * counts[one] > len(told)]
    if usual:
        return usual[0]
    return max(counts, key=lambda one: counts[one]) if any(counts.values()) else ","


def _shown(line: str) -> str:
    return " ".join(line.split())


def decoded(data: bytes, encoding: str | None = None) -> str:
    """Return a text that another program has written.

    Raises:
        TournamentError: it is in an old code page; the message quotes what it would be in each.
    """
    if encoding is None:
        encoding = "utf-8-sig"
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            encoding = "utf-16"
        elif data[:100].count(0) * 3 > len(data[:100]):  # of Latin letters every other byte is 0
            encoding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError):
        if encoding not in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
            raise TournamentError(f"it is not text in {quoted(encoding)}") from None
    lines = data.splitlines()
    number, line = next(
        ((place, one) for place, one in enumerate(lines, 1) if not _is_utf_8(one)), (1, data)
    )
    shown = ", ".join(
        f"{quoted(line.decode(page, 'replace').strip())} ({page})" for page in CODE_PAGES
    )
    raise TournamentError(
        f"line {number}: it is no UTF-8 text. Save it as UTF-8, which spreadsheets call `CSV "
        f"UTF-8`, or name the code page with --encoding; this line would be {shown}"
    )


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
