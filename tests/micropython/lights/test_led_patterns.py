"""LED patterns: the brightest moment of all patterns together."""

import unittest

from kamiboard import wire
from kamiboard.lights import led_patterns

MOST = 81 * 3 * 255  # duty of a white board


def level(pattern: int, step: int) -> int:
    """Return a pattern's brightness in a step of the cycle, 0 to FULL."""
    table = led_patterns.TABLES[pattern]
    return table[(step - led_patterns.SHIFTS[pattern]) % len(table)]


def brightest(duties: "list[int]") -> int:
    """Return what all patterns come to in the brightest step, by going through all of them."""
    used = [pattern for pattern in range(len(duties)) if duties[pattern]]
    return max(
        [
            sum([duties[pattern] * level(pattern, step) for pattern in used])
            for step in range(led_patterns.STEPS)
        ]
    )


class TestHighest(unittest.TestCase):
    def test_each_pattern_by_itself_is_full_once(self):
        for pattern in range(len(wire.PATTERNS)):
            duties = [0] * len(wire.PATTERNS)
            duties[pattern] = MOST
            self.assertEqual(led_patterns.highest(duties), brightest(duties), pattern)
            self.assertTrue(led_patterns.highest(duties) > 0.9 * MOST * led_patterns.FULL)

    def test_any_patterns_together_come_to_their_brightest_step(self):
        random = 1
        for turn in range(60):
            duties = []
            for _ in range(len(wire.PATTERNS)):
                random = (random * 1103515245 + 12345) & 0x3FFFFFFF
                chosen = random >> 20 & 7
                duties.append(0 if chosen < turn % 8 else (random >> 8) % 5000)
            self.assertEqual(led_patterns.highest(duties), brightest(duties), duties)

    def test_patterns_that_take_turns_and_those_that_meet(self):
        for codes in (
            b"12",
            b"sh",
            b"hs",
            b"kp",
            b"AI",
            b"AE",
            b"ABCDEFGHIJKLMNOP",
            b"shAP",
            b"-f",
        ):
            duties = [0] * len(wire.PATTERNS)
            for code in codes:
                duties[wire.PATTERNS.find(bytes((code,)))] += 765
            self.assertEqual(led_patterns.highest(duties), brightest(duties), codes)


if __name__ == "__main__":
    unittest.main()
