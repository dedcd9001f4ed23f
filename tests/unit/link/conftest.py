"""Fixtures of the tests of the link."""

from __future__ import annotations

import pytest

from host.link.connection import (
    State,
)
from tests.support.link_model import World, colours_of
from tests.unit.link.connections import (
    LIT,
    PALETTE,
)


@pytest.fixture
def world() -> World:
    """Return a board that is up and shows LIT."""
    world = World()
    world.run(50)
    world.connection.show(PALETTE, LIT, world.now_ms)
    world.run(50)
    assert world.connection.state is State.UP
    assert world.board.shown == colours_of(PALETTE, LIT)
    world.events.clear()
    return world
