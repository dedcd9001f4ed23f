// @ts-check
// The application: hands messages of the host to the rooms of the page, and what one has to another.

import { Program } from "./connection/program.js";
import { toggleFullScreen, WakeLock } from "./dom/comforts.js";
import { byId } from "./dom/dom.js";
import { Frame } from "./dom/frame.js";
import { fillIcons } from "./dom/icons.js";
import { Menu } from "./dom/menu.js";
import { Far } from "./far/far.js";
import { Stage } from "./hand/stage.js";
import { Learning } from "./learning/learning.js";
import { Match } from "./match/match.js";
import { Share, showHere } from "./sharing/share.js";
import { Games } from "./new_game/games.js";
import { Voice } from "./sound/voice.js";
import { Language } from "./text/language.js";
import { Rules } from "./text/rules.js";
import { load } from "./text/settings.js";

/** @typedef {import("./types.js").HostMessage} HostMessage */
/** @typedef {import("./types.js").StateMessage} StateMessage */

class Page {
  /** @param {Language} language */
  constructor(language) {
    this.language = language;
    /** @type {import("./types.js").HelloMessage | null} */
    this.hello = null;
    /** @type {StateMessage | null} */
    this.state = null;
    this.menu = new Menu();
    this.wakeLock = new WakeLock();
    byId("full-screen").addEventListener("click", toggleFullScreen);
    const frames = new Frame((whole) => this.draw(whole));
    this.frames = frames;
    const voice = new Voice();
    this.voice = voice;
    const program = new Program(voice, () => this.hello?.virtual ?? true);
    this.program = program;
    const rules = new Rules((text) => voice.notify(text, "warn"));
    this.rules = rules;
    const games = new Games(program, voice, frames, (explores) => {
      const { analysis } = this.learning;
      if (explores) analysis.goTo(0);
      else analysis.close();
    });
    this.games = games;
    const cover = () => this.match.result.bringBack();
    const taught = () => (games.start.close(), rules.book);
    const left = () => games.start.open();
    const play = (/** @type {string} */ book) => games.start.playLearnt(book);
    /** @param {string} position @param {import("./types.js").Side} [own] the side of who plays the solver */
    const playFrom = (position, own) => {
      const begun = () => (this.learning.review.close(), this.learning.analysis.close());
      games.newGame.open(own ? "solver" : "", { position, begun, own });
    };
    const learning = new Learning(
      program.send, voice.announce, frames, cover, left, taught, play, playFrom, showHere,
    );
    this.learning = learning;
    this.stage = new Stage(program, voice, learning.analysis, frames);
    const newGame = () => games.newGame.open();
    const preview = (/** @type {import("./types.js").PieceData[]} */ pieces) => this.stage.board?.preview(pieces);
    const showLine = (/** @type {string[]} */ line) => learning.demonstration.show(learning.analysis.length, line);
    this.match = new Match(program, voice, learning.analysis, newGame, preview, showLine, (settings, turned) => {
      void this.speak(settings.language);
      voice.set(settings);
      this.stage.turn(turned);
    });
    this.share = new Share(program.send, () => learning.analysis.shownPlace);
    this.far = new Far(program.send, voice.announcer, games.newGame, this.match.players);
    language.offer((code) => this.match.controls.set({ language: code }));
    program.connect(
      (message) => this.receive(message),
      (frame) => this.stage.setLights(frame),
    );
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
        this.match.setClock(message);
        this.games.newGame.clock = message.text;
        break;
      case "hand":
        this.match.controls.showByHand(message.by_hand);
        this.stage.setHand(message);
        break;
      case "analysis":
        this.learning.analysis.update(message);
        break;
      case "matches":
        this.games.setMatches(message);
        break;
      case "match_picture":
        this.games.library.pictures.receive(message);
        break;
      case "record":
      case "record_read":
        this.games.library.receive(message);
        break;
      case "shared":
        this.share.receive(message);
        break;
      case "review":
        this.learning.setReview(message, this.state);
        break;
      case "spoken":
        this.voice.announce(message.text);
        break;
      case "far":
      case "invitation":
        this.far.receive(message);
        this.frames.ask();
        break;
      case "notice":
        this.tell(message);
        break;
    }
  }

  /** @param {import("./types.js").NoticeMessage} notice */
  tell(notice) {
    if (notice.level === "warn") {
      this.games.link.refused();
      if (this.share.refused(notice.text)) return;
      if (this.far.refused(notice.text) || this.games.library.refused(notice.text)) return;
      if (notice.refusal) this.stage.hand.revert();
    }
    this.voice.tell(notice);
  }

  /** @param {import("./types.js").AccessMessage} message */
  setAccess(message) {
    this.program.setAccess(message);
    this.far.invitations.show(message.sharing);
    this.games.setAccess();
    this.match.turnToPlayer(this.state);
    this.frames.ask();
  }

  /** @param {import("./types.js").HelloMessage} hello */
  setGame(hello) {
    if (this.hello && this.hello.run !== hello.run) {
      this.games.restart();
      this.state = null;
    }
    this.hello = hello;
    this.match.setGame(hello);
    this.games.setGame(hello);
    this.far.setGame(hello);
    this.share.setGame(hello);
    this.rules.setGame(hello);
    this.learning.setGame(hello);
    this.match.turnToPlayer(this.state);
    this.stage.setGame(hello);
  }

  /** @param {StateMessage} told */
  update(told) {
    const before = this.state;
    // What a lift leads to is drawn before the sensors have seen it.
    const state = told.lifting ? { ...told, marks: told.lifting.marks } : told;
    this.state = state;
    this.games.inProgress.show(state);
    this.match.turnToPlayer(state);
    this.stage.follow(state);
    this.match.tell(state, before, this.far.told(state).prompt);
    this.program.link.setState(state);
    this.wakeLock.keep(state.phase === "play" && state.moves.length > 0);
    this.learning.analysis.follow(state);
    this.frames.ask();
  }

  /** @param {boolean} whole false to draw the board alone */
  draw(whole) {
    const { state } = this;
    const { access } = this.program;
    const analysed = this.learning.analysis.shown();
    this.stage.show(state, analysed);
    if (!state || !this.hello || !whole) return;
    access.release();
    const { message } = this.far;
    this.match.show(state, analysed, { told: this.far.told(state), note: this.far.note(state), far: message });
    this.games.show(state);
    this.share.show(state);
    this.learning.show(state);
    access.deny(state);
    const panel = this.panel(state);
    document.body.dataset.panel = panel;
    if (panel !== "start") this.games.names.propose(state);
    this.voice.announcer.quiet = state.tutorial !== null;
  }

  /** The panel that fills the rest of the column. @param {StateMessage} state */
  panel(state) {
    const { players, result } = this.match;
    if (this.games.isOpen(state, players.clock.used)) return "start";
    return this.learning.panelOf(state) || (result.isShown ? "result" : "moves");
  }

  /** Show everything in another language. @param {string} language "" for the reader's own */
  async speak(language) {
    if (!(await this.language.show(language))) return;
    this.program.connection?.repeat();
    this.voice.announcer.speech.offerVoices();
  }
}

const language = new Language();
await language.begin(load().language);
fillIcons(document);
new Page(language);
