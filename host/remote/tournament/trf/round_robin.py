"""Round robins among the reports: those whose rounds are the Berger tables'."""

from __future__ import annotations

import re
from dataclasses import replace

from host.remote.tournament.berger import round_robin_round
from host.remote.tournament.model import Round, System, Tournament
from host.remote.tournament.order import seeded


def says_round_robin(kind: str) -> bool:
    """Return True if the line of a report that says its kind says so."""
    return re.search(r"round.?robin|berger", kind.lower()) is not None


def as_round_robin(tournament: Tournament) -> Tournament | None:
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
