"""Find the CIRCUITPY drive of a board and read its properties."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from host import COMMAND
from host.link.errors import BoardError
from host.message import message, system_error

SUPPORTED = (9, 10)
"""Major versions of CircuitPython that the firmware runs on."""
BOOT_OUT = "boot_out.txt"
"""File that CircuitPython writes at every start."""
BOOTLOADER = "INFO_UF2.TXT"
"""File on the drive of a bootloader, where CircuitPython is installed."""
LABEL = Path("/dev/disk/by-label/CIRCUITPY")
"""The drive on Linux, mounted or not."""

SOURCE = "https://circuitpython.org/downloads"
"""The downloads of CircuitPython."""


class DriveError(BoardError):
    """A drive is missing or cannot take the firmware; the message has the remedy."""


@dataclass(frozen=True, slots=True)
class Drive:
    """A CIRCUITPY drive.

    Attributes:
        path: mount point.
        version: CircuitPython's, e.g. "10.0.3".
        machine: the board in words; "" if unknown.
        board_id: CircuitPython's, e.g. "raspberry_pi_pico"; "" if unknown.
        uid: the chip's number in hex, as in the board's hello; "" if unknown.
    """

    path: Path
    version: str
    machine: str
    board_id: str
    uid: str

    @property
    def description(self) -> str:
        """Text of a line that identifies the drive."""
        known = [self.machine or self.board_id, self.uid and f"chip {self.uid}"]
        words = [f"CircuitPython {self.version}", *(word for word in known if word)]
        return f"{self.path} ({', '.join(words)})"


def mounted_volumes(platform: str = sys.platform) -> Iterator[Path]:
    """Yield the mount points of removable drives on this platform."""
    if platform == "win32":
        # A and B are floppy drives, and reading one takes seconds.
        yield from (Path(f"{letter}:\\") for letter in string.ascii_uppercase[2:])
        return
    patterns = ["Volumes/*"] if platform == "darwin" else ["media/*", "media/*/*", "run/media/*/*"]
    for pattern in patterns:
        yield from sorted(Path("/").glob(pattern))


def find_drive(candidates: Iterable[Path]) -> Drive:
    """Return the one CIRCUITPY drive among these folders.

    Raises:
        DriveError: there is none, or more than one, or it cannot be used.
    """
    mounted = [
        path for path in candidates if _has_file(path, BOOT_OUT) or _has_file(path, BOOTLOADER)
    ]
    boards = [path for path in mounted if _has_file(path, BOOT_OUT)]
    if len(boards) > 1:
        listed = "".join(f"\n  {read_drive(path).description}" for path in boards)
        raise DriveError(f"There are {len(boards)} drives: name one of them.{listed}")
    if mounted:
        return read_drive((boards or mounted)[0])
    if LABEL.exists():
        raise DriveError(
            f"The drive {LABEL} is not mounted. Mount it and name the folder, for instance: "
            f"sudo mount -o uid=$(id -u) {LABEL} /mnt && {COMMAND} flash /mnt"
        )
    raise DriveError(
        "No CIRCUITPY drive is here. Plug the board in with a cable that carries data; or name "
        "the folder where its drive is mounted."
    )


def read_drive(path: Path) -> Drive:
    """Read the properties of the drive mounted at this folder.

    Raises:
        DriveError: it is not the drive of a board with a CircuitPython of `SUPPORTED`.
    """
    if not path.is_dir():
        raise DriveError(f"There is no folder {str(path)!r}. Name the one where CIRCUITPY is.")
    try:
        text = (
            (path / BOOT_OUT).read_text("utf-8", "replace") if _has_file(path, BOOT_OUT) else None
        )
    except OSError as error:
        raise DriveError(
            f"{BOOT_OUT} cannot be read: {system_error(error)}. Plug the board in again."
        ) from None
    return drive_at(path, text, _has_file(path, BOOTLOADER))


def drive_at(path: Path, boot_out: str | None, is_bootloader: bool) -> Drive:
    """Return the drive with these contents.

    Args:
        path: its mount point, or its name.
        boot_out: text of the file `BOOT_OUT`; None if there is none.
        is_bootloader: it has the file `BOOTLOADER`.

    Raises:
        DriveError: it is not the drive of a board with a CircuitPython of `SUPPORTED`.
    """
    if boot_out is None:
        name = "maintenance.is_bootloader" if is_bootloader else "maintenance.is_no_board_drive"
        raise DriveError(message(name, drive=repr(str(path)), file=BOOT_OUT, source=SOURCE))
    head = re.search(r"CircuitPython (\d+)\.(\S+) on [^;\n]*(?:; ([^\r\n]*))?", boot_out)
    if head is None:
        raise DriveError(
            message("maintenance.version_not_told", file=BOOT_OUT, text=repr(boot_out[:40]))
        )
    version = f"{head[1]}.{head[2]}"
    if int(head[1]) not in SUPPORTED:
        wanted = message("list_or", head=str(SUPPORTED[0]), last=str(SUPPORTED[1]))
        raise DriveError(
            message(
                "maintenance.version_not_supported", version=version, wanted=wanted, source=SOURCE
            )
        )
    return Drive(
        path,
        version,
        head[3] or "",
        _field(boot_out, "Board ID"),
        _field(boot_out, "UID").upper(),
    )


def _field(text: str, name: str) -> str:
    found = re.search(rf"^{name}: ?(\w+)", text, re.M)
    return found[1] if found else ""


def _has_file(path: Path, name: str) -> bool:
    try:
        return (path / name).is_file()
    except OSError:
        return False  # an empty card reader, or a folder of another user
