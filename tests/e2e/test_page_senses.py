"""The page without colours, and with sound: every colour has a sign, and sounds have a switch."""

from __future__ import annotations

import base64
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, hand, state
from tests.e2e.page_support import PHONE, Script, choose, opened, tap, wait_for_name

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

COLOURS = ["brown", "green", "red", "yellow", "pink", "purple", "blue", "orange"]
RANK = 5
PIECES = [
    {"square": f"{file}{rank}", "side": side, "name": colour, "teeth": 0}
    for side, rank in (("black", 8), ("white", 1))
    for file, colour in zip("abcdefgh", COLOURS, strict=True)
]
TILES = {f"{file}{RANK}": colour for file, colour in zip("abcdefgh", COLOURS, strict=True)}
LEAST_DIFFERENCE = 0.2
"""Part of the pixels of two signs that only one of them covers."""
LEAST_CONTRAST = 3.0
"""WCAG 2.2, 1.4.11: graphical objects."""
HALF = 5.5
"""Half a sign and the ground around it on a telephone, in pixels of the page."""

# The middles of the first sign of each colour of a kind in the window, by the colours.
PLACES = """kind => Object.fromEntries([...document.querySelectorAll(`${kind} use`)].map(sign => {
  const { x, y, width, height } = sign.getBoundingClientRect();
  return [sign.getAttribute("href").split("-")[1], [x + width / 2, y + height / 2]];
}).reverse())"""
# Which pixels of a part of a picture are the sign, and its contrast to the ground at its edge.
SIGN = """async ([picture, left, top, size]) => {
  const bytes = Uint8Array.from(atob(picture), char => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(size, size).getContext("2d");
  canvas.drawImage(image, -left, -top);
  const { data } = canvas.getImageData(0, 0, size, size);
  const light = [], edge = [];
  for (let at = 0; at < size * size; at += 1) {
    const [red, green, blue] = data.slice(4 * at, 4 * at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 4) throw Error("not grey");
    const part = green / 255;
    light.push(part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const [x, y] = [at % size, Math.floor(at / size)];
    if (x * y === 0 || Math.max(x, y) === size - 1) edge.push(light[at]);
  }
  const ground = edge.sort((one, other) => one - other)[edge.length >> 1];
  const distance = light.map(one => Math.abs(one - ground));
  const sign = light[distance.indexOf(Math.max(...distance))];
  const covers = distance.flatMap((one, at) => one > Math.abs(sign - ground) / 2 ? [at] : []);
  return [covers, (Math.max(sign, ground) + 0.05) / (Math.min(sign, ground) + 0.05)];
}"""


@pytest.mark.parametrize("signs", ["Shapes", "Letters"])
def test_without_colours_the_signs_of_squares_and_towers_tell_them_apart(
    browser: Browser, script: Script, signs: str
) -> None:
    script.publish(HELLO | {"virtual": False, "square_colours": TILES}, state(pieces=PIECES))
    looks = {"viewport": PHONE, "device_scale_factor": 2, "painted": True}
    with opened(browser, script.url, **looks) as page:
        wait_for_name(page, "h1", "white orange tower")
        choose(page, "Settings")
        page.locator("#symbols").get_by_text(signs).click()
        page.get_by_role("button", name="Done").click()
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
        picture = base64.b64encode(page.screenshot()).decode()
        for kind in (".tower.black", ".tower.white", "#board > :not(.towers)"):
            seen = {}
            for colour, middle in page.evaluate(PLACES, kind).items():
                left, top = (round(2 * (at - HALF)) for at in middle)
                covers, contrast = page.evaluate(SIGN, [picture, left, top, round(4 * HALF)])
                assert contrast >= LEAST_CONTRAST, f"{kind} {colour}"
                seen[colour] = set(covers)
            assert set(seen) == set(COLOURS), kind
            for one, other in combinations(COLOURS, 2):
                difference = len(seen[one] ^ seen[other]) / len(seen[one] | seen[other])
                assert difference >= LEAST_DIFFERENCE, f"{kind} {one} {other}"


# Counts the tones that are begun.  Tests touch a page by evaluating something; only a press counts.
TONES = """
window.tones = 0;
let touched = false;
addEventListener("pointerdown", () => { touched = true; }, { capture: true });
Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: touched }) });
window.AudioContext = class extends AudioContext {
  constructor() {
    super();
    window.audio = this;
  }
};
window.OscillatorNode = class extends OscillatorNode {
  start(at) {
    window.tones += 1;
    super.start(at);
  }
};
"""


def test_sounds_are_on_from_the_first_touch_and_a_switch_ends_them(
    browser: Browser, script: Script
) -> None:
    good = {"t": "notice", "level": "good", "text": "Well played."}

    def tones(page: Page) -> int:
        return int(page.evaluate("window.tones"))

    def touch(page: Page, square: str) -> None:
        script.asked.clear()
        tap(page, square)
        script.wait_for(lambda asked: {"t": "lift", "square": square} in asked)

    with opened(browser, script.url) as page:
        page.add_init_script(TONES)
        page.reload()
        wait_for_name(page, "d8", "tower")
        script.publish(good)
        expect(page.locator("#live")).to_contain_text("Well played.")
        assert tones(page) == 0, "no browser allows a sound before the first touch"
        touch(page, "d8")
        assert tones(page) == 1
        page.wait_for_function("() => audio.state === 'running'")
        # The computer's audio rests again.
        page.wait_for_function("() => audio.state === 'suspended'")
        script.publish(good)
        page.wait_for_function("() => audio.state === 'running'")
        assert tones(page) > 1
        heard = tones(page)
        choose(page, "Settings")
        switch = page.get_by_role("button", name="Sounds")
        expect(switch).to_be_in_viewport(ratio=1)
        expect(switch).to_have_attribute("aria-pressed", "true")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "false")
        page.get_by_role("button", name="Done").click()
        script.publish(hand())
        touch(page, "e8")
        assert tones(page) == heard
        page.reload()
        wait_for_name(page, "d8", "tower")
        touch(page, "d8")
        assert tones(page) == 0, "the switch is remembered"
