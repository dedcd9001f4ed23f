"""Rules of a match of two logs, written down once more and as plainly as can be.

Everything is worked out anew from the beginning.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from host.engine.game import AnyGame, Configurable, DrawByAgreement, Side
from host.engine.random_settings import value_from_moves
from host.engine.termination import absence, agreement, out_of_time, resignation
from host.recognition.matching import expect_from
from host.remote.record import events as e
from host.remote.record.replay import Merged
from host.remote.record.terms import Terms
from host.session.view import Action, Offer


@dataclass
class Reference:
    """The present game of a match, entry by entry.

    Attributes:
        terms: of the match.
        game: with the lots that were drawn for it.
        moves: texts of the moves, with the forced passes.
        forced: True for each move that is a forced pass.
        positions: the first one, and those after each move.
        times: White's and Black's milliseconds, at first and after each move; empty without clocks.
        ended: how the game was ended outside its rules; None if it was not.
        offer: the open offer, its side, and True if the game had been ended before it.
        withdrawn: True if its side wants it no more.
        paused: True while the game is interrupted.
        games: number of the game.
        said: by whom and what.
        admitted: the device that has joined.
    """

    terms: Terms
    game: AnyGame
    positions: list[Hashable]
    times: list[tuple[int, int]]
    moves: list[str] = field(default_factory=list)
    forced: list[bool] = field(default_factory=list)
    ended: str | None = None
    offer: tuple[e.Event, Side, bool] | None = None
    withdrawn: bool = False
    paused: bool = False
    games: int = 1
    said: list[tuple[Side, int]] = field(default_factory=list)
    admitted: str | None = None

    @property
    def position(self) -> Hashable:
        """The position after the moves."""
        return self.positions[-1]

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.game.turn(self.position)

    def make(self, text: str, clock_ms: int | None, forced: bool) -> None:
        """Make a move; a forced pass takes no time."""
        if self.times:
            white_ms, black_ms = self.times[-1]
            if clock_ms is not None and self.turn is Side.WHITE:
                white_ms = clock_ms
            elif clock_ms is not None:
                black_ms = clock_ms
            self.times.append((white_ms, black_ms))
        self.moves.append(text)
        self.forced.append(forced)
        move = self.game.parse_move(self.position, text)
        self.positions.append(self.game.play(self.position, move))

    @property
    def is_over(self) -> bool:
        """True once the game has ended."""
        return self.ended is not None or self.game.outcome(self.position) is not None

    def pass_on(self) -> None:
        """Make the passes that are forced."""
        while (forced := expect_from(self.game, self.position).forced_pass) is not None:
            self.make(self.game.move_text(self.position, forced.move), None, True)

    def agree(self, offered: e.Event, was_ended: bool) -> None:
        """Do what both have agreed on."""
        if isinstance(offered, e.OfferTakeback):
            self.moves, self.forced = self.moves[: offered.plies], self.forced[: offered.plies]
            self.positions = self.positions[: offered.plies + 1]
            self.times = self.times[: offered.plies + 1]
            self.ended = None if was_ended else self.ended
        elif isinstance(offered, e.OfferNewGame):
            self.draw_lots()
            self.moves, self.forced, self.positions = [], [], [self.game.start()]
            self.times = self.times[:1]
            self.ended, self.paused = None, False
            self.games += 1
            self.pass_on()
        elif isinstance(offered, e.OfferPause):
            self.paused = not self.is_over
        elif not self.is_over:
            self.ended, self.paused = str(agreement(self.game, self.position)), False

    def draw_lots(self) -> None:
        """Draw what the moves of the game that was played decide."""
        if not self.moves or not isinstance(self.game, Configurable):
            return
        for setting in self.game.settings:
            if setting.name in self.terms.settings.drawn:
                value = value_from_moves(" ".join(self.moves), setting)
                self.game = self.game.with_settings({setting.name: value})

    def allows(self, side: Side, event: e.Event, clock_ms: int | None) -> bool:  # noqa: PLR0912 (one for each thing that players do)
        """Return True if a side that knows all this may write an event."""
        plays = not self.is_over and not self.paused and self.turn is side
        settings, absence_s = self.terms.settings, self.terms.absence_s
        asks = settings.serious or absence_s is not None
        match event:
            case e.Move(text):
                legal = self.game.legal_moves(self.position)
                texts = [self.game.move_text(self.position, move) for move in legal]
                return plays and text in texts and self.shows_time(side, clock_ms)
            case e.OfferTakeback(plies):
                ends = self.ended is not None and plies == len(self.moves)
                moves = plies < len(self.moves) and not self.forced[plies]
                return self.offer is None and not self.terms.settings.touch_move and (ends or moves)
            case e.OfferDraw():
                draws = isinstance(self.game, DrawByAgreement) and self.game.allows_agreement
                return self.offer is None and draws and not self.is_over
            case e.OfferNewGame():
                return self.offer is None and self.is_over
            case e.Answer():
                return self.offer is not None and self.offer[1] is not side
            case e.Withdraw():
                return self.offer is not None and self.offer[1] is side and not self.withdrawn
            case e.Admit():
                return side is self.terms.inviter and self.admitted is None
            case e.Say(number):
                return number in range(6)
            case e.Resume():
                return self.paused
            case e.Pause():
                return not asks and not self.paused and not self.is_over
            case e.OfferPause():
                return asks and self.offer is None and not self.paused and not self.is_over
            case e.Claim():
                is_absence = absence_s is not None and self.admitted is not None
                return is_absence and not self.paused and not self.is_over
            case e.FlagFell():
                return bool(self.times) and not self.is_over and self.turn is side
            case e.Resign():
                return not self.is_over

    def shows_time(self, side: Side, clock_ms: int | None) -> bool:
        """Return True if a side's clock can show this after a move."""
        control = self.terms.settings.control
        if control is None or clock_ms is None:
            return control is None and clock_ms is None
        return clock_ms <= self.times[-1][side is Side.BLACK] + control.increment_ms


def reference(terms: Terms, logs: dict[Side, Sequence[e.Entry]]) -> Reference:
    """Return the match that both logs lead to."""
    control = terms.settings.control
    times = [] if control is None else [(control.initial_ms, control.initial_ms)]
    match = Reference(terms, terms.settings.game, [terms.first_position], times)
    match.pass_on()
    taken: dict[Side, list[e.Entry]] = {side: [] for side in Side}
    while any(len(taken[side]) < len(logs[side]) for side in Side):
        can_come = [
            side
            for side in Side
            if len(taken[side]) < len(logs[side])
            and logs[side][len(taken[side])].seen <= len(taken[side.other])
        ]
        side = match.turn if len(can_come) == 2 else can_come[0]
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
        match.make(event.text, entry.clock_ms, False)
        match.pass_on()
        match.offer = None if asked else match.offer
    elif isinstance(event, e.OfferDraw | e.OfferTakeback | e.OfferNewGame | e.OfferPause):
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
    elif isinstance(event, e.Claim) and not match.is_over:
        match.ended, match.paused = str(absence(side.other, event.win)), False
    elif isinstance(event, e.Pause):
        match.paused = not match.is_over
    elif isinstance(event, e.Resume):
        match.paused = False
    elif isinstance(event, e.Say):
        match.said.append((side, event.number))
    elif isinstance(event, e.Admit):
        match.admitted = event.device


def differs(merged: Merged, expected: Reference) -> bool:
    """Return True if a match is not as the reference has it."""
    settled = merged.negotiation
    ended = None if settled.termination is None else str(settled.termination)
    return (
        merged.game_number != expected.games
        or merged.settings.game.name != expected.game.name
        or [ply.text for ply in merged.plies] != expected.moves
        or [ply.forced for ply in merged.plies] != expected.forced
        or [ply.times for ply in merged.plies] != (expected.times[1:] or [None] * len(merged.plies))
        or list(merged.said) != expected.said
        or merged.admitted != expected.admitted
        or merged.position != expected.position
        or (ended, settled.paused) != (expected.ended, expected.paused)
        or settled.offer != offer(expected)
    )


def offer(expected: Reference) -> Offer | None:
    """Return the open offer as sessions have it."""
    if expected.offer is None:
        return None
    event, by, was_ended = expected.offer
    plies = event.plies if isinstance(event, e.OfferTakeback) else None
    action = {
        e.OfferDraw: Action.DRAW,
        e.OfferTakeback: Action.TAKEBACK,
        e.OfferNewGame: Action.NEW,
        e.OfferPause: Action.PAUSE,
    }[type(event)]
    return Offer(action, by, by.other, None, (), False, plies, was_ended, expected.withdrawn)
