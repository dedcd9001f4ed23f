"""Firefox for the tests of the page, by WebDriver BiDi through Playwright.

Playwright 1.65 sends `emulation.setMediaFeaturesOverride` for every new context, and Firefox 153
does not know it.  So Playwright starts this module, which starts Firefox, relays the commands and
their answers, and turns that one error into a success.  A Firefox that knows the command gets it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

ROOT = Path(__file__).resolve().parents[2]
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
UNKNOWN = "emulation.setMediaFeaturesOverride"
LISTENING = b"WebDriver BiDi listening on "


@contextlib.contextmanager
def firefox(dark: bool = True) -> Iterator[Browser]:
    """A headless Firefox.

    Args:
        dark: the colours that pages are told the user prefers.
    """
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        program = Path(folder) / "firefox"
        program.write_text(
            f'#!/bin/sh\ncd "{ROOT}"\nexec "{sys.executable}" -m {__name__} "{FIREFOX}" "$@"\n'
        )
        program.chmod(0o700)
        browser = playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=program,
            firefox_user_prefs={"layout.css.prefers-color-scheme.content-override": 1 - dark},
        )
        yield browser
        browser.close()


async def start(command: list[str]) -> int:
    """Start Firefox and the relay; returns the exit status of Firefox."""
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    async with contextlib.AsyncExitStack() as stack:
        async for line in process.stderr:
            told = line
            if line.startswith(LISTENING):
                url = line.removeprefix(LISTENING).decode().strip()
                relay = serve(partial(_relay, url), "127.0.0.1", 0, max_size=None)
                server = await stack.enter_async_context(relay)
                told = LISTENING + b"ws://127.0.0.1:%d\n" % server.sockets[0].getsockname()[1]
            sys.stderr.buffer.write(told)
            sys.stderr.buffer.flush()
    return await process.wait()


async def _relay(url: str, playwright: ServerConnection) -> None:
    assert playwright.request is not None
    async with connect(url + playwright.request.path, max_size=None, proxy=None) as browser:
        asking = asyncio.create_task(_ask(playwright, browser))
        async for said in browser:
            message = json.loads(said)
            if message.get("error") == "unknown command" and UNKNOWN in message["message"]:
                said = json.dumps({"type": "success", "id": message["id"], "result": {}})
            await playwright.send(said)
        asking.cancel()


async def _ask(playwright: ServerConnection, browser: ClientConnection) -> None:
    async for command in playwright:
        await browser.send(command)
    await browser.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(start(sys.argv[1:])))
