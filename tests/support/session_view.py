"""View and moves of a session, for tests that play one."""

from __future__ import annotations

from host.session.session import Session
from host.session.view import View


class SessionView:
    """Mixin for hands and rigs that play a session."""

    session: Session

    @property
    def view(self) -> View:
        """Return the view that displays would show now."""
        return self.session.view()

    @property
    def texts(self) -> list[str]:
        """Return the moves made, as text."""
        return [ply.text for ply in self.session.plies]
