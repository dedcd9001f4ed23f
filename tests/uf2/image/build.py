"""Build `bench.uf2`, the image for the tests of the emulator; needs arm-none-eabi-gcc.

python -m tests.uf2.image.build
"""

from __future__ import annotations

import hashlib
import struct
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
IMAGE = HERE / "bench.uf2"
SOURCES = ("main.c", "usb.c", "flash.c", "rp2040.h", "link.ld")
_FLAGS = ("-mcpu=cortex-m0plus", "-mthumb", "-Os", "-std=c11", "-Wall", "-Wextra", "-Werror")
_FLAGS += ("-ffreestanding", "-nostdlib", "-fno-tree-loop-distribute-patterns")
_FLAGS += ("--param=min-pagesize=0",)  # the boot ROM's tables are there
_START = 0x10000000
_PAYLOAD = 256


def digest() -> str:
    """Return the digest of the sources, which the image contains."""
    content = b"".join((HERE / name).read_bytes() for name in SOURCES)
    return hashlib.sha256(content).hexdigest()


def uf2(program: bytes) -> bytes:
    """Return a program for the start of the flash as UF2."""
    parts = [program[at : at + _PAYLOAD] for at in range(0, len(program), _PAYLOAD)]
    return b"".join(
        struct.pack(
            "<8I476sI",
            *(0x0A324655, 0x9E5D5157, 0x2000, _START + number * _PAYLOAD, _PAYLOAD),
            *(number, len(parts), 0xE48BFF56, part, 0x0AB16F30),
        )
        for number, part in enumerate(parts)
    )


def main() -> None:
    """Compile, and write the image."""
    with tempfile.TemporaryDirectory() as folder:
        elf, binary = f"{folder}/bench.elf", f"{folder}/bench.bin"
        files = [name for name in SOURCES if name.endswith(".c")]
        subprocess.run(
            [
                *("arm-none-eabi-gcc", *_FLAGS, f'-DSOURCES="{digest()}"', "-T", "link.ld"),
                *(*files, "-lgcc", "-o", elf),
            ],
            cwd=HERE,
            check=True,
        )
        subprocess.run(["arm-none-eabi-objcopy", "-O", "binary", elf, binary], check=True)
        IMAGE.write_bytes(uf2(Path(binary).read_bytes()))


if __name__ == "__main__":
    main()
