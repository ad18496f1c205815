import { LRUCache } from "lru-cache";
import type { Database } from "#db/open.ts";
import { collectShown, EVERYTHING, type ScopeList } from "#db/scopes.ts";
import type { Clock } from "./clock.ts";

/** Scheduled articles appear by time alone, so responses are cached no longer than this, in milliseconds. */
const ANSWER_TTL_MS = 10_000;
const MAX_CHARS = 8 * 1024 * 1024;

type Answer = { version: number; scopes: ScopeList; madeAt: number; text: Promise<string>; size: number };

/** Responses by key, each made once for all callers while nothing has changed. */
export type AnswerCache = (key: string, make: () => Promise<string>) => Promise<string>;

/** Caches texts that are slow to make and the same for everybody, until something that they show changes. */
export function createAnswerCache({
  clock,
  database: { contentVersion, changedSince },
}: {
  clock: Clock;
  database: Pick<Database, "contentVersion" | "changedSince">;
}): AnswerCache {
  const answers = new LRUCache<string, Answer>({ maxSize: MAX_CHARS, sizeCalculation: ({ size }) => size });
  return async (key, make) => {
    const version = contentVersion();
    const now = clock.now();
    const known = answers.get(key);
    if (known && now - known.madeAt < ANSWER_TTL_MS && !changedSince(known.version, known.scopes)) return known.text;
    const shown = collectShown();
    // The scopes are known once it is made.
    const answer = { version, scopes: EVERYTHING, madeAt: now, text: shown.during(make) };
    answers.set(key, { ...answer, size: 1 });
    try {
      const text = await answer.text;
      if (answers.peek(key)?.text === answer.text)
        answers.set(key, { ...answer, scopes: shown.list(), size: text.length + 1 });
      return text;
    } catch (error) {
      if (answers.peek(key)?.text === answer.text) answers.delete(key);
      throw error;
    }
  };
}
