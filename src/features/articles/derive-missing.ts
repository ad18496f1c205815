import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { system } from "#shared/actor.ts";
import { type ArticleState, announce, changesIn, lockStates } from "./changes.ts";
import type { ArticleStore } from "./commands.ts";
import { isDerived, writeDerived } from "./derive.ts";
import { edited } from "./events.ts";
import { remoteItemsOf, writePictures } from "./rows.ts";

/** Articles checked per query. */
const BATCH = 500;

/**
 * Derives content that is missing or out of date because an older version of the program wrote it, each article in a
 * transaction of its own. An article that is edited concurrently is skipped: the edit derives it.
 */
export async function deriveMissing(store: ArticleStore, isStopping: () => boolean): Promise<void> {
  const { db } = store.database;
  for (let after = 0; ; ) {
    const articles = await db
      .selectFrom("article")
      .select(["id", "version"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const last = articles.at(-1)?.id ?? after;
    for (const id of await outOfDate(db, articles, { after, last })) {
      if (isStopping()) return;
      await deriveOne(store, id);
      // Let other tasks run: on SQLite nothing above yields.
      await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
    if (articles.length < BATCH || isStopping()) return;
    after = last;
  }
}

async function deriveOne(store: ArticleStore, id: number): Promise<void> {
  const read = await store.database.db
    .selectFrom("article")
    .select(["version", "content"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!read) return;
  const { content } = await store.content.prepare(read.content);
  await changeContent(store.database, async (trx) => {
    const [stored] = await lockStates(trx, (articles) => articles.where("id", "=", id));
    // The content may change without the version: see pictures.ts.
    const isAsRead = stored?.version === read.version && stored.content === read.content;
    return { result: undefined, changed: stored && isAsRead ? await storeDerived(trx, store, stored, content) : [] };
  });
}

/** Stores the derived content of an article, and its content if the current rules sanitise it differently; returns the scopes. */
async function storeDerived(
  trx: Transaction<Tables>,
  store: ArticleStore,
  before: ArticleState,
  content: PreparedContent,
): Promise<Scope[]> {
  const { id, version, image_url } = before;
  const text = () => content.text;
  const columns = { content: content.html, content_image_url: content.pictures[0] ?? "" };
  const after = { ...before, ...columns };
  const isCleaned = after.content !== before.content;
  const isChanged = isCleaned || after.content_image_url !== before.content_image_url;
  if (isChanged) await trx.updateTable("article").set(columns).where("id", "=", id).execute();
  await writeDerived(trx, [{ id, version, content }]);
  // Pictures on other hosts, which older programs showed from there.
  const shown = { id, image_url, content };
  if (remoteItemsOf(shown).length > 0) await writePictures(trx, [shown], { isNew: false, now: store.clock.now() });
  const change = { before, after, text, events: [edited({ before, after }, { isMinor: true, source: "system" })] };
  if (isCleaned) return announce(trx, store, change, system);
  // The words of an unchanged text may be derived otherwise.
  await store.reindex?.(trx, [{ before: null, after, text, events: [{ kind: "reindexed" }] }], system);
  return isChanged ? changesIn(trx, store, change) : [];
}

/**
 * Articles with ids from `after`, exclusive, to `last` whose derived content is missing or out of date. Read as
 * a range of its own, as a join looks up the rows, with all their texts around them.
 */
async function outOfDate(
  db: Kysely<Tables>,
  articles: readonly { id: number; version: number }[],
  { after, last }: { after: number; last: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("derived_content")
    .select(["article_id", "article_version", "derivation"])
    .where("article_id", ">", after)
    .where("article_id", "<=", last)
    .execute();
  const derived = new Map(rows.map((row) => [row.article_id, row]));
  const isCurrent = ({ id, version }: { id: number; version: number }) => {
    const row = derived.get(id);
    return row !== undefined && isDerived({ ...row, version });
  };
  return articles.filter((article) => !isCurrent(article)).map(({ id }) => id);
}
