import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createArticles } from "#features/articles/commands.ts";
import { lastArticleId } from "#features/articles/queries.ts";
import { listAuthorIds } from "#features/identity/accounts/queries.ts";
import { operator } from "#shared/actor.ts";
import { readEdition } from "./edition.ts";
import type { SeedParts } from "./seed.ts";
import type { WritingTask, WrittenDraft } from "./writing-thread.ts";

/** Articles per transaction: large enough to be fast, small enough to let other writers in. */
const BATCH = 1_000;

/**
 * Adds `count` generated articles of realistic lengths (300 to 900 words) and unique text, spread over the last five
 * years, in the language of the first edition in `folder`. For measurements. A worker thread writes the next batch (the
 * built `writing-thread.js` in `programs`) while this one is stored.
 */
export async function generateArticles(
  parts: SeedParts,
  { folder, programs, count }: { folder: string; programs: string; count: number },
): Promise<void> {
  const { db } = parts.database;
  const last = await lastArticleId(db);
  const authors = await listAuthorIds(db);
  const texts = readEdition(folder).articles.map((article) => article.content);
  const thread = new Worker(join(programs, "writing-thread.js"), { workerData: texts });
  const write = async (task: WritingTask): Promise<WrittenDraft[]> => {
    thread.postMessage(task);
    const [drafts] = await once(thread, "message");
    return drafts;
  };
  const batch = (done: number) =>
    write({ from: last + done, size: Math.min(BATCH, count - done), now: parts.clock.now() });
  try {
    let next = batch(0);
    for (let done = 0; done < count; done += BATCH) {
      const drafts = await next;
      if (done + BATCH < count) next = batch(done + BATCH);
      const signed = drafts.map(({ author, ...draft }) => ({
        ...draft,
        authorId: authors[Math.floor(author * authors.length)] ?? null,
      }));
      await createArticles(parts, operator, async () => signed);
    }
  } finally {
    await thread.terminate();
  }
}
