"""`kamisado pairings`: a tournament of a club: players, rounds, results, standings."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from host import COMMAND
from host.cli.options import Echo

if TYPE_CHECKING:
    from host.remote.tournament.model import Tournament
    from host.remote.tournament.players.player_list import PlayerList
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


class _Parser(argparse.ArgumentParser):
    """Parser that takes `-:+` for a result, not for an option."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        words = [f" {word}" if _FORFEITS.fullmatch(word) else word for word in args or ()]
        return super().parse_known_args(words, namespace)


_FORFEITS = re.compile(r"-[:/]?[+]|-[:/]-")
_rating = whole_number(0, 10_000)
_round_number = whole_number(1, 400)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pairings`."""
    commands = parser.add_subparsers(
        metavar="new|add|correct|withdraw|pair|unpair|show|result|confirm|standings|import|export",
        required=True,
        parser_class=_Parser,
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
        help="a file with NAME or NAME,RATING lines, or a table with the headings Name and Rating, "
        "as spreadsheets write it; - is the standard input",
    )
    add.add_argument(
        "--encoding", metavar="PAGE", help="of the list, if it is not Unicode, e.g. cp1250"
    )

    correct = command("correct", "correct the name or the rating of a player", _correct)
    correct.add_argument("name", metavar="NAME", help="of the player so far")
    correct.add_argument("--name", dest="new_name", metavar="NEW", help="the right name")
    correct.add_argument(
        "--rating", type=_rating, metavar="N", help="the right rating; 0 if there is none"
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
    pair.add_argument(
        "--half-bye",
        action="append",
        default=[],
        metavar="NAME",
        help="who does not play this round, and gets half a point for it; also several times",
    )
    command("unpair", "take the last round back, if none of it has been played", _unpair)

    show = command("show", "print the pairings and results of a round", _show)
    show.add_argument(
        "--round", type=_round_number, metavar="N", help="which one (default: the last)"
    )
    _add_csv_options(show, "all rounds")

    result = command("result", "enter or correct a result", _result)
    result.add_argument("table", metavar="TABLE", help="its name")
    result.add_argument(
        "result",
        nargs="+",
        metavar="RESULT",
        help="points, Black's first: 3-1; or black, white, draw, also with points: black 1-2; or "
        "forfeit black, forfeit white, forfeit both: who did not come; or both lost, by a ruling; "
        "none deletes it",
    )
    result.add_argument(
        "--round", type=_round_number, metavar="N", help="which one (default: the last)"
    )

    confirm = command("confirm", "confirm results that boards have told", _confirm)
    confirm.add_argument("tables", nargs="*", metavar="TABLE", help="its name (default: all)")

    standings = command("standings", "print the standings", _standings)
    _add_csv_options(standings, "them")

    import_ = command("import", "make a tournament of an arbiter's report (TRF-16)", _import)
    import_.add_argument("report", type=Path, metavar="REPORT", help="file of another program")
    import_.add_argument(
        "--rounds", type=_round_number, metavar="N", help="if the report does not say how many"
    )
    import_.add_argument("--encoding", metavar="PAGE", help="if it is not Unicode, e.g. cp1250")

    export = command("export", "write a report (TRF-16) for arbiters' programs", _export)
    export.add_argument("out", metavar="REPORT", help="file to be written")


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
    listed = None if options.list is None else _listed(options.list, options.encoding)
    if not options.names and listed is None:
        raise ValueError("name a player, or give a list with --from")

    def change(tournament: Tournament) -> Tournament:
        for name in options.names:
            tournament = add_player(tournament, name, options.rating)
        for entry in listed.players if listed else ():
            try:
                tournament = add_player(tournament, entry.name, entry.rating)
            except ValueError as error:
                place = f"{str(options.list)!r}, line {entry.line}"
                raise ValueError(f"{place}: {error}") from None
        return tournament

    playing = [one for one in file.change(change).players if not one.is_withdrawn]
    count = len(playing)
    echo(f"{count} player{'s' * (count != 1)}.")
    if listed is not None:
        echo(listed.columns_sentence())


def _listed(path: Path, encoding: str | None) -> PlayerList:
    """Read a list of players."""
    from host.remote.tournament.players.player_list import read_players

    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        listed = read_players(data, encoding)
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{str(path)!r}, {error}") from None
    if not listed.players:
        raise ValueError(f"{str(path)!r} has no players")
    return listed


def _correct(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import correct_player

    if options.new_name is None and options.rating is None:
        raise ValueError("say what is right: --name or --rating")
    tournament = file.change(
        lambda before: correct_player(before, options.name, options.new_name, options.rating)
    )
    player = tournament.player(options.new_name or options.name)
    rating = "no rating" if player.rating is None else f"the rating {player.rating}"
    echo(f"{player.name} has {rating}. Games and pairing numbers stay.")


def _withdraw(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import withdraw

    file.change(lambda tournament: withdraw(tournament, options.name))
    echo(f"{options.name} is not paired any more.")


def _pair(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import pair_round
    from host.remote.tournament.report import pairings_text, rounds_notice

    tournament = file.change(lambda before: pair_round(before, options.absent, options.half_bye))
    echo(pairings_text(tournament, len(tournament.rounds)))
    if warning := rounds_notice(tournament):
        echo(f"\n{warning}")


def _unpair(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import unpair_round

    tournament = file.change(unpair_round)
    echo(f"Round {len(tournament.rounds) + 1} is not paired any more.")


def _show(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import round_numbered
    from host.remote.tournament.report import pairings_text, results_csv

    tournament = file.read()
    if _write_csv(options, partial(results_csv, tournament)):
        return
    number = options.round or len(tournament.rounds)
    round_numbered(tournament, number)
    echo(pairings_text(tournament, number))


def _result(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import pairing_at, set_result
    from host.remote.tournament.report import correction_notice, result_sentence
    from host.remote.tournament.result import typed_result

    earlier: list[Tournament] = []

    def change(tournament: Tournament) -> Tournament:
        earlier.append(tournament)
        pairing = pairing_at(tournament, options.table, options.round)
        result = typed_result(" ".join(options.result).strip(), *pairing.players)
        return set_result(tournament, options.table, result, options.round)

    tournament = file.change(change)
    number = options.round or len(tournament.rounds)
    pairing = pairing_at(tournament, options.table, number)
    echo(f"Round {number}, {pairing.table}: {result_sentence(pairing)}")
    if notice := correction_notice(earlier[0], tournament, number):
        echo(notice)


def _confirm(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.organiser import confirm_results
    from host.remote.tournament.report import pairings_text

    tournament = file.change(lambda before: confirm_results(before, options.tables))
    echo(pairings_text(tournament, len(tournament.rounds)))


def _standings(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.report import standings_csv, standings_text

    tournament = file.read()
    if _write_csv(options, partial(standings_csv, tournament)):
        return
    echo(standings_text(tournament))


def _import(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.remote.tournament.players.rows import decoded
    from host.remote.tournament.trf.reader import decode_report

    try:
        text = decoded(options.report.read_bytes(), options.encoding)
        report = decode_report(text, file.path.stem, options.rounds)
    except OSError as error:
        raise ValueError(f"{str(options.report)!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{str(options.report)!r}, {error}") from None
    tournament = report.tournament
    file.create(tournament)
    echo(
        f"The tournament {tournament.title!r} is kept in {file.path}: {len(tournament.players)} "
        f"players, {len(tournament.rounds)} of {tournament.planned_rounds} rounds."
    )
    gone = [one.name for one in tournament.players if one.is_withdrawn]
    if gone:
        echo(f"Withdrawn, as they miss all rounds to come: {'; '.join(gone)}.")
    if report.no_berger:
        echo(
            "Its report says that it is a round robin, but its rounds are not those of the Berger "
            "tables: further ones will be paired as in a Swiss tournament."
        )
    if report.absent:
        options_ = (
            f"--{'half-bye' if points else 'absent'} {shlex.quote(name)}"
            for name, points in report.absent
        )
        echo(f"Not to be paired in the next round: pair it with {' '.join(options_)}.")
    if report.left_out:
        echo(f"These lines mean nothing here and were left out: {', '.join(report.left_out)}.")


def _export(options: argparse.Namespace, file: TournamentFile, echo: Echo) -> None:
    from host.cli.text import write_file
    from host.remote.tournament.trf.writer import encode_report

    write_file(options.out, encode_report(file.read()).encode())


def _add_csv_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the options of a command that writes something as CSV."""
    parser.add_argument("--csv", metavar="OUT", help=f"write {what} as CSV to this file instead")
    parser.add_argument(
        "--decimal-comma",
        action="store_true",
        help="of --csv, for a spreadsheet that writes 1,5 as in German and French: semicolons "
        "between the columns, and commas in numbers",
    )


def _write_csv(options: argparse.Namespace, text: Callable[[bool], str]) -> bool:
    """Write the table if it is asked for; returns False if it is not.

    Args:
        text: makes the table, with decimal commas or points.

    Raises:
        ValueError: the file cannot be written, or none is named; the message says so.
    """
    from host.cli.text import SPREADSHEET, write_file

    if options.csv is None:
        if options.decimal_comma:
            raise ValueError("--decimal-comma is of --csv: name its file too")
        return False
    write_file(options.csv, text(options.decimal_comma).encode(SPREADSHEET))
    return True
