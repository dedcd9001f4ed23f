"""The manifest with which the static site is installed as an app."""

from __future__ import annotations

import json
import struct

import pytest

from browser.build.site import PAGE, STATIC, manifest_of
from host.message import catalogue, languages

MANIFEST = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
WORDS = ("name", "description", "lang")
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


def test_the_icons_are_drawn_as_large_as_it_says() -> None:
    pytest.importorskip("playwright", reason="it draws them")
    from docs.tools.site_icons import ICONS

    drawn = {f"{name}.png": f"{width}x{width}" for name, (width, _) in ICONS.items()}
    assert drawn == {
        icon["src"]: icon["sizes"] for icon in MANIFEST["icons"] if icon["type"] == "image/png"
    }


def test_each_language_has_a_manifest_of_the_same_app() -> None:
    manifests = {language: manifest_of(language) for language in languages()}
    assert manifests["en"] == MANIFEST
    for language, manifest in manifests.items():
        assert manifest["lang"] == language
        assert manifest["name"] == catalogue(language)["page.title"]
        assert {k: v for k, v in manifest.items() if k not in WORDS} == {
            k: v for k, v in MANIFEST.items() if k not in WORDS
        }
    assert len({manifest["description"] for manifest in manifests.values()}) == len(manifests)
