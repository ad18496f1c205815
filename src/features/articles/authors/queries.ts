import type { Kysely } from "kysely";
import { BYLINE, readable } from "#db/readable.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { authorScope, findOwn, findProfile } from "#features/identity/accounts/queries.ts";
import { FORMER_AUTHOR } from "#features/identity/accounts/rules.ts";
import { focusedUrls } from "#features/media/pictures/queries.ts";
import { ownUrl } from "#shared/pictures.ts";
import { ANYBODY } from "#shared/viewer.ts";
import type { AuthorView } from "./site/author-page.tsx";

type Db = Kysely<Tables>;

/** An author's public holdings at a time (epoch milliseconds). */
export type FindHoldings<Holding> = (db: Db, accountId: number, now: number) => Promise<Holding[]>;

/** An author for readers, with current holdings; undefined for unknown and erased accounts. */
export async function findAuthor<Holding>(db: Db, now: number, id: number, heldAt: FindHoldings<Holding>) {
  shows(authorScope(id));
  const profile = await findProfile(db, id);
  if (!profile || profile.name === FORMER_AUTHOR) return undefined;
  const focused = await focusedUrls(db, [profile.image_url]);
  // Former staff no longer update their register.
  const isHere = (await findOwn(db, id))?.email !== null;
  const holdings = isHere ? await heldAt(db, id, now) : [];
  return { id, ...profile, image_url: focused(profile.image_url), holdings };
}

/** An author's public articles, newest first, and whether there are more. */
export async function pageOfAuthor(
  db: Db,
  now: number,
  id: number,
  { limit, offset }: { limit: number; offset: number },
) {
  shows(articleScope.byline(id));
  const found = await db
    .selectFrom("article_byline")
    .select("article_id")
    .where("account_id", "=", id)
    .where(readable(ANYBODY, now, BYLINE))
    .orderBy("published_at", "desc")
    .orderBy("article_id", "desc")
    .limit(limit + 1)
    .offset(offset)
    .execute();
  const ids = found.slice(0, limit).map(({ article_id }) => article_id);
  return { rows: await summariesByIds(db, ANYBODY, now, ids), hasMore: found.length > limit };
}

/** Authors with a page: accounts with published articles that were not erased. */
const selectWithPages = (db: Db, now: number) =>
  db
    .selectFrom("account")
    .select("id")
    .where("name", "<>", FORMER_AUTHOR)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("article_byline")
          .select("article_byline.article_id")
          .whereRef("article_byline.account_id", "=", "account.id")
          .where(readable(ANYBODY, now, BYLINE)),
      ),
    );

export async function withPageAmong(db: Db, now: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await selectWithPages(db, now).where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

const MAX_LISTED = 2_000;

export async function authorsWithPages(db: Db, now: number): Promise<number[]> {
  const rows = await selectWithPages(db, now).orderBy("id").limit(MAX_LISTED).execute();
  return rows.map(({ id }) => id);
}

export type HoldingsOfAuthor = FindHoldings<AuthorView["author"]["holdings"][number]>;

const PAGE_SIZE = 24;
const MAX_PAGES = 1_000;

export async function readAuthor(
  db: Db,
  now: number,
  id: number,
  page: number,
  heldAt: HoldingsOfAuthor,
): Promise<AuthorView | undefined> {
  const author = await findAuthor(db, now, id, heldAt);
  if (!author || page > MAX_PAGES) return undefined;
  const { rows, hasMore } = await pageOfAuthor(db, now, id, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  if (rows.length === 0) return undefined;
  const shown = { ...author, image_url: ownUrl(author.image_url) };
  return { author: shown, articles: presentSummaries(rows), page, isLast: !hasMore || page === MAX_PAGES };
}
