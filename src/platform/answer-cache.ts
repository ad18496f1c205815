import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";

/** Scheduled articles appear by time alone, so that an answer is kept no longer than this, in milliseconds. */
const ANSWER_TTL_MS = 10_000;
const MAX_CHARS = 8 * 1024 * 1024;

type Answer = { version: number; madeAt: number; text: Promise<string>; size: number };

/** Answers with the same key that are made once for all who ask while nothing has changed. */
export type AnswerCache = (key: string, make: () => Promise<string>) => Promise<string>;

/** Keeps texts that take long to make and are the same for everybody, until the content version moves on. */
export function createAnswerCache({
  clock,
  contentVersion,
}: {
  clock: Clock;
  contentVersion: () => number;
}): AnswerCache {
  const answers = new LRUCache<string, Answer>({ maxSize: MAX_CHARS, sizeCalculation: ({ size }) => size });
  return async (key, make) => {
    const version = contentVersion();
    const now = clock.now();
    const known = answers.get(key);
    if (known && known.version === version && now - known.madeAt < ANSWER_TTL_MS) return known.text;
    const answer = { version, madeAt: now, text: make() };
    answers.set(key, { ...answer, size: 1 });
    try {
      const text = await answer.text;
      answers.set(key, { ...answer, size: text.length + 1 });
      return text;
    } catch (error) {
      answers.delete(key);
      throw error;
    }
  };
}
