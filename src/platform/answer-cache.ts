import { LRUCache } from "lru-cache";
import type { Database } from "#db/open.ts";
import { collectShown, EVERYTHING, type ScopeList } from "#db/scopes.ts";
import type { Clock } from "./clock.ts";

/** Scheduled articles appear by time alone, so that an answer is kept no longer than this, in milliseconds. */
const ANSWER_TTL_MS = 10_000;
const MAX_CHARS = 8 * 1024 * 1024;

type Answer = { version: number; scopes: ScopeList; madeAt: number; text: Promise<string>; size: number };

/** Answers with the same key that are made once for all who ask while nothing has changed. */
export type AnswerCache = (key: string, make: () => Promise<string>) => Promise<string>;

/** Keeps texts that take long to make and are the same for everybody, until something that they show is changed. */
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
    // What it shows is known when it is there.
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
