// @ts-check
// The dialog that connects a board by USB, where the page reaches the ports of the computer.

import { byId } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { serialPorts } from "./transport.js";

/** @typedef {import("./types.js").BoardPorts} BoardPorts */

/**
 * The same without options of a command line.
 * @type {Record<string, string>}
 */
const WORDS = {
  "link.nothing_answers": "page.port_is_silent",
  "link.console_port": "page.port_is_console",
  "link.unknown_device": "page.port_is_unknown",
};

const dialog = () => /** @type {HTMLDialogElement} */ (byId("board-dialog"));

/** @param {() => boolean} isVirtual true while a virtual board is played on */
export function offerBoard(isVirtual) {
  const ports = /** @type {BoardPorts | null} */ (serialPorts);
  if (!ports) return;
  byId("connect-board").hidden = false;
  byId("start-board").hidden = !ports.supported;
  for (const id of ["connect-board", "start-board"]) {
    byId(id).addEventListener("click", () => show(ports, isVirtual()));
  }
  for (const id of ["board-choose", "board-any"]) {
    byId(id).addEventListener("click", () => connect(ports, id === "board-any"));
  }
  byId("board-virtual").addEventListener("click", async () => {
    await ports.leave();
    dialog().close();
  });
}

/** @param {BoardPorts} ports @param {boolean} virtual */
function show(ports, virtual) {
  byId("board-virtual").hidden = virtual && ports.supported;
  for (const id of ["board-words", "board-choose", "board-any"]) byId(id).hidden = !ports.supported;
  tell(ports.supported ? "" : t("page.no_web_serial"));
}

/** @param {string} text what is wrong, or what is being done */
function tell(text) {
  byId("board-told").textContent = text;
  byId("board-told").hidden = text === "";
}

/** @param {BoardPorts} ports @param {boolean} any */
async function connect(ports, any) {
  const buttons = ["board-choose", "board-any"].map((id) => /** @type {HTMLButtonElement} */ (byId(id)));
  for (const button of buttons) button.disabled = true;
  tell(t("page.asking_board"));
  const why = await ports.connect(any);
  for (const button of buttons) button.disabled = false;
  tell(why ? t(WORDS[why.id] ?? why.id, why.args) : "");
  if (!why) dialog().close();
}
