"""Run an application on the page or in the terminal, until its user ends it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ipaddress
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from starlette.applications import Starlette

from host.app.application import READY_S, Application
from host.app.compose import Composition, compose
from host.cli.addresses import listen_address
from host.cli.club.board import published
from host.cli.local_name import announced
from host.cli.options import Echo
from host.cli.service_manager import is_service, notified
from host.message import Words, message, spoken_language, system_error
from host.session.access.role import Role
from host.session.view import Notice, Severity
from host.storage.database import default_path
from host.storage.owner_key import owner_key
from host.ui.speech.espeak import EspeakVoice, require_espeak
from host.ui.speech.speaker import Speaker
from host.ui.web import server
from host.ui.web.access import Access
from host.ui.web.qr_code import qr_code, qr_text
from host.ui.web.wall_feed import WallFeed
from host.ui.web.wall_server import Downloads, create_wall
from host.worker.thread import WorkerThread

ADDRESS_S = 10.0
"""Interval at which the computer's address is looked up; a network may come after the start."""
SILENT_S = 1.0
"""Time after which it is told that a board is waited for."""


async def run_on_display(
    composition: Composition, options: argparse.Namespace, echo: Echo, remarks: Sequence[str] = ()
) -> int:
    """Run an application on the display that the options ask for; returns the exit status.

    Args:
        remarks: sentences that are said at the beginning.
    """
    # The page's port is taken first: better to know before the board is opened.
    place = None if options.terminal else Place.of(bind(options.listen), options.public)
    access = None if place is None else access_to(place)
    composition = replace(composition, invitations=access)
    async with contextlib.AsyncExitStack() as stack:
        with _waiting_told(options.board, echo):
            application = await stack.enter_async_context(compose(composition))
        await stack.enter_async_context(published(application, options, echo))
        speaker = await stack.enter_async_context(speaking(application, options.speak))
        remarks = [*remarks, *application.remarks]
        if place is None or access is None:
            return await _run_terminal(application, speaker, remarks, echo)
        return await serve_page(application, place, access, remarks, not options.no_browser, echo)


@contextlib.contextmanager
def _waiting_told(board: str | None, echo: Echo) -> Iterator[None]:
    """Tell that a board is waited for, and how long, if the block takes a while.

    Args:
        board: as the options name it; None or "virtual" for one that is not waited for.
        echo: prints a line.
    """
    words = message("cli.waiting_for_answer", board=repr(board), seconds=round(READY_S))

    def tell() -> None:
        with contextlib.suppress(OSError):  # what is said next meets it as well
            echo(str(words))

    timer = asyncio.get_running_loop().call_later(SILENT_S, tell)
    if board in (None, "virtual"):
        timer.cancel()
    try:
        yield
    finally:
        timer.cancel()


@contextlib.asynccontextmanager
async def speaking(application: Application, rate: int | None) -> AsyncIterator[Speaker | None]:
    """Say aloud what happens as long as the context lasts; with no rate say nothing.

    Raises:
        VoiceError: there is no voice; the message says what to do.
    """
    if rate is None:
        yield None
        return
    require_espeak()
    voice = EspeakVoice(WorkerThread("voice"), spoken_language(), rate)
    messages = application.connect(leds=False)
    speaker = Speaker(messages, voice, lambda text: application.tell(Notice(Severity.WARN, text)))
    task = asyncio.create_task(speaker.run())
    try:
        yield speaker
    finally:
        await _end(task)


async def _run_terminal(
    application: Application, speaker: Speaker | None, remarks: Sequence[str], echo: Echo
) -> int:
    from host.ui.terminal.terminal import TerminalUI

    for remark in remarks:
        echo(remark)

    def reply(answer: Mapping[str, object]) -> None:
        # A description is printed for who asks for it, and said aloud if anything is.
        if answer["t"] != "spoken":
            return
        terminal.tell(str(answer["text"]))
        if speaker is not None:
            speaker.messages.post(answer)

    async def ask(request: Mapping[str, object]) -> Words | None:
        refused = await application.ask(request, Role.OWNER, reply)
        # What is typed next may need the pieces where the hand is bringing them.
        await application.wait_until_done()
        return refused

    repeat = None if speaker is None else speaker.repeat
    terminal = TerminalUI(application.connect(leds=False), ask, repeat=repeat)
    return await terminal.run()


def bind(listen: str) -> socket.socket:
    """Return a listening socket for `HOST:PORT`.

    Raises:
        ValueError: the text is no address, or it cannot be had; the message says what to do.
    """
    host, port = listen_address(listen, "--listen", "127.0.0.1:8765")
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        sock = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen()
    except OSError as error:
        why = system_error(error)
        raise ValueError(message("cli.cannot_listen", text=repr(listen), why=why)) from error
    return sock


class Reached(Protocol):
    """Access to the pages of one address.

    Attributes:
        owner_key: secret of the owner.
    """

    owner_key: str

    def move_to(self, url: str, reachable: bool) -> None:
        """Change where others open the pages; see `Access`."""

    def ticket(self) -> str:
        """Make a secret that admits an owner once."""

    def knows(self, secret: str) -> bool:
        """Return True if this secret is valid at one of the pages."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place where pages are served.

    Attributes:
        sock: bound.
        url: on this computer.
        address: of this computer for others.
        port: of the socket.
        is_public: True if it is reached at every address of this computer.
        hosts: as of `create_app`.
        public_url: address at which a proxy serves it; None without one.
    """

    sock: socket.socket
    url: str
    address: str
    port: int
    is_public: bool
    hosts: tuple[str, ...]
    public_url: str | None = None

    @classmethod
    def of(cls, sock: socket.socket, public_url: str | None = None) -> Place:
        """Return the place of a bound socket."""
        name, port = sock.getsockname()[:2]
        is_public = name in ("0.0.0.0", "::")
        hosts = ("*",) if is_public else (name, "localhost")
        return cls(
            sock,
            _url("127.0.0.1" if is_public else name, port),
            own_address() if is_public else name,
            port,
            is_public,
            hosts if public_url is None else (*hosts, public_url),
            public_url,
        )

    @property
    def others_url(self) -> str:
        """Address for other computers."""
        return self.public_url or _url(self.address, self.port)

    @property
    def is_reachable(self) -> bool:
        """True if other computers reach it there."""
        return self.public_url is not None or _is_reachable(self.address)


def usual_owner_key() -> str:
    """Return the owner's key of this user, kept beside the saved matches."""
    return owner_key(default_path().with_name("owner.key"))


def access_to(place: Place) -> Access:
    """Return the access of this user to the page at a place."""
    return Access(usual_owner_key(), place.others_url, place.is_reachable)


async def serve_page(
    application: Application,
    place: Place,
    access: Access,
    remarks: Sequence[str],
    browse: bool,
    echo: Echo,
) -> int:
    """Serve the page until ctrl-C; returns the exit status.

    Args:
        access: to the page, by which the application invites others.
        remarks: sentences to say after the address.
        browse: open a browser on it.
    """
    app = server.create_app(application, place.hosts, access)
    link = application.link_state
    told = message("cli.play_on", board=link.words, url=f"{place.url}#{access.owner_key}")
    remarks = [str(told), *remarks]
    return await serve_at(place, app, access, remarks, browse, echo, lambda: application.turns)


async def serve_at(
    place: Place,
    app: Starlette,
    access: Reached,
    remarks: Sequence[str],
    browse: bool,
    echo: Echo,
    turns: Callable[[], int],
) -> int:
    """Serve an application until ctrl-C; returns the exit status.

    Args:
        remarks: sentences to say at first; the first of them tells the address.
        browse: open a browser on it.
        turns: as of `notified`.
    """
    # Not while somebody plays: it imports what draws such codes, and remembers this one.
    if place.is_public or place.is_reachable:
        await asyncio.to_thread(qr_code, place.others_url)
    first, *others = remarks
    echo(first)
    if place.is_reachable:
        _show_address(access, place.others_url, echo)
    for remark in others:
        echo(remark)
    if browse:
        # Other users of this computer may read the command line of a browser, so what stands in it
        # is of no use to them for long.
        await asyncio.to_thread(webbrowser.open, f"{place.url}#{access.ticket()}")
    async with contextlib.AsyncExitStack() as stack:
        if place.is_public and place.public_url is None:
            following = _follow_address(access, place.address, place.port, echo)
            stack.push_async_callback(_end, asyncio.create_task(following))
        await stack.enter_async_context(notified(turns))
        await server.serve(app, place.sock, access.knows)
    return 0


async def serve_wall(
    feed: WallFeed, downloads: Downloads, place: Place, browse: bool, echo: Echo
) -> None:
    """Serve a club's wall until ctrl-C.

    Args:
        feed: what its pages are told.
        downloads: the results.
        place: its socket is owned from now on.
        browse: open a browser on it.
        echo: prints a line.
    """
    echo(str(message("cli.club_wall", url=place.url)))
    if place.is_reachable:
        echo(str(message("cli.others_watch", url=place.others_url)))
    if browse:
        await asyncio.to_thread(webbrowser.open, place.url)
    await server.serve(create_wall(feed, downloads, place.hosts), place.sock)


def _show_address(access: Reached, url: str, echo: Echo) -> None:
    """Tell where others reach the page, with a QR code for a phone."""
    echo(str(message("cli.others_watch", url=url)))
    echo(str(message("cli.play_on_phone", url=f"{url}#{access.owner_key}")))
    if sys.stdout.isatty() or is_service():
        echo(qr_text(f"{url}#{access.owner_key}"))


async def _follow_address(access: Reached, address: str, port: int, echo: Echo) -> None:
    """Announce the page in the network, and anew when the computer has another address."""
    while True:
        if _is_reachable(address):
            async with announced(address, port) as name:
                if name:
                    echo(str(message("cli.found_as", url=_url(name, port))))
                address = await _next_address(address)
        else:
            address = await _next_address(address)
        access.move_to(_url(address, port), _is_reachable(address))
        if _is_reachable(address):
            _show_address(access, _url(address, port), echo)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _next_address(address: str) -> str:
    while (now := own_address()) == address:
        await asyncio.sleep(ADDRESS_S)
    return now


def _is_reachable(address: str) -> bool:
    return not ipaddress.ip_address(address).is_loopback


def own_address() -> str:
    """Return the address of this computer in its network; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            # Chooses a route and sends nothing; the address is one for documentation (RFC 5737).
            sock.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(sock.getsockname()[0])


def _url(address: str, port: int) -> str:
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"
