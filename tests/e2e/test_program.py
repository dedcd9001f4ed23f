"""The program as tests start it: one that says nothing does not hold a test up."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from host.app.remote.known_match import new_invitation
from host.remote.address import BrokerAddress
from tests.e2e.program import Program

pytestmark = pytest.mark.e2e


def test_a_program_that_tells_no_address_in_time_is_killed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        invitation = new_invitation(BrokerAddress("127.0.0.1", silent.getsockname()[1]))
        with pytest.raises(AssertionError, match=r"no address of a page within 0\.2 s"):
            Program(tmp_path, command=("join", invitation.link), start_s=0.2)
