"""nginx as its package installs it, with its own list of media types."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.require import require

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
TYPES = Path("/etc/nginx/mime.types")
DEADLINE_S = 20.0

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  include {types};
  default_type application/octet-stream;
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  map $http_upgrade $connection_upgrade {{ default upgrade; "" close; }}
  server {{
    listen 127.0.0.1:{port};
    {rules}
  }}
}}
"""


@contextlib.contextmanager
def nginx(folder: Path, rules: str) -> Iterator[str]:
    """Run nginx with rules of a `server`; yields its address."""
    require(NGINX is not None and TYPES.exists(), "nginx is missing (.ci/provision)")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder.mkdir(exist_ok=True)
    file = folder / "nginx.conf"
    file.write_text(CONFIGURATION.format(folder=folder, types=TYPES, port=port, rules=rules))
    # Started by root its workers are another user, who may not look into the folder of the tests.
    running = subprocess.Popen(
        [str(NGINX), "-c", str(file), "-e", str(folder / "start.log"), "-g", "user root;"],
        stderr=subprocess.PIPE,
    )
    try:
        deadline = time.monotonic() + DEADLINE_S
        while True:
            with contextlib.suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            assert running.poll() is None, running.stderr and running.stderr.read().decode()
            assert time.monotonic() < deadline, "nginx does not listen"
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(DEADLINE_S)
        assert running.stderr is not None
        running.stderr.close()
