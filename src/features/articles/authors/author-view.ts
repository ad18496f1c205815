import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { ownUrl } from "#shared/pictures.ts";
import { type FindHoldings, findAuthor, pageOfAuthor } from "./queries.ts";
import type { AuthorView } from "./site/author-page.tsx";

export type HoldingsOfAuthor = FindHoldings<AuthorView["author"]["holdings"][number]>;

/** Articles on one page, and how many such pages there may be. */
const PAGE_SIZE = 24;
const MAX_PAGES = 1_000;

/** A page about an author, counted from 1; undefined beyond the last, and for who has published nothing. */
export async function readAuthor(
  db: Kysely<Tables>,
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
