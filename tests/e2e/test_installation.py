"""The launcher's installation: by lock files only, whole or not at all, and told in a sentence.

The packages are made here and come from a folder, so that no test needs a connection.
"""

from __future__ import annotations

import hashlib
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.running import DEADLINE_S

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("board-libraries", "play", "micropython")
"""Lock files to play, each with a package of its own here."""
VERSION = "kamisado 0.1.0\n"
BEGINS = "Setting up (this is done once) ...\n"


class Checkout:
    """A launcher with lock files and packages of its own, and the program that it starts.

    Attributes:
        root: its folder; its name is as hard as any.
    """

    def __init__(self, folder: Path) -> None:
        self.root = folder / "Brettspiele für 2"
        (self.root / "requirements").mkdir(parents=True)
        self._packages = folder / "packages"
        self._packages.mkdir()
        shutil.copy(ROOT / "kamisado", self.root)
        (self.root / "host").symlink_to(ROOT / "host")
        for name in PACKAGES:
            self.lock(name, "1.0")

    def lock(self, package: str, version: str, digest: str = "") -> None:
        """Make a package and its lock file, with a hash of the package or with another."""
        name = package.replace("-", "_")
        wheel = self._packages / f"{name}-{version}-py3-none-any.whl"
        info = f"{name}-{version}.dist-info"
        with zipfile.ZipFile(wheel, "w") as file:
            file.writestr(f"{name}.py", f"VERSION = {version!r}\n")
            file.writestr(
                f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
            )
            file.writestr(
                f"{info}/WHEEL",
                "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            )
            file.writestr(f"{info}/RECORD", "")
        digest = digest or hashlib.sha256(wheel.read_bytes()).hexdigest()
        lock = self.root / "requirements" / f"{package}.txt"
        lock.write_text(f"{package}=={version} --hash=sha256:{digest}\n", encoding="utf-8")

    def start(
        self, *words: str, index: str | None = None, before: Callable[[], None] | None = None
    ) -> subprocess.Popen[str]:
        """Start a command.

        Args:
            index: URL of a package index instead of the folder.
            before: called in the new process.
        """
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PIP_")
        }
        environment["PIP_CONFIG_FILE"] = os.devnull
        if index is None:
            environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": self._packages.as_uri()}
        else:
            environment["PIP_INDEX_URL"] = index
        return subprocess.Popen(
            [sys.executable, str(self.root / "kamisado"), *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=before,
        )

    def run(
        self, index: str | None = None, before: Callable[[], None] | None = None
    ) -> tuple[int, str, str]:
        """Ask for its version; return the exit status, the output and the errors."""
        process = self.start("--version", index=index, before=before)
        output, errors = process.communicate(timeout=10 * DEADLINE_S)
        return process.returncode, output, errors

    def installed(self) -> Mapping[str, str]:
        """Versions of the packages in its `.venv`."""
        program = f"for name in {[name.replace('-', '_') for name in PACKAGES]}: " + (
            "print(__import__(name).VERSION)"
        )
        command = [str(self.root / ".venv/bin/python"), "-c", program]
        versions = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return dict(zip(PACKAGES, versions.split(), strict=True))


@contextmanager
def silent_index() -> Iterator[tuple[str, threading.Event]]:
    """Yield the URL of a package index that accepts connections and never answers.

    The event is set at the first connection.
    """
    asked, accepted = threading.Event(), []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    accepted.append(server.accept()[0])
                except OSError:
                    return
                asked.set()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/simple", asked
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
            for connection in accepted:
                connection.close()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Return a checkout after its first start."""
    checkout = Checkout(tmp_path_factory.mktemp("installed"))
    assert checkout.run() == (0, BEGINS + VERSION, "")
    assert checkout.installed() == dict.fromkeys(PACKAGES, "1.0")
    return checkout


def test_a_first_start_that_is_offline_or_interrupted_is_told_and_made_up_for(
    tmp_path: Path,
) -> None:
    checkout = Checkout(tmp_path)
    with silent_index() as (url, asked):
        # It does not wait as long and ask as often as pip does by itself, which is 90 s.
        status, output, errors = checkout.run(index=url)
        assert (status, output) == (1, BEGINS)
        assert errors == (
            "The package index cannot be reached, which Kamisado needs once to set itself up: "
            "connect to the internet, and run this again.\n"
        )

        stray = checkout.root / ".venv" / "half a package"
        stray.touch()
        asked.clear()
        process = checkout.start("--version", index=url)
        assert asked.wait(DEADLINE_S)
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=DEADLINE_S)
        interrupted = "The installation was interrupted; the same command goes on with it.\n"
        assert (output, errors) == (BEGINS + interrupted, "")
        assert process.returncode == 128 + signal.SIGTERM

    # Nobody knows how much pip had done: it is made anew.
    assert checkout.run() == (0, BEGINS + VERSION, "")
    assert not stray.exists()
    assert checkout.run() == (0, VERSION, "")


def test_packages_are_renewed_when_a_lock_changes(checkout: Checkout) -> None:
    checkout.lock("play", "1.1")
    assert checkout.run() == (0, BEGINS + VERSION, "")
    assert checkout.installed() == {"board-libraries": "1.0", "play": "1.1", "micropython": "1.0"}
    assert checkout.run() == (0, VERSION, "")


def test_a_package_with_another_hash_is_refused(checkout: Checkout) -> None:
    before = checkout.installed()
    checkout.lock("play", "2.0", digest="0" * 64)
    for _ in range(2):
        status, output, errors = checkout.run()
        assert (status, output) == (1, BEGINS)
        assert "DO NOT MATCH THE HASHES" in errors
        assert errors.endswith("The installation failed; the same command tries it again.\n")
    assert checkout.installed() == before
    checkout.lock("play", before["play"])


def test_a_machine_without_micropython_is_told_so_and_plays(checkout: Checkout) -> None:
    lock = checkout.root / "requirements" / "micropython.txt"
    lock.write_text(f"not-for-this-machine==1.0 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    status, output, errors = checkout.run()
    assert (status, errors) == (0, "")
    assert "There is no MicroPython for this machine" in output
    checkout.lock("micropython", "1.0")


def test_a_second_start_waits_for_the_first(checkout: Checkout) -> None:
    import fcntl

    checkout.lock("play", "1.2")
    folder = os.open(checkout.root, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        process = checkout.start("--version")
        assert process.stdout is not None
        waits = process.stdout.readline()
        assert waits == "It is being set up already; waiting for that ...\n"
    finally:
        os.close(folder)
    assert process.communicate(timeout=10 * DEADLINE_S) == (BEGINS + VERSION, "")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)

    def write_nothing() -> None:
        # Root may write everywhere, but nobody more than this.
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    status, output, errors = checkout.run(before=write_nothing)
    assert (status, output) == (1, BEGINS)
    assert errors == (
        f"Kamisado sets itself up in {checkout.root / '.venv'}, which cannot be made: "
        "File too large. Copy this folder to where you may write and there is room, "
        "and run it there.\n"
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_launcher_whose_output_cannot_be_written_goes_on(checkout: Checkout) -> None:
    checkout.lock("play", "1.3")
    with open("/dev/full", "w", encoding="utf-8") as full:

        def write_there() -> None:
            os.dup2(full.fileno(), 1)

        status, output, errors = checkout.run(before=write_there)
    assert (status, output) == (1, "")
    assert errors == "kamisado: the output cannot be written: No space left on device\n"
    assert checkout.installed()["play"] == "1.3"
