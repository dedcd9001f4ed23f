"""Run an application on the page or in the terminal, until its user ends it."""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import webbrowser

from host.app.application import Application
from host.cli.options import Echo
from host.ui.terminal.terminal import TerminalUI
from host.ui.web import server


async def run_on_display(application: Application, options: argparse.Namespace, echo: Echo) -> int:
    """Run on the display that the options ask for; returns the exit status."""
    # The page's port is taken first: better to know before the board is opened.
    sock = None if options.terminal else bind(options.listen)
    async with application.running():
        if sock is None:
            for remark in application.remarks:
                echo(remark)
            return await TerminalUI(application.connect(), application.ask).run()
        return await serve_page(application, sock, not options.no_browser, echo)


def bind(listen: str) -> socket.socket:
    """Return a listening socket for `HOST:PORT`.

    Raises:
        ValueError: the text is no address, or it cannot be had; the message says what to do.
    """
    host, colon, digits = listen.rpartition(":")
    if not colon or not host or not digits.isdigit() or int(digits) > 65535:
        raise ValueError(f"--listen wants HOST:PORT such as 127.0.0.1:8765, not {listen!r}")
    try:
        family, *_, address = socket.getaddrinfo(
            host.strip("[]"), int(digits), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        sock = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen()
    except OSError as error:
        raise ValueError(
            f"the page cannot be served on {listen!r} ({error.strerror or error}): perhaps another "
            "program (or another kamisado) uses that port; try --listen 127.0.0.1:0"
        ) from error
    return sock


async def serve_page(
    application: Application, sock: socket.socket, browse: bool, echo: Echo
) -> int:
    """Serve the page on a bound socket until ctrl-C; returns the exit status.

    Args:
        browse: open a browser on it.
    """
    name, port = sock.getsockname()[:2]
    public = name in ("0.0.0.0", "::")
    url = f"http://{'127.0.0.1' if public else name}:{port}/"
    echo(f"{application.table.link_state.words}. Play on {url} (ctrl-C ends it).")
    for remark in application.remarks:
        echo(remark)
    if browse:
        await asyncio.to_thread(webbrowser.open, url)
    await server.serve(
        server.create_app(application, ["*"] if public else [name, "localhost"]), sock
    )
    return 0
