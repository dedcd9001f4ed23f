"""`state`: all that a display may show of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from host.engine.game import AnyGame
from host.engine.material import captured, reserve
from host.engine.squares import square_name
from host.guidance.lighting import Mark
from host.guidance.progress import Count
from host.message import Words
from host.session.player_actions.negotiation import offered_words
from host.session.view import Action, Item, Lift, PuzzleView, TutorialView, View
from host.ui.messages.match import (
    ChoiceData,
    MatchData,
    OutcomeData,
    RewardData,
    choice_data,
    match_data,
    outcome_data,
)
from host.ui.messages.moves import (
    HintData,
    MoveData,
    SquaresData,
    hint_data,
    moves_of,
    name_of,
    squares_data,
)
from host.ui.messages.pieces import (
    PieceData,
    PileData,
    SideName,
    piece_data,
    pile_data,
    side_name,
)


class MarkData(TypedDict):
    """The reason why a square is lit.

    Attributes:
        entry, role: those of the light vocabulary.
        colour: colour name of the piece that belongs there.
        side: its side, where that matters.
    """

    square: str
    entry: str
    role: str
    words: Words
    colour: str | None
    side: SideName | None


class LiftingData(TypedDict):
    """The piece that the virtual hand is lifting, and the marks once the sensors have seen it."""

    square: str
    marks: list[MarkData]


class CorrectionData(TypedDict):
    """Something to put right, with the remedy.

    Attributes:
        squares: the wrong one first.
        told: True if the last `spoken` message has told as much: voices need not say it again.
    """

    text: Words
    squares: list[str]
    told: bool


class CountData(TypedDict):
    """The completed part of a piece of work, e.g. 3 of 16 pieces set up."""

    done: int
    of: int


class ReplayData(TypedDict):
    """The position in a record that is stepped through."""

    ply: int
    of: int
    title: Words


class OpponentData(TypedDict):
    """The computer as a player.

    Attributes:
        level: as a request for a new match names it.
        thinking: True until it has said what it moves.
    """

    label: Words
    level: str
    side: SideName
    thinking: bool


class PuzzleData(TypedDict):
    """The puzzle that is to be solved.

    Attributes:
        grade: from 1 to 5.
        state: "open", "wrong" or "solved".
        solved: how many were, since the program was started.
    """

    number: int
    of: int
    grade: int
    state: str
    words: Words
    solved: int


class TutorialData(TypedDict):
    """The step of a tutorial; `book` is the name of the game, `goal` says when the step is done."""

    book: str
    number: int
    of: int
    title: Words
    text: Words
    task: Words
    goal: str


class MenuItemData(TypedDict):
    """A square of the menu on the board.

    Attributes:
        held: how much of its time a piece has stood there.
    """

    square: str
    action: str
    words: Words
    held: CountData | None


class OfferData(TypedDict):
    """An offer that waits for an answer.

    Attributes:
        asked: the side that answers it.
    """

    action: str
    by: SideName
    asked: SideName
    words: Words


class LinkData(TypedDict):
    """The connection to the board: "up", "connecting", "lost" or "refused"."""

    state: str
    text: Words


class StateMessage(TypedDict):
    """The fields that docs/protocols/page.md describes."""

    t: Literal["state"]
    rev: int
    phase: str
    turn: SideName
    prompt: Words
    pieces: list[PieceData]
    movable: list[str]
    lifted: str | None
    marks: list[MarkData]
    lifting: LiftingData | None
    correction: CorrectionData | None
    last: SquaresData | None
    moves: Sequence[MoveData]
    outcome: OutcomeData | None
    opponent: OpponentData | None
    match: MatchData | None
    round: OutcomeData | None
    reward: RewardData | None
    choices: list[ChoiceData]
    setup: CountData | None
    reserve: list[PileData]
    captured: list[PileData]
    replay: ReplayData | None
    puzzle: PuzzleData | None
    tutorial: TutorialData | None
    menu: list[MenuItemData]
    offer: OfferData | None
    agreement: Words | None
    may: list[str]
    can_takeback: bool
    can_redo: bool
    touch_move: bool
    conditions: str
    adoption: str | None
    help: str
    hint: HintData | None
    link: LinkData


def state_message(
    game: AnyGame,
    view: View,
    rev: int,
    link: LinkData,
    lift: Lift | None = None,
    moves: Sequence[MoveData] | None = None,
) -> StateMessage:
    """Build the message.

    Args:
        rev: its number.
        lift: that of the virtual hand which the sensors have not seen yet; None if there is none.
        moves: those of the view, where they are known; None to make them.
    """
    files = game.size[0]
    position = view.expectation.position
    last = next((ply for ply in reversed(view.plies) if not ply.forced), None)
    return {
        "t": "state",
        "rev": rev,
        "phase": view.phase.value,
        "turn": side_name(view.turn),
        "prompt": view.task,
        "pieces": [
            piece_data(square, piece, files)
            for square, piece in sorted(view.expectation.pieces.items())
        ],
        "movable": [square_name(square, files) for square in view.movable_squares],
        "lifted": name_of(view.lifted, files),
        "marks": [_mark(mark, files) for mark in view.marks],
        "lifting": None
        if lift is None
        else {
            "square": square_name(lift.square, files),
            "marks": [_mark(mark, files) for mark in lift.marks],
        },
        "correction": None
        if view.correction is None
        else {
            "text": view.correction.words,
            "squares": [square_name(square, files) for square in view.correction.squares],
            "told": False,
        },
        "last": None if last is None else squares_data(last.origin, last.target, files),
        "moves": moves_of(files).of(view.plies, view.aids) if moves is None else moves,
        "outcome": outcome_data(view.outcome),
        "opponent": None
        if view.opponent is None
        else {
            "label": view.opponent.label,
            "level": view.opponent.choice,
            "side": side_name(view.opponent.side),
            "thinking": view.thinking,
        },
        "match": match_data(view.standing),
        "round": outcome_data(view.round_outcome),
        "reward": None
        if view.reward is None
        else {
            **piece_data(view.reward.square, view.reward.piece, files),
            "words": view.reward.words,
        },
        "choices": [choice_data(choice, files) for choice in view.choices],
        "setup": _count(view.arranged),
        "reserve": pile_data(reserve(game, position)),
        "captured": pile_data(captured(game, position)),
        "replay": None
        if view.replay is None
        else {"ply": view.replay.ply, "of": view.replay.of, "title": view.replay.title},
        "puzzle": _puzzle(view.puzzle),
        "tutorial": _tutorial(view.tutorial),
        "menu": [_menu_item(item, files) for item in view.menu],
        "offer": None
        if view.offer is None
        else {
            "action": view.offer.action.value,
            "by": side_name(view.offer.by),
            "asked": side_name(view.offer.asked),
            "words": offered_words(game, position, view.offer.action, view.offer.moves),
        },
        "agreement": offered_words(game, position, Action.DRAW)
        if Action.DRAW in view.may
        else None,
        "may": [action.value for action in view.may],
        "can_takeback": view.can_take_back,
        "can_redo": view.can_redo,
        "touch_move": view.touch_move,
        "conditions": view.conditions.value,
        "adoption": view.adoption,
        "help": view.help.value,
        "hint": None if view.hint is None else hint_data(view.hint, files),
        "link": link,
    }


def _mark(mark: Mark, files: int) -> MarkData:
    return {
        "square": square_name(mark.square, files),
        "entry": mark.entry,
        "role": mark.role,
        "words": mark.words,
        "colour": mark.tint,
        "side": None if mark.side is None else side_name(mark.side),
    }


def _menu_item(item: Item, files: int) -> MenuItemData:
    return {
        "square": square_name(item.square, files),
        "action": item.action.value,
        "words": item.words,
        "held": _count(item.held),
    }


def _count(count: Count | None) -> CountData | None:
    return None if count is None else {"done": count.done, "of": count.of}


def _tutorial(tutorial: TutorialView | None) -> TutorialData | None:
    if tutorial is None:
        return None
    step = tutorial.step
    return {
        "book": tutorial.book,
        "number": tutorial.number,
        "of": tutorial.of,
        "title": step.title,
        "text": step.text,
        "task": step.task,
        "goal": step.goal,
    }


def _puzzle(puzzle: PuzzleView | None) -> PuzzleData | None:
    if puzzle is None:
        return None
    return {
        "number": puzzle.number,
        "of": puzzle.of,
        "grade": puzzle.grade,
        "state": puzzle.state,
        "words": puzzle.words,
        "solved": puzzle.solved,
    }
