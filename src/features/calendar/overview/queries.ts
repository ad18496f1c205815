import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { articleDocument } from "#features/articles/document.ts";
import { findListPage } from "#features/articles/list/queries.ts";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { DEFAULT_AUTHOR } from "#features/articles/rules.ts";
import { listTrending } from "#features/articles/trending.ts";
import { countViews } from "#features/articles/views.ts";
import { askedOf, changesRequestedOf } from "#features/documents/requests/queries.ts";
import { openSuggestionsOf } from "#features/documents/suggestions/queries.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { newestNumbers } from "#features/newsletter/issues/queries.ts";
import { unreadNotes } from "#features/notifications/queries.ts";
import { storiesNow } from "#features/notifications/titles.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import { viewerOf } from "#shared/viewer.ts";
import { NAMED, readDay } from "./day.ts";
import type { Overview, Waiting } from "./endpoints.ts";

export const SHOWN = 5;
const SHOWN_ISSUES = 10;

/** Maximum pending documents named if no other list has them all. */
const MAX_REVIEWS = 100;

export type OverviewStore = { database: Database; kinds: readonly DocumentType[] };

type Titled = Omit<Waiting["articles"][number], "story">;
type Listed = Omit<Waiting, "articles"> & { articles: Titled[] };

type Suggested = Awaited<ReturnType<typeof openSuggestionsOf>>;

/** The pending work of an actor. Each part costs as much as one page of the editors' list. */
async function listWaiting(
  { database, kinds }: OverviewStore,
  actor: Actor,
  now: number,
  { toDecide }: Suggested,
): Promise<Listed[]> {
  const { db } = database;
  const viewer = viewerOf(actor);
  const filters: [Waiting["kind"], ArticleListFilter][] = [
    ["ready", { status: "ready" }],
    ["changes", { waiting: true }],
  ];
  const parts: Listed[] = [];
  const reader = readerOf(actor, now);
  const add = (kind: Waiting["kind"], all: Titled[]) =>
    parts.push({ kind, total: all.length, articles: all.slice(0, MAX_REVIEWS) });
  if (reader) {
    add("asked", await askedOf(db, kinds, reader));
    add("requested", await changesRequestedOf(db, kinds, reader));
  }
  add("suggestions", toDecide);
  for (const [kind, filter] of filters) {
    // Only users who may publish get ready articles and pending changes.
    if (!mayAny(actor, "article.publish")) continue;
    const page = { limit: SHOWN, offset: 0 };
    const { ids, total } = await findListPage(database, { filter, page, now, noAuthor: DEFAULT_AUTHOR.name, viewer });
    const titles = await articleDocument.titles(db, ids);
    parts.push({ kind, total, articles: ids.map((id) => ({ type: "article", id, title: titles.get(id) ?? "" })) });
  }
  if (reader) {
    const notes = await unreadNotes(db, kinds, reader, SHOWN);
    parts.push({ kind: "notes", total: notes.total, articles: notes.documents });
  }
  return parts.filter(({ total }) => total > 0);
}

const readerOf = (actor: Actor, now: number) =>
  actor.accountId === null ? undefined : { role: actor.role, accountId: actor.accountId, now };

async function viewsOf(db: Kysely<Tables>, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("article").select(["id", "views"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, views }) => [id, views]));
}

export async function findOverview(
  store: OverviewStore,
  actor: Actor,
  now: number,
): Promise<Omit<Overview, "scheduled">> {
  const { database, kinds } = store;
  const { db } = database;
  const hot = await listTrending(db, viewerOf(actor), now, SHOWN);
  const ids = hot.map(({ id }) => id);
  const views = await viewsOf(db, ids);
  const reader = readerOf(actor, now);
  const suggestions = reader ? await openSuggestionsOf(db, kinds, reader) : { toDecide: [], own: [] };
  const waiting = await listWaiting(store, actor, now, suggestions);
  const { drafts, ...day } = await readDay(db, actor, now);
  const suggested = suggestions.own.slice(0, NAMED);
  const named = [...waiting.flatMap(({ articles }) => articles), ...drafts.documents, ...suggested];
  const stories = await storiesNow(db, kinds, named, { keyOf: (one) => one, now });
  const known = (documents: readonly Titled[]) => documents.map((one) => ({ ...one, story: stories.get(one) }));
  return {
    day: {
      ...day,
      drafts: { ...drafts, documents: known(drafts.documents) },
      suggested: { total: suggestions.own.length, documents: known(suggested) },
    },
    waiting: waiting.map(({ articles, ...part }) => ({ ...part, articles: known(articles) })),
    views: await countViews(db, now),
    issues: mayAny(actor, "issue.manage") ? await newestNumbers(db, SHOWN_ISSUES) : [],
    most_read: hot.map(({ id, title }) => ({ id, title, views: views.get(id) ?? 0 })),
  };
}
