"""Modelled boards of the soak: what a host reads from them, and the order of the hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from host.cli.desktop import Desktop
from host.engine.game import Side
from host.engine.material import Kind
from host.engine.registry import game_named
from host.link.board_link import BoardLink
from host.link.events import BoardReady, Event, SnapshotReceived
from soak.remote.model_board import ModelBoard, next_carry

DEADLINE_S = 20.0
BLACK: Kind = Side.BLACK, "red"
WHITE: Kind = Side.WHITE, "red"


@pytest.mark.parametrize(
    ("standing", "wanted", "step"),
    [
        ({1: BLACK}, {1: BLACK}, None),
        ({1: BLACK}, {5: BLACK}, (1, 5)),
        ({1: BLACK, 5: WHITE}, {5: BLACK, 9: WHITE}, (5, 9)),  # pushed: first what is in the way
        ({1: BLACK, 5: WHITE, 6: WHITE}, {3: BLACK, 6: WHITE}, (1, 3)),  # captured: taken off then
        ({3: BLACK, 5: WHITE, 6: WHITE}, {3: BLACK, 6: WHITE}, (5, None)),
        ({1: BLACK, 5: WHITE}, {1: WHITE, 5: BLACK}, (1, None)),  # exchanged: one aside
        ({}, {7: WHITE}, (None, 7)),
    ],
)
def test_the_hand_carries_first_what_has_a_free_square(
    standing: dict[int, Kind], wanted: dict[int, Kind], step: object
) -> None:
    assert next_carry(standing, wanted) == step


@pytest.mark.slow
def test_a_host_reads_the_pieces_and_connects_again_when_the_cable_is_back() -> None:
    async def story() -> None:
        board = ModelBoard(game_named("kamisado-single"))
        link = BoardLink(await board.start(), "0.1.0", Desktop().open_port)
        heard: list[Event] = []

        async def until(holds: Callable[[Event], bool]) -> None:
            heard.clear()
            async with asyncio.timeout(DEADLINE_S):
                while not any(map(holds, heard)):
                    now_ms = int(asyncio.get_running_loop().time() * 1000)
                    heard.extend(await asyncio.to_thread(link.pump, now_ms))
                    await asyncio.sleep(0.01)

        try:
            await until(lambda event: isinstance(event, BoardReady))
            await until(lambda event: shows(event, "n" * 8 + "." * 48 + "s" * 8))
            board.lift(0)
            await until(lambda event: shows(event, "." + "n" * 7 + "." * 48 + "s" * 8))
            board.is_down = True
            assert board.unplug()
            board.put(WHITE, 0)
            board.is_down = False
            await until(lambda event: isinstance(event, BoardReady))
            await until(lambda event: shows(event, "n" * 8 + "." * 48 + "s" * 8))
        finally:
            link.close()
            await board.close()

    asyncio.run(story())


def shows(event: Event, cells: str) -> bool:
    """Return True if an event is a snapshot of these cells."""
    return isinstance(event, SnapshotReceived) and event.cells == cells
