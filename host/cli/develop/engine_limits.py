"""Limits of a `go` of the engine protocol, and the time for a move with a clock."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from host.engine.game import Side

GO_MS = 5000
"""Time limit of a `go` without any limit; it ends earlier when all is proven."""
MOVES_LEFT = 20
"""A move gets this share of the time left: rounds of Kamisado have some ten moves of each side."""
INCREMENT_SHARE = 0.75
"""Share of the increment that a move gets besides."""
OVERHEAD_MS = 50
"""Time left untouched: for the pipes, and for a computer that does other things as well."""

_CLOCK = re.compile(r"(?:p[12]|[wb])(?:time|inc)")
"""The clock of a player, by who begins as in UGI or by side as in UCI."""
_NUMBERS = re.compile(rf"movetime|nodes|depth|movestogo|{_CLOCK.pattern}")
_UNTIL_STOP = ("infinite", "ponder")
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
        ignored: words that are no limit.
    """

    infinite: bool = False
    nodes: int | None = None
    depth: int | None = None
    time_ms: float | None = None
    ignored: tuple[str, ...] = ()


def parse_limits(words: Sequence[str], side: Side, is_p1: bool, tolerant: bool = False) -> GoLimits:
    """Parse the words after `go`.

    Args:
        side: the side to move, whose clock counts.
        is_p1: player one is to move.
        tolerant: ignore words that are no limit, and a clock of the other side alone.

    Raises:
        ValueError: they are malformed, or name only the clock of the other side; never if tolerant.
    """
    limits: dict[str, int] = {}
    ignored = []
    infinite = False
    number = re.compile(r"-?[0-9]{1,18}" if tolerant else r"[0-9]{1,18}")
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _UNTIL_STOP:
            infinite = True
        elif rest and word not in limits and _NUMBERS.fullmatch(word) and number.fullmatch(rest[0]):
            limits[word] = max(0, int(rest.pop(0)))  # a clock that has run out may be negative
        else:
            ignored.append(word)
    if ignored and not tolerant:
        raise ValueError(f"{_USAGE}, not {' '.join(words)!r}")
    if infinite:
        return GoLimits(infinite=True, ignored=tuple(ignored))
    own = [name for name in ("p1" if is_p1 else "p2", side.value) if f"{name}time" in limits]
    times: list[float] = [limits["movetime"]] if "movetime" in limits else []
    moves = max(1, min(MOVES_LEFT, limits.get("movestogo", MOVES_LEFT)))
    times += [_share(limits[f"{name}time"], limits.get(f"{name}inc", 0), moves) for name in own]
    if not own and any(map(_CLOCK.fullmatch, limits)) and not tolerant:
        asked = "p1" if is_p1 else "p2"
        raise ValueError(f"{asked} is to move, and its clock is missing: {_USAGE}")
    if not times and not limits.keys() & {"nodes", "depth"}:
        times.append(GO_MS)
    return GoLimits(
        nodes=limits.get("nodes"),
        depth=limits.get("depth"),
        time_ms=min(times, default=None),
        ignored=tuple(ignored),
    )


def _share(left_ms: int, increment_ms: int, moves: int) -> float:
    """Return the time in ms for the next move.

    Args:
        left_ms: the time left.
        increment_ms: the time that each move adds.
        moves: the number of moves for which the time left must last.
    """
    share = left_ms / moves + INCREMENT_SHARE * increment_ms
    return max(0, min(share, left_ms - OVERHEAD_MS))
