"""Permissions for the pieces of a virtual board: which of them a player may touch on the page.

In set-up the own pieces; later, on the own turn, also pieces of the other side that a legal move
captures or pushes, and such pieces on their way back if they were put down elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from host.engine.game import Side, Square
from host.engine.squares import square_name
from host.message import Message, message
from host.session.access.fair_play import Conditions
from host.session.requests import MoveHand
from host.session.view import Phase, View


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece of the virtual board.

    Attributes:
        id: as requests name it.
        name: kind of the piece.
        square: name of the square on which it stands; None beside the board.
        held: True if it is in the hand.
    """

    id: str
    side: Side
    name: str
    square: str | None
    held: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """Situation in which a player asks for something.

    Attributes:
        files: of the game, for the names of squares.
        placed: the pieces of the virtual board; empty with a real one.
        invites_player: True if a side is played by an invitation, whether its page is open or not.
    """

    view: View
    files: int
    placed: Sequence[PlacedPiece] = ()
    invites_player: bool = False

    @property
    def conditions(self) -> Conditions:
        """Conditions under which the board is used now."""
        view = self.view
        if view.phase in (Phase.ENDED, Phase.REPLAY) or view.puzzle is not None:
            return Conditions.NONE
        if view.phase is Phase.ROUND_BREAK and view.conditions is not Conditions.SERIOUS:
            return Conditions.NONE
        if view.conditions is Conditions.FRIENDLY and self.invites_player:
            return Conditions.INVITED
        return view.conditions


def hand_refusal(side: Side, request: MoveHand, now: Situation) -> Message | None:
    """Return the reason why a player may not move pieces so; None if the player may."""
    view = now.view
    if view.phase is Phase.ENDED:
        return message("session.owner_begins")
    if view.phase is not Phase.SETUP and view.turn is not side:
        return message("session.not_your_turn", side=side.message)
    args = dict(request.args)
    if request.action == "push" and not _pushes(args["from"], now):
        return message("session.nothing_to_push", square=args["from"])
    own = args.get("side", side.name.lower()) == side.name.lower()
    if own and all(_may_touch(side, piece, now) for piece in _meant(request, now.placed)):
        return None
    return message("session.move_own_pieces", side=side.message)


def _meant(request: MoveHand, placed: Sequence[PlacedPiece]) -> Iterator[PlacedPiece]:
    """Yield the pieces that a request may move."""
    args = dict(request.args)
    square = args.get("from", args.get("square"))
    for piece in placed:
        if "piece" in args:
            meant = piece.id == args["piece"]
        elif request.action == "put":
            meant = piece.held and "side" not in args
        else:
            meant = piece.square == square
        if meant:
            yield piece


def _may_touch(side: Side, piece: PlacedPiece, now: Situation) -> bool:
    if piece.side is side:
        return True
    concerned = _concerned(side, now)
    if piece.square in concerned:
        return True
    standing = {other.square for other in now.placed}
    return any(name == piece.name for square, name in concerned.items() if square not in standing)


def _concerned(side: Side, now: Situation) -> dict[str, str]:
    """Return the pieces of the other side that legal moves capture or push, by their squares."""
    view, files = now.view, now.files
    if view.phase is Phase.SETUP:
        return {}
    pieces = view.expectation.pieces
    touched: set[Square] = set()
    for candidate in view.expectation.candidates:
        touched.update(candidate.touched)
    return {
        square_name(square, files): pieces[square].name
        for square in touched
        if square in pieces and pieces[square].side is not side
    }


def _pushes(square: str, now: Situation) -> bool:
    """Return True if a legal move pushes with the piece on a square."""
    return any(
        candidate.pushed
        and candidate.origin is not None
        and square_name(candidate.origin, now.files) == square
        for candidate in now.view.expectation.candidates
    )
