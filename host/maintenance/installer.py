"""Install the firmware: carry out an installation plan in the folder where the drive is mounted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from host.maintenance.drive import Drive, DriveError
from host.maintenance.installation_plan import LIBRARY, MAIN, Action, Files, Plan, make_plan
from host.message import message, system_error

_PACKAGED = Path(str(files("simulator") / "data" / "firmware"))
FIRMWARE = _PACKAGED if _PACKAGED.exists() else Path(__file__).resolve().parents[2] / "firmware"
"""Folder of the firmware; a wheel has it in the simulator, which runs it."""
_RESERVE = 16384
"""Bytes for folders and partly used clusters."""


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """Files of the drive that is mounted at a folder; see `DriveFiles`.

    Attributes:
        root: the folder.
    """

    root: Path

    def exists(self, name: str) -> bool:
        """Return True if there is such a file or folder."""
        return (self.root / name).exists()

    def read(self, name: str) -> bytes | None:
        """Return the contents; None if there is no such file."""
        path = self.root / name
        return path.read_bytes() if path.is_file() else None

    def modules(self, folder: str) -> list[str]:
        """Return the paths of the Python files below a folder."""
        found = sorted((self.root / folder).rglob("*.py"))
        return [path.relative_to(self.root).as_posix() for path in found]


def firmware_files(folder: Path = FIRMWARE) -> Files:
    """Read the firmware's files.

    Raises:
        DriveError: there is none in this folder.
    """
    if not (folder / MAIN).is_file():
        raise DriveError(f"There is no firmware in {str(folder)!r}: no {MAIN}.")
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.py"))
    }


def neopixel_library() -> Files:
    """Read Adafruit's `neopixel` from its installed package; empty if it is not installed.

    The firmware works without it, a little slower.
    """
    spec = find_spec("neopixel")
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return {}
    return {LIBRARY: Path(spec.origin).read_bytes()}


def plan_for(drive: Drive, firmware: Files, libraries: Files) -> Plan:
    """Plan the installation of this firmware, and of libraries that the drive lacks.

    Raises:
        DriveError: the drive cannot be read.
    """
    try:
        return make_plan(FolderFiles(drive.path), drive.board_id, firmware, libraries)
    except OSError as error:
        raise DriveError(
            message("maintenance.drive_cannot_be_read", why=system_error(error))
        ) from error


def _nobody(_: str) -> None:
    """Default of `step`: do nothing."""


def install(plan: Plan, root: Path, step: Callable[[str], None] = _nobody) -> None:
    """Carry out a plan.

    Args:
        plan: made just now.
        root: mount point of the drive.
        step: called with the text of each step before it is done.

    Raises:
        DriveError: writing failed, or the data does not read back.  The drive has the old
            firmware or none, and the installation may be run again.
    """
    try:
        _require_room(plan, root)
        for action in plan.actions():
            if action.text:
                step(action.text)
            _carry_out(action, root)
    except OSError as error:
        raise DriveError(
            message("maintenance.drive_cannot_be_written", why=system_error(error))
        ) from error


def _require_room(plan: Plan, root: Path) -> None:
    """Raise a DriveError if the drive has no room for the files that are written."""
    needed, free = sum(len(data) for _, data in plan.write), shutil.disk_usage(root).free
    if plan.write and needed + _RESERVE > free:
        raise DriveError(
            f"The drive has {free} bytes left, and {needed + _RESERVE} are needed. Delete what you "
            "do not need from it."
        )


def _carry_out(action: Action, root: Path) -> None:
    path = root / action.name
    match action.kind:
        case "write":
            _write(path, action.data)
        case "read back":
            _verify(path, action.data)
        case "remove":
            path.unlink(missing_ok=True)
        case "rename":
            path.replace(root / action.target)
        case "prune":
            _remove_empty_folders(path)
        case "flush":
            _flush()


def _remove_empty_folders(top: Path) -> None:
    for folder in sorted((path for path in top.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _verify(path: Path, data: bytes) -> None:
    with path.open("rb") as file:
        if hasattr(os, "posix_fadvise"):
            # Read the drive, not the page cache.
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        if file.read() != data:
            raise DriveError(message("maintenance.drive_reads_back_otherwise", file=path.name))


def _flush() -> None:
    """Flush the system's buffers; on Windows `_write` has synced each file."""
    if hasattr(os, "sync"):
        os.sync()
