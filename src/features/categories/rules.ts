import { clientOf } from "#shared/endpoint-client.ts";
import { slugIn } from "#shared/slug.ts";
import { fold, nameKey } from "#shared/text.ts";
import type { CategoryEndpoints } from "./endpoints.ts";

export const allCategories = () => clientOf<CategoryEndpoints>().query("GET /categories");

export const NO_CATEGORY = "Category not found.";

export const categorySlug = (name: string): string => slugIn("", name, "category");

/** Names up to this length must match exactly: AI and AR differ in one letter. In characters, folded. */
const MAX_EXACT = 3;
/** From this length on, a name may have two typing errors. */
const MIN_TWICE = 7;

/**
 * The category probably meant by a typed name that no category has: the same letters apart from accents, spaces and
 * punctuation, or within one typing error, two in a longer name. Undefined if the name or slug exists, or if none is
 * close.
 */
export function meantBy<Known extends { name: string; slug: string }>(
  typed: string,
  categories: readonly Known[],
): Known | undefined {
  const key = nameKey(typed);
  if (key === "" || categories.some(({ name, slug }) => nameKey(name) === key || slug === key)) return undefined;
  const letters = lettersOf(typed);
  const allowed = letters.length <= MAX_EXACT ? 0 : letters.length < MIN_TWICE ? 1 : 2;
  let best: Known | undefined;
  let fewest = allowed + 1;
  for (const category of categories) {
    const known = lettersOf(category.name);
    const errors = singular(letters) === singular(known) ? 0 : typingErrors(letters, known, fewest);
    if (errors < fewest) [best, fewest] = [category, errors];
  }
  return best;
}

const lettersOf = (name: string): string => (fold(name).match(/[\p{L}\p{N}]/gu) ?? []).join("");

/** Even short names may be typed in the plural: NFT and NFTs. */
const singular = (letters: string): string => (letters.endsWith("s") ? letters.slice(0, -1) : letters);

/**
 * The number of typing errors between two words (letters inserted, deleted, replaced or swapped), capped at `enough`.
 */
function typingErrors(left: string, right: string, enough: number): number {
  if (Math.abs(left.length - right.length) >= enough) return enough;
  let older: number[] = [];
  let old = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      now[column] = Math.min(
        (old[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (old[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && column > 1 ? (older[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [older, old] = [old, now];
  }
  return Math.min(old[right.length] ?? enough, enough);
}
