"""Narration of lifted pieces."""

from __future__ import annotations

from host.ai.players.opponent import AnyOpponent, Opponent
from host.ai.solver.adapter import Value
from host.engine.game import Side
from host.guidance.marks import Help
from host.recognition.snapshot import SquareState
from host.ui.speech.narrator import Narrator
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import ONE_FROM_HOME, STANDARD


class Listener:
    """A hand, and what the narrator says of what it does."""

    def __init__(
        self,
        position: str | None = None,
        help_level: Help = Help.LEGAL,
        opponent: AnyOpponent | None = None,
    ) -> None:
        game = "kamisado" if position is None else STANDARD
        self.hand = SnapshotHand(position, help_level, game, opponent=opponent)
        self.narrator = Narrator()
        self.narrator.follow(self.hand.game, self.hand.view, self.hand.now_ms)

    def tells(self) -> str | None:
        self.hand.wait(100)
        told = self.narrator.follow(self.hand.game, self.hand.view, self.hand.now_ms)
        return None if told is None else str(told)

    def lift(self, square: str) -> str | None:
        self.hand.lift(square)
        return self.tells()

    def put(self, square: str, side: Side) -> str | None:
        self.hand.put(square, side)
        return self.tells()


SHORT = "Pink tower, d8. It may go to c7 through a5, d7 through d2 or e7 through h4."


def test_a_lifted_piece_is_named_with_where_it_may_go_and_at_the_second_lift_in_detail() -> None:
    listener = Listener()
    assert listener.lift("d8") == SHORT
    assert listener.tells() is None, "it is said once"
    assert listener.put("d8", Side.BLACK) == "Back on d8. Black to move: any tower."
    detailed = listener.lift("d8")
    assert detailed is not None
    assert detailed.startswith("Pink tower, d8. It may go to c7 pink, b6 pink, a5 pink, d7 green,")
    listener.put("d8", Side.BLACK)
    listener.lift("c8")
    listener.put("c8", Side.BLACK)
    assert listener.lift("d8") == SHORT, "another one was lifted in between"


def test_a_piece_that_may_not_move_is_named_with_what_is_to_be_done() -> None:
    listener = Listener()
    assert listener.lift("a1") == (
        "White's brown tower, a1: not this one. Black to move: any tower."
    )


def test_a_piece_that_slides_is_not_said_to_be_back() -> None:
    listener = Listener()
    assert listener.lift("d8") == SHORT
    assert listener.put("d7", Side.BLACK) is None
    listener.hand.show("d7", SquareState.EMPTY)
    assert listener.put("d6", Side.BLACK) is None


def test_without_help_only_its_name_is_told() -> None:
    assert Listener(help_level=Help.OFF).lift("d8") == "Pink tower, d8."


def test_a_square_that_wins_is_told() -> None:
    listener = Listener(ONE_FROM_HOME)
    told = listener.lift("f7")
    assert told is not None
    assert "e8 to win" in told


def test_proven_values_are_told_where_the_lights_show_them() -> None:
    listener = Listener(help_level=Help.PROVEN)
    session = listener.hand.session
    game, position = session.game, session.position
    values: dict[str, Value] = dict.fromkeys(["d8d7", "d8d6", "d8d5", "d8a5"], "loss")
    values |= {"d8d4": "win", "d8c7": "unknown"}
    proven = {game.parse_move(position, text): value for text, value in values.items()}
    session.analysis.learn(position, proven)
    assert listener.lift("d8") == (
        "Pink tower, d8. It may go to c7, b6, d3, d2 or e7 through h4. Proven to win: d4. "
        "Proven to lose: a5 and d7 through d5."
    )


def test_a_refused_lift_is_told_once_and_again_when_the_piece_is_put_elsewhere() -> None:
    listener = Listener()
    assert listener.lift("a1") is not None
    listener.hand.wait(1000)
    assert listener.hand.view.correction is not None
    assert listener.narrator.has_told(listener.hand.view)
    listener.put("c4", Side.WHITE)
    assert not listener.narrator.has_told(listener.hand.view)


def test_a_stray_piece_is_told_once_with_its_square() -> None:
    listener = Listener()
    listener.lift("a1")
    assert listener.put("c4", Side.WHITE) is None, "it may be in passing"
    listener.hand.wait(1000)
    assert listener.tells() == "Should be empty: c4."
    assert listener.tells() is None


def test_the_board_is_read_when_an_idle_piece_is_put_back_a_second_time() -> None:
    listener = Listener()
    for number in range(2):
        listener.lift("a1")
        told = listener.put("a1", Side.WHITE)
        assert told is not None
        assert ("Rank 8: " in told) == (number == 1)
        assert told.endswith("Black to move: any tower.")


def test_the_computers_move_is_not_told_as_where_the_listeners_piece_may_go() -> None:
    listener = Listener(opponent=Opponent(Side.BLACK, 4.0))
    listener.hand.session.announce_move("d8d4", listener.hand.now_ms)
    assert listener.lift("d8") is None, "the task has just said from where to where"
    assert listener.put("d8", Side.BLACK) is not None
    told = listener.lift("d8")
    assert told is not None
    assert told.endswith("It may go to d4 brown."), "to be asked for by lifting it again"
    listener.put("d8", Side.BLACK)
    told = listener.lift("c8")
    assert told is not None
    assert "not this one" in told, "another one is told at once"
