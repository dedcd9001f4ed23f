"""Options and surroundings of the tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

from tests.durations import DurationRecorder, ProcessorTime
from tests.order import Part, dealt

# The same examples each time, and none fails because the machine is busy.
settings.register_profile("kamisado", deadline=None, derandomize=True)
settings.load_profile("kamisado")

# Programs speak English to the tests, whatever the language of the machine.
os.environ["LC_ALL"] = "C.UTF-8"

TESTS = Path(__file__).resolve().parent
SLOW_FOLDERS = ("e2e", "fuzz")

# What a script starts beside itself ignores ctrl-C, and so would every program that the tests start
# and end with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# So do those under `nohup` with a closed terminal, which the launcher's tests close.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-frames", action="store_true", help="write the golden frames of tests/data/frames"
    )
    parser.addoption(
        "--each-build",
        action="store_true",
        help="run all tests that play on the page at the static site as well as at the program",
    )
    parser.addoption(
        "--every-condition",
        action="store_true",
        help="run every command and page in every field condition that can reach it, not some",
    )
    parser.addoption(
        "--part",
        metavar="K/N",
        type=Part.parse,
        help="run part K of N of the files of tests, as one of N jobs side by side",
    )
    parser.addoption(
        "--durations-file",
        metavar="FILE",
        type=Path,
        help="write how each test ended and how long it took, for `python -m tests.durations`",
    )
    parser.addoption(
        "--board",
        metavar="PORT",
        help="run the tests of tests/e2e/test_any_board.py on this board: /dev/ttyACM1, COM5, or "
        "socket://HOST:PORT for one that is emulated (default: a simulator of their own)",
    )
    parser.addoption(
        "--control",
        metavar="KEY@HOST:PORT",
        help="where that board's control channel listens (docs/protocols/simulator.md), for the "
        "tests that need a hand or eyes; without one they are skipped",
    )


def pytest_configure(config: pytest.Config) -> None:
    path: Path | None = config.getoption("--durations-file")
    if path is None:
        return
    config.pluginmanager.register(ProcessorTime())
    if not hasattr(config, "workerinput"):  # the workers report to one process
        config.pluginmanager.register(DurationRecorder(path))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Mark whole folders as slow, before tests are selected by markers; then order them."""
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in SLOW_FOLDERS:
            item.add_marker(pytest.mark.slow)
    part: Part | None = config.getoption("--part")
    if part is not None:
        files = sorted({item.path for item in items})
        chosen = frozenset(part.of(files))
        config.hook.pytest_deselected(items=[item for item in items if item.path not in chosen])
        items[:] = [item for item in items if item.path in chosen]
    yield
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if count > 1:
        groups = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
        items[:] = dealt(groups, lambda item: item.get_closest_marker("slow") is not None, count)


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Programs under test save their matches in a folder of the tests, not in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        folder = str(tmp_path_factory.mktemp("data"))
        for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
            patch.setenv(name, folder)
        yield
