// @ts-check
// The small boards of saved matches, asked for as they come into view.

import { html } from "../dom/dom.js";

/** @typedef {import("../types.js").SavedMatchData} SavedMatchData */

export class MatchPictures {
  /** @param {(message: import("../types.js").PageRequest) => boolean} send */
  constructor(send) {
    this.send = send;
    /** The picture of each match by its id, and when the match was as it shows. @type {Map<number, {changed: string, image: HTMLElement}>} */
    this.known = new Map();
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.ask(/** @type {HTMLElement} */ (target));
    });
  }

  /** The picture of a match, empty until it is seen. @param {SavedMatchData} match */
  of({ id, changed }) {
    const known = this.known.get(id);
    if (known?.changed === changed) return known.image;
    const image = html("img", { class: "match-picture", alt: "", "data-match": String(id) });
    this.known.set(id, { changed, image });
    this.seen.observe(image);
    return image;
  }

  /** @param {HTMLElement} image */
  ask(image) {
    this.seen.unobserve(image);
    this.send({ t: "draw_match", match: Number(image.dataset.match) });
  }

  /** @param {import("../types.js").MatchPictureMessage} message */
  receive({ match, svg }) {
    const image = this.known.get(match)?.image;
    if (!image || !svg) return;
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    image.addEventListener("load", () => URL.revokeObjectURL(url), { once: true });
    image.setAttribute("src", url);
  }
}
