"""The committed files to order of a board, to put mistakes into copies of them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from hardware.electronics.checks.archives import archive, order_files
from hardware.electronics.fabrication.files import BoardFiles


@dataclass(frozen=True)
class Upload:
    """An upload for a board: files of the archive by the end of their names, two lists."""

    board: str
    files: Mapping[str, str]
    bill: str
    placements: str
    pcb: Path

    def faults(self, board: str = "") -> str:
        """Return what the check says, in one line; "" for nothing."""
        named = {f"{self.board}-{end}": text.encode() for end, text in self.files.items()}
        lists = self.bill.encode(), self.placements.encode()
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as packed:
            for name, content in named.items():
                packed.writestr(name, content)
        found = order_files.upload_faults(board or self.board, data.getvalue(), *lists, self.pcb)
        return " | ".join(found)

    def with_file(self, end: str, text: str | None) -> Upload:
        """Return it with another text of a file, which must differ; None for without the file."""
        assert self.files.get(end) != text
        files = {name: old for name, old in self.files.items() if name != end}
        return replace(self, files=files if text is None else {**files, end: text})

    def edited(self, end: str, before: str, after: str) -> Upload:
        """Return it with a part of a file's text replaced, where it is found first."""
        assert before in self.files[end], f"there is no {before!r} in {end}"
        return self.with_file(end, self.files[end].replace(before, after, 1))

    def moved(self, end: str, place: Callable[[float, float], tuple[float, float]]) -> Upload:
        """Return it with all coordinates of a layer moved.

        Args:
            end: the layer's file.
            place: the new place of a place, in millimetres.
        """

        def coordinate(found: re.Match[str]) -> str:
            x, y = place(int(found[1]) / 1e5, int(found[2]) / 1e5)
            return f"X{round(x * 1e5)}Y{round(y * 1e5)}"

        text = re.sub(r"(?<!\w)X(-?\d+)Y(-?\d+)", coordinate, self.files[end])
        return self.with_file(end, text)


@cache
def committed(board: str) -> Upload:
    """Return the files in the repository."""
    files = BoardFiles(board)
    packed, faults = archive.unpack(files.gerbers.read_bytes())
    assert not faults
    return Upload(
        board,
        {name.removeprefix(f"{board}-"): data.decode() for name, data in packed.items()},
        files.assembly_bom.read_text("utf-8"),
        files.placements.read_text("utf-8"),
        files.pcb,
    )
