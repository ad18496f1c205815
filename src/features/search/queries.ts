import { setImmediate as otherTasks } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import {
  ANYWHERE,
  alsoWithin,
  type Corpus,
  type FullText,
  MAX_LISTED,
  neighbours,
  type Plan,
  type Seen,
  type Step,
  wordsBeginning,
} from "#db/full-text.ts";
import type { Database } from "#db/open.ts";
import { withFullText } from "#db/open-full-text.ts";
import { LIST_ENTRY, readable } from "#db/readable.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { lastArticleId } from "#features/articles/counts.ts";
import { articleScope } from "#features/articles/scopes.ts";
import type { Page } from "#shared/schema.ts";
import type { Viewer } from "#shared/viewer.ts";
import { isSignificant, mayBeMisspelt, vocabularyHolds } from "#shared/vocabulary.ts";
import { conditionOf } from "./filters.ts";
import { type Filters, queryWords } from "./rules.ts";

/**
 * A query of only stop words and single letters is matched against title and tags of this many of the newest articles.
 */
const NEWEST = 500;

/**
 * Each step is broader, and an article belongs to the first that matches it: no number of hits in a body outweighs one
 * in a title, which weights could not guarantee.
 */
const STEPS: Step[] = [
  { fields: 1, whole: true },
  { fields: 1, whole: false },
  { fields: 2, whole: false },
  { fields: 3, whole: false },
  { fields: 4, whole: false },
];

const CORPUS: Corpus = { lastArticleId, holds: vocabularyHolds, beginning: wordsBeginning };

/**
 * Ids of one page of the articles that contain every word of a query and pass its filters, best first, and the total. If
 * nothing matches exactly, longer words may have one typing error.
 */
export async function searchIds(
  database: Database,
  { viewer, now }: Pick<Seen, "viewer" | "now">,
  { query, limit, offset, ...filters }: Page & { query: string } & Filters,
): Promise<{ ids: number[]; total: number }> {
  shows(articleScope.search);
  const within = await conditionOf(database.db, { viewer, now }, filters);
  if (within === null) return NOTHING;
  const page = { limit, offset };
  const seen = { viewer, now, within };
  const asked = queryWords(query, isSignificant);
  if (asked.length === 0) return newestWith(database.db, seen, queryWords(query), page);
  return withFullText(database, CORPUS, seen, async (text, db) => {
    let plan = await text.plan(asked.map((word) => [word]));
    let total = await text.count(plan);
    if (total === 0 && asked.some(mayBeMisspelt)) {
      const near = await Promise.all(asked.map(async (word) => [word, ...(await neighbours(db, word))]));
      plan = await text.plan(near);
      total = await text.count(plan);
    }
    return { ids: Math.min(total, MAX_LISTED) > page.offset ? await pageIds(text, plan, page) : [], total };
  });
}

async function pageIds(text: FullText, plan: Plan, page: Page): Promise<number[]> {
  const ids: number[] = [];
  let skip = page.offset;
  let before: Step | undefined;
  for (const step of [...STEPS, ANYWHERE]) {
    // Several long steps in a row would block every other reader.
    await otherTasks();
    const found = await text.pick(plan, step, before, skip + page.limit - ids.length);
    ids.push(...found.slice(skip));
    if (ids.length === page.limit) break;
    skip = Math.max(0, skip - found.length);
    before = step;
  }
  return ids;
}

const NOTHING = { ids: [], total: 0 };

/** The newest articles whose title and tags contain words starting with each of these. */
async function newestWith(db: Kysely<Tables>, seen: Seen, words: string[], page: Page) {
  if (words.length === 0) return NOTHING;
  const { rows: newest } = await sql<{ article_id: number; words: string }>`
    select article_id, words from article_list_entry as entry
    where ${readable(seen.viewer, seen.now, LIST_ENTRY)} ${alsoWithin(seen)}
    order by effective_at desc, article_id desc limit ${NEWEST}`.execute(db);
  const found = newest.filter((article) => words.every((word) => article.words.includes(` ${word}`)));
  const ids = found.slice(page.offset, page.offset + page.limit).map(({ article_id }) => article_id);
  return { ids, total: found.length };
}

export function similarIds(
  database: Database,
  viewer: Viewer,
  now: number,
  words: string[],
  limit: number,
): Promise<number[]> {
  shows(articleScope.search);
  if (words.length === 0) return Promise.resolve([]);
  return withFullText(database, CORPUS, { viewer, now }, (text) => text.similar(words, limit));
}
