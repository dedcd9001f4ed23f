"""A serial port with threads that read and write; the only module that uses pyserial."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from urllib.parse import urlsplit

import serial
from serial.tools import list_ports

from host.link.errors import BoardNotFoundError, LinkLostError
from host.link.usb_ids import udev_rule
from host.message import Message, message, sentences
from host.worker.thread import WorkerThread

BAUD = 115200
"""USB serial ports ignore it; a real UART in between wants one."""
WRITE_S = 2.0
"""Timeout of a write; the system's buffer is full only if the device is stuck.  pyserial also fails
where all was written and a busy computer has then kept its thread waiting for so long."""
CLOSE_S = 0.5
"""Time in which a write ends that is cancelled or fails when its port is closed."""
READ_S = 0.2
"""Timeout of a read that cannot be cancelled, after which the thread checks whether to end."""
CHUNK = 4096
EXCHANGES = 32
"""Number of writes kept for `last_exchange`: several seconds."""
MAX_WAITING = 1 << 16
"""Bytes that may wait to be fetched; beyond it reading stops and flow control acts."""

UDEV_FILE = "/etc/udev/rules.d/70-kamisado.rules"
"""Before 73-seat-late.rules, which acts on the tag `uaccess`."""
SERIAL_GROUP = "dialout"

_ABSENT = frozenset({errno.ENOENT, errno.ENXIO, errno.ENODEV})
_BUSY = frozenset({errno.EBUSY, errno.EAGAIN})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM})


class SerialPort:
    """An open port, on which nothing waits.

    Bytes are collected by a thread until `read_available` fetches them, and written by another.

    Args:
        url: `/dev/ttyACM1`, `COM5`, a pseudo-terminal, or `socket://HOST:PORT`.
        wake: called from the reading thread when bytes have come or the port is lost.

    Attributes:
        received: total bytes.
        written: total bytes, of which the last may still be on their way to the system.
        exchanges: for each of the last writes, the time of the last read and of the write, by
            `time.perf_counter`.

    Raises:
        BoardNotFoundError: the port does not exist, is busy, or access is denied; the message
            says what to do.
    """

    def __init__(self, url: str, wake: Callable[[], None]) -> None:
        self.url = url
        self.received = 0
        self.written = 0
        self.exchanges: deque[tuple[float, float]] = deque(maxlen=EXCHANGES)
        self._received_s = 0.0
        self._wake = wake
        self._lock = threading.Condition()
        self._data = bytearray()
        self._lost: Exception | None = None
        self._closing = False
        self._port = _open(url)
        self._writer = WorkerThread(f"writer of {url}")
        self._reader = threading.Thread(target=self._read, name=f"reader of {url}", daemon=True)
        self._reader.start()

    def read_available(self) -> bytes:
        """Return the bytes received since the last call.

        Raises:
            LinkLostError: the port is gone, and all bytes before that were fetched.
        """
        with self._lock:
            data = bytes(self._data)
            self._data.clear()
            self._lock.notify_all()
            if not data and self._lost is not None:
                raise LinkLostError(_gone(self.url, self._lost), self.url)
            return data

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            LinkLostError: the port is gone, or an earlier write timed out.
        """
        if self._lost is not None:
            raise LinkLostError(_gone(self.url, self._lost), self.url)
        self.written += len(data)
        came_s = self._received_s
        self._writer.submit(lambda: self._send(data, came_s))

    def wait_received(self, total: int, timeout_s: float) -> bool:
        """Wait for `total` received bytes; False on timeout or if the port is lost."""
        with self._lock:
            self._lock.wait_for(lambda: self.received >= total or self._lost is not None, timeout_s)
            return self.received >= total

    def close(self) -> None:
        """Close the port; may be called again."""
        with self._lock:
            self._closing = True
            self._lock.notify_all()
        with contextlib.suppress(OSError, serial.SerialException):
            if hasattr(self._port, "cancel_read"):
                self._port.cancel_read()
                self._port.cancel_write()
        self._reader.join(2 * READ_S + 1)
        self._writer.close(CLOSE_S)
        _close(self._port)

    def _send(self, data: bytes, came_s: float) -> None:
        if self._lost is not None or self._closing:
            return
        try:
            self._port.write(data)
        except (OSError, serial.SerialException, TypeError) as error:
            self._lose(error)
        else:
            self.exchanges.append((came_s, time.perf_counter()))

    def _lose(self, error: Exception) -> None:
        with self._lock:
            self._lost = self._lost or error
            self._lock.notify_all()
        self._wake()

    def _read(self) -> None:
        while not self._closing:
            try:
                data = self._port.read(1)
                if data and (waiting := self._port.in_waiting):
                    data += self._port.read(min(waiting, CHUNK))
            except (OSError, serial.SerialException, TypeError) as error:
                # TypeError: pyserial reads from a descriptor that `close` has just taken away.
                self._lose(error)
                return
            if data:
                with self._lock:
                    self._lock.wait_for(lambda: len(self._data) < MAX_WAITING or self._closing)
                    self._data += data
                    self.received += len(data)
                    self._received_s = time.perf_counter()
                    self._lock.notify_all()
                self._wake()


def _open(url: str) -> serial.Serial:
    url = device_path(url, sys.platform)
    timeout_s = READ_S if "://" in url else None  # a socket's read cannot be cancelled
    exclusive = True if os.name == "posix" and "://" not in url else None
    try:
        return serial.serial_for_url(
            url, BAUD, timeout=timeout_s, write_timeout=WRITE_S, exclusive=exclusive
        )
    except (OSError, serial.SerialException, ValueError) as error:
        raise BoardNotFoundError(explain_open_error(url, error, sys.platform), url) from error


def _close(port: serial.Serial) -> None:
    # pyserial forgets a socket without closing it if the other end has broken off.
    connection = getattr(port, "_socket", None)
    with contextlib.suppress(OSError, serial.SerialException):
        port.close()
    if connection is not None:
        connection.close()


def device_path(url: str, platform: str) -> str:
    """Return the device to open for a port's name.

    macOS has two devices a port; opening `tty.` waits for a signal that no board sends.
    """
    return url.replace("/dev/tty.", "/dev/cu.", 1) if platform == "darwin" else url


def _gone(url: str, error: Exception) -> Message:
    return message("link.port_gone", port=url, error=str(error))


def explain_open_error(url: str, error: Exception, platform: str) -> Message:
    """Explain that a port cannot be opened, with the remedy.

    Args:
        url: the port's name.
        error: of pyserial; on Windows it holds the system's error as text only.
        platform: as `sys.platform`.  On Windows a port in use gives "access denied".
    """
    windows = platform == "win32"
    number = getattr(error, "errno", None)
    text = str(error)
    port = repr(url)
    if "://" in url:
        return message("link.no_simulator" if _is_address(url) else "link.bad_address", port=port)
    if number in _ABSENT or "FileNotFoundError" in text or isinstance(error, ValueError):
        return message("link.no_port", port=port)
    if number in _BUSY or (windows and "PermissionError" in text):
        return message("link.port_in_use", port=port)
    if number in _FORBIDDEN:
        return sentences(message("link.port_forbidden", port=port), *_permission(url, platform))
    if number == errno.EISDIR or "Could not configure port" in text:
        return message("link.not_a_serial_port", port=port)
    return message("link.port_cannot_be_opened", port=port, error=text)


def _permission(url: str, platform: str) -> list[Message]:
    """Explain how to get access to a port."""
    if not platform.startswith("linux"):
        return [message("link.ask_administrator")]
    return [
        message("link.join_group", group=_group_of(url)),
        message("link.write_udev_rule", file=UDEV_FILE, rule=udev_rule()),
    ]


def _group_of(device: str) -> str:
    """Return the group that owns a device: `dialout` on most systems, `uucp` on others."""
    try:
        import grp  # not on Windows

        name = grp.getgrgid(os.stat(device).st_gid).gr_name
    except (ImportError, OSError, KeyError, ValueError):
        return SERIAL_GROUP
    return SERIAL_GROUP if name == "root" else name


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme == "socket" and bool(parts.hostname) and parts.port is not None
    except ValueError:
        return False


def listed_ports() -> list[tuple[str, int | None, str, str]]:
    """List device, USB vendor id, serial number and interface of all serial ports."""
    return [
        (
            port.device,
            port.vid,
            port.serial_number or port.location or port.device,
            port.interface or "",
        )
        for port in list_ports.comports()
    ]
