"""A match as the store keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from host.engine.records.player_names import NO_NAMES, PlayerNames
from host.message import Words
from host.recognition.history import StoredPly, Times


@dataclass(frozen=True, slots=True)
class SavedRemoteMatch:
    """Both logs of a match with a player at another board.

    Attributes:
        id: of the match, random.
        link: of the invitation.
        own_log, far_log: as JSON; the second is None while nobody has joined.
        game_number: of the game in the match that this board plays, from 1.
        match: id of the stored match with that game; None before its first move.
    """

    id: str
    link: str
    own_log: str
    far_log: str | None = None
    game_number: int = 1
    match: int | None = None


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """One stored match.

    Attributes:
        plies: including passes and choices between rounds.
        times: left when the clock last started or stopped; None without a clock.
        game: registered name.
        start: text of the start position.
        control: the time control as text, "10+5"; empty without a clock.
        begun, changed: UTC, e.g. 2026-11-21T05:31:00Z.
        outcome: message on its end; None while it goes on. Older files have its English sentence.
        revision: number of writes.
        termination: text of a resignation, an agreement or a loss on time; None if there is none.
        touch_move: True if moves cannot be taken back.
        opponent: text of the computer player; empty if people play both sides.
        drawn: names of the settings that were drawn by lot, as of `MatchSettings`.
        table: name of the table at which it is played; empty where a program has only one.
        serious, names: as of `MatchSettings`.
    """

    id: int
    plies: tuple[StoredPly, ...]
    times: Times | None
    game: str
    start: str
    control: str
    begun: str
    changed: str
    outcome: Words | None
    revision: int
    termination: str | None
    touch_move: bool
    opponent: str
    drawn: tuple[str, ...]
    table: str = ""
    serious: bool = False
    names: PlayerNames = NO_NAMES

    @property
    def rounds(self) -> int:
        """Number of rounds with at least one ply."""
        return max((ply.round for ply in self.plies), default=0)
