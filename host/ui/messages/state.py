"""`state`: all that a display may show of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypedDict

from host.engine.game import AnyGame
from host.engine.material import captured, reserve
from host.engine.squares import square_name
from host.guidance.lighting import Mark
from host.guidance.marks import Help
from host.guidance.progress import Count
from host.message import Words
from host.message.schema import OneOf
from host.session.access.fair_play import Conditions
from host.session.player_actions.hand_negotiation import offered_words
from host.session.view import Action, Item, Lift, Phase, Progress, PuzzleView, TutorialView, View
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
        entry, role: names in `host/data/led_vocab.json`.
        words: for the accessible name of the square.
        colour: of the piece that belongs there, or None.
        side: of the same, where that matters, or None.
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
        text: with the remedy: "A tower moves forward only (M1). Put the pink tower back on d8."
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
    """The position in a record that is stepped through.

    Attributes:
        game_waits: True if `leave` goes back to a game.
        number: that of the `show` that has asked for it, or 0.
    """

    ply: int
    of: int
    title: Words
    game_waits: bool
    number: int


class OpponentData(TypedDict):
    """The computer as a player, or a player at another board.

    Attributes:
        level: as `new` names it; `""` of a player at another board.
        thinking: True until it has announced its move, which `prompt` and the marks `execute` then
            show.
    """

    label: Words
    level: str
    side: SideName
    thinking: bool


class PuzzleData(TypedDict):
    """The puzzle that is to be solved.

    Attributes:
        number: from 1.
        of: number of all puzzles.
        grade: from 1 to 5.
        state: `wrong` while a losing move is refuted, and then guided back.
        words: comment on the move.
        solved: number of the solved ones since the program was started.
    """

    number: int
    of: int
    grade: int
    state: Annotated[str, OneOf("open", "wrong", "solved")]
    words: Words
    solved: int


class TutorialData(TypedDict):
    """The step of a tutorial.

    Attributes:
        book: name of the game.
        number: from 1.
        of: number of all steps.
        goal: when it is done.
        done: what is said then.
    """

    book: str
    number: int
    of: int
    title: Words
    text: Words
    task: Words
    goal: str
    done: Words


class MenuItemData(TypedDict):
    """A square of the menu on the board.

    Attributes:
        held: the part of its time that a piece has stood there; None without one.
    """

    square: str
    action: Annotated[str, OneOf(*Action)]
    words: Words
    held: CountData | None


class OfferData(TypedDict):
    """An offer that waits for an answer.

    Attributes:
        action: `resign` and `adopt` where hands have chosen them in the menu.
        asked: the side that may answer it.
        words: noun phrase, `a draw`.
    """

    action: Annotated[str, OneOf(*Action)]
    by: SideName
    asked: SideName
    words: Words


class LinkData(TypedDict):
    """The connection to the board."""

    state: Annotated[str, OneOf("up", "connecting", "lost", "refused")]
    text: Words


class StateMessage(TypedDict):
    """All that a display may show of the match.

    Attributes:
        rev: number that grows with each state.
        phase: `setup` (the pieces are not yet where they must be), `play`, `between` (the round
            break), `over` (the match has ended), `paused` (no time runs until a piece is lifted, or
            `resume`), `replay` (of a record).
        turn: between two rounds the side that chooses.
        prompt: one sentence with the next action, e.g. "Black to move: any tower."
        pieces: where the *game* has them.
        movable: squares of the pieces of which one must move.
        lifted: square whose piece is in the air, or None.
        marks: meanings of the lights.
        lifting: with a virtual board only.  Pages draw its `marks` instead of the others, so that
            nobody waits for a simulated sensor; `lifted` and the lights come from the sensors.
        correction: what is wrong on the board, or None.
        last: squares of the last move, or None.
        moves: all that were made.
        outcome: the result of the game, or None.
        match: the score; None in a game without rounds.
        round: the result of the last round, in the phases `between` and `over`, or None; `outcome`
            tells it after that of the whole match.
        reward: a tooth that is to be put on and not yet confirmed, or None.
        choices: those of `turn`.  In phase `between` the fill of the next round; in phase `play` a
            move that leaves no trace on the board while others are possible, such as `done` after a
            capture, and `new game` or `same game` where the board was set up for a first move in
            mid-game; in phase `setup` these two where a saved match stands on the board that is not
            over, whose pieces are then in `pieces`, and `magnets reversed` where both rows are seen
            exchanged.  A forced pass is no choice: it is made at once.
        setup: pieces that stand where they belong, in phase `setup`, or None.
        reserve: pieces that are still to be put on the board.
        captured: the same for captured pieces.
        replay: the position in a record, or None.
        puzzle: that is to be solved, or None.
        tutorial: step that is taught, or None.
        menu: that is open on the board, from left to right.
        offer: that the other side may answer, or None.
        agreement: None or the offer that `draw` would make: `a draw`, or the winner where the game
            counts the pieces on the board: `the end of the game, won by White`.
        may: actions that are possible now; `draw` only in a game that can be drawn.
        can_takeback, can_redo: True if a move can be taken back, or made again.
        touch_move: True if moves stand as they were made.
        conditions: as agreed for the match: `friendly`, `invited` (the same where somebody plays a
            side by an invitation), `earnest` (a clock, touch-move or a far player) or `serious`;
            `none` without one.
        opponent: None for two people.
        names: of the people who play; `""` where none is known, and for the computer.
        adoption: None or the position that seems to stand on the board, for `adopt`:
            `obp1yrgn/8/8/8/4k3/8/8/NGRYKPBO w o`.  None in a game without adjudications, between
            rounds, after the end, and where the pieces do not fit.
        help: by the lights.  With `proven` a legal square is `winning` (role `square`: ends the
            round, `proven`: wins it), `losing`, or `legal` with role `unknown`.
        hint: None or the one that was given, until a move is made; its squares have the marks
            `execute`.
        ideas: what the reason of a hint or a puzzle is about, after the move: the tower that is
            `called`, its `safe` squares, and each `striker`, as roles of the entry `idea`, which
            no light shows.
        link: to the board.
    """

    t: Literal["state"]
    rev: int
    phase: Annotated[str, OneOf(*Phase)]
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
    names: Mapping[SideName, str]
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
    may: list[Annotated[str, OneOf(*Action)]]
    can_takeback: bool
    can_redo: bool
    touch_move: bool
    conditions: Annotated[str, OneOf(*Conditions)]
    adoption: str | None
    help: Annotated[str, OneOf(*Help)]
    hint: HintData | None
    ideas: list[MarkData]
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
        "marks": [mark_data(mark, files) for mark in view.marks],
        "lifting": None
        if lift is None
        else {
            "square": square_name(lift.square, files),
            "marks": [mark_data(mark, files) for mark in lift.marks],
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
        "names": {"white": view.names.white, "black": view.names.black},
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
        "replay": _replay(view.replay),
        "puzzle": _puzzle(view.puzzle),
        "tutorial": _tutorial(view.tutorial),
        "menu": [_menu_item(item, files) for item in view.menu],
        "offer": None
        if view.offer is None
        else {
            "action": view.offer.action.value,
            "by": side_name(view.offer.by),
            "asked": side_name(view.offer.asked),
            "words": offered_words(game, position, view.offer.action, view.offer.moves, view.plies),
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
        "ideas": [mark_data(mark, files) for mark in view.ideas],
        "link": link,
    }


def mark_data(mark: Mark, files: int) -> MarkData:
    """Describe a mark."""
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
        "done": step.done,
    }


def _replay(progress: Progress | None) -> ReplayData | None:
    if progress is None:
        return None
    return {
        "ply": progress.ply,
        "of": progress.of,
        "title": progress.title,
        "game_waits": progress.game_waits,
        "number": progress.number,
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
