"""SerialPort over real pseudo-terminals and TCP."""

from __future__ import annotations

import errno
import itertools
import os
import re
import select
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial
from serial import serialutil

from host.link import serial_port
from host.link.errors import BoardNotFoundError, LinkLostError
from host.link.serial_port import (
    MAX_WAITING,
    UDEV_FILE,
    SerialPort,
    device_path,
    explain_open_error,
)
from host.link.usb_ids import CIRCUITPYTHON_VENDORS, udev_rule

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="pseudo-terminals are a thing of POSIX systems"
)

DEADLINE_S = 10.0


def nobody() -> None:
    """A `wake` that does nothing."""


class Pty:
    """A pseudo-terminal: `name` is opened by the port, `master` is the device's end."""

    def __init__(self) -> None:
        self.master, self._slave = os.openpty()
        self.name = os.ttyname(self._slave)

    def read(self, total: int) -> bytes:
        """Read this many bytes written by the host."""
        data = b""
        while len(data) < total:
            ready, _, _ = select.select([self.master], [], [], DEADLINE_S)
            assert ready, f"only {data!r} came"
            data += os.read(self.master, total - len(data))
        return data

    def unplug(self) -> None:
        """Let the device disappear."""
        if self._slave >= 0:
            os.close(self._slave)
            os.close(self.master)
            self._slave = -1


@pytest.fixture
def pty() -> Iterator[Pty]:
    pty = Pty()
    yield pty
    pty.unplug()


@contextmanager
def opened(url: str) -> Iterator[SerialPort]:
    port = SerialPort(url, nobody)
    try:
        yield port
    finally:
        port.close()


def taken(port: SerialPort, total: int) -> bytes:
    """Return the received bytes once `count` have arrived."""
    assert port.wait_received(total, DEADLINE_S)
    return port.read_available()


def until_lost(port: SerialPort) -> LinkLostError:
    """Read until the port is gone; return the error."""
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        try:
            port.read_available()
        except LinkLostError as error:
            return error
        port.wait_received(port.received + 1, DEADLINE_S)
    raise AssertionError("the loss was not noticed")


def write_for_ever(port: SerialPort) -> None:
    """Write more than any system buffers for a device that does not read."""
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        port.write(bytes(1000))
        port.wait_received(1, 0.001)


def test_every_byte_gets_through_both_ways(pty: Pty) -> None:
    every = bytes(range(256)) * 4
    with opened(pty.name) as port:
        assert port.read_available() == b""
        os.write(pty.master, every)
        assert taken(port, len(every)) == every
        port.write(every)
        assert pty.read(len(every)) == every
        assert (port.received, port.written) == (len(every), len(every))


def test_the_reader_wakes_whoever_wants_to_be_woken(pty: Pty) -> None:
    woken = threading.Event()
    port = SerialPort(pty.name, woken.set)
    try:
        assert not woken.is_set()
        os.write(pty.master, b"x")
        assert woken.wait(DEADLINE_S)
        assert taken(port, 1) == b"x"
        woken.clear()
        pty.unplug()
        assert woken.wait(DEADLINE_S), "a loss must wake too"
    finally:
        port.close()


def test_unplugging_is_told_after_everything_that_came_before(pty: Pty) -> None:
    with opened(pty.name) as port:
        os.write(pty.master, b"last words")
        assert port.wait_received(10, DEADLINE_S)
        pty.unplug()
        assert not port.wait_received(11, DEADLINE_S), "what never came has not been received"
        assert port.read_available() == b"last words"
        error = until_lost(port)
        assert error.port == pty.name
        assert pty.name in str(error)
        with pytest.raises(LinkLostError):
            port.write(b"hello?")


def test_a_wait_for_bytes_that_do_not_come_ends(pty: Pty) -> None:
    with opened(pty.name) as port:
        assert port.wait_received(0, 0)
        assert not port.wait_received(1, 0.01)


def test_a_device_that_takes_nothing_any_more_is_lost_and_blocks_nobody(
    pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_port, "WRITE_S", 0.05)
    with opened(pty.name) as port:
        began = time.monotonic()
        with pytest.raises(LinkLostError):
            write_for_ever(port)
        assert time.monotonic() - began < DEADLINE_S


def test_a_port_is_not_lost_where_a_busy_computer_keeps_a_write_waiting(
    pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    passing = itertools.count(0.0, 0.5)  # pyserial's clock: half a second between two looks at it
    monkeypatch.setattr(serialutil.Timeout, "TIME", staticmethod(lambda: next(passing)))
    with opened(pty.name) as port:
        port.write(b"lights")
        assert pty.read(6) == b"lights"
        port.write(b"lights")
        assert pty.read(6) == b"lights"


def test_closing_ends_a_write_that_the_device_does_not_take(
    pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_port, "WRITE_S", 60.0)
    monkeypatch.setattr(serial_port, "CLOSE_S", DEADLINE_S)
    with opened(pty.name) as port:
        port.write(bytes(1_000_000))
        pty.read(1)  # it has begun
    assert port._writer.close(0), "its thread has ended"


def test_a_flood_that_nobody_takes_is_held_back(pty: Pty) -> None:
    """The reader stops reading, and the system makes the device wait."""
    flood = MAX_WAITING + 200_000
    with opened(pty.name) as port:
        writer = threading.Thread(target=_write_all, args=(pty.master, flood), daemon=True)
        writer.start()
        assert port.wait_received(MAX_WAITING, DEADLINE_S)
        bound = MAX_WAITING + serial_port.CHUNK + 1
        assert not port.wait_received(bound + 1, 0.3), "the reader must have stopped"
        held = len(port.read_available())
        assert MAX_WAITING <= held <= bound
        while held < flood:
            assert port.wait_received(held + 1, DEADLINE_S)
            held += len(port.read_available())
        writer.join(DEADLINE_S)
        assert held == flood


def _write_all(descriptor: int, total: int) -> None:
    while total:
        total -= os.write(descriptor, bytes(min(total, 4096)))


def test_closing_is_quick_leaves_nothing_open_and_may_be_done_again(
    pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_port, "READ_S", DEADLINE_S)
    port = SerialPort(pty.name, nobody)
    began = time.monotonic()
    port.close()
    assert time.monotonic() - began < DEADLINE_S / 2, "the reader must be told, not waited for"
    port.close()
    with opened(pty.name):
        pass


def test_a_port_that_somebody_else_holds_is_busy_and_free_afterwards(pty: Pty) -> None:
    with opened(pty.name):
        with pytest.raises(BoardNotFoundError, match="is in use by another program") as caught:
            SerialPort(pty.name, nobody)
        assert caught.value.port == pty.name
    with opened(pty.name):
        pass


def test_a_port_that_is_not_there_is_told(tmp_path: Path) -> None:
    url = str(tmp_path / "ttyACM7")
    with pytest.raises(BoardNotFoundError, match="There is no port") as caught:
        SerialPort(url, nobody)
    assert repr(url) in str(caught.value)
    assert "Plug the board in" in str(caught.value)


@pytest.mark.parametrize("what", ["file", "folder", "null device"])
def test_what_is_no_serial_port_is_told(tmp_path: Path, what: str) -> None:
    file = tmp_path / "file"
    file.write_text("")
    url = {"file": str(file), "folder": str(tmp_path), "null device": os.devnull}[what]
    with pytest.raises(BoardNotFoundError, match="is not a serial port") as caught:
        SerialPort(url, nobody)
    assert repr(url) in str(caught.value)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("socket://127.0.0.1", "socket://HOST:PORT"),
        ("socket://127.0.0.1:99999", "socket://HOST:PORT"),
        ("socket://127.0.0.1:seven", "socket://HOST:PORT"),
        ("socket://", "socket://HOST:PORT"),
        ("carrier://pigeon", "socket://HOST:PORT"),
        ("", "There is no port ''"),
        ("/dev/tty\0", "There is no port '/dev/tty\\x00'"),
    ],
)
def test_what_is_no_name_of_a_port_is_told(url: str, said: str) -> None:
    with pytest.raises(BoardNotFoundError) as caught:
        SerialPort(url, nobody)
    assert said in str(caught.value)
    assert repr(url) in str(caught.value)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(DEADLINE_S)
        yield server


def url_of(server: socket.socket) -> str:
    return f"socket://127.0.0.1:{server.getsockname()[1]}"


def test_a_board_over_tcp_is_like_any_other(listener: socket.socket) -> None:
    with opened(url_of(listener)) as port:
        device, _ = listener.accept()
        with device:
            every = bytes(range(256)) * 40
            device.sendall(every)
            assert taken(port, len(every)) == every
            port.write(b"hello\n")
            assert device.recv(100) == b"hello\n"
        error = until_lost(port)
        assert error.port == port.url


def test_a_tcp_board_that_breaks_off_is_lost_without_a_trace(listener: socket.socket) -> None:
    """A reset connection; the test fails if a socket is left to the garbage collector."""
    with opened(url_of(listener)) as port:
        device, _ = listener.accept()
        device.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        device.close()
        until_lost(port)


def test_nobody_at_a_tcp_address_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = url_of(server)
    with pytest.raises(BoardNotFoundError, match="Nobody answers at") as caught:
        SerialPort(url, nobody)
    assert "kamisado simulate" in str(caught.value)


@pytest.mark.parametrize(
    ("error", "windows", "said"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port"), False, "There is no port"),
        (serial.SerialException(errno.ENXIO, "could not open port"), False, "There is no port"),
        (serial.SerialException(errno.ENODEV, "could not open port"), False, "There is no port"),
        (serial.SerialException(errno.EACCES, "could not open port"), False, "dialout"),
        (serial.SerialException(errno.EPERM, "could not open port"), False, "dialout"),
        (serial.SerialException(errno.EBUSY, "could not open port"), False, "in use by another"),
        (serial.SerialException(errno.EAGAIN, "lock"), False, "in use by another"),
        (
            serial.SerialException(
                "could not open port 'COM5': FileNotFoundError(2, 'The system cannot find ...')"
            ),
            True,
            "There is no port",
        ),
        (
            serial.SerialException(
                "could not open port 'COM5': PermissionError(13, 'Access is denied.', None, 5)"
            ),
            True,
            "in use by another",
        ),
        (serial.SerialException(errno.EIO, "could not open port"), False, "cannot be opened"),
    ],
)
def test_each_reason_has_a_sentence_of_its_own_with_a_remedy(
    error: Exception, windows: bool, said: str
) -> None:
    """Errors as pyserial raises them; the ones that a test cannot provoke on every machine."""
    text = str(explain_open_error("COM5", error, "win32" if windows else "linux"))
    assert said in text
    assert "'COM5'" in text
    assert text.endswith((".", ")"))
    assert ("dialout" in text) == (said == "dialout")


def test_whoever_may_not_use_a_port_is_shown_the_rule_that_allows_it(tmp_path: Path) -> None:
    error = serial.SerialException(errno.EACCES, "could not open port")
    text = str(explain_open_error("/dev/ttyACM1", error, "linux"))
    assert f"\n  {udev_rule()}\n" in text
    assert UDEV_FILE in text
    assert "sudo usermod -aG " in text
    rule = re.fullmatch(
        r'SUBSYSTEM=="tty", ATTRS\{idVendor\}=="([0-9a-f|]+)", TAG\+="uaccess", '
        r'ENV\{ID_MM_DEVICE_IGNORE\}="1", ENV\{ID_MM_PORT_IGNORE\}="1"',
        udev_rule(),
    )
    assert rule is not None
    assert {int(vendor, 16) for vendor in rule[1].split("|")} == CIRCUITPYTHON_VENDORS
    for platform in ("darwin", "freebsd14"):
        assert "udev" not in str(explain_open_error("/dev/cu.usbmodem1", error, platform))


def test_the_group_that_is_named_is_the_one_that_the_port_belongs_to(tmp_path: Path) -> None:
    grp = pytest.importorskip("grp", reason="groups are of POSIX")
    device = tmp_path / "ttyACM1"
    device.touch()
    others = [entry for entry in grp.getgrall() if entry.gr_name != "root"]
    try:
        os.chown(device, -1, others[-1].gr_gid)
        expected = others[-1].gr_name
    except PermissionError:
        expected = grp.getgrgid(device.stat().st_gid).gr_name
    error = serial.SerialException(errno.EACCES, "could not open port")
    assert f"usermod -aG {expected} $USER" in str(explain_open_error(str(device), error, "linux"))


def test_on_macos_the_port_is_opened_that_does_not_wait_for_a_carrier() -> None:
    assert device_path("/dev/tty.usbmodem1103", "darwin") == "/dev/cu.usbmodem1103"
    assert device_path("/dev/cu.usbmodem1103", "darwin") == "/dev/cu.usbmodem1103"
    for platform in ("linux", "win32"):
        assert device_path("/dev/tty.usbmodem1103", platform) == "/dev/tty.usbmodem1103"
