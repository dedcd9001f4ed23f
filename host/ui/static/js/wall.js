// @ts-check
// The wall of a club: all its boards live, one of them large.  Nobody can act here.

import { byId, html } from "./dom/dom.js";
import { Language } from "./text/language.js";
import { t } from "./text/messages.js";
import { Moves } from "./match/moves.js";
import { load, save } from "./text/settings.js";
import { showSymbols } from "./board/symbols.js";
import { WatchedBoard } from "./wall/watched_board.js";
import { WallLine } from "./wall/line.js";
import { showTournament } from "./wall/tournament.js";
import { Strips, told } from "./wall/words.js";

/** @typedef {import("./wall/types.js").WallBoard} WallBoard */

const GAP_PX = 8;
/** Narrowest card for which all are fitted into the window; below it the page scrolls. */
const NARROWEST_PX = 96;
/** Width of a card where the page scrolls. */
const SCROLLED_PX = 150;
const WIDEST_PX = 760;
/** Cards below these widths say less. */
const [TINY_PX, SMALL_PX] = [132, 400];

/** Height of the two lines of a card. @param {number} width */
const lines = (width) => 2 * Math.min(28, Math.max(17, Math.round(width / 9))) + 8;

/** The width of cards, so that as many fit as there are. @param {number} count */
function cardWidth(count) {
  const [width, height] = [byId("grid").clientWidth, byId("grid").clientHeight];
  for (let card = Math.min(width, WIDEST_PX); card >= NARROWEST_PX; card -= 1) {
    const columns = Math.floor((width + GAP_PX) / (card + GAP_PX));
    if (Math.ceil(count / columns) * (card + lines(card) + GAP_PX) - GAP_PX <= height) return card;
  }
  const columns = Math.max(2, Math.floor((width + GAP_PX) / (SCROLLED_PX + GAP_PX)));
  return Math.floor((width + GAP_PX) / columns) - GAP_PX;
}

/** Address of the tournament; no board has such a name. */
const TOURNAMENT = "?tournament";

/** table-2 before table-10 */
const { compare } = new Intl.Collator("en", { numeric: true });

/** A board of the grid. */
class Card {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.words = html("span", { class: "wall-told" });
    this.link = html("a", { href: `#${encodeURIComponent(name)}`, class: "wall-card" });
    const title = html("b", { class: "wall-name" }, name);
    const stage = html("span", { class: "wall-stage" });
    const players = html("span", { class: "wall-players" });
    this.turn = html("span", { class: "visually-hidden" });
    this.link.append(html("span", { class: "wall-line" }, title, this.words, this.turn), stage, players);
    this.element = html("li", { "data-board": name }, this.link);
    this.drawing = new WatchedBoard(stage, false);
    this.strips = new Strips(players);
  }

  /** @param {WallBoard} board */
  show(board) {
    const { kind, words } = told(board);
    this.link.dataset.kind = kind;
    // Who is to move is seen below; in a small card there is no room for the players' names.
    const names = board.players ? `${board.players.black} \u2013 ${board.players.white}` : "";
    this.words.textContent = kind === "play" ? names : words;
    this.words.classList.toggle("wall-names", kind === "play");
    this.turn.textContent = kind === "play" ? words : "";
    this.drawing.show(board);
    this.strips.show(board);
  }
}

class WallPage {
  /** @param {Language} language */
  constructor(language) {
    this.language = language;
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    /** @type {Map<string, WallBoard>} */
    this.boards = new Map();
    this.large = new WatchedBoard(byId("one-stage").appendChild(html("div")), true);
    this.strips = new Strips(byId("one-players"));
    this.moves = new Moves(byId("moves"), byId("no-moves"), () => {});
    this.movesOf = "";
    /** @type {import("./wall/types.js").WallMessage | null} */
    this.wall = null;
    this.isOpen = true;
    this.obstacle = "";
    new ResizeObserver(() => this.fit()).observe(byId("grid"));
    addEventListener("hashchange", () => this.choose());
    addEventListener("keydown", ({ key }) => key === "Escape" && location.hash && (location.hash = ""));
    this.line = new WallLine({
      onWall: (wall) => {
        this.wall = wall;
        if (wall.tournament) showTournament(wall.tournament);
        byId("to-tournament").hidden = !wall.tournament;
        this.tell();
        this.choose();
      },
      onBoard: (board) => this.show(board),
      onGone: (name) => this.remove(name),
      onConnection: (open) => {
        this.isOpen = open;
        this.tell();
      },
      onObstacle: (sentence) => {
        this.obstacle = sentence;
        this.tell();
      },
    });
    this.choose();
  }

  /** Name of the board that is shown large; "" for none. */
  get chosen() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  }

  /** @param {WallBoard} board */
  show(board) {
    this.boards.set(board.name, board);
    const card = this.cards.get(board.name) ?? this.add(board.name);
    card.show(board);
    if (board.name === this.chosen) this.showOne();
    this.tell();
  }

  /** @param {string} name */
  add(name) {
    const card = new Card(name);
    this.cards.set(name, card);
    const later = [...this.cards.keys()].filter((other) => compare(other, name) > 0);
    const next = later.sort(compare)[0];
    byId("grid").insertBefore(card.element, (next && this.cards.get(next)?.element) || null);
    this.fit();
    return card;
  }

  /** @param {string} name */
  remove(name) {
    this.cards.get(name)?.element.remove();
    this.cards.delete(name);
    this.boards.delete(name);
    this.fit();
    this.choose();
    this.tell();
  }

  fit() {
    const grid = byId("grid");
    if (!grid.clientWidth) return;
    const width = cardWidth(this.cards.size);
    grid.style.setProperty("--card", `${width}px`);
    grid.style.setProperty("--line", `${lines(width) / 2 - 4}px`);
    grid.classList.toggle("tiny", width < TINY_PX);
    grid.classList.toggle("small", width < SMALL_PX);
  }

  /** What concerns all boards. */
  tell() {
    const { trouble, delay = 0 } = this.wall ?? {};
    const parts = [];
    if (!this.isOpen) parts.push(this.obstacle || t("page.not_connected"));
    else if (trouble) parts.push(trouble);
    else if (this.wall && !this.boards.size) parts.push(t("page.wall_empty"));
    if (delay) parts.push(t("page.wall_delay", { minutes: String(delay) }));
    const words = parts.join(" ");
    if (byId("wall-words").textContent !== words) byId("wall-words").textContent = words;
    document.body.classList.toggle("lost", !this.isOpen);
    // A spreadsheet of that language expects its decimal mark, and columns parted accordingly.
    const table = /** @type {HTMLAnchorElement} */ (byId("results-table"));
    table.search = `?decimal=${t("decimal_mark")}`;
  }

  /** Show the board that the address names, or all. */
  choose() {
    const one = this.boards.has(this.chosen);
    const tournament = this.chosen === TOURNAMENT ? this.wall?.tournament : null;
    byId("one").hidden = !one;
    byId("tournament").hidden = !tournament;
    byId("grid").hidden = one || Boolean(tournament);
    document.title = one ? this.chosen : (tournament?.title ?? t("page.wall"));
    if (one) this.showOne();
    else this.fit();
  }

  showOne() {
    const board = this.boards.get(this.chosen);
    if (!board) return;
    if (byId("one").hidden) this.choose();
    const { kind, words } = told(board);
    byId("one").dataset.kind = kind;
    byId("one-name").textContent = board.name;
    byId("one-title").textContent = board.match?.title ?? board.title ?? "";
    // The whole sentence, which names the tower that must move.
    byId("one-words").textContent = kind === "play" ? board.prompt || words : words;
    byId("one-overlay").setAttribute("href", `overlay/${encodeURIComponent(board.name)}`);
    this.large.show(board);
    this.strips.show(board);
    const of = `${this.language.shown} ${board.name} ${board.game}`;
    if (of !== this.movesOf) this.moves.reset();
    this.movesOf = of;
    const game = /** @type {any} */ ({ square_colours: board.square_colours ?? {} });
    this.moves.show(board.moves, game, (board.match?.goal ?? 1) !== 1);
  }
}

/** Let the reader choose signs and language, which this browser keeps. @param {WallPage} page */
function offerSettings(page) {
  const settings = load();
  const symbols = /** @type {HTMLSelectElement} */ (byId("symbols"));
  symbols.value = settings.symbols;
  symbols.addEventListener("change", () => {
    settings.symbols = /** @type {import("./text/settings.js").SymbolSet} */ (symbols.value);
    showSymbols(settings.symbols);
    save(settings);
  });
  const select = /** @type {HTMLSelectElement} */ (byId("language"));
  select.append(
    ...Object.entries(page.language.names).map(([value, name]) =>
      html("option", { value, lang: value }, name),
    ),
  );
  select.value = page.language.shown;
  select.addEventListener("change", async () => {
    settings.language = select.value;
    save(settings);
    if (!(await page.language.show(select.value))) return;
    showSymbols(settings.symbols);
    page.line.repeat();
    page.choose();
  });
}

const language = new Language();
await language.begin(load().language);
showSymbols(load().symbols);
offerSettings(new WallPage(language));
