"""The announcer: tells every display what is played, how it stands and what the clocks show.

Each is told when it has changed, and not otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from host.engine.game import AnyGame
from host.engine.registry import playable_games
from host.session.clock import Clock
from host.session.view import Notice, View
from host.ui import messages
from host.version import VERSION

Message = dict[str, object]

CLOCK_MS = 1000
"""How often a running clock is told."""


class StatePublisher:
    """What the displays have been told.

    Args:
        publish: takes the messages of PAGE.md.
    """

    def __init__(self, publish: Callable[[Message], None]) -> None:
        self._publish = publish
        self._greeted: object = None
        self._state: Message = {}
        self._rev = 0
        self._clock: Message = {}
        self._clock_ms = 0

    def greet(
        self, game: AnyGame, virtual: bool, runtime: str, board: tuple[int, int] | None
    ) -> None:
        """Tell what game is played and which may be; see `messages.hello`."""
        greeted = game.name, virtual, runtime, board
        if greeted == self._greeted:
            return
        self._greeted = greeted
        hello = messages.hello(game, VERSION, virtual, runtime, playable_games(), board)
        self._publish(hello)

    def tell(self, notices: Sequence[Notice]) -> None:
        """Say things."""
        for notice in notices:
            self._publish(messages.say(notice))

    def show(self, game: AnyGame, view: View, link: Message) -> bool:
        """Tell how the game stands; whether that is new.

        Args:
            link: how the board is connected, as PAGE.md has it.
        """
        state = messages.state(game, view, self._rev, link)
        if state == self._state:
            return False
        self._rev += 1
        self._state = {**state, "rev": self._rev}
        self._publish(self._state)
        return True

    def tell_time(self, clock: Clock | None, now_ms: int) -> None:
        """Tell what the clocks show when one starts or stops, and once a second."""
        told = messages.clock(clock, now_ms)
        running = told["running"]
        if running is None or running != self._clock.get("running"):
            news = told != self._clock
        else:
            news = now_ms - self._clock_ms >= CLOCK_MS
        if news:
            self._clock, self._clock_ms = told, now_ms
            self._publish(told)
