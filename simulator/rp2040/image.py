"""Flash of the emulated chip: a UF2 image, and the drive with the firmware.

UF2: github.com/microsoft/uf2.  Where CircuitPython keeps its memory and its drive:
ports/raspberrypi/mpconfigport.h, for boards with 1020 kB of firmware and 2 MB of flash.
"""

from __future__ import annotations

import struct
from pathlib import Path

from simulator.rp2040.fat12 import SECTOR, Fat12

FLASH_BYTES = 2 * 1024 * 1024
FLASH_ADDRESS = 0x10000000
NVM = (1020 * 1024, 1024 * 1024)
"""First byte of CircuitPython's non-volatile memory in the flash, and the one after its last."""
DRIVE = 1024 * 1024
_BLOCK = 512
_MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_NOT_FLASH = 1
_HAS_FAMILY = 0x2000
_RP2040 = 0xE48BFF56


def flash_with(uf2: bytes, drive: Path) -> bytes:
    """Return the flash with an image and with a folder as its drive.

    Raises:
        ValueError: it is no image for an RP2040 with 2 MB, or the folder does not fit.
    """
    flash = bytearray(b"\xff" * FLASH_BYTES)
    for address, payload in uf2_blocks(uf2):
        at = address - FLASH_ADDRESS
        if not 0 <= at <= FLASH_BYTES - len(payload):
            raise ValueError(f"the image writes to {address:#x}, where a Pico has no flash")
        flash[at : at + len(payload)] = payload
    flash[DRIVE:] = Fat12((FLASH_BYTES - DRIVE) // SECTOR, "CIRCUITPY").image(drive)
    return bytes(flash)


def uf2_blocks(uf2: bytes) -> list[tuple[int, bytes]]:
    """Return addresses and contents of an image's blocks for an RP2040.

    Raises:
        ValueError: it is no UF2 image, or none for an RP2040.
    """
    blocks = []
    if not uf2 or len(uf2) % _BLOCK:
        raise ValueError("it is no UF2 image: its length is no multiple of 512")
    for at in range(0, len(uf2), _BLOCK):
        first, second, flags, address, size, _, _, family = struct.unpack_from("<8I", uf2, at)
        last = struct.unpack_from("<I", uf2, at + _BLOCK - 4)[0]
        if (first, second, last) != _MAGIC or size > _BLOCK - 36:
            raise ValueError(f"it is no UF2 image: its block {at // _BLOCK} is damaged")
        if flags & _NOT_FLASH:
            continue
        if flags & _HAS_FAMILY and family != _RP2040:
            continue  # a part for another chip
        blocks.append((address, uf2[at + 32 : at + 32 + size]))
    if not blocks:
        raise ValueError("the image has nothing for an RP2040: it is for another chip")
    return blocks
