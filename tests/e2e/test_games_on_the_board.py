"""Games of any size on boards of either: the real firmware, the simulated hand, in lockstep."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from host.app.board_controller import BoardController
from host.engine.game import AnyGame, Side
from host.engine.material import kinds
from host.engine.registry import game_named
from host.engine.squares import parse_square, square_name
from host.guidance.lighting import AREA
from host.recognition.matching import Candidate
from host.recognition.sensing.cell_map import CellMap, size_text, smallest_build
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from host.virtual.move_actions import hand_actions
from simulator.testing.lockstep import Lockstep, link_to
from tests.support.session_view import SessionView
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

HAND_S = 0.4
REST_MS = 900
"""Until a move that might still slide on is made."""
MANY_PLIES = 200


class GameRig(SessionView, Lockstep[BoardController]):
    """A game on a stepped simulator's board."""

    def __init__(self, board: SimulatedBoard, game: AnyGame, size: tuple[int, int]) -> None:
        self.game = game
        self.session: Session = Session(MatchSettings(game))
        link = link_to(board)
        super().__init__(board, link, BoardController(self.session, link))
        self.cell_map = CellMap(game.size, size)
        board.ask("setup", pieces=list(self._pieces()))
        self.open()

    def _pieces(self) -> Iterator[dict[str, object]]:
        """All pieces of the game: on their cells, or beside the board."""
        start = self.game.start()
        standing = sorted(self.game.pieces(start).items())
        beside = Counter(kinds(self.game, start))
        for square, piece in standing:
            beside[piece.side, piece.name] -= 1
            yield self._told(f"{piece.side.name}-{square}", piece.side, self.cell(square))
        for side, name in beside.elements():
            beside[side, name] -= 1
            yield self._told(f"{side.name}-box{beside[side, name]}", side, None)

    @staticmethod
    def _told(name: str, side: Side, cell: str | None) -> dict[str, object]:
        return {"id": name, "pole": "n" if side is Side.WHITE else "s", "square": cell}

    def cell(self, square: int) -> str:
        """The name of the cell below a square."""
        return square_name(self.cell_map.cell(square), self.cell_map.board[0])

    def lying(self) -> list[dict[str, object]]:
        """Return the place of every piece."""
        pieces = self.board.ask("state")["pieces"]
        assert isinstance(pieces, list)
        return pieces

    def carry_out(self, option: Candidate) -> None:
        """Let the hand make a move, as the computer's are made; or the page let the turn go."""
        expectation = self.view.expectation
        if not option.touched:
            text = self.game.move_text(expectation.position, option.move)
            self.notices += self.session.choose(text, self.now_ms)
        for request in hand_actions(self.game, expectation, option.move):
            do, side = str(request.pop("do")), request.pop("side", None)
            places = {
                name: self.cell(parse_square(str(square), self.game.size))
                for name, square in request.items()
            }
            if side is not None:
                boxed = [at["id"] for at in self.lying() if at["where"] == "box"]
                places["piece"] = next(str(at) for at in boxed if str(at).lower().startswith(side))
            if do == "remove":
                cell = places.pop("square")
                places["piece"] = next(str(at["id"]) for at in self.lying() if at["square"] == cell)
            self.board.ask(do, seconds=HAND_S, **places)
            self.run_until_idle()
        self.run(REST_MS)

    def stands(self) -> dict[str, str]:
        """The pole on each cell on which a piece stands."""
        return {str(at["square"]): str(at["pole"]) for at in self.lying() if at["where"] == "board"}

    def wanted(self) -> dict[str, str]:
        """The same as the game has it."""
        pieces = self.game.pieces(self.session.position)
        poles = {Side.WHITE: "n", Side.BLACK: "s"}
        return {self.cell(square): poles[piece.side] for square, piece in pieces.items()}


@contextmanager
def rig(name: str, size: tuple[int, int] | None = None) -> Iterator[GameRig]:
    game = game_named(name)
    size = size or smallest_build(game.size)
    with SimulatedBoard("--doze", "20", "--size", size_text(size)) as board:
        playing = GameRig(board, game, size)
        try:
            playing.run(1500)
            assert playing.view.phase is Phase.PLAY, playing.view.prompt
            yield playing
        finally:
            playing.close()


def chosen(at: GameRig, chance: random.Random) -> Candidate:
    """A move that captures if there is one, else any."""
    expectation = at.view.expectation

    def taken(option: Candidate) -> int:
        requests = hand_actions(at.game, expectation, option.move)
        return sum(request["do"] == "remove" for request in requests)

    most = max(map(taken, expectation.candidates))
    return chance.choice([option for option in expectation.candidates if taken(option) == most])


@pytest.mark.parametrize(
    ("name", "seed"),
    # Seeds of matches that are short, and have captures, chains of jumps, and a forced pass.
    [("hasami:limit=6", 8), ("five:limit=4", 8), ("seega:limit=4", 5)],
)
def test_a_whole_match_is_recognised_move_by_move(name: str, seed: int) -> None:
    chance = random.Random(seed)
    captures = 0
    with rig(name) as at:
        for _ in range(MANY_PLIES):
            if at.view.phase is not Phase.PLAY:
                break
            option = chosen(at, chance)
            expectation = at.view.expectation
            text = at.game.move_text(expectation.position, option.move)
            made = len(at.texts)
            captures += len(hand_actions(at.game, expectation, option.move)) > 1
            at.carry_out(option)
            assert at.texts[made : made + 1] == [text], f"{at.texts}: {at.view.prompt}"
            assert at.stands() == at.wanted(), text
        assert at.view.phase is Phase.ENDED, at.view.prompt
        assert at.view.outcome == at.game.outcome(at.session.position)
        assert captures, "a match without a capture shows little"


@pytest.mark.parametrize(
    ("name", "size", "text", "lit"),
    [
        ("kamisado-single", (9, 9), "d8d4", None),
        ("seega", (9, 9), "a1", "a1"),
        ("seega", (8, 8), "a1", "a1"),
    ],
)
def test_a_game_lies_on_a_larger_board_where_it_is_mounted(
    name: str, size: tuple[int, int], text: str, lit: str | None
) -> None:
    with rig(name, size) as at:
        expectation = at.view.expectation
        move = at.game.parse_move(expectation.position, text)
        at.carry_out(next(option for option in expectation.candidates if option.move == move))
        assert at.texts == [text]
        assert at.stands() == at.wanted()
        if lit is not None:
            assert set(at.stands()) == {lit}


@pytest.mark.parametrize(
    ("name", "size", "area"), [("seega", (8, 8), 25), ("kamisado-single", (9, 9), 0)]
)
def test_the_squares_of_a_game_that_is_much_smaller_than_the_board_are_lit(
    name: str, size: tuple[int, int], area: int
) -> None:
    with rig(name, size) as at:
        assert at.controller.frame.count(AREA) == area
