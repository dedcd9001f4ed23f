"""Plugin of pytest: the fixtures `kamisado_board` and `kamisado_host`.

Loaded by every pytest of an environment with this package, so it imports nothing of it before a
test asks for a fixture: another project may have a folder `simulator` or `host` of its own.  In a
wheel this file is at the top instead, as `pytest_kamisado`, which nothing can hide.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from simulator.testing.board import BoardFixture, BoardOptions
    from simulator.testing.joined_host import HostFixture

MARKER = "kamisado"
_OPTIONS = {
    "seed": 1,
    "game": "kamisado",
    "position": None,
    "size": None,
    "build": "strips",
    "runtime": "auto",
}
"""Arguments of the marker, with their defaults."""


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    told = ", ".join(f"{name}={value!r}" for name, value in _OPTIONS.items())
    config.addinivalue_line(
        "markers",
        f"{MARKER}({told}): the board and the game of the fixtures kamisado_board and "
        "kamisado_host",
    )


@pytest.fixture
def kamisado_board(request: pytest.FixtureRequest) -> Iterator[BoardFixture]:
    """Return a virtual board that runs the real firmware, in simulated time."""
    options = _options(request.node.get_closest_marker(MARKER))
    from host.virtual.stepped_process import SteppedBoard
    from simulator.testing.board import BoardFixture

    with SteppedBoard(*options.arguments()) as process:
        board = BoardFixture(process, options)
        try:
            yield board
        finally:
            board.close()


@pytest.fixture
def kamisado_host(kamisado_board: BoardFixture) -> HostFixture:
    """Return the host, joined to the board of the test."""
    from simulator.testing.joined_host import HostFixture

    return HostFixture(kamisado_board)


def _options(marker: pytest.Mark | None) -> BoardOptions:
    """Return the options of a test.

    Raises:
        UsageError: the marker has others, or the test's project hides this package.
    """
    known = ", ".join(f"{name}=" for name in _OPTIONS)
    if marker is not None and marker.args:
        raise pytest.UsageError(
            f"@pytest.mark.{MARKER} takes named arguments ({known}), not {marker.args[0]!r}"
        )
    for name in marker.kwargs if marker else ():
        if name not in _OPTIONS:
            raise pytest.UsageError(f"@pytest.mark.{MARKER} has no argument {name!r}, but {known}")
    try:
        import_module("host.virtual.stepped_process")
        from simulator.testing.board import BoardOptions
    except ImportError as error:
        top = (error.name or "").partition(".")[0]
        raise pytest.UsageError(
            f"the fixtures of kamisado-board need its package {top!r}, which a file or folder of "
            "that name in this project hides: give it another name, or run these tests elsewhere"
        ) from error
    return BoardOptions(**(marker.kwargs if marker else {}))
