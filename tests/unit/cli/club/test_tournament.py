"""The tournament on a wall: players sit at the boards, and what ends there is a result."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from host.cli.club import tournament
from host.cli.club.tournament import ClubTournament, ended_match
from host.remote.topics import board_topic
from host.remote.tournament.boards import EndedMatch
from host.remote.tournament.model import System, Tournament, TournamentError
from host.remote.tournament.organiser import add_player, pair_round, set_result
from host.remote.tournament.result import parse_result
from host.remote.tournament_file import TournamentFile
from host.remote.wall.payloads import EMPTY
from host.remote.wall.results import Result, Results
from host.remote.wall.wall import Wall
from host.ui.web.wall_feed import WallFeed

DEADLINE_S = 30.0
NOW = "2026-11-23T20:00:00+00:00"


class Club:
    """A wall without a broker, and the file of a tournament of two tables.

    Attributes:
        file: of the tournament.
        wall, results, feed: as `ClubWall` has them.
        told: what the organiser was told.
        tournament: on the wall.
    """

    def __init__(self, folder: Path) -> None:
        self.file = TournamentFile(folder / "open.json")
        start = Tournament("Open", System.SWISS, tables=("Table 1", "table-2"))
        for name in ("Anna", "Béla", "Carla", "Dan"):
            start = add_player(start, name)
        self.file.create(start)
        self.wall, self.results = Wall(), Results()
        self.feed = WallFeed({"t": "wall", "tournament": None})
        self.told: list[str] = []
        self.tournament = ClubTournament(
            self.file, self.wall, self.results, self.feed, self.told.append
        )

    @property
    def shown(self) -> Mapping[str, object]:
        """The tournament as pages are told of it."""
        told: Mapping[str, object] = json.loads(self.feed.head())["tournament"]
        return told

    def texts(self) -> list[str]:
        """Return the results of the round in the file."""
        pairings = self.file.read().rounds[-1].pairings
        return [f"{one.result} {one.source}" for one in pairings]

    def end_match(
        self, board: str, winner: str | None, *moves: str, phase: str = "over", **match: object
    ) -> None:
        """Have a board show a match that has ended."""
        told = {"name": board, "players": None, **EMPTY, "phase": phase, "game": "kamisado"}
        outcome = {"winner": winner, "reason": "because"}
        score = {"title": "match", "round": 1, **match} if match else None
        texts = [{"text": text} for text in moves]
        shown = {**told, "outcome": outcome, "moves": texts, "match": score}
        self.results.follow(shown, None, NOW)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "TICK_S", 0.01)
    monkeypatch.setattr(tournament, "SETTLE_S", 0.01)


def test_players_of_the_round_sit_at_their_boards(club: Club) -> None:
    assert club.shown["round"] == 0
    pairings = club.file.change(pair_round).rounds[0].pairings

    async def follow() -> None:
        running = asyncio.create_task(club.tournament.run(asyncio.Event()))
        async with asyncio.timeout(DEADLINE_S):
            while club.shown["round"] != 1:
                await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(follow())
    club.wall.hear(board_topic("Table-1", "presence"), b"online", 0)
    board = club.wall.board("Table-1")
    assert board is not None
    assert board["players"] == {"black": pairings[0].black, "white": pairings[0].white}


def test_a_match_that_ends_at_a_board_is_a_result(club: Club) -> None:
    club.end_match("table-2", "black", "before", "the", "round")
    club.file.change(pair_round)

    async def follow() -> None:
        connected = asyncio.Event()
        running = asyncio.create_task(club.tournament.run(connected))
        async with asyncio.timeout(DEADLINE_S):
            while club.shown["round"] != 1:
                await asyncio.sleep(0.01)
            assert club.file.read().rounds[0].earlier is None, "no board is known yet"
            connected.set()
            while club.file.read().rounds[0].earlier is None:
                await asyncio.sleep(0.01)
            club.end_match("Table-1", "white", "d8d5", white=3, black=1)
            while club.texts()[0] == "None None":
                await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(follow())
    assert club.texts() == ["1-3 board", "None None"]


def test_what_was_played_is_compared_only_when_something_is_new(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def counted(result: Result) -> EndedMatch:
        compared.append(result.board)
        return ended_match(result)

    monkeypatch.setattr(tournament, "ended_match", counted)
    club.file.change(pair_round)
    asyncio.run(club.tournament._look(club.file.read))
    club.end_match("Table-1", "black", "d8d5")

    async def take() -> int:
        for _ in range(4):
            await club.tournament.take_results()
        return len(compared)

    before = asyncio.run(take())
    assert asyncio.run(take()) == before
    club.end_match("Table-1", "white", "a8a5", "a1a4")
    assert asyncio.run(take()) > before > 0


@pytest.mark.parametrize(
    ("winner", "match", "result"),
    [
        ("black", {}, "black"),
        (None, {}, "draw"),
        ("white", {"white": 1, "black": 2}, "white 2-1"),
        ("white", {"white": 1.5, "black": 0.5}, "white"),
    ],
)
def test_results_are_those_of_the_board(
    club: Club, winner: str | None, match: dict[str, object], result: str
) -> None:
    club.file.change(pair_round)

    async def take() -> None:
        tournament = ClubTournament(club.file, club.wall, club.results, club.feed, club.told.append)
        await tournament.take_results()
        club.end_match("table-2", winner, "d8d5", **match)
        await tournament.take_results()

    asyncio.run(take())
    assert club.texts()[1] == f"{result} board"


def test_a_match_that_goes_on_after_a_takeback_has_no_result_until_it_ends(club: Club) -> None:
    club.file.change(pair_round)

    async def take() -> list[str]:
        tournament = ClubTournament(club.file, club.wall, club.results, club.feed, club.told.append)
        await tournament.take_results()
        seen = []
        for winner, moves in (("black", "abc"), (None, "ab"), ("white", "abd")):
            club.end_match("table-2", winner, *moves, phase="over" if winner else "play")
            await tournament.take_results()
            seen.append(club.texts()[1])
        return seen

    assert asyncio.run(take()) == ["black board", "None None", "white board"]


def test_what_the_organiser_has_entered_meanwhile_stays(club: Club) -> None:
    club.file.change(pair_round)

    async def take() -> None:
        tournament = ClubTournament(club.file, club.wall, club.results, club.feed, club.told.append)
        await tournament.take_results()
        club.file.change(lambda one: set_result(one, "table-2", parse_result("draw")))
        club.end_match("table-2", "black", "d8d5")
        await tournament.take_results()

    asyncio.run(take())
    assert club.texts()[1] == "draw organiser"


def test_a_file_that_is_damaged_meanwhile_is_told_once_and_the_wall_goes_on(club: Club) -> None:
    text = club.file.path.read_bytes()

    async def follow() -> None:
        running = asyncio.create_task(club.tournament.run(asyncio.Event()))
        async with asyncio.timeout(DEADLINE_S):
            club.file.path.write_bytes(b"{")
            while not club.told:
                await asyncio.sleep(0.01)
            club.file.path.write_bytes(text)
            club.file.change(pair_round)
            while club.shown["round"] != 1:
                await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(follow())
    assert len(club.told) == 1
    assert "open.json', line 1, column 2: it is no JSON" in club.told[0]


def test_another_file_is_refused_at_once(club: Club, tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="is not there"):
        ClubTournament(
            TournamentFile(tmp_path / "x"), club.wall, club.results, club.feed, club.told.append
        )


def test_a_page_of_one_board_is_told_nothing_of_it(club: Club) -> None:
    assert "tournament" in json.loads(club.feed.head())
    assert "tournament" not in json.loads(club.feed.head("table-1"))
