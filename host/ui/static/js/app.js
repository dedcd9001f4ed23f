// @ts-check
// The application: passes messages of the host and requests of the user between the components.

import { Adoption } from "./match/adoption.js";
import { Access } from "./connection/access.js";
import { Analysis } from "./learning/analysis.js";
import { AnalysisPanel } from "./learning/analysis_panel.js";
import { Negotiation } from "./match/negotiation.js";
import { Board } from "./board/board.js";
import { toggleFullScreen, WakeLock } from "./dom/comforts.js";
import { offerBoard } from "./connection/connect_board.js";
import { Connection } from "./connection/connection.js";
import { Controls } from "./match/controls.js";
import { byId } from "./dom/dom.js";
import { Frame } from "./dom/frame.js";
import { Result } from "./match/result.js";
import { View } from "./board/geometry.js";
import { Keyboard } from "./hand/keyboard.js";
import { GameInProgress } from "./new_game/game_in_progress.js";
import { Heading } from "./match/heading.js";
import { Hand } from "./hand/hand.js";
import { Invitations } from "./far/invitations.js";
import { Tutorial } from "./learning/tutorial.js";
import { Library } from "./new_game/library.js";
import { Link } from "./connection/link.js";
import { Rules } from "./text/rules.js";
import { Start } from "./new_game/start.js";
import { Far } from "./far/far.js";
import { fillIcons } from "./dom/icons.js";
import { Language } from "./text/language.js";
import { Menu } from "./dom/menu.js";
import { t } from "./text/messages.js";
import { Moves } from "./match/moves.js";
import { cellName, label } from "./text/names.js";
import { NewGame } from "./new_game/new_game.js";
import { Players } from "./match/players.js";
import { Pointer } from "./hand/pointer.js";
import { Puzzle } from "./learning/puzzle.js";
import { Replay } from "./match/replay.js";
import { Review } from "./learning/review.js";
import { load } from "./text/settings.js";
import { Setup } from "./match/setup.js";
import { Sound } from "./sound/sound.js";
import { Status } from "./match/status.js";
import { Tray } from "./hand/tray.js";
import { Announcer } from "./sound/announcer.js";
import { resultSentences, score } from "./match/verdict.js";

/** @typedef {import("./types.js").HostMessage} HostMessage */
/** @typedef {import("./types.js").PageRequest} PageRequest */

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class Page {
  /** @param {Language} language */
  constructor(language) {
    this.language = language;
    /** @type {import("./types.js").HelloMessage | null} */
    this.hello = null;
    /** @type {import("./types.js").StateMessage | null} */
    this.state = null;
    /** @type {Uint8Array | null} */
    this.frame = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Keyboard | null} */
    this.keyboard = null;
    /** @type {Pointer | null} */
    this.pointer = null;
    this.turned = false;
    this.frames = new Frame(() => this.draw());
    /** True if more than the simulated hand has changed since the page was drawn. */
    this.changed = true;
    this.announcer = new Announcer();
    this.sound = new Sound();
    this.heading = new Heading();
    this.players = new Players();
    this.menu = new Menu();
    const send = (/** @type {PageRequest} */ message) => this.send(message);
    this.access = new Access();
    this.invitations = new Invitations(send);
    this.status = new Status(send);
    this.inProgress = new GameInProgress();
    this.newGame = new NewGame(send, () => this.start.close(), this.inProgress);
    this.result = new Result(send, () => this.newGame.open());
    this.negotiation = new Negotiation(send, this.access);
    const announce = (/** @type {string} */ text) => this.announcer.announce(text);
    this.link = new Link((text, urgent) => this.announcer.announce(text, urgent), this.sound);
    // What is opened is focused at once.
    const drawNow = () => (this.redraw(), this.frames.now());
    this.start = new Start(send, drawNow, (preset) => this.newGame.open(preset), announce, this.inProgress);
    const notify = (/** @type {string} */ text) => this.announcer.notify(text, "info");
    this.library = new Library(send, () => this.start.close(), notify, this.inProgress);
    this.rules = new Rules((text) => this.announcer.notify(text, "warn"));
    const taught = () => (this.start.close(), this.rules.book);
    this.tutorial = new Tutorial(send, () => this.start.open(), announce, taught);
    this.far = new Far(send, this.announcer, this.newGame, this.players);
    offerBoard(() => this.hello?.virtual ?? true);
    this.adoption = new Adoption(send);
    this.setup = new Setup(send);
    this.replay = new Replay(send);
    const makeRoom = () => (this.result.cover(), this.analysis.close(), this.redraw());
    this.review = new Review(send, makeRoom);
    this.puzzle = new Puzzle(send, announce);
    this.moves = new Moves(byId("moves"), byId("no-moves"), (ply) => this.analysis.goTo(ply));
    this.hand = new Hand(send, () => this.frames.ask());
    this.tray = new Tray(this.hand, (event, id) => this.pointer?.grab(event, id));
    this.controls = new Controls(
      send,
      (settings, turned) => this.applySettings(settings, turned),
      () => this.newGame.open(),
    );
    language.offer((code) => this.controls.set({ language: code }));
    this.wakeLock = new WakeLock();
    byId("full-screen").addEventListener("click", toggleFullScreen);
    this.analysis = new Analysis(send, () => this.redraw(), announce);
    this.analysisPanel = new AnalysisPanel(this.analysis);
    reducedMotion.addEventListener("change", () => this.build());
    this.connection = new Connection({
      onMessage: (message) => this.receive(message),
      onFrame: (frame) => this.showFrame(frame),
      onConnection: (open, tries, unanswered) => this.link.setConnection(open, tries, unanswered),
      onObstacle: (sentence) => this.link.setObstacle(sentence),
    });
  }

  /** @param {PageRequest} message */
  send(message) {
    if (this.connection.send(message)) {
      if (message.t === "lift" || message.t === "put") this.sound.play(message.t);
      return true;
    }
    this.announcer.notify(t("page.no_connection"), "warn");
    return false;
  }

  /** @param {HostMessage} message */
  receive(message) {
    switch (message.t) {
      case "access":
        this.setAccess(message);
        break;
      case "hello":
        this.setGame(message);
        break;
      case "state":
        this.update(message);
        break;
      case "clock":
        this.players.setClock(message);
        this.sound.followClock(message);
        this.newGame.clock = message.text;
        break;
      case "hand":
        this.controls.showByHand(message.by_hand);
        this.hand.update(message);
        byId("stage").classList.toggle("busy", message.busy);
        break;
      case "analysis":
        this.analysis.update(message);
        break;
      case "matches":
        this.inProgress.setMatches(message.matches);
        this.start.setMatches(message.matches);
        this.library.setMatches(message.matches);
        break;
      case "record":
      case "record_read":
        this.library.receive(message);
        break;
      case "review":
        this.analysis.setReview(message);
        for (const text of this.review.update(message, this.state)) this.announcer.announce(text);
        this.redraw();
        break;
      case "spoken":
        this.announcer.announce(message.text);
        break;
      case "far":
      case "invitation":
        this.far.receive(message);
        this.redraw();
        break;
      case "notice":
        if (message.level === "warn" && (this.far.refused(message.text) || this.library.refused(message.text))) break;
        this.announcer.notify(message.text, message.level);
        // Players are refused what only the program knows not to be theirs.
        if (message.level === "warn" && (this.access.side || this.hand.waiting)) this.hand.revert();
        if (message.level !== "info") this.sound.tell(message.level === "warn" ? "wrong" : "good");
        break;
    }
  }

  /** @param {import("./types.js").AccessMessage} message */
  setAccess(message) {
    const before = this.access.message?.role;
    const told = this.access.update(message);
    if (before !== message.role && (before || message.role !== "owner")) this.announcer.announce(told);
    for (const id of ["home", "to-start", "start-join"]) byId(id).hidden = !this.owner;
    this.players.side = this.access.side;
    this.invitations.show(message.sharing);
    this.askForMatches();
    this.turnToPlayer();
    this.redraw();
  }

  /** Turn a virtual board to who plays Black here: against the computer, or as an invited player. */
  turnToPlayer() {
    const { opponent } = this.state ?? {};
    const black = this.access.side ? this.access.side === "black" : opponent?.side === "white";
    this.controls.setSide(Boolean(this.hello?.virtual) && black);
  }

  /** True if this page is the owner's. */
  get owner() {
    return this.access.message?.role === "owner";
  }

  /** Ask for the saved matches, of which one may be gone on with. */
  askForMatches() {
    if (!this.owner || !this.hello?.saves) return;
    this.library.offerLink();
    this.send({ t: "matches" });
  }

  /** @param {import("./types.js").HelloMessage} hello */
  setGame(hello) {
    if (this.hello && this.hello.run !== hello.run) {
      this.start.restart();
      this.inProgress.restart();
      this.state = null;
    }
    this.hello = hello;
    this.frame = null;
    this.moves.reset();
    this.inProgress.setGame(hello);
    this.newGame.setGame(hello);
    this.far.setGame(hello);
    this.rules.setGame(hello);
    this.askForMatches();
    this.review.setGame(hello);
    this.heading.setGame(hello);
    this.start.setGame(hello);
    this.controls.setGame(hello);
    this.analysis.setGame(hello);
    this.analysisPanel.setGame(hello);
    this.turnToPlayer();
    this.build();
  }

  /** Rebuild the board, as for another game, size or orientation. */
  build() {
    if (!this.hello) return;
    const focused = this.board?.grid.contains(document.activeElement) ?? false;
    const view = new View(this.hello.size, this.turned);
    // A fresh element drops the listeners of the board before.
    const root = /** @type {HTMLElement} */ (byId("board").cloneNode(false));
    byId("board").replaceWith(root);
    byId("stage").style.setProperty("--aspect", String(view.width / view.height));
    document.body.toggleAttribute("data-turned", this.turned);
    this.board = new Board(root, this.hello, this.hand, view, reducedMotion.matches);
    this.keyboard = new Keyboard(
      this.board,
      this.hand,
      (message) => this.analysis.takes(message) || this.send(message),
      (text) => this.announcer.announce(text),
      () => this.announcer.again(),
      (text) => this.announcer.speech.utter(text),
    );
    this.pointer = new Pointer(this.board, this.hand, (square) => this.announceSquare(square));
    for (const tray of this.tray.roots) this.pointer.follow(tray);
    this.board.analysis = this.analysis;
    if (focused) this.keyboard.rove(this.keyboard.current, true);
    if (this.frame) this.board.leds.show(this.frame);
    this.redraw();
  }

  /** Announce a square that was tapped without moving a piece. @param {string} square */
  announceSquare(square) {
    const { board, hello, state } = this;
    if (hello?.virtual && !this.hand.enabled) this.announcer.notify(this.hand.reason, "info");
    else if (board && hello && state) {
      this.announcer.announce(
        cellName(square, hello, state, board.pieceOn(square), board.pieceOver(square)),
      );
    }
  }

  /** @param {import("./types.js").StateMessage} told */
  update(told) {
    const before = this.state;
    // What a lift leads to is drawn before the sensors have seen it.
    const state = told.lifting ? { ...told, marks: told.lifting.marks } : told;
    this.state = state;
    this.inProgress.show(state);
    this.turnToPlayer();
    const placing = state.phase === "play" && state.reserve.some(({ side }) => side === state.turn);
    this.hand.placing = placing ? state.turn : null;
    this.hand.lifted = state.lifted;
    this.hand.follow(state);
    const result = resultSentences(state);
    const last = state.moves.at(-1);
    const visible = [state.correction?.text ?? ""];
    // Beside the match these are not seen.
    if (!this.analysis.active) visible.push(state.hint?.words ?? "", ...result);
    if (last) visible.push(`${last.spelled}.`, `${label(last.spelled)}.`);
    this.announcer.see(this.analysis.active ? null : this.far.told(state).prompt, visible);
    const known = before ? resultSentences(before) : [];
    for (const text of result) if (!known.includes(text)) this.announcer.announce(text);
    this.announcer.follow(state, before);
    this.sound.follow(before, state, this.access.side);
    this.link.setState(state);
    this.wakeLock.keep(state.phase === "play" && state.moves.length > 0);
    this.analysis.follow(state);
    this.redraw();
  }

  /** Draw everything before the next frame is shown. */
  redraw() {
    this.changed = true;
    this.frames.ask();
  }

  draw() {
    if (this.state && this.hello) {
      this.hand.reason = this.hello.virtual ? this.access.reasonAgainstMoving(this.state) : t("app.pieces_moved_by_hand");
    }
    const analysed = this.analysis.shown();
    if (analysed) this.hand.reason = t("page.analysing");
    this.board?.render(analysed ?? this.state, analysed !== null);
    if (!this.state || !this.hello) return;
    this.tray.show(this.state, this.hello);
    if (!this.changed) return;
    this.changed = false;
    this.access.release();
    this.heading.show(this.state, this.hello, this.far.message);
    document.body.dataset.phase = this.state.phase;
    this.players.show(analysed ?? this.state);
    this.result.show(this.state);
    if (analysed) this.result.uncover();
    else this.result.reveal();
    this.negotiation.show(this.state, this.far.message);
    this.adoption.show(this.state);
    this.setup.show(this.state, this.hello.virtual);
    // What is wrong on the board, or asked there, is told even so.
    const first = this.state.correction ?? this.state.offer;
    const told = first ? null : analysed;
    this.status.show(told ?? this.far.told(this.state), told ? this.analysis.place : "", this.far.note(this.state));
    this.newGame.show(this.state);
    this.replay.show(this.state);
    this.review.show(this.state);
    this.puzzle.show(this.state);
    this.start.show(this.state);
    this.tutorial.show(this.state);
    this.controls.show(this.state);
    this.moves.show(this.state.moves, this.hello, score(this.state) !== null);
    this.moves.mark(this.analysis.shownPly, this.analysis.winners.blunders);
    this.analysisPanel.show();
    this.access.deny(this.state);
    byId("moves-box").dataset.first = this.state.moves[0]?.side ?? "black";
    document.body.dataset.panel = this.panel(this.state);
    this.announcer.quiet = this.state.tutorial !== null;
  }

  /** The panel that fills the rest of the column. @param {import("./types.js").StateMessage} state */
  panel(state) {
    if (this.start.isOpen(state, this.owner, this.players.clock.used)) return "start";
    if (state.puzzle) return "puzzle";
    if (state.tutorial) return "tutorial";
    if (this.review.isOpen) return "review";
    return this.result.besideBoard ? "result" : "moves";
  }

  /** @param {Uint8Array} frame */
  showFrame(frame) {
    this.frame = frame;
    this.board?.leds.show(frame);
  }

  /** @param {import("./text/settings.js").Settings} settings @param {boolean} turned true if Black's side is below */
  applySettings(settings, turned) {
    void this.speak(settings.language);
    this.sound.on = settings.sound;
    this.announcer.speech.set(settings);
    if (turned === this.turned) return;
    this.turned = turned;
    const drawn = this.board?.arrows.squares ?? [];
    this.build();
    for (const [from, to] of drawn) this.board?.arrows.toggle(from, to);
  }

  /** Show everything in another language. @param {string} language "" for the reader's own */
  async speak(language) {
    if (!(await this.language.show(language))) return;
    this.connection.repeat();
    this.announcer.speech.offerVoices();
  }
}

const language = new Language();
await language.begin(load().language);
fillIcons(document);
new Page(language);
