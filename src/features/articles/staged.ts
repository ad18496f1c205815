import { type Kysely, sql, type Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { readersWords } from "#features/content/derive.ts";
import { forgetDocuments } from "#features/documents/commands.ts";
import { readRule } from "#features/documents/review/queries.ts";
import { describeAuthors } from "#features/identity/accounts/queries.ts";
import { ensureTopicsByKey } from "#features/topics/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { isAllowed } from "#shared/errors.ts";
import { nameKey } from "#shared/text.ts";
import { type ArticleState, articlesChanged, lockStates, readStates } from "./changes.ts";
import { type ArticleStore, newRow } from "./commands.ts";
import { readTexts, writeDerived } from "./derive.ts";
import { type PreparedDraft, seenBy, toDraft } from "./drafts.ts";
import { creationEvents } from "./events.ts";
import { forgetPlacements } from "./home/commands.ts";
import { addOwners, writePictures } from "./rows.ts";
import { forgetSeries } from "./series/commands.ts";

type Trx = Transaction<Tables>;

/** An article of an import, under an id that was reserved for it, with the category and the authors that its draft names. */
export type StagedArticle = {
  id: number;
  feedId: string;
  draft: PreparedDraft;
  categoryId: number;
  authorIds: readonly number[];
};

/**
 * Stores articles of an import as drafts, without entries in lists and without events. They have no owners yet, so that only
 * people with access to every draft see them. Their names are settled together: an import has thousands of articles.
 */
export async function insertStaged(
  trx: Trx,
  { clock }: ArticleStore,
  actor: Actor,
  articles: readonly StagedArticle[],
): Promise<Map<number, number>> {
  const now = clock.now();
  const topics = await ensureTopicsByKey(
    trx,
    articles.flatMap(({ draft }) => draft.tags),
  );
  const named = await describeAuthors(trx, [...new Set(articles.flatMap(({ authorIds }) => authorIds))]);
  const names = new Map(named.map((author) => [author.id, author.name]));
  const written = articles.map(({ id, feedId, draft, categoryId, authorIds }) => {
    const tags = [...new Set(draft.tags.flatMap((name) => topics.get(nameKey(name)) ?? []))];
    const hidden = { ...draft, tags, status: "draft" as const, publishedAt: null };
    const authors = authorIds.map((author) => ({ id: author, name: names.get(author) ?? "" }));
    const row = newRow(actor, hidden, { authors, categoryId, now });
    return { row: { ...row, id, feed_id: feedId, is_staged: 1 as const }, draft };
  });
  for (const some of chunksOf(written))
    await trx
      .insertInto("article")
      .values(some.map(({ row }) => row))
      .execute();
  await writeDerived(
    trx,
    written.map(({ row: { id, version }, draft: { content } }) => ({ id, version, content })),
  );
  const shown = written.map(({ row, draft: { content } }) => ({ ...row, content }));
  await writePictures(trx, shown, { isNew: true, now });
  return new Map(written.map(({ row }) => [row.id, row.version]));
}

/** What a staged article becomes: published at its date, or a draft. */
export type Release = { id: number; isPublished: boolean; publishedAt: number | null };
export type Released = {
  changed: Scope[];
  /** The articles that need an approval first, and are drafts. */
  held: { id: number; title: string }[];
  versions: Map<number, number>;
};

/**
 * Turns staged articles into ordinary ones in the caller's transaction, with the events of an import, so that everything
 * derived follows. Those that the two-person rule rejects become drafts.
 */
export async function releaseStaged(
  trx: Trx,
  store: ArticleStore,
  actor: Actor,
  releases: readonly Release[],
): Promise<Released> {
  if (releases.length === 0) return { changed: [], held: [], versions: new Map() };
  const now = store.clock.now();
  const byId = new Map(releases.map((release) => [release.id, release]));
  const states = await lockStates(trx, (articles) =>
    articles.where("id", "in", [...byId.keys()]).where("is_staged", "=", 1),
  );
  const texts = await readTexts(trx, states);
  const { enabled: isGuarded } = await readRule(trx);
  const held: Released["held"] = [];
  const released: ArticleState[] = [];
  for (const state of states) {
    const { isPublished = false, publishedAt = null } = byId.get(state.id) ?? {};
    const after: ArticleState = { ...state, is_staged: 0, published_at: publishedAt };
    if (isPublished) after.status = "published";
    const words = readersWords(texts.get(state.id) ?? NO_TEXT);
    if (isPublished && isGuarded && !(await mayPublish(trx, store, after, words))) {
      held.push({ id: state.id, title: state.title });
      after.status = "draft";
    }
    if (after.status === "published") after.published_at ??= now;
    after.was_public = seenBy(now, null, after);
    released.push(after);
  }
  await writeReleased(trx, released);
  await addOwners(trx, released, null);
  const changes = released.map((after) => ({
    before: null,
    after,
    text: () => texts.get(after.id)?.text ?? "",
    events: creationEvents(after, now, "import"),
  }));
  const changed = await articlesChanged(trx, store, changes, actor);
  return { changed, held, versions: new Map(released.map(({ id, version }) => [id, version])) };
}

const NO_TEXT = { text: "", pictureWords: "" };

async function writeReleased(trx: Trx, articles: readonly ArticleState[]): Promise<void> {
  for (const some of chunksOf(articles)) {
    const rows = some.map(
      ({ id, status, published_at, was_public }) =>
        sql`(cast(${id} as integer), cast(${status} as text), cast(${published_at} as bigint), cast(${was_public} as integer))`,
    );
    await sql`update article set status = released.column2, published_at = released.column3,
      was_public = released.column4, is_staged = 0
      from (values ${sql.join(rows)}) as released where article.id = released.column1`.execute(trx);
  }
}

const mayPublish = (trx: Trx, store: ArticleStore, after: ArticleState, words: string): Promise<boolean> =>
  isAllowed(async () =>
    store.guardPublication(trx, { id: null, before: null, after: toDraft(after, after.category), words }),
  );

/** Staged articles by their ids, with their plain texts. */
export async function readStaged(db: Kysely<Tables>, ids: readonly number[]) {
  const states = await readStates(db).where("article.id", "in", ids).where("is_staged", "=", 1).execute();
  const texts = await readTexts(db, states);
  return states.map((state) => ({ state, text: texts.get(state.id)?.text ?? "" }));
}

/** Deletes staged articles permanently. Returns the ids of the deleted ones. */
export async function removeStaged(trx: Trx, ids: readonly number[]): Promise<number[]> {
  const gone: number[] = [];
  for (const some of chunksOf(ids)) {
    const rows = await trx
      .deleteFrom("article")
      .where("id", "in", some)
      .where("is_staged", "=", 1)
      .returning("id")
      .execute();
    gone.push(...rows.map(({ id }) => id));
  }
  if (gone.length === 0) return gone;
  await forgetDocuments(trx, "article", gone);
  for (const forget of [forgetPlacements, forgetSeries]) await forget(trx, gone);
  return gone;
}
