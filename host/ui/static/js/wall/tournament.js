// @ts-check
// The tournament of a club: the pairings of the round, and the standings.

import { byId, html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { player } from "../text/names.js";

/** @typedef {import("./types.js").TournamentData} TournamentData */
/** @typedef {import("./types.js").PairingData} PairingData */

/** @type {Record<string, string>} */
const TIES = {
  Buchholz: "page.wall_buchholz",
  "Sonneborn-Berger": "page.wall_sonneborn_berger",
  "direct encounter": "page.wall_encounter",
  wins: "page.wall_wins",
  "match points": "page.wall_points",
};

/** @param {string[]} heads @param {Node[][]} rows each begins with the cell that names it */
function fill(/** @type {HTMLElement} */ table, heads, rows) {
  const head = html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text)));
  const lines = rows.map((cells) => html("tr", {}, ...cells));
  const caption = table.querySelector("caption");
  table.replaceChildren(
    ...(caption ? [caption] : []),
    html("thead", {}, head),
    html("tbody", {}, ...lines),
  );
}

/** @param {string} text */
const cell = (text) => html("td", {}, text);

/** @param {PairingData} pairing */
function pairingRow({ table, board, black, white, result }) {
  const name = html("th", { scope: "row" }, html("a", { href: `#${encodeURIComponent(board)}` }, table));
  if (!result) return [name, cell(black), cell(white), cell("")];
  const shown = html("td", {}, html("b", {}, `${result.black} : ${result.white}`));
  if (result.points) shown.append(" ", html("span", { class: "points" }, `(${result.points})`));
  if (result.forfeit) shown.append(" ", t("page.wall_forfeit"));
  if (!result.confirmed) shown.append(" ", t("page.wall_unconfirmed"));
  shown.classList.toggle("unconfirmed", !result.confirmed);
  return [name, cell(black), cell(white), shown];
}

/** Show pairings and standings. @param {TournamentData} tournament */
export function showTournament(tournament) {
  byId("tournament-title").textContent = tournament.title;
  const { round, rounds, bye, absent } = tournament;
  byId("tournament-round").textContent = t("page.wall_round", {
    round: String(round),
    rounds: String(rounds),
  });
  byId("tournament-round").hidden = !round;
  const rest = [];
  if (bye) rest.push(t("page.wall_bye", { player: bye }));
  if (absent.length) rest.push(t("page.wall_absent", { players: absent }));
  byId("tournament-rest").textContent = rest.join(" ");
  byId("pairings").hidden = !round;
  fill(
    byId("pairings"),
    [t("page.wall_at_table"), player("black"), player("white"), t("page.wall_result")],
    tournament.pairings.map(pairingRow),
  );
  fill(
    byId("standings"),
    [
      t("page.wall_rank"),
      t("page.wall_player"),
      t("page.wall_score"),
      ...tournament.ties.map((name) => t(TIES[name])),
    ],
    tournament.standings.map(({ rank, name, score, ties }) => [
      cell(String(rank)),
      html("th", { scope: "row" }, name),
      html("td", {}, html("b", {}, score)),
      ...ties.map(cell),
    ]),
  );
}
