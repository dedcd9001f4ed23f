"""Controller of the simulated hand: requests of displays, and moves of the computer.

With a real board there is no such hand, and people move the pieces.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import cast

from host.app.virtual.tidier import Tidier
from host.engine.game import AnyGame, Piece, Side, Square
from host.engine.squares import parse_square, square_name
from host.message import Message, message
from host.recognition.matching import Candidate
from host.session.access.hand_permissions import PlacedPiece
from host.session.modes.board_mode import BoardMode
from host.session.requests import (
    AnnounceMove,
    Arrange,
    FollowRecord,
    GoToPly,
    ModeRequest,
    MoveHand,
    NewGame,
    PlayMove,
    Redo,
    SetByHand,
    ShowPuzzle,
    Step,
    TakeBack,
)
from host.session.view import Lift, Phase, View
from host.ui.messages.pieces import HandPieceData
from host.virtual.hand import VirtualHand
from host.virtual.hand_speed import CARRY_S, HAND_S, PUSH_S, SLIDE_S
from host.virtual.move_actions import hand_actions


class HandController:
    """Controller of the simulated hand.

    Args:
        hand: None with a real board.
        mode: returns the mode that has the board now.
        forget: called when nobody could see which piece went where.
    """

    def __init__(
        self,
        hand: VirtualHand | None,
        mode: Callable[[], BoardMode],
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        self._hand = hand
        self._mode = mode
        self._tidier = None if hand is None else Tidier(hand, mode, forget)
        self._lifted: str | None = None  # the square, if that was the last thing a player asked for

    @property
    def placed(self) -> list[PlacedPiece]:
        """Pieces of the virtual board; none with a real one."""
        if self._hand is None:
            return []
        return [
            PlacedPiece(
                at["id"],
                Side[at["side"].upper()],
                at["name"],
                at["square"] if at["where"] == "board" else None,
                at["where"] == "hand",
            )
            for at in cast(list[HandPieceData], self._hand.pieces.rows())
        ]

    @property
    def is_active(self) -> bool:
        """True if the hand sets up and carries what players need not; on a real board they do."""
        return self._hand is not None and not self._hand.by_hand

    async def handle(self, request: MoveHand | Arrange | SetByHand) -> None:
        """Have the hand do something.

        Raises:
            ValueError: there is no hand, or it cannot do that; the sentence says why.
            BoardError: the simulator has ended.
        """
        hand = self._known()
        self._lifted = None
        match request:
            case MoveHand("push", args):
                await self._push(hand, **dict(args))
            case MoveHand(action, args):
                await hand.act(action, SLIDE_S if action == "slide" else HAND_S, **dict(args))
                self._lifted = dict(args).get("square") if action == "lift" else None
            case SetByHand(on):
                hand.set_by_hand(on)
            case Arrange():
                await hand.restore_position(self._pieces)

    async def follow(self, request: ModeRequest) -> bool:
        """Bring the pieces to where a request, just carried out, has them.

        Returns:
            True if nobody could see which piece went where.
        """
        if self._hand is None:
            return False
        match request:
            case NewGame() | ShowPuzzle():
                await self.set_up()
                return True
            case TakeBack() | Redo() | PlayMove() | Step() | GoToPly():
                await self._hand.restore_position(self._pieces)
            case AnnounceMove():
                await self._carry_out(self._hand)
            case FollowRecord(new_game=True):
                await self.set_up()
                return True
            case FollowRecord():
                view = self._mode().view()
                is_announced = not view.thinking and len(view.expectation.candidates) == 1
                if request.move and is_announced and view.phase is Phase.PLAY:
                    await self._carry_out(self._hand)
                else:
                    await self._hand.restore_position(self._pieces)
        return False

    async def put_right(self) -> None:
        """Bring every piece to where the position has it, as a move was refused, if there is a
        simulated hand; not while a move of the computer or of a far player is carried out."""

        def is_due() -> bool:
            return not _is_others_turn(self._mode().view())

        # Asked before as well: who presses often would keep the hand from that move.
        if self._hand is not None and is_due():
            await self._hand.restore_position(self._pieces, is_due)

    def _pieces(self) -> Mapping[Square, Piece]:
        return self._mode().view().expectation.pieces

    async def set_up(self) -> None:
        """Set up the pieces of the mode's position at once, if there is a simulated hand."""
        if self._hand is not None:
            mode = self._mode()
            await self._hand.set_up(mode.game, mode.view().expectation.position)

    def lift(self, view: View) -> Lift | None:
        """Return the lift of a piece that a player has asked for and the sensors have not seen, or
        of the only one that a player may move: nobody has to lift it.

        Args:
            view: shows where the pieces are as far as the sensors have seen them.
        """
        if self._hand is None or self._hand.is_busy:
            return None
        mode = self._mode()
        square = self._hand.pieces.lifted_from(view.expectation.pieces)
        if square is None and not self._hand.by_hand and not _is_others_turn(view):
            alone = mode.likely_lifts()
            marks = mode.marks_if_lifted(alone[0]) if len(alone) == 1 else None
            if marks is None:
                return None
            beside = tuple(mark for mark in marks if mark.square != alone[0])
            return Lift(alone[0], (*view.marks, *(m for m in beside if m not in view.marks)))
        # A piece that is put down is seen before it is let go, as if it were lifted there.
        if square is None or square_name(square, mode.game.size[0]) != self._lifted:
            return None
        marks = mode.marks_if_lifted(square)
        return None if marks is None else Lift(square, marks)

    def look(self, view: View) -> None:
        """Show the teeth that pieces have gained, and tidy up what the players need not."""
        if self._hand is not None and self._tidier is not None:
            self._hand.update_pieces(view.expectation.pieces)
            self._tidier.check(view)

    async def _push(self, hand: VirtualHand, **squares: str) -> None:
        """Push with a piece that stands on its square, or was lifted from it.

        Raises:
            ValueError: that is no legal move.  The piece stands on its square again.
        """
        mode = self._mode()
        game, expectation = mode.game, mode.view().expectation
        origin, target = (parse_square(squares[name], game.size) for name in ("from", "to"))
        piece = expectation.pieces.get(origin)
        held = None if piece is None else hand.pieces.held(piece)
        actions: list[dict[str, object]] = []
        if held is not None:
            actions.append({"do": "put", "square": squares["from"], "piece": held})
        candidates = (o for o in expectation.candidates if (o.origin, o.target) == (origin, target))
        candidate = next((candidate for candidate in candidates if candidate.pushed), None)
        if candidate is not None:
            actions += _row_actions(candidate, game.size[0])
        await hand.carry_out(actions, PUSH_S)
        if candidate is None:
            raise ValueError(_why_no_push(game, expectation.position, origin, target, squares))

    async def _carry_out(self, hand: VirtualHand) -> None:
        """Carry the computer's move out, or leave it to a person who is about something else."""
        mode = self._mode()
        expectation = mode.view().expectation
        candidate = expectation.candidates[0]
        with contextlib.suppress(ValueError):
            if candidate.pushed:
                await hand.carry_out([*_row_actions(candidate, mode.game.size[0])], 2 * PUSH_S)
            else:
                await hand.carry_out(hand_actions(mode.game, expectation, candidate.move), CARRY_S)

    def _known(self) -> VirtualHand:
        """Return the hand.

        Raises:
            ValueError: the board is a real one.
        """
        if self._hand is None:
            raise ValueError(message("app.pieces_moved_by_hand"))
        return self._hand


def _is_others_turn(view: View) -> bool:
    """Return True if the computer or a player elsewhere is to move."""
    return view.opponent is not None and view.opponent.side is view.turn


def _row_actions(push: Candidate, files: int) -> Iterator[dict[str, object]]:
    """Yield the actions that bring a row one square on, the foremost piece first.

    They are lifted: beside a piece that slides fast its neighbour's sensor sees the other side.
    """
    assert push.origin is not None, "a push moves the pusher"
    assert push.target is not None, "a push moves the pusher"
    step = push.target - push.origin
    for order in range(len(push.pushed), -1, -1):
        here, there = (square_name(push.origin + n * step, files) for n in (order, order + 1))
        yield {"do": "move", "from": here, "to": there}


def _why_no_push(
    game: AnyGame, position: Hashable, origin: Square, target: Square, squares: Mapping[str, str]
) -> Message:
    """Return why a push is not legal."""
    why = game.explain_illegal(position, origin, target)
    if why is None:
        return message("app.nothing_to_push", square=squares["to"])
    return message("app.no_push", why=why)
