import { slugWords } from "#shared/slug.ts";

/** Separates the ids of an article from those of the page around it. */
const PREFIX = "h-";

/** Used ids, with the number of the last heading of the same words. */
export type HeadingIds = Map<string, number>;

/** The id of a heading: its words in any script, so that links stay valid, and a number for duplicates. */
export function headingId(text: string, taken: HeadingIds): string {
  const words = slugWords(text) || "section";
  let number = (taken.get(words) ?? 0) + 1;
  while (number > 1 && taken.has(`${words}-${number}`)) number += 1;
  taken.set(words, number);
  if (number === 1) return PREFIX + words;
  taken.set(`${words}-${number}`, 1);
  return `${PREFIX}${words}-${number}`;
}
