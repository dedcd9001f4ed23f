// @ts-check
// The page that puts the firmware on a board's drive.

import { byId, html } from "./dom/dom.js";
import { Language } from "./text/language.js";
import { decode, t } from "./text/messages.js";
import { load } from "./text/settings.js";

/**
 * What browser/flash.py plans.
 * @typedef {object} Plan
 * @property {string} [refused] why it cannot be done
 * @property {string} version
 * @property {string} machine
 * @property {string} board
 * @property {boolean} isWired
 * @property {string[]} samples
 * @property {[string, string][]} setAside
 * @property {number} count
 * @property {number} unchanged
 * @property {object[]} actions
 */

const picker = /** @type {{showDirectoryPicker?: (options: object) => Promise<FileSystemDirectoryHandle>}} */ (
  /** @type {unknown} */ (window)
);

class FlashPage {
  constructor() {
    this.choose = /** @type {HTMLButtonElement} */ (byId("choose"));
    this.write = /** @type {HTMLButtonElement} */ (byId("write"));
    this.drive = "";
    /** @type {Worker | null} */
    this.worker = null;
    byId("with-picker").hidden = !picker.showDirectoryPicker;
    byId("without-picker").hidden = Boolean(picker.showDirectoryPicker);
    this.choose.addEventListener("click", () => this.chooseDrive());
    this.write.addEventListener("click", () => this.begin());
  }

  async chooseDrive() {
    const options = { id: "circuitpy", mode: "readwrite" };
    const drive = await picker.showDirectoryPicker?.(options).catch(() => null);
    if (!drive) return; // nothing was chosen, or the page may not write to it
    this.drive = drive.name;
    this.say(t("page.flash_reading"));
    this.isBusy(true);
    if (!this.worker) {
      this.worker = new Worker(new URL("../flash_worker.js", import.meta.url), { type: "module" });
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => this.fail("maintenance.drive_cannot_be_read", { why: event.message });
    }
    this.worker.postMessage({ drive });
  }

  begin() {
    this.isBusy(true);
    this.worker?.postMessage({ write: true });
  }

  /** @param {any} data */
  receive(data) {
    if (data.plan) this.show(decode(JSON.stringify(data.plan)));
    else if (data.failed) this.fail(data.failed, data.args);
    else if (data.written) this.end(t("page.flash_done"));
    else this.say(t("page.flash_writing", { done: data.done, of: data.of }));
  }

  /** Show what would be done. @param {Plan} plan */
  show(plan) {
    if (plan.refused) return this.end(plan.refused);
    const { version, machine, board, count } = plan;
    const lines = [t("page.flash_drive", { drive: this.drive, version, machine })];
    if (!plan.isWired) lines.push(t("page.flash_other_pins", { board }));
    lines.push(...plan.samples.map((file) => t("page.flash_sample", { file })));
    lines.push(...plan.setAside.map(([file, kept]) => t("page.flash_set_aside", { file, kept })));
    if (!plan.actions.length) {
      return this.end(...lines, t("page.flash_nothing_to_do", { count: plan.unchanged }));
    }
    this.end(...lines);
    this.write.textContent = t("page.flash_write", { count });
    this.write.hidden = false;
    this.write.focus();
  }

  /** @param {string} id @param {Record<string, string>} args */
  fail(id, args) {
    this.end(t(id, args), t("page.flash_left"));
  }

  /** @param {...string} lines */
  end(...lines) {
    this.isBusy(false);
    this.say(...lines);
  }

  /** @param {boolean} busy */
  isBusy(busy) {
    this.choose.disabled = busy;
    this.write.hidden = true;
  }

  /** @param {...string} lines */
  say(...lines) {
    byId("told").replaceChildren(...lines.map((line) => html("p", {}, line)));
  }
}

await new Language().begin(load().language);
new FlashPage();
