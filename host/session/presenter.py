"""What displays and lights show of a sitting: its view and its marks."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from host.guidance.instruction import carry_out_marks
from host.guidance.lighting import Mark
from host.guidance.marks import (
    Help,
    capture_marks,
    due_marks,
    hint_marks,
    last_marks,
    movers_marks,
    outcome_marks,
    put_marks,
    taken_marks,
    target_marks,
    thinking_marks,
)
from host.recognition.history import History, Ply
from host.session import player_actions
from host.session.analysis import Analysis, HelpUsed
from host.session.match_state import Sitting
from host.session.view import Phase, View


def view_of(sitting: Sitting, help_level: Help, analysis: Analysis) -> View:
    """The whole of what a display may show now."""
    history, between, step = sitting.history, sitting.between, sitting.step
    origins = {option.origin for option in sitting.hints}
    setting_up = sitting.phase is Phase.SETUP
    return View(
        phase=sitting.phase,
        turn=history.expectation.turn,
        prompt=sitting.prompt(),
        expectation=history.expectation,
        movable_squares=tuple(sitting.game.movable_squares(history.position)),
        lifted=origins.pop() if len(origins) == 1 else None,
        marks=tuple(marks_of(sitting, help_level, analysis)),
        correction=sitting.correction,
        plies=history.plies,
        outcome=sitting.outcome,
        can_take_back=history.last_real is not None and not sitting.touch_move,
        help=help_level,
        standing=history.standing,
        round_outcome=history.round_outcome if between is not None else None,
        reward=None if between is None else between.reward,
        choices=sitting.choices,
        arranged=step.count if setting_up and step is not None and step.count.of else None,
        clock=sitting.time.clock,
        menu=sitting.negotiation.items,
        offer=sitting.negotiation.offer,
        may=player_actions.allowed(sitting),
        can_redo=history.undone is not None and sitting.outcome is None,
        touch_move=sitting.touch_move,
        opponent=sitting.opponent,
        thinking=sitting.computers_turn and sitting.bid is None,
        hint=analysis.hint(history.position) if sitting.phase is Phase.PLAY else None,
        aids=aids_of(history.plies, analysis),
        capturing=sitting.capturing,
    )


def marks_of(sitting: Sitting, help_level: Help, analysis: Analysis) -> list[Mark]:
    """What is lit: trouble before anything else, then questions, then help."""
    if sitting.correction is not None:
        return list(sitting.correction.marks)
    if sitting.phase is Phase.SETUP:
        return []
    game, history, seen = sitting.game, sitting.history, sitting.board_state.seen
    if sitting.negotiation.waits:
        return sitting.negotiation.marks(history)
    if sitting.checking_ms is not None and not sitting.hints:
        return due_marks(game, history.expectation.pieces)
    ended = sitting.outcome or history.round_outcome
    marks: list[Mark] = []
    if ended is not None:
        rings = sitting.outcome is not None and history.round > 1
        marks += outcome_marks(ended, game.size, rings)
    if sitting.between is not None:
        marks += sitting.between.marks(sitting.board_state.seen)
    if sitting.capturing:
        return marks + capture_marks(sitting.capturing)
    if sitting.computers_turn and history.expectation.options:
        return marks + carry_out_marks(game, history.expectation, history.expectation.options[0])
    proven = help_level is Help.PROVEN
    values = analysis.values(_positions(history)) if proven else None
    hint = analysis.hint(history.position) if sitting.phase is Phase.PLAY else None
    if hint is not None and hint.target is not None:
        marks += hint_marks(hint.origin, hint.target)
    if sitting.hints:
        shown = target_marks(sitting.hints, values)
        if not help_level.shows_targets:
            shown = [mark for mark in shown if mark.role == "origin"]
        if seen is not None:
            shown += taken_marks(sitting.hints, history.expectation.pieces, seen)
        return marks + shown if help_level is not Help.OFF else marks
    last = history.last_of_round
    if last is not None and last.target is not None:
        marks += last_marks(last.origin, last.target, sitting.made_ms is not None)
    if sitting.computers_turn:
        marks += thinking_marks(game.size)
    elif ended is None and help_level is not Help.OFF:
        marks += movers_marks(game, history.expectation, history.passed)
        marks += put_marks(history.expectation.options) if help_level.shows_targets else []
        if proven and len(game.movable_squares(history.position)) == 1:
            shown = target_marks(history.expectation.options, values)
            marks += [mark for mark in shown if mark.role != "origin"]
    return marks


def aids_of(plies: Sequence[Ply], analysis: Analysis) -> dict[int, HelpUsed]:
    """With what help moves were made, by the number of their ply from 1."""
    if not analysis.aided:
        return {}
    given = ((number, analysis.aid(ply.before.position)) for number, ply in enumerate(plies, 1))
    return {number: aid for number, aid in given if aid is not None}


def _positions(history: History) -> Iterator[Hashable]:
    """Those whose moves may be shown: that of the game, and that of the last move, which may still
    be made otherwise."""
    if history.last_real is not None:
        yield history.last_real.before.position
    yield history.position
