import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { topicsOutside } from "#features/articles/topics/queries.ts";
import { type AuthorRow, authorsWithoutLogin } from "#features/identity/accounts/authors.ts";
import { shownPicturesNamed } from "#features/media/pictures/hidden.ts";
import { type FindUses, findUses } from "#features/media/pictures/queries.ts";
import { uncuratedTopics } from "#features/topics/queries.ts";
import { nameKey } from "#shared/text.ts";

/** Demo articles that go, by id. */
type Going = ReadonlyMap<number, string>;

/** The demo's authors without other articles: those with an unchanged profile, and the names of the others. */
export async function authorsIn(
  db: Kysely<Tables>,
  people: readonly { name: string; bio: string }[],
  articles: Going,
): Promise<{ unchanged: AuthorRow[]; edited: string[] }> {
  const bios = new Map(people.map(({ name, bio }) => [name, bio]));
  const unchanged: AuthorRow[] = [];
  const edited: string[] = [];
  for (const author of await authorsWithoutLogin(db, [...bios.keys()])) {
    const owned = await ownedBy(db, author.id).execute();
    if (owned.some(({ article_id }) => !articles.has(article_id))) continue;
    if (author.bio === bios.get(author.name)) unchanged.push(author);
    else edited.push(author.name);
  }
  return { unchanged, edited };
}

/** The demo's pictures that nothing else shows, without those that an editor has tagged. */
export async function picturesIn(
  db: Kysely<Tables>,
  files: readonly string[],
  pictureUses: readonly FindUses[],
  going: { articles: Going; authors: ReadonlySet<number> },
): Promise<{ id: number; key: string }[]> {
  const unused: { id: number; key: string }[] = [];
  for (const { id, key } of await shownPicturesNamed(db, files)) {
    const uses = await findUses(db, pictureUses, key);
    const isGoing = (use: (typeof uses)[number]) =>
      (use.type === "article" && going.articles.has(use.id)) || (use.type === "author" && going.authors.has(use.id));
    if (uses.every(isGoing)) unused.push({ id, key });
  }
  return unused;
}

/** The topics that an article named and only the articles that go have. */
export async function topicsOnlyIn(db: Kysely<Tables>, names: readonly string[], articles: Going): Promise<number[]> {
  const ids = await uncuratedTopics(db, names.map(nameKey));
  const elsewhere = await topicsOutside(db, ids, [...articles.keys()]);
  return ids.filter((id) => !elsewhere.has(id));
}
