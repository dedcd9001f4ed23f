"""A tournament as a wall shows it: JSON, with names and numbers as people write them."""

from __future__ import annotations

from host.engine.game import Side
from host.remote.topics import topic_level
from host.remote.tournament.model import Pairing, Source, Tournament
from host.remote.tournament.report import score_text, tie_break_values, tie_breaks
from host.remote.tournament.standings import standings


def shown(tournament: Tournament) -> dict[str, object]:
    """Return what pages are told of a tournament; `docs/protocols/wall.md` has its fields."""
    round_ = tournament.rounds[-1] if tournament.rounds else None
    names = tie_breaks(tournament)
    lines = []
    for one in standings(tournament):
        values = tie_break_values(one)
        lines.append(
            {
                "rank": one.rank,
                "name": one.name,
                "score": score_text(one.half_points),
                "ties": [values[name] for name in names],
            }
        )
    return {
        "title": tournament.title,
        "round": len(tournament.rounds),
        "rounds": tournament.planned_rounds,
        "pairings": [] if round_ is None else [_pairing(one) for one in round_.pairings],
        "bye": None if round_ is None else round_.bye,
        "absent": [] if round_ is None else list(round_.absent),
        "ties": list(names),
        "standings": lines,
    }


def _pairing(one: Pairing) -> dict[str, object]:
    pairing: dict[str, object] = {
        "table": one.table,
        "board": topic_level(one.table),
        "black": one.black,
        "white": one.white,
    }
    if one.result is None:
        return {**pairing, "result": None}
    black, white = (score_text(one.result.half_points(side)) for side in (Side.BLACK, Side.WHITE))
    return {
        **pairing,
        "result": {
            "black": black,
            "white": white,
            "points": None if one.result.points is None else "{}-{}".format(*one.result.points),
            "forfeit": not one.result.is_played,
            "confirmed": one.source is Source.ORGANISER,
        },
    }
