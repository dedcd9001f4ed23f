"""Terms of a match between two hosts: all that both sides agree on before the first move."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import cast

from host.engine.game import Side
from host.engine.registry import game_named
from host.message import Message, message, quoted
from host.message.schema import encode
from host.remote.record.canonical import canonical
from host.remote.record.errors import malformed, read_as, refused_by
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings

LEAST_ABSENCE_S, MOST_ABSENCE_S = 10, 24 * 3600
"""Limits of the absence after which the other side may end the game."""


@dataclass(frozen=True, slots=True)
class _Form:
    """JSON of the terms.

    Attributes:
        serious, absence: programs of version 1 do not know them; written only where agreed on.
    """

    game: str
    drawn: tuple[str, ...]
    clock: str | None
    touch_move: bool
    first: str | None
    inviter: Side
    serious: bool = False
    absence: int | None = None


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
        settings = self.settings
        form = _Form(
            settings.game.name,
            settings.drawn,
            None if settings.control is None else str(settings.control),
            settings.touch_move,
            self.first,
            self.inviter,
            settings.serious,
            self.absence_s,
        )
        return cast(dict[str, object], encode(form))

    @property
    def digest(self) -> str:
        """SHA-256 of the terms in hexadecimal; the joiner repeats it."""
        return hashlib.sha256(canonical(self.data())).hexdigest()


def terms_of(data: object) -> Terms:
    """Return the terms that JSON describes.

    Raises:
        RefusedRecordError: it describes none; the message quotes what is wrong.
    """
    form = read_as(_Form, data)
    if encode(form) != data:  # their digest is of what this program would write
        raise malformed(quoted(str(data)))
    try:
        control = None if form.clock is None else parse_control(form.clock)
        settings = MatchSettings(
            game_named(form.game), control, form.touch_move, None, form.drawn, form.serious
        )
        if form.first is not None:
            settings.game.parse_position(form.first)
        return Terms(settings, form.inviter, form.first, form.absence)
    except ValueError as error:
        raise refused_by(error) from None
