import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { articlesTitled } from "#features/articles/counts.ts";
import { articleType } from "#features/articles/type.ts";
import { replaceFirstCategories } from "#features/categories/commands.ts";
import { editedByPeople } from "#features/documents/history/queries.ts";
import { TRASH_TTL_MS } from "#features/documents/rules.ts";
import { restoreRow, trashRow } from "#features/documents/trash/commands.ts";
import { idsInTrash } from "#features/documents/trash/queries.ts";
import { recordEvent } from "#features/events/commands.ts";
import { type AuthorRow, removeAuthor, restoreAuthor } from "#features/identity/accounts/authors.ts";
import type { SetupParts } from "#features/identity/setup/commands.ts";
import { removeDemoPrices } from "#features/market/commands.ts";
import { hidePictures, showPictures } from "#features/media/pictures/hidden.ts";
import type { FindUses } from "#features/media/pictures/queries.ts";
import { setNeutral } from "#features/settings/commands.ts";
import { removeUnusedTopics } from "#features/topics/commands.ts";
import { isSeeded } from "#platform/seed-marks.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { textIn } from "#shared/translate.ts";
import type { DemoCounts } from "./endpoints.ts";
import { authorsIn, picturesIn, topicsOnlyIn } from "./queries.ts";

/** The demo content by what identifies it. */
export type DemoContent = {
  titles: readonly string[];
  authors: readonly { name: string; bio: string }[];
  pictures: readonly string[];
  topics: readonly string[];
};

export type DemoStore = ArticleStore & {
  database: Database;
  /** Reads the demo content that comes with the program. */
  demo: () => DemoContent;
  pictureUses: readonly FindUses[];
};

/** What a removal took along, as it is stored. */
export type RemovedDemo = {
  counts: DemoCounts;
  kept: string[];
  articles: number[];
  authors: AuthorRow[];
  pictures: number[];
};

/** What a removal takes along now. */
export type FoundDemo = {
  articles: Map<number, string>;
  authors: AuthorRow[];
  pictures: { id: number; key: string }[];
  topics: number[];
  /** What people have edited. */
  kept: string[];
};

const NONE: FoundDemo = { articles: new Map(), authors: [], pictures: [], topics: [], kept: [] };

/** Finds the unedited demo content that nothing else uses. */
export async function findDemo(db: Kysely<Tables>, { demo, pictureUses }: DemoStore): Promise<FoundDemo> {
  // A publication that never had demo content may have an article with such a title.
  if (!(await isSeeded(db, "edition"))) return NONE;
  const { titles, authors: people, pictures: files, topics: names } = demo();
  const stored = await articlesTitled(db, [...titles]);
  const edited = new Set(await editedByPeople(db, "article", [...stored.keys()]));
  const articles = new Map([...stored].filter(([id]) => !edited.has(id)));
  const authors = await authorsIn(db, people, articles);
  const going = { articles, authors: new Set(authors.unchanged.map(({ id }) => id)) };
  return {
    articles,
    authors: authors.unchanged,
    pictures: await picturesIn(db, files, pictureUses, going),
    topics: await topicsOnlyIn(db, names, articles),
    kept: [...[...edited].map((id) => stored.get(id) ?? ""), ...authors.edited],
  };
}

export const countsOf = ({ articles, authors, pictures, topics }: FoundDemo): DemoCounts => ({
  articles: articles.size,
  authors: authors.length,
  pictures: pictures.length,
  topics: topics.length,
});

/** Removes the unedited demo content. Throws ConflictError if there is none. */
export function removeDemo(store: DemoStore, actor: Actor): Promise<void> {
  return changeContent(store.database, async (trx) => {
    if (!(await removeDemoIn(trx, store, actor))) throw new ConflictError("no_demo_content", NO_DEMO);
    // What the edition says of itself, such as its number of readers, goes with it.
    await setNeutral(trx, store.clock, true);
    return { result: undefined, changed: [EVERYTHING] };
  });
}

/** Removes what the first start stored for a publication about technology, with its sections. */
export const removeFirstEdition =
  (store: DemoStore): SetupParts["removeDemo"] =>
  async (trx, by, language) => {
    await removeDemoIn(trx, store, by);
    await replaceFirstCategories(trx, store, by, textIn(language)("News"));
  };

const NO_DEMO = "The publication has no demo content.";

/**
 * Removes the demo content in the caller's transaction, which reports EVERYTHING as changed; returns whether there was
 * any. Articles go to the trash, authors and pictures stay restorable as long as those.
 */
async function removeDemoIn(trx: Transaction<Tables>, store: DemoStore, actor: Actor): Promise<boolean> {
  // Of two concurrent removals, the second finds nothing.
  await lockTable(trx, "demo_removal");
  await removeDemoPrices(trx);
  const found = await findDemo(trx, store);
  const counts = countsOf(found);
  if (Object.values(counts).every((count) => count === 0)) return false;
  const now = store.clock.now();
  const type = articleType(store);
  for (const id of found.articles.keys()) await trashRow(trx, store, type, { actor, id });
  for (const { id } of found.authors) await removeAuthor(trx, id);
  await removeUnusedTopics(trx, found.topics);
  await hidePictures(
    trx,
    found.pictures.map(({ id }) => id),
    now,
  );
  const removed: RemovedDemo = {
    counts,
    kept: found.kept,
    articles: [...found.articles.keys()],
    authors: found.authors,
    pictures: found.pictures.map(({ id }) => id),
  };
  await trx.deleteFrom("demo_removal").execute();
  await trx
    .insertInto("demo_removal")
    .values({ id: 1, removed_at: now, removed_by: actor.accountId, removed: JSON.stringify(removed) })
    .execute();
  await recordEvent(trx, store.clock, {
    by: actor,
    action: "demo.remove",
    subject: { kind: "demo" },
    changes: toEntry(counts),
  });
  return true;
}

const toEntry = (counts: DemoCounts) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, { to: count }]));

/** The stored removal, if it can still be undone. */
export async function readRemoval(db: Kysely<Tables>, now: number) {
  const row = await db
    .selectFrom("demo_removal")
    .selectAll()
    .where("removed_at", ">", now - TRASH_TTL_MS)
    .executeTakeFirst();
  return (
    row && { at: row.removed_at, until: row.removed_at + TRASH_TTL_MS, ...(JSON.parse(row.removed) as RemovedDemo) }
  );
}

/**
 * Restores what the removal took along, except articles that were restored or deleted permanently since. Throws
 * ConflictError without a removal that can be undone.
 */
export function restoreDemo(store: DemoStore, actor: Actor): Promise<void> {
  return changeContent(store.database, async (trx) => {
    await lockTable(trx, "demo_removal");
    const removal = await readRemoval(trx, store.clock.now());
    if (!removal) throw new ConflictError("no_demo_removal", "No removal of demo content can be undone.");
    await showPictures(trx, removal.pictures);
    await setNeutral(trx, store.clock, false);
    for (const author of removal.authors) await restoreAuthor(trx, author);
    const inTrash = new Set(await idsInTrash(trx, "article", [...store.demo().titles]));
    const articles = removal.articles.filter((id) => inTrash.has(id));
    for (const id of articles) await restoreRow(trx, store, articleType(store), actor, id);
    await trx.deleteFrom("demo_removal").execute();
    const changes = toEntry({ ...removal.counts, articles: articles.length });
    await recordEvent(trx, store.clock, { by: actor, action: "demo.restore", subject: { kind: "demo" }, changes });
    return { result: undefined, changed: [EVERYTHING] };
  });
}

/** Forgets a removal that can no longer be undone. */
export async function forgetRemoval({ database, clock }: DemoStore): Promise<void> {
  await database.db
    .deleteFrom("demo_removal")
    .where("removed_at", "<=", clock.now() - TRASH_TTL_MS)
    .execute();
}
