// @ts-check
// A match with a player at another board: the invitation, what that player does, and six sentences.

import { byId, html } from "../dom/dom.js";
import { Invitations, picture } from "./invitations.js";
import { follow, linkIn } from "./join.js";
import { t } from "../text/messages.js";

/** @typedef {import("../types.js").FarMessage} FarMessage */
/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").InvitationMessage} InvitationMessage */

/** The sentences, by their numbers in the record. */
const PHRASES = [0, 1, 2, 3, 4, 5];
/** Invitations to a match begin so; other links lead to a page. */
const SCHEME = "kamisado:";
/** Letters of a link that are quoted. */
const QUOTED = 60;
/** One in what was pasted, perhaps with the command or the quotation marks around it. */
const INVITATION = /kamisado:join\?[^\s'"]+/;

export class Far {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {import("../sound/announcer.js").Announcer} announcer
   * @param {import("../new_game/new_game.js").NewGame} newGame
   * @param {import("../match/players.js").Players} players
   */
  constructor(send, announcer, newGame, players) {
    this.send = send;
    this.announcer = announcer;
    this.newGame = newGame;
    this.players = players;
    this.invitations = new Invitations(send);
    /** True if players at other boards can be reached. */
    this.reachable = false;
    /** @type {FarMessage | null} */
    this.message = null;
    /** True from asking for the link of an invitation until it comes. */
    this.wanted = false;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("far-dialog"));
    this.joinDialog = /** @type {HTMLDialogElement} */ (byId("join"));
    this.link = /** @type {HTMLInputElement} */ (byId("join-link"));
    /** True from asking to join until the dialog is closed: a warning need not be the refusal, as
     * a larger virtual board takes the place of the one that is there. */
    this.joining = false;
    /** The link to another site that is asked about; "" for none. */
    this.foreign = "";
    byId("start-far").addEventListener("click", () => newGame.open("far player"));
    byId("chat").addEventListener("beforetoggle", () => this.placeSentences());
    byId("far-link").addEventListener("click", () => {
      this.wanted = send({ t: "invitation" });
    });
    byId("far-cancel").addEventListener("click", () => {
      this.dialog.close();
      send({ t: "far_leave" });
    });
    byId("far-withdraw").addEventListener("click", () => send({ t: "far_withdraw" }));
    byId("far-copy").addEventListener("click", () => this.copy());
    byId("join-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.join(this.link.value.match(INVITATION)?.[0] ?? this.link.value.trim());
    });
    this.joinDialog.addEventListener("close", () => {
      this.joining = false;
      this.link.value = ""; // it may hold a secret
      this.askToLeave("", "");
    });
    this.link.addEventListener("input", () => this.foreign && this.askToLeave("", ""));
    byId("new-game").addEventListener("close", () => {
      this.wanted = newGame.dialog.returnValue === "new" && newGame.isFar;
    });
  }

  /** @param {import("../types.js").HelloMessage} hello */
  setGame({ far }) {
    this.reachable = far;
    byId("start-far").hidden = !far;
    byId("far-unreachable").hidden = far;
    this.newGame.offerFar(far);
    byId("chat").replaceChildren(
      ...PHRASES.map((number) => {
        const button = html("button", { type: "button", "data-request": "say" }, t(`remote.phrase_${number}`));
        button.addEventListener("click", () => {
          byId("chat").hidePopover();
          this.send({ t: "say", number });
        });
        return button;
      }),
    );
  }

  /** Have the sentences open at the balloon, where there is more room: below or above. */
  placeSentences() {
    const { top, bottom, left } = byId("chat-button").getBoundingClientRect();
    const below = top < innerHeight - bottom;
    const { style } = byId("chat");
    style.inset = below ? `${bottom + 4}px auto auto` : `auto auto ${innerHeight - top + 4}px`;
    style.left = `max(8px, min(${left}px, 100vw - 26rem - 8px))`;
  }

  /** @param {FarMessage | InvitationMessage} message */
  receive(message) {
    if (message.t === "far") this.update(message);
    else this.invite(message);
  }

  /** @param {FarMessage} message */
  update(message) {
    if (this.message?.stage === "inviting" && message.stage !== "inviting") this.dialog.close();
    // An inviter who is away lets nobody in yet.
    const begins = (this.message?.stage ?? "none") === "none" && message.stage !== "none";
    if (this.joining && begins) {
      this.joinDialog.close();
      this.newGame.begun();
    }
    this.message = message;
    this.newGame.inProgress.isFar = message.stage !== "none";
    byId("far-link").hidden = message.stage !== "inviting";
    this.players.setFar(message);
  }

  /** Why a move does not arrive now, and that it is kept; "" if it does. @param {StateMessage} state */
  delay({ phase, outcome, offer }) {
    if (!this.message || this.message.stage === "none") return "";
    if (phase !== "play" || outcome || offer) return "";
    if (!this.message.connected) return t("page.far_moves_wait");
    if (this.message.stage === "inviting") return t("page.far_not_joined");
    return this.message.presence === "away" ? t("remote.far_player_is_away") : "";
  }

  /** A state with what is known of the far player, whose turn it is. @param {StateMessage} state */
  told(state) {
    const first = state.offer || state.phase !== "play" ? "" : (this.message?.waiting ?? "");
    const words = state.opponent?.thinking ? first || this.delay(state) : "";
    return words ? { ...state, prompt: words } : state;
  }

  /** The same for the own turn, beside what is to be done. @param {StateMessage} state */
  note(state) {
    return state.opponent?.thinking || state.correction ? "" : this.delay(state);
  }

  /** @param {InvitationMessage} message */
  invite({ broker, link, qr, agreed }) {
    this.newGame.setBroker(broker);
    if (!this.wanted || !link) return;
    this.wanted = false;
    this.newGame.begun();
    byId("far-address").textContent = link;
    byId("far-agreed").replaceChildren(...agreed.map((sentence) => html("p", { class: "hint" }, sentence)));
    byId("far-code").replaceChildren(...(qr ? [picture(qr, t("page.far_invitation"))] : []));
    if (!this.dialog.open) this.dialog.showModal();
  }

  /**
   * What was asked for is refused: the dialog is there again, with the reason.
   * @param {string} why
   * @returns {boolean} true if it is shown there
   */
  refused(why) {
    const { wanted, joining } = this;
    this.wanted = false;
    if (wanted) this.newGame.explain(why);
    else if (joining) this.tellJoiner(why);
    return wanted || joining;
  }

  /** Tell in the dialog what becomes of the link; "" for nothing. @param {string} words */
  tellJoiner(words) {
    byId("join-told").textContent = words;
    byId("join-told").hidden = !words;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(byId("far-address").textContent ?? "");
      this.announcer.notify(t("page.link_copied"), "info");
    } catch {
      getSelection()?.selectAllChildren(byId("far-address")); // to be copied by hand
    }
  }

  /** Ask if a link to another site is to be followed. @param {string} link "" to ask nothing any more @param {string} site */
  askToLeave(link, site) {
    this.foreign = link;
    const shown = link.length > QUOTED ? `${link.slice(0, QUOTED)}…` : link;
    this.tellJoiner(link && t("page.ask_leave_site", { link: shown, site }));
    byId("join-go").textContent = link ? t("page.go_to_site", { site }) : t("page.join");
  }

  /** Follow a link to another page, to another site once it was asked for twice. @param {string} text */
  followLink(text) {
    const found = linkIn(text, location.origin);
    if (!found) this.tellJoiner(t("page.no_link", { link: text.slice(0, QUOTED) }));
    else if (found.site && this.foreign !== text) this.askToLeave(text, found.site);
    else {
      this.joinDialog.close();
      follow(found.link);
    }
  }

  /** Follow a link to a match, or to another page. @param {string} link */
  join(link) {
    if (!link.startsWith(SCHEME)) this.followLink(link);
    else if (!this.reachable) this.tellJoiner(t("page.far_needs_program"));
    else if (this.send({ t: "far_join", link })) {
      this.joining = true;
      this.tellJoiner(t("page.connecting"));
    }
  }
}
