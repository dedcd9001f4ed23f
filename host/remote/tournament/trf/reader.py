"""Read the report of a tournament in TRF-16."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from host.engine.game import Side
from host.message import quoted
from host.remote.tournament.berger import round_robin_round
from host.remote.tournament.model import (
    MOST_PLAYERS,
    Pairing,
    Player,
    Registration,
    Round,
    Source,
    System,
    Tournament,
    TournamentError,
    name_key,
    plain_name,
)
from host.remote.tournament.order import first_colour_is_black, seeded
from host.remote.tournament.organiser import LONGEST_NAME
from host.remote.tournament.players.rows import END_OF_FILE
from host.remote.tournament.trf import fields

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class Report:
    """Tournament of a report.

    Attributes:
        tournament: as far as it was played.
        absent: who is not to be paired in the next round, with half points for that.
        left_out: codes of the lines that mean nothing here.
        no_berger: True if the report says that it is a round robin, and its rounds are not those
            of the Berger tables: further ones are paired as in a Swiss tournament.
    """

    tournament: Tournament
    absent: tuple[tuple[str, int], ...]
    left_out: tuple[str, ...]
    no_berger: bool = False


@dataclass(frozen=True, slots=True)
class _Game:
    """Round in a player's line: opponent's number or 0, letter of the colour, code."""

    opponent: int
    colour: str
    code: str


@dataclass(frozen=True, slots=True)
class _Line:
    """Line of a player.

    Attributes:
        place: from 1, for messages.
        number: start rank.
        points: in half points, as the line tells them; None if it does not.
        games: of all rounds.
    """

    place: int
    number: int
    player: Player
    points: int | None
    games: tuple[_Game, ...]

    def error(self, why: str) -> TournamentError:
        return TournamentError(f"line {self.place}: {why}")

    def score(self, rounds: int, finished: int) -> int:
        """Return the half points of the first rounds; byes count if theirs is finished."""
        return sum(
            _HALF_POINTS.get(one.code, 0)
            if one.opponent
            else fields.UNPAIRED[one.code] * (place < finished)
            for place, one in enumerate(self.games[:rounds])
        )


_HALF_POINTS = {"1": 2, "+": 2, "=": 1}


def decode_report(text: str, title: str, rounds: int | None = None) -> Report:
    """Return the tournament of a report.

    Its tables are numbered, the best pairing of each round at the first.

    Args:
        text: of the file.
        title: if the report has none.
        rounds: number of all rounds, if the report does not say it.

    Raises:
        TournamentError: it is no report, or contradicts itself; the message names the line.
    """
    lines: list[_Line] = []
    others: dict[str, list[str]] = {}
    text = text.removeprefix("\ufeff").rstrip(END_OF_FILE)
    for place, row in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        code = row[:3]
        rest = "".join(one if one.isprintable() else " " for one in row[4:]).rstrip()
        if code in fields.OTHER_POINTS:
            raise TournamentError(
                f"line {place}, {quoted(row)}: here a win is a point, and a draw half of one"
            )
        if code == fields.PLAYER:
            lines.append(_player_line(place, row))
        elif code.strip() and not code.startswith("#"):
            others.setdefault(fields.NEWER.get(code, code), []).append(rest)
    if not lines:
        raise TournamentError("it is no report in TRF-16: it has no line that begins with 001")
    if len(lines) > MOST_PLAYERS:
        raise TournamentError(f"it has {len(lines)} players, and there may be {MOST_PLAYERS}")
    lines = _with_names_of_their_own(sorted(lines, key=lambda one: one.number))
    played = _rounds(lines)
    asked: list[Round] = []  # rounds that are not paired yet, the next one last
    while played and not played[-1].pairings and played[-1].bye is None:
        asked.append(played.pop())

    def first(code: str) -> str:
        return others.get(code, [""])[0].strip()

    planned = rounds or _number(first(fields.ROUNDS)) or len(played)
    if not len(played) <= planned <= MOST_ROUNDS:
        raise TournamentError(f"it has {len(played)} rounds, and {planned} are planned")
    # Who asks for no game in any of the rounds to come has withdrawn.
    gone = set[str]()
    if asked and len(played) + len(asked) >= planned:
        gone = set.intersection(*(set(one.absent) - set(dict(one.awarded)) for one in asked))
    later = asked[-1].absent if asked else ()
    known = {*fields.KEPT, *fields.COUNTED, fields.TITLE, fields.ROUNDS, fields.COLOUR}
    tournament = Tournament(
        title=plain_name(first(fields.TITLE))[:LONGEST_NAME].strip() or title,
        system=System.SWISS,
        round_count=max(planned, 1),
        seed=_seed(_first_is_black(first(fields.COLOUR), lines)),
        players=tuple(replace(one.player, is_withdrawn=one.player.name in gone) for one in lines),
        rounds=tuple(played),
        report_lines=tuple((key, text) for key in fields.KEPT for text in others.get(key, [])),
    )
    is_robin = _says_round_robin(first(fields.KIND))
    robin = _as_round_robin(tournament) if is_robin else None
    return Report(
        robin or tournament,
        tuple((name, asked[-1].unpaired_half_points(name)) for name in later if name not in gone),
        tuple(sorted(others.keys() - known)),
        no_berger=is_robin and robin is None,
    )


def _player_line(place: int, row: str) -> _Line:
    """Read a player's line, whose columns are letters or, in some programs, bytes of UTF-8."""
    columns, decode = row.rstrip(), _same
    if not _is_aligned(columns):
        columns, decode = row.rstrip().encode().decode("latin-1"), _of_bytes
    if not row.isprintable():
        wrong = next(at for at, letter in enumerate(row, 1) if not letter.isprintable())
        raise TournamentError(f"line {place}, column {wrong}: {row[wrong - 1]!r} cannot be printed")
    if not _is_aligned(columns):
        wrong = next(one for one in fields.blank_columns(len(row)) if row[one - 1] != " ")
        raise TournamentError(
            f"line {place}, column {wrong}: here is a blank in TRF-16, not {row[wrong - 1]!r}. "
            "Were tabs or blanks changed?"
        )

    def text(field: fields.Field) -> str:
        return plain_name(decode(field.of(columns)))

    def number(field: fields.Field, noun: str) -> int:
        found = text(field) or "0"
        if not (found.isascii() and found.isdigit()):
            raise TournamentError(f"line {place}: the {noun} {found!r} is no number")
        return int(found)

    start_rank = number(fields.START_RANK, "start rank")
    name = text(fields.NAME)
    if not name or not name.isprintable() or not start_rank:
        raise TournamentError(f"line {place}: it has no start rank, or no name")
    points = text(fields.POINTS).replace(",", ".")
    if not re.fullmatch(r"(\d{1,2}([.][05]0?)?)?", points):
        raise TournamentError(f"line {place}: the points {points!r} are no whole or half number")
    about = (fields.SEX, fields.CHESS_TITLE, fields.FEDERATION, fields.FIDE_NUMBER)
    registration = Registration(*map(text, (*about, fields.BIRTH_DATE)))
    rating = number(fields.RATING, "rating") or None
    games = []
    for moved in range(0, len(columns) - fields.FIRST_ROUND, fields.ROUND_WIDTH):
        opponent = number(fields.OPPONENT.moved(moved), "opponent")
        colour = text(fields.OWN_COLOUR.moved(moved)).lower().replace("-", "")
        code = text(fields.RESULT.moved(moved)).upper()
        code = fields.UNRATED.get(code, code)
        if opponent == 0 and code not in fields.UNPAIRED:
            raise TournamentError(f"line {place}: the result {code!r} has no opponent")
        if opponent and colour not in ("", *fields.COLOURS):
            raise TournamentError(f"line {place}: the colour {colour!r} is neither w nor b")
        games.append(_Game(opponent, colour, code))
    player = Player(name, rating, number=start_rank, registration=registration)
    return _Line(
        place, start_rank, player, int(2 * float(points)) if points else None, tuple(games)
    )


def _same(text: str) -> str:
    return text


def _of_bytes(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")


def _is_aligned(row: str) -> bool:
    return all(row[column - 1] == " " for column in fields.blank_columns(len(row)))


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,2}", text) else 0


def _with_names_of_their_own(lines: Sequence[_Line]) -> list[_Line]:
    """Return the lines; of two that have one name the second gets its start rank behind it."""
    named: list[_Line] = []
    numbers: set[int] = set()
    keys: set[str] = set()
    for line in lines:
        if line.number in numbers:
            raise line.error(f"the start rank {line.number} is another player's already")
        player = line.player
        if name_key(player.name) in keys:
            player = replace(player, name=f"{player.name} ({line.number})")
        numbers.add(line.number)
        keys.add(name_key(player.name))
        named.append(replace(line, player=player))
    return named


def _rounds(lines: Sequence[_Line]) -> list[Round]:
    """Return the rounds in which anything happened.

    Raises:
        TournamentError: two lines do not agree, or the points of one are not those of its rounds.
    """
    told = [
        number
        for line in lines
        for number, game in enumerate(line.games, 1)
        if game.opponent or game.code
    ]
    by_number = {line.number: line for line in lines}
    rounds = [_round(by_number, place) for place in range(max(told, default=0))]
    # Some programs count a bye at once, others when the round is over.
    finished = next((at for at, one in enumerate(rounds) if not one.is_finished), len(rounds))
    paired = max((at for at, one in enumerate(rounds, 1) if one.pairings or one.bye), default=0)
    for line in lines:
        scores = [line.score(len(rounds), count) for count in (len(rounds), paired, finished)]
        if line.points is not None and line.points not in scores:
            raise line.error(
                f"{line.player.name!r} has {line.points / 2:g} points in the columns 81 to 84, "
                f"and {scores[0] / 2:g} by the rounds"
            )
    return rounds


def _round(lines: Mapping[int, _Line], place: int) -> Round:
    pairs: list[tuple[_Line, _Line]] = []
    bye: str | None = None
    absent: list[str] = []
    awarded: list[tuple[str, int]] = []
    for number, line in lines.items():
        game, name = _game(line, place), line.player.name
        if game.opponent:
            pair = _pair(lines, line, place)
            if number < game.opponent:
                pairs.append(pair)
        elif game.code == "U" and bye is not None:
            raise line.error(f"round {place + 1} has a second bye: {name!r} has one beside {bye!r}")
        elif game.code == "U":
            bye = name
        elif game.code:
            absent.append(name)
            if fields.UNPAIRED[game.code]:
                awarded.append((name, fields.UNPAIRED[game.code]))

    def order(pair: tuple[_Line, _Line]) -> tuple[int, ...]:
        scores = sorted(-one.score(place, place) for one in pair)
        return (*scores, min(one.number for one in pair))

    pairings = tuple(
        _pairing(f"table-{table}", pair, place)
        for table, pair in enumerate(sorted(pairs, key=order), 1)
    )
    return Round(pairings, bye, tuple(absent), tuple(awarded))


def _game(line: _Line, place: int) -> _Game:
    return line.games[place] if place < len(line.games) else _Game(0, "", "")


def _pair(lines: Mapping[int, _Line], line: _Line, place: int) -> tuple[_Line, _Line]:
    """Return Black's and White's line of the pair of a player."""
    game = _game(line, place)
    other = lines.get(game.opponent)
    if other is None or other is line:
        raise line.error(f"round {place + 1} names {game.opponent}, who is no opponent")
    theirs = _game(other, place)
    if theirs.opponent != line.number:
        raise line.error(
            f"round {place + 1} names {game.opponent} as the opponent, whose line {other.place} "
            f"names {theirs.opponent}"
        )
    if game.colour == theirs.colour != "":
        raise line.error(
            f"in round {place + 1} both this line and line {other.place} say {game.colour}"
        )
    is_black = game.colour == "b" or theirs.colour == "w"
    if not game.colour and not theirs.colour:
        is_black = line.number < other.number
    return (line, other) if is_black else (other, line)


def _pairing(table: str, pair: tuple[_Line, _Line], place: int) -> Pairing:
    black, white = pair
    codes = _game(black, place).code, _game(white, place).code
    names = black.player.name, white.player.name
    if codes == ("", ""):
        return Pairing(table, *names)
    if codes not in fields.RESULTS:
        raise black.error(
            f"round {place + 1} has the result {codes[0]!r}, and {codes[1]!r} in line {white.place}"
        )
    return Pairing(table, *names, fields.RESULTS[codes], Source.ORGANISER)


def _first_is_black(told: str, lines: Sequence[_Line]) -> bool | None:
    """Return True if the odd start ranks begin with Black; None if nothing tells it."""
    if found := re.search(r"(black|white)1|^[bw]$", told.lower()):
        return found[0][0] == "b"
    for place, line in enumerate(lines):
        game = _game(line, 0)
        if game.opponent and game.colour:
            return (fields.COLOURS[game.colour] is Side.BLACK) == (place % 2 == 0)
    return None


def _seed(is_black: bool | None) -> int:
    """Return a seed whose lot gives the first colour."""
    drawn = (Tournament("", System.SWISS, seed=seed) for seed in count(1))
    return next(one.seed for one in drawn if is_black in (None, first_colour_is_black(one)))


def _says_round_robin(kind: str) -> bool:
    """Return True if the line of a report that says its kind says so."""
    return re.search(r"round.?robin|berger", kind.lower()) is not None


def _as_round_robin(tournament: Tournament) -> Tournament | None:
    """Return a tournament as a round robin; None if its rounds are not those of the tables.

    Args:
        tournament: read as a Swiss one, with the number of all rounds that its report says.
    """
    count = len(tournament.players)
    single = replace(tournament, system=System.ROUND_ROBIN)
    cycles = 2 if tournament.planned_rounds > single.planned_rounds else 1
    names = [player.name for player in seeded(tournament)]
    rounds: list[Round] = []
    for number, round_ in enumerate(tournament.rounds):
        if number >= single.planned_rounds * cycles:
            return None
        pairs = round_robin_round(count, number, cycles)
        named = {tuple(names[one - 1] for one in pair) for pair in pairs if max(pair) <= count}
        if named != {one.players for one in round_.pairings}:
            return None
        bye = next((names[min(pair) - 1] for pair in pairs if max(pair) > count), None)
        absent = tuple(name for name in round_.absent if name != bye)
        rounds.append(replace(round_, bye=bye, absent=absent, awarded=()))
    return replace(single, cycles=cycles, rounds=tuple(rounds))
