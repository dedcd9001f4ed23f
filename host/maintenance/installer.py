"""The installation: which files of the firmware a drive lacks, and how they get there.

Whoever pulls the cable in the middle must not be left with half a board.  So everything is first
written beside its place, under a name that no program imports, and read back.  Until then the
drive is as it was.  Then, in this order:

    main.py goes        nothing of ours runs any more
    code.py goes        CircuitPython would run it instead of main.py
    names are changed   each file takes its place at once, the list of files the last but one
    main.py comes       everything it imports is there

At every moment the drive holds the old firmware whole, or the new one whole, or no main.py; and to
run the same again completes it.  Files are ours if the list that the last installation left (LIST)
names them with the check sum they still have.  What else stands in the way is kept under another
name; what does not stand in the way is not touched.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

from host.maintenance.drive import Drive, DriveError

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
MAIN = "main.py"
LIST = "kamiboard/files.txt"
"""On the drive: a line `CRC NAME` for each installed file."""
LIBRARY = "lib/neopixel.py"
RUN_FIRST = ("code.txt", "code.py")
"""What CircuitPython runs instead of main.py."""
BUILT_IN = frozenset({"adafruit_kb2040", "datanoise_picoadk"})
"""Boards whose CircuitPython has `neopixel` frozen in, by their makefiles; on those that are not
named here a copy does no harm: what is built in is found first."""

_LISTED = re.compile(r"([0-9a-f]{8}) ((?:[\w-]+/)?[\w-]+\.py)")
_SAMPLE = re.compile(rb"""\s*(#[^\n]*\n\s*)*print\(["']Hello,? World!?["']\)\s*""", re.I)
NEW = ".new"
"""What a file is called until it takes its place."""
_RESERVE = 16384
"""Bytes that folders and the ends of clusters may take beside the files."""

Files = dict[str, bytes]
"""Contents by name; names are relative to the drive, with slashes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done to a drive.

    Attributes:
        root: where the drive is mounted.
        write: files that are not there or differ, the list of files and main.py last.
        remove: files of an older version that are no more.
        samples: programs that a fresh drive holds, in the way.
        set_aside: what somebody else has put in the way, with the name it is kept under.
        unchanged: how many files are there already.
    """

    root: Path
    write: tuple[tuple[str, bytes], ...]
    remove: tuple[str, ...]
    samples: tuple[str, ...]
    set_aside: tuple[tuple[str, str], ...]
    unchanged: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be done."""
        return not (self.write or self.remove or self.samples or self.set_aside)

    def obstacles(self) -> Iterator[str]:
        """What will be done with what others have put on the drive, a line each."""
        yield from (f"delete {name}, CircuitPython's sample" for name in self.samples)
        yield from (f"keep {name}, which is not ours, as {kept}" for name, kept in self.set_aside)

    def steps(self) -> Iterator[str]:
        """All that will be done, a line each."""
        yield from self.obstacles()
        yield from (f"delete {name} of an older version" for name in self.remove)
        yield from (f"write {name} ({len(data)} bytes)" for name, data in self.write)


def firmware_files(folder: Path = FIRMWARE) -> Files:
    """The firmware as it belongs on a drive.

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
    """Adafruit's `neopixel` as it was installed from its package; empty if it was not.

    The firmware does without it, a little slower.
    """
    spec = find_spec("neopixel")
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return {}
    return {LIBRARY: Path(spec.origin).read_bytes()}


def make_plan(drive: Drive, firmware: Files, libraries: Files) -> Plan:
    """What is to be done so that a drive holds this firmware, and these libraries if it has none.

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
        write.add(MAIN)  # it goes first and comes last, so it is written in any case
    return Plan(
        root=root,
        write=tuple((name, wanted[name]) for name in sorted(write, key=_place)),
        remove=tuple(remove),
        samples=tuple(samples),
        set_aside=tuple((name, _spare_name(root, name)) for name in strangers),
        unchanged=unchanged,
    )


def _nobody(_: str) -> None:
    """Nobody watches."""


def install(make_plan: Plan, step: Callable[[str], None] = _nobody) -> None:
    """Bring the drive to what the plan says.

    Args:
        plan: made just now.
        step: told of each step before it is done.

    Raises:
        DriveError: it could not be done, or what was written does not read back.  The drive holds
            the old firmware or none, and the same may be run again.
    """
    try:
        _install(make_plan, step)
    except OSError as error:
        raise DriveError(
            f"The drive cannot be written: {error}. Is it write-protected, full or unplugged? "
            "Press the board's reset button, then run this again."
        ) from error


def _install(make_plan: Plan, step: Callable[[str], None]) -> None:
    root = make_plan.root
    needed, free = sum(len(data) for _, data in make_plan.write), shutil.disk_usage(root).free
    if make_plan.write and needed + _RESERVE > free:
        raise DriveError(
            f"The drive has {free} bytes left, and {needed + _RESERVE} are needed. Delete what you "
            "do not need from it."
        )
    for name, data in make_plan.write:
        step(f"write {name}")
        _write(root / (name + NEW), data)
    _flush()
    for name, data in make_plan.write:
        step(f"read {name} back")
        _verify(root / (name + NEW), data)
    aside = sorted(make_plan.set_aside, key=lambda pair: pair[0] != MAIN)
    if make_plan.write and MAIN not in dict(aside):
        step(f"take {MAIN} away")
        (root / MAIN).unlink(missing_ok=True)
        _flush()
    for name, kept in aside:
        step(f"keep {name} as {kept}")
        os.replace(root / name, root / kept)
    for name in (*make_plan.samples, *make_plan.remove):
        step(f"delete {name}")
        (root / name).unlink(missing_ok=True)
    for name, _ in make_plan.write:
        step(f"put {name} in its place")
        if name == MAIN:
            _flush()  # what it imports must be on the drive before it is
        os.replace(root / (name + NEW), root / name)
    _flush()


def _place(name: str) -> tuple[bool, bool, str]:
    """The order of writing: the list of files is the last but one, main.py the last."""
    return name == MAIN, name == LIST, name


def _installed(root: Path) -> dict[str, int]:
    """The check sums of what was installed last, by name.

    Where somebody has copied the folder by hand there is no list.  Then all that is in our places
    is ours, if main.py is.
    """
    said = _read(root / LIST)
    if said is not None:
        lines = said.decode("ascii", "replace").splitlines()
        return {found[2]: int(found[1], 16) for line in lines if (found := _LISTED.fullmatch(line))}
    if b"from kamiboard" not in (_read(root / MAIN) or b""):
        return {}
    paths = [root / name for name in (MAIN, "boot.py", "safemode.py")]
    paths += sorted((root / "kamiboard").glob("*.py"))
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
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _verify(path: Path, data: bytes) -> None:
    with path.open("rb") as file:
        if hasattr(os, "posix_fadvise"):
            # From the drive itself, not from what the system remembers of it.
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        if file.read() != data:
            raise DriveError(
                f"{path.name} reads back otherwise than it was written: the drive is damaged. "
                "Erase it (in CircuitPython's console: import storage; storage.erase_filesystem()) "
                "and run this again."
            )


def _flush() -> None:
    """Let the system write down what it holds; on Windows each file was written down by itself."""
    if hasattr(os, "sync"):
        os.sync()
