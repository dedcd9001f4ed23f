"""The manifest with which the static site is installed as an app."""

from __future__ import annotations

import json
import struct

from browser.site import PAGE, STATIC

MANIFEST = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
PNG_HEADER = struct.Struct(">8s4x4sII")


def test_the_icons_are_there_and_as_large_as_it_says() -> None:
    sizes = set()
    for icon in MANIFEST["icons"]:
        if icon["type"] == "image/svg+xml":
            assert (PAGE / icon["src"]).exists()
            continue
        data = (STATIC / icon["src"]).read_bytes()
        signature, kind, width, height = PNG_HEADER.unpack_from(data)
        assert (signature, kind) == (b"\x89PNG\r\n\x1a\n", b"IHDR")
        assert icon["sizes"] == f"{width}x{height}"
        sizes.add((width, icon.get("purpose", "any")))
    # What Chrome and Android want of an app.
    assert sizes >= {(192, "any"), (512, "any"), (512, "maskable")}
