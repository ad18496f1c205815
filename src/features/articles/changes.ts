import type { Kysely, Selectable, Transaction } from "kysely";
import type { ArticleTable, Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";

/** An article's row with the name of its category. */
export type ArticleState = Selectable<ArticleTable> & { category: string };

/** One write of an article: `before` is null where it is new, `after` where it is deleted. */
export type ArticleChange = {
  before: ArticleState | null;
  after: ArticleState | null;
  /** The plain text of `after`, empty for a deleted one. Made when it is asked for: most listeners do not need it. */
  text: () => string | Promise<string>;
};

/**
 * What follows from writes of articles (docs/decisions/0023). Runs in the writer's transaction, after the rows are
 * written: what it throws undoes them. Gets many changes at once, as they take far less than one after another.
 */
export type ArticleListener = (
  trx: Transaction<Tables>,
  changes: readonly ArticleChange[],
  actor: Actor,
) => Promise<void>;

/** Tells all listeners of changes by `actor`. Every write of `article` calls it, but for the counting of views. */
export async function articlesChanged(
  trx: Transaction<Tables>,
  listeners: readonly ArticleListener[],
  changes: readonly ArticleChange[],
  actor: Actor,
): Promise<void> {
  for (const listener of listeners) await listener(trx, changes, actor);
}

/** Articles as listeners see them. Held until the end: of two changes at once, the second would miss the first. */
export function selectStates(db: Kysely<Tables>) {
  return db
    .selectFrom("article")
    .innerJoin("category", "category.id", "article.category_id")
    .selectAll("article")
    .select("category.name as category")
    .forUpdate("article");
}
