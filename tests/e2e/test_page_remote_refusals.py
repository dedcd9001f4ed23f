"""Joins and invitations that fail, told on the page with the remedy; the game there goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from paho.mqtt import publish
from playwright.sync_api import Browser, Page, expect

from host.app.remote.known_match import new_id, new_invitation
from host.engine.game import Side
from host.engine.registry import game_named
from host.remote.address import BrokerAddress
from host.remote.broker.accounts import Role, new_account, password_file
from host.remote.match.invitation import Invitation, invitation_of
from host.remote.match.presence import Presence, PresenceWriter, log_topic, presence_topic
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.terms import Terms
from host.session.match_settings import MatchSettings
from soak.remote.brokers import RealBroker
from tests.e2e.page_support import choose, drag, opened, program, wait_for_prompt
from tests.e2e.test_page_remote import has_moves, invite, join, link_of, told
from tests.support.brokers import real_broker, running_broker
from tests.support.simulated_board import SimulatedBoard

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def guarded_broker(tmp_path: Path) -> Iterator[BrokerAddress]:
    """A broker that admits Anna alone."""
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    passwords = tmp_path / "known"
    accounts = {"anna": new_account("anna", "long enough", Role.PLAYER)}
    passwords.write_text(password_file(accounts))
    passwords.chmod(0o600)
    lines = ("allow_anonymous false", f"password_file {passwords}")
    with running_broker("mosquitto", tmp_path, *lines) as running:
        yield running.address


@contextmanager
def local_game(browser: Browser) -> Iterator[Page]:
    """The page of a program where two people have begun a game, which goes on at the end."""
    with program() as here, opened(browser, here.url) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        drag(page, "e8", "g6")
        has_moves(1, page)
        yield page
        expect(page.locator("#white-name")).to_have_text("White")
        wait_for_prompt(page, "White to move: the yellow tower on d1.")
        drag(page, "d1", "h5")
        has_moves(2, page)


def refused_to_join(page: Page, link: str, words: str) -> None:
    """Try to join: the dialog stays, with the link and the reason."""
    choose(page, "Start")
    join(page, link)
    expect(page.locator("#join-told")).to_contain_text(words)
    expect(page.locator("#join-link")).to_have_value(link)
    page.locator("#join").get_by_role("button", name="Cancel").click()
    expect(page.locator("#join")).to_be_hidden()
    page.locator("#continue").click()


def invited(broker: BrokerAddress, game: str, version: bytes = b'"v":1') -> Invitation:
    """Publish the log of somebody who invites; return the invitation."""
    invitation = new_invitation(broker)
    terms = Terms(MatchSettings(game_named(game)), Side.BLACK)
    match = RemoteMatch.invite(invitation.match, new_id(), terms, invitation.key)
    payload = match.own_payload().replace(b'"v":1', version)
    retain(broker, log_topic(invitation.match, Side.BLACK), payload)
    return invitation


def retain(broker: BrokerAddress, topic: str, payload: bytes) -> None:
    """Publish something as a host does."""
    publish.single(topic, payload, 1, True, broker.host, broker.port)


def test_what_is_no_link_is_told_in_the_dialog_and_can_be_corrected(browser: Browser) -> None:
    with local_game(browser) as page:
        refused_to_join(page, "hello", "hello is not a link")
        link = "kamisado:join?broker=mqtt%3A%2F%2Fexample.org&match=x"
        refused_to_join(page, link, "copy it whole")


def test_a_broker_that_is_not_there(browser: Browser) -> None:
    with local_game(browser) as page:
        nobody = new_invitation(BrokerAddress("127.0.0.1", 9))
        refused_to_join(page, nobody.link, "No broker answers at mqtt://127.0.0.1:9")


def test_a_wrong_password(browser: Browser, guarded_broker: BrokerAddress) -> None:
    with local_game(browser) as page:
        refused_to_join(page, new_invitation(guarded_broker).link, "asks for a name and a password")
        wrong = replace(guarded_broker, name="anna", password="wrong")
        words = "does not accept this name with this password"
        refused_to_join(page, new_invitation(wrong).link, words)


def test_another_version(browser: Browser, broker: RealBroker) -> None:
    invitation = invited(broker.address, "kamisado-single", b'"v":3')
    with local_game(browser) as page:
        words = "records of version 3: update the program on both sides"
        refused_to_join(page, invitation.link, words)


def test_two_people_with_one_link(browser: Browser, broker: RealBroker) -> None:
    with (
        program() as one,
        opened(browser, one.url, start=True) as inviter,
        program() as two,
        opened(browser, two.url, start=True) as joiner,
        local_game(browser) as page,
    ):
        invite(inviter, str(broker.address))
        link = link_of(inviter)
        join(joiner, f"./kamisado join '{link}'")  # as it is copied from a shell
        told(inviter, "white", "is waiting for you")
        expect(joiner.locator("#join")).to_be_hidden()
        refused_to_join(page, link, "somebody else has joined this match")
        drag(inviter, "e8", "g6")
        told(inviter, "white", "is making your move")
        drag(joiner, "e8", "g6")
        has_moves(1, inviter, joiner)


def test_a_virtual_board_is_made_larger_and_the_dialog_ends(
    browser: Browser, broker: RealBroker
) -> None:
    invitation = invited(broker.address, "five")
    with program() as here, opened(browser, here.url, start=True) as page:
        join(page, invitation.link)
        expect(page.locator("#join")).to_be_hidden()
        expect(page.locator("[data-square='i9']")).to_be_visible()
        expect(page.locator("#white-name")).to_have_text("You")


def test_a_board_that_is_too_small(browser: Browser, broker: RealBroker) -> None:
    invitation = invited(broker.address, "five")
    with (
        SimulatedBoard("--listen", "socket://127.0.0.1:0", running=True) as board,
        program("--board", board.port) as here,
        opened(browser, here.url) as page,
    ):
        wait_for_prompt(page, "Black to move")
        board.ask("move", **{"from": "e8", "to": "g6"})
        has_moves(1, page)
        words = "needs a board of 9x9 squares, and this one has 8x8"
        refused_to_join(page, invitation.link, words)
        board.ask("move", **{"from": "d1", "to": "h5"})
        has_moves(2, page)


def test_a_clock_that_differs_is_shown_and_changes_nothing(
    browser: Browser, broker: RealBroker
) -> None:
    with (
        program("--clock", "10+5", "--invite", str(broker.address)) as one,
        opened(browser, one.url) as black,
        program() as two,
        opened(browser, two.url, start=True) as white,
    ):
        choose(black, "Invitation…")
        link = link_of(black)
        join(white, link)
        told(black, "white", "is waiting for you")
        drag(black, "e8", "g6")
        told(black, "white", "is making your move")
        drag(white, "e8", "g6")
        told(black, "white", "is thinking")
        invitation = invitation_of(link)
        match, key = invitation.match, invitation.key
        later = PresenceWriter(match, Side.WHITE, key, run=2**50)  # than the program's
        # It writes over what it has not told itself, as soon as it may.
        with two.halted():
            an_hour = later.payload(Presence.THINKING, 3_600_000)
            retain(broker.address, presence_topic(match, Side.WHITE), an_hour)
            told(black, "white", "clock off by +3,0")  # and two digits: 10 minutes are left here
        drag(white, "d1", "h5")
        told(white, "black", "is making your move")
        drag(black, "d1", "h5")
        has_moves(2, black, white)
        told(black, "white", "is waiting for you")
