"""Application: a board or simulator, the mode that runs on it, and the displays that look on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from host import VERSION
from host.app.ai.computer_player import ComputerPlayer
from host.app.ai.hint_service import HintService
from host.app.ai.reviewer import Reviewer
from host.app.ai.scheduler import AiScheduler
from host.app.background import Background
from host.app.board_choice import choose_board
from host.app.board_controller import AT_ONCE, BoardController
from host.app.clock import monotonic_ms
from host.app.explorer import Explorer, Reply
from host.app.led_publisher import LedPublisher
from host.app.match_library import MatchLibrary
from host.app.mode_switch import ModeSwitch
from host.app.platform import Platform
from host.app.request_handler import Invitations, RequestHandler
from host.app.virtual.hand_controller import HandController
from host.app.virtual.virtual_service import VirtualService
from host.engine.game import AnyGame, Side
from host.link.board_link import BoardLink
from host.link.errors import BoardError, BoardNotFoundError
from host.link.wire import FULL_BRIGHTNESS
from host.message import Message, Words, message, message_of
from host.recognition.sensing.cell_map import fits, refusal, smallest_build
from host.session.access import permissions
from host.session.access.role import Role
from host.session.modes.board_mode import BoardMode
from host.session.request_codec import decode
from host.session.requests import Analyse, ConfirmReward, Request
from host.session.session import Session
from host.session.view import Notice, View
from host.storage.autosave import NoSaver, Saver
from host.storage.board_magnets import BoardMagnets
from host.storage.trace_recorder import Recorder
from host.ui.messages.notice import unknown
from host.ui.messages.state import LinkData
from host.ui.publisher import StatePublisher
from host.ui.web.broadcast import Broadcast
from host.virtual.board import VirtualBoard
from host.virtual.hand import VirtualHand

if TYPE_CHECKING:  # who plays no far match need not load what they take
    from host.app.remote.late_far_matches import LateFarMatches

READY_S = 20.0
"""Time from its opening in which a board is to answer."""


class Application:
    """One game at one board, and the displays that look on.

    Args:
        platform: the ports, threads and processes.
        mode: what runs on the board: a session, or the replay of a record.
        board: port or URL, "virtual", or None for the board that is plugged in, else virtual.
        seed, size: of the virtual board; no size for the smallest on which the game fits.
        saver: saves the mode; see `BoardController`.
        north: the side whose pieces have their north pole down; None for what is known.
        recorder: writes down what comes in; see `BoardController`.
        brightness: of the board's lights, per cent of what the eye would see.
        library: the saved matches; None if nothing is saved.
        wait: go on without a board until one is plugged in; never with a virtual one.

    Attributes:
        doze_ms: how long the virtual board's chip may doze while nothing is touched.
        remarks: sentences about the board and the lots that were drawn.
        invitations: takes requests to invite others; None if nobody can be invited.
        requests: carries out what displays ask for.
        far_matches: with players at other boards; None if they cannot be reached.
        ready: set when the board has answered, or been refused.
        changed: notified whenever the state has changed, or a far player is to be asked something.
        background: what the simulated hand is at work on.
        turns: of the main loop, at least one a second.
    """

    doze_ms = 20

    def __init__(
        self,
        platform: Platform,
        mode: BoardMode,
        board: str | None,
        seed: int,
        saver: Saver | None = None,
        north: Side | None = None,
        recorder: Recorder | None = None,
        brightness: int = FULL_BRIGHTNESS,
        size: tuple[int, int] | None = None,
        remarks: Sequence[str] = (),
        library: MatchLibrary | None = None,
        wait: bool = False,
    ) -> None:
        self.platform = platform
        self.switch = ModeSwitch(mode, self._keep_solved)
        self._ai_scheduler = self._attend(mode) if isinstance(mode, Session) else None
        self._saver = NoSaver() if saver is None else saver
        self.library = library
        self._magnets = BoardMagnets(north)
        self.recorder = Recorder() if recorder is None else recorder
        self._brightness = brightness
        self.broadcast = Broadcast()
        self.connect = self.broadcast.connect
        self.invitations: Invitations | None = None
        self._publisher = StatePublisher(self.broadcast.publish)
        self.reviewer = Reviewer(self.broadcast.publish, platform.start_solver)
        self.virtual_service: VirtualService | None = None
        self.explorer = Explorer(lambda: self.mode, platform.start_solver)
        self.remarks = list(remarks)
        self.requests = RequestHandler(self)
        self.far_matches: LateFarMatches | None = None
        self.ready = asyncio.Event()
        self.changed = asyncio.Condition()
        self.hand_controller = HandController(None, lambda: self.mode)
        self.background = Background(lambda notice: self.tell([notice]))
        self._board, self._seed, self._size = board, seed, size
        self._waits = wait
        self._wake = asyncio.Event()
        # The reward that the simulated hand has put on last, which nobody is told to put on.
        self._put_on: Words | None = None
        self.turns = 0
        self._runtime = ""

    @property
    def mode(self) -> BoardMode:
        """Mode that has the board now."""
        return self.switch.mode

    @property
    def virtual(self) -> VirtualBoard | None:
        """Simulator of the virtual board; None with a real board."""
        return None if self.virtual_service is None else self.virtual_service.board

    @property
    def hand(self) -> VirtualHand | None:
        """Hand on the virtual board; None with a real board."""
        return None if self.virtual_service is None else self.virtual_service.hand

    @property
    def game(self) -> AnyGame:
        """Game that is played now."""
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
        if self.virtual_service is None and self.library is not None:
            await self.library.begin(self.mode, self._magnets, self.background.begin)

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._wake.set)

        ready_by_s = loop.time() + READY_S
        opener = self.platform.worker("port")
        locate = self.platform.find_any_port if self._waits else self.platform.find_port_by_uid
        link = BoardLink(
            url, VERSION, self.platform.open_port, wake, self._brightness, locate, opener
        )
        self._saver.wake_by(wake)
        self.controller = BoardController(
            self.mode, link, name, self._saver, self._magnets, self.recorder
        )
        self._leds = LedPublisher(self.controller, self.broadcast)
        try:
            if not self._waits:
                await asyncio.wrap_future(opener.submit(lambda: link.open(monotonic_ms())))
            self.greet()
            # If a task fails, the group ends whatever the caller is doing.
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._play()), group.create_task(self._mirror())]
                if not self._waits:
                    await self._until_ready(ready_by_s)
                yield
                for task in tasks:
                    task.cancel()
        finally:
            if (session := self.switch.session) is not None:
                now_ms = monotonic_ms()
                session.host_stalled(now_ms, now_ms)  # so that the time used until now is saved
                self._saver(now_ms)
            link.close()
            await self.background.close()
            ends = [self.reviewer.end(), self.explorer.end()]
            processes = (self._ai_scheduler, self.virtual)
            ends += [process.close() for process in processes if process is not None]
            await asyncio.gather(*ends)

    async def _choose_board(self) -> tuple[str, Message | None, str]:
        """Return the port to open, the board's name (None: its port), and the firmware's runtime.

        Raises:
            BoardError: there is no such board, or the virtual one does not start.
            ValueError: the game does not fit a board of that size.
        """
        chosen = await choose_board(self.platform, self._board, self._size, self._waits)
        self.remarks += chosen.remarks
        if chosen.url is not None:
            return chosen.url, None, "a real board"
        size = smallest_build(self.game.size) if self._size is None else self._size
        if not fits(self.game.size, size):
            raise ValueError(refusal(self.game.title, self.game.size, size))
        service = self.virtual_service = VirtualService(
            self.platform, size, self._seed, self.doze_ms, self._magnets.said, self
        )
        await service.start(self.heard)
        if service.is_cpython:
            self.remarks.append(str(message("app.how_to_get_micropython")))
        self.hand_controller = service.hand_controller
        return service.board.port, service.name, service.board.runtime

    async def _until_ready(self, deadline_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(deadline_s):
                await self.ready.wait()
        # A virtual board that does not answer yet is slow, as in the browser of a busy computer.
        is_real = self.virtual_service is None
        if is_real and self.controller.link_state.state == "refused":
            raise BoardNotFoundError(self.controller.link_state.words, self.controller.link.url)

    # The game

    async def _play(self) -> None:
        while True:
            self.turns += 1
            self._wake.clear()
            self.controller.set_virtual_hand(self.hand_controller.is_active)
            self.tell(self.controller.pump(monotonic_ms(), AT_ONCE))
            self._leds.look()
            if self.controller.monitor.is_changed:
                self.broadcast.publish(self.controller.monitor.message())
            await self.refresh()
            if self.far_matches is not None:
                self.far_matches.check()
            if self._ai_scheduler is not None and not self.switch.is_game_waiting:
                await self._ai_scheduler.reschedule()
            await asyncio.sleep(0)  # even where this is woken at once, again and again
            wake_ms = self.controller.next_wake_ms
            pause = 1.0 if wake_ms is None else max(0, wake_ms - monotonic_ms()) / 1000
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(pause, 1.0)):
                    await self._wake.wait()

    def _attend(self, session: Session) -> AiScheduler:
        """Return the scheduler of a session's AI tasks: the computer's moves first."""

        def tell(notice: Notice) -> None:
            self.tell([notice])

        player = ComputerPlayer(session, self.handle, tell, self.platform.run_blocking)
        return AiScheduler(
            [player, HintService(session, self.wake, tell)], self.platform.start_solver
        )

    def tell(self, notices: Sequence[Notice]) -> None:
        """Say things on every display, but not that a reward is due that the hand puts on."""
        if not notices:
            return
        reward = self.view.reward
        if reward is not None and self.hand_controller.is_active:
            self._put_on = reward.words
        self._publisher.publish_notices(
            [notice for notice in notices if notice.words != self._put_on]
        )

    async def refresh(self) -> None:
        """Publish the state if it has changed, and wake those who wait for a change."""
        self.greet()
        link = self.controller.link_state
        if self.controller.is_held(monotonic_ms()):
            return
        told: LinkData = {"state": link.state, "text": link.words}
        view = self.view
        self.broadcast.delay.look(view, monotonic_ms())
        if view.reward is not None and self.hand_controller.is_active:
            self._put_on = view.reward.words
            await self.handle(ConfirmReward())
            view = self.view
        self._publisher.publish_clock(view.clock, monotonic_ms())
        self.hand_controller.look(view)
        lift = self.hand_controller.lift(view)
        news = self._publisher.publish_state(self.game, view, told, monotonic_ms(), lift)
        if link.state in ("up", "refused"):
            self.ready.set()
        if not news and not (isinstance(self.mode, Session) and self.mode.far_requests):
            return
        async with self.changed:
            self.changed.notify_all()

    def greet(self) -> None:
        """Publish the hello message if the game has changed."""
        virtual = self.virtual_service is not None
        # A virtual board becomes as large as a game needs it.
        board = None if virtual else self.controller.size
        saves, far = self.library is not None, self.far_matches is not None
        self._publisher.publish_hello(self.game, virtual, self._runtime, board, saves, far)

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

    def _keep_solved(self, puzzle: int) -> None:
        if self.library is not None:
            self.background.begin(self.library.keep_solved(puzzle))

    def wake(self) -> None:
        """Let the board controller be pumped at once."""
        self._wake.set()

    # The LEDs

    async def _mirror(self) -> None:
        """Publish the LEDs of a real board, or keep a virtual one running."""
        if self.virtual_service is None:
            await self._leds.run()
            return
        supervision = self.virtual_service.supervise(
            lambda notice: self.tell([notice]), self._restarted
        )
        async with asyncio.TaskGroup() as group:
            group.create_task(supervision)
            group.create_task(self.virtual_service.follow_viewers())

    def _restarted(self, url: str) -> None:
        """Go on at a new simulator."""
        self.controller.link.move_to(url)
        self.forget_pieces()
        self._wake.set()

    def heard(self, event: dict[str, object]) -> None:
        """Take an event of the simulator: what its LEDs show, or where its pieces are."""
        if self.virtual_service is not None:
            self.virtual_service.handle_event(event)
            if event.get("event") != "frame":  # which come 40 times a second where a light pulses
                self._wake.set()  # what a lift will lead to is told before the sensors see it

    # The displays

    def invite_by(self, invitations: Invitations) -> None:
        """Have requests to invite others taken."""
        self.invitations = invitations

    def play_far_by(self, matches: LateFarMatches) -> None:
        """Have matches with players at other boards."""
        self.far_matches = matches

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
        refused = permissions.refusal(role, request, self.requests.situation)
        if refused is not None and isinstance(request, Analyse) and request.values:
            await self.ask({**asked, "values": False}, role, reply)  # the position is shown
        return await self.handle(request, reply) if refused is None else refused

    async def handle(self, request: Request, reply: Reply = lambda _: None) -> Words | None:
        """Carry a request out; None, or a sentence that says why it cannot be."""
        try:
            await self.requests.carry_out(request, reply)
        except (ValueError, BoardError) as error:
            return message_of(error)
        self._wake.set()
        return None

    def forget_pieces(self) -> None:
        """Forget which piece is which, as they were moved unseen."""
        self.controller.forget_pieces(monotonic_ms())
