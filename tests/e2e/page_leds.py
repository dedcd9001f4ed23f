"""LEDs as the page draws them: which are lit, and in which hue."""

from __future__ import annotations

from playwright.sync_api import Page

# Duties of the vocabulary as the eye sees them; the governor may change how bright, not the hue.
BLUE = (0, 137, 255)
AMBER = (255, 171, 0)
WHITE = (255, 255, 255)


def lit(page: Page) -> dict[str, str]:
    """The colour of the light around every lit square."""
    return page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-led]')]"
        ".map(e => [e.dataset.led, e.querySelector('.glow').style])"
        ".filter(([, style]) => Number(style.opacity) > 0.1)"
        ".map(([square, style]) => [square, style.color]))"
    )


def hue(colour: str) -> tuple[int, ...]:
    return tuple(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))


def has_hue(colour: str, wanted: tuple[int, ...]) -> bool:
    """Return True if a colour has this hue, within the rounding of small duty cycles."""
    return all(abs(a - b) <= 25 for a, b in zip(hue(colour), wanted, strict=True))


def wait_for_hue(page: Page, square: str, wanted: tuple[int, ...]) -> None:
    page.wait_for_function(
        """([square, wanted]) => {
          const { opacity, color } = document.querySelector(`[data-led='${square}'] .glow`).style;
          const seen = color.match(/\\d+/g)?.map(Number) ?? [];
          return opacity > 0.1 && wanted.every((part, i) => Math.abs(part - seen[i]) <= 25);
        }""",
        arg=[square, list(wanted)],
    )
