"""Programs of Mosquitto on this computer."""

from __future__ import annotations

import os
import shutil

from host.message import message

FOLDERS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin", r"C:\Program Files\mosquitto")
"""Folders of Debian, of its own installation, of Homebrew and of the installer for Windows."""


def find_program(name: str) -> str:
    """Return the path of a program of Mosquitto.

    Raises:
        ValueError: it is not installed; the first argument is a message that says how to get it.
    """
    path = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), *FOLDERS)))
    if path is None:
        raise ValueError(message("remote.mosquitto_missing"))
    return path
