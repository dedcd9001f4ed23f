"""Pixel chain without Adafruit's library."""

from __future__ import annotations

from kamiboard.lights.led_pixels import RawPixels


def test_pixels_are_clocked_out_green_first_and_only_on_show() -> None:
    written: list[bytes] = []
    pixels = RawPixels(lambda data: written.append(bytes(data)), 3)
    pixels[1] = 0x010203
    pixels[2] = 0xFF8000
    assert written == []
    pixels.show()
    pixels[2] = 0
    pixels.show()
    pixels[:] = [0x040506, 0, 0x010203]
    pixels.show()
    assert written == [
        b"\x00\x00\x00\x02\x01\x03\x80\xff\x00",
        b"\x00\x00\x00\x02\x01\x03\x00\x00\x00",
        b"\x05\x04\x06\x00\x00\x00\x02\x01\x03",
    ]
