import { expressionBuilder, type Kysely } from "kysely";
import { BYLINE, publicAt, readable } from "#db/readable.ts";
import { EVERYTHING, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addressScope } from "#features/addresses/register.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { ARTICLES_PER_PAGE } from "#features/articles/rules.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { shownSlug } from "#features/articles/slug.ts";
import { busiestAmong, MAX_WEIGHED } from "#features/articles/topics/queries.ts";
import { authorScope, findOwn, findProfile } from "#features/identity/accounts/queries.ts";
import { findAuthorKey } from "#features/identity/authors/slugs.ts";
import { focusedUrls } from "#features/media/pictures/queries.ts";
import { isPaid } from "#shared/genres.ts";
import type { DatedPage } from "#shared/page.ts";
import { ownUrl } from "#shared/pictures.ts";
import type { Page } from "#shared/schema.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { AuthorView } from "./site/author-page.tsx";
import type { AuthorsView } from "./site/authors-page.tsx";

type Db = Kysely<Tables>;

/** An author's public holdings at a time (epoch milliseconds). */
export type FindHoldings<Holding> = (db: Db, accountId: number, now: number) => Promise<Holding[]>;

/** An author for readers, with current holdings. */
async function findAuthor<Holding>(db: Db, now: number, id: number, heldAt: FindHoldings<Holding>) {
  const profile = await findProfile(db, id);
  if (!profile) return undefined;
  const focused = await focusedUrls(db, [profile.image_url]);
  // Former staff no longer update their register.
  const isHere = (await findOwn(db, id))?.email !== null;
  const holdings = isHere ? await heldAt(db, id, now) : [];
  return { ...profile, image_url: focused(profile.image_url), holdings };
}

/** An author that an address names, with the slug of its page; undefined for unknown and erased authors. */
export async function findPageOwner(db: Db, reference: string): Promise<PageOwner | undefined> {
  const key = await findAuthorKey(db, reference);
  if (!key?.slug) {
    // Any change may create it.
    shows(EVERYTHING);
    return undefined;
  }
  shows(authorScope(key.id), addressScope("author", reference));
  return { id: key.id, slug: key.slug };
}

/** The same with the name, if readers see any article of the author. */
export async function findFeedOwner(db: Db, now: number, reference: string) {
  const owner = await findPageOwner(db, reference);
  if (!owner || !(await withPageAmong(db, now, [owner.id])).has(owner.id)) return undefined;
  return { ...owner, name: (await findProfile(db, owner.id))?.name ?? "" };
}

export type PageOwner = { id: number; slug: string };

/** The ids of an author's articles that readers see, newest first. */
export async function idsOfAuthor(db: Db, viewer: Viewer, now: number, id: number, { limit, offset }: Page) {
  shows(articleScope.byline(id));
  const found = await db
    .selectFrom("article_byline")
    .select("article_id")
    .where("account_id", "=", id)
    .where(readable(viewer, now, BYLINE))
    .orderBy("published_at", "desc")
    .orderBy("article_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return found.map(({ article_id }) => article_id);
}

const MORE = 3;

/** The authors of an article's page, with the newest others of their articles that readers see, none of them sponsored. */
export async function withNewest(
  db: Db,
  { viewer, now }: { viewer: Viewer; now: number },
  { id: shown, authors }: Pick<ArticlePage, "id" | "authors">,
): Promise<ArticlePage["authors"]> {
  const others = new Map<number, number[]>();
  for (const { id, has_page } of authors)
    if (id !== null && has_page) {
      const ids = await idsOfAuthor(db, viewer, now, id, { limit: MORE + 1, offset: 0 });
      others.set(id, ids.filter((one) => one !== shown).slice(0, MORE));
    }
  const rows = await summariesByIds(db, viewer, now, [...new Set([...others.values()].flat())]);
  const known = new Map(
    rows.filter((row) => !isPaid(row)).map((row) => [row.id, { id: row.id, title: row.title, slug: shownSlug(row) }]),
  );
  return authors.map((author) => {
    const more = (others.get(author.id ?? 0) ?? []).flatMap((id) => known.get(id) ?? []);
    return more.length > 0 ? { ...author, more } : author;
  });
}

/** The published articles of an author in a query of accounts. */
export const publishedOf = (now: number) =>
  expressionBuilder<Tables, "account">()
    .selectFrom("article_byline")
    .select(["article_byline.article_id", "article_byline.published_at"])
    .whereRef("article_byline.account_id", "=", "account.id")
    .where(publicAt(now, BYLINE));

/** Authors with a page: those with published articles, except erased people. */
const selectWithPages = (db: Db, now: number) =>
  db
    .selectFrom("account")
    .where("slug", "is not", null)
    .where(({ exists }) => exists(publishedOf(now)));

export async function withPageAmong(db: Db, now: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await selectWithPages(db, now).select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

const MAX_LISTED = 10_000;

/** The authors who have a page, for the sitemap. */
export async function authorsWithPages(db: Db, now: number): Promise<DatedPage[]> {
  const rows = await selectWithPages(db, now)
    .select("slug")
    .select((eb) =>
      eb
        .selectFrom(publishedOf(now).as("published"))
        .select((published) => published.fn.max("published.published_at").as("newest"))
        .as("modified"),
    )
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.flatMap(({ slug, modified }) => (slug === null ? [] : { slug, modified }));
}

export type HoldingsOfAuthor = FindHoldings<AuthorView["author"]["holdings"][number]>;

const MAX_PAGES = 1_000;

/** A page of an author, counted from 1; undefined beyond the last one, and for authors without published articles. */
export async function readAuthor(
  db: Db,
  { viewer, now }: { viewer: Viewer; now: number },
  slug: string,
  page: number,
  heldAt: HoldingsOfAuthor,
): Promise<AuthorView | { movedTo: string } | undefined> {
  const owner = await findPageOwner(db, slug);
  if (!owner || page > MAX_PAGES) return undefined;
  const { id } = owner;
  const found = await idsOfAuthor(db, viewer, now, id, {
    limit: page === 1 ? MAX_WEIGHED : ARTICLES_PER_PAGE + 1,
    offset: (page - 1) * ARTICLES_PER_PAGE,
  });
  if (found.length === 0) return undefined;
  if (owner.slug !== slug) return { movedTo: owner.slug };
  const author = await findAuthor(db, now, id, heldAt);
  const rows = await summariesByIds(db, viewer, now, found.slice(0, ARTICLES_PER_PAGE));
  if (!author) return undefined;
  const shown = { ...author, slug, image_url: ownUrl(author.image_url) };
  return {
    author: shown,
    beats: page === 1 ? await busiestAmong(db, found) : [],
    articles: presentSummaries(rows),
    page,
    isLast: found.length <= ARTICLES_PER_PAGE || page === MAX_PAGES,
  };
}

const LIST_SIZE = 60;

/** A page of everyone who has published, by name, counted from 1; undefined beyond the last one. */
export async function readAuthors(db: Db, now: number, page: number): Promise<AuthorsView | undefined> {
  // Another publication, or another name, changes who is listed.
  shows(articleScope.latest);
  const rows = await selectWithPages(db, now)
    .select(["id", "name", "slug", "image_url", "bio"])
    .orderBy("name_key")
    .orderBy("id")
    .limit(LIST_SIZE + 1)
    .offset((page - 1) * LIST_SIZE)
    .execute();
  const listed = rows.slice(0, LIST_SIZE);
  if (listed.length === 0 && page > 1) return undefined;
  shows(...listed.flatMap(({ id }) => [authorScope(id), articleScope.byline(id)]));
  const focused = await focusedUrls(
    db,
    listed.map(({ image_url }) => image_url),
  );
  return {
    authors: listed.map(({ id: _id, slug, image_url, ...author }) => ({
      ...author,
      slug: slug ?? "",
      image_url: ownUrl(focused(image_url)),
    })),
    page,
    isLast: rows.length <= LIST_SIZE,
  };
}
