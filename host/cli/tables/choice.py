"""Tables that the options of `kamisado play` ask for."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass

from host.message import message

VIRTUAL = "virtual"
MOST = 64
"""Tables of one program: each takes some ten of the 1024 descriptors that it usually has."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table to play at.

    Attributes:
        name: in its address, at the club's broker, and of its matches.
        board: port, URL, or number of the chip of its board, or "virtual".
    """

    name: str
    board: str = VIRTUAL


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Add `--tables` and `--table`."""
    parser.add_argument(
        "--tables",
        type=_count,
        metavar="N",
        default=0,
        help="N virtual boards, table-1 to table-N, each with a match and a page of its own",
    )
    parser.add_argument(
        "--table",
        dest="named_tables",
        type=_table,
        metavar="NAME[=PORT]",
        action="append",
        default=[],
        help="a table of this name, with the board at a port or with a chip whose number begins "
        "like this; without a port, with a virtual board; repeat it for each table",
    )


def chosen_tables(options: argparse.Namespace) -> list[TableChoice]:
    """Return the tables that are asked for; none if the program has one board without a name.

    Raises:
        ValueError: two are called alike or have one board, there are too many, or an option is for
            one board.
    """
    tables = [
        *options.named_tables,
        *(TableChoice(f"table-{n + 1}") for n in range(options.tables)),
    ]
    names = [table.name.casefold() for table in tables]
    boards = [table.board for table in tables if table.board != VIRTUAL]
    for texts, refusal in ((names, "cli.tables_of_one_name"), (boards, "cli.tables_of_one_board")):
        twice = next((each for each in texts if texts.count(each) > 1), None)
        if twice is not None:
            raise ValueError(message(refusal, text=repr(twice)))
    if len(tables) > MOST:
        raise ValueError(message("cli.too_many_tables", count=len(tables), limit=MOST))
    for_one = {
        "--board": options.board,
        "--invite": options.invite,
        "--speak": options.speak,
        "--terminal": options.terminal,
        "--trace": options.trace,
        "--wait": options.wait,
    }
    given = [option for option, value in for_one.items() if value]
    if tables and given:
        raise ValueError(message("cli.not_with_tables", option=given[0]))
    return tables


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= MOST):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of tables from 1 to {MOST}")
    return int(text)


def _table(text: str) -> TableChoice:
    name, equals, board = text.partition("=")
    if not _NAME.fullmatch(name):
        raise argparse.ArgumentTypeError(
            f"{name!r} is no name of a table: at most 32 letters (a to z), digits and hyphens"
        )
    if equals and not board:
        raise argparse.ArgumentTypeError(f"{text!r} names no port: {name}=PORT, or {name} alone")
    return TableChoice(name, board or VIRTUAL)
