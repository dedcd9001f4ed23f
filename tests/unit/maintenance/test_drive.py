"""Recognition of CIRCUITPY drives, and the errors for other folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.maintenance.drive import Drive, DriveError, find_drive, mounted_volumes, read_drive

BOOT_OUT = (
    "Adafruit CircuitPython {version} on 2025-10-17; Raspberry Pi Pico with rp2040\r\n"
    "Board ID:raspberry_pi_pico\r\nUID:{uid}\r\nboot.py output:\r\n"
)


def make_drive(path: Path, version: str = "10.0.3", uid: str = "DE6118B1434B2F27") -> Path:
    """Create a drive as CircuitPython leaves it."""
    path.mkdir(parents=True)
    (path / "boot_out.txt").write_bytes(BOOT_OUT.format(version=version, uid=uid).encode())
    return path


@pytest.mark.parametrize("version", ["9.0.0", "9.2.8", "10.0.3", "10.1.0-beta.1"])
def test_a_drive_tells_what_runs_on_the_board_and_which_board_it_is(
    tmp_path: Path, version: str
) -> None:
    path = make_drive(tmp_path / "CIRCUITPY", version)
    assert read_drive(path) == Drive(
        path, version, "Raspberry Pi Pico with rp2040", "raspberry_pi_pico", "DE6118B1434B2F27"
    )
    assert find_drive([tmp_path, path]) == read_drive(path)


@pytest.mark.parametrize("version", ["8.2.10", "11.0.0", "100.0.0"])
def test_another_version_of_circuitpython_is_refused_with_both_versions(
    tmp_path: Path, version: str
) -> None:
    make_drive(tmp_path / "CIRCUITPY", version)
    with pytest.raises(DriveError, match=rf"runs CircuitPython {version}; .* needs 9 or 10"):
        find_drive([tmp_path / "CIRCUITPY"])


def test_an_older_circuitpython_that_does_not_tell_its_board_is_known_by_its_version(
    tmp_path: Path,
) -> None:
    (tmp_path / "boot_out.txt").write_text("Adafruit CircuitPython 9.1.0 on 2024-07-10\n")
    assert read_drive(tmp_path) == Drive(tmp_path, "9.1.0", "", "", "")


def test_several_drives_are_listed_with_their_chips_and_none_is_chosen(tmp_path: Path) -> None:
    one = make_drive(tmp_path / "CIRCUITPY", uid="AA")
    two = make_drive(tmp_path / "CIRCUITPY1", uid="BB")
    with pytest.raises(DriveError) as refused:
        find_drive([one, tmp_path, two])
    assert f"{one} (CircuitPython 10.0.3, Raspberry Pi Pico with rp2040, chip AA)" in str(
        refused.value
    )
    assert f"{two} (CircuitPython 10.0.3, Raspberry Pi Pico with rp2040, chip BB)" in str(
        refused.value
    )
    assert "2 drives: name one" in str(refused.value)


def test_a_bootloader_is_told_from_a_drive(tmp_path: Path) -> None:
    (tmp_path / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\n")
    for attempt in (lambda: read_drive(tmp_path), lambda: find_drive([tmp_path])):
        with pytest.raises(DriveError, match=r"no CircuitPython yet.*copy its UF2 file"):
            attempt()


def test_a_folder_that_is_no_drive_and_no_folder_at_all_are_quoted(tmp_path: Path) -> None:
    with pytest.raises(DriveError, match=f"{str(tmp_path)!r} is not a CIRCUITPY drive"):
        read_drive(tmp_path)
    with pytest.raises(DriveError, match=f"no folder '{tmp_path}/x'"):
        read_drive(tmp_path / "x")


def test_an_empty_boot_out_says_to_press_reset(tmp_path: Path) -> None:
    (tmp_path / "boot_out.txt").write_bytes(b"")
    with pytest.raises(DriveError, match="Press the board's reset button"):
        read_drive(tmp_path)


def test_nothing_plugged_in_says_what_to_try(tmp_path: Path) -> None:
    with pytest.raises(DriveError, match=r"is not mounted|cable that carries data"):
        find_drive([tmp_path])


def test_windows_drives_are_letters_without_those_of_diskettes() -> None:
    letters = [str(path)[:2] for path in mounted_volumes("win32")]
    assert letters[0] == "C:"
    assert letters[-1] == "Z:"
