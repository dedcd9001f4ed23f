"""Negotiation: what the two sides of a game settle beside its moves.

Both kinds of matches come here.  At one board both sides act there, by hand or on a display
(`player_actions/`).  With a far player the entries of both logs come, in their order
(`host/remote/record/replay.py`), and the board shows what they have led to (`following.py`).

    resign    ends the game; by hand the other side is asked, which answers a slip
    draw      ends it as its rules count an agreement; the other side is always asked
    pause     interrupts it; asked where pauses are by agreement
    new       begins another game: at one board at any time, with a far player once one is over
    takeback  takes moves back, or the end: at one board without asking, a far player is asked
    adopt     goes on from the board as it stands; by hand the other side is asked, no far player is

One offer waits at a time.  It lapses when the side that is asked moves, and, where hands answer it
at one board, with their time or with whatever is settled otherwise.  What may be done when is asked
elsewhere: at a board `actions` of its phase, for a log `Replay.refusal`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from host.engine.game import Side
from host.engine.termination import Termination, agreement, resignation
from host.recognition.history import History
from host.session.view import Action, Offer


@dataclass(frozen=True, slots=True)
class Negotiation:
    """State of the negotiation in one game; a value, of which each step returns another.

    Attributes:
        termination: how the players have ended the game; None while they have not.
        offer: what waits for an answer; None if nothing does.
        paused: True while the game is interrupted.
    """

    termination: Termination | None = None
    offer: Offer | None = None
    paused: bool = False

    def is_over(self, history: History) -> bool:
        """Return True if the game has ended, by its players or its moves."""
        return self.termination is not None or history.outcome is not None

    def offered(self, offer: Offer) -> Negotiation:
        """Have an offer wait, unless another one does."""
        return self if self.offer is not None else replace(self, offer=offer)

    def lapsed(self) -> Negotiation:
        """Have no offer wait any more."""
        return replace(self, offer=None)

    def withdrawn(self, side: Side) -> Negotiation:
        """Have the offer of a side wait for its refusal only."""
        if self.offer is None or self.offer.by is not side:
            return self
        return replace(self, offer=replace(self.offer, withdrawn=True))

    def moved(self, side: Side) -> Negotiation:
        """Take in a move of a side, which answers what it is asked."""
        is_asked = self.offer is not None and self.offer.asked is side
        return self.lapsed() if is_asked else self

    def agreed(self, history: History) -> Negotiation:
        """Return what an agreement to the offer leads to, beside the moves that it changes.

        Args:
            history: of the game, before any move is taken back.
        """
        offer, rest = self.offer, self.lapsed()
        assert offer is not None, "nothing waits for an answer"
        match offer.action:
            case Action.RESIGN:
                return rest.ended(resignation(offer.by), history)
            case Action.DRAW if not rest.is_over(history):
                return rest.ended(agreement(history.game, history.position), history)
            case Action.PAUSE:
                return rest.interrupted(history)
            case Action.TAKEBACK if offer.after_end:
                return rest.reopened()
            case Action.NEW:
                return Negotiation()
        return rest

    def ended(self, termination: Termination, history: History) -> Negotiation:
        """End the game, unless it has ended; what is offered can still be answered."""
        if self.is_over(history):
            return self
        return replace(self, termination=termination, paused=False)

    def reopened(self) -> Negotiation:
        """Take back how the players had ended the game."""
        return replace(self, termination=None)

    def interrupted(self, history: History) -> Negotiation:
        """Let no time run, unless the game has ended."""
        return replace(self, paused=not self.is_over(history))

    def resumed(self) -> Negotiation:
        """Let the game go on after a pause."""
        return replace(self, paused=False)
