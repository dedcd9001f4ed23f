"""Far matches of an application, whose modules are loaded when the first of them is asked for.

Most programs play none, and start sooner without the modules: they are a twentieth of all imports.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from host.ui.messages.far import far_message

if TYPE_CHECKING:
    from host.app.explorer import Reply
    from host.app.parts import Parts
    from host.app.remote.broker_client import MakeClient
    from host.app.remote.far_matches import FarMatches, PutOn
    from host.app.remote.known_match import KnownMatch
    from host.session.remote_requests import RemoteRequest
    from host.storage.autosave import Autosave
    from host.storage.saved_match import SavedMatch


class LateFarMatches:
    """Calls of `FarMatches` that load it first; arguments and errors are the same."""

    def __init__(
        self,
        app: Parts,
        autosave: Autosave,
        make_client: MakeClient,
        put_on: PutOn,
        on_joined: Callable[[], None] = lambda: None,
    ) -> None:
        self._on_joined = on_joined
        self._app, self._autosave = app, autosave
        self._make_client, self._put_on = make_client, put_on
        self._matches: FarMatches | None = None
        app.broadcast.publish(far_message())

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
        if self._matches is None:
            # In a thread: the files of the modules may be slow to come.
            await self._app.platform.run_blocking(
                partial(import_module, "host.app.remote.far_matches")
            )
        if self._matches is None:  # nobody else has loaded it meanwhile
            from host.app.remote.far_matches import FarMatches

            about = self._app, self._autosave, self._make_client, self._put_on
            self._matches = FarMatches(*about, self._on_joined)
        return self._matches
