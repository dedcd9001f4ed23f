"""A request of the control channel: its fields, and a plain sentence for each that is wrong."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from simulator.board.geometry import Geometry


class Request:
    """One JSON object of a client.

    Args:
        fields: the object.
        geometry: of the board, for the names of squares.

    Attributes:
        id: whatever the client calls it; None if it does not say.
        do: what is asked for, if that is a text.

    All readers raise ValueError with a sentence that quotes what is wrong.
    """

    def __init__(self, fields: Mapping[str, object], geometry: Geometry) -> None:
        self._fields = fields
        self._geometry = geometry
        self.id = fields.get("id")
        do = fields.get("do")
        self.do = do if isinstance(do, str) else None

    @property
    def wanted(self) -> object:
        """What `do` says, whatever it is."""
        return self._fields.get("do")

    def __contains__(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def allow(self, names: Collection[str]) -> None:
        """Refuse fields that mean nothing here."""
        for name in self._fields:
            if name not in ("id", "do") and name not in names:
                known = ", ".join(sorted(names)) or "none"
                raise ValueError(f"{self.do!r} has no field {name!r} (fields: {known})")

    def text(self, name: str, default: str | None = None) -> str:
        """A text that is not empty; without a default it must be there."""
        value = self._value(name, default)
        if not isinstance(value, str) or not value:
            raise ValueError(f"{name!r} of {self.do!r} must be a text, not {value!r}")
        return value

    def number(
        self, name: str, default: float | None = None, least: float = -1e9, most: float = 1e9
    ) -> float:
        """A number within bounds; without a default it must be there."""
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
        """A whole number within bounds; without a default it must be there."""
        value = self._value(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(
                f"{name!r} of {self.do!r} must be a whole number from {least} to {most}, "
                f"not {value!r}"
            )
        return value

    def square(self, name: str) -> int:
        """A square, by its name."""
        return self._geometry.square(self._value(name, None))

    def choice(self, name: str, choices: Collection[str], default: str | None = None) -> str:
        """One of some texts."""
        value = self._value(name, default)
        if not isinstance(value, str) or value not in choices:
            raise ValueError(
                f"{name!r} of {self.do!r} must be one of {list(choices)}, not {value!r}"
            )
        return value

    def items(self, name: str) -> list[object]:
        """A list."""
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
