"""The simulator of a virtual board: one that is of no use is started anew until one is."""

from __future__ import annotations

import asyncio

import pytest

from host.app.mode_switch import ModeSwitch
from host.app.virtual import virtual_service
from host.app.virtual.virtual_service import VirtualService
from host.cli.desktop import Desktop
from host.engine.game import Side
from host.engine.registry import game_named
from host.link.errors import LinkTimeoutError
from host.message import message
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice
from host.ui.web.broadcast import Broadcast
from host.virtual.board import JsonObject, OnEvent, VirtualBoard

DEADLINE_S = 20.0


class Simulator:
    """A simulator that answers, or does not.

    Attributes:
        closed: True once it was ended.
    """

    runtime = "none"

    def __init__(self, port: str, answers: bool) -> None:
        self.port = port
        self._answers = answers
        self.ended = asyncio.Event()
        self.closed = False

    async def ask(self, do: str, **_: object) -> JsonObject:
        if not self._answers:
            raise LinkTimeoutError(message("virtual.no_answer", request=repr(do)), self.port)
        return {"ok": True}

    async def close(self) -> None:
        self.closed = True


class Machine(Desktop):
    """A computer of whose simulators one does not answer.

    Args:
        silent: its number, from 1.

    Attributes:
        started: the simulators.
    """

    def __init__(self, silent: int) -> None:
        self._silent = silent
        self.started: list[Simulator] = []

    async def start_virtual_board(
        self, on_event: OnEvent, size: tuple[int, int], seed: int, doze_ms: int
    ) -> VirtualBoard:
        number = len(self.started) + 1
        self.started.append(Simulator(f"virtual-{number}", number != self._silent))
        return self.started[-1]


def service_of(machine: Machine) -> VirtualService:
    """Return the service of a virtual board that is not started yet."""
    switch = ModeSwitch(Session(MatchSettings(game_named("kamisado-single"))))
    return VirtualService(
        machine, (8, 8), 1, 20, Side.WHITE, switch, Broadcast(), wake=lambda: None
    )


def test_a_larger_board_that_does_not_answer_is_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(virtual_service, "RESTART_S", 0.0)

    async def story() -> None:
        machine, told, ports = Machine(2), list[Notice](), list[str]()
        service = service_of(machine)
        await service.start()
        supervising = asyncio.create_task(service.supervise(told.append, ports.append))
        async with asyncio.timeout(DEADLINE_S):
            await service.make_room((9, 9))
        assert ports == ["virtual-3"]
        assert [each.closed for each in machine.started] == [True, True, False]
        assert [notice.text for notice in told] == ["The virtual board did not answer 'watch'."]
        supervising.cancel()
        await asyncio.wait({supervising})

    asyncio.run(story())


def test_one_that_does_not_answer_at_the_start_is_ended() -> None:
    async def story() -> None:
        machine = Machine(1)
        with pytest.raises(LinkTimeoutError):
            await service_of(machine).start()
        assert machine.started[0].closed

    asyncio.run(story())
