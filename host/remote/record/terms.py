"""Terms of a match between two hosts: all that both sides agree on before the first move."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass

from host.engine.game import Side
from host.engine.registry import game_named
from host.message import Message, message, quoted
from host.remote.record.canonical import canonical
from host.remote.record.errors import malformed, refused_by
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings

_FIELDS = {"game", "drawn", "clock", "touch_move", "first", "inviter"}
_ADDED = {"serious", "absence"}
"""Fields that programs of version 1 do not know; each is written only where it is agreed on."""

LEAST_ABSENCE_S, MOST_ABSENCE_S = 10, 24 * 3600
"""Limits of the absence after which the other side may end the game."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms that the inviter has set and the joiner accepts.

    Attributes:
        settings: of the match, without an opponent.
        inviter: the side of the inviter; the joiner plays the other one.
        first: text of the first position of the first game; None for that of the game.
        absence_s: seconds for which a side may be away before the other one may end the game;
            None if nobody may.

    Raises:
        ValueError: the absence is out of its limits; the message has it.
    """

    settings: MatchSettings
    inviter: Side
    first: str | None = None
    absence_s: int | None = None

    def __post_init__(self) -> None:
        absence_s = self.absence_s
        if absence_s is not None and not LEAST_ABSENCE_S <= absence_s <= MOST_ABSENCE_S:
            limits = {"least": LEAST_ABSENCE_S, "most": MOST_ABSENCE_S}
            raise ValueError(message("remote.absence_limits", seconds=absence_s, **limits))

    @property
    def first_position(self) -> Hashable:
        """The position in which the first game begins."""
        game = self.settings.game
        return game.start() if self.first is None else game.parse_position(self.first)

    @property
    def pauses_by_agreement(self) -> bool:
        """True if the other side must agree to a pause: who pauses and goes would not be away."""
        return self.settings.serious or self.absence_s is not None

    @property
    def absence_text(self) -> str:
        """The absence in minutes and seconds: "2:00"; empty if none was agreed on."""
        minutes, seconds = divmod(self.absence_s or 0, 60)
        return f"{minutes}:{seconds:02}" if self.absence_s is not None else ""

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The sentences about what is not so in every match."""
        said = {
            message("guidance.touch_move"): self.settings.touch_move,
            message("guidance.serious"): self.settings.serious,
            message("remote.absence_agreed", time=self.absence_text): self.absence_s is not None,
        }
        return tuple(sentence for sentence, is_so in said.items() if is_so)

    @property
    def version(self) -> int:
        """Version of the programs that can play by them."""
        return 2 if self.pauses_by_agreement else 1

    def data(self) -> dict[str, object]:
        """Return the terms as JSON has them."""
        settings, added = self.settings, dict[str, object]()
        if settings.serious:
            added["serious"] = True
        if self.absence_s is not None:
            added["absence"] = self.absence_s
        return {
            "game": settings.game.name,
            "drawn": list(settings.drawn),
            "clock": None if settings.control is None else str(settings.control),
            "touch_move": settings.touch_move,
            "first": self.first,
            "inviter": self.inviter.name.lower(),
            **added,
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
    if not isinstance(data, dict) or set(data) - _ADDED != _FIELDS:
        raise malformed(quoted(str(data)))
    drawn, clock, first = data["drawn"], data["clock"], data["first"]
    serious, absence_s = data.get("serious"), data.get("absence", LEAST_ABSENCE_S)
    valid = (
        isinstance(data["game"], str)
        and isinstance(drawn, list)
        and all(isinstance(name, str) for name in drawn)
        and (clock is None or isinstance(clock, str))
        and isinstance(data["touch_move"], bool)
        and (first is None or isinstance(first, str))
        and data["inviter"] in ("white", "black")
        and serious is (True if "serious" in data else None)
        and type(absence_s) is int
    )
    if not valid:
        raise malformed(quoted(str(data)))
    try:
        control = None if clock is None else parse_control(clock)
        settings = MatchSettings(
            game_named(data["game"]), control, data["touch_move"], None, tuple(drawn), bool(serious)
        )
        if first is not None:
            settings.game.parse_position(first)
        return Terms(settings, Side[data["inviter"].upper()], first, data.get("absence"))
    except ValueError as error:
        raise refused_by(error) from None
