"""Play against the computer, through the whole stack: it bids, the hand carries out, nothing else
is taken for its move."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path

import pytest

from host.ai.players.opponent import Opponent
from host.ai.players.player import Player
from host.app.application import Application
from host.cli.sessions import even_strength
from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.guidance.marks import Help
from host.recognition.history import StoredPly
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase, Severity
from host.storage.autosave import Autosave
from host.storage.saved_session import saved_session
from host.storage.store import Store
from host.virtual.hand_speed import HAND_S
from tests.e2e.virtual_board import at_virtual_board
from tests.support.lockstep import LockstepRig, lockstep
from tests.support.requests import handle

pytestmark = pytest.mark.e2e

SEED = 6
ROUND = game_named("kamisado")
STANDARD = game_named("kamisado-standard")
LEVEL_1 = Opponent(Side.WHITE, 1, seed=SEED)
DEADLINE_S = 240


def reply(rig: LockstepRig) -> str:
    """Let the computer say what it moves; what that is."""
    opponent = rig.session.settings.opponent
    assert opponent is not None
    position = rig.session.position
    played = Player(rig.session.strength, opponent.seed).choose(rig.game, position)
    notices = handle(rig.session, {"t": "announce", "move": played.move}, rig.now_ms)
    assert notices is not None
    rig.run(100)
    return played.move


def lit(rig: LockstepRig, ms: int = 2000) -> set[str]:
    """The squares that are lit at one time or another."""
    squares: set[str] = set()
    for _ in range(ms // 100):
        rig.run(100)
        squares |= set(rig.lit)
    return squares


def test_a_whole_round_against_level_1_with_the_hand_carrying_out_both_sides() -> None:
    player = Player(5, SEED)
    with lockstep("--seed", "3", opponent=LEVEL_1) as rig:
        while rig.session.outcome is None:
            made = len(rig.texts)
            if rig.view.turn is Side.BLACK:
                text = player.choose(ROUND, rig.session.position).move
            else:
                assert rig.view.thinking
                assert rig.view.prompt == "The computer is thinking."
                text = reply(rig)
                assert rig.view.prompt.startswith("The computer moves: take White's ")
                entries = {(mark.entry, mark.role) for mark in rig.view.marks}
                assert {("execute", "from"), ("execute", "to")} <= entries
            rig.move(text)
            assert rig.texts[made] == text
        assert rig.session.outcome.winner is not None
        assert [n for n in rig.notices if n.level is Severity.WARN and "passes" not in n.text] == []


def test_the_move_is_shown_from_where_by_which_way_and_to_where() -> None:
    with lockstep(opponent=LEVEL_1) as rig:
        rig.move("h8h4")  # a pink square
        assert lit(rig) >= {"d4", "e4", "e5", "d5"}, "a light goes round while it thinks"
        texts = [
            ROUND.move_text(rig.session.position, move)
            for move in ROUND.legal_moves(rig.session.position)
        ]
        text = max((t for t in texts if t[0] != t[2]), key=lambda text: text[3])
        handle(rig.session, {"t": "announce", "move": text}, rig.now_ms)
        files = "abcdefgh"
        first, last = files.index(text[0]), files.index(text[2])
        way = 1 if last > first else -1
        path = {
            f"{files[file]}{rank}"
            for rank, file in enumerate(range(first + way, last, way), int(text[1]) + 1)
        }
        assert path == {"d2", "c3", "b4"}
        shown = {(mark.role, square_name(mark.square, 8)) for mark in rig.view.marks}
        assert shown == {("from", text[:2]), ("to", text[2:]), *(("path", s) for s in path)}
        rig.run(300)
        assert {text[:2], text[2:], *path} == lit(rig)


def test_nothing_but_the_move_that_was_bid_is_taken_for_it() -> None:
    with lockstep(opponent=LEVEL_1) as rig:
        rig.move("d8d4")
        first = len(rig.texts)
        wanted = reply(rig)
        others = [
            ROUND.move_text(rig.session.position, move)
            for move in ROUND.legal_moves(rig.session.position)
        ]
        other = next(text for text in others if text != wanted and text[2:] != wanted[2:])
        rig.move(other, rest_ms=1500)
        assert len(rig.texts) == first
        assert rig.view.correction is not None
        assert rig.view.prompt.startswith("The computer moves: ")
        rig.board.ask("move", **{"from": other[2:], "to": wanted[2:]})
        rig.run_until_idle()
        assert rig.texts[first:] == [wanted]


def test_hands_that_move_for_the_computer_while_it_thinks_are_told_to_put_it_back() -> None:
    with lockstep(opponent=LEVEL_1) as rig:
        rig.move("d8d4")
        position = rig.session.position
        own = ROUND.move_text(position, ROUND.legal_moves(position)[0])
        rig.move(own, rest_ms=1500)
        assert rig.texts == ["d8d4"]
        assert rig.view.correction is not None
        rig.move(own[2:] + own[:2], rest_ms=1000)
        assert rig.view.correction is None
        assert rig.view.thinking


def test_a_takeback_takes_the_computers_move_back_as_well() -> None:
    with lockstep(opponent=LEVEL_1) as rig:
        rig.move("d8d4")
        text = reply(rig)
        rig.move(text)
        assert rig.texts[:2] == ["d8d4", text]
        notices = rig.session.take_back(rig.now_ms)
        assert len([n for n in notices if n.text.startswith("Taken back")]) == 2
        assert rig.texts == []
        # On the way back the board shows the player's move again, which is not made by that.
        rig.move(text[2:] + text[:2], rest_ms=2000)
        assert rig.texts == []
        assert rig.view.correction is not None
        rig.move("d4d8", rest_ms=1000)
        assert rig.texts == []
        assert rig.view.correction is None
        assert rig.view.turn is Side.BLACK
        # While it has not been carried out, only the player's own move is.
        rig.move("a8a4")
        assert rig.view.thinking
        rig.session.take_back(rig.now_ms)
        assert rig.texts == []
        assert not rig.view.thinking


def test_its_first_move_is_not_the_players_to_take_back() -> None:
    with lockstep(opponent=Opponent(Side.BLACK, 1, seed=SEED)) as rig:
        rig.move(reply(rig))
        assert [n.level for n in rig.session.take_back(rig.now_ms)] == [Severity.WARN]
        assert len(rig.texts) == 1


def within_the_deadline(story: Coroutine[None, None, None]) -> None:
    async def tell() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await story

    asyncio.run(tell())


async def until(app: Application, what: str) -> None:
    """Wait until the prompt begins so, or a condition by that name holds."""
    await app.wait_for(lambda view: view.prompt.startswith(what), DEADLINE_S)


def test_a_match_against_the_computer_by_its_own_process_hand_and_fill(tmp_path: Path) -> None:
    # White, the computer, goes home at once, wins the round and chooses how it is filled.
    near = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g standard 1 0:0 b"
    opponent = Opponent(Side.WHITE, 10, seed=SEED)

    async def story() -> None:
        with closing(Store(tmp_path / "matches.sqlite")) as store:
            position = STANDARD.parse_position(near)
            session = Session(MatchSettings(STANDARD, opponent=opponent), position)
            async with at_virtual_board(session, Autosave(session, store)) as app:
                await app.wait_for(lambda view: len(view.plies) >= 1, DEADLINE_S)
                assert app.view.phase is Phase.ROUND_BREAK
                assert app.view.turn is Side.WHITE
                await app.wait_for(lambda view: len(view.plies) >= 2, DEADLINE_S)
                assert app.view.plies[1].text in ("fill left", "fill right")
                assert await app.ask({"t": "arrange"}, Role.OWNER) is None
                await until(app, "Black to move")
                assert app.hand is not None
                origin = app.view.movable_squares[0]
                move = next(o for o in app.view.expectation.candidates if o.origin == origin)
                assert move.target is not None
                places = {"from": square_name(origin, 8), "to": square_name(move.target, 8)}
                await app.hand.carry_out([{"do": "move", **places}], HAND_S)
                await app.wait_for(lambda view: len(view.plies) >= 4, DEADLINE_S)
                assert app.view.plies[3].side is Side.WHITE
            saved = store.latest_unfinished()
            assert saved.opponent == str(opponent)
            again = saved_session(saved, Help.LEGAL)
            assert again.settings.opponent == opponent
            assert [ply.text for ply in again.plies] == [ply.text for ply in session.plies]

    within_the_deadline(story())


def test_the_even_level_goes_on_where_the_last_match_against_it_ended(tmp_path: Path) -> None:
    near = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g single 1 0:0 b"
    single = game_named("kamisado-single")
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        assert even_strength(store) == 4.0
        opponent = Opponent(Side.BLACK, 4.0, True, SEED)
        session = Session(MatchSettings(single, opponent=opponent), single.parse_position(near))
        keep = Autosave(session, store)
        moves = [
            single.move_text(session.position, m) for m in single.legal_moves(session.position)
        ]
        session.restore([StoredPly(home(moves))])
        assert session.outcome is not None
        keep(0)
        assert even_strength(store) == 4.5


def home(moves: list[str]) -> str:
    """The move that goes home."""
    return next(text for text in moves if text[3] == "8")
