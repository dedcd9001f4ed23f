"""A listener: knows where all pieces stand by what is spoken of the moves, and knows no rules."""

from __future__ import annotations

import re
from collections.abc import Mapping

SQUARE = r"[a-i][1-9]"
MOVED = re.compile(
    rf"(?:(?P<tower>[A-Z][a-z]+) from )?(?P<origin>{SQUARE})(?: by {SQUARE})*"
    rf" to (?P<target>{SQUARE})"
    r"(?:, (?P<ended>(?!pushing|capturing)[a-z]+))?"
    r"(?:, pushing (?P<pushed>.*?))?(?:, capturing (?P<captured>.*?))?\."
)
PUT = re.compile(rf"a stone on ({SQUARE})\.")
PUSHED = re.compile(rf"([a-z]+) to ({SQUARE})")


class Listener:
    """Follows a game by ear.

    Args:
        pieces: names of the pieces by their squares, before the first move: "white pink".
        colours: colours of the squares that have one.

    Attributes:
        pieces: as far as was heard.
        pushes: number of moves that pushed.
    """

    def __init__(self, pieces: Mapping[str, str], colours: Mapping[str, str]) -> None:
        self.pieces = dict(pieces)
        self.pushes = 0
        self._colours = colours

    def hear(self, said: str, stone: str) -> None:
        """Follow a move.

        Args:
            said: what was spoken once it was made.
            stone: name of those of the side that moved.
        """
        if put := PUT.match(said):
            self.pieces[put[1]] = stone
            return
        moved = MOVED.match(said)
        assert moved, f"no move is heard: {said!r}"
        target = moved["target"]
        assert moved["ended"] == self._colours.get(target), said
        pushed = PUSHED.findall(moved["pushed"] or "")
        self.pushes += bool(pushed)
        came = [target, *(square for _, square in pushed)]
        for left, (tower, to) in reversed(list(zip(came, pushed, strict=False))):
            self._carry(tower, left, to)
        self._carry((moved["tower"] or "").lower(), moved["origin"], target)
        for square in re.findall(SQUARE, moved["captured"] or ""):
            del self.pieces[square]

    def _carry(self, name: str, origin: str, target: str) -> None:
        piece = self.pieces.pop(origin)
        assert name in piece, f"{name} is heard to leave {origin}, where {piece} stands"
        self.pieces[target] = piece
