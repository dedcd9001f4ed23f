"""Marks of the next move of a record: what hands are to carry where."""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import AnyGame, Relocation
from host.guidance.instruction import on_the_way
from host.guidance.lighting import Mark
from host.guidance.marks import capture_marks, target_marks
from host.message import message
from host.recognition.matching import Candidate, Expectation
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot


def execute_marks(
    game: AnyGame,
    expectation: Expectation,
    candidate: Candidate,
) -> list[Mark]:
    """Return the marks of a move that hands are to carry out."""
    origin, target = candidate.origin, candidate.target
    if target is None:
        return []
    start = (
        ()
        if origin is None
        else (Mark(origin, "execute", "from", message("guidance.light.take_from_here")),)
    )
    return [
        *start,
        *(
            Mark(square, "execute", "path", message("guidance.light.on_the_way"), order)
            for order, square in enumerate(on_the_way(game, expectation, candidate))
        ),
        Mark(target, "execute", "to", message("guidance.light.put_it_here")),
        *capture_marks(candidate.captured),
        *(
            mark
            for mark in target_marks((candidate,))
            if mark.entry == "push" and mark.square != target
        ),
    ]


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
