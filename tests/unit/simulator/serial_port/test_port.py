"""Serial port as a pseudo-terminal and as a TCP address: opened, closed, full, unplugged."""

from __future__ import annotations

import os
import re
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import serial

from simulator.serial_port.address import listen_on, parse_address
from simulator.serial_port.open_port import open_port
from simulator.serial_port.port import Port
from simulator.serial_port.pty_port import PtyPort
from simulator.serial_port.tcp_port import TcpPort
from tests.support.require import require

DEADLINE_S = 5.0


class Loop:
    """A port and its event loop."""

    def __init__(self, kind: str) -> None:
        self.selector = selectors.SelectSelector()
        listen = "socket://127.0.0.1:0" if kind == "tcp" else None
        self.port = open_port(self.selector, listen)

    def until(self, what: Callable[[], bool]) -> None:
        """Serve until a condition is met.

        Raises:
            AssertionError: it is not met by the deadline.
        """
        deadline_s = time.monotonic() + DEADLINE_S
        while not what():
            assert time.monotonic() < deadline_s, "it never came"
            for key, events in self.selector.select(0.01):
                key.data(events)
            self.port.poll()

    def open(self) -> serial.Serial:
        """Open the port as the host does."""
        client = serial.serial_for_url(self.port.name, 115200, timeout=0)
        self.until(self.port.poll)
        return client

    def read(self, client: serial.Serial, size: int) -> bytes:
        """Return `size` bytes, which arrive by the deadline."""
        data = bytearray()

        def is_complete() -> bool:
            data.extend(client.read(1 << 20))
            return len(data) >= size

        self.until(is_complete)
        return bytes(data)


@pytest.fixture(params=["pty", "tcp"])
def loop(request: pytest.FixtureRequest) -> Iterator[Loop]:
    """A plugged-in port of each kind."""
    require(request.param == "tcp" or os.name == "posix", "there are no pseudo-terminals here")
    made = Loop(request.param)
    made.port.plug()
    yield made
    made.port.close()
    made.selector.close()


def test_all_bytes_go_through_both_ways_unchanged(loop: Loop) -> None:
    everything = bytes(range(256)) * 3
    with loop.open() as client:
        client.write(everything)
        loop.until(lambda: loop.port.received == len(everything))
        assert loop.port.take(100) == everything[:100]
        assert loop.port.take(10_000) == everything[100:]
        loop.port.write(everything)
        assert loop.read(client, len(everything)) == everything
        assert loop.port.sent == len(everything)


def test_it_is_known_whether_a_program_has_the_port_open(loop: Loop) -> None:
    assert not loop.port.poll()
    with loop.open():
        assert loop.port.poll()
    loop.until(lambda: not loop.port.poll())
    with loop.open():
        assert loop.port.poll()


def test_what_the_program_does_not_read_is_kept_and_counted(loop: Loop) -> None:
    block = bytes(range(256)) * 256
    with loop.open() as client:
        written = 0
        while not loop.port.unsent:
            loop.port.write(block)
            written += len(block)
            assert written < 1 << 26, "it has to fill up some time"
        assert loop.read(client, written) == block * (written // len(block))
        assert loop.port.unsent == 0


def test_a_program_that_sends_faster_than_the_board_reads_has_to_wait(loop: Loop) -> None:
    with loop.open() as client:
        client.write_timeout = 0.2

        def flood() -> None:
            for _ in range(100_000):
                client.write(b"x" * 1000)
                for key, events in loop.selector.select(0):
                    key.data(events)

        with pytest.raises(serial.SerialTimeoutException):
            flood()
        assert loop.port.received < 10_000, "the board's side has not swallowed it all"


def test_unplugged_it_is_gone_and_plugged_in_again_it_has_the_same_name(loop: Loop) -> None:
    name = loop.port.name
    with loop.open() as client:
        client.write(b"lost")
        loop.until(lambda: loop.port.received == 4)
        client.timeout = DEADLINE_S
        loop.port.unplug()
        assert loop.port.take(10) == b""
        assert not loop.port.poll()
        with pytest.raises((serial.SerialException, OSError)):
            client.read(1)
    with pytest.raises(serial.SerialException):
        serial.serial_for_url(name)
    loop.port.plug()
    assert loop.port.name == name
    with loop.open() as client:
        loop.port.write(b"back")
        assert loop.read(client, 4) == b"back"


def test_old_bytes_do_not_wait_for_the_next_program(loop: Loop) -> None:
    with loop.open() as client:
        client.write(b"old")
        loop.until(lambda: loop.port.received == 3)
    loop.until(lambda: not loop.port.poll())
    with loop.open():
        assert loop.port.take(10) == b""


def test_a_terminal_may_come_back_under_another_name_and_an_address_may_not() -> None:
    with selectors.DefaultSelector() as selector, closing(PtyPort(selector)) as port:
        first = Path(port.name)
        port.plug()
        port.unplug()
        for name in ("", "a/b", "..", "a b"):
            with pytest.raises(ValueError, match=re.escape(repr(name))):
                port.rename(name)
        port.rename("board2")
        port.plug()
        assert port.name == str(first.with_name("board2"))
        assert Path(port.name).exists()
        assert not first.exists()
    with (
        selectors.DefaultSelector() as selector,
        closing(TcpPort(selector, "127.0.0.1", 0)) as port,
        pytest.raises(ValueError, match="'board2'"),
    ):
        port.rename("board2")


def test_a_second_program_finds_a_tcp_port_busy() -> None:
    loop = Loop("tcp")
    loop.port.plug()
    first = loop.open()
    host, port = parse_address(loop.port.name.removeprefix("socket://"))
    with socket.create_connection((host, port)) as second:
        second.setblocking(False)

        def is_refused() -> bool:
            try:
                return second.recv(1) == b""
            except BlockingIOError:
                return False

        loop.until(is_refused)
    loop.port.write(b"still there")
    assert loop.read(first, 11) == b"still there"
    first.close()
    loop.port.close()
    loop.selector.close()


def test_closing_removes_what_was_made() -> None:
    require(os.name == "posix", "there are no pseudo-terminals here")
    loop = Loop("pty")
    loop.port.plug()
    folder = Path(loop.port.name).parent
    assert folder.exists()
    loop.port.close()
    loop.selector.close()
    assert not folder.exists()


@pytest.mark.parametrize("listen", ["127.0.0.1:0", "http://127.0.0.1:0", "socket://", "socket://x"])
def test_a_port_that_is_no_address_is_quoted(listen: str) -> None:
    with selectors.SelectSelector() as selector, pytest.raises(ValueError, match="say") as caught:
        open_port(selector, listen)
    assert listen.removeprefix("socket://") in str(caught.value)


@pytest.mark.parametrize("text", ["", "7000", ":7000", "a:", "a:b", "a:65536", "a:-1", "a:٣"])
def test_an_address_that_is_none_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is not an address") as caught:
        parse_address(text)
    assert repr(text) in str(caught.value)


def test_a_port_that_is_taken_says_what_to_do() -> None:
    with listen_on("127.0.0.1", 0) as server:
        number = server.getsockname()[1]
        with pytest.raises(ValueError, match=f"cannot listen on 127.0.0.1:{number}.*port 0"):
            listen_on("127.0.0.1", number)


def test_the_usual_port_is_a_terminal_where_there_are_any() -> None:
    with selectors.SelectSelector() as selector:
        made: Port = open_port(selector, None)
        assert isinstance(made, PtyPort if os.name == "posix" else TcpPort)
        made.close()
