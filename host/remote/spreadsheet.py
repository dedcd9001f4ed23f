"""Tables for spreadsheets, as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a cell that a spreadsheet would calculate."""
QUOTED = ',;\t"\r\n'
"""Characters that no text has outside quotation marks: other readers take other separators."""


def csv_text(lines: Iterable[Sequence[object]], decimal_comma: bool = False) -> str:
    """Return lines of cells as CSV.

    Args:
        decimal_comma: True writes for spreadsheets whose country has decimal commas: so are the
            numbers, and semicolons stand between the columns, as those programs expect both.
    """
    separator = ";" if decimal_comma else ","
    told = (separator.join(_cell(cell, decimal_comma) for cell in line) for line in lines)
    return "".join(f"{line}\r\n" for line in told)


def _cell(cell: object, decimal_comma: bool) -> str:
    if isinstance(cell, str):
        text = f"'{cell}" if cell.startswith(FORMULAS) else cell
        quoted = any(mark in text for mark in QUOTED)
        return '"{}"'.format(text.replace('"', '""')) if quoted else text
    text = "" if cell is None else str(cell)
    return text.replace(".", ",") if isinstance(cell, float) and decimal_comma else text
