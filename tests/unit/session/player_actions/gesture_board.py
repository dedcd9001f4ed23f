"""A board whose snapshots are shown to the gestures alone."""

from __future__ import annotations

from host.engine.game import Side, Square
from host.engine.registry import game_named
from host.engine.squares import parse_square, square_name
from host.recognition.dwell_timer import DwellTimer
from host.recognition.history import History
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import HOLD_MS
from host.session.player_actions.gestures import Gestures
from host.session.view import Action

GAME = game_named("kamisado")
ALL = tuple(action for action in Action if action not in (Action.ADOPT, Action.TAKEBACK))
"""Those of a board that is as the game has it."""
WORDS = {action: action.value for action in ALL}


def at(name: str) -> Square:
    return parse_square(name, (8, 8))


def with_states(snapshot: Snapshot, **states: SquareState) -> Snapshot:
    """Return the snapshot with other states of the named squares."""
    changed = list(snapshot)
    for name, state in states.items():
        changed[at(name)] = state
    return tuple(changed)


def after(*texts: str) -> History:
    """A round in which these moves were made."""
    history: History = History(GAME, GAME.start())
    for text in texts:
        history.record_text(text)
    return history


class Watched:
    """A board whose snapshots are shown to the gestures in steps of 20 ms."""

    def __init__(self, actions: tuple[Action, ...] = ALL) -> None:
        self.history = after("d8d4")
        self.base = self.history.expectation.snapshot
        self.gestures = Gestures()
        self.decided: list[tuple[Action, Side]] = []
        self.actions = {action: WORDS[action] for action in actions}
        self.asked = 0
        self._dwell = DwellTimer()
        self._seen = self.base
        self._now_ms = 0
        self._since_ms = 0
        self.show(100)

    def show(self, ms: int, **states: SquareState) -> None:
        """Let the board look so for a while; without states, as the position has it."""
        seen = with_states(self.base, **states)
        if seen != self._seen:
            self._seen = seen
            self._dwell.begin(self._now_ms)
        end_ms = self._now_ms + ms
        while True:
            decided = self.gestures.watch(
                self.history, seen, self._wanted, self._dwell, self._now_ms
            )
            if decided is not None:
                self.decided.append(decided)
            if self._now_ms == end_ms:
                return
            self._now_ms += min(20, end_ms - self._now_ms)

    def _wanted(self) -> dict[Action, str]:
        self.asked += 1
        return self.actions

    def open(self) -> None:
        """Lift two of White's towers and hold them long enough."""
        self.show(HOLD_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY)

    def put(self, name: str, ms: int, state: SquareState = SquareState.WHITE) -> None:
        """Put one of the two on a square and leave it there."""
        self.show(ms, **{"b1": SquareState.EMPTY, "c1": SquareState.EMPTY, name: state})

    @property
    def menu(self) -> dict[str, Action]:
        """Return the offered actions by the names of their squares."""
        return {square_name(item.square, 8): item.action for item in self.gestures.items}

    @property
    def lit(self) -> dict[str, str]:
        """The roles of the marks, by the names of the squares."""
        return {square_name(m.square, 8): m.role for m in self.gestures.marks(GAME)}

    def square_of(self, action: Action) -> str:
        """Return the square of an action."""
        return next(name for name, offered in self.menu.items() if offered is action)
