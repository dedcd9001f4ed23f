// @ts-check
// Buttons for choices between two rounds, which show beforehand where the pieces would go.

import { html, svg } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { shapeOf } from "./marks.js";

/** @typedef {import("../types.js").ChoiceData} ChoiceData */

/**
 * A button for each choice: a pointer over it or the focus shows what it leads to, and so does the
 * first tap of a finger, which has nothing of that; the second one chooses.
 * @param {ChoiceData[]} choices
 * @param {(text: string) => void} choose
 * @param {(pieces: ChoiceData["pieces"]) => void} preview shows pieces where they would stand; none for nothing
 */
export function choiceButtons(choices, choose, preview) {
  /** The button that has shown what it leads to, by a tap. @type {HTMLElement | null} */
  let tapped = null;
  return choices.map(({ text, words, square, pieces }) => {
    const place = html("span", { class: "choice-place" }, square ?? "");
    const attributes = { type: "button", class: "choice", "data-request": "choose" };
    const button = html("button", attributes, flag(), words, place);
    const show = () => preview(pieces);
    const hide = () => preview([]);
    button.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && show());
    button.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && hide());
    button.addEventListener("focus", () => button.matches(":focus-visible") && show());
    button.addEventListener("blur", hide);
    button.addEventListener("click", (event) => {
      const byFinger = /** @type {PointerEvent} */ (event).pointerType === "touch";
      if (byFinger && pieces.length && tapped !== button) {
        tapped?.querySelector(".choice-place")?.replaceChildren("");
        tapped = button;
        place.textContent = t("page.tap_again");
        show();
        return;
      }
      hide();
      choose(text);
    });
    return button;
  });
}

/** The sign that stands on the square of a choice. */
function flag() {
  const shape = shapeOf({ entry: "choice", role: "corner" });
  const attributes = { viewBox: "-30 -38 60 76", class: "choice-sign", "aria-hidden": "true" };
  return svg("svg", attributes, ...(shape ? [shape] : []));
}
