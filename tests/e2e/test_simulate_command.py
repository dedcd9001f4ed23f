"""Command line of the simulator: start, end and refusals."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from host.link.errors import LinkLostError
from tests.support.require import require
from tests.support.serial_cable import DEADLINE_S
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]


def simulate(*options: str) -> subprocess.Popen[str]:
    """Start the simulator by its command line."""
    return subprocess.Popen(
        [sys.executable, "-m", "simulator", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def first_lines(process: subprocess.Popen[str]) -> dict[str, str]:
    """Return the first three lines of output by their first word."""
    assert process.stdout is not None
    return dict(process.stdout.readline().rstrip("\n").split(" ", 1) for _ in range(3))


def end(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for the end; return the exit status and the error output."""
    _, complaint = process.communicate(timeout=DEADLINE_S)
    return process.returncode, complaint


def test_it_says_its_port_its_control_channel_and_what_runs_the_firmware() -> None:
    with simulate("--stopped", "--with-stdin") as process:
        told = first_lines(process)
        assert list(told) == ["port", "control", "runtime"]
        key, _, address = told["control"].partition("@")
        assert len(key) >= 22
        assert address.startswith("127.0.0.1:")
        assert end(process) == (0, "")
    assert not Path(told["port"]).parent.exists(), "it has tidied up"


def test_quit_and_a_signal_end_it_cleanly() -> None:
    with SimulatedBoard() as board:
        board.ask("quit")
        with pytest.raises(LinkLostError):
            board.wait_for("anything")
    require(os.name == "posix", "signals are sent otherwise here")
    for number in (signal.SIGTERM, signal.SIGINT):
        with simulate() as process:
            port = first_lines(process)["port"]
            process.send_signal(number)
            assert end(process) == (0, "")
        assert not Path(port).exists()


def test_it_ends_with_whoever_started_it() -> None:
    with simulate("--with-stdin") as process:
        first_lines(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(DEADLINE_S) == 0
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() == process.stderr.read() == ""


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--size", "8"], 2, "'8' is no size"),
        (["--size", "12x8"], 1, "'12x8' cannot be wired: 1 to 9 files and 2 to 9 ranks can"),
        (["--build", "quarters", "--size", "9x9"], 1, "'9x9' cannot be wired: only 8x8 can"),
        (["--listen", "127.0.0.1:7000"], 1, "say socket://HOST:PORT"),
        (["--listen", "socket://127.0.0.1:x"], 1, "'127.0.0.1:x' is not an address"),
        (["--control", "here"], 1, "'here' is not an address"),
        (["--firmware", "nowhere"], 1, "neither main.py nor code.py in the folder 'nowhere'"),
        (["--seed", "one"], 2, "invalid int value: 'one'"),
    ],
)
def test_a_command_line_that_cannot_be_obeyed_is_one_plain_sentence(
    options: list[str], status: int, words: str
) -> None:
    with simulate(*options) as process:
        code, complaint = end(process)
    assert code == status
    assert words in complaint
    assert "Traceback" not in complaint


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk of Linux")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_cannot_be_written_is_told(unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "simulator"],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            timeout=DEADLINE_S,
            check=False,
        )
    assert run.returncode == 1
    assert run.stderr == "kamisado simulate: No space left on device\n"


def test_a_control_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = f"127.0.0.1:{server.getsockname()[1]}"
        with simulate("--control", taken) as process:
            code, complaint = end(process)
    assert code == 1
    assert f"cannot listen on {taken}" in complaint


def test_where_there_is_no_micropython_it_runs_under_cpython_and_says_so(tmp_path: Path) -> None:
    # A Python without MicroPython beside it, and none on the path either.
    require(os.name == "posix", "links are made otherwise here")
    lonely = tmp_path / "python3"
    lonely.symlink_to(sys.executable)
    with subprocess.Popen(
        [lonely, "-m", "simulator", "--stopped", "--with-stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
    ) as process:
        assert first_lines(process)["runtime"].startswith("cpython 3.")
        status, complaint = end(process)
    assert status == 0
    assert "There is no MicroPython that runs here" in complaint
