"""Real brokers that can be killed and started again: Mosquitto and the NATS server."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import socket
import subprocess
import time
from pathlib import Path

from host.remote.address import WEBSOCKET_PATH, BrokerAddress
from host.remote.broker.mosquitto import write_configuration
from host.remote.broker.programs import FOLDERS

KINDS = ("mosquitto", "nats-server")
START_S = 20.0
PORTS = range(20_000, 32_000)
"""Below those that Linux, macOS and Windows give to whoever asks for any port."""


def broker_program(kind: str) -> str | None:
    """Return the path of a broker's program; None if it is not installed."""
    return shutil.which(kind) or shutil.which(kind, path=":".join(FOLDERS))


def _free_port() -> socket.socket:
    """Listen on a port that no program gets by chance while its broker is down."""
    while True:
        port = secrets.choice(PORTS)
        with contextlib.suppress(OSError):
            return socket.create_server(("127.0.0.1", port))


class RealBroker:
    """A broker that can be killed as `kill -9` does, and started again with what it has saved.

    Args:
        kind: one of KINDS, which is installed.
        folder: for its configuration and what it saves.
        lines: added to its configuration.

    Attributes:
        address: on this computer, at a port that was free.
        websocket: where it speaks over a WebSocket.
    """

    def __init__(self, kind: str, folder: Path, *lines: str) -> None:
        program = broker_program(kind)
        if program is None:
            raise ValueError(f"{kind} is not installed: .ci/provision tools")
        with _free_port() as server, _free_port() as other:
            port, web_port = server.getsockname()[1], other.getsockname()[1]
        self.address = BrokerAddress("127.0.0.1", port)
        self.websocket = BrokerAddress("127.0.0.1", web_port, path=WEBSOCKET_PATH)
        if kind == "mosquitto":
            path = write_configuration(folder, "127.0.0.1", port, {})
            browsers = f"listener {web_port} 127.0.0.1", "protocol websockets"
            lines = (*lines, *browsers, "socket_domain ipv4")  # or it listens at all addresses
        else:
            path = folder / "nats.conf"
            path.write_text(
                f'server_name: soak\nport: -1\njetstream {{ store_dir: "{folder}" }}\n'
                f"mqtt {{ port: {port} }}\n"
                f"websocket {{ host: 127.0.0.1, port: {web_port}, no_tls: true }}\n"
            )
        with path.open("a") as configuration:
            configuration.writelines(f"{line}\n" for line in lines)
        self._folder, self._command = folder, [program, "-c", path.name]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """Id of its process; None while it does not run."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start it, and wait until it accepts connections.

        Raises:
            ChildProcessError: it has ended, or does not listen.
        """
        self._process = subprocess.Popen(
            self._command,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + START_S
        while self._process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection((self.address.host, self.address.port)).close()
            except OSError:
                time.sleep(0.01)
            else:
                return
        self.kill()
        raise ChildProcessError(f"{' '.join(self._command)} does not listen")

    def kill(self) -> None:
        """Kill it with SIGKILL; harmless if it does not run."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
