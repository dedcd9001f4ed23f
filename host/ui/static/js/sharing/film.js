// @ts-check
// Pictures that the host draws as SVG documents, as PNG and as the frames of a film.

import { Gif, Palette } from "./gif.js";

/** Time for each move: enough to see it, and a match of thirty takes half a minute. */
const MOVE_MS = 900;
/** Time for the last position, before the film begins anew. */
const END_MS = 3000;
/** The side of a film in pixels, and that of a picture, which may be printed. */
const FILM_PX = 480;
const PICTURE_PX = 1200;

/** Draw an SVG document. @param {string} document @param {number} width */
async function drawn(document, width) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([document], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = new OffscreenCanvas(width, Math.round((width * image.height) / image.width));
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true })
  );
  context.fillStyle = "#191613"; // outside the round corners, as in the films of the shell
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return { canvas, context };
}

/** An SVG document as PNG. @param {string} document */
export const png = async (document) => (await drawn(document, PICTURE_PX)).canvas.convertToBlob();

/**
 * A film of a game as GIF.
 * @param {number} last its number of moves
 * @param {(ply: number) => Promise<string>} pictureOf the position after so many moves as an SVG document
 * @param {(done: number) => void} told called with the number of moves that are drawn
 */
export async function film(last, pictureOf, told) {
  const pixels = async (/** @type {string} */ document) => {
    const { canvas, context } = await drawn(document, FILM_PX);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const first = await pictureOf(0);
  const ends = await Promise.all([first, await pictureOf(last)].map(pixels));
  const { width, height } = ends[0];
  const gif = new Gif(width, height, new Palette(ends.map(({ data }) => data)));
  let before = first;
  for (let ply = 1; ply <= last; ply++) {
    const document = await pictureOf(ply);
    told(ply);
    // A pass changes nothing.
    if (document === before) continue;
    gif.add((await pixels(before)).data, MOVE_MS);
    before = document;
  }
  gif.add((await pixels(before)).data, END_MS);
  return gif.end();
}
