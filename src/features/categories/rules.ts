import { fingerprint } from "#shared/fingerprint.ts";
import { slugify } from "#shared/slug.ts";
import { fold } from "#shared/text.ts";

/** What an empty publication starts with: the footer's categories, label to slug. */
export const FIRST_CATEGORIES = [
  { name: "Blockchain", slug: "blockchain" },
  { name: "Crypto", slug: "crypto" },
  { name: "NFTs", slug: "nfts" },
  { name: "AI", slug: "ai" },
  { name: "Tech", slug: "tech" },
  { name: "Markets", slug: "markets" },
] as const;

/** What is said of a category that does not exist. */
export const NO_CATEGORY = "There is no such category.";

/** What is said of a slug or name that another category has. */
export const DUPLICATE_SLUG = "A category with this slug already exists";
export const DUPLICATE_NAME = "A category with this name already exists";

/** The version that an edit began from: the count of articles is no edit. */
export const categoryVersion = ({ name, slug }: { name: string; slug: string }): string => fingerprint([name, slug]);

/** The form in which names are compared: without regard to case and outer white space. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** The slug a name gives a category. */
export const categorySlug = (name: string): string => slugify(name, "category");

/** Names up to this length are told apart by one letter: AI and AR. In characters, folded. */
const MAX_EXACT = 3;
/** From this length on a name may be mistyped twice. */
const MIN_TWICE = 7;

/**
 * The category that somebody probably meant who typed a name that no category has: of the same letters but for accents,
 * spaces and signs, or within one typing error, two in a longer name. Undefined where the name or slug is there, and
 * where none is close.
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

/** Short names too are meant in the plural: NFT and NFTs. */
const singular = (letters: string): string => (letters.endsWith("s") ? letters.slice(0, -1) : letters);

/** Letters more, fewer, other or swapped with their neighbour between two words; `enough` where there are as many. */
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
