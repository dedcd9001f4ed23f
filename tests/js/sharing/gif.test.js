import assert from "node:assert/strict";
import { test } from "node:test";

import { compressed, Gif, Palette } from "../../../host/ui/static/js/sharing/gif.js";

/** The pixels that LZW of GIF has packed. @param {number[]} packed @returns {number[]} */
function unpacked([bits, ...blocks]) {
  /** @type {number[]} */
  const bytes = [];
  for (let at = 0; blocks[at]; at += blocks[at] + 1) bytes.push(...blocks.slice(at + 1, at + 1 + blocks[at]));
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  /** @type {number[][]} */
  let strings = [];
  let [at, width] = [0, bits + 1];
  /** @type {number[] | null} */
  let before = null;
  /** @type {number[]} */
  const pixels = [];
  for (;;) {
    let code = 0;
    for (let i = 0; i < width; i++, at++) code |= ((bytes[at >> 3] >> (at & 7)) & 1) << i;
    if (code === end) return pixels;
    if (code === clear) {
      strings = Array.from({ length: end + 1 }, (_, i) => [i]);
      [width, before] = [bits + 1, null];
      continue;
    }
    /** @type {number[]} */
    const string = strings[code] ?? [.../** @type {number[]} */ (before), /** @type {number[]} */ (before)[0]];
    pixels.push(...string);
    if (before && strings.length < 4096) strings.push([...before, string[0]]);
    if (strings.length === 1 << width && width < 12) width += 1;
    before = string;
  }
}

/** A picture of these colours. @param {number[][]} colours */
const rgba = (colours) => Uint8ClampedArray.from(colours.flatMap((rgb) => [...rgb, 255]));
const [RED, BLUE, GREY] = [[208, 48, 63], [35, 117, 205], [100, 100, 100]];

test("pixels are the same after their way through LZW, also with more strings than codes", () => {
  let seed = 1;
  const noise = Uint8Array.from({ length: 60_000 }, (_, i) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return i % 1000 < 500 ? seed % 200 : i % 3;
  });
  for (const pixels of [Uint8Array.of(7), new Uint8Array(5000), noise]) {
    assert.deepEqual(unpacked(compressed(pixels)), [...pixels]);
  }
});

test("a palette has the frequent colours, and finds the nearest for any other", () => {
  const palette = new Palette([rgba([RED, RED, BLUE])]);
  assert.deepEqual(palette.colours, [RED, BLUE]);
  assert.equal(palette.index(rgba([[200, 60, 60]]), 0), 0);
  assert.equal(palette.index(rgba([GREY, [40, 110, 190]]), 4), 1);
});

test("a film has its frames with their times, each with what has changed alone", async () => {
  const still = [RED, RED, RED, RED, BLUE, BLUE];
  const moved = [RED, RED, RED, RED, BLUE, RED];
  const gif = new Gif(3, 2, new Palette([rgba(still)]));
  gif.add(rgba(still), 900);
  gif.add(rgba(moved), 900);
  gif.add(rgba(moved), 3000);
  const bytes = new Uint8Array(await gif.end().arrayBuffer());
  assert.equal(new TextDecoder().decode(bytes.slice(0, 6)), "GIF89a");
  assert.deepEqual([...bytes.slice(6, 10)], [3, 0, 2, 0]);
  const frames = [];
  for (let at = 13 + 768 + 19; bytes[at] !== 0x3b; ) {
    const time = bytes[at + 4] | (bytes[at + 5] << 8);
    const [x, y, width, height] = [9, 11, 13, 15].map((offset) => bytes[at + offset]);
    const packed = at + 18;
    for (at = packed + 1; bytes[at]; at += bytes[at] + 1);
    at += 1;
    frames.push({ time, box: [x, y, width, height], pixels: unpacked([...bytes.slice(packed, at)]) });
  }
  assert.deepEqual(frames, [
    { time: 90, box: [0, 0, 3, 2], pixels: [0, 0, 0, 0, 1, 1] },
    { time: 90, box: [2, 1, 1, 1], pixels: [0] },
    { time: 300, box: [0, 0, 1, 1], pixels: [255] },
  ]);
});
