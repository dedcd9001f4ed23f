"""Terms of a match between two hosts: all that both sides agree on before the first move."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass

from host.engine.game import Side
from host.engine.registry import game_named
from host.message import quoted
from host.remote.record.canonical import canonical
from host.remote.record.errors import malformed, refused_by
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings

_FIELDS = {"game", "drawn", "clock", "touch_move", "first", "inviter"}


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms that the inviter has set and the joiner accepts.

    Attributes:
        settings: of the match, without an opponent.
        inviter: the side of the inviter; the joiner plays the other one.
        first: text of the first position of the first game; None for that of the game.
    """

    settings: MatchSettings
    inviter: Side
    first: str | None = None

    @property
    def first_position(self) -> Hashable:
        """The position in which the first game begins."""
        game = self.settings.game
        return game.start() if self.first is None else game.parse_position(self.first)

    def data(self) -> dict[str, object]:
        """Return the terms as JSON has them."""
        settings = self.settings
        return {
            "game": settings.game.name,
            "drawn": list(settings.drawn),
            "clock": None if settings.control is None else str(settings.control),
            "touch_move": settings.touch_move,
            "first": self.first,
            "inviter": self.inviter.name.lower(),
        }

    @property
    def digest(self) -> str:
        """SHA-256 of the terms in hexadecimal; the joiner repeats it."""
        return hashlib.sha256(canonical(self.data())).hexdigest()


def terms_of(data: object) -> Terms:
    """Return the terms that JSON describes.

    Raises:
        RefusedRecordError: it describes none; the message quotes what is wrong.
    """
    if not isinstance(data, dict) or set(data) != _FIELDS:
        raise malformed(quoted(str(data)))
    drawn, clock, first = data["drawn"], data["clock"], data["first"]
    valid = (
        isinstance(data["game"], str)
        and isinstance(drawn, list)
        and all(isinstance(name, str) for name in drawn)
        and (clock is None or isinstance(clock, str))
        and isinstance(data["touch_move"], bool)
        and (first is None or isinstance(first, str))
        and data["inviter"] in ("white", "black")
    )
    if not valid:
        raise malformed(quoted(str(data)))
    try:
        control = None if clock is None else parse_control(clock)
        settings = MatchSettings(
            game_named(data["game"]), control, data["touch_move"], None, tuple(drawn)
        )
        if first is not None:
            settings.game.parse_position(first)
    except ValueError as error:
        raise refused_by(error) from None
    return Terms(settings, Side[data["inviter"].upper()], first)
