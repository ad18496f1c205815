import { type Kysely, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import { EVERYTHING, shows, showsInData } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { linksOf } from "#features/identity/accounts/queries.ts";
import { seesHidden } from "#shared/permissions.ts";
import { slugWords } from "#shared/slug.ts";
import { nameKey } from "#shared/text.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { AuthorQuery, ListedAuthor } from "./endpoints.ts";
import { findPageOwner, publishedOf } from "./queries.ts";

type Db = Kysely<Tables>;
type Seen = { viewer: Viewer; now: number };

/** One page of the authors that `viewer` sees, by name, and the total. */
export async function listAuthors(db: Db, { viewer, now }: Seen, { query, kind, limit, offset }: AuthorQuery) {
  shows();
  showsInData(EVERYTHING);
  const seesAll = seesHidden(viewer);
  const chosen = db
    .selectFrom("account")
    .where("slug", "is not", null)
    .$if(query !== "", (authors) => authors.where(isNamedLike(db, query)))
    .$if(seesAll && kind !== undefined, (authors) => authors.where("email", kind === "account" ? "is not" : "is", null))
    .$if(!seesAll, (authors) => authors.where(({ exists }) => exists(publishedOf(now))));
  const { total } = await chosen.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await chosen.select("id").orderBy("name_key").orderBy("id").limit(limit).offset(offset).execute();
  const ids = rows.map(({ id }) => id);
  return { authors: await presentAuthors(db, { viewer, now }, ids), total: Number(total) };
}

/** Matches the name as it is written and without accents, and the names of authors merged into this one. */
function isNamedLike(db: Db, query: string) {
  const words = slugWords(query);
  const key = nameKey(query);
  const aliases = db
    .selectFrom("author_alias")
    .select("author_alias.account_id")
    .where(hasText(db, "author_alias.name_key", key));
  const named = sql<boolean>`(${hasText(db, "account.name_key", key)} or account.id in ${aliases})`;
  return words === "" ? named : sql<boolean>`(${named} or ${hasText(db, "account.slug", words)})`;
}

/** The author of an address if `viewer` sees it: readers see those with published articles. */
export async function readListedAuthor(db: Db, seen: Seen, reference: string): Promise<ListedAuthor | undefined> {
  const owner = await findPageOwner(db, reference);
  if (!owner) return undefined;
  shows(articleScope.byline(owner.id));
  const [author] = await presentAuthors(db, seen, [owner.id]);
  return author?.count === 0 && !seesHidden(seen.viewer) ? undefined : author;
}

/** Authors in the API's form, in the order of `ids`; `count` includes only articles that readers see at `now`. */
export async function presentAuthors(db: Db, { viewer, now }: Seen, ids: readonly number[]): Promise<ListedAuthor[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("account")
    .select(["id", "name", "slug", "bio", "image_url", "links", "email"])
    .select((eb) =>
      eb
        .selectFrom(publishedOf(now).as("published"))
        .select((published) => published.fn.countAll<number>().as("count"))
        .as("count"),
    )
    .where("id", "in", ids)
    .execute();
  const seesAll = seesHidden(viewer);
  const authors = rows.map(({ slug, links, email, count: counted, ...row }): ListedAuthor => {
    const count = Number(counted);
    const author = { ...row, slug: slug ?? "", links: linksOf(links), count };
    return seesAll ? { ...author, ...(count === 0 && { is_hidden: true }), has_account: email !== null } : author;
  });
  const places = new Map(ids.map((id, at) => [id, at]));
  return authors.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}
