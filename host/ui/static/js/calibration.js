// @ts-check
// The calibration of a real board: begun here, led through by the board's lights and these words.

import { byId } from "./dom/dom.js";
import { t } from "./text/messages.js";

export class Calibration {
  /** @param {(message: import("./types.js").PageRequest) => boolean} send */
  constructor(send) {
    /** True at a virtual board: nobody can sweep a piece over it in time. */
    this.virtual = true;
    this.running = false;
    /** The last step while this page is open; empty before the first. */
    this.last = "";
    byId("calibrate").addEventListener("click", () =>
      send({ t: "calibrate", action: this.running ? "stop" : "start" }),
    );
  }

  /** @param {import("./types.js").BoardMessage} message @param {boolean} allowed */
  show({ calibration }, allowed) {
    byId("calibration").hidden = this.virtual || !allowed || !calibration;
    if (!calibration) return;
    const { step, left } = calibration;
    this.running = step !== "off" && step !== "done";
    // Of one that is done the board says after a while that none runs.
    if (step !== "off" || (this.last && this.last !== "done")) this.last = step;
    byId("calibrate").textContent = t(this.running ? "page.stop_calibration" : "page.calibrate");
    const told = this.last ? t(`page.calibrating_${this.last}`, { left }) : "";
    byId("calibration-told").hidden = told === "";
    if (byId("calibration-told").textContent !== told) byId("calibration-told").textContent = told;
  }
}
