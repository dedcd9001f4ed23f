"""LED strip: patterns as in docs/protocols/board.md, pixel order, current within the limit."""

import unittest
from math import cos, exp, pi, sin

from kamiboard import config, ticks, wire
from kamiboard.lights import led_patterns
from kamiboard.lights.led_strip import LedStrip
from tests.micropython.rig import Leds

# docs/protocols/board.md, patterns: code, period in ms, w(p), and where within the period it jumps.
FORMULAS = [
    ("-", 3200, lambda p: 1, ()),
    ("b", 1600, lambda p: 0.35 + 0.65 * (0.5 - 0.5 * cos(2 * pi * p)), ()),
    ("k", 800, lambda p: 1 if p < 0.5 else 0.06, (0, 0.5)),
    (
        "d",
        1600,
        lambda p: 1 if p < 0.125 or 0.25 <= p < 0.375 else 0.05,
        (0, 0.125, 0.25, 0.375),
    ),
    ("p", 800, lambda p: exp(-3.2 * p), (0,)),
    ("s", 3200, lambda p: 0.5 - 0.5 * cos(2 * pi * p), ()),
    ("h", 3200, lambda p: 1 if p < 0.0625 else 0, (0, 0.0625)),
    ("1", 1600, lambda p: 1 if p < 0.45 else 0.05, (0, 0.45)),
    ("2", 1600, lambda p: 1 if p >= 0.55 else 0.05, (0, 0.55)),
]
for _k in range(16):
    FORMULAS.append(
        (chr(65 + _k), 1600, lambda p, k=_k: max(0, sin(2 * pi * (p - k / 16))) ** 2, ())
    )


def strip_of(cells: int = 4, limit_ma: int = 1000) -> "tuple[LedStrip, Leds]":
    """Return a strip with colour 1 full red and colour 2 full white, and its LEDs."""
    leds = Leds(cells)
    strip = LedStrip(leds, bytes(range(cells)), 2, limit_ma)
    palette = bytearray(3 * wire.COLOURS)
    palette[3:9] = b"\xff\0\0\xff\xff\xff"
    strip.set_palette(palette)
    return strip, leds


def show(strip: LedStrip, cells: str, now_ms: int, brightness: int = 100) -> None:
    """Show a frame in the wire format."""
    colours = bytearray(len(cells) // 2)
    patterns = bytearray(len(cells) // 2)
    if not wire.read_cells(cells.encode(), colours, patterns):
        raise ValueError("not the cells of a frame: %r" % cells)
    strip.show_frame(colours, patterns, now_ms, brightness)


class TestWaves(unittest.TestCase):
    def test_every_code_has_a_formula_here(self):
        codes = "".join(formula[0] for formula in FORMULAS) + "f"
        self.assertEqual(sorted(codes), sorted(wire.PATTERNS.decode()))

    def test_two_leds_follow_the_formulas_within_a_sixteenth_at_every_moment(self):
        for code, period_ms, formula, jumps in FORMULAS:
            strip, leds = strip_of(2)
            show(strip, "1" + code + "1-", 0)
            for now_ms in range(0, 2 * 3200, 5):
                strip.animate(now_ms)
                self.assertEqual(leds.shown[1], 0xFF0000)
                phase = now_ms % period_ms / period_ms
                step = led_patterns.STEP_MS / period_ms
                if not any(abs(phase - jump) < step or phase > 1 - step for jump in jumps):
                    w = (leds.shown[0] >> 16) / 255
                    self.assertTrue(abs(w - formula(phase)) < 1 / 16, (code, now_ms, w))

    def test_cells_with_the_same_wave_move_together_whenever_their_frames_came(self):
        strip, leds = strip_of(4)
        show(strip, "1b0-0-0-", 0)
        for now_ms in range(0, 777, 7):
            strip.animate(now_ms)
        show(strip, "1b1b0-0-", 777)
        for now_ms in range(777, 4000, 7):
            strip.animate(now_ms)
            self.assertEqual(leds.shown[0], leds.shown[1])

    def test_a_flash_counts_from_its_frame_and_ends(self):
        for start_ms in (0, 13, 1600):
            strip, leds = strip_of(2)
            strip.animate(0)
            for now_ms in range(0, start_ms, 5):
                strip.animate(now_ms)
            show(strip, "1f0-", start_ms)
            lit_ms = []
            for now_ms in range(start_ms, start_ms + 5000, 5):
                strip.animate(now_ms)
                if leds.shown[0]:
                    lit_ms.append(now_ms - start_ms)
            self.assertEqual(lit_ms[0], 0)
            self.assertTrue(abs(lit_ms[-1] - 150) <= led_patterns.STEP_MS, lit_ms[-1])
            self.assertEqual(len(lit_ms), lit_ms[-1] // 5 + 1)

    def test_waves_go_on_across_the_wrap_of_the_clock(self):
        strip, leds = strip_of(2)
        start_ms = ticks.PERIOD - 3200
        show(strip, "1b0-", start_ms)
        seen = []
        for passed_ms in range(0, 9600, 5):
            strip.animate((start_ms + passed_ms) % ticks.PERIOD)
            seen.append(leds.shown[0])
        self.assertEqual(seen[:640], seen[640:1280])
        self.assertEqual(seen[:640], seen[1280:])


class TestPixels(unittest.TestCase):
    def test_a_strip_begins_dark(self):
        leds = Leds(9)
        LedStrip(leds, bytes(range(9)), 3, 300)
        self.assertEqual((leds.shown, leds.shows), ([0] * 9, 1))

    def test_a_frame_is_shown_at_once(self):
        strip, leds = strip_of(4)
        show(strip, "0-1-2-0-", 123)
        self.assertEqual(leds.shown, [0, 0xFF0000, 0xFFFFFF, 0])

    def test_cells_reach_the_pixels_of_the_wiring(self):
        leds = Leds(9)
        strip = LedStrip(leds, config.pixel_order(3, 3, True), 3, 1000)
        palette = bytearray(3 * wire.COLOURS)
        palette[3:6] = b"\0\0\x08"
        strip.set_palette(palette)
        for cell, pixel in ((0, 0), (2, 2), (3, 5), (5, 3), (6, 6), (8, 8)):
            show(strip, "".join("1-" if at == cell else "0-" for at in range(9)), 0)
            self.assertEqual([at for at, rgb in enumerate(leds.shown) if rgb], [pixel])

    def test_a_new_palette_recolours_the_frame_at_once(self):
        strip, leds = strip_of(2)
        show(strip, "1-0-", 0)
        palette = bytearray(3 * wire.COLOURS)
        palette[3:6] = b"\x01\x02\x03"
        strip.set_palette(palette)
        self.assertEqual(leds.shown[0], 0x010203)

    def test_colour_0_is_dark_whatever_is_in_the_palette(self):
        strip, leds = strip_of(2)
        strip.set_palette(bytearray(b"\xff" * 3 * wire.COLOURS))
        show(strip, "0-0k", 0)
        self.assertEqual(leds.shown, [0, 0])

    def test_nothing_is_shown_again_while_nothing_changes(self):
        strip, leds = strip_of(4)
        show(strip, "1-2-0b0-", 0)
        shows = leds.shows
        for now_ms in range(0, 3200, 7):
            strip.animate(now_ms)
        show(strip, "1-2-0b0-", 3200)
        self.assertEqual(leds.shows, shows)

    def test_a_moving_frame_is_shown_once_a_step_at_most(self):
        strip, leds = strip_of(4)
        show(strip, "1b1p1s1A", 0)
        shows = leds.shows
        for now_ms in range(0, 1000):
            strip.animate(now_ms)
        self.assertTrue(20 < leds.shows - shows <= 1000 // led_patterns.STEP_MS, leds.shows - shows)

    def test_a_blink_is_shown_only_when_it_jumps(self):
        strip, leds = strip_of(2)
        show(strip, "1k0-", 0)
        shows = leds.shows
        for now_ms in range(0, 3201):
            strip.animate(now_ms)
        self.assertEqual(leds.shows - shows, 8)


class TestWaiting(unittest.TestCase):
    def test_the_four_corners_beat_in_amber_and_the_frame_comes_back(self):
        for files, ranks in ((8, 8), (9, 9), (5, 5)):
            cells = files * ranks
            leds = Leds(cells)
            strip = LedStrip(leds, config.pixel_order(files, ranks, False), files, 300)
            palette = bytearray(3 * wire.COLOURS)
            palette[3:6] = b"\x08\x08\x08"
            strip.set_palette(palette)
            show(strip, "1-" * cells, 0)
            before = list(leds.shown)
            strip.wait_for_host(True)
            beats = 0
            for now_ms in range(0, 3200, 5):
                strip.animate(now_ms)
                lit = [cell for cell, rgb in enumerate(leds.shown) if rgb]
                if lit:
                    self.assertEqual(lit, [0, files - 1, cells - files, cells - 1])
                    for cell in lit:
                        rgb = leds.shown[cell]
                        red, green, blue = rgb >> 16, rgb >> 8 & 255, rgb & 255
                        self.assertTrue(red > green > blue == 0, hex(rgb))
                    beats += 1
            self.assertTrue(30 <= beats <= 50, beats)  # 200 ms of 3200, in 5 ms
            strip.wait_for_host(False)
            self.assertEqual(leds.shown, before)

    def test_frames_and_palettes_that_come_meanwhile_are_kept(self):
        strip, leds = strip_of(4)
        strip.wait_for_host(True)
        show(strip, "1-1-1-1-", 1000)
        self.assertTrue(leds.shown != [0xFF0000] * 4)
        strip.wait_for_host(False)
        self.assertEqual(leds.shown, [0xFF0000] * 4)


class TestGovernor(unittest.TestCase):
    def test_a_frame_within_the_limit_is_not_touched(self):
        strip, leds = strip_of(64, 300)
        show(strip, "1-" * 11 + "0-" * 53, 0)  # 64 + 11 x 20 = 284
        self.assertEqual(leds.shown[:11], [0xFF0000] * 11)
        self.assertEqual((strip.peak_ma, strip.now_ma), (284, 284))

    def test_a_frame_above_the_limit_is_dimmed_evenly_to_it(self):
        strip, leds = strip_of(64, 300)
        show(strip, "2-" * 64, 0)
        self.assertEqual(len(set(leds.shown)), 1)
        self.assertTrue(280 < leds.ma() <= 300, leds.ma())
        self.assertEqual(strip.peak_ma, 300)
        self.assertTrue(280 < strip.now_ma <= 300, strip.now_ma)

    def test_only_the_peak_of_the_animation_counts(self):
        strip, leds = strip_of(4, 68)
        # All on would be 120 mA and 4 idle, but they take turns: one is at 0.05 meanwhile.
        show(strip, "21220-0-", 0)
        brightest = 0
        for now_ms in range(0, 3200, 5):
            strip.animate(now_ms)
            brightest = max(brightest, leds.ma())
        self.assertTrue(66 < brightest <= 68, brightest)
        self.assertEqual(max(leds.shown), 0xFFFFFF)

    def test_a_lower_limit_dims_what_is_being_shown(self):
        strip, leds = strip_of(4, 1000)
        show(strip, "2-2-2-2-", 0)
        self.assertEqual(leds.ma(), 244)
        strip.set_limit(50)
        self.assertTrue(40 < leds.ma() <= 50, leds.ma())
        strip.set_limit(1000)
        self.assertEqual(leds.ma(), 244)

    def test_brightness_is_what_the_eye_sees_and_never_lifts_the_limit(self):
        strip, leds = strip_of(4, 1000)
        for brightness, duty in ((100, 255), (50, 55), (90, 202), (10, 1), (1, 0)):
            show(strip, "2-0-0-0-", 0, brightness)
            self.assertEqual(leds.shown[0], duty * 0x010101, brightness)  # 255 x (b / 100) ** 2.2
            self.assertTrue(leds.ma() <= strip.peak_ma <= leds.ma() + 2, brightness)
        strip, leds = strip_of(4, 50)
        show(strip, "2-2-2-2-", 0, 100)
        dimmed = list(leds.shown)
        show(strip, "2-2-2-2-", 0, 60)  # a third of 240 mA is more than what is left of the limit
        self.assertEqual(leds.shown, dimmed)
        show(strip, "2-2-2-2-", 0, 30)
        self.assertTrue(leds.shown[0] < dimmed[0])

    def test_a_limit_below_the_idle_current_leaves_darkness(self):
        strip, leds = strip_of(4, 3)
        show(strip, "2-2-2-2-", 0)
        self.assertEqual(leds.shown, [0] * 4)

    def test_the_announced_peak_is_the_most_that_is_drawn(self):
        for cells in ("1b1k1d1p", "1s1h1A1I", "2-1122", "1f2b0-0-", "2b2b2b2b"):
            cells += "0-" * (4 - len(cells) // 2)
            for limit_ma in (50, 100, 1000):
                strip, leds = strip_of(4, limit_ma)
                show(strip, cells, 0)
                most = 0.0
                for now_ms in range(0, 6400, 5):
                    strip.animate(now_ms)
                    most = max(most, leds.ma())
                    self.assertTrue(leds.ma() <= strip.now_ma < leds.ma() + 1)
                self.assertTrue(most <= strip.peak_ma <= limit_ma, (cells, most, strip.peak_ma))
                if "f" not in cells:  # a flash is taken to meet the others' peak
                    self.assertTrue(strip.peak_ma <= most * 1.05 + 2, (cells, most, strip.peak_ma))


if __name__ == "__main__":
    unittest.main()
