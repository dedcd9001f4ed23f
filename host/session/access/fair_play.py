"""Fair play: which help a role may have, by the conditions of play.

One table for all of it.  Help is refused to owners as well, who play or sit beside those who do.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from host.message import Message, message
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
    SERIOUS = "serious"
    """Agreed as such: without help until the whole match is over, and with pauses by agreement."""


class Aid(enum.Enum):
    """Help beyond the rules."""

    VALUES = "values"
    """Proven values of a position, told to one page alone."""
    LIGHTS = "lights"
    """Proven values on the lights, which everybody sees."""
    HINT = "hint"
    """A move that is named to everybody, and kept with the move that is made."""
    REVIEW = "review"
    """Proven values of a round that is over, while the match may go on."""


_ALL = frozenset(Role)
_NOBODY: frozenset[Role] = frozenset()
_OWNER = frozenset({Role.OWNER})
_WATCHING = frozenset({Role.SPECTATOR, Role.OWNER})
_PLAYING = _ALL - {Role.SPECTATOR}

_HELPED = {Aid.LIGHTS: _OWNER, Aid.HINT: _PLAYING, Aid.REVIEW: _PLAYING}

_MAY_HAVE: Mapping[Conditions, Mapping[Aid, frozenset[Role]]] = {
    Conditions.NONE: {Aid.VALUES: _ALL, **_HELPED},
    Conditions.FRIENDLY: {Aid.VALUES: _WATCHING, **_HELPED},
    Conditions.INVITED: {Aid.VALUES: _NOBODY, **_HELPED},
    Conditions.EARNEST: {**dict.fromkeys(Aid, _NOBODY), Aid.REVIEW: _PLAYING},
    Conditions.SERIOUS: dict.fromkeys(Aid, _NOBODY),
}
"""Roles that may have some help."""


def may_have(aid: Aid, conditions: Conditions, role: Role = Role.OWNER) -> bool:
    """Return True if a role may have some help under these conditions."""
    return role in _MAY_HAVE[conditions][aid]


def values_refused(conditions: Conditions) -> Message:
    """Return the reason why proven values are refused under these conditions."""
    return message(_VALUES_REFUSED[conditions])


_VALUES_REFUSED: Mapping[Conditions, str] = {
    Conditions.FRIENDLY: "session.no_values_while_played",
    Conditions.INVITED: "session.no_values_for_invited",
    Conditions.EARNEST: "session.no_values_in_earnest",
    Conditions.SERIOUS: "session.no_values_in_serious",
}
