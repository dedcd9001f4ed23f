"""Pairings of a Swiss round.

The system is that of FIDE's handbook (C.04.1, C.04.3) without its rules for the order in which
one person tries pairings by hand: of all legal pairings of the whole field the best one is taken.
Legal is a pairing in which nobody meets an opponent again and nobody has a second bye, and after
which as many of the rounds to come can be paired as after any other.  The best one has, each of
these deciding only where all before it are equal:

1. the fewest pairs in which both are absolutely due the same colour;
2. the bye at the lowest possible score;
3. the fewest pairs of the greatest difference in score, then of the next smaller one, and so on;
4. the bye for who has missed the fewest games so far;
5. the fewest pairs in which both are strongly due the same colour, then mildly;
6. the fewest players who play up or down in the same direction as in the round before;
7. in each group of one score the upper half against the lower one, as nearly as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from operator import mul

from host.engine.game import Side
from host.remote.tournament.colours import Preference, Strength, preference, takes_black
from host.remote.tournament.lookahead import (
    Graph,
    Matching,
    find_rounds,
    most_rounds,
    surely_has,
    without,
)
from host.remote.tournament.matching import least_cost_matching
from host.remote.tournament.model import Player, Tournament, TournamentError
from host.remote.tournament.order import first_colour_is_black, seeded
from host.remote.tournament.ranking import cost_of, matchings_by_cost
from host.remote.tournament.result import WIN

CANDIDATES = 200
"""Pairings that are tried at most, so that the rounds to come can be paired; of eight players
there are 105."""
MANY = 20_000
"""In large fields fewer are tried: so many, divided by the square of their number."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as the pairing of the next round sees him.

    Attributes:
        name: of the player.
        number: pairing number, from 1.
        score: in half points.
        colours: of the games played.
        opponents: met in these.
        may_have_bye: False after a bye, or a whole point without a game that was asked for.
        won_unplayed: True if an opponent did not come.
        unplayed: number of rounds so far without a game.
        float: 1 if the last opponent had a lower score, -1 if a higher one, else 0.
    """

    name: str
    number: int
    score: int
    colours: tuple[Side, ...]
    opponents: frozenset[str]
    may_have_bye: bool
    won_unplayed: bool
    unplayed: int
    float: int

    @property
    def preference(self) -> Preference:
        """The colour that the player is due."""
        return preference(self.colours)


def swiss_pairings(
    tournament: Tournament, present: Sequence[Player]
) -> tuple[list[tuple[str, str]], str | None]:
    """Return the pairs of the next round, Black's player first, and who has the bye.

    The best pair comes first: that of the highest score, then of the highest rank.

    Args:
        tournament: with the results of all rounds so far.
        present: players who are to be paired.

    Raises:
        TournamentError: there is no legal pairing.
    """
    field = ranked(tournament, present)
    partners = _best_pairing(tournament, field)
    if partners is None:
        raise TournamentError(
            f"Round {len(tournament.rounds) + 1} cannot be paired: with these players somebody "
            "would meet an opponent again, or have a second bye. End the tournament here, or let "
            "further players in."
        )
    first_colour = first_colour_is_black(tournament)
    bye, pairs = None, []
    for place, one in enumerate(field):
        if partners[place] == len(field):
            bye = one.name
        elif partners[place] > place:
            other = field[partners[place]]
            is_black = takes_black(
                one.colours, other.colours, first_colour == (one.number % 2 == 1)
            )
            names = (one.name, other.name) if is_black else (other.name, one.name)
            pairs.append((-one.score, -other.score, one.number, names))
    return [names for *_, names in sorted(pairs)], bye


def rounds_to_come(tournament: Tournament) -> int:
    """Return how many of the rounds that are still to be paired can be.

    They can with the players who have not withdrawn, if all pairs so far do play.
    """
    graph = _who_can_meet(tournament, _playing(tournament))
    most = tournament.planned_rounds - len(tournament.rounds)
    return most_rounds(graph, most)


def _best_pairing(tournament: Tournament, field: Sequence[Entrant]) -> list[int] | None:
    """Return the partner of each entrant; the place after the last one is the bye.

    Up to CANDIDATES of the best pairings are tried, one after another; if none leaves the rounds
    to come, one is taken that does, though better ones may.
    """
    costs = pairing_costs(field)
    playing = _playing(tournament)
    graph = _who_can_meet(tournament, playing)
    later = tournament.planned_rounds - len(tournament.rounds) - 1
    best = least_cost_matching(costs)
    if best is None or surely_has(graph, later + 1):
        return best
    vertices = {name: vertex for vertex, name in enumerate(playing)}
    places = [vertices[one.name] for one in field] + [len(playing)] * (len(costs) - len(field))

    def pairs(partners: Sequence[int]) -> Matching:
        """Return the edges that a pairing takes; a bye takes one only if there will be others."""
        edges = ((places[one], places[two]) for one, two in enumerate(partners) if one < two)
        return tuple(edge for edge in edges if max(edge) < len(graph))

    is_whole = len(field) == len(playing)
    for rounds in range(later, 0, -1):
        with_this = find_rounds(graph, rounds + is_whole)
        if with_this is None:
            continue
        for partners in islice(matchings_by_cost(costs), min(MANY // len(costs) ** 2, CANDIDATES)):
            if find_rounds(without(graph, pairs(partners)), rounds) is not None:
                return partners
        if is_whole:
            known = (_partners(matching, places) for matching in with_this)
            return min(known, key=lambda partners: cost_of(costs, partners))
    return best


def _partners(matching: Matching, places: Sequence[int]) -> list[int]:
    """Return the partner of each place, of a matching of vertices."""
    partner = {one: other for edge in matching for one, other in (edge, edge[::-1])}
    return [places.index(partner[vertex]) for vertex in places]


def _playing(tournament: Tournament) -> list[str]:
    return [player.name for player in tournament.players if not player.is_withdrawn]


def _who_can_meet(tournament: Tournament, playing: Sequence[str]) -> Graph:
    """Return who has not met yet; of an odd number the last vertex is the bye."""
    places = {name: place for place, name in enumerate(playing)}
    count = len(playing) + len(playing) % 2
    rows = [(1 << count) - 1 & ~(1 << place) for place in range(count)]
    taken = [
        (places[one.black], places[one.white])
        for round_ in tournament.rounds
        for one in round_.pairings
        if places.keys() >= set(one.players) and (one.result is None or one.result.is_played)
    ]
    if count > len(playing):
        taken += [
            (places[name], len(playing))
            for name in playing
            if any(one.unpaired_half_points(name) == WIN for one in tournament.rounds)
        ]
    return without(tuple(rows), tuple(taken))


def ranked(tournament: Tournament, present: Sequence[Player]) -> list[Entrant]:
    """Return the players to be paired by score, then pairing number."""
    numbers = {player.name: number for number, player in enumerate(seeded(tournament), 1)}
    field = [_entrant(tournament, player.name, numbers[player.name]) for player in present]
    return sorted(field, key=lambda entrant: (-entrant.score, entrant.number))


def _entrant(tournament: Tournament, name: str, number: int) -> Entrant:
    games = list(tournament.games(name))
    played = [one for one in games if one and one.result and one.result.is_played]
    forfeits = [one for one in games if one and one.result and not one.result.is_played]
    return Entrant(
        name=name,
        number=number,
        score=tournament.half_points(name),
        colours=tuple(one.side_of(name) for one in played),
        opponents=frozenset(one.opponent_of(name) for one in played),
        may_have_bye=all(one.unpaired_half_points(name) < WIN for one in tournament.rounds),
        won_unplayed=any(one.result and one.result.winner is one.side_of(name) for one in forfeits),
        unplayed=len(games) - len(played),
        float=_float(tournament, name),
    )


def _float(tournament: Tournament, name: str) -> int:
    """Return the direction of the last round's float; a bye is one downwards."""
    if not tournament.rounds:
        return 0
    *earlier, last = tournament.rounds
    if last.unpaired_half_points(name):
        return 1
    pairing = next((one for one in last.pairings if name in one.players), None)
    if pairing is None:
        return 0
    before = Tournament("", tournament.system, rounds=tuple(earlier))
    ours, theirs = before.half_points(name), before.half_points(pairing.opponent_of(name))
    return (ours > theirs) - (ours < theirs)


def pairing_costs(field: Sequence[Entrant]) -> list[list[int | None]]:
    """Return the cost of each pair; if the number is odd, a last line stands for the bye.

    The criteria are digits of one number, the first one the highest: the sum over all pairs
    carries nothing from one digit to the next.
    """
    groups: dict[int, list[Entrant]] = {}
    for one in field:
        groups.setdefault(one.score, []).append(one)
    places = {one.name: groups[one.score].index(one) for one in field}
    count = len(field) + len(field) % 2
    pairs, lowest = count // 2, min((one.score for one in field), default=0)
    levels = 2 * (max((one.score for one in field), default=0) - lowest + 1)
    powers = list(accumulate([pairs + 1] * levels, mul, initial=1))
    spread = pairs * (2 * len(field)) ** 2 + 1
    most_unplayed = max((one.unplayed for one in field), default=0)

    def packed(
        is_absolute: bool,
        level: int,
        strength: Strength,
        floats: int,
        distance: int,
        unplayed: int = 0,
    ) -> int:
        cost = powers[levels] if is_absolute else 0
        cost += powers[level] if level else 0
        cost = cost * (most_unplayed + 1) + unplayed
        cost = cost * (pairs + 1) + int(strength is Strength.STRONG)
        cost = cost * (pairs + 1) + int(strength is Strength.MILD)
        cost = cost * (2 * pairs + 1) + floats
        return cost * spread + distance**2

    def pair_cost(one: Entrant, other: Entrant) -> int | None:
        """Return the cost of a pair; the first one is the higher in rank."""
        if other.name in one.opponents:
            return None
        difference = one.score - other.score
        conflict = one.preference.conflicts(other.preference)
        floats = int(difference > 0) * (int(one.float > 0) + int(other.float < 0))
        group = groups[one.score]
        if difference == 0:
            distance = places[other.name] - places[one.name] - len(group) // 2
        else:
            distance = len(group) - 1 - places[one.name] + places[other.name]
        return packed(conflict is Strength.ABSOLUTE, difference, conflict, floats, distance)

    def bye_cost(one: Entrant) -> int | None:
        if not one.may_have_bye:
            return None
        level = levels // 2 + one.score - lowest
        distance = len(groups[one.score]) - 1 - places[one.name]
        floats = int(one.float > 0)
        return packed(one.won_unplayed, level, Strength.NONE, floats, distance, one.unplayed)

    costs: list[list[int | None]] = [[None] * count for _ in range(count)]
    for i, one in enumerate(field):
        for j in range(i + 1, count):
            cost = pair_cost(one, field[j]) if j < len(field) else bye_cost(one)
            costs[i][j] = costs[j][i] = cost
    return costs
