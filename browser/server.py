"""A static server for the site: it sends files, and no header of its own."""

from __future__ import annotations

import functools
import http.server
import threading
from pathlib import Path

ADDRESS = "127.0.0.1"


class StaticServer:
    """A server of the files in a folder, for this computer alone.

    Args:
        folder: with the files.
        port: where it listens; 0 for a free port.
        handler: of the requests.

    Attributes:
        url: of the folder.

    Raises:
        OSError: the port is taken, or not to be had.
    """

    def __init__(
        self, folder: Path, port: int = 0, handler: type[StaticHandler] | None = None
    ) -> None:
        answer = functools.partial(handler or StaticHandler, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer((ADDRESS, port), answer)
        self._server.daemon_threads = True
        self.url = f"http://{ADDRESS}:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait until it is closed."""
        self._thread.join()

    def close(self) -> None:
        """End it; may be called again."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class StaticHandler(http.server.SimpleHTTPRequestHandler):
    """A request for a file; nothing is logged."""

    # What the registry of some Windows computers has otherwise, and modules are refused for.
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_: object) -> None:
        pass
