"""A folder with all that commands are given: matches, a tournament, records, a drive, accounts."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from host.cli.main import main
from host.recognition.history import StoredPly
from host.remote.address import parse_address
from host.remote.broker.accounts import Account, Role, read_accounts, write_accounts
from host.remote.match.invitation import Invitation
from host.remote.tournament_file import TournamentFile
from host.storage.store import Store, read_matches
from tests.field.subjects import Subject
from tests.unit.maintenance.test_drive import make_drive

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ("Őri Anna", "Bela", "Csaba", "Dan")
LINK = Invitation(parse_address("mqtt://127.0.0.1:1"), "field-match", bytes(16)).link
COPIED = {
    "record": ROOT / "host" / "data" / "recorded_round.txt",
    "trace": ROOT / "tests" / "data" / "traces" / "fill_from_the_right.jsonl",
}
PLIES = ("d8d4", "a1c3")


def furnish(folder: Path) -> None:
    """Make the folder, by the program's own commands where there are such."""
    folder.mkdir()
    store = Store(folder / "store")
    number = store.create_match("kamisado-single", "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -")
    store.save(number, [StoredPly(ply) for ply in PLIES], None)
    store.close()
    tournament = str(folder / "tournament")
    for command, *more in (("new", "--rounds", "3"), ("add", *PLAYERS), ("pair",)):
        assert main(["pairings", command, tournament, *more]) == 0
    shutil.copyfile(tournament, folder / "paired")
    for table in ("table-1", "table-2"):
        assert main(["pairings", "result", tournament, table, "black"]) == 0
    assert main(["pairings", "export", tournament, str(folder / "report")]) == 0
    assert main(["proof", "find", "1", str(folder / "proof"), "--jobs", "1"]) == 0
    for name, source in COPIED.items():
        shutil.copyfile(source, folder / name)
    make_drive(folder / "drive")
    write_accounts(folder / "folder", {"anna": Account(Role.PLAYER, "$7$101$AA==$AA==")})


@dataclass
class Place:
    """A copy of that folder, for one command.

    Attributes:
        folder: may be renamed.
    """

    folder: Path

    def words(self, subject: Subject) -> list[str]:
        """Return the words of a command, with the names of its files."""
        values = {name: str(self.folder / name) for name in subject.files} | {"link": LINK}
        return [*subject.name.split(), *(one.format(**values) for one in subject.arguments)]

    def check_nothing_is_lost(self) -> None:
        """Check that what lay there before is there, sound, and has lost nothing."""
        (match, *_) = sorted(read_matches(self.folder / "store"), key=lambda one: one.id)
        assert [ply.text for ply in match.plies][: len(PLIES)] == list(PLIES)
        tournament = TournamentFile(self.folder / "tournament").read()
        assert [player.name for player in tournament.players][: len(PLAYERS)] == list(PLAYERS)
        for name, source in COPIED.items():
            assert (self.folder / name).read_bytes() == source.read_bytes()
        read_accounts(self.folder / "folder")
        assert (self.folder / "drive" / "boot_out.txt").exists()
