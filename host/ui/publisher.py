"""The publisher of the match: sends each message to the displays when it has changed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence

from host import VERSION
from host.engine.game import AnyGame
from host.engine.registry import playable_games
from host.session.clock import Clock
from host.session.view import Lift, Notice, View
from host.ui.messages.clock import ClockMessage, clock_message
from host.ui.messages.hello import hello_message
from host.ui.messages.moves import moves_of
from host.ui.messages.notice import notice_message
from host.ui.messages.spoken import spoken_message
from host.ui.messages.state import LinkData, StateMessage, state_message
from host.ui.speech.narrator import Narrator
from host.ui.speech.time_left import ShortTime

RUN = secrets.token_hex(4)
"""Another text whenever the program is started."""
CLOCK_MS = 1000
"""Time between two messages of a running clock."""


class StatePublisher:
    """Publishes what has changed since it was published last.

    Args:
        publish: takes the messages of docs/protocols/page.md.
    """

    def __init__(self, publish: Callable[[Mapping[str, object]], None]) -> None:
        self._publish = publish
        self._narrator = Narrator()
        self._short_time = ShortTime()
        self._greeted: object = None
        self._shown: object = None
        self._state: StateMessage | None = None
        self._rev = 0
        self._game: AnyGame | None = None
        self._moves = moves_of(0)
        self._clock: ClockMessage | None = None
        self._clock_ms = 0

    def publish_hello(
        self,
        game: AnyGame,
        virtual: bool,
        runtime: str,
        board: tuple[int, int] | None,
        saves: bool = False,
        far: bool = False,
    ) -> None:
        """Publish the game and the games that may be begun; see `hello_message`."""
        greeted = game.name, virtual, runtime, board
        if greeted == self._greeted:
            return
        self._greeted = greeted
        games = playable_games()
        self._publish(hello_message(game, VERSION, virtual, runtime, games, board, saves, RUN, far))

    def publish_notices(self, notices: Sequence[Notice]) -> None:
        """Publish notices, whether they are new or not."""
        for notice in notices:
            self._publish(notice_message(notice))

    def publish_state(
        self, game: AnyGame, view: View, link: LinkData, now_ms: int, lift: Lift | None = None
    ) -> bool:
        """Publish the state of the match; return True if it has changed.

        Args: as of `state_message`, and the time of the clocks.
        """
        shown = game.name, view, link, lift
        if shown == self._shown:  # at rest always: building the message takes ten times as long
            return False
        self._shown = shown
        told = self._narrator.follow(game, view, now_ms)
        if told is not None:
            self._publish(spoken_message(told))
        if game is not self._game:
            self._game, self._moves = game, moves_of(game.size[0])
        moves = self._moves.of(view.plies, view.aids)
        now = state_message(game, view, self._rev, link, lift, moves)
        if now["correction"] is not None:
            now["correction"]["told"] = self._narrator.has_told(view)
        if now == self._state:
            return False
        self._rev += 1
        now["rev"] = self._rev
        self._state = now
        self._publish(now)
        return True

    def publish_clock(self, clock: Clock | None, now_ms: int) -> None:
        """Publish the clocks when one starts or stops, and every `CLOCK_MS` while one runs; say
        when a player's time runs short."""
        short = self._short_time.follow(clock, now_ms)
        if short is not None:
            self._publish(spoken_message(short))
        now, before = clock_message(clock, now_ms), self._clock
        if before is None or now["running"] is None or now["running"] != before["running"]:
            changed = now != before
        else:
            changed = now_ms - self._clock_ms >= CLOCK_MS
        if changed:
            self._clock, self._clock_ms = now, now_ms
            self._publish(now)
