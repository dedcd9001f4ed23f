"""The program as tests start it: one that says nothing does not hold a test up."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import pytest

from host.app.remote.known_match import new_invitation
from host.remote.address import BrokerAddress
from tests.e2e.program import DEADLINE_S, ROOT, Program
from tests.support.require import require

pytestmark = pytest.mark.e2e


def test_a_program_that_tells_no_address_in_time_is_killed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        invitation = new_invitation(BrokerAddress("127.0.0.1", silent.getsockname()[1]))
        with pytest.raises(AssertionError, match=r"no address of a page within 0\.2 s"):
            Program(tmp_path, command=("join", invitation.link), start_s=0.2)


@pytest.mark.slow
def test_where_there_is_no_micropython_it_is_told_how_to_get_it(tmp_path: Path) -> None:
    # A Python without MicroPython beside it, and none on the path either.
    require(os.name == "posix", "links are made otherwise here")
    lonely = tmp_path / "python3"
    lonely.symlink_to(sys.executable)
    with subprocess.Popen(
        [
            *(lonely, "-m", "host", "play", "--board", "virtual", "--no-browser"),
            *("--listen", "127.0.0.1:0", "--data", tmp_path / "matches.sqlite"),
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={
            "PATH": str(tmp_path),
            "PYTHONPATH": os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")]),
        },
    ) as process:
        late = threading.Timer(DEADLINE_S, process.kill)
        late.start()
        assert process.stdout is not None
        told = process.stdout.readline() + process.stdout.readline()
        late.cancel()
        process.kill()
    assert "firmware under CPython" in told
    assert "'pip install kamisado-board[sim]'" in told
