"""Results that the boards of a round tell by themselves.

A board is the table of its name.  What counts is the first match that ends on it in the round:
matches that had ended before the boards were first looked at in this round are remembered by
their marks and do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from host.remote.tournament.model import Pairing, Source, Tournament
from host.remote.tournament.result import Result


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """Match that has ended on a board.

    Attributes:
        mark: tells it from all other matches.
        result: as the board has it.
    """

    mark: str
    result: Result


def take_results(
    tournament: Tournament,
    ended: Mapping[str, EndedMatch],
    revoked: Collection[str] = (),
) -> Tournament:
    """Return the tournament with the results that boards tell; itself if nothing is new.

    A result that is known stays, whoever told it: the organiser corrects it.  It goes if its match
    goes on after a takeback, and has not been confirmed yet.

    Args:
        tournament: as it stands.
        ended: by board the match that has ended on it; boards on which one is under way are
            missing.
        revoked: marks of matches that had ended, and go on.
    """
    if not tournament.rounds:
        return tournament
    *others, round_ = tournament.rounds
    if round_.earlier is None:
        earlier = tuple(sorted((table, match.mark) for table, match in ended.items()))
        round_ = replace(round_, earlier=earlier)
        return replace(tournament, rounds=(*others, round_))
    known = dict(round_.earlier)
    pairings = tuple(
        _with_match(_without(pairing, revoked), ended.get(pairing.table), known.get(pairing.table))
        for pairing in round_.pairings
    )
    if pairings == round_.pairings:
        return tournament
    return replace(tournament, rounds=(*others, replace(round_, pairings=pairings)))


def _with_match(pairing: Pairing, match: EndedMatch | None, earlier: str | None) -> Pairing:
    is_new = match is not None and match.mark not in (earlier, pairing.match)
    if match is None or not is_new or pairing.result is not None:
        return pairing
    return replace(pairing, result=match.result, source=Source.BOARD, match=match.mark)


def _without(pairing: Pairing, revoked: Collection[str]) -> Pairing:
    if pairing.match not in revoked or pairing.source is not Source.BOARD:
        return pairing
    return replace(pairing, result=None, source=None, match=None)
