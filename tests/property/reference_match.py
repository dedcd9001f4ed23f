"""Rules of a match of two logs, written down once more and as plainly as can be.

Everything is worked out anew from the beginning.  `refusal` is not repeated here: the logs hold
what could be written.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from host.engine.game import Side
from host.engine.termination import agreement, out_of_time, resignation
from host.recognition.matching import expect_from
from host.remote.record import events as e
from host.remote.record.replay import Merged
from host.remote.record.terms import Terms


@dataclass
class Reference:
    """The present game of a match, entry by entry; the lots of later games are not drawn.

    Attributes:
        terms: of the match.
        moves: texts of the moves, with the forced passes.
        positions: the first one, and those after each move.
        ended: how the game was ended outside its rules; None if it was not.
        offer: the open offer, its side, and True if the game had been ended before it.
        withdrawn: True if its side wants it no more.
        paused: True while the game is interrupted.
        games: number of the game.
    """

    terms: Terms
    moves: list[str]
    positions: list[Hashable]
    ended: str | None = None
    offer: tuple[e.Event, Side, bool] | None = None
    withdrawn: bool = False
    paused: bool = False
    games: int = 1

    @property
    def position(self) -> Hashable:
        """The position after the moves."""
        return self.positions[-1]

    def make(self, text: str) -> None:
        """Make a move."""
        game = self.terms.settings.game
        self.moves.append(text)
        self.positions.append(game.play(self.position, game.parse_move(self.position, text)))

    @property
    def is_over(self) -> bool:
        """True once the game has ended."""
        return self.ended is not None or self.terms.settings.game.outcome(self.position) is not None

    def pass_on(self) -> None:
        """Make the passes that are forced."""
        game = self.terms.settings.game
        while (forced := expect_from(game, self.position).forced_pass) is not None:
            self.make(game.move_text(self.position, forced.move))

    def agree(self, offered: e.Event, was_ended: bool) -> None:
        """Do what both have agreed on."""
        game = self.terms.settings.game
        if isinstance(offered, e.OfferTakeback):
            self.moves = self.moves[: offered.plies]
            self.positions = self.positions[: offered.plies + 1]
            self.ended = None if was_ended else self.ended
        elif isinstance(offered, e.OfferNewGame):
            self.moves, self.positions = [], [game.start()]
            self.ended, self.paused = None, False
            self.games += 1
            self.pass_on()
        elif not self.is_over:
            self.ended, self.paused = str(agreement(game, self.position)), False


def reference(terms: Terms, logs: dict[Side, Sequence[e.Entry]]) -> Reference:
    """Return the match that both logs lead to."""
    match, game = Reference(terms, [], [terms.first_position]), terms.settings.game
    match.pass_on()
    taken: dict[Side, list[e.Entry]] = {side: [] for side in Side}
    while any(len(taken[side]) < len(logs[side]) for side in Side):
        can_come = [
            side
            for side in Side
            if len(taken[side]) < len(logs[side])
            and logs[side][len(taken[side])].seen <= len(taken[side.other])
        ]
        side = game.turn(match.position) if len(can_come) == 2 else can_come[0]
        entry = logs[side][len(taken[side])]
        apply(match, side, entry, taken[side.other][entry.seen :])
        taken[side].append(entry)
    return match


def apply(match: Reference, side: Side, entry: e.Entry, unseen: Sequence[e.Entry]) -> None:
    """Take an entry in.

    Args:
        match: changed by it.
        side: that wrote it.
        entry: what it wrote.
        unseen: entries of the other side that come before it, of which its writer knew nothing.
    """
    event, asked = entry.event, match.offer is not None and match.offer[1] is side.other
    if isinstance(event, e.Move):
        match.make(event.text)
        match.pass_on()
        match.offer = None if asked else match.offer
    elif isinstance(event, e.OfferDraw | e.OfferTakeback | e.OfferNewGame):
        if match.offer is None and not any(isinstance(one.event, e.Move) for one in unseen):
            match.offer = event, side, match.ended is not None
            match.withdrawn = False
    elif isinstance(event, e.Withdraw) and match.offer is not None and not asked:
        match.withdrawn = True
    elif isinstance(event, e.Answer) and match.offer is not None and asked:
        (offered, _, was_ended), match.offer = match.offer, None
        if event.agree:
            match.agree(offered, was_ended)
    elif isinstance(event, e.Resign | e.FlagFell) and not match.is_over:
        resigned = isinstance(event, e.Resign)
        match.ended = str(resignation(side) if resigned else out_of_time(side))
        match.paused = False
    elif isinstance(event, e.Pause):
        match.paused = not match.is_over
    elif isinstance(event, e.Resume):
        match.paused = False


def differs(merged: Merged, expected: Reference) -> bool:
    """Return True if a match is not as the reference has it."""
    ended, offer = merged.termination, merged.offer
    return (
        merged.game_number != expected.games
        or [ply.text for ply in merged.plies] != expected.moves
        or merged.position != expected.position
        or (None if ended is None else str(ended)) != expected.ended
        or (None if offer is None else (offer.event, offer.by, offer.ended)) != expected.offer
        or (offer is not None and offer.withdrawn != expected.withdrawn)
        or merged.paused != expected.paused
    )
