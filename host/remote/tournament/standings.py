"""Standings of a tournament with their tie-breaks (FIDE Handbook C.07)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from host.engine.game import Side
from host.remote.tournament.model import System, Tournament
from host.remote.tournament.order import seeded
from host.remote.tournament.result import WIN


@dataclass(frozen=True, slots=True)
class Standing:
    """Line of the standings.

    Attributes:
        rank: from 1; players whom no tie-break separates share it.
        name: of the player.
        half_points: the score: a win is two.
        played: number of games played.
        buchholz: half points of all opponents together.
        sonneborn_berger: in quarter points: those of the opponents who were beaten, and half of
            those who drew.  In a Swiss tournament a round that was not played counts, in both, as
            one against an opponent of the player's own score.
        encounter: half points from the games among those who are tied so far; 0 unless all of
            them have met.
        wins: number of games won at the board.
        points: match points made in all games less those conceded.
    """

    rank: int
    name: str
    half_points: int
    played: int
    buchholz: int
    sonneborn_berger: int
    encounter: int
    wins: int
    points: int


def standings(tournament: Tournament) -> list[Standing]:
    """Return the standings after all results so far, the best player first.

    A Swiss tournament breaks ties by Buchholz, Sonneborn-Berger, direct encounter, wins and match
    points; a round robin by direct encounter, Sonneborn-Berger, wins and match points.
    """
    scores = {player.name: tournament.half_points(player.name) for player in tournament.players}
    lines = [_standing(tournament, player.name, scores) for player in seeded(tournament)]
    is_swiss = tournament.system is System.SWISS

    def before_encounter(line: Standing) -> tuple[int, ...]:
        ties = (line.buchholz, line.sonneborn_berger) if is_swiss else ()
        return (line.half_points, *ties)

    def key(line: Standing) -> tuple[int, ...]:
        ties = () if is_swiss else (line.sonneborn_berger,)
        return (*before_encounter(line), line.encounter, *ties, line.wins, line.points)

    lines = [
        replace(line, encounter=_encounter(tournament, line.name, group))
        for group in _groups(lines, before_encounter)
        for line in group
    ]
    ranked: list[Standing] = []
    for group in _groups(lines, key):
        rank = len(ranked) + 1
        ranked += [replace(line, rank=rank) for line in group]
    return ranked


def _groups(
    lines: Iterable[Standing], key: Callable[[Standing], tuple[int, ...]]
) -> list[list[Standing]]:
    """Return the lines of equal keys together, the greatest key first, else in their order."""
    return [list(group) for _, group in groupby(sorted(lines, key=key, reverse=True), key)]


def _standing(tournament: Tournament, name: str, scores: Mapping[str, int]) -> Standing:
    buchholz = sonneborn_berger = played = wins = points = 0
    for round_, pairing in zip(tournament.rounds, tournament.games(name), strict=True):
        result = None if pairing is None else pairing.result
        if result is None and (pairing is not None or not round_.is_finished):
            continue
        made, opponent = 0, scores[name]
        if pairing is not None and result is not None:
            side = pairing.side_of(name)
            made = result.half_points(side)
            if result.is_played:
                opponent = scores[pairing.opponent_of(name)]
                played += 1
                wins += made == WIN
            if result.points is not None:
                balance = result.points[0] - result.points[1]
                points += balance if side is Side.BLACK else -balance
        elif tournament.system is System.ROUND_ROBIN:
            continue
        else:
            made = round_.unpaired_half_points(name)
        buchholz += opponent
        sonneborn_berger += made * opponent
    return Standing(0, name, scores[name], played, buchholz, sonneborn_berger, 0, wins, points)


def _encounter(tournament: Tournament, name: str, tied: Sequence[Standing]) -> int:
    """Return the half points of a player against those who are tied with him."""
    group = {line.name for line in tied}
    games = [
        pairing
        for round_ in tournament.rounds
        for pairing in round_.pairings
        if group.issuperset(pairing.players) and pairing.result is not None
    ]
    met = {frozenset(pairing.players) for pairing in games}
    if len(met) < len(group) * (len(group) - 1) // 2:
        return 0
    return sum(
        pairing.result.half_points(pairing.side_of(name))
        for pairing in games
        if name in pairing.players and pairing.result is not None
    )
