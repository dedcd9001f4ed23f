"""Path of a lifted tower and of a made move: modules entered and returned to in the session.

    python -m benchmarks.module_path

Counts, for one snapshot with a lifted tower and for the tick that makes a move: the modules of
`host/` that run, and how often control comes back to one that it had left.  Both fall when a change
stays in fewer rooms.

The modules that are left own a state each (the match, its phase, sensors, board, timers, gestures,
memory), or a part of the rules and words of the move.  But for `session`, the front of the package,
none only passes a call on.  The 13 of a lifted tower have 4,000 lines: half as many would have 600
each, and not a shorter way.  Of the 31 of a made move 13 find the words: which move it was, and who
must move now.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import NamedTuple

from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.recognition.times import DWELL_MS
from host.session.match_settings import MatchSettings
from host.session.session import Session


class ModulePath(NamedTuple):
    """The modules that a call runs through.

    Attributes:
        modules: each once, in the order in which they are entered.
        returns: how often control came back to a module that it had left.
    """

    modules: list[str]
    returns: int


def path_of(call: Callable[[], object]) -> ModulePath:
    """Follow a call through the modules of `host/`."""
    visited: list[str] = []

    def note(frame: FrameType | None) -> None:
        name = "" if frame is None else frame.f_globals.get("__name__", "")
        if name.startswith("host.") and (not visited or visited[-1] != name):
            visited.append(name)

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            note(frame)
        elif event == "return":
            note(frame.f_back)

    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.setprofile(None)
    modules = list(dict.fromkeys(visited))
    return ModulePath(modules, len(visited) - len(modules))


def measure() -> dict[str, ModulePath]:
    """Return the paths of a lifted tower and of a made move."""
    _play_once()  # what is computed only once, such as tables and sentences, does not count
    return _play_once()


def _play_once() -> dict[str, ModulePath]:
    game = game_named("kamisado-single")
    session = Session(MatchSettings(game))
    start = snapshot_of(game.pieces(game.start()), 64)
    session.see(start, 0)
    session.tick(1000)
    d8, d4 = (parse_square(name, game.size) for name in ("d8", "d4"))
    lifted = _with(start, d8, SquareState.EMPTY)
    put = _with(lifted, d4, start[d8])
    paths = {"lifted tower": path_of(lambda: session.see(lifted, 2000))}
    session.see(put, 3000)
    paths["made move"] = path_of(lambda: session.tick(3000 + DWELL_MS))
    assert len(session.plies) == 1, "the move is made"
    return paths


def _with(snapshot: Snapshot, square: int, state: SquareState) -> Snapshot:
    return (*snapshot[:square], state, *snapshot[square + 1 :])


def main() -> None:
    """Print the counts and the modules."""
    for name, path in measure().items():
        print(f"{name}: {len(path.modules)} modules, {path.returns} returns")
        print("    " + ", ".join(module.removeprefix("host.") for module in path.modules))


if __name__ == "__main__":
    main()
