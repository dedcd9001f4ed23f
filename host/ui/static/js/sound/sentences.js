// @ts-check
// Sentences that are announced together: each once, and the task at their end.

/** @typedef {{text: string, urgent: boolean, toast: boolean, level: string}} Sentence */

/**
 * The sentences to announce of those that have come together.
 * @param {Sentence[]} waiting in the order in which they came
 * @param {string | undefined} task the prompt, with which several may end
 * @returns {Sentence[]}
 */
export function together(waiting, task) {
  // A sentence that is part of another is not read twice.
  const items = waiting.filter(
    ({ text }, i, all) =>
      !all.some(
        (other, j) => j !== i && other.text.includes(text) && (other.text !== text || j < i),
      ),
  );
  // Several end with the task: it is said last of all, also after a result that comes later.
  const last = task ? items.findLast(({ text }) => text.includes(task)) : undefined;
  if (!task || !last) return items;
  const rest = (/** @type {string} */ text) => text.replace(task, "").replace(/\s+/g, " ").trim();
  return [...items.map((item) => ({ ...item, text: rest(item.text) })), { ...last, text: task }];
}

/** The sentences with one told in other words, if there are any. @param {Sentence[]} waiting @param {{told: string, words: string}} other */
export function reworded(waiting, { told, words }) {
  if (!words) return waiting;
  return waiting.map((item) => ({ ...item, text: item.text.replace(told, () => words) }));
}

/** A text without the sentences that are seen elsewhere. @param {string} text @param {Iterable<string>} visible */
export function unseen(text, visible) {
  let rest = text;
  for (const seen of visible) rest = rest.replace(seen, "");
  return rest.trim();
}

/** Time to notice a sentence. */
const NOTICE_MS = 1500;
/** Time for each character of it: some 200 words a minute. */
const CHARACTER_MS = 50;
/** Time after which a sentence is in the way, however long it is. */
const LONGEST_MS = 7000;

/** Time that it takes to read a sentence, in ms. @param {string} text */
export const readingMs = (text) => Math.min(LONGEST_MS, NOTICE_MS + CHARACTER_MS * text.length);
