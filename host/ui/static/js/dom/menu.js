// @ts-check
// The menu: what is needed seldom, and the dialogs that it opens.

import { byId } from "./dom.js";

export class Menu {
  constructor() {
    this.popover = byId("menu");
    // Before the button's own listener, so that a dialog gives the focus back to the bar.
    this.popover.addEventListener("click", (event) => this.close(event.target), true);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll("[data-dialog]")
    )) {
      button.addEventListener("click", () => openDialog(button.dataset.dialog ?? ""));
    }
  }

  /** Close the menu if something in it was chosen. @param {EventTarget | null} target */
  close(target) {
    if (target instanceof Element && target.closest("button, a")) this.popover.hidePopover();
  }
}

/** @param {string} id */
export function openDialog(id) {
  /** @type {HTMLDialogElement} */ (byId(id)).showModal();
}
