// @ts-check
// A board on a transparent ground, to be laid over the picture of a camera.

import { byId, html } from "./dom/dom.js";
import { Language } from "./text/language.js";
import { t } from "./text/messages.js";
import { load } from "./text/settings.js";
import { showSymbols } from "./board/symbols.js";
import { WatchedBoard } from "./wall/watched_board.js";
import { WallLine } from "./wall/line.js";
import { Strips, told } from "./wall/words.js";

const name = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
await new Language().begin(load().language);
showSymbols(load().symbols);
document.title = name;
const drawing = new WatchedBoard(byId("one-stage").appendChild(html("div")), true);
const strips = new Strips(byId("one-players"));

/** @param {string} words @param {string} kind */
function tell(words, kind) {
  byId("one-words").textContent = words;
  byId("one-words").hidden = !words;
  document.body.dataset.kind = kind;
}

const absent = () => tell(t("page.wall_no_board", { board: name }), "dead");
new WallLine(
  {
    onWall: ({ boards }) => boards === 0 && absent(),
    onBoard: (board) => {
      const { kind, words } = told(board);
      drawing.show(board);
      strips.show(board);
      tell(kind === "play" ? "" : words, kind);
    },
    onGone: absent,
    // What was seen last stays, pale: over the picture a word on the connection would be read by all.
    onConnection: (open) => document.body.classList.toggle("lost", !open),
    onObstacle: (sentence) => tell(sentence, "dead"),
  },
  name,
);
