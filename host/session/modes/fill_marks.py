"""Marks of the fill of a new round, as a record has it."""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import AnyGame, Relocation
from host.guidance.lighting import Mark
from host.message import message
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot


def fill_marks(game: AnyGame, carries: Sequence[Relocation], seen: Snapshot) -> list[Mark]:
    """Return the marks of the piece to be carried next, and of the places that come after it.

    A place is empty when its turn comes, so the first that does not show its side is next.
    """
    done = 0
    while (
        done < len(carries)
        and seen[carries[done].target] is STATE_OF_SIDE[carries[done].piece.side]
    ):
        done += 1
    marks = [
        Mark(
            carry.target,
            "fill",
            "rest" if number else "here",
            message("guidance.light.for_piece", piece=game.describe_piece(carry.piece)),
            tint=carry.piece.name,
        )
        for number, carry in enumerate(carries[done:])
        if carry.origin != carry.target or not number
    ]
    if done < len(carries) and carries[done].origin != carries[done].target:
        marks.append(
            Mark(carries[done].origin, "fill", "from", message("guidance.light.take_from_here"))
        )
    return marks
