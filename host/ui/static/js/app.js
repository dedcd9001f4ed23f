// @ts-check
// The page: joins the parts.  Everything that happens comes through here once.

import { Accord } from "./negotiation.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { byId } from "./dom.js";
import { Ending } from "./ending.js";
import { View } from "./geometry.js";
import { Grid } from "./grid.js";
import { Hand } from "./hand.js";
import { fillTexts, loadCatalogue, t } from "./messages.js";
import { Moves } from "./moves.js";
import { cellName, gameName, terms } from "./names.js";
import { NewGame } from "./new_game.js";
import { Pointer } from "./pointer.js";
import { Puzzle } from "./puzzle.js";
import { Replay } from "./replay.js";
import { Review } from "./review.js";
import { Score } from "./score.js";
import { Setup } from "./setup.js";
import { Sound } from "./sound.js";
import { Status } from "./status.js";
import { Tray } from "./tray.js";
import { Voice } from "./announcer.js";

/** @typedef {import("./types.js").HostMessage} HostMessage */
/** @typedef {import("./types.js").PageMessage} PageMessage */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Page {
  constructor() {
    /** @type {import("./types.js").Hello | null} */
    this.hello = null;
    /** @type {import("./types.js").State | null} */
    this.state = null;
    /** @type {Uint8Array | null} */
    this.picture = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Grid | null} */
    this.grid = null;
    /** @type {Pointer | null} */
    this.pointer = null;
    this.turned = false;
    this.linkKind = "connecting";
    this.tries = 0;
    this.open = false;
    this.voice = new Voice();
    this.sound = new Sound();
    this.score = new Score();
    const send = (/** @type {PageMessage} */ message) => this.send(message);
    this.status = new Status(send);
    this.newGame = new NewGame(send);
    this.ending = new Ending(send, () => this.newGame.open());
    this.accord = new Accord(send);
    this.setup = new Setup(send);
    this.replay = new Replay(send);
    this.review = new Review(send);
    this.puzzle = new Puzzle(send);
    this.moves = new Moves(byId("moves"), byId("no-moves"));
    this.hand = new Hand(send, () => this.draw());
    this.tray = new Tray(byId("tray"), this.hand, (event, id) => this.pointer?.grab(event, id));
    this.controls = new Controls(
      send,
      (settings) => this.taste(settings),
      () => this.newGame.open(),
    );
    calm.addEventListener("change", () => this.build());
    this.connection = new Connection({
      heard: (message) => this.hear(message),
      pictured: (picture) => this.show(picture),
      changed: (open, tries) => this.connect(open, tries),
    });
  }

  /** @param {PageMessage} message */
  send(message) {
    if (this.connection.send(message)) {
      if (message.t === "lift" || message.t === "put") this.sound.play(message.t);
      return true;
    }
    this.voice.say(t("page.no_connection"), "warn");
    return false;
  }

  /** @param {HostMessage} message */
  hear(message) {
    switch (message.t) {
      case "hello":
        this.greet(message);
        break;
      case "state":
        this.update(message);
        break;
      case "clock":
        this.score.hear(message);
        this.newGame.clock = message.text;
        break;
      case "hand":
        this.hand.learn(message.pieces);
        break;
      case "review":
        for (const text of this.review.hear(message)) this.voice.tell(text);
        break;
      case "say":
        this.voice.say(message.text, message.level);
        if (message.level !== "info") this.sound.play(message.level);
        break;
    }
  }

  /** @param {import("./types.js").Hello} hello */
  greet(hello) {
    this.hello = hello;
    this.picture = null;
    this.hand.able = hello.virtual;
    this.moves.reset();
    this.newGame.greet(hello);
    this.review.greet(hello);
    const { version, runtime } = hello;
    byId("about").textContent = t("page.about", { version, runtime });
    byId("game-name").textContent = gameName(hello);
    document.title = t("page.game_board", { game: gameName(hello) });
    this.controls.greet(hello);
    this.build();
  }

  /** Draw the board anew: another size, another side, another taste. */
  build() {
    if (!this.hello) return;
    const focused = this.board?.grid.contains(document.activeElement) ?? false;
    const view = new View(this.hello.size, this.turned);
    // A fresh element drops the listeners of the board before.
    const root = /** @type {HTMLElement} */ (byId("board").cloneNode(false));
    byId("board").replaceWith(root);
    this.board = new Board(root, this.hello, this.hand, view, calm.matches);
    this.grid = new Grid(
      this.board,
      this.hand,
      (message) => this.send(message),
      (text) => this.voice.tell(text),
    );
    this.pointer = new Pointer(this.board, this.hand, (square) => this.describe(square));
    this.pointer.follow(byId("tray"));
    if (focused) this.grid.rove(this.grid.current, true);
    if (this.picture) this.board.leds.show(this.picture);
    this.draw();
  }

  /** A tap that moves nothing still tells what is there. @param {string} square */
  describe(square) {
    const { board, hello, state } = this;
    if (board && hello && state) {
      this.voice.tell(
        cellName(square, hello, state, board.pieceOn(square), board.pieceOver(square)),
      );
    }
  }

  /** @param {import("./types.js").State} state */
  update(state) {
    const before = this.state;
    this.state = state;
    const supplies = state.phase === "play" && state.reserve.some(({ side }) => side === state.turn);
    this.hand.supplies = supplies ? state.turn : null;
    const ending = this.ending.sentences(state);
    const visible = [state.prompt, state.trouble?.text ?? "", state.hint?.words ?? "", ...ending];
    this.voice.visible = new Set(visible.filter(Boolean));
    const known = before ? this.ending.sentences(before) : [];
    for (const text of ending) if (!known.includes(text)) this.voice.tell(text);
    if (state.prompt !== before?.prompt) this.voice.tell(state.prompt);
    if (state.trouble && state.trouble.text !== before?.trouble?.text) {
      this.voice.tell(state.trouble.text, true);
    }
    this.link();
    this.draw();
  }

  draw() {
    const focused = document.activeElement;
    // The hand settles once before the parts below exist.
    this.board?.render(this.state);
    if (!this.state || !this.hello) return;
    const { top } = byId("stage").getBoundingClientRect();
    const goesOn = document.body.dataset.phase === this.state.phase;
    const how = terms(this.hello, this.state);
    byId("terms").hidden = how === "";
    byId("terms").textContent = how;
    this.tray.show(this.state, this.hello);
    document.body.dataset.phase = this.state.phase;
    this.status.show(this.state);
    this.score.show(this.state);
    this.ending.show(this.state);
    this.accord.show(this.state);
    this.setup.show(this.state, this.hello.virtual);
    this.newGame.show(this.state);
    this.replay.show(this.state);
    this.review.show(this.state);
    this.puzzle.show(this.state);
    this.controls.show(this.state);
    this.moves.show(this.state.moves, this.hello);
    byId("moves-box").dataset.first = this.state.moves[0]?.side ?? "black";
    // What stands above the board may grow while a finger is on it: the board stays where it is.
    if (goesOn) scrollBy(0, byId("stage").getBoundingClientRect().top - top);
    // What had the focus may be gone; then the board is what comes next.
    const now = document.activeElement;
    if (focused !== document.body && (now === document.body || !now?.checkVisibility())) {
      byId("stage").focus({ preventScroll: true });
    }
  }

  /** @param {Uint8Array} picture */
  show(picture) {
    this.picture = picture;
    this.board?.leds.show(picture);
  }

  /** @param {boolean} open @param {number} tries */
  connect(open, tries) {
    this.open = open;
    this.tries = tries;
    this.link();
  }

  link() {
    const kind = this.status.link(this.open, this.tries, this.state);
    if (kind === this.linkKind) return;
    if (kind === "lost") this.voice.tell(t("page.connection_lost"), true);
    else if (kind === "up" && this.linkKind === "lost") this.voice.tell(t("page.connected_again"));
    this.linkKind = kind;
  }

  /** @param {import("./settings.js").Settings} settings */
  taste({ turned, sound, speech }) {
    this.sound.on = sound;
    this.voice.speakAloud(speech);
    if (turned === this.turned) return;
    this.turned = turned;
    this.build();
  }
}

await loadCatalogue();
fillTexts(document);
new Page();
