"""A record on the board: stepped by request, followed by hand, and silent about everything else."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from host.engine.game import Game, IllegalMoveError, Side
from host.engine.kamisado.match import MatchMove
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.round import KamisadoRound
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.guidance.lighting import GLOWS, frame
from host.guidance.marks import Help
from host.message import message
from host.recognition.snapshot import STATE_OF_SIDE, SquareState
from host.recognition.times import DWELL_MS
from host.session.match_settings import MatchSettings
from host.session.modes.replay import Replay
from host.session.session import Session
from host.session.view import Phase, Progress, Severity
from tests.support.requests import handle
from tests.unit.session.modes.long_match import (
    FILL_WITH_A_TOWER_IN_PLACE,
    FILL_WITH_TOWERS_IN_PLACE_LATER,
    FIRST_FILL,
    FORCED_PASS,
    LONG_MATCH,
    MOVES,
    PUSH_OF_ONE,
    PUSH_OF_TWO,
    BoardState,
)

# What is shown


def test_the_beginning_shows_the_first_move_from_its_square_along_its_path() -> None:
    board_state = BoardState()
    view = board_state.replay.view()
    assert view.phase is Phase.REPLAY
    assert view.replay == Progress(0, MOVES, message("game.long_match"))
    assert view.prompt == "Next, Black: Yellow 6 Green (e8e2)."
    assert view.standing == LONG_MATCH.game.match_score(LONG_MATCH.start)
    assert (view.plies, view.outcome, view.correction, view.can_take_back) == (
        (),
        None,
        None,
        False,
    )
    path = dict.fromkeys(("e7", "e6", "e5", "e4", "e3"), "path")
    assert board_state.marked("execute") == {"e8": "from", **path, "e2": "to"}
    orders = [mark.order for mark in view.marks if mark.role == "path"]
    assert orders == [0, 1, 2, 3, 4], "the sweep runs from the tower to its target"


def test_a_push_shows_where_the_pushed_towers_go() -> None:
    board_state = BoardState(PUSH_OF_TWO)
    assert board_state.replay.view().prompt.startswith("Next, Black: Brown 1 Brown")
    assert board_state.marked("execute") == {"d5": "from"}
    assert board_state.marked("push") == {"d4": "pusher", "d3": "pushed", "d2": "landing"}
    assert BoardState(PUSH_OF_ONE).marked("push") == {"h2": "pusher", "h3": "landing"}


def test_a_tooth_earned_by_the_other_side_is_not_shown_as_a_push() -> None:
    board_state = BoardState(MOVES - 1)
    pieces = LONG_MATCH.game.pieces
    changed = pieces(board_state.positions[-2])[0], pieces(board_state.positions[-1])[0]
    assert [piece.teeth for piece in changed] == [changed[0].teeth, changed[0].teeth + 1]
    assert changed[0].side is not board_state.replay.view().turn
    assert board_state.marked("push") == {}


def test_every_ply_can_be_shown_on_the_lights_and_nothing_is_marked_that_has_no_glow() -> None:
    board_state = BoardState()
    for ply in range(MOVES + 1):
        board_state.replay.go(ply, 0)
        view = board_state.replay.view()
        assert {(mark.entry, mark.role) for mark in view.marks} <= GLOWS.keys()
        assert len(frame(view.marks, 64)) == 64
        assert view.expectation.pieces == LONG_MATCH.game.pieces(board_state.positions[ply])
        shown = {mark.entry for mark in view.marks} & {"execute", "fill"}
        assert bool(shown) is (ply < MOVES), f"ply {ply} must show the next move"


def test_the_end_of_a_round_tells_its_reason_the_tooth_and_the_choice() -> None:
    board_state = BoardState(FIRST_FILL)
    game, position = LONG_MATCH.game, board_state.positions[FIRST_FILL]
    ended, reward = game.round_outcome(position), game.reward(position)
    assert ended is not None
    assert reward is not None
    said = f"{ended.reason} {reward.words} Next, White: Fill from the left."
    assert board_state.replay.view().prompt == said
    assert board_state.marked("round") or board_state.marked("deadlock")


def test_no_tooth_is_told_of_where_no_round_follows() -> None:
    game = game_named("kamisado-single")
    start = game.parse_position("1bpkyrgn/N7/8/8/8/8/o7/1GRYKPBO w n")
    replay = Replay(game, start, [game.parse_move(start, "a7a8")])
    replay.go(1, 0)
    assert replay.view().outcome is not None
    assert "tooth" not in replay.view().prompt


def test_the_end_tells_who_has_won() -> None:
    board_state = BoardState(MOVES)
    view = board_state.replay.view()
    assert view.outcome is not None
    assert str(view.prompt).startswith(str(view.outcome.reason))
    assert "Next" not in view.prompt
    assert len(board_state.marked("match")) == 64, "rings, as when the match was played"


def test_a_record_that_is_not_finished_ends_all_the_same() -> None:
    replay = Replay(LONG_MATCH.game, LONG_MATCH.start, LONG_MATCH.moves[:3])
    replay.go(3, 0)
    assert replay.view().prompt == "The record ends here."
    empty: Replay[MatchPosition, MatchMove] = Replay(LONG_MATCH.game, LONG_MATCH.start, ())
    assert empty.view().prompt == "The record ends here."
    assert empty.view().replay == Progress(0, 0, message("game.long_match"))


def test_the_lights_of_a_fill_lead_from_tower_to_tower() -> None:
    board_state = BoardState(FIRST_FILL)
    game, position = LONG_MATCH.game, board_state.positions[FIRST_FILL]
    carries = game.relocations(position, LONG_MATCH.moves[FIRST_FILL])
    carried = [carry for carry in carries if carry.origin != carry.target]
    assert len(carried) > 8
    for carry in carried:
        shown = board_state.marked("fill")
        origin, target = (square_name(square, 8) for square in (carry.origin, carry.target))
        assert (shown[origin], shown[target]) == ("from", "here")
        (here,) = (mark for mark in board_state.replay.view().marks if mark.role == "here")
        assert here.tint == carry.piece.name
        assert sorted(shown.values()).count("from") == list(shown.values()).count("here") == 1
        board_state.put(origin, SquareState.EMPTY, 200)
        assert board_state.marked("fill")[target] == "here", "the tower is in the air"
        board_state.put(target, STATE_OF_SIDE[carry.piece.side], 100)
        assert board_state.ply == FIRST_FILL
    board_state.wait(DWELL_MS)
    assert board_state.ply == FIRST_FILL + 1
    assert board_state.marked("fill") == {}
    fill = board_state.replay.plies[-1]
    assert (fill.between, fill.forced, fill.origin, fill.piece) == (True, False, None, None)


def test_a_tower_that_stays_where_it_is_is_not_to_be_carried_but_put_back_if_lifted() -> None:
    board_state = BoardState(FILL_WITH_A_TOWER_IN_PLACE)
    assert "a1" not in board_state.marked("fill")
    assert board_state.marked("fill")["b1"] == "here"
    board_state.put("a1", SquareState.EMPTY)
    shown = board_state.marked("fill")
    assert (shown["a1"], shown["b1"]) == ("here", "rest")
    assert "from" not in shown.values()
    later = BoardState(FILL_WITH_TOWERS_IN_PLACE_LATER).marked("fill")
    assert [square for square in later if square[1] == "8"] == ["d8", "e8", "f8", "g8", "h8"]


def test_the_lights_tell_as_much_of_the_next_move_as_is_wished() -> None:
    board_state = BoardState(PUSH_OF_TWO)
    shown = {}
    for level in Help:
        board_state.replay.help = level
        shown[level] = {**board_state.marked("execute"), **board_state.marked("push")}
    assert shown[Help.OFF] == {}
    assert shown[Help.REQUIRED] == {"d5": "from"}
    assert shown[Help.LEGAL] == {"d5": "from", "d4": "pusher", "d3": "pushed", "d2": "landing"}
    quiet = Replay(LONG_MATCH.game, LONG_MATCH.start, LONG_MATCH.moves, help_level=Help.OFF)
    assert quiet.view().marks == ()
    assert quiet.view().help is Help.OFF


# Stepping by request


def test_a_step_tells_the_move_that_was_made_and_the_next() -> None:
    board_state = BoardState()
    board_state.step(1)
    assert board_state.said == ["Black: Yellow 6 Green (e8e2). Next, White: Green 5 Pink (b1b6)."]
    assert board_state.ply == 1
    assert board_state.marked("last") == {"e8": "from", "e2": "to"}
    board_state.step(-1)
    assert board_state.said[-1] == f"Move 0 of {MOVES}. Next, Black: Yellow 6 Green (e8e2)."
    assert board_state.ply == 0


def test_the_ends_of_a_record_are_told_and_change_nothing() -> None:
    board_state = BoardState()
    for by, ply, said in ((-1, 0, "begins"), (MOVES + 9, MOVES, "ends")):
        board_state.replay.go(ply, 0)
        found = board_state.replay.step(by, 0)
        assert [(notice.level, notice.text) for notice in found] == [
            (Severity.WARN, f"The record {said} here.")
        ]
        assert board_state.ply == ply


def test_steps_over_the_end_stop_there() -> None:
    board_state = BoardState(MOVES - 2)
    board_state.step(5)
    assert board_state.ply == MOVES
    board_state.step(-MOVES - 7)
    assert board_state.ply == 0


@pytest.mark.parametrize("ply", [-1, MOVES + 1])
def test_a_ply_that_the_record_has_not_is_quoted(ply: int) -> None:
    board_state = BoardState(3)
    with pytest.raises(ValueError, match=f"moves 0 to {MOVES}, but no move {ply}"):
        board_state.replay.go(ply, 0)
    assert board_state.ply == 3


def test_a_pass_is_a_step_of_its_own_and_shows_the_move_after_it() -> None:
    board_state = BoardState(FORCED_PASS)
    blocked = board_state.marked("blocked")
    passing = LONG_MATCH.game.movable_squares(board_state.positions[FORCED_PASS])
    assert blocked == {square_name(passing[0], 8): "tower"}
    after = LONG_MATCH.game.move_text(
        board_state.positions[FORCED_PASS + 1], LONG_MATCH.moves[FORCED_PASS + 1]
    )
    execute = board_state.marked("execute")
    assert (execute[after[:2]], execute[after[2:4]]) == ("from", "to")
    board_state.step(1)
    assert board_state.ply == FORCED_PASS + 1
    assert board_state.marked("blocked") == {}
    ply = board_state.replay.plies[-1]
    assert (ply.forced, ply.between, ply.text, ply.side) == (True, False, "pass", Side.BLACK)
    assert ply.origin == ply.target == passing[0]


# Requests of displays


def of_last_night() -> Replay:
    """The record of a game, as a table has it."""
    return Replay(game_named(LONG_MATCH.game.name), LONG_MATCH.start, LONG_MATCH.moves)


def test_displays_step_go_and_set_the_level_of_help() -> None:
    replay = of_last_night()
    for fields, ply in (
        ({"t": "step", "by": 1}, 1),
        ({"t": "go", "ply": 12}, 12),
        ({"t": "step", "by": -1}, 11),
    ):
        assert handle(replay, fields, 0)
        assert len(replay.plies) == ply
    assert handle(replay, {"t": "help", "level": "off"}, 0) == []
    assert replay.view().marks
    assert {mark.entry for mark in replay.view().marks} == {"last"}


@pytest.mark.parametrize("kind", ["takeback", "new", "pause", "confirm"])
def test_a_record_is_not_played_on(kind: str) -> None:
    with pytest.raises(ValueError, match="This is a record"):
        handle(of_last_night(), {"t": kind}, 0)


@pytest.mark.parametrize(
    "fields",
    [
        {"t": "step"},
        {"t": "step", "by": 7},
        {"t": "step", "by": "1"},
        {"t": "go", "ply": "1"},
        {"t": "go", "ply": None},
        {"t": "help", "level": "everything"},
        {"t": "dance"},
    ],
)
def test_a_wish_that_makes_no_sense_in_a_record_is_not_known(fields: dict[str, object]) -> None:
    replay = of_last_night()
    assert handle(replay, fields, 0) is None
    assert replay.plies == ()


@pytest.mark.parametrize("fields", [{"t": "step", "by": 1}, {"t": "go", "ply": 3}])
def test_what_is_played_is_no_record(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="This is not a record: 'kamisado replay FILE'"):
        handle(Session(MatchSettings(game_named("kamisado"))), fields, 0)


# Other games, other records


def test_an_illegal_move_is_refused_before_anything_is_shown() -> None:
    moves = (LONG_MATCH.moves[0], LONG_MATCH.moves[0])
    with pytest.raises(IllegalMoveError):
        Replay(LONG_MATCH.game, LONG_MATCH.start, moves)


def test_a_game_without_rounds_is_called_what_people_call_it() -> None:
    game = KamisadoRound()
    move = game.parse_move(game.start(), "d8d4")
    view = Replay(game, game.start(), [move]).view()
    assert view.replay == Progress(0, 1, message("game.round"))
    assert view.standing is None


def test_a_record_need_not_begin_at_the_beginning() -> None:
    positions = LONG_MATCH.positions()
    replay = Replay(LONG_MATCH.game, positions[30], LONG_MATCH.moves[30:])
    replay.go(MOVES - 30, 0)
    assert replay.position == positions[-1]
    assert replay.plies[-1].round == 9


def test_every_game_of_the_registry_can_be_replayed() -> None:
    for name in ("kamisado", "kamisado-single", "kamisado-series-3"):
        game: Game[Hashable, Hashable] = game_named(name)
        position, moves = game.start(), []
        while len(moves) < 40 and game.outcome(position) is None:
            moves.append(list(game.legal_moves(position))[-1])
            position = game.play(position, moves[-1])
        replay = Replay(game, game.start(), moves)
        assert replay.step(len(moves), 0)
        assert replay.position == position
        assert replay.view().marks
