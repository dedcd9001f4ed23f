// @ts-check
// The dialog for a new game: game, settings, clock and opponent.

import { byId, html } from "../dom/dom.js";
import { has, t } from "../text/messages.js";
import { durationText, label } from "../text/names.js";
import { FAR, hasTeeth, joined, parted, requestOf } from "./wanted_game.js";

/** @typedef {import("../types.js").HelloMessage} HelloMessage */

/** Clocks that are offered by name. */
const CLOCKS = ["", "5+3", "10+5"];
const OWN = "own";

/** Levels of the computer, and the ids of those that have a name of their own. */
const LEVELS = 10;
/** @type {Record<number, string>} */
const NAMED_LEVELS = {
  1: "page.level_first_game",
  9: "page.level_expert",
  10: "page.level_strongest",
};

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

/** @param {string} name @returns {HTMLInputElement[]} */
const radios = (name) => [
  .../** @type {NodeListOf<HTMLInputElement>} */ (
    byId("new-game").querySelectorAll(`input[name="${name}"]`)
  ),
];

/** The chosen one. @param {string} name */
const chosen = (name) => radios(name).find((radio) => radio.checked);

/**
 * The input of a setting; its value is empty for one that is drawn by lot.
 * @param {import("../types.js").SettingData} setting
 * @param {string | undefined} now
 */
function field({ name, values, value_words, default: usual, default_words, by_lot }, now) {
  const attributes = { "data-setting": name, ...(by_lot ? {} : { "data-usual": usual }) };
  if (!values.length) {
    const bounds = { type: "number", inputmode: "numeric", min: "1", max: "999999999", step: "1" };
    if (/^[0-9]+$/.test(usual)) {
      return html("input", { ...attributes, ...bounds, required: "", value: now ?? usual });
    }
    return html("input", { ...attributes, ...bounds, placeholder: default_words, value: now ?? "" });
  }
  const options = by_lot ? [["", t("page.by_lot")]] : [];
  options.push(...values.map((value, i) => [value, label(value_words[i] ?? value)]));
  const choice = html(
    "select",
    attributes,
    ...options.map(([value, words]) => html("option", { value }, words)),
  );
  // A setting that was drawn is drawn again.
  /** @type {HTMLSelectElement} */ (choice).value = by_lot ? "" : (now ?? usual);
  return choice;
}

export class NewGame {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => void} begun called when a game was asked for
   * @param {import("./game_in_progress.js").GameInProgress} inProgress
   */
  constructor(send, begun, inProgress) {
    this.begun = begun;
    /** The game that is played, with its settings. */
    this.game = "";
    /** The position to begin from, and what is called then; null to begin as usual. @type {{position: string, begun: () => void, own?: import("../types.js").Side} | null} */
    this.from = null;
    this.inProgress = inProgress;
    this.send = send;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("new-game"));
    /** @type {import("../types.js").GameData[]} */
    this.games = [];
    /** True if players at other boards can be reached. */
    this.isReachable = false;
    /** The game under way, without its settings. */
    this.kind = "";
    /** @type {Map<string, string>} */
    this.said = new Map();
    /** Of the game that is played. */
    this.clock = "";
    /** True if moves stand in it. */
    this.touchMove = false;
    /** The computer as a player in it. @type {import("../types.js").StateMessage["opponent"]} */
    this.opponent = null;
    for (const radio of radios("clock")) {
      radio.addEventListener("change", () => this.showOwn());
    }
    for (let level = 1; level <= LEVELS; level++) {
      select("opponent").append(html("option", { value: String(level) }));
    }
    select("opponent").addEventListener("change", () => this.showSides());
    // A wrong number behind "More" must be seen.
    this.dialog.addEventListener("invalid", () => this.more(true), true);
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "new") this.begin();
    });
  }

  /** @param {HelloMessage} hello */
  setGame({ games, game, saves, far }) {
    this.isReachable = far;
    for (const option of select("far-absence").options) {
      const time = durationText(Number(option.value));
      if (option.value) option.textContent = t("page.absence_limit", { time });
    }
    for (const option of select("opponent").options) {
      const level = Number(option.value);
      if (level) option.textContent = t(NAMED_LEVELS[level] ?? "page.level", { level });
    }
    this.games = games;
    for (const kept of document.querySelectorAll(".game-kept")) {
      kept.textContent = t(saves ? "page.game_kept" : "page.game_not_kept");
    }
    this.game = game;
    [this.kind, this.said] = parted(game);
    const current = games.some(({ name }) => name === this.kind) ? this.kind : games[0]?.name;
    byId("formats").replaceChildren(
      ...games.map(({ name, title, size, fits }) => {
        const radio = html("input", { type: "radio", name: "game", value: name });
        /** @type {HTMLInputElement} */ (radio).disabled = !fits;
        /** @type {HTMLInputElement} */ (radio).defaultChecked = name === current;
        radio.addEventListener("change", () => this.showSettings());
        const about = `page.format_${name.replace("kamisado-", "")}`;
        let told = has(about) ? t(about) : "";
        if (!fits) told = t("page.needs_board", { size: size.join("x") });
        const note = told ? html("small", { class: "family" }, told) : "";
        return html("label", {}, radio, html("span", {}, label(title), note));
      }),
    );
  }

  /** Show the settings of the chosen game; those in use if it is the one under way. */
  showSettings() {
    const name = chosen("game")?.value;
    // It keeps its place, so that the dialog does not change its size.
    byId("points-explained").style.visibility = hasTeeth(name ?? "") ? "" : "hidden";
    const settings = this.games.find((game) => game.name === name)?.settings ?? [];
    byId("agreed").hidden = !settings.length;
    byId("agreed-on").replaceChildren(
      ...settings.map((setting) => {
        const now = name === this.kind ? this.said.get(setting.name) : undefined;
        return html("label", {}, html("span", {}, label(setting.words)), field(setting, now));
      }),
    );
  }

  /** The chosen game and its settings, as a name. */
  agreed() {
    const name = chosen("game")?.value ?? "";
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (
      byId("agreed-on").querySelectorAll("[data-setting]")
    );
    const said = [...fields].filter(({ value, dataset }) => value && value !== dataset.usual);
    return joined(name, said.map(({ value, dataset }) => [dataset.setting ?? "", value]));
  }

  /** True if the opponent that is chosen plays at another board. */
  get isFar() {
    return select("opponent").value === FAR;
  }

  /** @param {boolean} can true if a player at another board may be the opponent */
  offerFar(can) {
    const option = select("opponent").querySelector(`[value="${FAR}"]`);
    /** @type {HTMLOptionElement} */ (option).hidden = !can;
    /** @type {HTMLOptionElement} */ (option).disabled = !can;
  }

  /** Offer the broker that was used last. @param {string} address */
  setBroker(address) {
    const field = input("far-broker");
    // Whoever is at the field may be writing.
    if (document.activeElement !== field) field.defaultValue = address || t("page.broker_begins");
  }

  /** Show again what was asked for, with the reason why it cannot be. @param {string} why */
  explain(why) {
    byId("far-refused").textContent = why;
    byId("far-refused").hidden = false;
    this.dialog.returnValue = "";
    if (!this.dialog.open) this.dialog.showModal();
    input("far-broker").focus();
  }

  /** @param {import("../types.js").StateMessage} state */
  show({ touch_move, conditions, opponent }) {
    this.touchMove = touch_move;
    this.serious = conditions === "serious";
    this.opponent = opponent;
  }

  /**
   * @param {"two players" | "another game" | "far player" | "solver" | ""} [preset] what the player has said already; "" for
   *   what is played now
   * @param {NewGame["from"]} from
   */
  open(preset = "", from = null) {
    this.from = from;
    for (const id of ["game-choice", "agreed"]) byId(id).classList.toggle("settled", from !== null);
    input("far-broker").defaultValue ||= t("page.broker_begins");
    /** @type {HTMLFormElement} */ (byId("new-game-form")).reset();
    const kind = CLOCKS.includes(this.clock) ? this.clock : OWN;
    for (const radio of radios("clock")) radio.checked = radio.value === kind;
    if (kind === OWN) [input("minutes").value, input("seconds").value] = this.clock.split("+");
    for (const radio of radios("moves")) radio.checked = (radio.value !== "") === this.touchMove;
    for (const radio of radios("help-had")) radio.checked = (radio.value !== "") === this.serious;
    const far = preset === "far player";
    this.offerFar(this.isReachable && !from);
    select("opponent").value = preset === "two players" ? "" : (this.opponent?.level ?? "");
    if (far) select("opponent").value = FAR;
    if (preset === "solver") select("opponent").value = String(LEVELS);
    if (!byId("far-fields").hidden || far) this.send({ t: "invitation" });
    byId("far-refused").hidden = true;
    if (preset === "another game") this.choose((name) => !name.startsWith("kamisado"));
    if (far || preset === "two players") this.choose((name) => name.startsWith("kamisado"));
    this.showOwn();
    this.showSides();
    const solvers = from?.own && (from.own === "white" ? "black" : "white");
    const isNew = far || preset === "two players";
    const known = solvers ?? (isNew ? undefined : this.opponent?.side);
    select("plays").value = known ?? select("plays").value;
    this.showSettings();
    this.more(this.clock !== "" || this.touchMove || this.serious || this.said.size > 0);
    byId("new-game-warning").hidden = !this.inProgress.isUnderWay;
    // In some browsers Escape leaves the answer of the last time.
    this.dialog.returnValue = "";
    this.dialog.showModal();
    if (preset === "another game") chosen("game")?.focus();
    else select("opponent").focus();
  }

  /** Choose the first game whose name is wanted, unless one is chosen. @param {(name: string) => boolean} wanted */
  choose(wanted) {
    const now = chosen("game");
    const first = radios("game").find(({ value, disabled }) => !disabled && wanted(value));
    if (first && !(now && wanted(now.value))) first.checked = true;
  }

  /** @param {boolean} open */
  more(open) {
    /** @type {HTMLDetailsElement} */ (byId("new-game-more")).open = open;
  }

  /** Show the fields of another clock only while it is chosen. */
  showOwn() {
    const own = chosen("clock")?.value === OWN;
    byId("own-clock").hidden = !own;
    for (const id of ["minutes", "seconds"]) input(id).disabled = !own;
  }

  /** Offer the sides: of the computer, or those that two people agree on; or the lot. */
  showSides() {
    const alone = select("opponent").value !== "";
    byId("far-fields").hidden = !this.isFar;
    input("far-broker").required = this.isFar;
    // The value is the side of the computer, or of the player at another board.
    const sides = alone
      ? [["white", t("page.black")], ["black", t("page.white")]]
      : [["", t("page.as_agreed")]];
    if (!this.isFar) sides.push(["lot", t("page.by_lot")]);
    select("plays").replaceChildren(
      ...sides.map(([value, words]) => html("option", { value }, words)),
    );
  }

  begin() {
    const game = this.from ? this.game : this.agreed();
    if (!game) return;
    const kind = chosen("clock")?.value ?? "";
    const request = requestOf({
      game,
      clock: kind === OWN ? `${input("minutes").valueAsNumber}+${input("seconds").valueAsNumber}` : kind,
      stand: chosen("moves")?.value === "touch",
      serious: chosen("help-had")?.value === "serious",
      opponent: select("opponent").value,
      plays: /** @type {import("./wanted_game.js").WantedGame["plays"]} */ (select("plays").value),
      broker: input("far-broker").value,
      absence: Number(select("far-absence").value),
      position: this.from?.position,
    });
    this.send(request);
    if (request.t !== "new") return;
    this.begun();
    this.from?.begun();
    // The keys of the board work at once, not those of what has opened the dialog.
    byId("stage").focus({ preventScroll: true });
  }
}
