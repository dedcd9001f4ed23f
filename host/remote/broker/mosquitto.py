"""An own broker: Mosquitto as a process that ends with this one."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import socket
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from host.message import message, system_error
from host.remote.address import OWN_PORT, WEBSOCKET_PATH, BrokerAddress
from host.remote.broker.accounts import Account, write_private, write_rules
from host.remote.broker.guard import EXIT_S
from host.remote.broker.programs import find_program
from host.worker.process import APART, ctrl_c_blocked, end_process

LOOPBACK = "127.0.0.1"
START_S = 10.0
"""Timeout of the start; it takes about 20 ms."""
PROBE_S = 5.0
"""Timeout of the answer of a broker that has the port already; a busy computer takes seconds."""
_CONNECT = b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x05\x00\x00"
"""MQTT 3.1.1: a connection without an account or a name."""
_CONNACK = b"\x20\x02"
"""The beginning of its answer, whether it is let in or not."""
MOST_QUEUED = 20_000
"""Messages that may wait for one client: all that a wall of 2,000 boards is told when it comes.

Mosquitto drops what is beyond; without this line that begins at 1,000.
"""
LARGEST_MESSAGE = 2_000_000
"""Bytes; Mosquitto drops what is larger, without a word to who has sent it.  The log of a match has
256 kB at most, the state of a published board 480 kB after 2,000 plies."""


def write_configuration(
    folder: Path,
    host: str,
    port: int,
    accounts: Mapping[str, Account],
    websocket: tuple[str, int] | None = None,
) -> Path:
    """Write the configuration of Mosquitto and the files that it names; return its path.

    Its names are relative to the folder, in which Mosquitto has to be started.
    Without accounts everybody may read and write, so it then listens on this computer only.

    Args:
        folder: for these files.
        host: address of this computer where it listens.
        port: TCP port where it listens.
        accounts: by their names; empty for none.
        websocket: numeric address and port where it listens for browsers; None for nowhere.

    Raises:
        ValueError: others could reach it, and there is no account.
    """
    if not accounts and not _is_loopback(host):
        raise ValueError(message("remote.mosquitto_wants_accounts", address=f"{host}:{port}"))
    if not accounts and websocket is not None:  # Mosquitto takes the pages of all sites
        raise ValueError(message("remote.websocket_wants_accounts"))
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f"listener {port} {host}",
        "set_tcp_nodelay true",
        f"message_size_limit {LARGEST_MESSAGE}",
        "persistence true",
        # Mosquitto runs in the folder: no quotes let it read a name with a line break, for one.
        "persistence_location ./",
        f"max_queued_messages {MOST_QUEUED}",
        "autosave_interval 1",  # seconds; hosts publish again what is lost in one
        "log_dest stderr",
        "log_type error",
        f"allow_anonymous {'false' if accounts else 'true'}",
    ]
    if accounts:
        write_rules(folder, accounts)
        lines += ["password_file passwords", "acl_file acl"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        lines.append("user root")  # otherwise it becomes a user that cannot write to the folder
    if websocket is not None:
        lines += [f"listener {websocket[1]} {websocket[0]}", "protocol websockets"]
        if ":" not in websocket[0]:  # without it Mosquitto 2.0 listens at all addresses
            lines.append("socket_domain ipv4")
    path = folder / "mosquitto.conf"
    write_private(path, "\n".join(lines) + "\n")
    return path


class MosquittoProcess:
    """A running Mosquitto; `start` makes one.

    Attributes:
        address: where it listens, without an account.
        websocket: where it listens for browsers; None if nowhere.
    """

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        address: BrokerAddress,
        websocket: BrokerAddress | None = None,
    ) -> None:
        self.address, self.websocket = address, websocket
        self._process = process

    @classmethod
    async def start(
        cls,
        folder: Path,
        *,
        host: str = LOOPBACK,
        port: int = OWN_PORT,
        accounts: Mapping[str, Account] | None = None,
        websocket: tuple[str, int] | None = None,
    ) -> MosquittoProcess:
        """Start Mosquitto, and wait until it accepts connections.

        Args:
            folder: for its configuration, and what it retains.
            host: address of this computer at which others reach it.
            port: TCP port; 0 for any free one.
            accounts: by their names; None or empty for none.
            websocket: address and port where it listens for browsers; None for nowhere.

        Raises:
            ValueError: it is not installed, could be reached by everybody without an account, did
                not start, or a broker runs there; the first argument is a message.
        """
        browsers = None
        try:
            with _reserved(BrokerAddress(host, port)) as address:  # so that both are not the same
                if websocket is not None:
                    with _reserved(BrokerAddress(*websocket, path=WEBSOCKET_PATH)) as browsers:
                        pass
        except ValueError:
            running = BrokerAddress(_reached(host), port)
            if await _is_broker(running):
                raise ValueError(
                    message("remote.mosquitto_runs_already", address=str(running))
                ) from None
            raise
        configuration = write_configuration(
            folder,
            address.host,
            address.port,
            accounts or {},
            None if browsers is None else (browsers.host, browsers.port),
        )
        log = folder / "mosquitto.log"
        # Or ctrl-C would end the broker before this program, which takes that for a failure.
        with log.open("wb") as log_file, ctrl_c_blocked():
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "host.remote.broker.guard", str(folder)),
                *(find_program("mosquitto"), "-c", configuration.name),
                stdin=asyncio.subprocess.PIPE,
                stderr=log_file,
                creationflags=APART,
            )
        started = cls(process, address, browsers)
        try:
            async with asyncio.timeout(START_S):
                await started._accept()
        except (TimeoutError, OSError) as error:
            await started.close()
            output = log.read_text(encoding="utf-8", errors="replace").strip()
            why = output.rpartition("Error: ")[2] or repr(error)
            raise ValueError(
                message("remote.mosquitto_did_not_start", address=str(address), why=why)
            ) from error
        return started

    @property
    def reached_at(self) -> str:
        """Address at which this computer reaches it, also where it listens on all."""
        return _reached(self.address.host)

    async def wait(self) -> None:
        """Wait until it ends, by itself or by `close`."""
        await self._process.wait()

    async def close(self) -> None:
        """End it; what it retains is written to the disk."""
        # A guard that is killed before its time would leave Mosquitto behind.
        await end_process(self._process, EXIT_S + 1)

    async def _accept(self) -> None:
        """Wait until it accepts connections, also those of browsers.

        Raises:
            ChildProcessError: it has ended.
        """
        listeners = [each for each in (self.address, self.websocket) if each is not None]
        while self._process.returncode is None:
            with contextlib.suppress(OSError):
                for each in listeners:
                    _, writer = await asyncio.open_connection(_reached(each.host), each.port)
                    writer.close()
                return
            await asyncio.sleep(0.01)
        raise ChildProcessError(f"exit status {self._process.returncode}")


def _reached(host: str) -> str:
    return {"0.0.0.0": LOOPBACK, "::": "::1"}.get(host, host)


async def _is_broker(address: BrokerAddress) -> bool:
    """Return True if a broker answers at an address."""
    with contextlib.suppress(TimeoutError, OSError, asyncio.IncompleteReadError):
        async with asyncio.timeout(PROBE_S):
            reader, writer = await asyncio.open_connection(address.host, address.port)
            with contextlib.closing(writer):
                writer.write(_CONNECT)
                return await reader.readexactly(len(_CONNACK)) == _CONNACK
    return False


def _is_loopback(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


@contextlib.contextmanager
def _reserved(address: BrokerAddress) -> Iterator[BrokerAddress]:
    """Give an address at which nobody else listens: this one, or for port 0 with any free port.

    A name is replaced by its numeric address, which alone Mosquitto takes for browsers.

    Raises:
        ValueError: somebody listens there.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        server = socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        why = system_error(error)
        raise ValueError(
            message("remote.mosquitto_did_not_start", address=str(address), why=why)
        ) from error
    with server:
        host, port = server.getsockname()[:2]
        yield replace(address, host=host, port=port)
