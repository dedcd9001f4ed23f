"""Web Serial of a browser without a user: its ports end at a simulated board.

A script takes the place of `navigator.serial` in the page.  Its streams go over WebSockets to a
relay here, and from there to the TCP port of the simulator, and to a console that answers nothing.
"""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from http import HTTPStatus

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

SCRIPT = """
(() => {
  if (origin === "null" || window !== top) return;
  const KEY = "granted-ports";
  const granted = new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  const lost = () => new DOMException("The device has been lost.", "NetworkError");

  class Port extends EventTarget {
    constructor(name) {
      super();
      Object.assign(this, { name, plugged: true, readable: null, writable: null, socket: null });
    }
    async open({ baudRate }) {
      if (!(baudRate > 0)) throw new TypeError("no rate");
      if (this.socket) throw new DOMException("The port is already open.", "InvalidStateError");
      const socket = new WebSocket(`ws://127.0.0.1:RELAY/${this.name}`);
      socket.binaryType = "arraybuffer";
      this.socket = socket;
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onclose = () => {
          this.socket = null;
          reject(new DOMException("Failed to open serial port.", "NetworkError"));
        };
      });
      this.readable = new ReadableStream({
        start: (stream) => {
          socket.onmessage = ({ data }) => stream.enqueue(new Uint8Array(data));
          socket.onclose = () => {
            this.readable = this.writable = null;
            this.plugged = false;
            stream.error(lost());
            tell("disconnect", this);
          };
        },
      });
      this.writable = new WritableStream({
        write: (data) => {
          if (socket.readyState !== WebSocket.OPEN) throw lost();
          socket.send(data);
        },
      });
    }
    async setSignals() {
      if (!this.socket) throw new DOMException("The port is closed.", "InvalidStateError");
    }
    async close() {
      if (!this.socket) throw new DOMException("The port is already closed.", "InvalidStateError");
      if (this.readable?.locked || this.writable?.locked) throw new TypeError("a stream is locked");
      this.socket.onclose = null;
      this.socket.close();
      this.socket = this.readable = this.writable = null;
    }
    getInfo() {
      return { usbVendorId: 0x239a, usbProductId: 0x80f4 };
    }
  }

  const ports = new Map(["console", "data"].map((name) => [name, new Port(name)]));

  function tell(kind, port) {
    const event = new Event(kind, { bubbles: true });
    Object.defineProperty(event, "target", { value: port });
    serial.dispatchEvent(event);
  }

  class Serial extends EventTarget {
    async getPorts() {
      return [...ports.values()].filter(({ name, plugged }) => plugged && granted.has(name));
    }
    async requestPort({ filters = [] } = {}) {
      if (!navigator.userActivation.isActive) throw new DOMException("no gesture", "SecurityError");
      fake.filters = filters;
      if (fake.choice === "forbidden") throw new DOMException("forbidden", "SecurityError");
      const port = ports.get(fake.choice);
      if (!port) throw new DOMException("No port selected by the user.", "NotFoundError");
      granted.add(port.name);
      sessionStorage.setItem(KEY, JSON.stringify([...granted]));
      return port;
    }
  }

  const serial = new Serial();
  const fake = (window.fakeSerial = {
    choice: null,
    filters: null,
    plug() {
      for (const port of ports.values()) {
        port.plugged = true;
        if (granted.has(port.name)) tell("connect", port);
      }
    },
  });
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
})();
"""
LINK = 1 << 12


class Relay:
    """The computer's end of the cable.

    Args:
        board: number of the simulator's TCP port.
        script: that stands for the browser's ports.

    Attributes:
        script: the same, for the page.
        is_noisy: True while rubbish comes between the bytes, in either direction.
        refusals: how often the port will still be in use when a page opens it.
    """

    def __init__(self, board: int, seed: int, script: str = SCRIPT) -> None:
        self.is_noisy = False
        self.refusals = 0
        self._board = board
        self._in_use = threading.Lock()
        self._random = random.Random(seed)
        self._server = serve(
            self._carry, "127.0.0.1", 0, process_request=self._refuse, compression=None
        )
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.script = script.replace("RELAY", str(self._server.socket.getsockname()[1]))

    def close(self) -> None:
        """End it, with all ports."""
        self._server.shutdown()
        self._thread.join()

    def _refuse(self, page: ServerConnection, request: Request) -> Response | None:
        """Let nobody open the board's port before its last user has left it."""
        if request.path == "/console":
            return None
        if self.refusals:
            self.refusals -= 1
        elif self._in_use.acquire(blocking=False):
            return None
        return page.respond(HTTPStatus.SERVICE_UNAVAILABLE, "in use")

    def _carry(self, page: ServerConnection) -> None:
        assert page.request is not None
        if page.request.path == "/console":
            with contextlib.suppress(ConnectionClosed):
                for _ in page:  # the running program reads no input
                    pass
            return
        try:
            with contextlib.suppress(OSError):
                self._connect(page)
        finally:
            self._in_use.release()

    def _connect(self, page: ServerConnection) -> None:
        """Carry bytes until the page has closed the port and the board knows it, or it is lost."""
        with socket.create_connection(("127.0.0.1", self._board)) as board:
            sending = threading.Thread(target=self._send, args=(page, board))
            sending.start()
            with contextlib.suppress(OSError, ConnectionClosed):
                while data := board.recv(LINK):
                    for piece in self._pieces(data):
                        page.send(piece)
            page.close()
            sending.join()

    def _send(self, page: ServerConnection, board: socket.socket) -> None:
        """Carry what the page writes to the board until either ends."""
        with contextlib.suppress(OSError, ConnectionClosed):
            for data in page:
                assert isinstance(data, bytes)
                for piece in self._pieces(data):
                    board.sendall(piece)
        with contextlib.suppress(OSError):
            board.shutdown(socket.SHUT_WR)

    def _pieces(self, data: bytes) -> Iterator[bytes]:
        """Split bytes anywhere; with noise some rubbish comes between two pieces."""
        while data:
            size = self._random.randrange(1, 64)
            yield data[:size]
            data = data[size:]
            if self.is_noisy and self._random.random() < 0.1:
                yield self._random.randbytes(self._random.randrange(1, 40))
