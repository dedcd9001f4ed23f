"""Plan of an installation of the firmware on a drive, safe against a pulled cable.

Every file is first written under a temporary name and read back; until then the drive is unchanged.
Then, in this order:

    main.py is removed    our program cannot start any more
    code.py is removed    CircuitPython would run it instead of main.py
    others are removed    what no version needs any more, and folders that are empty then
    files are renamed     each replaces its old version atomically, the list of files last
    main.py is renamed    everything it imports is there

At any moment the drive has the complete old firmware, the complete new one, or no main.py; running
the installation again completes it.  A file is ours if the list of the last installation (LIST) has
it with its current checksum.  Other files in the way are renamed; all others are left alone.

CircuitPython imports a folder `x`, even an empty one, rather than `x.py`.  So a package of the
firmware must not be called as a module of an earlier version, which it would hide until main.py is
removed.

Nothing here reads or writes: `host.maintenance.installer` does for a folder, and a page in the
browser for the drive that it was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias
from zlib import crc32

MAIN = "main.py"
LIST = "kamiboard/files.txt"
"""List on the drive: a line `CRC NAME` for each installed file."""
PACKAGE = "kamiboard"
LIBRARY = "lib/neopixel.py"
RUN_FIRST = ("code.txt", "code.py")
"""Files that CircuitPython runs instead of main.py."""
WIRED = ("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w")
"""Boards whose pin names kamiboard/config.py has."""
BUILT_IN = frozenset({"adafruit_kb2040", "datanoise_picoadk"})
"""Boards whose CircuitPython has `neopixel` built in, by their makefiles.  On others a copy does
no harm: the built-in one is found first."""
NEW = ".new"
"""Suffix of a file until it is renamed."""

_LISTED = re.compile(r"([0-9a-f]{8}) ((?:[\w-]+/)*[\w-]+\.py)")
_SAMPLE = re.compile(rb"""\s*(#[^\n]*\n\s*)*print\(["']Hello,? World!?["']\)\s*""", re.I)

Files = dict[str, bytes]
"""Contents by path relative to the drive, with slashes."""


class DriveFiles(Protocol):
    """Files of a drive, by path relative to it, with slashes."""

    def exists(self, name: str) -> bool:
        """Return True if there is such a file or folder."""

    def read(self, name: str) -> bytes | None:
        """Return the contents; None if there is no such file."""

    def modules(self, folder: str) -> list[str]:
        """Return the paths of the Python files below a folder."""


ActionKind: TypeAlias = Literal["write", "read back", "remove", "rename", "prune", "flush"]


@dataclass(frozen=True, slots=True)
class Action:
    """One step of an installation.

    Attributes:
        kind: "prune" removes the empty folders below a folder, "flush" empties the system's
            buffers.
        name: of the file or folder.
        data: to write, or as it must read back.
        target: new name; what has it is replaced.
        text: for people; "" to say nothing.
    """

    kind: ActionKind
    name: str = ""
    data: bytes = b""
    target: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Changes to make to a drive.

    Attributes:
        write: missing or changed files, the list of files and main.py last.
        remove: files of an older version that are no longer used.
        samples: CircuitPython's sample programs in the way.
        set_aside: other files in the way, with their new names.
        unchanged: number of files already there.
    """

    write: tuple[tuple[str, bytes], ...]
    remove: tuple[str, ...]
    samples: tuple[str, ...]
    set_aside: tuple[tuple[str, str], ...]
    unchanged: int

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to do."""
        return not (self.write or self.remove or self.samples or self.set_aside)

    def obstacles(self) -> Iterator[str]:
        """Describe what happens to other programs' files, a line each."""
        yield from (f"delete {name}, CircuitPython's sample" for name in self.samples)
        yield from (f"keep {name}, which is not ours, as {kept}" for name, kept in self.set_aside)

    def steps(self) -> Iterator[str]:
        """Describe all changes, a line each."""
        yield from self.obstacles()
        yield from (f"delete {name} of an older version" for name in self.remove)
        yield from (f"write {name} ({len(data)} bytes)" for name, data in self.write)

    def actions(self) -> Iterator[Action]:
        """Yield all actions in the order that keeps the drive's firmware whole."""
        for name, data in self.write:
            yield Action("write", name + NEW, data, text=f"write {name}")
        yield Action("flush")
        for name, data in self.write:
            yield Action("read back", name + NEW, data, text=f"read {name} back")
        aside = sorted(self.set_aside, key=lambda pair: pair[0] != MAIN)
        if self.write and MAIN not in dict(aside):
            yield Action("remove", MAIN, text=f"take {MAIN} away")
            yield Action("flush")
        for name, kept in aside:
            yield Action("rename", name, target=kept, text=f"keep {name} as {kept}")
        for name in (*self.samples, *self.remove):
            yield Action("remove", name, text=f"delete {name}")
        if self.write:
            yield Action("prune", PACKAGE)  # each empty folder would hide a module of its name
        for name, data in self.write:
            if name == MAIN:
                yield Action("flush")  # its imports must be on the drive first
            text = f"put {name} in its place"
            yield Action("rename", name + NEW, data, target=name, text=text)
        yield Action("flush")


def make_plan(there: DriveFiles, board_id: str, firmware: Files, libraries: Files) -> Plan:
    """Plan the installation of this firmware, and of libraries that the drive lacks.

    Args:
        there: what the drive has.
        board_id: CircuitPython's name of the board; "" if unknown.
    """
    installed = _installed(there)
    wanted = dict(firmware)
    for name, data in libraries.items():
        theirs = name not in installed and there.exists(name)
        compiled = there.exists(name.removesuffix(".py") + ".mpy")
        if board_id not in BUILT_IN and not theirs and not compiled:
            wanted[name] = data
    wanted[LIST] = list_of(wanted)
    now = {name: there.read(name) for name in {*wanted, *installed, *RUN_FIRST}}

    def is_ours(name: str) -> bool:
        data = now[name]
        return data is not None and installed.get(name) == crc32(data)

    write = {name for name in wanted if now[name] != wanted[name]}
    samples = [name for name in RUN_FIRST if _SAMPLE.fullmatch(now[name] or b"")]
    strangers = [name for name in RUN_FIRST if now[name] is not None and name not in samples]
    strangers += [
        name for name in sorted(write - {LIST}) if now[name] is not None and not is_ours(name)
    ]
    remove = [name for name in sorted(installed) if name not in wanted and is_ours(name)]
    remove += [name + NEW for name in sorted(wanted) if there.exists(name + NEW)]
    remove = [name for name in remove if name.removesuffix(NEW) not in write]
    unchanged = len(wanted) - len(write)
    if write or samples or strangers or remove:
        write.add(MAIN)  # removed first and renamed last, so always written
    return Plan(
        write=tuple((name, wanted[name]) for name in sorted(write, key=_place)),
        remove=tuple(remove),
        samples=tuple(samples),
        set_aside=tuple((name, _spare_name(there, name)) for name in strangers),
        unchanged=unchanged,
    )


def list_of(files: Files) -> bytes:
    """Return the list of files (LIST) for these."""
    lines = [f"{crc32(data):08x} {name}\n" for name, data in sorted(files.items())]
    return "".join(lines).encode("ascii")


def _place(name: str) -> tuple[bool, bool, str]:
    """Sort key of writing: the list of files last but one, main.py last."""
    return name == MAIN, name == LIST, name


def _installed(there: DriveFiles) -> dict[str, int]:
    """Return the checksums of the last installation by name.

    Without a list the folder was copied by hand: all files at our paths are ours if main.py is.
    """
    listed = there.read(LIST)
    if listed is not None:
        lines = listed.decode("ascii", "replace").splitlines()
        return {found[2]: int(found[1], 16) for line in lines if (found := _LISTED.fullmatch(line))}
    if b"from kamiboard" not in (there.read(MAIN) or b""):
        return {}
    paths = [MAIN, "boot.py", "safemode.py", *there.modules(PACKAGE)]
    return {name: crc32(data) for name in paths if (data := there.read(name)) is not None}


def _spare_name(there: DriveFiles, name: str) -> str:
    number = 1
    while there.exists(kept := f"{name}.old{number if number > 1 else ''}"):
        number += 1
    return kept
