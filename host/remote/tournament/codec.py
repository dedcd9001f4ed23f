"""The file of a tournament: JSON with a version."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import TypeVar

from host.remote.tournament.model import (
    Pairing,
    Player,
    Registration,
    Round,
    Source,
    System,
    Tournament,
    TournamentError,
    name_key,
)
from host.remote.tournament.organiser import MOST_PLAYERS, checked_name
from host.remote.tournament.result import WIN, Result, parse_result
from host.remote.tournament.trf.fields import KEPT

FORMAT, VERSION = "kamisado tournament", 1
MOST_ROUNDS, LARGEST_NUMBER = 2 * MOST_PLAYERS, 10**9
LONGEST_FILE = 10_000_000
"""Characters."""

Value = TypeVar("Value")


def encode_tournament(tournament: Tournament) -> str:
    """Return a tournament as the text of its file."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "title": tournament.title,
        "system": str(tournament.system),
        "rounds": tournament.round_count,
        "cycles": tournament.cycles,
        "seed": tournament.seed,
        "tables": list(tournament.tables),
        "players": [
            {
                "name": one.name,
                "rating": one.rating,
                "withdrawn": one.is_withdrawn,
                "number": one.number,
                "registration": asdict(one.registration),
            }
            for one in tournament.players
        ],
        "paired": [
            {
                "pairings": [_pairing_data(pairing) for pairing in round_.pairings],
                "bye": round_.bye,
                "absent": list(round_.absent),
                "awarded": dict(round_.awarded),
                "earlier": None if round_.earlier is None else dict(round_.earlier),
            }
            for round_ in tournament.rounds
        ],
        "report": [list(line) for line in tournament.report_lines],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _pairing_data(pairing: Pairing) -> dict[str, str | None]:
    return {
        "table": pairing.table,
        "black": pairing.black,
        "white": pairing.white,
        "result": None if pairing.result is None else str(pairing.result),
        "from": None if pairing.source is None else str(pairing.source),
        "match": pairing.match,
    }


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
    return _tournament(_Field("", data))


@dataclass(frozen=True, slots=True)
class _Field:
    """Value in the file, and its place for messages."""

    path: str
    value: object

    def error(self, why: str) -> TournamentError:
        return TournamentError(f"{self.path or 'the file'}: {why}, not {self.quoted}")

    @property
    def quoted(self) -> str:
        text = json.dumps(self.value, ensure_ascii=False)
        return text if len(text) <= 80 else f"{text[:77]}..."

    def __getitem__(self, key: str) -> _Field:
        if not isinstance(self.value, dict):
            raise self.error("here stands an object {...}")
        path = f"{self.path}.{key}".lstrip(".")
        if key not in self.value:
            raise TournamentError(f"{path}: it is missing")
        return _Field(path, self.value[key])

    def get(self, key: str, default: object) -> _Field:
        """Return a field that older files lack."""
        is_there = isinstance(self.value, dict) and key in self.value
        return self[key] if is_there else _Field(f"{self.path}.{key}".lstrip("."), default)

    def items(self) -> Iterator[tuple[_Field, _Field]]:
        """Yield the names and values of an object."""
        if not isinstance(self.value, dict) or len(self.value) > MOST_PLAYERS:
            raise self.error("here stands an object {...}")
        return ((_Field(self.path, key), self[key]) for key in self.value)

    def elements(self, most: int) -> Iterator[_Field]:
        if not isinstance(self.value, list) or len(self.value) > most:
            raise self.error(f"here stands a list [...] of at most {most}")
        return (_Field(f"{self.path}[{i}]", value) for i, value in enumerate(self.value))

    def text(self) -> str:
        if not isinstance(self.value, str) or not self.value.isprintable():
            raise self.error("here stands a text of printable characters")
        return self.value

    def number(self, least: int, most: int) -> int:
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.error(f"here stands a whole number from {least} to {most}")
        return value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.error("here stands true or false")
        return self.value

    def optional(self, read: Callable[[_Field], Value]) -> Value | None:
        return None if self.value is None else read(self)

    def read(self, parse: Callable[[str], Value]) -> Value:
        """Parse the text of the field, and tell its place where that fails."""
        try:
            return parse(self.text())
        except TournamentError:
            raise
        except ValueError as error:
            raise TournamentError(f"{self.path}: {error}") from None


def _tournament(file: _Field) -> Tournament:
    tables = tuple(_name(table, "table") for table in file["tables"].elements(MOST_PLAYERS))
    if len(set(tables)) < len(tables):
        raise file["tables"].error("every table has a name of its own")
    players: list[Player] = []
    for field in file["players"].elements(MOST_PLAYERS):
        player = Player(
            _name(field["name"], "player"),
            field["rating"].optional(lambda one: one.number(0, LARGEST_NUMBER)),
            field["withdrawn"].flag(),
            field.get("number", None).optional(lambda one: one.number(1, LARGEST_NUMBER)),
            _registration(field.get("registration", {})),
        )
        if name_key(player.name) in {name_key(one.name) for one in players}:
            raise field["name"].error("every player has a name of his own")
        players.append(player)
    tournament = Tournament(
        title=_name(file["title"], "tournament"),
        system=_choice(file["system"], {str(one): one for one in System}),
        round_count=file["rounds"].number(1, MOST_ROUNDS),
        cycles=file["cycles"].number(1, 2),
        seed=file["seed"].number(0, LARGEST_NUMBER),
        tables=tables,
        players=tuple(players),
        rounds=tuple(
            _round(field, {one.name: one.name for one in players})
            for field in file["paired"].elements(MOST_ROUNDS)
        ),
        report_lines=tuple(map(_report_line, file.get("report", []).elements(MOST_ROUNDS))),
    )
    if len(tournament.rounds) > tournament.planned_rounds:
        raise file["paired"].error(f"there are {tournament.planned_rounds} rounds at most")
    return tournament


def _round(field: _Field, players: Mapping[str, str]) -> Round:
    free = dict(players)

    def take(one: _Field) -> str:
        """Return a player's name; each one stands once in a round."""
        name = _choice(one, players)
        if name not in free:
            raise one.error("each player stands in a round once")
        return free.pop(name)

    pairings = [_pairing(one, take) for one in field["pairings"].elements(MOST_PLAYERS)]
    tables = [pairing.table for pairing in pairings]
    if len(set(tables)) < len(tables):
        raise TournamentError(f"{field.path}.pairings: two of them have the same table")
    return Round(
        pairings=tuple(pairings),
        bye=field["bye"].optional(take),
        absent=tuple(_choice(one, players) for one in field["absent"].elements(MOST_PLAYERS)),
        awarded=tuple(
            (_choice(name, players), points.number(1, WIN))
            for name, points in field.get("awarded", {}).items()
        ),
        earlier=field["earlier"].optional(_earlier),
    )


def _report_line(field: _Field) -> tuple[str, str]:
    parts = list(field.elements(2))
    if len(parts) != 2:
        raise field.error("here stand a code and a text")
    return _choice(parts[0], {one: one for one in KEPT}), parts[1].text()


def _registration(field: _Field) -> Registration:
    told = {key.value: value for key, value in field.items()}
    known = [one.name for one in fields(Registration) if one.name in told]
    return Registration(**{name: told[name].text() for name in known})


def _pairing(field: _Field, take: Callable[[_Field], str]) -> Pairing:
    result: Result | None = field["result"].optional(lambda one: one.read(parse_result))
    source = field["from"].optional(lambda one: _choice(one, {str(each): each for each in Source}))
    if (result is None) != (source is None):
        raise field["from"].error("it says who told the result, and is null without one")
    return Pairing(
        table=_name(field["table"], "table"),
        black=take(field["black"]),
        white=take(field["white"]),
        result=result,
        source=source,
        match=field["match"].optional(_Field.text),
    )


def _earlier(field: _Field) -> tuple[tuple[str, str], ...]:
    if not isinstance(field.value, dict):
        raise field.error("here stands an object {...} or null")
    return tuple(
        sorted((_name(_Field(field.path, key), "table"), field[key].text()) for key in field.value)
    )


def _name(field: _Field, noun: str) -> str:
    text = field.text()
    try:
        checked_name(text, noun)
    except TournamentError as error:
        raise TournamentError(f"{field.path}: {error}") from None
    if text != text.strip():
        raise field.error("a name has no blanks around it")
    return text


def _choice(field: _Field, choices: Mapping[str, Value]) -> Value:
    text = field.text()
    if text not in choices:
        raise field.error(f"it is one of {', '.join(choices) or 'none'}")
    return choices[text]
