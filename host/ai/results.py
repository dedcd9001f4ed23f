"""Results of the solver and of the players, as the solver's process sends them to the host."""

from __future__ import annotations

from dataclasses import dataclass, fields

from host.ai.solver.adapter import Value
from host.message import Message, Words, message, sentences


@dataclass(frozen=True, slots=True)
class Verdict:
    """The winner of a position, with the proof's result for each move.

    Attributes:
        value: of the position.
        moves: value of each legal move for the side to move, in the order of the rules.
        line: moves to the end of the round (`host.ai.solver.principal_variation`).  It may break
            off where the search was stopped, and is empty where the value is unknown or nobody has
            asked for it.
        nodes: number of nodes searched.
    """

    value: Value
    moves: dict[str, Value]
    line: tuple[str, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """Move of a player.

    Attributes:
        move: its text.
        proven: False if the time for a proof was over before it was found; True for levels that
            prove nothing.
    """

    move: str
    proven: bool = True


_HINTS: dict[Value, str] = {
    "win": "ai.hint_wins",
    "loss": "ai.hint_loses",
    "unknown": "ai.hint_not_known",
}
_MATCH_HINTS: dict[Value, str] = {"win": "ai.hint_match_won", "loss": "ai.hint_match_lost"}


@dataclass(frozen=True, slots=True)
class MoveHint:
    """A move to play.

    Attributes:
        move: its text.
        value: of the position, for the side to move: "win": the move wins; "loss": all moves lose;
            "unknown": nothing is proven, also not against this move.
        reason: explanation of the value; None in a game that the solver cannot prove, and where
            the time for it was over.
        looks_best: True if the move is only the best by a search without a certain result.
        line: texts of the move and of those that follow it: the fastest win against the hardest
            defence.
        match: value of the match for the side to move, where rounds may follow: "win": the move
            wins it, "loss": all moves lose it.
    """

    move: str
    value: Value
    reason: Message | None
    looks_best: bool = False
    match: Value = "unknown"
    line: tuple[str, ...] = ()

    def sentence(self, move: Words) -> Message:
        """Return the hint for players.

        Args:
            move: in words, with its squares: "Pink from d8 to d4, brown".
        """
        if self.looks_best:
            return message("ai.hint_looks_best", move=move)
        if self.value == "loss" and self.match == "win":
            return message("ai.hint_wins_match_alone", move=move)
        parts = [message(_HINTS[self.value], move=move)]
        if self.reason is not None and self.value != "unknown":
            parts.append(self.reason)
        if self.match != "unknown":
            parts.append(message(_MATCH_HINTS[self.match]))
        return parts[0] if len(parts) == 1 else sentences(*parts)


NEAR = 3
"""Own moves to the end that people can see ahead."""
MANY = 4
"""Moves among which the only winning one is hard to find."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move that was played, with its proven value; or a fill that gave the match away.

    Attributes:
        ply: its number, from 1; passes and choices between rounds are counted.
        round: from 1.
        side: that made it, "white" or "black".
        text: as coordinates.
        words: in the notation of the rule book.
        before: value of the position for the side that moved; unknown between rounds.
        after: value of the move for the same side.
        choices: number of legal moves.
        better: texts of the winning moves, if this one was a blunder.
        why: explanation of a blunder; None of other moves.
        instead: the fastest winning move with its explanation; None of other moves.
        match: sentence that the match was lost here; None where that is not proven.
        ends: True if it ended the round.
        end: own moves of the winner from after the move to the end of the round, with best play of
            both sides; 0 if they are not known, too many to be searched, or none is needed.
        best_end: the same from before the move, with the best move of its side.
        holding: number of moves that win, as far as all are proven; else 0.
        refutation: texts of the moves that show a blunder or a short defence: the one that was
            made, and the fastest win against the hardest defence after it.
        best_line: the same for the best move.
    """

    ply: int
    round: int
    side: str
    text: str
    words: Message
    before: Value
    after: Value
    choices: int
    better: tuple[str, ...] = ()
    why: Message | None = None
    instead: Message | None = None
    match: Message | None = None
    ends: bool = False
    end: int = 0
    best_end: int = 0
    holding: int = 0
    refutation: tuple[str, ...] = ()
    best_line: tuple[str, ...] = ()

    @property
    def is_blunder(self) -> bool:
        """True if the move gave the win away."""
        return self.before == "win" and self.after == "loss"

    @property
    def kind(self) -> str:
        """Kind of the move: blunder, match, won, lost, forced or unknown."""
        if self.is_blunder:
            return "blunder"
        if self.match is not None:
            return "match"
        if "unknown" in (self.before, self.after) and self.after != "win":
            return "unknown"
        if self.choices == 1:
            return "forced"
        return "won" if self.after == "win" else "lost"

    @property
    def is_short_defence(self) -> bool:
        """True if a lost move is refuted soon, where another one would have lasted longer."""
        lasts_longer = self.best_end > self.end or not self.best_end
        return self.kind == "lost" and 0 < self.end <= NEAR and lasts_longer

    @property
    def is_only_win(self) -> bool:
        """True if the move was the only one of many that won."""
        return self.kind == "won" and self.holding == 1 and self.choices >= MANY

    @property
    def worth(self) -> Message:
        """The worth of the move in words, by how near its refutation is."""
        if self.kind == "won" and 0 < self.holding < self.choices:
            return message("ai.move_holds", count=self.holding, choices=self.choices)
        if self.kind == "blunder" and self.end:
            return message("ai.move_blunder_near", count=self.end)
        if self.is_short_defence and self.best_end:
            return message("ai.move_lost_sooner", count=self.end, longer=self.best_end)
        if self.is_short_defence:
            return message("ai.move_lost_much_sooner", count=self.end)
        return message(f"ai.move_{self.kind}")

    def as_json(self) -> dict[str, object]:
        """Return the fields and the kind as a JSON object whose texts may still be `Message`s."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        told = {name: getattr(self, name) or "" for name in ("why", "instead", "match")}
        return {**values, **told, "kind": self.kind, "worth": self.worth}
