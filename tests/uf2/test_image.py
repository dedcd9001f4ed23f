"""Flash of the emulated chip: UF2 images and the FAT12 drive."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pytest

from host.maintenance.installer import neopixel_library
from simulator.rp2040.command import FLASH_FILE, EmulatorCommand, missing_tool
from simulator.rp2040.fat12 import SECTOR, Fat12
from simulator.rp2040.image import DRIVE, FLASH_BYTES, flash_with, uf2_blocks
from tests.support.require import require
from tests.uf2.image.build import IMAGE, uf2

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


def files_of(volume: bytes) -> dict[str, bytes]:
    """Read a FAT12 volume by its long names, as in Microsoft's specification."""
    reserved, tables, root_entries = struct.unpack_from("<HBH", volume, 14)
    (table_sectors,) = struct.unpack_from("<H", volume, 22)
    table = volume[reserved * SECTOR :]
    root = (reserved + tables * table_sectors) * SECTOR
    data = root + root_entries * 32

    def chain(cluster: int) -> bytes:
        content = b""
        while cluster < 0xFF8:
            at = data + (cluster - 2) * SECTOR
            content += volume[at : at + SECTOR]
            pair = int.from_bytes(table[cluster // 2 * 3 : cluster // 2 * 3 + 3], "little")
            cluster = pair >> 12 if cluster % 2 else pair & 0xFFF
        return content

    def folder(entries: bytes, path: str) -> dict[str, bytes]:
        found, name = {}, ""
        for at in range(0, len(entries), 32):
            entry = entries[at : at + 32]
            if entry[0] == 0:
                break
            if entry[11] == 0x0F:
                part = (entry[1:11] + entry[14:26] + entry[28:]).decode("utf-16-le")
                name = part.split("\0")[0].rstrip("\uffff") + name
                continue
            cluster, size = struct.unpack_from("<HI", entry, 26)
            if entry[11] == 0x10 and entry[:1] != b".":
                found |= folder(chain(cluster), f"{path}{name}/")
            elif entry[11] == 0x20:
                found[path + name] = chain(cluster)[:size] if size else b""
            name = ""
        return found

    return folder(volume[root:data], "")


def test_the_drive_holds_every_file_of_the_firmware(tmp_path: Path) -> None:
    drive = shutil.copytree(FIRMWARE, tmp_path / "drive", ignore=shutil.ignore_patterns("*cache*"))
    (drive / "empty.txt").write_bytes(b"")
    (drive / "exactly_one_sector.bin").write_bytes(bytes(range(256)) * 2)
    wanted = {
        str(path.relative_to(drive)): path.read_bytes()
        for path in drive.rglob("*")
        if path.is_file()
    }
    volume = Fat12(2048, "CIRCUITPY").image(drive)
    assert len(volume) == 2048 * SECTOR
    assert files_of(volume) == wanted


def test_the_drive_has_the_library_for_the_pixels_as_an_installed_board_has() -> None:
    require(missing_tool() is None, f"{missing_tool()}")
    (library,) = neopixel_library().items()
    with EmulatorCommand(IMAGE, FIRMWARE) as command:
        flash = Path(command.arguments[-1], FLASH_FILE).read_bytes()
    files = files_of(flash[DRIVE:])
    assert library in files.items()
    assert files["main.py"] == (FIRMWARE / "main.py").read_bytes()


def test_a_folder_that_is_too_large_for_the_drive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.bin").write_bytes(bytes(1024 * 1024))
    with pytest.raises(ValueError, match="do not fit"):
        Fat12(2048, "CIRCUITPY").image(tmp_path)


def test_an_image_lies_at_its_addresses_before_the_drive(tmp_path: Path) -> None:
    program = bytes(range(256)) * 3 + b"end"
    flash = flash_with(uf2(program), tmp_path)
    assert len(flash) == FLASH_BYTES
    assert flash[: len(program)] == program
    assert flash[1024:DRIVE] == b"\xff" * (DRIVE - 1024)
    assert flash[DRIVE + 510 : DRIVE + 512] == b"\x55\xaa"


def changed(at: int, value: int) -> bytes:
    """Return our image with another 32-bit value in its first block."""
    image = bytearray(IMAGE.read_bytes())
    struct.pack_into("<I", image, at, value)
    return bytes(image)


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (b"", "multiple of 512"),
        (IMAGE.read_bytes()[:-1], "multiple of 512"),
        (changed(0, 0), "block 0 is damaged"),
        (changed(508, 0), "block 0 is damaged"),
        (changed(16, 500), "block 0 is damaged"),
        (changed(28, 0xE48BFF59)[:512], "nothing for an RP2040"),
    ],
)
def test_what_is_no_image_for_the_chip_is_refused(image: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        uf2_blocks(image)


def test_an_image_that_writes_beside_the_flash_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="0x20000000"):
        flash_with(changed(12, 0x20000000), tmp_path)
