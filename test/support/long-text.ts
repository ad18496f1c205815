const PARAGRAPHS = 250;
const WORDS_A_PARAGRAPH = 80;
const WORDS_A_SENTENCE = 12;

export const WORDS = PARAGRAPHS * WORDS_A_PARAGRAPH;

/**
 * A long article that somebody goes on writing, in words of a language nobody speaks, the same in every run; a
 * compression finds little in them that repeats.
 */
export function createLongText() {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const words = (count: number) => Array.from({ length: count }, () => random(60_000).toString(36).padStart(6, "en"));
  const paragraphs = Array.from({ length: PARAGRAPHS }, () => words(WORDS_A_PARAGRAPH));
  return {
    content: () => paragraphs.map((text) => `<p>${text.join(" ")}</p>`).join(""),
    /** Rewrites a sentence of a paragraph. */
    edit: () => {
      const at = random(WORDS_A_PARAGRAPH - WORDS_A_SENTENCE);
      paragraphs[random(PARAGRAPHS)]?.splice(at, WORDS_A_SENTENCE, ...words(WORDS_A_SENTENCE));
    },
  };
}
