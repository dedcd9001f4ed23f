"""Fair play: which help a role may have, by the conditions of play.

One table for all of it.  Help is refused to owners as well, who play or sit beside those who do.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from host.session.access.role import Role


class Conditions(enum.Enum):
    """Conditions under which a board is used, which make help unfair or do not."""

    NONE = "none"
    """No round is played: one is over, or there is a record or a puzzle."""
    FRIENDLY = "friendly"
    INVITED = "invited"
    """As friendly, with a side that somebody plays by an invitation."""
    EARNEST = "earnest"
    """Agreed with a clock, touch-move or a player at another board."""


class Aid(enum.Enum):
    """Help beyond the rules."""

    VALUES = "values"
    """Proven values of a position, told to one page alone."""
    LIGHTS = "lights"
    """Proven values on the lights, which everybody sees."""
    HINT = "hint"
    """A move that is named to everybody, and kept with the move that is made."""


_ALL = frozenset(Role)
_NOBODY: frozenset[Role] = frozenset()
_OWNER = frozenset({Role.OWNER})
_WATCHING = frozenset({Role.SPECTATOR, Role.OWNER})
_PLAYING = _ALL - {Role.SPECTATOR}

_MAY_HAVE: Mapping[Conditions, Mapping[Aid, frozenset[Role]]] = {
    Conditions.NONE: {Aid.VALUES: _ALL, Aid.LIGHTS: _OWNER, Aid.HINT: _PLAYING},
    Conditions.FRIENDLY: {Aid.VALUES: _WATCHING, Aid.LIGHTS: _OWNER, Aid.HINT: _PLAYING},
    Conditions.INVITED: {Aid.VALUES: _NOBODY, Aid.LIGHTS: _OWNER, Aid.HINT: _PLAYING},
    Conditions.EARNEST: {Aid.VALUES: _NOBODY, Aid.LIGHTS: _NOBODY, Aid.HINT: _NOBODY},
}
"""Roles that may have some help."""


def may_have(aid: Aid, conditions: Conditions, role: Role = Role.OWNER) -> bool:
    """Return True if a role may have some help under these conditions."""
    return role in _MAY_HAVE[conditions][aid]
