"""Boards for strangers: what their hands do is recorded, and things can be laid on squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from host.engine.game import Square
from host.engine.squares import square_name
from host.recognition.snapshot import SquareState
from soak.faulty_sensors import FaultyTabletop
from soak.session_tabletop import SessionTabletop
from soak.tabletop import Token


class StrangersTabletop(SessionTabletop):
    """A tabletop that keeps a record of the hands; see `SessionTabletop`."""

    @cached_property
    def actions(self) -> list[str]:
        """The actions of the hands, a line for each with its time."""
        return []

    def note(self, text: str) -> None:
        """Add a line to the record."""
        self.actions.append(f"{self.now_ms / 1000:9.3f} s  {text}")

    def cover(self, states: Mapping[Square, SquareState]) -> None:
        """Lay something on the board with which sensors show these states; {} takes it away."""
        self.note(f"cover {', '.join(self.name_of(square) for square in states) or 'nothing'}")
        self._ghosts = dict(states)

    def fetch(self, token: Token) -> None:
        """Take a tower that looks like this one out of a second box."""
        self._held.append(token)
        self.note(f"fetch another {token.side.name.lower()} {token.name}")

    def put_away(self, token: Token) -> None:
        """Put a tower that is held into the second box."""
        self._held.remove(token)
        self.note(f"put {token.side.name.lower()} {token.name} away")

    def unplug(self) -> None:
        """Pull the plug: it is in again as soon as time passes."""
        self.note("unplug")
        self.look_away()

    def pass_unseen(self, ms: int) -> None:
        """Let time pass while the plug is out."""
        self.now_ms += ms
        self.note("plug in")

    def lift(self, square: Square) -> Token:
        """Take the tower from a square."""
        token = super().lift(square)
        self.note(f"lift {token.side.name.lower()} {token.name} from {self.name_of(square)}")
        return token

    def put(
        self, token: Token, square: Square, aside: float = 0.0, upside_down: bool = False
    ) -> None:
        """Put a tower that is held on a free square."""
        super().put(token, square, aside, upside_down)
        how = (f", {aside} aside" if aside else "") + (", upside down" if upside_down else "")
        self.note(f"put {token.side.name.lower()} {token.name} on {self.name_of(square)}{how}")

    def slide(self, origin: Square, path: Sequence[Square], ms: Sequence[int]) -> None:
        """Drag a tower over squares without lifting it."""
        self.note(f"slide {' '.join(self.name_of(square) for square in (origin, *path))}")
        super().slide(origin, path, ms)

    def nudge(self, square: Square, aside: float) -> None:
        """Move the tower on a square within the square."""
        self.note(f"nudge {self.name_of(square)} to {aside} aside")
        super().nudge(square, aside)

    def name_of(self, square: Square) -> str:
        """Return the name of a square."""
        return square_name(square, self.session.game.size[0])


class BadSensorTabletop(StrangersTabletop, FaultyTabletop):
    """The same with a sensor that is out of order."""
