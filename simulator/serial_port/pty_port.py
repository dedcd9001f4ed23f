"""Serial port as a pseudo-terminal (POSIX)."""

from __future__ import annotations

import contextlib
import os
import select
import selectors
import shutil
import tempfile

from simulator.serial_port.watched_port import WatchedPort

_CHUNK = 4096


class PtyPort(WatchedPort):
    """A pseudo-terminal under a name that stays the same each time it is plugged in."""

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._folder = tempfile.mkdtemp(prefix="kamisado-")
        super().__init__(selector, os.path.join(self._folder, "board"))
        self._master: int | None = None
        self._open = False
        self._poll = select.poll()

    def plug(self) -> None:
        """Make the port appear."""
        import tty

        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        # Renamed into place: a program that opens it finds the old terminal or the new one.
        fresh = f"{self.name}.new"
        os.symlink(os.ttyname(slave), fresh)
        os.replace(fresh, self.name)
        os.close(slave)  # from now on POLLHUP means that no program has it open
        self._poll.register(self._master, select.POLLHUP)
        self.plugged = True

    def rename(self, name: str) -> None:
        """Change the name under which the port appears, in the same folder.

        Raises:
            ValueError: it is not a valid name; the message quotes it.
        """
        if not (name.isascii() and name.isalnum()):
            raise ValueError(f"{name!r} is no name of a port: letters and digits only")
        self.name = os.path.join(self._folder, name)

    def unplug(self) -> None:
        """Make the port disappear, with all bytes under way."""
        super().unplug()
        self._open = False
        if self._master is not None:
            self._poll.unregister(self._master)
            os.close(self._master)
            self._master = None
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.name)

    def poll(self) -> bool:
        """Transfer waiting bytes; return True if a program has the port open.  Cheap."""
        if self._master is None:
            return False
        is_open = not any(events & select.POLLHUP for _, events in self._poll.poll(0))
        if self._open and not is_open:
            self._closed()
        elif is_open:
            self._open = True
            self._watch()
        return self._open

    @property
    def needs_polling(self) -> bool:
        """True until it is opened, which the selector does not report for a terminal."""
        return self.plugged and not self._open

    def close(self) -> None:
        """Unplug for good and clean up."""
        self.unplug()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _descriptor(self) -> int | None:
        return self._master if self._open else None

    def _read(self) -> bytes | None:
        assert self._master is not None
        try:
            return os.read(self._master, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:  # EIO: no program has it open
            return None

    def _write(self, data: bytes) -> int | None:
        assert self._master is not None
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0
        except OSError:
            return None

    def _closed(self) -> None:
        self._open = False
        super()._closed()
