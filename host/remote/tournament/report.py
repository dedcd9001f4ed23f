"""Pairings and standings as text to be read, and as CSV."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from host.engine.game import Side
from host.remote.spreadsheet import csv_text
from host.remote.tournament.model import Pairing, Round, Source, System, Tournament
from host.remote.tournament.result import Result
from host.remote.tournament.standings import Standing, standings
from host.remote.tournament.swiss import rounds_to_come

_QUARTERS = ("", "¼", "½", "¾")


def score_text(half_points: int) -> str:
    """Return a score as people write it: 2½."""
    return quarters_text(2 * half_points)


def quarters_text(quarters: int) -> str:
    """Return a number of quarters as people write it: 12¼."""
    whole, rest = divmod(quarters, 4)
    return f"{whole or '' if rest else whole}{_QUARTERS[rest]}"


def result_text(result: Result | None) -> str:
    """Return a result as a table of pairings has it: `1 : 0  (3-1)`; without one `  :  `."""
    if result is None:
        return "  :  "
    black, white = (score_text(result.half_points(side)) for side in (Side.BLACK, Side.WHITE))
    text = f"{black:>1} : {white:<1}"
    if result.absent:
        return f"{text}  (forfeit)"
    return text if result.points is None else f"{text}  ({result.points[0]}-{result.points[1]})"


def pairings_text(tournament: Tournament, number: int) -> str:
    """Return the pairings of a round, counted from 1, as lines of text."""
    round_ = tournament.rounds[number - 1]
    before = _scores_before(tournament, number)
    rows: list[tuple[str, ...]] = [("table", "Black", "White", "result")]
    for one in round_.pairings:
        told = ", reported by the board" if one.source is Source.BOARD else ""
        names = (f"{name} ({before[name]})" for name in one.players)
        rows.append((one.table, *names, result_text(one.result) + told))
    lines = [f"{tournament.title}, round {number} of {tournament.planned_rounds}", ""]
    lines += _columns(rows)
    if round_.bye is not None:
        lines.append(f"{round_.bye} has a bye.")
    if round_.absent:
        halves = {name: f"{name} (gets {score_text(points)})" for name, points in round_.awarded}
        absent = "; ".join(halves.get(name, name) for name in round_.absent)
        lines.append(f"Absent: {absent}.")
    return "\n".join(lines)


def result_sentence(pairing: Pairing) -> str:
    """Return the result of a pairing as a sentence with both names."""
    black, white = f"{pairing.black} (Black)", f"{pairing.white} (White)"
    result = pairing.result
    if result is None:
        return f"{black} against {white} has no result."
    if result.both_lost:
        return f"both {black} and {white} lose."
    if len(result.absent) == 2:
        return f"neither {black} nor {white} came."
    if result.winner is None:
        told = f"{black} and {white} draw"
    else:
        winner, loser = (black, white) if result.winner is Side.BLACK else (white, black)
        told = f"{winner} beats {loser}"
        if result.absent:
            return f"{told} by forfeit."
    return f"{told}." if result.points is None else "{}: {}-{}.".format(told, *result.points)


def rounds_notice(tournament: Tournament) -> str:
    """Return a warning about rounds that are still to be paired; empty if there is none."""
    if tournament.system is not System.SWISS:
        return ""
    paired, planned = len(tournament.rounds), tournament.planned_rounds
    count = sum(not one.is_withdrawn for one in tournament.players)
    possible = paired + rounds_to_come(tournament)
    hint = "`new --system round-robin` makes a tournament in which everybody meets everybody"
    if possible < planned:
        return (
            f"Warning: with these {count} players only {possible} of the {planned} rounds can be "
            f"paired, as nobody meets an opponent again. Let further players in, or end it then; "
            f"{hint}."
        )
    if paired == 1 and 2 * planned > count:
        return (
            f"Note: {planned} rounds are many for {count} players: later on the score decides "
            f"little, as few are left to meet. {hint}."
        )
    return ""


def correction_notice(before: Tournament, after: Tournament, number: int) -> str:
    """Return a notice that later rounds were paired by a result that is corrected; else empty.

    Args:
        before: the correction.
        after: it.
        number: of the corrected round, from 1.
    """
    last = len(after.rounds)
    if after.system is not System.SWISS or number == last:
        return ""
    one, other = (
        [
            (
                each.result.is_played,
                each.result.half_points(Side.BLACK),
                each.result.half_points(Side.WHITE),
            )
            if each.result
            else None
            for each in tournament.rounds[number - 1].pairings
        ]
        for tournament in (before, after)
    )
    if one == other:
        return ""
    rounds = f"Round {last} was" if number == last - 1 else f"Rounds {number + 1} to {last} were"
    told = f"{rounds} paired by the old result."
    if any(each.result and each.result.is_played for each in after.rounds[-1].pairings):
        return f"{told} The games of round {last} stand; the next pairing goes by the new one."
    halves = dict(after.rounds[-1].awarded)
    absent = "".join(
        f" --{'half-bye' if name in halves else 'absent'} {shlex.quote(name)}"
        for name in after.rounds[-1].absent
    )
    return (
        f"{told} If no game of round {last} has begun, `unpair` takes it back, and "
        f"`pair{absent}` pairs it by the new one; else it stays as it is."
    )


def _scores_before(tournament: Tournament, number: int) -> dict[str, str]:
    """Return the score of each player before a round."""
    earlier = Tournament("", tournament.system, rounds=tournament.rounds[: number - 1])
    return {one.name: score_text(earlier.half_points(one.name)) for one in tournament.players}


def standings_text(tournament: Tournament) -> str:
    """Return the standings as lines of text."""
    names = tie_breaks(tournament)
    rows: list[tuple[str, ...]] = [("rank", "player", "score", *names)]
    for one in standings(tournament):
        ties = tie_break_values(one)
        rows.append(
            (str(one.rank), one.name, score_text(one.half_points), *(ties[name] for name in names))
        )
    played = sum(one.is_finished for one in tournament.rounds)
    title = f"{tournament.title}, after {played} of {tournament.planned_rounds} rounds"
    open_rounds = [one for one in tournament.rounds if not one.is_finished]
    if any(pairing.result is not None for one in open_rounds for pairing in one.pairings):
        title += " and some results of the next"
    return "\n".join([title, "", *_columns(rows)])


def tie_breaks(tournament: Tournament) -> tuple[str, ...]:
    """Return the names of the tie-breaks in the order in which they count."""
    if tournament.system is System.SWISS:
        return ("Buchholz", "Sonneborn-Berger", "direct encounter", "wins", "match points")
    return ("direct encounter", "Sonneborn-Berger", "wins", "match points")


def tie_break_values(one: Standing) -> dict[str, str]:
    """Return the tie-breaks of a line by their names."""
    return {
        "Buchholz": score_text(one.buchholz),
        "Sonneborn-Berger": quarters_text(one.sonneborn_berger),
        "direct encounter": score_text(one.encounter),
        "wins": str(one.wins),
        "match points": f"{one.points:+d}" if one.points else "0",
    }


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def standings_csv(tournament: Tournament, decimal_comma: bool = False) -> str:
    """Return the standings as CSV, with decimals, as `csv_text` writes it."""
    header = ("rank", "player", "rating", "score", "played", "wins", "buchholz")
    more = ("sonneborn_berger", "direct_encounter", "match_points")
    ratings = {one.name: one.rating for one in tournament.players}
    return csv_text(
        [
            (*header, *more),
            *(
                (
                    one.rank,
                    one.name,
                    "" if ratings[one.name] is None else ratings[one.name],
                    one.half_points / 2,
                    one.played,
                    one.wins,
                    one.buchholz / 2,
                    one.sonneborn_berger / 4,
                    one.encounter / 2,
                    one.points,
                )
                for one in standings(tournament)
            ),
        ],
        decimal_comma,
    )


def results_csv(tournament: Tournament, decimal_comma: bool = False) -> str:
    """Return all pairings with their results as CSV, a bye as a line without White."""
    lines: list[tuple[object, ...]] = [("round", "table", "black", "white", "result", "told_by")]
    for number, round_ in enumerate(tournament.rounds, 1):
        lines += _round_lines(number, round_)
    return csv_text(lines, decimal_comma)


def _round_lines(number: int, round_: Round) -> Iterable[tuple[object, ...]]:
    for one in round_.pairings:
        yield number, one.table, one.black, one.white, one.result or "", one.source or ""
    if round_.bye is not None:
        yield number, "", round_.bye, "", "bye", ""
