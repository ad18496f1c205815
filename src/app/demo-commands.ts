import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { changeContent } from "#db/change.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { createArticles } from "#features/articles/commands.ts";
import { articlesTitled, lastArticleId } from "#features/articles/counts.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { trashArticle } from "#features/articles/type.ts";
import { editedByPeople } from "#features/documents/history/queries.ts";
import { purgeDocument, type TrashStore } from "#features/documents/trash/commands.ts";
import { idsInTrash } from "#features/documents/trash/queries.ts";
import { removeAuthor } from "#features/identity/accounts/authors.ts";
import { authorsNamed, listAuthorIds } from "#features/identity/accounts/queries.ts";
import { deletePicture } from "#features/media/pictures/commands.ts";
import { picturesNamed } from "#features/media/pictures/queries.ts";
import { operator } from "#shared/actor.ts";
import { CommandError, InUseError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { inOneLine } from "./backup-commands.ts";
import { bodyPictures, readEdition } from "./demo/edition.ts";
import { type SeedParts, seedFoundation } from "./demo/seed.ts";
import type { WritingTask, WrittenDraft } from "./demo/writing-thread.ts";
import { PICTURE_USES } from "./picture-uses.ts";
import { closeStores, openStores, type Stores, workersIn } from "./services.ts";

/** Articles per transaction: large enough to be fast, small enough to let other writers in. */
const BATCH = 1_000;

/**
 * Adds `count` generated articles of realistic lengths (300 to 900 words) and unique text, spread over the last five
 * years, in the language of the first edition in `folder`. For measurements. A worker thread writes the next batch (the
 * built `writing-thread.js` in `programs`) while this one is stored.
 */
async function generateArticles(
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

type EditionStore = SeedParts & TrashStore;

/** What `removeEdition` did: how much it removed, and the titles of articles that it left because people had edited them. */
export type RemovedEdition = { articles: number; authors: number; pictures: number; edited: string[] };

/**
 * Removes the first edition: its articles, also from the trash, then its authors and pictures that nothing else uses.
 * Articles that a person has edited stay unless `alsoEdited`. May be interrupted and repeated.
 */
export async function removeEdition(
  stores: EditionStore,
  folder: string,
  alsoEdited: boolean,
): Promise<RemovedEdition> {
  const { database } = stores;
  const { articles, authors } = readEdition(folder);
  const titles = titlesOf(articles);
  const stored = await articlesTitled(database.db, [...titles]);
  const edited = new Set(alsoEdited ? [] : await editedByPeople(database.db, "article", [...stored.keys()]));
  const unchanged = [...stored.keys()].filter((id) => !edited.has(id));
  for (const id of unchanged) await trashArticle(stores, operator, id);
  const inTrash = await idsInTrash(database.db, "article", [...titles]);
  for (const id of inTrash) await purgeDocument(stores, operator, { type: "article", id });
  const pictures = [...authors, ...articles].map(({ slug }) => slug).concat(articles.flatMap(bodyPictures));
  return {
    articles: inTrash.length,
    authors: await removeUnusedAuthors(
      stores,
      authors.map(({ name }) => name),
    ),
    pictures: await deleteUnused(stores, pictures),
    edited: [...edited].map((id) => stored.get(id) ?? ""),
  };
}

/** The titles of the first edition; version 0.1.0 wrote them with straight apostrophes. */
export const titlesOf = (articles: readonly { title: string }[]): Set<string> =>
  new Set(articles.flatMap(({ title }) => [title, title.replaceAll("’", "'")]));

/** Removes those authors who have no article left; returns how many. */
function removeUnusedAuthors({ database }: EditionStore, names: string[]): Promise<number> {
  return changeContent(database, async (trx) => {
    let removed = 0;
    for (const id of await authorsNamed(trx, names)) {
      if ((await ownedBy(trx, id).limit(1).executeTakeFirst()) !== undefined) continue;
      await removeAuthor(trx, id);
      removed++;
    }
    return { result: removed, changed: [EVERYTHING] };
  });
}

/** Deletes those of the named pictures that nothing shows; returns how many. */
async function deleteUnused({ database, clock, storage }: EditionStore, names: string[]): Promise<number> {
  let deleted = 0;
  for (const id of await picturesNamed(database.db, names)) {
    try {
      await deletePicture({ database, clock, storage, pictureUses: PICTURE_USES }, operator, id);
      deleted++;
    } catch (error) {
      if (!(error instanceof InUseError)) throw error;
    }
  }
  return deleted;
}

export const DEMO_USAGE = "remove [--edited]|--articles N";

const MAX_GENERATED = 1_000_000;

/** `demo`: returns the exit code. `programs` is the folder of the built commands. Safe to use while the server runs. */
export function runDemoCommand(env: Env, args: string[], programs: string): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { articles: { type: "string" }, edited: { type: "boolean", default: false } },
    });
    const folder = join(programs, "..", "..", "demo");
    if (positionals.length === 0) {
      const count = articleCount(values.articles);
      return withStores(env, programs, (stores) => generate(stores, { folder, programs, count }));
    }
    if (positionals.join(" ") !== "remove" || values.articles !== undefined)
      throw new CommandError(`Usage: npm run jarida -- demo ${DEMO_USAGE}`);
    return withStores(env, programs, (stores) => remove(stores, folder, values.edited));
  });
}

async function withStores<T>(env: Env, programs: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(env, workersIn(programs));
  try {
    return await work(stores);
  } finally {
    await closeStores(stores);
  }
}

/** Throws CommandError. */
function articleCount(given = ""): number {
  const count = /^\d{1,7}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > MAX_GENERATED)
    throw new CommandError(`--articles must be a whole number from 1 to ${MAX_GENERATED}.`);
  return count;
}

async function generate(stores: Stores, options: { folder: string; programs: string; count: number }): Promise<string> {
  await seedFoundation(stores);
  const started = performance.now();
  await generateArticles(stores, options);
  return `${options.count} articles in ${((performance.now() - started) / 1000).toFixed(1)} s`;
}

async function remove(stores: Stores, folder: string, alsoEdited: boolean): Promise<string> {
  const { articles, authors, pictures, edited } = await removeEdition(stores, folder, alsoEdited);
  const removed = `Removed the first edition: ${articles} articles, ${authors} authors and ${pictures} pictures.`;
  if (edited.length === 0) return removed;
  const kept = edited.map((title) => `  ${title}`).join("\n");
  return `${removed}\nEdited articles were not removed (use --edited to remove them too):\n${kept}`;
}
