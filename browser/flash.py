"""Installation of the firmware by a page, on the drive that its browser lets it write to.

The page's script reads the drive and carries the actions out; see `static/drive_files.js`.
"""

from __future__ import annotations

from pathlib import Path

from browser.javascript import JsBytes
from host.maintenance.drive import BOOT_OUT, BOOTLOADER, DriveError, drive_at
from host.maintenance.installation_plan import NEW, WIRED, Plan, make_plan
from host.maintenance.installer import firmware_files, neopixel_library
from host.message import message_of
from host.ui.messages.encoding import encode


class Snapshot:
    """Files of a drive as they were read before; see `DriveFiles`.

    Attributes:
        files: contents by path; None of one that was not read, as no plan asks for it.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes | None] = {}

    def exists(self, name: str) -> bool:
        """Return True if there is such a file or folder."""
        return name in self.files or any(path.startswith(f"{name}/") for path in self.files)

    def read(self, name: str) -> bytes | None:
        """Return the contents; None if there is no such file."""
        return self.files.get(name)

    def modules(self, folder: str) -> list[str]:
        """Return the paths of the Python files below a folder."""
        below = (name for name in self.files if name.startswith(f"{folder}/"))
        return sorted(name for name in below if name.endswith(".py"))


class Flash:
    """One installation, for a page that tells what the drive has."""

    def __init__(self) -> None:
        self._there = Snapshot()
        self._plan: Plan | None = None

    def add(self, name: str, data: JsBytes | None) -> None:
        """Add a file of the drive.

        Args:
            name: path relative to the drive.
            data: its contents; None if it is no text or module.
        """
        self._there.files[name] = None if data is None else data.to_bytes()

    def plan(self, drive: str) -> str:
        """Plan the installation.

        Args:
            drive: name of the drive.

        Returns:
            a JSON object.  `refused` is the sentence that says why it cannot be done.  Else there
            are `version`, `machine` and `board` of the drive, `isWired` if the firmware has that
            board's pins, `samples` and `setAside` of the plan, the numbers of files to write,
            `count`, and of those already there, `unchanged`, and `actions` with their kind, name
            and target; `data` has what they write.
        """
        boot_out = self._there.read(BOOT_OUT)
        text = None if boot_out is None else boot_out.decode("utf-8", "replace")
        try:
            found = drive_at(Path(drive), text, self._there.exists(BOOTLOADER))
        except DriveError as error:
            return encode({"refused": message_of(error)})
        plan = make_plan(self._there, found.board_id, firmware_files(), neopixel_library())
        self._plan = plan
        return encode(
            {
                "version": found.version,
                "machine": found.machine or found.board_id,
                "board": found.board_id,
                "isWired": not found.board_id or found.board_id in WIRED,
                "samples": plan.samples,
                "setAside": plan.set_aside,
                "count": len(plan.write),
                "unchanged": plan.unchanged,
                "actions": []
                if plan.is_empty
                else [
                    {"kind": action.kind, "name": action.name, "target": action.target}
                    for action in plan.actions()
                ],
            }
        )

    def data(self, name: str) -> bytes:
        """Return what a file of the plan is to contain, by its path with or without suffix.

        Raises:
            KeyError: the plan writes no such file.
        """
        assert self._plan is not None, "nothing is planned yet"
        return dict(self._plan.write)[name.removesuffix(NEW)]
