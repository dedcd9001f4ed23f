// @ts-check
// Keyboard access to the board: one tab stop, arrow keys move the focus, letters are commands.

import { byId } from "../dom/dom.js";
import { openDialog } from "../dom/menu.js";
import { t } from "../text/messages.js";
import {
  COLOURS,
  destinations,
  isColoured,
  pieceName,
  player,
  shortSquareWords,
  squareWords,
} from "../text/names.js";
import { next, travelled } from "./travel.js";
import { typedMove } from "./typed_move.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types.js").StateMessage} StateMessage */

/** The focused square, kept when the board is rebuilt. */
let remembered = "";

export class Keyboard {
  /**
   * @param {Board} board
   * @param {import("./hand.js").Hand} hand
   * @param {import("./plans.js").Plans} plans
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {(text: string) => void} announce announces to screen readers
   * @param {() => void} again announces once more what was announced last
   * @param {(text: string) => void} say says what screen readers read by themselves
   */
  constructor(board, hand, plans, send, announce, again, say) {
    this.board = board;
    this.hand = hand;
    this.plans = plans;
    this.send = send;
    this.announce = announce;
    this.again = again;
    const first = board.cells.keys().next().value ?? "";
    this.current = "";
    this.rove(board.cells.has(remembered) ? remembered : first, false);
    board.grid.addEventListener("keydown", (event) => this.key(event));
    board.grid.addEventListener("focusin", ({ target }) => {
      const cell = /** @type {HTMLElement} */ (target);
      const { square } = cell.dataset;
      if (!square) return;
      this.rove(square, false);
      if (cell.matches(":focus-visible")) say(cell.getAttribute("aria-label") ?? "");
    });
    // The stage has the focus at first; the handler of a board before is replaced.
    const stage = byId("stage");
    stage.onkeydown = (event) => {
      if (event.target !== stage) return;
      if (event.key === "Enter" || event.key === " ") this.rove(this.current, true);
      else this.key(event);
    };
    this.field = /** @type {HTMLInputElement} */ (byId("typed-text"));
    this.field.placeholder = t("page.type_move");
    this.field.onkeydown = ({ key }) => {
      if (key === "Escape") this.rove(this.current, true);
    };
    byId("typed-move").onsubmit = (event) => {
      event.preventDefault();
      this.type(this.field.value);
    };
  }

  /** Make a square the tab stop. @param {string} square @param {boolean} focus */
  rove(square, focus) {
    const cell = this.board.cells.get(square);
    if (!cell) return;
    this.board.cells.get(this.current)?.setAttribute("tabindex", "-1");
    cell.tabIndex = 0;
    this.current = square;
    remembered = square;
    this.board.hover(square);
    if (focus) cell.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.metaKey || !this.board.state) return;
    const done = this.travel(event) || (!event.ctrlKey && this.act(event));
    if (done) event.preventDefault();
  }

  /** Arrow keys, Home, End, Page Up and Down. @param {KeyboardEvent} event */
  travel({ key, ctrlKey }) {
    const square = travelled(this.board.view, this.current, key, ctrlKey);
    if (square !== null) this.rove(square, true);
    return square !== null;
  }

  /** Commands other than moving the focus to a neighbour. @param {KeyboardEvent} event */
  act({ key, shiftKey, repeat }) {
    const state = this.board.state;
    if (!state) return false;
    switch (key.toLowerCase()) {
      case "enter":
      case " ":
        if (!repeat) this.touch();
        break;
      case "escape":
        this.putBack();
        break;
      case "delete":
      case "backspace":
        this.takeOff();
        break;
      case "r":
        if (this.isNobodysTurn(state)) this.announce(state.prompt);
        else this.jump(state.movable, shiftKey, t("page.nothing_to_move"));
        break;
      case "n":
        this.jump(
          destinations(state).map(({ square }) => square),
          shiftKey,
          this.noDestination(),
        );
        break;
      case "m":
        this.listDestinations();
        break;
      case "t":
        this.send({ t: "describe", what: "turn" });
        break;
      case "a":
        this.again();
        break;
      case "b":
        this.send({ t: "describe", what: "ranks" });
        break;
      case "l":
        this.announce(this.lastMove());
        break;
      case "h":
        if (state.hint) this.announce(state.hint.words);
        else if (this.canBeHelped) byId("hint").click();
        else this.announce(byId("hint").title || t("guidance.no_hint_now"));
        break;
      case "/":
        this.field.focus();
        break;
      case "?":
        openDialog("legend-dialog");
        break;
      case "c":
        if (byId("chat-button").checkVisibility()) byId("chat-button").click();
        else this.announce(t("app.no_far_player"));
        break;
      case "u":
        if (state.can_takeback) this.send({ t: "takeback" });
        else if (state.touch_move) this.announce(t("page.moves_stand_told"));
        else this.announce(t("guidance.no_move_to_take_back"));
        break;
      case "y":
        if (state.can_redo) this.send({ t: "redo" });
        else this.announce(t("page.nothing_to_redo"));
        break;
      default:
        return this.find(key);
    }
    return true;
  }

  /** Make a move that was typed; where nothing else can, as its squares one after the other. @param {string} text */
  type(text) {
    const { state, hello, analysis } = this.board;
    const move = state && typedMove(text, state, hello);
    if (!move) return this.announce(t("page.not_a_move", { text }));
    this.field.value = "";
    const { from, to } = move;
    const plays = this.hand.enabled && this.hand.plays && !analysis?.active;
    if (plays && this.hand.move(from, to)) return this.rove(to, true);
    for (const square of [from, to]) {
      this.rove(square, true);
      this.touch();
    }
  }

  /** True if no piece is to be moved by a player at this page's board. @param {StateMessage} state */
  isNobodysTurn({ phase, opponent, turn }) {
    const moves = this.board.hello.virtual && opponent?.side === turn;
    return phase === "between" || phase === "over" || (phase === "play" && moves);
  }

  get canBeHelped() {
    const button = /** @type {HTMLButtonElement} */ (byId("hint"));
    return !button.disabled && button.checkVisibility();
  }

  /** Have it told where the towers of the colour with this number stand. @param {string} key */
  find(key) {
    const name = COLOURS[Number(key) - 1];
    if (!name || !isColoured(this.board.hello)) return false;
    return this.send({ t: "describe", what: "piece", name });
  }

  touch() {
    const { board, hand, current } = this;
    const held = hand.held;
    if (board.analysis?.touch(current) || this.plans.touch(current)) return;
    const captured = board.captured(current);
    if (!hand.enabled) {
      this.announce(hand.reason);
      return;
    }
    if (captured) {
      this.takeOff();
      return;
    }
    const did = hand.touch(current);
    if (did === "pushed") {
      this.announce(t("page.pushed", { square: current }));
    } else if (did === "placed") {
      this.announce(t("page.put_on", { square: current }));
    } else if (did === "nothing") {
      this.announce(t("page.lift_first", { square: squareWords(current, board.hello) }));
    } else if (hand.held && hand.held !== held && this.board.state?.phase !== "play") {
      // In play the host tells more of it.
      this.announce(t("page.lifted", { piece: pieceName(hand.held) }));
    } else if (held) {
      this.announce(t("page.put_on", { square: current }));
    }
  }

  /** Take the held piece, or the one here, off the board. */
  takeOff() {
    const { hand, current } = this;
    const piece = hand.held ?? hand.at(current);
    if (!piece || !hand.enabled) this.announce(t("page.nothing_to_take_off"));
    else if (hand.remove(piece.id)) this.announce(t("page.took_off", { piece: pieceName(piece) }));
  }

  putBack() {
    const { held } = this.hand;
    this.plans.clear();
    if (!held) this.announce(t("page.nothing_held"));
    else if (!this.hand.putBack()) {
      this.announce(t("page.origin_unknown", { piece: pieceName(held) }));
    } else if (this.board.state?.phase !== "play") {
      // In play the host tells more of it.
      this.announce(t("page.put_back", { piece: pieceName(held) }));
    }
  }

  /**
   * Go to the next of these squares.
   * @param {string[]} squares
   * @param {boolean} backwards
   * @param {string} none
   */
  jump(squares, backwards, none) {
    if (!squares.length) return this.announce(none);
    this.rove(next(this.board.inOrder([...new Set(squares)]), this.current, backwards), true);
  }

  noDestination() {
    if (!["legal", "proven"].includes(this.board.state?.help ?? "")) {
      return t("page.destinations_off");
    }
    return t("page.destinations_unknown");
  }

  listDestinations() {
    const found = destinations(/** @type {import("../types.js").StateMessage} */ (this.board.state));
    if (!found.length) return this.announce(this.noDestination());
    // That a square is just legal goes without saying.
    const notes = new Map(
      found.map(({ square, entry, role, words }) => [
        square,
        entry === "legal" && role === "squares" ? "" : words,
      ]),
    );
    const list = this.board.inOrder([...notes.keys()]).map((square) => {
      const name = shortSquareWords(square, this.board.hello);
      const note = notes.get(square);
      return note ? t("page.noted_square", { square: name, note }) : name;
    });
    this.announce(t("page.destinations", { count: list.length, squares: list.join("; ") }));
  }

  lastMove() {
    const move = this.board.state?.moves.at(-1);
    if (!move) return t("page.no_move_yet");
    return t("page.last_move", { side: player(move.side), move: move.spelled });
  }
}
