"""Interpreter of the firmware as a process, linked over its standard input and output."""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence

from simulator.device.interpreter_link import (
    InterpreterEndedError,
    Report,
    encode_answer,
    encode_start,
    take_report,
)

_CHUNK = 65536


class InterpreterProcess:
    """A running interpreter and the link to it; see `InterpreterLink`.

    Args:
        command: the command line that starts it.
        selector: reports its messages.
        settings: for `circuitpython/chip.py`.
        state: the first answer, as parts.
    """

    def __init__(
        self,
        command: Sequence[str],
        selector: selectors.BaseSelector,
        settings: Mapping[str, object],
        state: Mapping[str, bytes],
    ) -> None:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the interpreter)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            bufsize=0,
            # Ctrl-C must reach the simulator only.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # on Windows
        )
        assert self._process.stdout is not None
        self._received = bytearray()
        self._ended = False
        self._output = _Output(self._process.stdout.fileno())
        self._selector = selector
        self._selector.register(self._output, selectors.EVENT_READ, self._ready)
        self._send(encode_start(settings, state))

    def poll(self) -> Report | None:
        """Return the next report; None if the firmware has not reached an exchange yet.

        Raises:
            InterpreterEndedError: the interpreter has ended.
        """
        report = take_report(self._received)
        if report is not None:
            return report
        if self._ended:
            self._stderr.seek(0)
            # MicroPython prints errors on the standard output, where they look like a message.
            output = self._stderr.read() + self._received
            raise InterpreterEndedError(output.decode(errors="replace"))
        return None

    def answer(self, parts: Mapping[str, bytes]) -> None:
        """Send the answer, which lets the interpreter continue."""
        self._send(encode_answer(parts))

    def close(self) -> None:
        """End the interpreter."""
        self._unwatch()
        self._process.kill()
        self._process.wait()
        self._output.close()
        for pipe in (self._process.stdin, self._process.stdout, self._stderr):
            if pipe is not None:
                pipe.close()

    def _ready(self, _events: int) -> None:
        try:
            data = self._output.read()
        except BlockingIOError:
            return
        self._received += data
        if not data:
            self._ended = True
            self._unwatch()

    def _unwatch(self) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(self._output)

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # `poll` reports it
            self._process.stdin.write(message)


class _Output:
    """The output of the interpreter, for a selector.

    Windows can wait for sockets only: there a thread copies the pipe into one.

    Args:
        pipe: its descriptor.
    """

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._receiver: socket.socket | None = None
        if os.name == "posix":
            os.set_blocking(pipe, False)
            return
        self._receiver, sender = socket.socketpair()
        self._receiver.setblocking(False)
        self._thread = threading.Thread(target=self._copy, args=(sender,), daemon=True)
        self._thread.start()

    def fileno(self) -> int:
        """Return the descriptor that a selector can watch."""
        return self._pipe if self._receiver is None else self._receiver.fileno()

    def read(self) -> bytes:
        """Return what has come; nothing at the end.

        Raises:
            BlockingIOError: nothing has come.
        """
        if self._receiver is None:
            return os.read(self._pipe, _CHUNK)
        return self._receiver.recv(_CHUNK)

    def close(self) -> None:
        """Close what was opened for it, after the end of the interpreter."""
        if self._receiver is not None:
            self._receiver.close()
            self._thread.join()

    def _copy(self, sender: socket.socket) -> None:
        with sender, contextlib.suppress(OSError):  # closed at the other end
            while data := os.read(self._pipe, _CHUNK):
                sender.sendall(data)
