const WORDS = /[\p{L}\p{N}]+/gu;

/** Minimum share of the words of two texts that they have in common, for one to be a change of the other. */
const ALIKE = 0.4;

/** The index of the text that is most like another one; -1 if none has enough of its words. */
export function likest(texts: readonly string[], text: string): number {
  const same = texts.indexOf(text);
  if (same !== -1) return same;
  const words = new Set(text.match(WORDS));
  let [best, most] = [-1, ALIKE];
  for (const [at, other] of texts.entries()) {
    const others = new Set(other.match(WORDS));
    const common = [...others].filter((word) => words.has(word)).length;
    const share = common / Math.max(words.size, others.size, 1);
    if (share > most) [best, most] = [at, share];
  }
  return best;
}
