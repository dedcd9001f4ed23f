// @ts-check
// Invitations: the links that an owner gives to others, as text and as QR codes.

import { byId, html, svg } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { player } from "../text/names.js";

/** @typedef {import("../types.js").QrData} QrData */
/** @typedef {import("../types.js").InvitationData} InvitationData */

/** @param {InvitationData["role"]} role */
const purpose = (role) =>
  role === "owner" ? t("page.link_to_own") : t("page.link_to_play", { side: player(role) });

export class Invitations {
  /** @param {(message: import("../types.js").PageRequest) => boolean} send */
  constructor(send) {
    this.send = send;
    this.shown = "";
    for (const role of /** @type {const} */ (["white", "black", "owner"])) {
      byId(`invite-${role}`).addEventListener("click", () => send({ t: "invite", role }));
    }
  }

  /** @param {import("../types.js").SharingData | null} sharing */
  show(sharing) {
    // Nobody comes to a page that has no server.
    for (const id of ["invite", "join-others"]) byId(id).hidden = !sharing;
    const key = JSON.stringify([sharing, document.documentElement.lang]);
    if (!sharing || key === this.shown) return;
    this.shown = key;
    byId("invitations-reach").hidden = sharing.reachable;
    const list = byId("invitation-list");
    const open = new Set(
      [...list.querySelectorAll("details[open]")].map((each) => each.closest("li")?.dataset.invitation),
    );
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.invitation;
    const { url, qr, invitations } = sharing;
    list.replaceChildren(
      this.entry("", t("page.link_to_watch"), url, qr, open.has("")),
      ...invitations.map((each) => this.invitation(each, open.has(String(each.id)))),
    );
    if (focused) {
      const same = /** @type {HTMLElement | null} */ (
        list.querySelector(`button[data-invitation="${focused}"]`)
      );
      (same ?? byId("invite-white")).focus({ preventScroll: true });
    }
  }

  /** @param {InvitationData} invitation @param {boolean} open */
  invitation({ id, role, url, qr, pages }, open) {
    const entry = this.entry(String(id), purpose(role), url, qr, open);
    const end = html(
      "button",
      { type: "button", "data-request": "revoke", "data-invitation": String(id) },
      t("page.end_link"),
      html("span", { class: "visually-hidden" }, ` ${purpose(role)}`),
    );
    end.addEventListener("click", () => this.send({ t: "revoke", invitation: id }));
    const count = html("span", { class: "hint" }, pages ? t("page.pages_open", { count: pages }) : t("page.no_page_open"));
    entry.append(html("div", { class: "invitation-end" }, count, end));
    return entry;
  }

  /**
   * @param {string} id
   * @param {string} title
   * @param {string} url
   * @param {QrData | null} code null if no phone reaches the address
   * @param {boolean} open true if its QR code is shown
   */
  entry(id, title, url, code, open) {
    const heading = html("strong", {}, title);
    const link = html("code", {}, url);
    if (!code) return html("li", { "data-invitation": id }, heading, link);
    const summary = html(
      "summary",
      {},
      t("page.qr_code"),
      html("span", { class: "visually-hidden" }, ` ${title}`),
    );
    const details = html("details", {}, summary, picture(code, title));
    if (open) details.setAttribute("open", "");
    return html("li", { "data-invitation": id }, heading, link, details);
  }
}

/** A QR code. @param {QrData} code @param {string} title */
export function picture({ size, path }, title) {
  return svg(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": title },
    svg("rect", { width: size, height: size, class: "qr-light" }),
    svg("path", { d: path, class: "qr-dark" }),
  );
}
