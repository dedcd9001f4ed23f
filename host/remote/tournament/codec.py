"""The file of a tournament: JSON with a version, of the form of `host.remote.tournament.model`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from host.message import quoted
from host.message.schema import SchemaError, decode, encode
from host.remote.tournament.model import Round, Tournament, TournamentError, name_key
from host.remote.tournament.organiser import checked_name

FORMAT, VERSION = "kamisado tournament", 1
LONGEST_FILE = 10_000_000
"""Characters."""


def encode_tournament(tournament: Tournament) -> str:
    """Return a tournament as the text of its file."""
    data = {"format": FORMAT, "version": VERSION, **encode(tournament)}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def decode_tournament(text: str) -> Tournament:
    """Return the tournament of a file.

    Raises:
        TournamentError: it is none; the message names the line or the field, and quotes it.
    """
    if len(text) > LONGEST_FILE:
        raise TournamentError(f"it has more than {LONGEST_FILE} characters")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise TournamentError(
            f"line {error.lineno}, column {error.colno}: it is no JSON: {error.msg}"
        ) from None
    except RecursionError:
        raise TournamentError("it is no tournament: it is nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise TournamentError(f"it is no tournament: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TournamentError(f'it is no tournament: it lacks "format": "{FORMAT}"')
    if data.get("version") != VERSION:
        raise TournamentError(
            f"it has version {data.get('version')!r}, and this program reads {VERSION}: "
            "take the program that wrote it"
        )
    try:
        tournament = decode(Tournament, data, tells=True)
    except SchemaError as error:
        raise TournamentError(str(error)) from None
    _check(tournament)
    return tournament


def _check(tournament: Tournament) -> None:
    """Check what the fields of a file say of each other, and their names.

    Raises:
        TournamentError: something contradicts; the message has its place.
    """
    _check_name(tournament.title, "tournament", "title")
    for at, table in enumerate(tournament.tables):
        _check_name(table, "table", f"tables[{at}]")
    if len(set(tournament.tables)) < len(tournament.tables):
        raise TournamentError("tables: every table has a name of its own")
    keys = set()
    for at, player in enumerate(tournament.players):
        place = f"players[{at}].name"
        _check_name(player.name, "player", place)
        if name_key(player.name) in keys:
            raise TournamentError(f"{place}: every player has a name of his own")
        keys.add(name_key(player.name))
    names = [player.name for player in tournament.players]
    for at, round_ in enumerate(tournament.rounds):
        _check_round(round_, names, f"paired[{at}]")
    if len(tournament.rounds) > tournament.planned_rounds:
        raise TournamentError(f"paired: there are {tournament.planned_rounds} rounds at most")


def _check_round(round_: Round, names: Sequence[str], place: str) -> None:
    """Check one round, whose players are among those of some names; errors as of `_check`."""
    named = {f"{place}.absent[{at}]": name for at, name in enumerate(round_.absent)}
    named |= {f"{place}.awarded": name for name, _ in round_.awarded}
    playing: dict[str, str] = {}
    for at, pairing in enumerate(round_.pairings):
        there = f"{place}.pairings[{at}]"
        _check_name(pairing.table, "table", f"{there}.table")
        playing |= {f"{there}.black": pairing.black, f"{there}.white": pairing.white}
        if (pairing.result is None) != (pairing.source is None):
            why = "it says who told the result, and is null without one"
            raise TournamentError(f"{there}.from: {why}")
    for table, _ in round_.earlier or ():
        _check_name(table, "table", f"{place}.earlier")
    if len({pairing.table for pairing in round_.pairings}) < len(round_.pairings):
        raise TournamentError(f"{place}.pairings: two of them have the same table")
    if round_.bye is not None:
        playing[f"{place}.bye"] = round_.bye
    for there, name in (named | playing).items():
        if name not in names:
            raise TournamentError(f"{there}: {quoted(name)} is none of {', '.join(names)}")
    seen = set()
    for there, name in playing.items():
        if name in seen:
            raise TournamentError(f"{there}: each player stands in a round once")
        seen.add(name)


def _check_name(text: str, noun: str, place: str) -> None:
    try:
        checked_name(text, noun)
    except TournamentError as error:
        raise TournamentError(f"{place}: {error}") from None
    if text.strip() != text:
        raise TournamentError(f"{place}: a name has no blanks around it, not {quoted(text)}")
