"""Replay of a match: the state that the entries of both logs lead to, applied one after another.

`refusal` judges an entry in the state that its writer had before it: what is out of turn or illegal
there, the writer could know better.  `apply` takes an entry in wherever the order of both logs puts
it, also after what its writer had not yet seen.  Therefore an offer is open until the side that is
asked answers or moves: its own log alone decides that, and two answers can never cross.  What
offers, answers and pauses lead to is in `host.session.negotiation`, as at one board.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import TypeAlias

from host.engine.game import Outcome, Side
from host.engine.termination import Termination, absence, can_be_agreed, out_of_time, resignation
from host.message import Message, message, message_of, quoted
from host.recognition.history import History, Ply, Times
from host.remote.record.events import (
    PHRASES,
    Admit,
    Answer,
    Claim,
    Entry,
    FlagFell,
    Move,
    OfferDraw,
    OfferNewGame,
    OfferPause,
    OfferTakeback,
    Pause,
    Resign,
    Resume,
    Say,
    Withdraw,
)
from host.remote.record.terms import Terms
from host.session.match_settings import MatchSettings
from host.session.negotiation import Negotiation
from host.session.view import Action, Offer

OfferEvent: TypeAlias = OfferDraw | OfferTakeback | OfferNewGame | OfferPause
"""Event that the other side answers."""

_ACTIONS: Mapping[type[OfferEvent], Action] = {
    OfferDraw: Action.DRAW,
    OfferNewGame: Action.NEW,
    OfferPause: Action.PAUSE,
    OfferTakeback: Action.TAKEBACK,
}
"""The action that an event offers, as sessions name it."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The match that follows from both logs; equal on both sides once they have the same logs.

    Attributes:
        game_number: from 1.
        settings: of this game, with what was drawn by lot for it.
        first: the position in which this game began.
        plies: the moves of this game.
        position: the position that it has reached.
        negotiation: what both sides have settled beside the moves.
        said: who has said which of the fixed sentences, in order.
        admitted: id of the device that joined; None while nobody has.
    """

    game_number: int
    settings: MatchSettings
    first: Hashable
    plies: tuple[Ply, ...]
    position: Hashable
    negotiation: Negotiation
    said: tuple[tuple[Side, int], ...]
    admitted: str | None

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game; None while it goes on."""
        if self.negotiation.termination is not None:
            return self.negotiation.termination.outcome
        return self.settings.game.outcome(self.position)

    def common_plies(self, made: Sequence[Ply]) -> int:
        """Return the number of first moves that the match has in common with a board's."""
        pairs = enumerate(zip(self.plies, made, strict=False))
        shorter = min(len(self.plies), len(made))
        return next((n for n, (own, other) in pairs if own.text != other.text), shorter)

    def offer_of(self, side: Side) -> Offer | None:
        """Return the offer of a side that waits for its answer, with the moves that it takes back;
        None if there is none."""
        offer = self.negotiation.offer
        if offer is None or offer.by is not side:
            return None
        moves = () if offer.plies is None else self.plies[offer.plies :]
        return replace(offer, moves=tuple(ply.text for ply in moves if not ply.forced))


class Replay:
    """State of a match, entry by entry.

    Args:
        terms: of the match.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._game_number = 0
        self._said: list[tuple[Side, int]] = []
        self._admitted: str | None = None
        self._applied = dict.fromkeys(Side, 0)
        self._last_move = dict.fromkeys(Side, -1)
        self._begin(terms.settings, terms.first_position)

    def _begin(self, settings: MatchSettings, first: Hashable) -> None:
        self._game_number += 1
        self._settings = settings
        self._history = History(settings.game, first)
        self._negotiation = Negotiation()
        self._history.pass_on(self._times)

    def copy(self) -> Replay:
        """Return another replay in the same state."""
        other = copy(self)
        other._said, other._history = self._said.copy(), self._history.copy()
        other._applied, other._last_move = self._applied.copy(), self._last_move.copy()
        return other

    @property
    def merged(self) -> Merged:
        """The match as it stands."""
        return Merged(
            self._game_number,
            self._settings,
            self._history.first,
            self._history.plies,
            self._history.position,
            self._negotiation,
            tuple(self._said),
            self._admitted,
        )

    @property
    def admitted(self) -> str | None:
        """Id of the device that joined; None while nobody has."""
        return self._admitted

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self._history.expectation.turn

    @property
    def _over(self) -> bool:
        return self._negotiation.is_over(self._history)

    @property
    def _times(self) -> Times | None:
        """White's and Black's milliseconds left after the last ply."""
        control = self._settings.control
        if control is None:
            return None
        plies = self._history.plies
        times = plies[-1].times if plies else None
        return times or (control.initial_ms, control.initial_ms)

    # What may be written

    def refusal(self, side: Side, entry: Entry) -> Message | None:  # noqa: PLR0912 (one for each reason)
        """Return the reason why a side could not write this entry now; None if it could."""
        terms, offer, paused = self._terms, self._negotiation.offer, self._negotiation.paused
        match entry.event:
            case OfferDraw() | OfferTakeback() | OfferNewGame() | OfferPause() if offer is not None:
                return message("remote.offer_waits")
            case Move() | Resign() | FlagFell() | Claim() | OfferDraw() if self._over:
                return message("remote.game_over")
            case Pause() | OfferPause() if self._over:
                return message("remote.game_over")
            case Move() | Pause() | OfferPause() | Claim() if paused:
                return message("remote.paused")
            case OfferNewGame() if not self._over:
                return message("remote.game_goes_on")
            case Move(text):
                return self._move_refusal(side, text) or self._clock_refusal(side, entry)
            case OfferTakeback(plies):
                return self._takeback_refusal(plies)
            case OfferDraw() if not can_be_agreed(self._settings.game):
                return message("engine.no_agreement", game=repr(self._settings.game.name))
            case OfferPause() if not terms.pauses_by_agreement:
                return message("remote.pause_without_asking")
            case Pause() if terms.pauses_by_agreement:
                return message("remote.pause_by_agreement")
            case Resume() if not paused:
                return message("remote.not_paused")
            case Answer() if offer is None or offer.asked is not side:
                return message("remote.nothing_offered")
            case Withdraw() if offer is None or offer.by is not side or offer.withdrawn:
                return message("remote.nothing_to_withdraw")
            case FlagFell() if self._settings.control is None or self.turn is not side:
                return message("remote.no_clock_runs")
            case Claim() if terms.absence_s is None or self._admitted is None:
                return message("remote.no_absence_agreed")
            case Admit() if side is not terms.inviter or self._admitted is not None:
                return message("remote.cannot_admit")
            case Say(number) if number >= PHRASES:
                return message("remote.no_phrase", number=number)
        return None

    def _move_refusal(self, side: Side, text: str) -> Message | None:
        if self.turn is not side:
            return message("remote.out_of_turn", move=quoted(text))
        game, position = self._settings.game, self._history.position
        try:
            move = game.parse_move(position, text)
        except ValueError as error:
            return message_of(error)
        # `parse_move` takes adjudications too, and other spellings.
        if move not in game.legal_moves(position) or game.move_text(position, move) != text:
            return message("remote.no_move", move=quoted(text))
        return None

    def _clock_refusal(self, side: Side, entry: Entry) -> Message | None:
        """Return the reason why a clock cannot show this after a move."""
        times, control = self._times, self._settings.control
        if times is None or control is None:
            return None if entry.clock_ms is None else message("remote.without_clock")
        left_ms = times[0] if side is Side.WHITE else times[1]
        if entry.clock_ms is None or entry.clock_ms > left_ms + control.increment_ms:
            return message("remote.clock_gained")
        return None

    def _takeback_refusal(self, plies: int) -> Message | None:
        if self._settings.touch_move:
            return message("remote.touch_move")
        made = self._history.plies
        if plies == len(made) and self._negotiation.termination is not None:
            return None
        possible = plies < len(made) and not made[plies].forced
        return None if possible else message("remote.no_such_takeback", number=plies)

    # What follows

    def apply(self, side: Side, entry: Entry) -> None:  # noqa: PLR0912 (one for each entry)
        """Take the next entry of a side in.

        Raises:
            InvalidMoveError: a move is not legal here, which `refusal` would have told its writer.
        """
        number, negotiation = self._applied[side], self._negotiation
        self._applied[side] += 1
        match entry.event:
            case Move(text):
                self._last_move[side] = number
                self._make(text, entry.clock_ms)
                self._negotiation = negotiation.moved(side)
            case OfferDraw() | OfferTakeback() | OfferNewGame() | OfferPause() as event:
                if self._last_move[side.other] < entry.seen:  # else that move has answered it
                    self._negotiation = negotiation.offered(self._offer(side, event))
            case Withdraw():
                self._negotiation = negotiation.withdrawn(side)
            case Answer(agree):
                if negotiation.offer is not None and negotiation.offer.asked is side:
                    self._answer(negotiation.offer, agree)
            case Resign():
                self._end(resignation(side))
            case FlagFell():
                self._end(out_of_time(side))
            case Pause():
                self._negotiation = negotiation.interrupted(self._history)
            case Resume():
                self._negotiation = negotiation.resumed()
            case Claim(win):
                self._end(absence(side.other, win))
            case Say(number):
                self._said.append((side, number))
            case Admit(device):
                self._admitted = device

    def _make(self, text: str, clock_ms: int | None) -> None:
        history, times = self._history, self._times
        if times is not None and clock_ms is not None:
            white = history.expectation.turn is Side.WHITE
            times = (clock_ms, times[1]) if white else (times[0], clock_ms)
        history.record(history.game.parse_move(history.position, text), times=times)
        self._history.pass_on(self._times)

    def _end(self, termination: Termination) -> None:
        self._negotiation = self._negotiation.ended(termination, self._history)

    def _offer(self, side: Side, event: OfferEvent) -> Offer:
        """Return the offer of a side as others see it."""
        plies = event.plies if isinstance(event, OfferTakeback) else None
        ended = self._negotiation.termination is not None
        return Offer(_ACTIONS[type(event)], side, side.other, plies=plies, after_end=ended)

    def _answer(self, offer: Offer, agree: bool) -> None:
        """Do what both sides have agreed on, or drop it."""
        if not agree:
            self._negotiation = self._negotiation.lapsed()
            return
        self._negotiation = self._negotiation.agreed(self._history)
        if offer.plies is not None:
            while len(self._history.plies) > offer.plies:
                self._history.undo()
        elif offer.action is Action.NEW:
            settings, _ = self._settings.draw_again(ply.text for ply in self._history.plies)
            self._begin(settings, settings.game.start())
