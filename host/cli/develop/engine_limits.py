"""Limits of a `go` of the engine protocol, and the time for a move with a clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

GO_MS = 5000
"""Time limit of a `go` without any limit; it ends earlier when all is proven."""
MOVES_LEFT = 20
"""A move gets this share of the time left: rounds of Kamisado have some ten moves of each side."""
INCREMENT_SHARE = 0.75
"""Share of the increment that a move gets besides."""
OVERHEAD_MS = 50
"""Time left untouched: for the pipes, and for a computer that does other things as well."""

_NUMBERS = ("movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc")
_USAGE = (
    "write 'go', 'go movetime 1000', 'go nodes 20000', 'go depth 6', 'go infinite' or "
    "'go p1time 60000 p2time 60000 p1inc 1000 p2inc 1000'"
)


@dataclass(frozen=True, slots=True)
class GoLimits:
    """Limits of one search.

    Attributes:
        infinite: until `stop`.
        nodes, depth: None for no limit.
        time_ms: None for no limit.
    """

    infinite: bool = False
    nodes: int | None = None
    depth: int | None = None
    time_ms: float | None = None


def parse_limits(words: Sequence[str], is_p1: bool) -> GoLimits:
    """Parse the words after `go`.

    Args:
        is_p1: player one is to move, whose clock counts.

    Raises:
        ValueError: they are malformed, or name only the clock of the other side.
    """
    if list(words) == ["infinite"]:
        return GoLimits(infinite=True)
    limits = {
        name: int(number)
        for name, number in zip(words[::2], words[1::2], strict=False)
        if name in _NUMBERS and number.isascii() and number.isdigit()
    }
    if len(limits) * 2 != len(words):
        raise ValueError(f"{_USAGE}, not {' '.join(words)!r}")
    own = "p1" if is_p1 else "p2"
    times: list[float] = [limits["movetime"]] if "movetime" in limits else []
    if any(name.startswith(("p1", "p2")) for name in limits):
        if f"{own}time" not in limits:
            raise ValueError(f"{own} is to move, and its clock is missing: {_USAGE}")
        times.append(_share(limits[f"{own}time"], limits.get(f"{own}inc", 0)))
    if not limits:
        times.append(GO_MS)
    return GoLimits(
        nodes=limits.get("nodes"),
        depth=limits.get("depth"),
        time_ms=min(times, default=None),
    )


def _share(left_ms: int, increment_ms: int) -> float:
    """Return the time in ms for the next move, from the time left and the increment."""
    share = left_ms / MOVES_LEFT + INCREMENT_SHARE * increment_ms
    return max(0, min(share, left_ms - OVERHEAD_MS))
