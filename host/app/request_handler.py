"""Requests of displays, carried out by the parts of an application."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from host.ai.analysis.puzzle import puzzles
from host.app.ai.reviewer import Reviewer
from host.app.clock import monotonic_ms
from host.app.explorer import Explorer, Reply
from host.app.match_library import MatchLibrary, board_size
from host.app.new_game import draw_new_game
from host.app.parts import Parts
from host.app.virtual.hand_controller import HandController
from host.engine.game import AnyGame
from host.link.errors import LinkTimeoutError
from host.message import message
from host.recognition.sensing.cell_map import fits
from host.session.access.hand_permissions import Situation
from host.session.match_settings import MatchSettings
from host.session.modes.board_mode import BoardMode
from host.session.modes.tutorial import Tutorial
from host.session.remote_requests import (
    AskInvitation,
    ClaimGame,
    InviteFarPlayer,
    JoinFarPlayer,
    LeaveFarPlayer,
    Say,
    WithdrawRequest,
)
from host.session.requests import (
    Analyse,
    Arrange,
    Calibrate,
    DeleteMatch,
    Describe,
    Examine,
    ExportMatch,
    ImportRecord,
    Invite,
    LeavePuzzles,
    LibraryRequest,
    ListMatches,
    ModeRequest,
    MoveHand,
    NewGame,
    OpenMatch,
    Request,
    Review,
    Revoke,
    SetByHand,
    ShowPuzzle,
    ShowTutorial,
)
from host.session.session import Session
from host.session.view import Notice, Severity, View
from host.storage.saved_session import settings_of
from host.ui.messages.matches import record_read_message
from host.ui.messages.spoken import spoken_message
from host.ui.speech.descriptions import description

if TYPE_CHECKING:  # who plays no far match need not load what they take
    from host.app.remote.late_far_matches import LateFarMatches

READY_S = 20.0
"""Deadline for a larger board to say hello."""


class Invitations(Protocol):
    """Takes requests to invite others."""

    @property
    def invites_player(self) -> bool:
        """True if somebody may play a side by an invitation."""

    def handle(self, request: Invite | Revoke) -> None:
        """Carry a request out.

        Raises:
            ValueError: it cannot be; the message says why.
        """


class AskedParts(Parts, Protocol):
    """Those that displays ask for something; see `Application`."""

    @property
    def mode(self) -> BoardMode: ...

    @property
    def game(self) -> AnyGame: ...

    @property
    def view(self) -> View: ...

    @property
    def library(self) -> MatchLibrary | None: ...

    @property
    def explorer(self) -> Explorer: ...

    @property
    def reviewer(self) -> Reviewer: ...

    @property
    def hand_controller(self) -> HandController: ...

    @property
    def invitations(self) -> Invitations | None: ...

    @property
    def far_matches(self) -> LateFarMatches | None: ...

    def greet(self) -> None: ...

    def wake(self) -> None: ...

    def forget_pieces(self) -> None: ...

    async def wait_for(self, condition: Callable[[View], bool], timeout_s: float) -> None: ...


class RequestHandler:
    """Carries out what displays ask for.

    Args:
        app: the application.
    """

    def __init__(self, app: AskedParts) -> None:
        self._app = app

    async def carry_out(self, request: Request, reply: Reply) -> None:  # noqa: PLR0912 (one for each request)
        """Carry a request out.

        Args:
            reply: takes what is for the display alone that asks.

        Raises:
            BoardError: the board does not do it.
            ValueError: it cannot be; the message says why.
        """
        match request:
            case Analyse():
                await self._app.explorer.handle(request, reply)
            case Describe():
                app, now_ms = self._app, monotonic_ms()
                reply(spoken_message(description(app.game, app.view, request, now_ms)))
            case Examine():
                self._app.controller.monitor.request()
            case Calibrate(action):
                self._app.controller.link.calibrate(action)
            case ShowPuzzle():
                self._end_tutorial()
                await self._show_puzzle(request)
            case ShowTutorial(book, number):
                await self._show_tutorial(Tutorial(book, number))
            case LeavePuzzles():
                self._app.switch.leave_puzzles()
                await self._put_on_mode()
            case Review():
                await self._app.reviewer.begin(self._app.mode)
            case MoveHand() | Arrange() | SetByHand():
                await self._app.background.run(self._app.hand_controller.handle(request))
            case Invite() | Revoke():
                if self._app.invitations is None:
                    raise ValueError(message("app.nobody_to_invite"))
                self._app.invitations.handle(request)
            case (
                AskInvitation()
                | InviteFarPlayer()
                | JoinFarPlayer()
                | LeaveFarPlayer()
                | WithdrawRequest()
                | ClaimGame()
                | Say()
            ):
                if self._app.far_matches is None:
                    raise ValueError(message("app.no_far_matches"))
                await self._app.far_matches.handle(request, reply)
            case NewGame(MatchSettings() as settings):
                self._end_tutorial()
                await self._make_room(settings.game.size)
                new, remarks = draw_new_game(request, self._app.controller.size)
                if isinstance(self._app.mode, Session):  # puzzles refuse a new game
                    await self._leave_far_match()
                await self._ask_mode(new, remarks)
            case ListMatches() | OpenMatch() | ExportMatch() | DeleteMatch() | ImportRecord():
                await self._ask_library(request, reply)
            case _:
                await self._ask_mode(request)

    def situation(self) -> Situation:
        """Return the situation in which displays ask."""
        app = self._app
        invites = app.invitations is not None and app.invitations.invites_player
        return Situation(app.view, app.game.size[0], app.hand_controller.placed, invites)

    async def _show_puzzle(self, request: ShowPuzzle) -> None:
        await self._app.platform.run_blocking(puzzles)  # reads a file, once
        mode = self._app.mode
        if not isinstance(mode, Session):
            await self._ask_mode(request)
            return
        if self._app.recorder.writes:
            raise ValueError(message("app.no_puzzles_in_trace"))
        if self._app.library is not None:
            self._app.switch.add_solved(await self._app.library.solved_puzzles())
        self._app.switch.turn_to_puzzles(mode, request, monotonic_ms())
        await self._put_on_mode()

    async def _show_tutorial(self, tutorial: Tutorial) -> None:
        if self._app.recorder.writes:
            raise ValueError(message("app.no_puzzles_in_trace"))
        await self._make_room(tutorial.game.size)
        self._app.switch.turn_to_tutorial(tutorial)
        await self._put_on_mode()

    def _end_tutorial(self) -> None:
        """Let the game have the board again if something is taught."""
        if isinstance(self._app.mode, Tutorial):
            self._app.switch.leave_puzzles()
            self._app.controller.put_on(self._app.mode)

    async def _ask_mode(self, request: ModeRequest, remarks: Sequence[Notice] = ()) -> None:
        now_ms = monotonic_ms()
        notices = self._app.mode.handle(request, now_ms)
        self._app.tell([*self._app.controller.handled(request, notices, now_ms), *remarks])
        self._app.greet()
        if isinstance(request, NewGame):
            await self._app.reviewer.forget()
        self._app.wake()  # the lights do not wait for the hand
        if not _is_refused(notices):
            await self._app.background.run(self._follow(request))

    async def _ask_library(self, request: LibraryRequest, reply: Reply) -> None:
        session = self._app.switch.session
        if self._app.library is None or session is None:
            raise ValueError(message("app.no_saved_matches"))
        if self._app.recorder.writes:
            raise ValueError(message("app.no_saved_matches_in_trace"))
        saved = await self._app.library.answer(request, reply)
        if saved is None:
            return
        library = self._app.library
        if settings_of(saved).far_side is not None:
            if self._app.far_matches is None:
                raise ValueError(message("app.no_far_matches"))
            await self._app.far_matches.go_on(saved)
            return
        # What refuses the saved match does so before the far one is left.
        restored = await library.restored(saved)
        await self._make_room(board_size(saved))
        await self._leave_far_match()
        await self.put_on(board_size(saved), lambda: library.go_on(session, saved, restored))
        if isinstance(request, ImportRecord):
            reply(record_read_message(opened=True))

    async def put_on(self, size: tuple[int, int], change: Callable[[], None]) -> None:
        """Put another match on the board.

        Args:
            size: files and ranks that it needs.
            change: lets the session play it.
        """
        await self._make_room(size)
        self._app.switch.forget_puzzles()
        change()
        await self._app.reviewer.forget()
        await self._put_on_mode()

    async def _leave_far_match(self) -> None:
        if self._app.far_matches is not None:
            await self._app.far_matches.leave()

    async def _make_room(self, size: tuple[int, int]) -> None:
        """Have a virtual board on which a game of that size fits.

        Raises:
            LinkTimeoutError: a larger one does not say hello.
        """
        if self._app.virtual_service is None:
            return
        controller = self._app.controller
        try:
            with controller.exchanged():
                await self._app.virtual_service.make_room(size)
                if controller.size is not None and not fits(size, controller.size):
                    await self._app.wait_for(lambda _: fits(size, controller.size or size), READY_S)
        except TimeoutError as error:
            raise LinkTimeoutError(message("virtual.silent"), controller.link.url) from error

    async def _follow(self, request: ModeRequest) -> None:
        """Bring the pieces to where a request has them."""
        if await self._app.hand_controller.follow(request):
            self._app.forget_pieces()

    async def _put_on_mode(self) -> None:
        """Let the mode of the switch have the board."""
        self._app.controller.put_on(self._app.mode)
        self._app.greet()
        await self._app.background.run(self._set_up())

    async def _set_up(self) -> None:
        await self._app.hand_controller.set_up()
        self._app.forget_pieces()
        self._app.controller.link.request_snapshot()


def _is_refused(notices: Sequence[Notice]) -> bool:
    """Return True if a request changed nothing, but for telling why."""
    return bool(notices) and all(notice.level is Severity.WARN for notice in notices)
