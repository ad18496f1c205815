import type { Database } from "#db/open.ts";
import { presentSummaries } from "#features/articles/present.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { ownUrl } from "#shared/pictures.ts";
import { type FindHoldings, findAuthor, pageOfAuthor } from "./queries.ts";
import type { AuthorView } from "./site/author-page.tsx";

export type AuthorsFeature = Feature & {
  /** The page of an author, counted from 1; undefined beyond the last, and for who has published nothing. */
  readAuthor: (id: number, page: number) => Promise<AuthorView | undefined>;
};

/** Articles on one page, and how many such pages there may be. */
const PAGE_SIZE = 24;
const MAX_PAGES = 1_000;

type Deps = { database: Database; clock: Clock; heldAt: FindHoldings<AuthorView["author"]["holdings"][number]> };

/** The pages of authors. */
export function authorsFeature({ database: { db }, clock, heldAt }: Deps): AuthorsFeature {
  return {
    async readAuthor(id, page) {
      const now = clock.now();
      const author = await findAuthor(db, now, id, heldAt);
      if (!author || page > MAX_PAGES) return undefined;
      const { rows, hasMore } = await pageOfAuthor(db, now, id, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
      if (rows.length === 0) return undefined;
      const shown = { ...author, image_url: ownUrl(author.image_url) };
      return { author: shown, articles: presentSummaries(rows), page, isLast: !hasMore || page === MAX_PAGES };
    },
  };
}
