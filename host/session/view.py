"""View of a session: phases, notices and all that displays draw; values."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from host.ai.players.opponent import AnyOpponent
from host.engine.game import MatchScore, Outcome, Relocation, Reward, Side, Square
from host.engine.records.player_names import NO_NAMES, PlayerNames
from host.engine.tutorial_steps import TutorialStep
from host.guidance.corrections import Correction
from host.guidance.lighting import Mark
from host.guidance.marks import Help
from host.guidance.progress import Count
from host.message import Words, in_english
from host.recognition.history import Ply
from host.recognition.matching import Expectation
from host.session.access.fair_play import Conditions
from host.session.analysis import HelpUsed, Hint
from host.session.clock import Clock


class Phase(enum.Enum):
    """Phase of a session; the value is its name in docs/protocols/page.md.

    It equals that name.  To compare it with a word that names no phase raises ValueError: a test
    with such a word would never fail.
    """

    SETUP = "setup"
    """The board is not yet as the position has it."""
    PLAY = "play"
    ROUND_BREAK = "between"
    """A round is over, the match goes on: how is to be chosen."""
    ENDED = "over"
    """The match is over."""
    PAUSED = "paused"
    """A round is interrupted: no time runs until a piece is lifted."""
    REPLAY = "replay"
    """A record is stepped through."""

    def __eq__(self, other: object) -> bool:
        return self is (Phase(other) if isinstance(other, str) else other)

    def __hash__(self) -> int:
        return hash(self.value)


class Severity(enum.Enum):
    """Severity of a notice."""

    INFO = "info"
    GOOD = "good"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened, for people."""

    level: Severity
    words: Words

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.words if isinstance(self.words, str) else in_english(self.words)


@dataclass(frozen=True, slots=True)
class Choice:
    """Choice on displays: how the next round begins, or a move that leaves no trace on it.

    Attributes:
        text: of the move, e.g. "fill left".
        words: for people.
        square: where it is chosen on the board itself; None if no square is lit for it.
        for_owner: True if it settles more than the own turn.
        relocations: how it relocates the pieces for the next round, in the rules' order.
    """

    text: str
    words: Words
    square: Square | None
    for_owner: bool = False
    relocations: Sequence[Relocation] = ()


class Action(enum.Enum):
    """Actions of players beside moving, in the order in which a board offers them."""

    RESIGN = "resign"
    DRAW = "draw"
    PAUSE = "pause"
    NEW = "new"
    ADOPT = "adopt"
    TAKEBACK = "takeback"
    """Only offered to a player at another board, and by one."""


@dataclass(frozen=True, slots=True)
class Item:
    """A square of the menu that hands open on the board.

    Attributes:
        action: what putting a piece there does.
        words: for people.
        held: for how much of the time that it takes a piece has stood there; None if none does.
    """

    action: Action
    square: Square
    words: Words
    held: Count | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer of one side that the other has not answered.

    Attributes:
        asked: who answers; against the computer a player who ends the game by hand does.
        square: where hands have chosen it in the menu; None if a display has asked for it.
        moves: texts of the moves that a takeback is of; none takes the end of the game back.
        from_afar: True if a player at another board offers it.
        plies: number of plies that a takeback leaves; None if it is none, or not in a record.
        after_end: True if the players had ended the game when it was made.
        withdrawn: True if its side wants it no more, which the other side's host answers.
    """

    action: Action
    by: Side
    asked: Side
    square: Square | None = None
    moves: tuple[str, ...] = ()
    from_afar: bool = False
    plies: int | None = None
    after_end: bool = False
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Lift:
    """Lift of a piece by the virtual hand that the sensors have not seen yet.

    Attributes:
        square: where it stood.
        marks: of the view once they have seen it.
    """

    square: Square
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress through a record.

    Attributes:
        ply: 0 at the beginning, `of` at the end.
        title: what it is the record of, e.g. "standard match".
        game_waits: True if a game has the board again once the record is left.
        number: that of the request for it; 0 if none has asked.
    """

    ply: int
    of: int
    title: Words
    game_waits: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """The puzzle that is to be solved.

    Attributes:
        number: which, from 1.
        of: how many there are.
        grade: from 1, the easiest, to 5.
        state: "open", "wrong" while a move that loses is refuted, or "solved".
        words: what there is to say of the move that was made; empty while it is open.
        solved: how many have been solved since the program was begun.
    """

    number: int
    of: int
    grade: int
    state: str
    words: Words
    solved: int


@dataclass(frozen=True, slots=True)
class TutorialView:
    """The step of a tutorial.

    Attributes:
        book: name of the game that is taught.
        number: of the step, from 1.
        of: how many there are.
        step: what it teaches and asks for.
    """

    book: str
    number: int
    of: int
    step: TutorialStep


@dataclass(frozen=True, slots=True)
class View:
    """View model: the state of a mode for displays.

    Attributes:
        turn: who moves, or chooses between two rounds.
        task: what is to be done now.
        lifted: the square whose piece is in the air; None if there is no such, or not just one.
        outcome: of the whole game, None while it goes on.
        standing: the score; None in a game without rounds.
        round_outcome: how the last round ended, until the next begins.
        reward: what is to be put on a piece by hand, until that is confirmed.
        arranged: how many pieces stand where they belong, while the board is set up.
        replay: None unless a record is stepped through.
        clock: None where it is played without.
        menu: what hands are offered on the board, from left to right; empty while it is closed.
        offer: None unless one waits for its answer.
        may: what players may do now beside moving.
        can_redo: True if a move that was taken back can be made again.
        touch_move: True if moves stand as they were made.
        conditions: of each round of the match.
        opponent: the computer or a player at another board; None if people play both sides here.
        names: of the people who play, as far as they are known.
        thinking: True if the computer is to move and has not said yet what.
        hint: a move that is told; None while nobody has asked for one.
        ideas: marks of what its reason is about, or that of a puzzle; no light shows them.
        aids: with what help moves were made, by the number of their ply from 1.
        puzzle: None unless one is to be solved.
        tutorial: None unless something is taught.
        capturing: where captured pieces still stand that are to be taken off, for the move to be
            made.
        returning: True while pieces are to be led back, as moves were taken back or made again.
        changed: squares that are not seen as the position has them while a round is played; none
            while a virtual hand brings pieces there.
        adoption: text of the position that seems to stand on the board, from which play may go on;
            None where it may not, or where too few pieces stand there.
    """

    phase: Phase
    turn: Side
    task: Words
    expectation: Expectation
    movable_squares: tuple[Square, ...]
    lifted: Square | None
    marks: tuple[Mark, ...]
    correction: Correction | None
    plies: tuple[Ply, ...]
    outcome: Outcome | None
    can_take_back: bool
    help: Help
    standing: MatchScore | None = None
    round_outcome: Outcome | None = None
    reward: Reward | None = None
    choices: tuple[Choice, ...] = ()
    arranged: Count | None = None
    replay: Progress | None = None
    clock: Clock | None = None
    menu: tuple[Item, ...] = ()
    offer: Offer | None = None
    may: tuple[Action, ...] = ()
    can_redo: bool = False
    touch_move: bool = False
    conditions: Conditions = Conditions.NONE
    opponent: AnyOpponent | None = None
    names: PlayerNames = NO_NAMES
    thinking: bool = False
    hint: Hint | None = None
    ideas: tuple[Mark, ...] = ()
    aids: Mapping[int, HelpUsed] = field(default_factory=dict)
    puzzle: PuzzleView | None = None
    tutorial: TutorialView | None = None
    capturing: tuple[Square, ...] = ()
    returning: bool = False
    adoption: str | None = None
    changed: tuple[Square, ...] = ()

    @property
    def prompt(self) -> str:
        """The task in English."""
        return str(self.task)
