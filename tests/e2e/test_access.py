"""Roles over the network, without a browser: keys, tickets, and what strangers may do."""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect

from host.cli.display import own_address
from tests.support.request_samples import SAMPLES
from tests.support.wire_messages import in_english

pytestmark = pytest.mark.e2e

DEADLINE_S = 30.0
ADDRESS = re.compile(r"Play on http://127\.0\.0\.1:(?P<port>\d+)/#(?P<key>[\w-]{22}) ")
COMMAND = (sys.executable, "-m", "host", "play", "--board", "virtual", "--match", "standard")


@contextlib.contextmanager
def playing(*options: str, **environment: str) -> Iterator[tuple[int, str, subprocess.Popen[str]]]:
    """The program; yields its port, the owner's key and the process."""
    process = subprocess.Popen(
        [*COMMAND, *options], stdout=subprocess.PIPE, text=True, env=os.environ | environment
    )
    try:
        assert process.stdout is not None
        found = ADDRESS.search(process.stdout.readline())
        assert found is not None
        yield int(found["port"]), found["key"], process
    finally:
        process.terminate()
        process.communicate(timeout=DEADLINE_S)


def page(port: int, *secrets: str, host: str = "127.0.0.1") -> ClientConnection:
    """A WebSocket like that of a page that keeps this secret."""
    subprotocols = ["kamisado", *(f"key.{secret}" for secret in secrets)]
    return connect(
        f"ws://{host}:{port}/ws",
        origin=f"http://{host}:{port}",  # type: ignore[arg-type]
        subprotocols=subprotocols,  # type: ignore[arg-type]
        proxy=None,
    )


def next_of(socket: ClientConnection, kind: str) -> dict[str, object]:
    """The next message of a kind."""
    while True:
        message = socket.recv(timeout=DEADLINE_S)
        if isinstance(message, str) and (told := in_english(message))["t"] == kind:
            return told


def test_in_the_network_strangers_watch_and_can_do_nothing_else() -> None:
    with playing("--no-browser", "--listen", "0.0.0.0:0") as (port, key, process):
        assert process.stdout is not None
        in_network = not own_address().startswith("127.")
        if in_network:
            assert process.stdout.readline() == f"Others watch on http://{own_address()}:{port}/\n"
            phone = f"On your phone, play on http://{own_address()}:{port}/#{key}\n"
            assert process.stdout.readline() == phone
        with page(port, host=own_address()) as stranger, page(port, key) as owner:
            sharing = next_of(owner, "access")["sharing"]
            assert isinstance(sharing, dict)
            assert sharing["url"] == f"http://{own_address()}:{port}/"
            assert sharing["reachable"] is in_network
            told = next_of(stranger, "access")
            assert (told["role"], told["sharing"]) == ("spectator", None)
            before = next_of(stranger, "state")
            for sample in SAMPLES:
                if sample["t"] in ("analyse", "share", "describe"):
                    continue  # answered to the page that asks, and changes nothing
                stranger.send(json.dumps(sample))
                assert "You are watching" in str(next_of(stranger, "notice")["text"]), sample
            with page(port) as another:
                assert next_of(another, "state") == before
            # The owner's own is heard by everybody.
            owner.send('{"t":"help","level":"off"}')
            assert next_of(stranger, "state")["help"] == "off"


def test_other_users_of_this_computer_are_strangers_too() -> None:
    with playing("--no-browser", "--listen", "127.0.0.1:0") as (port, _, _):
        for secrets in ((), ("",), ("guessed-guessed-guessed",)):
            with page(port, *secrets) as stranger:
                assert next_of(stranger, "access")["role"] == "spectator"


@pytest.mark.skipif(os.name != "posix", reason="the browser of this test is a shell script")
def test_the_browser_is_opened_with_a_secret_that_is_valid_once(tmp_path: Path) -> None:
    """Other users may read the command line of a browser while it starts."""
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    with playing("--listen", "127.0.0.1:0", BROWSER=f"{browser} %s") as (port, key, _):
        # The page is served once the browser has been started.
        with page(port) as early:
            next_of(early, "access")
        address, _, ticket = opened.read_text().strip().partition("#")
        assert address == f"http://127.0.0.1:{port}/"
        assert ticket != key
        with page(port, ticket) as first:
            told = next_of(first, "access")
            assert (told["role"], told["key"]) == ("owner", key)
        with page(port, ticket) as second:
            told = next_of(second, "access")
            assert (told["role"], told["key"]) == ("spectator", None)
        with page(port, key) as later:
            assert next_of(later, "access")["role"] == "owner"


def test_the_key_outlives_the_program_and_links_do_not(tmp_path: Path) -> None:
    options = ("--no-browser", "--listen", "127.0.0.1:0")
    with playing(*options, XDG_DATA_HOME=str(tmp_path)) as (port, key, _):
        with page(port, key) as owner:
            next_of(owner, "access")
            owner.send('{"t":"invite","role":"white"}')
            sharing = next_of(owner, "access")["sharing"]
        assert isinstance(sharing, dict)
        secret = str(sharing["invitations"][0]["url"]).partition("#")[2]
        with page(port, secret) as guest:
            assert next_of(guest, "access")["role"] == "white"
    with playing(*options, XDG_DATA_HOME=str(tmp_path)) as (port, again, _):
        assert again == key
        with page(port, secret) as guest:
            told = next_of(guest, "access")
            assert (told["role"], told["expired"]) == ("spectator", True)
