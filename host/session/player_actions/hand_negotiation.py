"""Negotiation by hand: the gestures that offer, answer and end a pause, and their lights and words.

What it leads to is in `host/session/negotiation.py`.  After a gesture two pieces are not
where they belong, so an offer can be answered on the board, and a pause be ended there, only once
the board has stood as the position has it.  Each gesture is told once, whatever becomes of it: in a
match with a far player it only asks for what comes true once it is in the record.  Who has nobody
to ask, as against the computer, holds a piece up to confirm: to straighten one is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from host.engine.game import AnyGame, Side, Square
from host.engine.squares import square_name
from host.engine.termination import agreement
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.message import Message, Words, message
from host.recognition.dwell_timer import DwellTimer
from host.recognition.history import History, Ply
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot
from host.recognition.times import PASSING_MS, STOOD_MS, TOUCH_MS
from host.session.negotiation import Negotiation
from host.session.player_actions.gestures import (
    STEPS,
    Gestures,
    lifted,
    lifted_by_one,
    put_back,
    ring,
    steps_done,
)
from host.session.view import Action, Item, Offer

ANSWER_MS = 10_000
"""Time for which an answer to an offer is waited for."""
FAR_ANSWER_MS = 60_000
"""Time for which an offer from afar waits for the hands at this board."""


def offered_words(
    game: AnyGame,
    position: Hashable,
    action: Action,
    moves: Sequence[str] = (),
    plies: Sequence[Ply] = (),
) -> Message:
    """Return what is offered: "a draw", or who wins where the game counts what stands.

    Args:
        moves: texts of the moves that a takeback is of; none if it is of the end of the game.
        plies: of the match so far, in whose words these moves are told.
    """
    if action is Action.RESIGN:
        return message("guidance.the_resignation")
    if action is Action.NEW:
        return message("guidance.a_new_match")
    if action is Action.PAUSE:
        return message("guidance.a_pause")
    if action is Action.TAKEBACK:
        words: dict[str, Words] = {ply.text: ply.words for ply in plies}
        return phrases.the_takeback([words.get(text, text) for text in moves])
    if action is Action.ADOPT:
        return message("guidance.play_from_standing_board")
    return phrases.the_end(agreement(game, position).outcome.winner)


def menu_words(
    game: AnyGame, position: Hashable, actions: Sequence[Action]
) -> dict[Action, Message]:
    """Return the names of the squares of the menu on the board."""
    words = {
        Action.RESIGN: message("guidance.resign"),
        Action.PAUSE: message("guidance.pause"),
        Action.NEW: message("guidance.begin_new_match"),
        Action.ADOPT: message("guidance.take_standing_board"),
    }
    if Action.DRAW in actions:
        drawn = agreement(game, position).outcome.winner is None
        words[Action.DRAW] = (
            message("guidance.offer_draw") if drawn else message("guidance.offer_end")
        )
    return {action: words[action] for action in actions}


@dataclass(frozen=True, slots=True)
class StandingBoard:
    """The position on a board that is not as the game has it.

    Attributes:
        move: the adjudication with that position.
        history: of a game that begins there.
    """

    move: Hashable
    history: History


@dataclass(frozen=True, slots=True)
class GestureResult:
    """Gesture that hands have made; none by default, but no move is to be looked for.

    Attributes:
        action: what one of them wants to be done.
        side: whose hands those are.
        square: where they have chosen it.
        answer: to the offer that waits; None if there is none yet.
        astray: True if pieces must be put back first.
        goes_on: True if the pause is over.
    """

    action: Action | None = None
    side: Side | None = None
    square: Square | None = None
    answer: bool | None = None
    astray: bool = False
    goes_on: bool = False


class Question:
    """The answer by hand to an offer.

    Args:
        offer: a side that confirms its own must hold the piece up.

    Attributes:
        offer: the same.
        patience_ms: time for which the answer is waited for.
        ready: True if the board has stood as the position has it since it was asked.
        held: the square whose piece is held up, and the steps for which it was (see
            `gestures.STEPS`); None while none is.
    """

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.patience_ms = FAR_ANSWER_MS if offer.from_afar else ANSWER_MS
        self.ready = False
        self.held: tuple[Square, int] | None = None
        self._stood = False
        self._touched = False

    def answer(self, base: Snapshot, seen: Snapshot, dwell: DwellTimer, now_ms: int) -> bool | None:
        """Return True if the answer is yes; None while there is none.

        Args:
            base: what the board shows while nothing is touched.
            seen: what it shows.
            dwell: how long it has shown that.
        """
        self.held = None
        if seen == base:
            if self._touched:
                return True if dwell.elapsed(TOUCH_MS, now_ms) else None
            self.ready = True
            self._stood = self._stood or dwell.elapsed(STOOD_MS, now_ms)
            return False if dwell.elapsed(self.patience_ms, now_ms) else None
        if not self.ready:
            return None
        squares = lifted_by_one(base, seen)
        if len(squares) == 1 and base[squares[0]] is STATE_OF_SIDE[self.offer.asked]:
            if self._stood:
                self._touched = self._has_answered(squares[0], dwell, now_ms) or self._touched
            return False if dwell.elapsed(self.patience_ms, now_ms) else None
        return False if dwell.elapsed(PASSING_MS, now_ms) else None

    def _has_answered(self, square: Square, dwell: DwellTimer, now_ms: int) -> bool:
        """Return True if the piece in the air, which belongs on a square, was there for long
        enough."""
        if self.offer.asked is not self.offer.by:
            return dwell.elapsed(TOUCH_MS, now_ms)
        self.held = square, steps_done(dwell, now_ms)
        return self.held[1] == STEPS


class HandNegotiation:
    """The negotiation in one game, and what hands do for it.

    Attributes:
        status: what the players have come to; each step assigns another.
        standing: the board as it stands, from which hands may go on; the menu and the answer to an
            offer are told from there.  None where they may not.
    """

    def __init__(self) -> None:
        self.status = Negotiation()
        self.standing: StandingBoard | None = None
        self._gestures = Gestures()
        self._question: Question | None = None
        self._ready = False
        self._has_gone_on = False

    @property
    def waits(self) -> bool:
        """True if moves are not looked for now: a menu is open, or something is to be answered."""
        status = self.status
        return self._gestures.menu is not None or status.offer is not None or status.paused

    def stops_clock(self, turn: Side, serious: bool) -> bool:
        """Return True if no time runs; in a serious game the side to move wins none by its own
        menu and offers."""
        menu, offer = self._gestures.menu, self.status.offer
        if not serious or self.status.paused:
            return self.waits
        if offer is not None:
            return offer.by is not turn
        return menu is not None and menu.side is not turn

    def take(self, status: Negotiation) -> None:
        """Take in what the players have come to; the menu closes, and a new offer is asked."""
        before, self.status = self.status, status
        self._gestures.close()
        if status.offer != before.offer:
            self._ask()
        if status.paused and not before.paused:
            self._ready = False
        if status.paused or (status.offer is not None and status.offer.action is not Action.ADOPT):
            self.standing = None

    def drop(self) -> None:
        """Drop what is offered, interrupted or begun; an end of the game stays."""
        self.take(Negotiation(self.status.termination))

    def note_standing(self, board: StandingBoard | None) -> None:
        """Note the board as it stands, from which hands may go on; None if they may not."""
        self.standing = board

    def board_lost(self) -> None:
        """Forget what the board showed; hands answer once it shows the position again."""
        self._gestures.close()
        self._ready = False
        if self.standing is not None:
            self.drop()
            self.standing = None
        self._ask()

    def _ask(self) -> None:
        """Wait for the answer to the offer, if there is one, from now on."""
        self._question = None if self.status.offer is None else Question(self.status.offer)

    def watch(
        self,
        history: History,
        seen: Snapshot,
        actions: Callable[[], Sequence[Action]],
        dwell: DwellTimer,
        now_ms: int,
    ) -> GestureResult | None:
        """Return the gesture that hands make; None while they make none.

        Args:
            history, seen, dwell: as for `Gestures.watch`.
            actions: return the actions that may be taken now, in their order.
        """
        history = self._from_where(history)
        base = history.expectation.snapshot
        if self._question is not None:
            answer = self._question.answer(base, seen, dwell, now_ms)
            return GestureResult(answer=answer, astray=answer is None and not self._question.ready)
        if self.status.paused:
            return self._until_touched(base, seen, dwell, now_ms)

        def words() -> dict[Action, Message]:
            possible = actions() if self.standing is None else (Action.ADOPT,)
            return menu_words(history.game, history.position, possible)

        told = self._gestures.watch(history, seen, words, dwell, now_ms)
        if told is not None:
            return GestureResult(*told)
        return GestureResult() if self._gestures.menu is not None else None

    def _from_where(self, history: History) -> History:
        """Return the history at whose end the pieces stand that gestures are made with."""
        return history if self.standing is None else self.standing.history

    def _until_touched(
        self, base: Snapshot, seen: Snapshot, dwell: DwellTimer, now_ms: int
    ) -> GestureResult:
        if seen == base:
            self._ready = self._ready or dwell.elapsed(STOOD_MS, now_ms)
            self._has_gone_on = False
            return GestureResult()
        if not self._ready or not lifted(base, seen):
            return GestureResult(astray=True)
        if self._has_gone_on or not dwell.elapsed(TOUCH_MS, now_ms):
            return GestureResult()
        self._has_gone_on = True  # told once: a far player's record ends the pause later
        return GestureResult(goes_on=True)

    def prompt(self, history: History) -> Words:
        """Return the offer or gesture under way, and how to answer; empty if there is none."""
        history = self._from_where(history)
        game = history.game
        piece = game.piece_noun
        if self._question is not None:
            return self._question_words(history, self._question)
        if self.status.paused:
            return phrases.PAUSED
        menu, items = self._gestures.menu, self._gestures.items
        if menu is None:
            return ""
        places = [square_name(item.square, game.size[0]) for item in items]
        for item, place in zip(items, places, strict=True):
            if item.held is not None:
                return phrases.chosen(menu.side, item.words, piece, place)
        return phrases.menu(menu.side, piece, [item.words for item in items], places)

    def _question_words(self, history: History, question: Question) -> Message:
        """Return what is offered, and how hands answer it."""
        offer, seconds = question.offer, question.patience_ms // 1000
        piece, by, asked = history.game.piece_noun, offer.by, offer.asked
        if asked is by:
            words = menu_words(history.game, history.position, [offer.action])[offer.action]
            return phrases.to_confirm(by, words, piece, seconds)
        if offer.action is Action.RESIGN:
            return phrases.resigning(by, asked, piece, seconds)
        what = self._offered(history, offer)
        if offer.from_afar:
            return phrases.asked_from_afar(what, piece, seconds)
        return phrases.offered(by, asked, what, piece, seconds)

    def _offered(self, history: History, offer: Offer) -> Message:
        return offered_words(
            history.game, history.position, offer.action, offer.moves, history.plies
        )

    def marks(self, history: History) -> list[Mark]:
        """Return the marks of the offer or gesture under way."""
        history = self._from_where(history)
        game = history.game
        if self._question is not None:
            return self._answer_marks(history, self._question)
        if self.status.paused:
            files, ranks = game.size
            corners = (0, files - 1, files * (ranks - 1), files * ranks - 1)
            return [
                Mark(square, "paused", "corner", message("guidance.light.paused"))
                for square in corners
            ]
        return self._gestures.marks(game)

    def _answer_marks(self, history: History, question: Question) -> list[Mark]:
        """Return the marks of the pieces that answer, or of the one that is held up for it."""
        offer = question.offer
        words = message("guidance.light.lift_to_agree", offer=self._offered(history, offer))
        if offer.asked is offer.by:
            words = message("guidance.light.hold_to_confirm")
        marks = {
            square: Mark(square, "offer", "piece", words)
            for square, piece in sorted(history.expectation.pieces.items())
            if piece.side is offer.asked
        }
        if question.held is None:
            return list(marks.values())
        square, steps = question.held
        if steps == STEPS:
            return [put_back(history.game, square, history.expectation.pieces[square])]
        return [marks[square], *ring(square, steps, history.game.size)]

    @property
    def items(self) -> tuple[Item, ...]:
        """The menu for displays; empty while it is closed."""
        return self._gestures.items
