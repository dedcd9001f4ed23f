"""Two programs join with one link: one has the seat, and the other plays on as before."""

from __future__ import annotations

import re
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from host.storage.store import Store, read_matches
from soak.remote.brokers import RealBroker
from tests.e2e.program import VIRTUAL, Program, playing

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

TAKEN = "somebody else has joined this match"


def link_in(program: Program) -> str:
    found = re.search(r"kamisado:join\?\S+", program.output)
    assert found is not None, program.output
    return found[0]


def plays_far(program: Program) -> bool:
    """Return True if the page of a program shows a player at another board."""
    opponent = program.state.get("opponent")
    return isinstance(opponent, dict) and opponent["level"] == ""


def joiners(stack: ExitStack, tmp_path: Path, *names: str) -> list[Program]:
    """Start programs, each with a game under way."""
    programs = []
    for name in names:
        (tmp_path / name).mkdir()
        program = stack.enter_context(playing(tmp_path / name, *VIRTUAL))
        program.until(lambda program=program: program.link == "up")  # type: ignore[misc]
        program.move("d8", "d4")
        programs.append(program)
    return programs


def one_is_seated(programs: list[Program]) -> tuple[Program, Program]:
    """Wait until one of two is told that the seat is taken; return the seated one first."""
    told: list[Program] = []

    def is_told() -> bool:
        for program in programs:
            program.hear()
            if any(TAKEN in said for said in program.said) and program not in told:
                told.append(program)
        return bool(told)

    programs[0].until(is_told)
    (other,) = told
    (seated,) = [program for program in programs if program is not other]
    seated.until(lambda: plays_far(seated))
    return seated, other


def test_of_two_that_join_at_once_one_goes_on_with_its_own_game(
    tmp_path: Path, broker: RealBroker
) -> None:
    (tmp_path / "home").mkdir()
    with ExitStack() as stack:
        inviting = playing(tmp_path / "home", *VIRTUAL, "--invite", str(broker.address))
        inviter = stack.enter_context(inviting)
        programs = joiners(stack, tmp_path, "one", "two")
        for program in programs:
            program.send(t="far_join", link=link_in(inviter))
        seated, other = one_is_seated(programs)
        assert other.plies == 1, "its own game is as it was"
        assert not plays_far(other)
        assert len(read_matches(other.data)) == 1
        inviter.move("e8", "g6")
        seated.move("e8", "g6")
        other.move("a1", "c3")


def test_of_two_that_join_while_the_inviter_is_away_one_gives_way_later(
    tmp_path: Path, broker: RealBroker
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with ExitStack() as stack:
        with playing(home, *VIRTUAL, "--invite", str(broker.address)) as inviter:
            inviter.until(lambda: inviter.link == "up")
            inviter.until(lambda: inviter.far.get("connected"))
            link = link_in(inviter)
            inviter.end()
        (home / "loop").unlink()
        programs = joiners(stack, tmp_path, "one", "two")
        for program in programs:
            program.send(t="far_join", link=link)
            program.until(lambda program=program: plays_far(program))  # type: ignore[misc]
        again = stack.enter_context(playing(home, *VIRTUAL, command=("resume",)))
        seated, other = one_is_seated(programs)
        other.until(lambda: not plays_far(other))
        again.until(lambda: again.state.get("phase") == "play")
        again.move("e8", "g6")
        seated.move("e8", "g6")
        listed = read_matches(other.data)
        assert [match.opponent for match in listed] == [""], "nothing is left of the other match"


def test_a_host_that_dies_once_it_has_joined_finds_the_match_again(
    tmp_path: Path, broker: RealBroker
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "one").mkdir()
    with ExitStack() as stack:
        inviting = playing(tmp_path / "home", *VIRTUAL, "--invite", str(broker.address))
        inviter = stack.enter_context(inviting)
        with playing(tmp_path / "one", *VIRTUAL, command=("join", link_in(inviter))) as joiner:
            inviter.until_said("Your friend")
            joiner.close()  # as kill -9 does
        (tmp_path / "one" / "loop").unlink()
        again = stack.enter_context(playing(tmp_path / "one", *VIRTUAL, command=("resume",)))
        again.until(lambda: plays_far(again))
        inviter.move("e8", "g6")
        again.move("e8", "g6")


def test_an_invitation_that_is_taken_back_leads_nowhere(tmp_path: Path, broker: RealBroker) -> None:
    (tmp_path / "home").mkdir()
    with ExitStack() as stack:
        inviter = stack.enter_context(playing(tmp_path / "home", *VIRTUAL))
        (other,) = joiners(stack, tmp_path, "one")
        game = {"game": "kamisado-standard", "clock": "10+5", "plays": "white"}
        inviter.send(t="far_invite", broker=str(broker.address), **game)
        inviter.until(lambda: plays_far(inviter))
        with closing(Store(inviter.data)) as store:
            link = store.latest_link()
        inviter.until(lambda: inviter.far.get("connected"))
        inviter.send(t="far_leave")
        inviter.until(lambda: not plays_far(inviter))
        assert read_matches(inviter.data) == []
        other.send(t="far_join", link=link)
        other.until_said("has no match for this link")
        assert other.plies == 1
