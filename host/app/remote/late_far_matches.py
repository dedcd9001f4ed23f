"""Far matches of an application, whose modules are loaded when the first of them is asked for.

Most programs play none, and start sooner without the modules: they are a twentieth of all imports.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from host.app.platform import RunBlocking
from host.message import message

if TYPE_CHECKING:
    from host.app.explorer import Reply
    from host.app.remote.far_matches import FarMatches
    from host.app.remote.known_match import KnownMatch
    from host.session.remote_requests import RemoteRequest
    from host.storage.saved_match import SavedMatch


class LateFarMatches:
    """Calls of `FarMatches` that load it first; arguments and errors are the same.

    Args:
        run_blocking: runs the import: the files of the modules may be slow to come.
        make: makes the far matches, once their modules are loaded; None if they cannot be reached.
    """

    def __init__(self, run_blocking: RunBlocking, make: Callable[[], FarMatches] | None) -> None:
        self._run_blocking, self._make = run_blocking, make
        self._matches: FarMatches | None = None

    async def handle(self, request: RemoteRequest, reply: Reply) -> None:
        """Carry a request out, what takes long in the background."""
        await (await self._load()).handle(request, reply)

    async def go_on(self, saved: SavedMatch) -> None:
        """Go on with a saved match against a player at another board."""
        await (await self._load()).go_on(saved)

    async def play(self, known: KnownMatch) -> None:
        """Play a match that the session has already."""
        (await self._load()).play(known)

    async def leave(self) -> None:
        """Stop playing the far match, which waits in the store; there may be none."""
        if self._matches is not None:
            await self._matches.leave()

    def check(self) -> None:
        """Raise the fault that has ended the far match while it was played, if there is one."""
        if self._matches is not None:
            self._matches.check()

    async def _load(self) -> FarMatches:
        if self._make is None:
            raise ValueError(message("app.no_far_matches"))
        if self._matches is None:
            await self._run_blocking(partial(import_module, "host.app.remote.far_matches"))
        if self._matches is None:  # nobody else has loaded it meanwhile
            self._matches = self._make()
        return self._matches
