"""Answers of the application to requests without effect; no board is needed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Mapping

import pytest

from host.ai.analysis.puzzle import puzzles
from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.cli.desktop import Desktop
from host.engine.registry import game_named
from host.message import Words
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.modes.board_mode import BoardMode
from host.session.modes.puzzle import PuzzleMode
from host.session.modes.replay import Replay
from host.session.session import Session
from host.ui.web.access import Access

Fields = dict[str, object]


def answer(fields: Fields, mode: BoardMode | None = None) -> str | None:
    mode = mode or Session(MatchSettings(game_named("hasami")))
    composition = Composition(mode, Desktop(), BoardOptions(wait=True))

    async def ask() -> Words | None:
        async with compose(composition) as application:
            return await application.ask(fields, Role.OWNER)

    refusal = asyncio.run(ask())
    return None if refusal is None else str(refusal)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"t": "invite", "role": "white"},
            "This page is the only one here, so nobody can be invited.",
        ),
        ({"t": "review"}, "You can review the moves once the round is over."),
        (
            {"t": "help", "level": "proven"},
            "Who wins cannot be proven in hasami shogi: there is no solver for it.",
        ),
        (
            {"t": "lift", "square": "a1"},
            "The pieces of a real board are moved by hand, on the board.",
        ),
    ],
    ids=["invite", "review", "help", "hand"],
)
def test_a_known_wish_is_refused_with_a_sentence_of_its_own(fields: Fields, said: str) -> None:
    assert answer(fields) == said


@pytest.mark.parametrize(
    ("fields", "quoted"),
    [
        ({"t": "castle"}, '{"t":"castle"}'),
        ({"t": "help", "level": "most"}, '{"t":"help","level":"most"}'),
        ({"t": "lift", "square": 7}, '{"t":"lift","square":7}'),
        ({"t": "puzzle", "number": "x"}, '{"t":"puzzle","number":"x"}'),
        # Of JSON, true is no number.
        ({"t": "puzzle", "number": True}, '{"t":"puzzle","number":true}'),
        ({"t": "puzzle", "grade": True}, '{"t":"puzzle","grade":true}'),
    ],
    ids=["name", "value", "type", "puzzle", "true as a number", "true as a grade"],
)
def test_what_is_not_known_is_quoted(fields: Fields, quoted: str) -> None:
    assert quoted in str(answer(fields))


def test_refused_values_leave_the_position_to_whoever_analyses() -> None:
    async def story() -> None:
        access = Access()
        made = access.invite(Role.WHITE)
        session, board = Session(MatchSettings(game_named("kamisado"))), BoardOptions(wait=True)
        async with compose(Composition(session, Desktop(), board, invitations=access)) as app:
            asked: Fields = {"t": "analyse", "number": 7, "ply": 0, "moves": [], "values": True}
            for role in Role:
                told: list[Mapping[str, object]] = []
                refused = await app.ask(asked, role, told.append)
                assert "while an invited player plays" in str(refused), role
                (position,) = told
                assert (position["number"], position["value"]) == (7, None)
                assert position["finished"], "no proof is under way"
            access.revoke(made.id)
            refused = await app.ask(asked, Role.WHITE, told.append)
            assert "not shown during a round" in str(refused)

    asyncio.run(story())


def test_a_record_has_the_board_until_it_is_left_or_a_game_is_begun_from_it() -> None:
    game = game_named("hasami")
    position = game.position_text(game.play(game.start(), game.parse_move(game.start(), "a1a5")))

    async def story() -> None:
        session = Session(MatchSettings(game_named("kamisado-single")))
        async with compose(Composition(session, Desktop(), BoardOptions(wait=True))) as app:

            async def ask(**fields: object) -> Words | None:
                return await app.ask(fields, Role.OWNER)

            record = "game: hasami\n\n 1. white a1a5\n"
            assert "That is not a record" in str(await ask(t="show", record="game: hasami\n 1. x"))
            assert app.mode is session
            assert await ask(t="show", record=record, number=7) is None
            assert await ask(t="step", by=1) is None
            shown = app.view.replay
            assert shown is not None
            assert (shown.ply, shown.of, shown.game_waits, shown.number) == (1, 1, True, 7)
            assert "This is a record" in str(await ask(t="takeback"))
            assert await ask(t="leave") is None
            assert app.mode is session
            assert await ask(t="show", record=record) is None
            assert await ask(t="new", game="hasami", position=position) is None
            assert app.mode is session
            assert session.game.position_text(session.position) == position

    asyncio.run(story())


@pytest.mark.parametrize("fields", [{"t": "takeback"}, {"t": "puzzle"}], ids=["takeback", "puzzle"])
def test_in_a_record_what_concerns_a_game_is_refused(fields: Fields) -> None:
    game = game_named("hasami")
    mode = Replay(game, game.start(), ())
    assert "This is a record" in str(answer(fields, mode))


@pytest.mark.parametrize(
    "fields",
    [{"t": "new"}, {"t": "step", "by": 1}, {"t": "go", "ply": 1}],
    ids=["new", "step", "go"],
)
def test_in_a_puzzle_what_concerns_a_game_or_a_record_is_refused(fields: Fields) -> None:
    assert "This is a puzzle" in str(answer(fields, PuzzleMode(puzzles())))


def test_an_application_without_far_matches_does_not_load_what_they_take() -> None:
    program = "import sys, host.app.compose; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "host.session.remote_requests" in loaded
    remote = [name for name in loaded if name.startswith(("host.remote", "host.app.remote."))]
    assert remote == ["host.app.remote.late_far_matches"]


@pytest.mark.parametrize("name", ["invitation", "far_leave", "say"])
def test_without_far_matches_what_concerns_them_is_refused(name: str) -> None:
    fields: Fields = {"t": name, "number": 1} if name == "say" else {"t": name}
    assert "Players at other boards cannot be reached from here" in str(answer(fields))
