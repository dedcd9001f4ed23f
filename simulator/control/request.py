"""Requests of the control channel, with checked access to their fields, and their clients."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Protocol

from simulator.board.geometry import Geometry


class Client(Protocol):
    """Connection of a client, which sends requests and receives events.

    Attributes:
        watching: names of the events that the client watches.
        is_closed: True once the client has gone.
    """

    watching: frozenset[str]
    is_closed: bool

    def send(self, message: Mapping[str, object]) -> None:
        """Send an answer or an event."""


class Request:
    """A request of a client.

    All readers raise ValueError with a sentence that quotes the wrong value.

    Args:
        fields: the JSON object.
        geometry: of the board, for the names of squares.

    Attributes:
        id: the client's id of the request; None if there is none.
        do: name of the command; None if it is not a text.
    """

    def __init__(self, fields: Mapping[str, object], geometry: Geometry) -> None:
        self._fields = fields
        self._geometry = geometry
        self.id = fields.get("id")
        do = fields.get("do")
        self.do = do if isinstance(do, str) else None

    @property
    def wanted(self) -> object:
        """Value of `do`, of any type."""
        return self._fields.get("do")

    def __contains__(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def allow(self, names: Collection[str]) -> None:
        """Refuse fields other than these."""
        for name in self._fields:
            if name not in ("id", "do") and name not in names:
                known = ", ".join(sorted(names)) or "none"
                raise ValueError(f"{self.do!r} has no field {name!r} (fields: {known})")

    def text(self, name: str, default: str | None = None) -> str:
        """Return a non-empty text; the field is required unless there is a default."""
        value = self._value(name, default)
        if not isinstance(value, str) or not value:
            raise ValueError(f"{name!r} of {self.do!r} must be a text, not {value!r}")
        return value

    def number(
        self, name: str, default: float | None = None, least: float = -1e9, most: float = 1e9
    ) -> float:
        """Return a number within bounds; the field is required unless there is a default."""
        value = self._value(name, default)
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not math.isfinite(value)
            or not least <= value <= most
        ):
            raise ValueError(
                f"{name!r} of {self.do!r} must be a number from {least:g} to {most:g}, "
                f"not {value!r}"
            )
        return float(value)

    def whole(self, name: str, default: int | None, least: int, most: int) -> int:
        """Return an integer within bounds; the field is required unless there is a default."""
        value = self._value(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(
                f"{name!r} of {self.do!r} must be a whole number from {least} to {most}, "
                f"not {value!r}"
            )
        return value

    def square(self, name: str) -> int:
        """Return the square with the name given."""
        return self._geometry.square(self._value(name, None))

    def choice(self, name: str, choices: Collection[str], default: str | None = None) -> str:
        """Return one of some texts."""
        value = self._value(name, default)
        if not isinstance(value, str) or value not in choices:
            raise ValueError(
                f"{name!r} of {self.do!r} must be one of {list(choices)}, not {value!r}"
            )
        return value

    def items(self, name: str) -> list[object]:
        """Return a list."""
        value = self._value(name, None)
        if not isinstance(value, list):
            raise ValueError(f"{name!r} of {self.do!r} must be a list, not {value!r}")
        return value

    def _value(self, name: str, default: object) -> object:
        value = self._fields.get(name)
        if value is None:
            value = default
        if value is None:
            raise ValueError(f"{self.do!r} needs a field {name!r}")
        return value
