"""Application: a board or simulator, the mode that runs on it, and the displays that look on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from host import VERSION
from host.ai.analysis.puzzle import puzzles
from host.app.ai_scheduler import AiScheduler
from host.app.background import Background
from host.app.board_choice import choose_board
from host.app.board_controller import BoardController
from host.app.clock import monotonic_ms
from host.app.computer_player import ComputerPlayer
from host.app.explorer import Explorer, Reply
from host.app.hand_controller import HandController
from host.app.hint_service import HintService
from host.app.led_publisher import publish_leds
from host.app.mode_switch import ModeSwitch
from host.app.new_game import draw_new_game
from host.app.reviewer import Reviewer
from host.app.virtual_service import VirtualService
from host.engine.game import AnyGame, Side
from host.errors import BoardError, BoardNotFoundError
from host.link.board_link import BoardLink
from host.link.discover import find_port_by_uid
from host.link.wire import FULL_BRIGHTNESS
from host.message import Message, Words, message, message_of
from host.recognition.cell_map import fits, refusal, smallest_build
from host.session import permissions
from host.session.board_mode import BoardMode
from host.session.hand_permissions import Situation
from host.session.match_settings import MatchSettings
from host.session.request_codec import decode
from host.session.requests import (
    Analyse,
    Arrange,
    Examine,
    Invite,
    LeavePuzzles,
    ModeRequest,
    MoveHand,
    NewGame,
    Request,
    Review,
    Revoke,
    SetByHand,
    ShowPuzzle,
)
from host.session.role import Role
from host.session.session import Session
from host.session.view import Notice, View
from host.storage.autosave import NoSaver, Saver
from host.storage.trace_recorder import Recorder
from host.ui.messages.notice import unknown
from host.ui.messages.state import LinkData
from host.ui.publisher import StatePublisher
from host.ui.web.access import Access
from host.ui.web.broadcast import Broadcast
from host.virtual.hand import VirtualHand
from host.virtual.process import VirtualBoard
from host.worker import Worker

READY_S = 20.0


class Application:
    """One game at one board, and the displays that look on.

    Args:
        mode: what runs on the board: a session, or the replay of a record.
        board: port or URL, "virtual", or None for the board that is plugged in, else virtual.
        seed, size: of the virtual board; no size for the smallest on which the game fits.
        saver: saves the mode; see `BoardController`.
        north: the side whose pieces have their north pole down.
        recorder: writes down what comes in; see `BoardController`.
        brightness: of the board's lights, per cent of what the eye would see.

    Attributes:
        doze_ms: how long the virtual board's chip may doze while nothing is touched.
        remarks: sentences about the board and the lots that were drawn.
        access: the roles of pages.
        ready: set when the board has answered, or been refused.
        changed: notified whenever the state has changed.
        background: what the simulated hand is at work on.
    """

    doze_ms = 20

    def __init__(
        self,
        mode: BoardMode,
        board: str | None,
        seed: int,
        saver: Saver | None = None,
        north: Side = Side.WHITE,
        recorder: Recorder | None = None,
        brightness: int = FULL_BRIGHTNESS,
        size: tuple[int, int] | None = None,
        remarks: Sequence[str] = (),
    ) -> None:
        self._switch = ModeSwitch(mode)
        self._ai_scheduler = self._attend(mode) if isinstance(mode, Session) else None
        self._saver = NoSaver() if saver is None else saver
        self._north = north
        self._recorder = recorder
        self._brightness = brightness
        self.broadcast = Broadcast()
        self.connect = self.broadcast.connect
        self.access = Access()
        self._publisher = StatePublisher(self.broadcast.publish)
        self._reviewer = Reviewer(self.broadcast.publish)
        self._explorer = Explorer(lambda: self.mode)
        self._virtual: VirtualService | None = None
        self.remarks = list(remarks)
        self.ready = asyncio.Event()
        self.changed = asyncio.Condition()
        self._hand_controller = HandController(None, lambda: self.mode)
        self.background = Background(lambda notice: self.tell([notice]))
        self._board, self._seed, self._size = board, seed, size
        self._wake = asyncio.Event()
        self._runtime = ""

    @property
    def mode(self) -> BoardMode:
        """Mode that has the board now."""
        return self._switch.mode

    @property
    def virtual(self) -> VirtualBoard | None:
        """Simulator of the virtual board; None with a real board."""
        return None if self._virtual is None else self._virtual.board

    @property
    def hand(self) -> VirtualHand | None:
        """Hand on the virtual board; None with a real board."""
        return None if self._virtual is None else self._virtual.hand

    @property
    def game(self) -> AnyGame:
        """The rules that are played by now."""
        return self.mode.game

    @property
    def view(self) -> View:
        """View that displays may show now."""
        return self.mode.view()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the board, or start a virtual one, and play as long as the context lasts.

        Raises:
            BoardError: there is no such board, or it is not ours; the message says what to do.
        """
        loop = asyncio.get_running_loop()
        url, name, self._runtime = await self._choose_board()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._wake.set)

        opener = Worker("port")
        link = BoardLink(url, VERSION, wake, self._brightness, find_port_by_uid, opener)
        self._saver.wake = wake
        self.table = BoardController(
            self.mode, link, name, self._saver, self._north, self._recorder
        )
        try:
            await asyncio.wrap_future(opener.submit(lambda: link.open(monotonic_ms())))
            self._greet()
            # Should the table fail, the group ends whatever the caller is doing meanwhile.
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._play()), group.create_task(self._mirror())]
                await self._until_ready()
                yield
                for task in tasks:
                    task.cancel()
        finally:
            link.close()
            await self.background.close()
            ends = [self._reviewer.end(), self._explorer.end()]
            processes = (self._ai_scheduler, self.virtual)
            ends += [process.close() for process in processes if process is not None]
            await asyncio.gather(*ends)

    async def _choose_board(self) -> tuple[str, Message | None, str]:
        """Return the port to open, the board's name (None: its port), and the firmware's runtime.

        Raises:
            BoardError: there is no such board, or the virtual one does not start.
            ValueError: the game does not fit a board of that size.
        """
        chosen = await choose_board(self._board, self._size)
        self.remarks += chosen.remarks
        if chosen.url is not None:
            return chosen.url, None, "a real board"
        size = smallest_build(self.game.size) if self._size is None else self._size
        if not fits(self.game.size, size):
            raise ValueError(refusal(self.game.title, self.game.size, size))
        self._virtual = VirtualService(size, self._seed, self.doze_ms, self._north, self)
        await self._virtual.start(self.heard)
        self._hand_controller = self._virtual.hand_controller
        return self._virtual.board.port, self._virtual.name, self._virtual.board.runtime

    async def _until_ready(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(READY_S):
                await self.ready.wait()
        if self.table.link_state.state == "refused":
            raise BoardNotFoundError(self.table.link_state.words, self.table.link.url)

    # The game

    async def _play(self) -> None:
        while True:
            self._wake.clear()
            now_ms = monotonic_ms()
            self.tell(self.table.pump(now_ms))
            if self.table.monitor.is_changed:
                self.broadcast.publish(self.table.monitor.message())
            await self.refresh()
            if self._ai_scheduler is not None and not self._switch.is_game_waiting:
                await self._ai_scheduler.reschedule()
            wake_ms = self.table.next_wake_ms
            pause = 1.0 if wake_ms is None else max(0, wake_ms - monotonic_ms()) / 1000
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(pause, 1.0)):
                    await self._wake.wait()

    def _attend(self, session: Session) -> AiScheduler:
        """Return the scheduler of a session's AI tasks: the computer's moves first."""

        def tell(notice: Notice) -> None:
            self.tell([notice])

        player = ComputerPlayer(session, self.handle, tell)
        return AiScheduler([player, HintService(session, self.wake, tell)])

    def tell(self, notices: Sequence[Notice]) -> None:
        """Say things on every display."""
        self._publisher.publish_notices(notices)

    async def refresh(self) -> None:
        """Publish the state if it has changed, and wake those who wait for a change."""
        self._greet()
        link = self.table.link_state
        if self.table.is_held(monotonic_ms()):
            return
        told: LinkData = {"state": link.state, "text": link.words}
        view = self.view
        self._publisher.publish_clock(view.clock, monotonic_ms())
        self._hand_controller.look()
        news = self._publisher.publish_state(self.game, view, told)
        if link.state in ("up", "refused"):
            self.ready.set()
        if not news:
            return
        async with self.changed:
            self.changed.notify_all()

    def _greet(self) -> None:
        """Publish the hello message if the game has changed."""
        board = self.table.size if self.hand is None else self.hand.size
        self._publisher.publish_hello(self.game, self._virtual is not None, self._runtime, board)

    async def wait_for(self, condition: Callable[[View], bool], timeout_s: float) -> None:
        """Wait for a view.

        Raises:
            TimeoutError: it took longer; the message says what the board waits for.
        """
        try:
            async with asyncio.timeout(timeout_s), self.changed:
                await self.changed.wait_for(lambda: condition(self.view))
        except TimeoutError:
            raise TimeoutError(f"it did not happen: {self.view.prompt}") from None

    def wake(self) -> None:
        """Let the table be pumped at once."""
        self._wake.set()

    # The LEDs

    async def _mirror(self) -> None:
        """Publish the LEDs of a real board, or keep a virtual one running."""
        if self._virtual is None:
            await publish_leds(self.table, self.broadcast.publish)
        else:
            await self._virtual.supervise(lambda notice: self.tell([notice]), self._restarted)

    def _restarted(self, url: str) -> None:
        """Go on at a new simulator."""
        self.table.link.move_to(url)
        self.forget_pieces()
        self._wake.set()

    def heard(self, event: dict[str, object]) -> None:
        """Take an event of the simulator: what its LEDs show, or where its pieces are."""
        if self._virtual is not None:
            self._virtual.handle_event(event)

    # The displays

    async def ask(
        self, message: Mapping[str, object], role: Role, reply: Reply = lambda _: None
    ) -> Words | None:
        """Carry out what a display asks for; None, or a sentence that says why it cannot be.

        Every request of a page comes through here, and its role is checked nowhere else.

        Only what is not known here is quoted: who is refused something knows what was asked.
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
        return await self.handle(request, reply) if refused is None else refused

    def _situation(self) -> Situation:
        return Situation(self.view, self.game.size[0], self._hand_controller.placed)

    async def handle(self, request: Request, reply: Reply = lambda _: None) -> Words | None:
        """Carry a request out; None, or a sentence that says why it cannot be."""
        try:
            await self._carry_out(request, reply)
        except (ValueError, BoardError) as error:
            return message_of(error)
        self._wake.set()
        return None

    async def _carry_out(self, request: Request, reply: Reply) -> None:
        match request:
            case Analyse():
                self._explorer.handle(request, reply)
            case Examine():
                self.table.monitor.request()
            case ShowPuzzle():
                await self._show_puzzle(request)
            case LeavePuzzles():
                self._switch.leave_puzzles()
                await self._put_on_mode()
            case Review():
                await self._reviewer.begin(self.mode)
            case MoveHand() | Arrange() | SetByHand():
                await self.background.run(self._hand_controller.handle(request))
            case Invite() | Revoke():
                self.access.handle(request)
            case NewGame(MatchSettings()):
                await self._ask_mode(*draw_new_game(request, self.table.size))
            case _:
                await self._ask_mode(request)

    async def _show_puzzle(self, request: ShowPuzzle) -> None:
        await asyncio.to_thread(puzzles)  # reads a file, once
        if not isinstance(self.mode, Session):
            await self._ask_mode(request)
            return
        if self._recorder is not None and self._recorder.writes:
            raise ValueError(message("app.no_puzzles_in_trace"))
        self._switch.turn_to_puzzles(self.mode, request, monotonic_ms())
        await self._put_on_mode()

    async def _ask_mode(self, request: ModeRequest, remarks: Sequence[Notice] = ()) -> None:
        now_ms = monotonic_ms()
        notices = self.mode.handle(request, now_ms)
        self.tell([*self.table.handled(request, notices, now_ms), *remarks])
        self._greet()
        if isinstance(request, NewGame):
            await self._reviewer.forget()
        await self.background.run(self._follow(request))

    async def _follow(self, request: ModeRequest) -> None:
        """Bring the pieces to where a request has them."""
        if await self._hand_controller.follow(request):
            self.forget_pieces()

    async def _put_on_mode(self) -> None:
        """Let the mode of the switch have the board."""
        self.table.mode = self.mode
        self._greet()
        await self.background.run(self._set_up())

    async def _set_up(self) -> None:
        await self._hand_controller.set_up()
        self.forget_pieces()
        self.table.link.request_snapshot()

    def forget_pieces(self) -> None:
        """Forget which piece is which, as they were moved unseen."""
        self.table.forget_pieces(monotonic_ms())
