// @ts-check
// Citations: numbers of the rule book in a sentence, and the rule that one leads to.

/** A number of the rule book in a sentence: "T2", "DS1". */
const CITED = /\b((?:TS|DS|[TMFS])\d+)\b/;
const RANGE = /^(TS|DS|[TMFS])(\d+)-(?:TS|DS|[TMFS])(\d+)$/;

/** True if a rule holds a number: "S4" is in "S2-S11". @param {{numbers: string[]}} rule @param {string} number */
export function holds({ numbers }, number) {
  const [, kind, at] = /^(\D+)(\d+)$/.exec(number) ?? [];
  return numbers.some((own) => {
    if (own === number) return true;
    const [, of, first, last] = RANGE.exec(own) ?? [];
    return of === kind && Number(first) <= Number(at) && Number(at) <= Number(last);
  });
}

/** A sentence in parts: each second one is a number of the rule book. @param {string} text */
export const cited = (text) => text.split(CITED);
