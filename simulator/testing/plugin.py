"""Plugin of pytest: the fixtures `kamisado_board` and `kamisado_host`.

Loaded by every pytest of an environment with this package, so it imports nothing of it before a
test asks for a fixture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from simulator.testing.board import BoardFixture
    from simulator.testing.joined_host import HostFixture

MARKER = "kamisado"


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line(
        "markers",
        f"{MARKER}(seed=1, game='kamisado', position=None, size=None, build='strips', "
        "runtime='auto'): the board and the game of the fixtures kamisado_board and kamisado_host",
    )


@pytest.fixture
def kamisado_board(request: pytest.FixtureRequest) -> Iterator[BoardFixture]:
    """Return a virtual board that runs the real firmware, in simulated time."""
    from host.virtual.stepped_process import SteppedBoard
    from simulator.testing.board import BoardFixture, BoardOptions

    marker = request.node.get_closest_marker(MARKER)
    options = BoardOptions(**(marker.kwargs if marker else {}))
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
