"""All kinds of accidents by their names."""

from __future__ import annotations

from collections.abc import Mapping

from soak.strangers import (
    disturbances,
    newcomers,
    newcomers_ends,
    newcomers_moves,
    newcomers_plies,
    newcomers_replies,
    pushes,
    replies,
    shown,
    ways_to_move,
)
from soak.strangers.scene import Kind


def name_of(kind: Kind) -> str:
    """Return the name of a kind, that of its function in words."""
    return kind.__name__.replace("_", " ")


KINDS: Mapping[str, Kind] = {
    name_of(kind): kind
    for module in (disturbances, shown, ways_to_move, replies, pushes)
    for kind in module.KINDS
}
"""By their names."""
NEWCOMERS: Mapping[str, Kind] = {
    name_of(kind): kind
    for module in (
        newcomers,
        newcomers_moves,
        newcomers_replies,
        newcomers_plies,
        newcomers_ends,
    )
    for kind in module.KINDS
}
"""Those that were written later, by their names."""
PUSHES = frozenset(map(name_of, (*pushes.KINDS, *newcomers_ends.PUSHES)))
"""The names of those that need a push."""
RARE = frozenset(map(name_of, newcomers_ends.RARE))
"""The names of others whose position is rare."""
