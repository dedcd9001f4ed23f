// @ts-check
// The diagnostics page: asks for the board's measurements, and shows them.

import { Calibration } from "./calibration.js";
import { Connection } from "./connection/connection.js";
import { byId, html } from "./dom/dom.js";
import { Language } from "./text/language.js";
import { t, tenths } from "./text/messages.js";
import { load } from "./text/settings.js";

/** Time between two questions: quick enough to follow a hand at the board. */
const EVERY_MS = 1000;
const FILES = "abcdefghijklmnopqrstuvwxyz";
/** @type {Record<string, string>} */
const SEEN = {
  n: "page.feels_north",
  s: "page.feels_south",
  o: "page.feels_occupied",
  "?": "page.feels_unsure",
};

/** @typedef {import("./types.js").BoardMessage} BoardMessage */

class Doctor {
  constructor() {
    /** True if the role of the page may ask. */
    this.allowed = false;
    this.obstacle = "";
    this.calibration = new Calibration((message) => this.connection.send(message));
    this.connection = new Connection({
      onMessage: (message) => this.receive(message),
      onFrame: () => {},
      onConnection: (open) => this.showConnection(open),
      onObstacle: (sentence) => {
        this.obstacle = sentence;
        this.showConnection(false);
      },
    });
    setInterval(() => this.ask(), EVERY_MS);
  }

  /** @param {import("./types.js").HostMessage} message */
  receive(message) {
    if (message.t === "board") this.show(message);
    if (message.t === "hello") this.calibration.virtual = message.virtual;
    if (message.t !== "access") return;
    this.allowed = message.requests.includes("examine");
    if (this.allowed) this.ask();
    else this.showVerdict(t("page.owner_examines"));
  }

  ask() {
    if (this.allowed && !document.hidden) this.connection.send({ t: "examine" });
  }

  /** @param {boolean} open */
  showConnection(open) {
    if (!open) this.showVerdict(this.obstacle || t("page.not_connected"));
  }

  /**
   * Show the verdict if it has changed: an unchanged one would be read out again.
   * @param {string} verdict
   */
  showVerdict(verdict) {
    if (byId("verdict").textContent !== verdict) byId("verdict").textContent = verdict;
  }

  /** @param {BoardMessage} message */
  show(message) {
    this.showVerdict(message.verdict);
    byId("findings").replaceChildren(
      ...message.findings.map((finding) => html("li", { class: finding.severity }, finding.text)),
    );
    byId("facts").replaceChildren(
      ...message.facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]),
    );
    this.map(message);
    this.calibration.show(message, this.allowed);
  }

  /** @param {BoardMessage} message */
  map(message) {
    const [files, ranks] = message.size;
    const named = new Set(message.findings.filter((f) => f.severity !== "fine").map((f) => f.square));
    const rows = [];
    for (let rank = ranks; rank >= 1; rank -= 1) {
      const row = html("tr", {}, html("th", { scope: "row" }, String(rank)));
      for (let file = 0; file < files; file += 1) {
        row.append(this.square(message, (rank - 1) * files + file, `${FILES[file]}${rank}`, named));
      }
      rows.push(row);
    }
    const head = html("tr", {}, html("td", {}));
    for (const name of FILES.slice(0, files)) head.append(html("th", { scope: "col" }, name));
    byId("map").replaceChildren(html("tbody", {}, ...rows), html("tfoot", {}, head));
  }

  /**
   * @param {BoardMessage} message
   * @param {number} cell
   * @param {string} name
   * @param {Set<string | null>} named squares that a finding is about
   */
  square(message, cell, name, named) {
    const pole = SEEN[message.picture[cell] ?? ""];
    const seen = pole ? t(pole) : "";
    const square = html("td", { id: name, class: named.has(name) ? "named" : "" });
    const level = message.levels[cell];
    const threshold = message.thresholds[cell];
    if (level === undefined || threshold === undefined) {
      square.append(seen || t("page.empty"));
      return square;
    }
    const value = String(Math.min(Math.abs(level) / threshold, 2));
    square.append(`${tenths(level)} ${seen}`.trim());
    const mt = tenths(Math.abs(level));
    const label = t("page.square_feels", { square: name, mt, threshold: tenths(threshold) });
    square.append(html("meter", { max: "2", value, "aria-label": label }));
    return square;
  }
}

await new Language().begin(load().language);
document.title = t("page.doctor");
new Doctor();
