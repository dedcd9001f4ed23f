"""Presenter: the view and the marks of a match."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from host.engine.game import Square
from host.guidance.instruction import carry_out_marks
from host.guidance.lighting import Mark
from host.guidance.marks import (
    Help,
    capture_marks,
    due_marks,
    hint_marks,
    idea_marks,
    last_marks,
    movers_marks,
    outcome_marks,
    put_marks,
    taken_marks,
    target_marks,
    thinking_marks,
)
from host.message import message
from host.recognition.history import History
from host.recognition.matching import Candidate
from host.recognition.snapshot import Snapshot, SquareState, differing
from host.session.analysis import Analysis
from host.session.match_state import MatchState
from host.session.player_actions.adoption import proposal
from host.session.view import Phase, View


def view_of(state: MatchState, help_level: Help, analysis: Analysis) -> View:
    """Return the whole of what a display may show now."""
    history, phase, settings = state.history, state.phase, state.settings
    origins = {candidate.origin for candidate in phase.hints}
    expectation = history.expectation
    movable = tuple(settings.game.movable_squares(history.position))
    if phase.asks and phase.due:  # the pieces of another match
        expectation, movable = replace(expectation, pieces=phase.due, only=()), ()
    hint = analysis.hint(history.position) if phase.name is Phase.PLAY else None
    return View(
        phase=phase.name,
        turn=history.expectation.turn,
        task=phase.prompt(),
        expectation=expectation,
        movable_squares=movable,
        lifted=origins.pop() if len(origins) == 1 else None,
        marks=tuple(marks_of(state, help_level, analysis)),
        correction=phase.correction,
        plies=history.plies,
        outcome=state.outcome,
        can_take_back=history.last_real is not None and not settings.touch_move,
        help=help_level,
        standing=history.standing,
        round_outcome=phase.round_outcome,
        reward=phase.reward,
        choices=tuple(phase.choices),
        arranged=phase.progress,
        clock=state.clock.clock,
        menu=state.negotiation.items,
        offer=state.negotiation.status.offer,
        may=phase.actions,
        can_redo=history.undone is not None and state.outcome is None,
        touch_move=settings.touch_move,
        conditions=settings.conditions,
        opponent=settings.opponent,
        names=settings.names,
        thinking=state.computers_turn and state.announced is None,
        hint=hint,
        ideas=() if hint is None else idea_marks(hint.ideas),
        aids=analysis.aids(history.plies),
        capturing=phase.capturing,
        returning=state.returning,
        adoption=proposal(state),
        changed=_changed(state),
    )


def _changed(state: MatchState) -> tuple[Square, ...]:
    """Return the squares that are not seen as the position has them, though no virtual hand is
    about to see to it."""
    seen, expected = state.board.seen, state.history.expectation.snapshot
    led = state.virtual_hand and state.returning
    if seen is None or led or state.phase.name is not Phase.PLAY:
        return ()
    return tuple(differing(seen, expected))


def likely_lifts(state: MatchState) -> Sequence[Square]:
    """Return the squares of the pieces of which one is to be lifted next; none while the board is
    not as the game has it."""
    history = state.history
    if state.phase.name is not Phase.PLAY or state.board.seen != history.expectation.snapshot:
        return ()
    return state.settings.game.movable_squares(history.position)


def marks_if_lifted(
    state: MatchState, help_level: Help, analysis: Analysis, square: Square
) -> tuple[Mark, ...] | None:
    """Return the marks that lifting the piece on a square will lead to.

    None if it begins no move, if that depends on more, or if its sensor will not tell.
    """
    phase, seen = state.phase, state.board.seen
    ready = phase.name is Phase.PLAY and phase.correction is None and not phase.asks
    if not ready or seen is None or not state.stands or state.negotiation.waits:
        return None
    if square in state.sensors.faulty:
        return None
    lifted = (*seen[:square], SquareState.EMPTY, *seen[square + 1 :])
    hints = phase.interpret(lifted).hints
    if not hints:
        return None
    return (*_phase_marks(state, help_level, analysis, hints, lifted), *state.sensors.marks())


def marks_of(state: MatchState, help_level: Help, analysis: Analysis) -> list[Mark]:
    """Return the marks of the phase and the sensors, and the square that takes the end of a game
    back."""
    marks = _phase_marks(state, help_level, analysis, state.phase.hints, state.board.seen)
    marks += state.sensors.marks()
    ended = state.ended_by_hand
    if ended is None:
        return marks
    words = message("guidance.light.take_end_back")
    return [Mark(ended.square, "menu", "chosen", words), *marks]


def _phase_marks(  # noqa: PLR0912 (one for each phase)
    state: MatchState,
    help_level: Help,
    analysis: Analysis,
    hints: Sequence[Candidate],
    seen: Snapshot | None,
) -> list[Mark]:
    """Return the marks: corrections before anything else, then questions, then help.

    Args:
        hints: the legal moves that are under way.
        seen: what the board shows.
    """
    phase = state.phase
    if phase.correction is not None:
        return list(phase.correction.marks)
    if phase.asks:
        return phase.marks()
    if phase.name is Phase.SETUP:
        return []
    game, history = state.settings.game, state.history
    if state.negotiation.waits:
        return state.negotiation.marks(history)
    checked = due_marks(game, state.identity.lit(history.expectation.pieces))
    if checked and not hints and not state.identity.is_glance:
        return checked
    ended = state.outcome or history.round_outcome
    marks: list[Mark] = [] if hints else checked
    if ended is not None:
        rings = state.outcome is not None and history.round > 1
        marks += outcome_marks(ended, game.size, rings)
    marks += phase.marks()
    if phase.capturing:
        return marks + capture_marks(phase.capturing)
    if state.computers_turn and history.expectation.candidates:
        return marks + carry_out_marks(game, history.expectation, history.expectation.candidates[0])
    proven = help_level is Help.PROVEN
    values = analysis.values(_positions(history)) if proven else None
    hint = analysis.hint(history.position) if phase.name is Phase.PLAY else None
    if hint is not None and hint.target is not None:
        marks += hint_marks(hint.origin, hint.target)
    if hints:
        shown = target_marks(hints, values)
        if not help_level.shows_targets:
            shown = [mark for mark in shown if mark.role == "origin"]
        if seen is not None:
            shown += taken_marks(hints, history.expectation.pieces, seen)
        return marks + shown if help_level is not Help.OFF else marks
    last = history.last_of_round
    if last is not None and last.target is not None:
        marks += last_marks(last.origin, last.target, state.made_ms is not None)
    if state.computers_turn:
        marks += thinking_marks(game.size)
    elif ended is None and help_level is not Help.OFF:
        marks += movers_marks(game, history.expectation, history.passed)
        marks += put_marks(history.expectation.candidates) if help_level.shows_targets else []
        if proven and len(game.movable_squares(history.position)) == 1:
            shown = target_marks(history.expectation.candidates, values)
            marks += [mark for mark in shown if mark.role != "origin"]
    return marks


def _positions(history: History) -> Iterator[Hashable]:
    """Return the positions whose moves may be shown: that of the game, and that of the last move,
    which may still be made otherwise."""
    if history.last_real is not None:
        yield history.last_real.before.position
    yield history.position
