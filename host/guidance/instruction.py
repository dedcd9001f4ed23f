"""Instructions for a move of the computer or of a record, in words and on the lights."""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import AnyGame, HasPath, Square
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.guidance.marks import capture_marks, target_marks
from host.message import Message, Words, message, sentences
from host.recognition.matching import Candidate, Expectation, offset


def carry_out_words(
    game: AnyGame,
    expectation: Expectation,
    candidate: Candidate,
    label: Words,
    by_hand: bool = True,
) -> Message:
    """Return the instruction to carry a move out.

    If the move changes nothing on the board: that the computer thinks.

    Args:
        label: name of the computer player.
        by_hand: False if nobody is asked to do it, but a virtual hand does.
    """
    origin, target = candidate.origin, candidate.target
    if target is None:
        return phrases.thinks(label)
    if origin is None:
        come = game.pieces(candidate.position)[target]
        return phrases.put_for(game, label, come, target, by_hand)
    piece, push = expectation.pieces[origin], bool(candidate.pushed)
    text = phrases.carry_out(game, label, piece, (origin, target), push, by_hand)
    if not candidate.captured or not by_hand:
        return text
    captured = [(square, expectation.pieces[square]) for square in candidate.captured]
    return sentences(text, phrases.take_captured(game, captured))


def carry_out_marks(
    game: AnyGame,
    expectation: Expectation,
    candidate: Candidate,
) -> list[Mark]:
    """Return the marks of a move to carry out for the computer: from, path, to and captures."""
    origin, target = candidate.origin, candidate.target
    if target is None:
        return []
    if origin is None:
        return [Mark(target, "execute", "to", message("guidance.light.put_it_here"))]
    if candidate.pushed:
        pushes = [mark for mark in target_marks([candidate]) if mark.entry == "push"]
        return [
            Mark(origin, "execute", "from", message("guidance.light.push_with_this_piece")),
            *pushes,
        ]
    path = on_the_way(game, expectation, candidate)
    return [
        Mark(origin, "execute", "from", message("guidance.light.carry_this_piece")),
        *(
            Mark(s, "execute", "path", message("guidance.light.on_the_way"), order)
            for order, s in enumerate(path)
        ),
        Mark(target, "execute", "to", message("guidance.light.carry_it_here")),
        *capture_marks(candidate.captured),
    ]


def on_the_way(
    game: AnyGame,
    expectation: Expectation,
    candidate: Candidate,
) -> Sequence[Square]:
    """Return the squares between origin and target of a move.

    Those where the piece touches down if it does, else those of a straight line; empty if there is
    no such line.
    """
    origin, target = candidate.origin, candidate.target
    if origin is None or target is None:
        return ()
    if (
        isinstance(game, HasPath)
        and len(path := game.path(expectation.position, candidate.move)) > 2
    ):
        return path[1:-1]
    files = game.size[0]
    sideways, ranks = offset(origin, target, files)
    steps = max(abs(ranks), abs(sideways))
    if abs(sideways) not in (0, steps) or abs(ranks) not in (0, steps):
        return ()
    stride = (target - origin) // steps
    return [origin + stride * step for step in range(1, steps)]
