import { words } from "#shared/text.ts";

/** Shorter words say little about a text's subject. */
const MIN_WORD_LENGTH = 4;
const MAX_WORDS = 8;

export type Relative = {
  id: number;
  /** Number of tags in common, plus one for the same category. */
  shared: number;
  publishedAt: number;
};
export type RelativeText = Relative & { title: string; excerpt: string };

const MAX_COMPARED = 60;

/**
 * Those that share at least as much as the `limit`-th nearest: only among these does the text decide. Of very many,
 * those that share most, then the newest.
 */
export function nearestOf<Candidate extends Relative>(relatives: Candidate[], limit: number): Candidate[] {
  const byShared = relatives.toSorted((a, b) => b.shared - a.shared || b.publishedAt - a.publishedAt || b.id - a.id);
  const least = byShared[Math.min(limit, byShared.length) - 1]?.shared ?? 0;
  return byShared.filter(({ shared }) => shared >= least).slice(0, MAX_COMPARED);
}

/**
 * The articles nearest to this title and excerpt: first those that share most of category and tags, then the most
 * similar text, then the newest.
 */
export function rankRelated(article: { title: string; excerpt: string }, nearest: RelativeText[], limit: number) {
  const similarity = similarityTo(longWords(article), nearest.map(longWords));
  return nearest
    .map((relative, index) => ({ ...relative, similarity: similarity[index] ?? 0 }))
    .sort((a, b) => b.shared - a.shared || b.similarity - a.similarity || b.publishedAt - a.publishedAt || b.id - a.id)
    .slice(0, limit)
    .map(({ id }) => id);
}

export function titleWords(title: string): string[] {
  const candidates = [...new Set(words(title))].filter((word) => word.length >= MIN_WORD_LENGTH);
  return candidates.sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
}

function longWords({ title, excerpt }: { title: string; excerpt: string }): Set<string> {
  return new Set(words(`${title} ${excerpt}`).filter((word) => word.length >= MIN_WORD_LENGTH));
}

/** For each text, the weighted number of words it shares with `own`: rarer words count more. */
function similarityTo(own: Set<string>, texts: Set<string>[]): number[] {
  const weights = new Map(
    [...own].map((word) => {
      const holders = texts.filter((text) => text.has(word)).length;
      return [word, Math.log(1 + texts.length / (1 + holders))];
    }),
  );
  return texts.map((text) => [...own.intersection(text)].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0));
}
