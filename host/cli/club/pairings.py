"""`kamisado pairings`: a tournament of a club: players, rounds, results, standings."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from host import COMMAND
from host.cli.options import Echo

if TYPE_CHECKING:
    from host.remote.tournament.model import Tournament
    from host.remote.tournament_file import TournamentFile

SUMMARY = "pair the players of a tournament, and keep its results and standings"
DESCRIPTION = (
    "Keep a tournament in a file: players, pairings, results and standings. Swiss: everybody "
    "plays a few rounds against players of about the same score. Round robin: everybody plays "
    "everybody, by the Berger tables. A table has the name of its board, so that "
    "'kamisado club --tournament FILE' takes the results of the boards by itself."
)

Run = Callable[[argparse.Namespace, "TournamentFile", Echo], None]


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers in a range."""

    def parse(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not (is_number and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return int(text)

    return parse


_rating = whole_number(0, 10_000)
_round_number = whole_number(1, 400)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pairings`."""
    commands = parser.add_subparsers(
        metavar="new|add|withdraw|pair|unpair|show|result|confirm|standings", required=True
    )

    def command(name: str, text: str, run_: Run) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        one.add_argument("file", type=Path, metavar="FILE", help="of the tournament")
        one.set_defaults(run_pairings=run_)
        return one

    new = command("new", "make a tournament", _new)
    new.add_argument("--title", default="", help="of the tournament (default: the file's name)")
    new.add_argument(
        "--system",
        choices=("swiss", "round-robin"),
        default="swiss",
        help="how players are paired (default: %(default)s)",
    )
    new.add_argument(
        "--rounds",
        type=_round_number,
        metavar="N",
        help="of a Swiss tournament (default: 5); a round robin's follow from its players",
    )
    new.add_argument(
        "--double", action="store_true", help="play a round robin twice, with colours exchanged"
    )
    new.add_argument(
        "--tables",
        default="",
        metavar="NAME,NAME",
        help="names of the boards, the best pairing at the first (default: table-1, table-2 ...)",
    )
    new.add_argument(
        "--seed",
        type=whole_number(0, 10**9),
        default=1,
        metavar="N",
        help="of the lots: the order of players without a rating, and the first colours "
        "(default: %(default)s)",
    )

    add = command("add", "let players in, also between the rounds of a Swiss tournament", _add)
    add.add_argument("names", nargs="*", metavar="NAME", help="of a player, in quotes with blanks")
    add.add_argument("--rating", type=_rating, metavar="N", help="of the one player named")
    add.add_argument(
        "--from",
        type=Path,
        dest="list",
        metavar="LIST",
        help="a file with NAME or NAME,RATING lines",
    )

    withdraw = command("withdraw", "pair a player no more; `add` takes him back", _withdraw)
    withdraw.add_argument("name", metavar="NAME", help="of the player")

    pair = command("pair", "pair the next round and print it", _pair)
    pair.add_argument(
        "--absent",
        action="append",
        default=[],
        metavar="NAME",
        help="who does not play this round; also several times",
    )
    command("unpair", "take the last round back, if none of it has been played", _unpair)

    show = command("show", "print the pairings and results of a round", _show)
    show.add_argument(
        "--round", type=_round_number, metavar="N", help="which one (default: the last)"
    )
    show.add_argument("--csv", metavar="OUT", help="write all rounds as CSV to this file instead")

    result = command("result", "enter or correct a result", _result)
    result.add_argument("table", metavar="TABLE", help="its name")
    result.add_argument(
        "result",
        nargs="+",
        metavar="RESULT",
        help="points, Black's first: 3-1; or black, white, draw, also with points: black 1-2; or "
        "forfeit black, forfeit white, forfeit both: who did not come; none deletes it",
    )
    result.add_argument(
        "--round", type=_round_number, metavar="N", help="which one (default: the last)"
    )

    confirm = command("confirm", "confirm results that boards have told", _confirm)
    confirm.add_argument("tables", nargs="*", metavar="TABLE", help="its name (default: all)")

    standings = command("standings", "print the standings", _standings)
    standings.add_argument("--csv", metavar="OUT", help="write them as CSV to this file instead")


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Run what is asked for; return the exit status."""
    from host.remote.tournament_file import TournamentFile

    options.run_pairings(options, TournamentFile(options.file), echo)
    return 0


def _new(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.model import System, Tournament
    from host.remote.tournament.organiser import checked_name

    system = System(options.system)
    if system is System.ROUND_ROBIN and options.rounds is not None:
        raise ValueError("--rounds is for --system swiss: a round robin's follow from its players")
    if system is System.SWISS and options.double:
        raise ValueError("--double is for --system round-robin")
    tables = tuple(checked_name(name, "table") for name in options.tables.split(",") if name)
    if len(set(tables)) < len(tables):
        raise ValueError(f"--tables names a table twice: {options.tables!r}")
    tournament = Tournament(
        title=checked_name(options.title or file.path.stem, "tournament"),
        system=system,
        round_count=options.rounds or 5,
        cycles=2 if options.double else 1,
        seed=options.seed,
        tables=tables,
    )
    file.create(tournament)
    path = shlex.quote(str(file.path))
    echo(f"The tournament {tournament.title!r} is kept in {file.path}.")
    echo(f"`{COMMAND} pairings add {path} NAME` adds players.")


def _add(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import add_player

    if options.rating is not None and len(options.names) != 1:
        raise ValueError("--rating is of one player: name one")
    entries = [(name, options.rating) for name in options.names]
    if options.list is not None:
        entries += _listed(options.list)
    if not entries:
        raise ValueError("name a player, or give a list with --from")

    def change(tournament: Tournament) -> Tournament:
        for name, rating in entries:
            tournament = add_player(tournament, name, rating)
        return tournament

    playing = [one for one in file.change(change).players if not one.is_withdrawn]
    count = len(playing)
    echo(f"{count} player{'s' * (count != 1)}.")


def _listed(path: Path) -> list[tuple[str, int | None]]:
    """Read a list of players, a line for each: NAME or NAME,RATING."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{str(path)!r} is no UTF-8 text") from None
    players: list[tuple[str, int | None]] = []
    for number, line in enumerate(lines, 1):
        name, comma, rating = line.rpartition(",")
        if not line.strip():
            continue
        try:
            players.append((name, _rating(rating.strip())) if comma else (line, None))
        except argparse.ArgumentTypeError as error:
            raise ValueError(f"{str(path)!r}, line {number}: the rating {error}") from None
    return players


def _withdraw(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import withdraw

    file.change(lambda tournament: withdraw(tournament, options.name))
    echo(f"{options.name} is not paired any more.")


def _pair(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import pair_round
    from host.remote.tournament.report import pairings_text

    tournament = file.change(lambda before: pair_round(before, options.absent))
    echo(pairings_text(tournament, len(tournament.rounds)))


def _unpair(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import unpair_round

    tournament = file.change(unpair_round)
    echo(f"Round {len(tournament.rounds) + 1} is not paired any more.")


def _show(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.cli.text import write_file
    from host.remote.tournament.organiser import round_numbered
    from host.remote.tournament.report import pairings_text, results_csv

    tournament = file.read()
    if options.csv is not None:
        write_file(options.csv, results_csv(tournament).encode())
        return
    number = options.round or len(tournament.rounds)
    round_numbered(tournament, number)
    echo(pairings_text(tournament, number))


def _result(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import set_result
    from host.remote.tournament.result import parse_result

    text = " ".join(options.result)
    result = None if text.lower() == "none" else parse_result(text)
    tournament = file.change(
        lambda before: set_result(before, options.table, result, options.round)
    )
    number = options.round or len(tournament.rounds)
    pairing = next(
        one for one in tournament.rounds[number - 1].pairings if one.table == options.table
    )
    told = "no result" if result is None else str(result)
    echo(f"Round {number}, {pairing.table}: {pairing.black} - {pairing.white}, {told}.")


def _confirm(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import confirm_results
    from host.remote.tournament.report import pairings_text

    tournament = file.change(lambda before: confirm_results(before, options.tables))
    echo(pairings_text(tournament, len(tournament.rounds)))


def _standings(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.cli.text import write_file
    from host.remote.tournament.report import standings_csv, standings_text

    tournament = file.read()
    if options.csv is not None:
        write_file(options.csv, standings_csv(tournament).encode())
        return
    echo(standings_text(tournament))
