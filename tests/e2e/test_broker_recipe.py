"""The recipe of docs/club.md for the internet, followed to the letter with the real Mosquitto.

Only the folder `/etc`, both ports and `systemctl` are others, and the certificate is an own one.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from host.remote.address import BrokerAddress
from host.remote.broker.accounts import Role, new_account, write_rules
from host.remote.broker.programs import find_program
from tests.e2e.broker_support import client
from tests.e2e.program import ROOT
from tests.support.require import require

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

MAIN = """persistence true
persistence_location /var/lib/mosquitto/
include_dir /etc/mosquitto/conf.d
"""
"""Debian's own file, without its log."""
ETC, VAR = "/etc/", "/var/lib/"
WAIT_S = 20.0
SUDO = """while case "$1" in *=*) true;; *) false;; esac; do export "$1"; shift; done
exec "$@\""""


def blocks() -> list[str]:
    """Return the code of the section, block by block."""
    text = (ROOT / "docs/club.md").read_text(encoding="utf-8")
    section = text.partition("### On the internet")[2].partition("\n## ")[0]
    return re.findall(r"```(?:sh)?\n(.*?)```", section, re.DOTALL)


def block(part: str) -> str:
    """Return the only block with a text in it."""
    (found,) = [each for each in blocks() if part in each]
    return found


class Server:
    """A computer with the recipe's files below a folder.

    Args:
        root: of its files, which the user mosquitto may enter.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lineage = root / "etc/letsencrypt/live/club.example"
        for folder in (self.lineage, root / "etc/letsencrypt/renewal-hooks/deploy"):
            folder.mkdir(parents=True)
        for folder in (root / "etc/mosquitto/certs", root / "etc/mosquitto/conf.d"):
            folder.mkdir(parents=True)
        (root / "var/lib/mosquitto").mkdir(parents=True)
        shutil.chown(root / "var/lib/mosquitto", "mosquitto")
        self.process: subprocess.Popen[bytes] | None = None
        self.ports = [self._free_port(), self._free_port()]
        account = new_account("anna", "long enough", Role.PLAYER)
        (root / "broker").mkdir()
        write_rules(root / "broker", {"anna": account})
        (root / "bin").mkdir()
        self.program("sudo", SUDO)

    @staticmethod
    def _free_port() -> int:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port: int = server.getsockname()[1]
            return port

    def program(self, name: str, script: str) -> None:
        """Have a program that does what this computer cannot."""
        file = self.root / "bin" / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def own(self, text: str) -> str:
        """Return a text of the recipe with this server's folders and ports."""
        text = text.replace(ETC, f"{self.root}{ETC}").replace(VAR, f"{self.root}{VAR}")
        for documented, port in zip(("8883", "9001"), self.ports, strict=True):
            text = text.replace(f"listener {documented}\n", f"listener {port}\n")
        return text

    def run(self, script: str) -> None:
        """Run lines of the recipe."""
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", "-e", "-c", self.own(script)],
            cwd=self.root,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")

    def certify(self) -> str:
        """Have a new certificate, as certbot leaves it: for root alone; return its text."""
        subprocess.run(
            [
                *(
                    "openssl",
                    "req",
                    "-x509",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:P-256",
                ),
                *("-nodes", "-days", "2", "-subj", "/CN=club", "-out", "fullchain.pem"),
                *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "privkey.pem"),
            ],
            cwd=self.lineage,
            check=True,
            capture_output=True,
        )
        (self.lineage / "privkey.pem").chmod(0o600)
        return (self.lineage / "fullchain.pem").read_text()

    def start(self) -> None:
        """Start Mosquitto as root, as systemd does."""
        configuration = self.root / "etc/mosquitto/mosquitto.conf"
        configuration.write_text(self.own(MAIN))
        self.process = subprocess.Popen([find_program("mosquitto"), "-c", str(configuration)])
        (self.root / "pid").write_text(str(self.process.pid))

    @property
    def reload(self) -> str:
        """Script of a `systemctl` that only reloads, as the hook shall."""
        return f'test "$*" = "reload-or-restart mosquitto" && kill -HUP $(cat {self.root}/pid)'

    def served(self) -> str:
        """Return the certificate that is shown now; empty while nothing listens."""
        try:
            return ssl.get_server_certificate(("127.0.0.1", self.ports[0]))
        except OSError:
            return ""


@pytest.fixture
def server() -> Iterator[Server]:
    require(hasattr(os, "geteuid") and os.geteuid() == 0, "only root gives files away")
    require(shutil.which("openssl") is not None, "openssl is missing: apt install openssl")
    require(shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin") is not None, "no mosquitto")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        one = Server(Path(folder))
        try:
            yield one
        finally:
            if one.process is not None:
                one.process.kill()
                one.process.wait()


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not holds():
            await asyncio.sleep(0.05)


def test_it_starts_serves_programs_and_browsers_and_renews_its_certificate(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = server.certify()
    monkeypatch.setenv("SSL_CERT_FILE", str(server.lineage / "fullchain.pem"))
    installing = re.search(r"sudo install -o .*", block("apt install"))
    assert installing is not None
    server.run(installing[0])
    hook = block("#!/bin/sh").partition("\n")[2]
    server.run(hook)
    (server.root / "etc/mosquitto/conf.d/kamisado.conf").write_text(server.own(block("listener")))
    begin = block("systemctl restart").partition("\n")[0]
    server.program("systemctl", "true")  # it does not run yet
    server.run(begin)
    server.start()
    server.program("systemctl", server.reload)
    anna = BrokerAddress("127.0.0.1", server.ports[0], True, "anna", "long enough")
    page = replace(anna, port=server.ports[1], path="/mqtt")

    async def play() -> None:
        await until(lambda: server.served() == first)
        for address in (anna, page):
            async with client(address, "anna") as one:
                one.subscribe("kamisado/1/match/m/#")
                await one.until(lambda: one.connections > 0)
                one.broker.retain("kamisado/1/match/m/black", b"1")
                await one.until_received("kamisado/1/match/m/black", b"1")
        async with client(replace(anna, password="wrong"), "other") as other:
            await other.until_told("remote.broker_refuses_account")
        second = server.certify()
        server.run(begin)
        await until(lambda: server.served() == second)

    asyncio.run(play())
    assert server.process is not None
    uid = Path(f"/proc/{server.process.pid}/status").read_text().partition("Uid:")[2].split()[0]
    assert int(uid) == (server.root / "var/lib/mosquitto").stat().st_uid != 0
    for name in ("passwords", "acl", "certs/privkey.pem"):
        status = (server.root / "etc/mosquitto" / name).stat()
        assert (status.st_uid, status.st_mode & 0o777) == (int(uid), 0o400)
