"""Find the CIRCUITPY drive of a board and read its properties."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from host import COMMAND
from host.errors import BoardError

SUPPORTED = (9, 10)
"""Major versions of CircuitPython that the firmware runs on."""
BOOT_OUT = "boot_out.txt"
"""File that CircuitPython writes at every start."""
BOOTLOADER = "INFO_UF2.TXT"
"""File on the drive of a bootloader, where CircuitPython is installed."""
LABEL = Path("/dev/disk/by-label/CIRCUITPY")
"""The drive on Linux, mounted or not."""

_GET = "CircuitPython is to be had at https://circuitpython.org/downloads"


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
    if not _has_file(path, BOOT_OUT):
        if _has_file(path, BOOTLOADER):
            raise DriveError(
                f"{str(path)!r} is the drive of a bootloader: the board has no CircuitPython yet, "
                f"or was started with its button held. {_GET}; copy its UF2 file to this drive. "
                "A drive CIRCUITPY appears then: run this again."
            )
        raise DriveError(
            f"{str(path)!r} is no CIRCUITPY drive: there is no {BOOT_OUT} on it. Name the folder "
            "where CIRCUITPY is mounted. If that is it, press the board's reset button, or pull "
            "its plug and put it in again."
        )
    try:
        text = (path / BOOT_OUT).read_text("utf-8", "replace")
    except OSError as error:
        raise DriveError(f"{BOOT_OUT} cannot be read: {error}. Plug the board in again.") from None
    head = re.search(r"CircuitPython (\d+)\.(\S+) on [^;\n]*(?:; ([^\r\n]*))?", text)
    if head is None:
        raise DriveError(
            f"{BOOT_OUT} does not tell the version of CircuitPython: it begins {text[:40]!r}. "
            "Press the board's reset button, or pull its plug and put it in again, which writes it "
            "anew. Then run this again."
        )
    version = f"{head[1]}.{head[2]}"
    if int(head[1]) not in SUPPORTED:
        raise DriveError(
            f"The board runs CircuitPython {version}; the firmware wants "
            f"{' or '.join(map(str, SUPPORTED))}. {_GET}."
        )
    return Drive(
        path, version, head[3] or "", _field(text, "Board ID"), _field(text, "UID").upper()
    )


def _field(text: str, name: str) -> str:
    found = re.search(rf"^{name}: ?(\w+)", text, re.M)
    return found[1] if found else ""


def _has_file(path: Path, name: str) -> bool:
    try:
        return (path / name).is_file()
    except OSError:
        return False  # an empty card reader, or a folder of another user
