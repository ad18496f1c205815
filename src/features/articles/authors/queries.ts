import type { Kysely } from "kysely";
import { BYLINE, readable } from "#db/readable.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { findOwn, findProfile } from "#features/identity/accounts/queries.ts";
import { FORMER_AUTHOR } from "#features/identity/accounts/rules.ts";
import { authorScope } from "#features/identity/accounts/scopes.ts";
import { focusedUrls } from "#features/media/pictures/queries.ts";
import { ANYBODY } from "#shared/viewer.ts";

type Db = Kysely<Tables>;

/** An author's public holdings at a time (epoch milliseconds). */
export type FindHoldings<Holding> = (db: Db, accountId: number, now: number) => Promise<Holding[]>;

/** An author as readers see one, with what they hold now; undefined for nobody, and for who was erased. */
export async function findAuthor<Holding>(db: Db, now: number, id: number, heldAt: FindHoldings<Holding>) {
  shows(authorScope(id));
  const profile = await findProfile(db, id);
  if (!profile || profile.name === FORMER_AUTHOR) return undefined;
  const focused = await focusedUrls(db, [profile.image_url]);
  // Who cannot log in any more keeps no register up to date.
  const isHere = (await findOwn(db, id))?.email !== null;
  const holdings = isHere ? await heldAt(db, id, now) : [];
  return { id, ...profile, image_url: focused(profile.image_url), holdings };
}

/** An author's articles that readers see, the newest first, and whether there are more. */
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

/** Authors with an account who have a page: not who was erased, or has published nothing. */
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

/** Which of some accounts have a page. */
export async function withPageAmong(db: Db, now: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await selectWithPages(db, now).where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** More than fit into a sitemap beside the other pages. */
const MAX_LISTED = 2_000;

/** Ids of the authors who have a page. */
export async function authorsWithPages(db: Db, now: number): Promise<number[]> {
  const rows = await selectWithPages(db, now).orderBy("id").limit(MAX_LISTED).execute();
  return rows.map(({ id }) => id);
}
