"""Makes the project's modules see a Python as on Windows; read at the start of each interpreter.

A process with this folder on PYTHONPATH, and the ones that it starts, cannot import the modules of
POSIX from `host`, `simulator` and `soak`, and miss there what the modules of both systems have on
POSIX only.  Python itself and other libraries keep everything: they have code of their own for
Windows.
"""

from __future__ import annotations

import asyncio
import builtins
import importlib
import os
import selectors
import stat
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

OURS = ("host", "simulator", "soak")
ABSENT = {
    *("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog"),
    *("termios", "tty"),
}
"""Modules that Windows does not have."""
ONLY_POSIX: Mapping[str, Sequence[str]] = {
    "os": (
        *("chown", "chroot", "ctermid", "fchmod", "fchown", "fork", "forkpty", "getegid"),
        *("geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getsid", "getuid", "killpg"),
        *("mkfifo", "nice", "openpty", "posix_fadvise", "pread", "pwrite", "register_at_fork"),
        *("sched_setaffinity", "setpgid", "setsid", "setuid", "set_blocking", "sync", "tcgetpgrp"),
        *("ttyname", "uname", "wait", "waitid", "O_NONBLOCK", "O_DIRECTORY", "O_NOFOLLOW"),
    ),
    "signal": (
        *("SIGHUP", "SIGQUIT", "SIGCHLD", "SIGPIPE", "SIGALRM", "SIGKILL", "SIGUSR1", "SIGUSR2"),
        *("SIGWINCH", "SIGTSTP", "SIGCONT", "alarm", "pthread_sigmask", "pthread_kill"),
        *("setitimer", "sigwait", "siginterrupt", "set_wakeup_fd"),
    ),
    "select": ("poll", "epoll", "kqueue"),
    "selectors": ("PollSelector", "EpollSelector", "KqueueSelector", "DevpollSelector"),
    "socket": ("AF_UNIX", "SO_REUSEPORT", "MSG_DONTWAIT", "fromfd", "sethostname"),
    "time": ("tzset", "clock_gettime"),
}
"""Names that the modules of both systems have on POSIX only."""


class WindowsModule:
    """A module without some of its names, and with others in place of some."""

    def __init__(self, module: ModuleType, also: Mapping[str, object]) -> None:
        object.__setattr__(self, "_module", module)
        object.__setattr__(self, "_also", also)

    def __getattr__(self, name: str) -> Any:
        if name in self._also:
            return self._also[name]
        if name in ONLY_POSIX.get(self._module.__name__, ()):
            raise AttributeError(f"Windows has no {self._module.__name__}.{name}")
        return getattr(self._module, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._module, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._module, name)


class SocketSelector(selectors.SelectSelector):
    """A selector of Windows: it takes sockets only, and at least one to wait for."""

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        descriptor = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            raise OSError(f"Windows can wait for sockets only, not for {fileobj!r}")
        return super().register(fileobj, events, data)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if not self.get_map():
            raise OSError("Windows cannot wait for nothing")
        return super().select(timeout)


ALSO: Mapping[str, Mapping[str, object]] = {
    "os": {"name": "nt"},
    "sys": {"platform": "win32"},
    "selectors": {"SelectSelector": SocketSelector, "DefaultSelector": SocketSelector},
}
WINDOWS = {
    name: WindowsModule(importlib.import_module(name), ALSO.get(name, {}))
    for name in {*ONLY_POSIX, *ALSO}
}
plain_import = builtins.__import__


def windows_import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] = (),
    level: int = 0,
) -> Any:
    """Import as Python does, but for our modules as on Windows."""
    importer = str((globals or {}).get("__name__", ""))
    package = str((globals or {}).get("__package__", "") or importer)
    if package.split(".")[0] in OURS:
        if name.split(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"Windows has no module {name!r}", name=name)
        if name in WINDOWS or (name == "os.path" and not fromlist):
            return WINDOWS[name.split(".")[0]]
    return plain_import(name, globals, locals, fromlist, level)


builtins.__import__ = windows_import
for absent in ("add_signal_handler", "remove_signal_handler"):
    # That of all loops, which does what Windows has: it raises NotImplementedError.
    setattr(asyncio.SelectorEventLoop, absent, getattr(asyncio.AbstractEventLoop, absent))
with open(os.environ["AS_ON_WINDOWS"], "a", encoding="utf-8") as seen:
    seen.write(" ".join(sys.orig_argv) + "\n")
