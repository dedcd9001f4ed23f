"""Parts of an application that other parts use: a board, the mode on it, and the displays."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Protocol

from host.app.background import Background
from host.app.board_controller import BoardController
from host.app.mode_switch import ModeSwitch
from host.app.platform import Platform
from host.app.virtual.virtual_service import VirtualService
from host.message import Words
from host.session.requests import Request
from host.session.view import Notice
from host.storage.trace_recorder import Recorder
from host.ui.web.broadcast import Broadcast


class Parts(Protocol):
    """Those that play at a board; see `Application`."""

    @property
    def platform(self) -> Platform: ...

    @property
    def switch(self) -> ModeSwitch: ...

    @property
    def controller(self) -> BoardController: ...

    @property
    def virtual_service(self) -> VirtualService | None: ...

    @property
    def recorder(self) -> Recorder: ...

    @property
    def broadcast(self) -> Broadcast: ...

    @property
    def background(self) -> Background: ...

    @property
    def ready(self) -> asyncio.Event: ...

    @property
    def changed(self) -> asyncio.Condition: ...

    def tell(self, notices: Sequence[Notice]) -> None: ...

    def handle(self, request: Request) -> Awaitable[Words | None]: ...
