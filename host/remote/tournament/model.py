"""Values of a tournament: players, pairings, rounds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from itertools import count, islice
from typing import Annotated, TypeAlias

from host.engine.game import Side
from host.message import quoted
from host.message.schema import NEEDED, PRINTABLE, As, Key, Limits, OneOf
from host.remote.tournament.result import WIN, Result, parse_result
from host.remote.tournament.trf.fields import KEPT

MOST_PLAYERS = 200
"""Of a tournament: a Swiss round of so many takes seconds to pair."""
MOST_ROUNDS, LARGEST_NUMBER = 2 * MOST_PLAYERS, 10**9

_Text: TypeAlias = Annotated[str, PRINTABLE]
_Number: TypeAlias = Annotated[int, Limits(0, LARGEST_NUMBER)]
_OF_PLAYERS = Limits(0, MOST_PLAYERS)
_OF_ROUNDS = Limits(0, MOST_ROUNDS)
_AWARDED = As(
    Annotated[dict[_Text, Annotated[int, Limits(1, WIN)]], _OF_PLAYERS],
    lambda told: tuple(told.items()),
    dict,
)
_EARLIER = As(dict[_Text, _Text] | None, lambda told: tuple(sorted(told.items())), dict)


class System(StrEnum):
    """Pairing system."""

    SWISS = "swiss"
    """Everybody plays a few rounds, against players of about the same score."""
    ROUND_ROBIN = "round-robin"
    """Everybody plays everybody."""


class Source(StrEnum):
    """Origin of a result."""

    BOARD = "board"
    """The table's board, at the end of its match; the organiser may confirm or correct it."""
    ORGANISER = "organiser"


class TournamentError(ValueError):
    """A request is refused, or a file is no tournament; the message says why."""


@dataclass(frozen=True, slots=True)
class Registration:
    """Player as an arbiter's program has registered him: texts of a report, for the next one."""

    sex: _Text = ""
    title: _Text = ""
    federation: _Text = ""
    fide_number: _Text = ""
    birth_date: _Text = ""


@dataclass(frozen=True, slots=True)
class Player:
    """Player of a tournament.

    Attributes:
        name: identifies the player.
        rating: orders players of the same score; None if there is none.
        is_withdrawn: True if the player is not paired any more.
        number: pairing number that another program has given; None if the rating decides.
        registration: from a report.
    """

    name: _Text
    rating: Annotated[_Number | None, NEEDED] = None
    is_withdrawn: Annotated[bool, NEEDED, Key("withdrawn")] = False
    number: Annotated[int, Limits(1, LARGEST_NUMBER)] | None = None
    registration: Registration = Registration()


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players at a table.

    Attributes:
        table: name of the table, which is that of its board.
        black: name of the player who has Black, and so begins.
        white: name of the other one.
        result: None before there is one.
        source: of the result; None without one.
        match: identifies the board's match that gave the result; None if it came from elsewhere.
    """

    table: _Text
    black: _Text
    white: _Text
    result: Annotated[Result | None, NEEDED, As(_Text | None, parse_result, str)] = None
    source: Annotated[Source | None, NEEDED, Key("from")] = None
    match: Annotated[_Text | None, NEEDED] = None

    @property
    def players(self) -> tuple[str, str]:
        """Black's and White's player."""
        return self.black, self.white

    def side_of(self, name: str) -> Side:
        """Return the side of one of the two players."""
        return Side.BLACK if name == self.black else Side.WHITE

    def opponent_of(self, name: str) -> str:
        """Return the other player."""
        return self.white if name == self.black else self.black


@dataclass(frozen=True, slots=True)
class Round:
    """One round.

    Attributes:
        pairings: in the order of the tables.
        bye: player for whom there was no opponent; None if there was one for everybody.
        absent: players who asked not to be paired; they score nothing but what is awarded.
        awarded: half points of those of the absent who get some: 1 or 2.
        earlier: by table the matches of its board that had ended before the round: they do not
            count.  None before any board was looked at.
    """

    pairings: Annotated[tuple[Pairing, ...], _OF_PLAYERS]
    bye: Annotated[_Text | None, NEEDED] = None
    absent: Annotated[tuple[_Text, ...], NEEDED, _OF_PLAYERS] = ()
    awarded: Annotated[tuple[tuple[str, int], ...], _AWARDED] = ()
    earlier: Annotated[tuple[tuple[str, str], ...] | None, NEEDED, _EARLIER] = None

    @property
    def is_finished(self) -> bool:
        """True if every pairing has its result."""
        return all(pairing.result is not None for pairing in self.pairings)

    def unpaired_half_points(self, name: str) -> int:
        """Return what a player of a Swiss tournament scores in the round without an opponent."""
        return WIN if self.bye == name else dict(self.awarded).get(name, 0)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands.

    Attributes:
        title: for people.
        system: how players are paired.
        cycles: how often everybody plays everybody, 1 or 2, in a round robin.
        round_count: number of rounds of a Swiss tournament; a round robin's follows from its
            players.
        seed: of the lots: the order of players without a rating, and the first colour.
        tables: names of the tables, the best pairing at the first; further ones are numbered.
        players: in the order in which they came.
        rounds: those that have been paired.
        report_lines: of the report from which the tournament comes: place, days, arbiters, as
            pairs of its codes and texts.
    """

    title: _Text
    system: System
    round_count: Annotated[int, NEEDED, Key("rounds"), Limits(1, MOST_ROUNDS)] = 5
    cycles: Annotated[int, NEEDED, Limits(1, 2)] = 1
    seed: Annotated[_Number, NEEDED] = 1
    tables: Annotated[tuple[_Text, ...], NEEDED, _OF_PLAYERS] = ()
    players: Annotated[tuple[Player, ...], NEEDED, _OF_PLAYERS] = ()
    rounds: Annotated[tuple[Round, ...], NEEDED, Key("paired"), _OF_ROUNDS] = ()
    report_lines: Annotated[
        tuple[tuple[Annotated[str, OneOf(*KEPT)], _Text], ...], Key("report"), _OF_ROUNDS
    ] = ()

    @property
    def planned_rounds(self) -> int:
        """Number of all rounds."""
        if self.system is System.SWISS:
            return self.round_count
        count = len(self.players)
        return self.cycles * max(0, count - 1 + count % 2)

    def player(self, name: str) -> Player:
        """Return the player of a name, in any case of its letters.

        Raises:
            TournamentError: there is none.
        """
        for player in self.players:
            if name_key(player.name) == name_key(name):
                return player
        raise TournamentError(_unknown(name, self.players))

    def table(self, place: int) -> str:
        """Return the name of a table, counted from 0; no two have the same."""
        named = len(self.tables)
        if place < named:
            return self.tables[place]
        numbered = (f"table-{number}" for number in count(named + 1))
        free = (name for name in numbered if name not in self.tables)
        return next(islice(free, place - named, None))

    def games(self, name: str) -> Iterator[Pairing | None]:
        """Yield the pairing of a player in each round; None where there was none."""
        for round_ in self.rounds:
            yield next((one for one in round_.pairings if name in one.players), None)

    def half_points(self, name: str) -> int:
        """Return the score of a player in half points; in a Swiss a bye counts as a win.

        It does as soon as the other games of the round are over.
        """
        score = 0
        for round_, pairing in zip(self.rounds, self.games(name), strict=True):
            if pairing is not None and pairing.result is not None:
                score += pairing.result.half_points(pairing.side_of(name))
            elif round_.is_finished and self.system is System.SWISS:
                score += round_.unpaired_half_points(name)
        return score


_BLANKS = re.compile(r"[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_UNSEEN = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060\u00ad\u200e\u200f"))


def plain_name(text: str) -> str:
    """Return a name with composed letters and one blank between its words, none around them.

    Spreadsheets and telephones write blanks that do not break, and accents beside their letters.
    """
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", text.translate(_UNSEEN))).strip()


def name_key(name: str) -> str:
    """Return what two names have in common that count as the same."""
    return plain_name(name).casefold()


def _unknown(name: str, players: tuple[Player, ...]) -> str:
    """Return a sentence about a name that no player has, and who may be meant."""
    told = f"{quoted(name)} is not among the players"
    key = name_key(name)
    begun = [one.name for one in players if key and name_key(one.name).startswith(key)]
    keys = {name_key(one.name): one.name for one in players}
    meant = begun or [keys[one] for one in get_close_matches(key, keys)]
    if meant:
        return f"{told}. Is {' or '.join(map(repr, meant[:3]))} meant?"
    return f"{told}: {'; '.join(one.name for one in players) or 'nobody yet'}"
