"""`kamisado club`: all boards of a club on a page, the wall."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Mapping
from pathlib import Path

from host.cli.addresses import add_public, broker_address
from host.cli.options import Echo, language
from host.remote.address import OWN_BROKER, OWN_PORT
from host.storage.database import default_path

SUMMARY = "show all boards of a club on a page, live"
DESCRIPTION = (
    "Show all boards that are published at a broker on a page, live, for a wall or for those who "
    "watch from elsewhere: positions, clocks, results, and which board needs somebody. Nobody can "
    "act there. /overlay/BOARD is a board with a transparent ground, for streaming; results are "
    "at /results.csv and /records.txt. Without a broker one is started (Mosquitto), as by "
    "'kamisado broker run'."
)

LONGEST_DELAY = 60.0
"""Minutes; what is on its way is kept in memory."""


def delay(text: str) -> float:
    """Parse the minutes by which spectators see everything later."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = -1.0
    if not 0 <= minutes <= LONGEST_DELAY:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of minutes from 0 to {LONGEST_DELAY:g}"
        )
    return minutes


def players(text: str) -> tuple[str, Mapping[str, str]]:
    """Parse who plays at a board, "table-1=ANNA,BÉLA", Black first; a name may be quoted."""
    from host.remote.topics import topic_level

    board, equals, names = text.partition("=")
    try:
        parts = next(csv.reader([names], skipinitialspace=True), [])
    except csv.Error:
        parts = []
    players = [part.strip() for part in parts]
    if not (board.strip() and equals and len(players) == 2 and all(players)):
        more = ", a name with a comma in quotation marks: 'table-1=\"Müller, Anna\",Béla'"
        more = more if len(players) > 2 else ""
        raise argparse.ArgumentTypeError(
            f"{text!r} is not BOARD=BLACK,WHITE: table-1=Anna,Béla{more}"
        )
    return topic_level(board), dict(zip(("black", "white"), players, strict=True))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `club`."""
    parser.add_argument(
        "broker",
        metavar="BROKER",
        nargs="?",
        type=broker_address,
        help="where the boards are published: mqtt://NAME:PASSWORD@HOST (default: start Mosquitto "
        "on this computer)",
    )
    parser.add_argument(
        "--listen",
        metavar="HOST:PORT",
        default="127.0.0.1:8766",
        help="where the page is served (default: %(default)s; port 0 = any free one); with "
        "0.0.0.0:8766 others in your network watch",
    )
    add_public(parser)
    parser.add_argument(
        "--delay",
        type=delay,
        metavar="MINUTES",
        default=0.0,
        help="show moves, clocks and results so much later, against help from spectators "
        f"(up to {LONGEST_DELAY:g}; default: at once)",
    )
    parser.add_argument(
        "--players",
        type=players,
        metavar="BOARD=BLACK,WHITE",
        action="append",
        default=[],
        help="who plays at a board, e.g. table-1=Anna,Béla, names with a comma in quotation marks; "
        "also several times",
    )
    parser.add_argument(
        "--tournament",
        type=Path,
        metavar="FILE",
        help="show the pairings and standings of a tournament ('kamisado pairings new FILE'), and "
        "take the results of its tables: the boards of their names",
    )
    parser.add_argument(
        "--broker-listen",
        metavar="HOST:PORT",
        default=OWN_BROKER,
        help=f"where the started broker is reached; 0.0.0.0:{OWN_PORT} is the whole network, and "
        "wants accounts: 'kamisado broker add NAME' (default: %(default)s)",
    )
    parser.add_argument(
        "--folder", type=Path, help="of the started broker (default: beside the saved matches)"
    )
    parser.add_argument(
        "--forget",
        metavar="NAME",
        action="append",
        default=[],
        help="remove a board that will not come back, and end: everything is deleted that the "
        f"broker (default: mqtt://{OWN_BROKER}) keeps of it; also several times",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the page's address, do not open it"
    )
    parser.add_argument(
        "--language",
        type=language,
        metavar="CODE",
        help="language of what is printed, e.g. hu (default: that of LC_ALL, LC_MESSAGES or LANG); "
        "each page chooses its own",
    )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Serve the wall until ctrl-C, or take boards away; return the exit status."""
    from host.cli.event_loop import run_to_end

    if options.forget:
        from host.cli.club.forget import forget
        from host.remote.address import parse_address

        address = options.broker or parse_address(OWN_BROKER)
        return run_to_end(forget(address, options.forget, echo))
    from host.cli.club.wall import serve_club

    options.folder = options.folder or default_path().parent / "broker"
    return run_to_end(serve_club(options, echo))
