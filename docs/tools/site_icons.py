"""Draw the icons of the static site as PNG: browser/static/icon-*.png.

Run as `python -m docs.tools.site_icons`; it needs what the tests of the page need.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.e2e.chromium import chromium

ROOT = Path(__file__).resolve().parents[2]
DRAWING = ROOT / "host" / "ui" / "static" / "icon.svg"
STATIC = ROOT / "browser" / "static"
GROUND = "#2b211b"
"""Of the drawing, which has round corners."""
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable-512": (512, 0.8)}
"""Width in pixels, and the part of it for the drawing: systems cut a maskable icon's margin off."""


def main() -> int:
    """Draw all icons; return the exit status."""
    drawing = DRAWING.read_text(encoding="utf-8")
    with chromium() as browser:
        for name, (width, part) in ICONS.items():
            page = browser.new_page(viewport={"width": width, "height": width})
            ground = GROUND if part < 1 else "transparent"
            page.set_content(
                f"<style>body {{ margin: 0; background: {ground}; display: grid; height: 100vh; "
                f"place-items: center }} svg {{ width: {part:.0%} }}</style>{drawing}"
            )
            page.screenshot(path=STATIC / f"{name}.png", omit_background=True)
            page.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
