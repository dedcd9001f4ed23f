"""Install the firmware on a drive, safe against a pulled cable.

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
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

from host.maintenance.drive import Drive, DriveError

_PACKAGED = Path(str(files("simulator") / "data" / "firmware"))
FIRMWARE = _PACKAGED if _PACKAGED.exists() else Path(__file__).resolve().parents[2] / "firmware"
"""Folder of the firmware; a wheel has it in the simulator, which runs it."""
MAIN = "main.py"
LIST = "kamiboard/files.txt"
"""List on the drive: a line `CRC NAME` for each installed file."""
LIBRARY = "lib/neopixel.py"
RUN_FIRST = ("code.txt", "code.py")
"""Files that CircuitPython runs instead of main.py."""
BUILT_IN = frozenset({"adafruit_kb2040", "datanoise_picoadk"})
"""Boards whose CircuitPython has `neopixel` built in, by their makefiles.  On others a copy does
no harm: the built-in one is found first."""

_LISTED = re.compile(r"([0-9a-f]{8}) ((?:[\w-]+/)*[\w-]+\.py)")
_SAMPLE = re.compile(rb"""\s*(#[^\n]*\n\s*)*print\(["']Hello,? World!?["']\)\s*""", re.I)
NEW = ".new"
"""Suffix of a file until it is renamed."""
_RESERVE = 16384
"""Bytes for folders and partly used clusters."""

Files = dict[str, bytes]
"""Contents by path relative to the drive, with slashes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Changes to make to a drive.

    Attributes:
        root: mount point of the drive.
        write: missing or changed files, the list of files and main.py last.
        remove: files of an older version that are no longer used.
        samples: CircuitPython's sample programs in the way.
        set_aside: other files in the way, with their new names.
        unchanged: number of files already there.
    """

    root: Path
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


def make_plan(drive: Drive, firmware: Files, libraries: Files) -> Plan:
    """Plan the installation of this firmware, and of libraries that the drive lacks.

    Raises:
        DriveError: the drive cannot be read.
    """
    try:
        return _plan(drive, firmware, libraries)
    except OSError as error:
        raise DriveError(
            f"The drive cannot be read: {error}. Plug the board in again and run this again."
        ) from error


def _plan(drive: Drive, firmware: Files, libraries: Files) -> Plan:
    root = drive.path
    installed = _installed(root)
    wanted = dict(firmware)
    for name, data in libraries.items():
        theirs = name not in installed and (root / name).exists()
        compiled = (root / name).with_suffix(".mpy").exists()
        if drive.board_id not in BUILT_IN and not theirs and not compiled:
            wanted[name] = data
    wanted[LIST] = _list_of(wanted)
    there = {name: _read(root / name) for name in {*wanted, *installed, *RUN_FIRST}}

    def is_ours(name: str) -> bool:
        data = there[name]
        return data is not None and installed.get(name) == crc32(data)

    write = {name for name in wanted if there[name] != wanted[name]}
    samples = [name for name in RUN_FIRST if _SAMPLE.fullmatch(there[name] or b"")]
    strangers = [name for name in RUN_FIRST if there[name] is not None and name not in samples]
    strangers += [
        name for name in sorted(write - {LIST}) if there[name] is not None and not is_ours(name)
    ]
    remove = [name for name in sorted(installed) if name not in wanted and is_ours(name)]
    remove += [name + NEW for name in sorted(wanted) if (root / (name + NEW)).exists()]
    remove = [name for name in remove if name.removesuffix(NEW) not in write]
    unchanged = len(wanted) - len(write)
    if write or samples or strangers or remove:
        write.add(MAIN)  # removed first and renamed last, so always written
    return Plan(
        root=root,
        write=tuple((name, wanted[name]) for name in sorted(write, key=_place)),
        remove=tuple(remove),
        samples=tuple(samples),
        set_aside=tuple((name, _spare_name(root, name)) for name in strangers),
        unchanged=unchanged,
    )


def _nobody(_: str) -> None:
    """Default of `step`: do nothing."""


def install(plan: Plan, step: Callable[[str], None] = _nobody) -> None:
    """Carry out a plan.

    Args:
        plan: made just now.
        step: called with the text of each step before it is done.

    Raises:
        DriveError: writing failed, or the data does not read back.  The drive has the old
            firmware or none, and the installation may be run again.
    """
    try:
        _install(plan, step)
    except OSError as error:
        raise DriveError(
            f"The drive cannot be written: {error}. Is it write-protected, full or unplugged? "
            "Press the board's reset button, or pull its plug and put it in again. Then run this "
            "again."
        ) from error


def _install(plan: Plan, step: Callable[[str], None]) -> None:
    root = plan.root
    needed, free = sum(len(data) for _, data in plan.write), shutil.disk_usage(root).free
    if plan.write and needed + _RESERVE > free:
        raise DriveError(
            f"The drive has {free} bytes left, and {needed + _RESERVE} are needed. Delete what you "
            "do not need from it."
        )
    for name, data in plan.write:
        step(f"write {name}")
        _write(root / (name + NEW), data)
    _flush()
    for name, data in plan.write:
        step(f"read {name} back")
        _verify(root / (name + NEW), data)
    aside = sorted(plan.set_aside, key=lambda pair: pair[0] != MAIN)
    if plan.write and MAIN not in dict(aside):
        step(f"take {MAIN} away")
        (root / MAIN).unlink(missing_ok=True)
        _flush()
    for name, kept in aside:
        step(f"keep {name} as {kept}")
        os.replace(root / name, root / kept)
    for name in (*plan.samples, *plan.remove):
        step(f"delete {name}")
        (root / name).unlink(missing_ok=True)
    if plan.write:
        _remove_empty_folders(root / "kamiboard")
    for name, _ in plan.write:
        step(f"put {name} in its place")
        if name == MAIN:
            _flush()  # its imports must be on the drive first
        os.replace(root / (name + NEW), root / name)
    _flush()


def _remove_empty_folders(top: Path) -> None:
    """Remove the empty folders below a folder: each would hide a module of its name."""
    for folder in sorted((path for path in top.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def _place(name: str) -> tuple[bool, bool, str]:
    """Sort key of writing: the list of files last but one, main.py last."""
    return name == MAIN, name == LIST, name


def _installed(root: Path) -> dict[str, int]:
    """Return the checksums of the last installation by name.

    Without a list the folder was copied by hand: all files at our paths are ours if main.py is.
    """
    listed = _read(root / LIST)
    if listed is not None:
        lines = listed.decode("ascii", "replace").splitlines()
        return {found[2]: int(found[1], 16) for line in lines if (found := _LISTED.fullmatch(line))}
    if b"from kamiboard" not in (_read(root / MAIN) or b""):
        return {}
    paths = [root / name for name in (MAIN, "boot.py", "safemode.py")]
    paths += sorted((root / "kamiboard").rglob("*.py"))
    return {
        path.relative_to(root).as_posix(): crc32(path.read_bytes())
        for path in paths
        if path.is_file()
    }


def _list_of(files: Files) -> bytes:
    lines = [f"{crc32(data):08x} {name}\n" for name, data in sorted(files.items())]
    return "".join(lines).encode("ascii")


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _spare_name(root: Path, name: str) -> str:
    number = 1
    while (root / (kept := f"{name}.old{number if number > 1 else ''}")).exists():
        number += 1
    return kept


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
            raise DriveError(
                f"{path.name} reads back otherwise than it was written: the drive is damaged. "
                "Erase it (in CircuitPython's console: import storage; storage.erase_filesystem()) "
                "and run this again."
            )


def _flush() -> None:
    """Flush the system's buffers; on Windows `_write` has synced each file."""
    if hasattr(os, "sync"):
        os.sync()
