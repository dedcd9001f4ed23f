"""FAT12 volume with a folder's files, as CircuitPython makes its drive in the flash of a Pico.

Microsoft, "FAT: General Overview of On-Disk Format", version 1.03: boot sector, table, directory
entries, long names.
"""

from __future__ import annotations

import struct
from pathlib import Path

SECTOR = 512
_ROOT_ENTRIES = 512
_ENTRY = 32
_FIRST_CLUSTER = 2
_LAST = 0xFFF
_MOST_CLUSTERS = 4084  # of FAT12
_FOLDER, _ARCHIVE, _LABEL, _LONG_NAME = 0x10, 0x20, 0x08, 0x0F
_NAME_CHARACTERS = 13  # of a long name in an entry
_DATE = (2024 - 1980) << 9 | 1 << 5 | 1


class Fat12:
    """A volume that files are added to.

    Args:
        sectors: size of the volume.
        label: at most 11 characters.

    Raises:
        ValueError: FAT12 has no volume of that size, or a folder does not fit.
    """

    def __init__(self, sectors: int, label: str) -> None:
        self._sectors = sectors
        self._label = label
        self._table_sectors = -(-(sectors * 3 // 2 + 3) // SECTOR)  # a cluster is one sector
        root_sectors = _ROOT_ENTRIES * _ENTRY // SECTOR
        self._data_sector = 1 + self._table_sectors + root_sectors
        self._clusters = sectors - self._data_sector
        if not 0 < self._clusters <= _MOST_CLUSTERS:
            raise ValueError(f"{sectors} sectors are no FAT12 volume with clusters of one sector")
        self._table = [0xFF8, _LAST]
        self._data = bytearray()

    def image(self, folder: Path) -> bytes:
        """Return the volume with all files and folders of a folder."""
        root = _entry(f"{self._label:<11}".encode(), _LABEL, 0, 0)
        root += self._folder_entries(folder)
        if len(root) > _ROOT_ENTRIES * _ENTRY:
            raise ValueError(f"too many files in {str(folder)!r} for a root folder")
        image = bytearray(self._boot_sector())
        image += self._packed_table().ljust(self._table_sectors * SECTOR, b"\0")
        image += root.ljust(_ROOT_ENTRIES * _ENTRY, b"\0")
        image += self._data
        if len(image) > self._sectors * SECTOR:
            raise ValueError(f"the files of {str(folder)!r} do not fit on the drive")
        return bytes(image.ljust(self._sectors * SECTOR, b"\0"))

    def _folder_entries(self, folder: Path, cluster: int = 0) -> bytes:
        entries = b""
        for number, path in enumerate(sorted(folder.iterdir()), 1):
            if path.is_dir():
                first, size, attributes = self._add_folder(path, cluster), 0, _FOLDER
            else:
                content = path.read_bytes()
                first, size, attributes = self._add(content), len(content), _ARCHIVE
            short = _short_name(path.name, number)
            entries += _long_name(path.name, short) + _entry(short, attributes, first, size)
        return entries

    def _add_folder(self, folder: Path, parent: int) -> int:
        """Write a folder; return its first cluster, which its own entries need before its content.

        All its clusters are reserved first.
        """
        count = -(
            -(2 * _ENTRY + sum(_entry_bytes(path.name) for path in folder.iterdir())) // SECTOR
        )
        first = self._add(bytes(count * SECTOR))
        entries = _entry(b".".ljust(11), _FOLDER, first, 0)
        entries += _entry(b"..".ljust(11), _FOLDER, parent, 0)
        entries += self._folder_entries(folder, first)
        at = (first - _FIRST_CLUSTER) * SECTOR
        self._data[at : at + len(entries)] = entries
        return first

    def _add(self, content: bytes) -> int:
        """Write a chain of clusters; return the first, 0 for nothing."""
        count = -(-len(content) // SECTOR)
        if count == 0:
            return 0
        first = len(self._table)
        self._table += [*range(first + 1, first + count), _LAST]
        self._data += content.ljust(count * SECTOR, b"\0")
        return first

    def _boot_sector(self) -> bytes:
        sector = bytearray(SECTOR)
        sector[:11] = b"\xeb\xfe\x90MSDOS5.0"
        struct.pack_into(
            "<HBHBHHBHHHII",
            sector,
            11,
            *(SECTOR, 1, 1, 1, _ROOT_ENTRIES, self._sectors, 0xF8, self._table_sectors, 63, 255),
            *(0, 0),
        )
        struct.pack_into("<BBBI", sector, 36, 0x80, 0, 0x29, 0x4B414D49)
        sector[43:62] = f"{self._label:<11}FAT12   ".encode()
        sector[510:] = b"\x55\xaa"
        return bytes(sector)

    def _packed_table(self) -> bytes:
        packed = bytearray()
        entries = [*self._table, 0]
        for low, high in zip(entries[::2], entries[1::2], strict=False):
            packed += (low | high << 12).to_bytes(3, "little")
        return bytes(packed)


def _entry(name: bytes, attributes: int, cluster: int, size: int) -> bytes:
    return struct.pack("<11sB8xHHHHI", name, attributes, 0, 0, _DATE, cluster, size)


def _entry_bytes(name: str) -> int:
    return _ENTRY * (1 + -(-len(name) // _NAME_CHARACTERS))


def _short_name(name: str, number: int) -> bytes:
    """Return a name of 8 + 3 characters that no other file of the folder has."""
    stem, _, suffix = name.upper().rpartition(".")
    stem = stem or suffix
    kept = "".join(char for char in stem if char.isalnum())
    tail = f"~{number}"
    ending = suffix if "." in name else ""
    return (kept[: 8 - len(tail)] + tail).ljust(8).encode() + ending[:3].ljust(3).encode()


def _long_name(name: str, short: bytes) -> bytes:
    """Return the entries of a long name, which stand before that of the short name."""
    check = 0
    for byte in short:
        check = ((check & 1) << 7) + (check >> 1) + byte & 0xFF
    padded = name.encode("utf-16-le")
    if len(name) % _NAME_CHARACTERS:
        padded += b"\0\0"
    parts = [
        padded[at : at + 2 * _NAME_CHARACTERS].ljust(2 * _NAME_CHARACTERS, b"\xff")
        for at in range(0, len(padded), 2 * _NAME_CHARACTERS)
    ]
    entries = []
    for number, part in enumerate(parts, 1):
        order = number | (0x40 if number == len(parts) else 0)
        entries.append(
            struct.pack(
                "<B10sBBB12sH4s", order, part[:10], _LONG_NAME, 0, check, part[10:22], 0, part[22:]
            )
        )
    return b"".join(reversed(entries))
