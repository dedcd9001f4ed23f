"""Requests for the mode that has the board, and changes of that mode."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from host.app.ai.reviewer import Reviewer
from host.app.background import Background
from host.app.board_controller import BoardController
from host.app.clock import monotonic_ms
from host.app.displays import Displays
from host.app.mode_switch import ModeSwitch
from host.app.new_game import draw_new_game
from host.app.virtual.hand_controller import HandController
from host.app.virtual.virtual_service import VirtualService
from host.engine.game import AnyGame
from host.link.errors import BoardError, LinkTimeoutError
from host.message import Words, message, message_of
from host.recognition.sensing.cell_map import fits, refusal
from host.session.match_settings import MatchSettings
from host.session.modes.replay import Replay
from host.session.modes.tutorial import Tutorial
from host.session.requests import ModeRequest, NewGame
from host.session.session import Session
from host.session.view import Notice, Severity

READY_S = 20.0
"""Deadline for a larger board to say hello."""


@dataclass(frozen=True, slots=True)
class ModeHandler:
    """Carries out what concerns the mode that has the board, with the pieces on a virtual one.

    Attributes:
        service: the virtual board; None with a real one.
        wake: lets the board controller be pumped at once.
    """

    switch: ModeSwitch
    controller: BoardController
    hand_controller: HandController
    service: VirtualService | None
    displays: Displays
    background: Background
    reviewer: Reviewer
    wake: Callable[[], None]

    async def handle(self, request: ModeRequest) -> Words | None:
        """Carry a request out; None, or a sentence that says why it cannot be."""
        try:
            await self.carry_out(request)
        except (ValueError, BoardError) as error:
            return message_of(error)
        self.wake()
        return None

    async def carry_out(self, request: ModeRequest, remarks: Sequence[Notice] = ()) -> None:
        """Carry a request out.

        Args:
            remarks: what there is to say of it besides.

        Raises:
            BoardError: the board does not do it.
            ValueError: it cannot be; the message says why.
        """
        now_ms = monotonic_ms()
        notices = self.switch.mode.handle(request, now_ms)
        self.displays.tell(*self.controller.handled(request, notices, now_ms), *remarks)
        self.displays.greet()
        if isinstance(request, NewGame):
            await self.reviewer.forget()
        self.wake()  # the lights do not wait for the hand
        if not _is_refused(notices):
            await self.background.run(self._follow(request))

    async def begin(
        self, request: NewGame, settings: MatchSettings, leave: Callable[[], Awaitable[None]]
    ) -> None:
        """Begin another game on a board where it fits.

        Args:
            settings: those of the request.
            leave: leaves the far match, once nothing refuses the game any more.

        Raises:
            BoardError, ValueError: as of `carry_out`.
        """
        await self.return_to_game()
        await self.make_room(settings.game.size)
        new, remarks = draw_new_game(request, self.controller.size)
        if isinstance(self.switch.mode, Session):  # puzzles refuse a new game
            await leave()
        await self.carry_out(new, remarks)

    async def put_on(self, size: tuple[int, int], change: Callable[[], None]) -> None:
        """Put another match on the board.

        Args:
            size: files and ranks that it needs.
            change: lets the session play it.
        """
        await self.make_room(size)
        self.switch.forget_puzzles()
        change()
        await self.reviewer.forget()
        await self.put_on_mode()

    async def put_on_mode(self) -> None:
        """Let the mode of the switch have the board."""
        self.controller.put_on(self.switch.mode)
        self.displays.greet()
        await self.background.run(self._set_up())

    async def return_to_game(self) -> None:
        """Let the game that waits have the board if something is taught, or a record shown."""
        if self.switch.is_game_waiting and isinstance(self.switch.mode, Tutorial | Replay):
            self.switch.leave_puzzles()
            await self.reviewer.forget()
            self.controller.put_on(self.switch.mode)

    async def make_room(self, size: tuple[int, int]) -> None:
        """Have a virtual board on which a game of that size fits.

        Raises:
            LinkTimeoutError: a larger one does not say hello.
        """
        if self.service is None:
            return
        controller = self.controller
        try:
            with controller.exchanged():
                await self.service.make_room(size)
                if controller.size is not None and not fits(size, controller.size):
                    await self.displays.wait_for(
                        lambda _: fits(size, controller.size or size), READY_S
                    )
        except TimeoutError as error:
            raise LinkTimeoutError(message("virtual.silent"), controller.link.url) from error

    def check_fits(self, game: AnyGame) -> None:
        """Check that a game fits the board, as far as that cannot be exchanged.

        Raises:
            ValueError: it does not; the message says why.
        """
        board = None if self.service is not None else self.controller.size
        if board is not None and not fits(game.size, board):
            raise ValueError(refusal(game.title, game.size, board))

    def forget_pieces(self) -> None:
        """Forget which piece is which, as they were moved unseen."""
        self.controller.forget_pieces(monotonic_ms())

    async def _follow(self, request: ModeRequest) -> None:
        """Bring the pieces to where a request has them."""
        if await self.hand_controller.follow(request):
            self.forget_pieces()

    async def _set_up(self) -> None:
        await self.hand_controller.set_up()
        self.forget_pieces()
        self.controller.link.request_snapshot()


def _is_refused(notices: Sequence[Notice]) -> bool:
    """Return True if a request changed nothing, but for telling why."""
    return bool(notices) and all(notice.level is Severity.WARN for notice in notices)
