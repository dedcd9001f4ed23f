"""Requests of displays, carried out by the parts of an application."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from host.ai.analysis.puzzle import puzzles
from host.app.ai.reviewer import Reviewer
from host.app.background import Background
from host.app.board_controller import BoardController
from host.app.clock import monotonic_ms
from host.app.explorer import Explorer, Reply
from host.app.match_library import MatchLibrary, board_size, record_of_text
from host.app.mode_handler import ModeHandler
from host.app.mode_switch import ModeSwitch
from host.app.platform import RunBlocking
from host.app.virtual.hand_controller import HandController
from host.link.errors import BoardError
from host.message import Words, message, message_of
from host.session.access import permissions
from host.session.access.hand_permissions import Situation
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.modes.replay import Replay
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
from host.session.request_codec import decode
from host.session.requests import (
    Analyse,
    Arrange,
    Calibrate,
    DeleteMatch,
    Describe,
    DrawMatch,
    Examine,
    ExportMatch,
    ImportRecord,
    Invite,
    LeavePuzzles,
    LibraryRequest,
    ListMatches,
    MoveHand,
    NewGame,
    OpenMatch,
    PlayMove,
    Request,
    Review,
    Revoke,
    SetByHand,
    Share,
    ShowPuzzle,
    ShowRecord,
    ShowTutorial,
)
from host.session.session import Session
from host.storage.saved_session import settings_of
from host.storage.trace_recorder import Recorder
from host.ui.messages.matches import record_read_message
from host.ui.messages.notice import unknown
from host.ui.messages.spoken import spoken_message
from host.ui.pictures.shared import record_of, shared_message
from host.ui.speech.descriptions import description

if TYPE_CHECKING:  # who plays no far match need not load what they take
    from host.app.remote.late_far_matches import LateFarMatches


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestHandler:
    """Carries out what displays ask for.

    Attributes:
        modes: carries out the requests that concern the mode which has the board.
        recorder: while it writes a trace nothing else is put on the board.
        library: the saved matches; None if nothing is saved.
        invitations: takes requests to invite others; None if nobody can be invited.
        far_matches: with players at other boards.
    """

    modes: ModeHandler
    switch: ModeSwitch
    controller: BoardController
    hand_controller: HandController
    background: Background
    explorer: Explorer
    reviewer: Reviewer
    run_blocking: RunBlocking
    recorder: Recorder
    library: MatchLibrary | None
    invitations: Invitations | None
    far_matches: LateFarMatches

    async def ask(
        self, message: Mapping[str, object], role: Role, reply: Reply = lambda _: None
    ) -> Words | None:
        """Carry out what a display asks for; None, or a sentence that says why it cannot be.

        Every request of a page comes through here, and its role is checked nowhere else.  A request
        is quoted only if it is not known.

        Args:
            reply: takes what is for this display alone.
        """
        # What was drawn by lot is not for a display to say.
        asked = {field: value for field, value in message.items() if field != "lots"}
        try:
            request = decode(asked)
        except ValueError as error:
            return message_of(error)
        if request is None:
            return unknown(message)
        refused = permissions.refusal(role, request, self._situation)
        if refused is not None and isinstance(request, Analyse) and request.values:
            await self.ask({**asked, "values": False}, role, reply)  # the position is shown
        return await self.handle(request, reply) if refused is None else refused

    async def handle(self, request: Request, reply: Reply = lambda _: None) -> Words | None:
        """Carry a request out; None, or a sentence that says why it cannot be."""
        try:
            await self._carry_out(request, reply)
        except (ValueError, BoardError) as error:
            return message_of(error)
        self.modes.wake()
        return None

    async def _carry_out(self, request: Request, reply: Reply) -> None:  # noqa: PLR0912 (one for each request)
        match request:
            case Analyse():
                await self.explorer.handle(request, reply)
            case Share():
                record = record_of(self.switch.mode)
                reply(await self.run_blocking(lambda: shared_message(request, record)))
            case Describe():
                mode = self.switch.mode
                told = description(mode.game, mode.view(), request, monotonic_ms())
                reply(spoken_message(told))
            case Examine():
                self.controller.monitor.request()
            case Calibrate(action):
                self.controller.link.calibrate(action)
            case ShowPuzzle():
                await self.modes.return_to_game()
                await self._show_puzzle(request)
            case ShowTutorial(book, number):
                await self._show(Tutorial(book, number))
            case ShowRecord(text, number):
                shown = await self.run_blocking(lambda: record_of_text(text))
                help_level = self.switch.mode.view().help
                asked = help_level, True, number, shown
                await self._show(Replay(shown.game, shown.start, shown.moves, *asked))
            case LeavePuzzles():
                await self._leave()
            case Review():
                await self.reviewer.begin(self.switch.mode)
            case MoveHand() | Arrange() | SetByHand():
                await self.background.run(self.hand_controller.handle(request))
            case Invite() | Revoke():
                if self.invitations is None:
                    raise ValueError(message("app.nobody_to_invite"))
                self.invitations.handle(request)
            case (
                AskInvitation()
                | InviteFarPlayer()
                | JoinFarPlayer()
                | LeaveFarPlayer()
                | WithdrawRequest()
                | ClaimGame()
                | Say()
            ):
                await self.far_matches.handle(request, reply)
            case PlayMove():
                await self._play(request)
            case NewGame(MatchSettings() as settings):
                await self.modes.begin(request, settings, self.far_matches.leave)
            case (
                ListMatches()
                | OpenMatch()
                | ExportMatch()
                | DrawMatch()
                | DeleteMatch()
                | ImportRecord()
            ):
                await self._ask_library(request, reply)
            case _:
                await self.modes.carry_out(request)

    async def _play(self, request: PlayMove) -> None:
        """Make a move; the piece that was to make one that is refused goes back.

        Raises:
            ValueError: it cannot be made; the message says why.
        """
        try:
            await self.modes.carry_out(request)
        except ValueError:
            self.background.begin(self.hand_controller.put_right())
            raise

    def _situation(self) -> Situation:
        """Return the situation in which displays ask."""
        mode = self.switch.mode
        invites = self.invitations is not None and self.invitations.invites_player
        return Situation(mode.view(), mode.game.size[0], self.hand_controller.placed, invites)

    async def _show_puzzle(self, request: ShowPuzzle) -> None:
        await self.run_blocking(puzzles)  # reads a file, once
        mode = self.switch.mode
        if not isinstance(mode, Session):
            await self.modes.carry_out(request)
            return
        if self.recorder.writes:
            raise ValueError(message("app.no_puzzles_in_trace"))
        if self.library is not None:
            self.switch.add_solved(await self.library.solved_puzzles())
        self.switch.turn_to_puzzles(mode, request, monotonic_ms(), self._keep_solved)
        await self.modes.put_on_mode()

    def _keep_solved(self, number: int) -> None:
        if self.library is not None:
            self.background.begin(self.library.keep_solved(number))

    async def _show(self, mode: Tutorial | Replay) -> None:
        if self.recorder.writes:
            raise ValueError(message("app.no_puzzles_in_trace"))
        self.modes.check_fits(mode.game)
        await self.modes.make_room(mode.game.size)
        self.switch.turn_to(mode)
        if isinstance(mode, Replay):
            await self.reviewer.forget()
        await self.modes.put_on_mode()

    async def _leave(self) -> None:
        if isinstance(self.switch.mode, Replay):
            await self.reviewer.forget()
        self.switch.leave_puzzles()
        await self.modes.put_on_mode()

    async def _ask_library(self, request: LibraryRequest, reply: Reply) -> None:
        session, library = self.switch.session, self.library
        if library is None or session is None:
            raise ValueError(message("app.no_saved_matches"))
        if self.recorder.writes:
            raise ValueError(message("app.no_saved_matches_in_trace"))
        saved = await library.answer(request, reply)
        if saved is None:
            return
        if settings_of(saved).far_side is not None:
            await self.far_matches.go_on(saved)
            return
        # What refuses the saved match does so before the far one is left.
        restored = await library.restored(saved)
        await self.modes.make_room(board_size(saved))
        await self.far_matches.leave()
        await self.modes.put_on(board_size(saved), lambda: library.go_on(session, saved, restored))
        if isinstance(request, ImportRecord):
            reply(record_read_message(opened=True))
