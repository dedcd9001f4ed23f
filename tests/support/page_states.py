"""States of the page from real sessions, whose texts are messages that each language puts into
words."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import TypeAlias, TypeVar

from host.ai.analysis.puzzle import puzzles
from host.ai.analysis.review import summary
from host.ai.results import ReviewedMove
from host.ai_process.solver_process import SolverProcess
from host.app.explorer import Explorer
from host.engine.game import AnyGame, Side
from host.engine.registry import game_named, playable_games
from host.engine.squares import square_name
from host.engine.tutorial_steps import TUTORIALS
from host.guidance.marks import Help
from host.message import message
from host.recognition.snapshot import snapshot_of
from host.recognition.times import HOLD_MS
from host.session.modes.puzzle import PuzzleMode
from host.session.modes.replay import Replay
from host.session.modes.tutorial import Tutorial
from host.session.player_actions.gestures import STEP_MS, STEPS
from host.session.requests import Analyse, Answer, ModeRequest, OfferDraw, Pause, Resign
from host.session.view import View
from host.ui.messages.hello import hello_message
from host.ui.messages.moves import review_message
from host.ui.messages.state import LinkData, state_message
from tests.support.snapshots import SnapshotHand

Message: TypeAlias = dict[str, object]
ModeT = TypeVar("ModeT", Tutorial, PuzzleMode)

UP: LinkData = {"state": "up", "text": message("app.virtual_board")}
LOST: LinkData = {
    "state": "lost",
    "text": message("app.no_answer_no_cable", board=message("app.virtual_board")),
}
MATCH = "kamisado-standard"
LEVEL_9 = message("ai.level", strength=9)


def shown(game: AnyGame, view: View, link: LinkData = UP, **changes: object) -> list[Message]:
    """The messages that have a page show a game."""
    hello = hello_message(game, "0.1.0", True, "0", playable_games(), (9, 9), saves=True)
    told = state_message(game, view, 1, link)
    return [dict(hello), {**told, **changes}]


def set_up(mode: ModeT) -> ModeT:
    """The same mode once its board stands as it wants."""
    files, ranks = mode.game.size
    snapshot = snapshot_of(mode.view().expectation.pieces, files * ranks)
    for now_ms in range(0, 9_000, 100):  # colours have been checked by then
        mode.see(snapshot, now_ms)
    return mode


def opening(game: AnyGame) -> Iterator[tuple[Hashable, Hashable]]:
    """Yield the first positions of a game, each with a move."""
    position = game.start()
    for _ in range(3):
        move = game.legal_moves(position)[0]
        yield position, move
        position = game.play(position, move)


def asked(hand: SnapshotHand, *requests: ModeRequest) -> SnapshotHand:
    """The same hand after these requests of the players."""
    for request in requests:
        hand.notices += hand.session.handle(request, hand.now_ms)
    return hand


def states() -> Iterator[tuple[str, list[Message]]]:
    """Yield each state of the page with its name."""
    for name in (MATCH, "hasami", "five", "seega"):
        start = SnapshotHand(game=name, clock="10+5", touch_move=True)
        yield f"{name}, start", shown(start.game, start.view)
    yield from _of_kamisado(MATCH)
    yield from _of_other_games()
    for book, steps in TUTORIALS.items():
        for number in range(1, len(steps) + 1):
            tutorial = set_up(Tutorial(book, number))
            yield f"tutorial of {book}, {number}", shown(tutorial.game, tutorial.view())
    puzzle = set_up(PuzzleMode(puzzles()))
    yield "a puzzle", shown(puzzle.game, puzzle.view())
    game = game_named("kamisado-single")
    replay = Replay(game, game.start(), [move for _, move in opening(game)])
    replay.go(2, 0)
    yield "a record", shown(game, replay.view())


def _of_kamisado(name: str) -> Iterator[tuple[str, list[Message]]]:
    game = game_named(name)

    def hand() -> SnapshotHand:
        return SnapshotHand(game=name)

    lifted = hand()
    lifted.lift("d8")
    lifted.wait(500)
    yield "lifted", shown(game, lifted.view)
    moved = hand()
    moved.move("d8d4")
    moved.move("a1a5")
    hint = {"text": "d8d4", "words": _hint(), "from": "d8", "to": "d4", "line": []}
    yield "moved, with a hint", shown(game, moved.view, hint=hint, help=Help.PROVEN.value)
    opponent = {"label": LEVEL_9, "level": "9", "side": "white", "thinking": True}
    yield "against the computer", shown(game, moved.view, opponent=opponent)
    moved.lift("h8")
    moved.wait(5_000)
    yield "a wrong tower", shown(game, moved.view)
    yield "no board", shown(game, hand().view, LOST)
    paused = hand()
    paused.move("d8d4")
    yield "paused", shown(game, asked(paused, Pause()).view)
    menu = hand()
    menu.move("d8d4")
    for square in ("b1", "c1"):
        menu.lift(square)
    menu.wait(HOLD_MS)
    yield "the menu on the board", shown(game, menu.view)
    menu.put(square_name(menu.view.menu[0].square, 8), Side.WHITE)
    menu.wait(STEP_MS)
    yield "a choice in the menu", shown(game, menu.view)
    menu.wait(STEPS * STEP_MS)
    yield "a resignation to be confirmed", shown(game, menu.view)
    resigned = hand()
    resigned.move("d8d4")
    yield "resigned", shown(game, asked(resigned, Resign(Side.WHITE)).view)
    empty = hand()
    empty.show_at_once(**{f"{file}{rank}": "." for file in "abcdefgh" for rank in (1, 8)})
    empty.wait(10_000)
    yield "an empty board", shown(game, empty.view)
    # White's brown tower reaches the last row, and the round ends.
    over = SnapshotHand("1bpkyrgn/N7/8/8/8/8/o7/1GRYKPBO w n standard 1 0:0 b", game=name)
    over.move("a7a8", rest_ms=5_000)
    yield "between two rounds", shown(game, over.view)
    yield from _of_ends()


def _of_ends() -> Iterator[tuple[str, list[Message]]]:
    """Yield the ends of games against the computer, with all that their cards can say."""
    opponent = {"label": LEVEL_9, "level": "9", "side": "black", "thinking": False}
    won = SnapshotHand("1bpkyrgn/N+7/8/8/8/8/o7/1GRYKPBO w n standard 2 1:0 b", game=MATCH)
    won.move("a7a8", rest_ms=5_000)
    yield "a match is won", shown(won.game, won.view, opponent=opponent)
    stuck = SnapshotHand("ogrkpb2/8/8/yn6/KN6/8/8/1GRYPBO1 w g", game="kamisado-single")
    stuck.move("b1c2", rest_ms=5_000)
    yield "a round is lost in a deadlock", shown(stuck.game, stuck.view, opponent=opponent)


def _of_other_games() -> Iterator[tuple[str, list[Message]]]:
    hasami = SnapshotHand(game="hasami:limit=30,line_capture=yes")
    hasami.move("a1a2")
    asked(hasami, OfferDraw(Side.BLACK))
    yield "a draw is offered", shown(hasami.game, hasami.view)
    yield "drawn", shown(hasami.game, asked(hasami, Answer(True)).view)


def _hint() -> object:
    return message("ai.hint_looks_best", move="d8-d4")


def reviewed() -> Message:
    """A review with a blunder, with its sentences."""
    game = game_named("kamisado-single")
    told = []
    for ply, (position, move) in enumerate(opening(game), 1):
        side, text = game.turn(position).name.lower(), game.move_text(position, move)
        words = game.describe_move(position, move)
        told.append(ReviewedMove(ply, 1, side, text, words, "win", "win", 7))
    why = message("ai.winner_not_known")
    instead = message("ai.instead_wins", words=told[-1].words, move="b8b4")
    told[-1] = replace(told[-1], after="loss", better=("b8b4",), why=why, instead=instead)
    return dict(review_message(told, summary(told)))


def analysed(number: int) -> Message:
    """The answer to a request of that number for the position after two moves."""
    hand = SnapshotHand()
    for move in ("d8d4", "a1a5"):
        hand.move(move)
    told: list[Message] = []
    explorer = Explorer(lambda: hand.session, SolverProcess.start)
    request = Analyse(number, 2, (), values=False)
    with contextlib.suppress(StopIteration):  # without moves it waits for nothing
        explorer.handle(request, lambda each: told.append(dict(each))).send(None)
    return told[0]


def saved_matches() -> Message:
    """The list of saved matches, one over and one under way."""
    over = message("engine.resigned", side=Side.WHITE.message, winner=Side.BLACK.message)
    about = {"rounds": 2, "moves": 31, "changed": "2026-11-21T05:31:00Z", "clock": "10+5"}
    nobody = {"opponent": None, "names": {"white": "", "black": ""}, "far": False}
    title = game_named("kamisado-standard").title
    matches = [
        {"id": 1, "title": title, "result": over, "current": False, **about, **nobody},
        {"id": 2, "title": title, "result": None, "current": False, **about, **nobody},
    ]
    return {"t": "matches", "matches": matches}
