"""Composition of an application: each part is built here, and handed what it uses."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from host import VERSION
from host.app.ai.computer_player import ComputerPlayer
from host.app.ai.hint_service import HintService
from host.app.ai.reviewer import Reviewer
from host.app.ai.scheduler import AiScheduler, AiTask
from host.app.application import Application
from host.app.background import Background
from host.app.board_choice import BoardOptions, choose_board
from host.app.board_controller import BoardController
from host.app.clock import monotonic_ms
from host.app.displays import Displays
from host.app.explorer import Explorer
from host.app.match_library import MatchLibrary
from host.app.mode_handler import ModeHandler
from host.app.mode_switch import ModeSwitch
from host.app.platform import Platform
from host.app.remote.late_far_matches import LateFarMatches
from host.app.request_handler import Invitations, RequestHandler
from host.app.virtual.hand_controller import HandController
from host.app.virtual.virtual_service import VirtualService
from host.link.board_link import BoardLink
from host.message import message
from host.recognition.sensing.cell_map import fits, refusal, smallest_build
from host.session.modes.board_mode import BoardMode
from host.session.session import Session
from host.storage.autosave import Autosave, NoSaver, Saver
from host.storage.board_magnets import BoardMagnets
from host.storage.saved_match import SavedMatch
from host.storage.trace_recorder import Recorder
from host.ui.messages.far import far_message
from host.ui.web.broadcast import Broadcast

if TYPE_CHECKING:  # who plays no far match need not load what they take
    from host.app.remote.broker_client import MakeClient
    from host.app.remote.far_matches import FarMatches
    from host.app.remote.known_match import KnownMatch


@dataclass(frozen=True, slots=True)
class Composition:
    """All of which an application is composed that differs between programs.

    Attributes:
        mode: what runs on the board: a session, or the replay of a record.
        platform: the ports, threads and processes.
        board: that is asked for.
        saver: saves the mode; with an `Autosave` the other saved matches can be opened as well.
        may_go_on: as of `MatchLibrary`.
        make_client: makes the client of a broker; None if players at other boards are not reached,
            as without an `Autosave`: what happens elsewhere must be stored.
        far_match: that the session plays already with somebody at another board; None for none.
        on_joined: called once somebody has joined by an invitation from here.
        recorder: writes down what comes in; see `BoardController`.
        invitations: takes requests to invite others; None if nobody can be invited.
        broadcast: to the displays, which may look on before the application runs.
    """

    mode: BoardMode
    platform: Platform
    board: BoardOptions
    saver: Saver = field(default_factory=NoSaver)
    may_go_on: Callable[[SavedMatch], bool] | None = None
    make_client: MakeClient | None = None
    far_match: KnownMatch | None = None
    on_joined: Callable[[], None] = lambda: None
    recorder: Recorder = field(default_factory=Recorder)
    invitations: Invitations | None = None
    broadcast: Broadcast = field(default_factory=Broadcast)


@contextlib.asynccontextmanager
async def compose(of: Composition) -> AsyncIterator[Application]:
    """Open the board, or start a virtual one, and play as long as the context lasts.

    Raises:
        BoardError: there is no such board, or it is not ours; the message says what to do.
        ValueError: the game does not fit the board.
    """
    loop, platform, broadcast = asyncio.get_running_loop(), of.platform, of.broadcast
    switch, woken = ModeSwitch(of.mode), asyncio.Event()
    chosen = await choose_board(platform, of.board)
    remarks = list(chosen.remarks)
    async with contextlib.AsyncExitStack() as stack:
        service = name = hand = runtime = None
        url = chosen.url
        if url is None:
            service = await _virtual_board(of, switch, woken.set)
            stack.push_async_callback(service.close)
            url, name, hand = service.board.port, service.name, service.hand
            runtime = service.board.runtime
            if service.is_cpython:
                remarks.append(str(message("app.how_to_get_micropython")))

        def wake_from_thread() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(woken.set)

        locate = platform.find_any_port if of.board.wait else platform.find_port_by_uid
        opener = platform.worker("port")
        link = BoardLink(
            url, VERSION, platform.open_port, wake_from_thread, of.board.brightness, locate, opener
        )
        stack.callback(link.close)
        of.saver.wake_by(wake_from_thread)
        magnets = BoardMagnets(of.board.north)
        controller = BoardController(of.mode, link, name, of.saver, magnets, of.recorder)
        hand_controller = HandController(
            hand, lambda: switch.mode, lambda: controller.forget_pieces(monotonic_ms())
        )
        autosave = of.saver if isinstance(of.saver, Autosave) else None
        displays = Displays(
            broadcast,
            switch,
            controller,
            hand_controller,
            runtime=runtime,
            saves=autosave is not None,
            far=autosave is not None and of.make_client is not None,
        )
        background = Background(displays.tell)
        stack.push_async_callback(background.close)
        explorer = Explorer(lambda: switch.mode, platform.start_solver)
        stack.push_async_callback(explorer.end)
        reviewer = Reviewer(broadcast.publish, platform.start_solver)
        stack.push_async_callback(reviewer.end)
        modes = ModeHandler(
            switch, controller, hand_controller, service, displays, background, reviewer, woken.set
        )
        tasks: list[AiTask] = []
        if isinstance(of.mode, Session):
            player = ComputerPlayer(of.mode, modes.handle, displays.tell, platform.run_blocking)
            tasks = [player, HintService(of.mode, woken.set, displays.tell)]
        scheduler = AiScheduler(tasks, platform.start_solver)
        stack.push_async_callback(scheduler.close)
        library = None
        if autosave is not None:
            library = MatchLibrary(autosave, platform.run_blocking, of.may_go_on)
            if service is None:
                await library.begin(of.mode, magnets, background.begin)
        make_far_matches = None
        if autosave is not None and (make_client := of.make_client) is not None:

            def make_far_matches() -> FarMatches:
                from host.app.remote.far_matches import FarMatches

                return FarMatches(
                    modes,
                    switch,
                    displays,
                    background,
                    broadcast.publish,
                    of.recorder,
                    autosave,
                    make_client,
                    platform.run_blocking,
                    of.on_joined,
                )

            broadcast.publish(far_message())
        far_matches = LateFarMatches(platform.run_blocking, make_far_matches)
        stack.push_async_callback(far_matches.leave)
        if of.far_match is not None:
            await far_matches.play(of.far_match)
        requests = RequestHandler(
            modes=modes,
            switch=switch,
            controller=controller,
            hand_controller=hand_controller,
            background=background,
            explorer=explorer,
            reviewer=reviewer,
            run_blocking=platform.run_blocking,
            recorder=of.recorder,
            library=library,
            invitations=of.invitations,
            far_matches=far_matches,
        )
        application = Application(
            switch=switch,
            controller=controller,
            hand_controller=hand_controller,
            service=service,
            displays=displays,
            modes=modes,
            requests=requests,
            scheduler=scheduler,
            far_matches=far_matches,
            background=background,
            saver=of.saver,
            broadcast=broadcast,
            woken=woken,
            remarks=remarks,
        )
        if not of.board.wait:
            await asyncio.wrap_future(opener.submit(lambda: link.open(monotonic_ms())))
        async with application.running(of.board.wait):
            yield application


async def _virtual_board(
    of: Composition, switch: ModeSwitch, wake: Callable[[], None]
) -> VirtualService:
    """Start a virtual board on which the game fits.

    Raises:
        BoardNotFoundError: it does not start.
        ValueError: the game does not fit a board of the size that is asked for.
    """
    game, board = of.mode.game, of.board
    size = smallest_build(game.size) if board.size is None else board.size
    if not fits(game.size, size):
        raise ValueError(refusal(game.title, game.size, size))
    service = VirtualService(
        of.platform, size, board.seed, board.doze_ms, board.north, switch, of.broadcast, wake
    )
    await service.start()
    return service
