"""Terms of a far match on two pages, shown before it and while it is played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect

from host.ui.messages.far import far_message
from soak.remote.brokers import RealBroker
from tests.e2e.page_messages import HELLO, clock, match, state
from tests.e2e.page_sizes import at_size
from tests.e2e.page_support import (
    PHONE,
    Script,
    asks,
    choose,
    cut_words,
    drag,
    opened,
    program,
    violations,
)
from tests.e2e.test_page_remote import has_moves, join, link_of, told

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


def test_a_serious_match_with_an_absence_is_agreed_on_and_shown(
    browser: Browser, broker: RealBroker
) -> None:
    with program() as one, opened(browser, one.url, start=True) as black:
        black.locator("#start-far").click()
        black.locator("#far-broker").fill(str(broker.address))
        black.locator("#far-absence").select_option("60")
        dialog = black.locator("#new-game")
        dialog.locator("summary").click()
        dialog.get_by_text("Off: serious game").click()
        dialog.get_by_role("button", name="Begin").click()
        agreed = black.locator("#far-agreed")
        expect(agreed).to_contain_text("A serious game: no hints")
        expect(agreed).to_contain_text("Whoever is away for 1:00 min may lose")
        assert violations(black) == []
        link = link_of(black)
        with program() as two, opened(browser, two.url, start=True, viewport=PHONE) as white:
            join(white, link)
            expect(white.locator("#toast")).to_contain_text("Whoever is away for 1:00 min may lose")
            told(black, "white", "is waiting for you")
            for page in (black, white):
                expect(page.locator("#terms")).to_have_text(
                    "serious game · away for 1:00 min at most"
                )
            drag(black, "e8", "g6")
            drag(white, "e8", "g6")
            has_moves(1, black, white)
            choose(black, "Pause")
            expect(black.locator("#negotiation-text")).to_have_text("You have proposed a pause.")
            question = white.locator("#negotiation-text")
            expect(question).to_have_text("Do you accept a pause?")
            white.locator("#agree").click()
            for page in (black, white):
                expect(page.locator("#go-on")).to_be_visible()
            white.locator("#go-on").click()
            expect(black.locator("#go-on")).to_be_hidden()
            two.kill()
            told(black, "white", "is away · back within 0:5")
            assert cut_words(black, "#white-player") == []
            expect(black.locator("#claim-win")).to_be_hidden()


def test_a_win_or_a_draw_is_claimed_once_it_can_be(browser: Browser) -> None:
    until = (datetime.now(UTC) + timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    opponent = {"level": "", "side": "white", "label": "Your friend", "thinking": True}
    away = {"connected": True, "presence": "away", "absence_s": 300, "absence_until": until}
    with (
        Script(HELLO, state(opponent=opponent, turn="white")) as script,
        opened(browser, script.url, viewport=PHONE) as page,
    ):
        script.publish(far_message("playing", **away))
        expect(page.locator("#white-side")).to_contain_text("back within 4:5")
        expect(page.locator("#claim-win")).to_be_hidden()
        script.publish(far_message("playing", **away, can_claim=True))
        expect(page.locator("#white-side")).not_to_contain_text("back within")
        assert violations(page) == []
        assert cut_words(page, "#negotiation") == []
        page.get_by_role("button", name="Claim a win").click()
        page.get_by_role("button", name="Claim a draw").click()
        claim = {"t": "far_claim"}
        script.wait_for(asks(claim | {"win": True}, claim | {"win": False}))


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)])
def test_a_friends_name_is_whole_beside_clock_and_points(
    browser: Browser, size: tuple[int, int]
) -> None:
    opponent = {"level": "", "side": "white", "label": "Your friend", "thinking": True}
    playing = state(opponent=opponent, turn="white", match=match())
    times = clock(600_000, 598_000, "white", "10+5")
    far = far_message("playing", connected=True, presence="thinking")
    with Script(HELLO, playing, times, far) as script, opened(browser, script.url) as page:
        expect(page.locator("#white-side")).to_have_text("is thinking")
        with at_size(page, *size):
            expect(page.locator("#white-clock")).to_be_visible()
            assert cut_words(page, "#white-player") == []
