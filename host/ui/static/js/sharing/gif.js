// @ts-check
// Animated GIFs of 256 colours. Each frame has what differs from the one before.

/** The index that leaves a pixel as it was. */
const KEPT = 255;
/** The most codes of LZW: its codes have 12 bits. */
const CODES = 4096;
const BITS = 8;

/** A colour with five bits for each part. @param {ArrayLike<number>} rgba @param {number} at */
const coarse = (rgba, at) => ((rgba[at] >> 3) << 10) | ((rgba[at + 1] >> 3) << 5) | (rgba[at + 2] >> 3);

/** The colours of a film: the most frequent of some of its pictures. */
export class Palette {
  /** @param {Uint8ClampedArray[]} pictures as RGBA */
  constructor(pictures) {
    /** Of each coarse colour how often it occurs, and an exact one. @type {Map<number, {count: number, rgb: number[]}>} */
    const found = new Map();
    for (const rgba of pictures) {
      for (let at = 0; at < rgba.length; at += 4) {
        const key = coarse(rgba, at);
        const known = found.get(key);
        if (known) known.count += 1;
        else found.set(key, { count: 1, rgb: [rgba[at], rgba[at + 1], rgba[at + 2]] });
      }
    }
    const often = [...found.values()].sort((one, other) => other.count - one.count);
    this.colours = often.slice(0, KEPT).map(({ rgb }) => rgb);
    /** The nearest colour of each coarse one. @type {Map<number, number>} */
    this.nearest = new Map();
  }

  /** The index of the nearest colour. @param {ArrayLike<number>} rgba @param {number} at */
  index(rgba, at) {
    const key = coarse(rgba, at);
    const known = this.nearest.get(key);
    if (known !== undefined) return known;
    let [best, least] = [0, Infinity];
    for (const [number, rgb] of this.colours.entries()) {
      const distance = rgb.reduce((sum, part, i) => sum + (part - rgba[at + i]) ** 2, 0);
      if (distance < least) [best, least] = [number, distance];
    }
    this.nearest.set(key, best);
    return best;
  }
}

/** A picture as indices of a palette. @param {Uint8ClampedArray} rgba @param {Palette} palette */
function indexed(rgba, palette) {
  const pixels = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < pixels.length; i++) pixels[i] = palette.index(rgba, 4 * i);
  return pixels;
}

/** @param {number} value */
const word = (value) => [value & 255, value >> 8];

/** Pixels by LZW, in blocks of at most 255 bytes. @param {Uint8Array} pixels @returns {number[]} */
export function compressed(pixels) {
  const [clear, end] = [1 << BITS, (1 << BITS) + 1];
  /** @type {number[]} */
  const bytes = [];
  let [waiting, bits, width] = [0, 0, BITS + 1];
  const write = (/** @type {number} */ code) => {
    waiting |= code << bits;
    bits += width;
    for (; bits >= 8; bits -= 8, waiting >>>= 8) bytes.push(waiting & 255);
  };
  /** Codes of strings: that of the beginning, and the pixel that follows. @type {Map<number, number>} */
  let codes = new Map();
  let next = end + 1;
  write(clear);
  let known = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = (known << BITS) | pixels[i];
    const longer = codes.get(key);
    if (longer !== undefined) {
      known = longer;
      continue;
    }
    write(known);
    known = pixels[i];
    if (next === CODES) {
      write(clear);
      [codes, next, width] = [new Map(), end + 1, BITS + 1];
      continue;
    }
    codes.set(key, next++);
    if (next > 1 << width && width < 12) width += 1;
  }
  write(known);
  write(end);
  if (bits) bytes.push(waiting & 255);
  const blocks = [BITS];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

export class Gif {
  /** @param {number} width @param {number} height @param {Palette} palette */
  constructor(width, height, palette) {
    this.width = width;
    this.height = height;
    this.palette = palette;
    /** The picture that is shown. @type {Uint8Array | null} */
    this.shown = null;
    const colours = Array.from({ length: 256 }, (_, i) => palette.colours[i] ?? [0, 0, 0]).flat();
    const forEver = [0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    /** @type {Uint8Array[]} */
    this.parts = [];
    this.write(new TextEncoder().encode("GIF89a"));
    this.write([...word(width), ...word(height), 0xf7, 0, 0, ...colours, ...forEver]);
  }

  /** @param {ArrayLike<number>} bytes */
  write(bytes) {
    this.parts.push(Uint8Array.from(bytes));
  }

  /** Add a picture that is shown for that long. @param {Uint8ClampedArray} rgba @param {number} timeMs */
  add(rgba, timeMs) {
    const pixels = indexed(rgba, this.palette);
    const { left, top, right, bottom } = this.changed(pixels);
    const box = new Uint8Array((right - left) * (bottom - top));
    let at = 0;
    for (let y = top; y < bottom; y++) {
      for (let i = y * this.width + left; i < y * this.width + right; i++) {
        box[at++] = this.shown && this.shown[i] === pixels[i] ? KEPT : pixels[i];
      }
    }
    // What was drawn stays, and one index is transparent.
    this.write([0x21, 0xf9, 4, 0b101, ...word(Math.round(timeMs / 10)), KEPT, 0]);
    this.write([0x2c, ...word(left), ...word(top), ...word(right - left), ...word(bottom - top), 0]);
    this.write(compressed(box));
    this.shown = pixels;
  }

  /** The smallest box around what differs from the picture before; at least one pixel. @param {Uint8Array} pixels */
  changed(pixels) {
    const { width, height, shown } = this;
    if (!shown) return { left: 0, top: 0, right: width, bottom: height };
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let i = 0; i < pixels.length; i++) {
      if (pixels[i] === shown[i]) continue;
      const [x, y] = [i % width, Math.floor(i / width)];
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    return right ? { left, top, right, bottom } : { left: 0, top: 0, right: 1, bottom: 1 };
  }

  /** The whole file. */
  end() {
    this.write([0x3b]);
    return new Blob(/** @type {BlobPart[]} */ (this.parts), { type: "image/gif" });
  }
}
