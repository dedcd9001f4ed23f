// @ts-check
// Does in the page what `benchmarks/costs/tab_memory.py` asks for: a debugger that is attached, as
// Playwright's, keeps all that the page fetches in the tab's memory.

const STEP_MS = 50;
const DESTINATION = /^(legal|winning|losing) .[1-7]$/;

sessionStorage.setItem("kamisado-start-closed", "yes");

/** @param {string} selector @returns {HTMLElement} */
function found(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`there is no ${selector}`);
  return element;
}

/** Wait until something is true. @param {() => unknown} ready */
async function until(ready) {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, STEP_MS));
}

/** @param {string} selector */
const shown = (selector) => until(() => document.querySelector(selector));

/** Press what begins with a text. @param {string} selector @param {string} text */
function press(selector, text) {
  const all = [...document.querySelectorAll(selector)];
  const wanted = all.find((each) => each.textContent?.trim().startsWith(text));
  if (!(wanted instanceof HTMLElement)) throw new Error(`no ${selector} says ${text}`);
  wanted.click();
}

/** @param {HTMLElement} cell @param {string} name */
const strike = (cell, name) =>
  cell.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));

/** @type {Record<string, (argument: string) => unknown>} */
const COMMANDS = {
  /** Wait for the board. */
  link: () => shown("#link[data-state=up]"),

  reload() {
    location.reload();
    return new Promise(() => {}); // the page that comes goes on
  },

  /** Choose the proven lights. */
  async prove() {
    found("#menu-button").click();
    press("#menu button", "Settings");
    press("#help label", "Proven");
    press("#settings button", "Done");
  },

  /** Lift the tower of a square, wait for its destinations, and put it back. @param {string} square */
  async press(square) {
    await shown(`[data-mark='any ${square}']`);
    const cell = found(`[data-square="${square}"]`);
    cell.focus();
    strike(cell, "Enter");
    await until(() =>
      [...document.querySelectorAll("[data-mark]")].some((each) =>
        DESTINATION.test(/** @type {SVGElement} */ (each).dataset.mark ?? ""),
      ),
    );
    strike(cell, "Escape");
  },
};

let done = "loaded";
for (;;) {
  const answer = await fetch(`/command?done=${encodeURIComponent(done)}`);
  const [name, argument] = (await answer.text()).split(" ");
  try {
    await COMMANDS[name](argument ?? "");
    done = name;
  } catch (error) {
    done = String(error);
  }
}
