import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from "kysely";
import type { z } from "zod";
import { EVERYTHING, type Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { isShownWithout } from "#features/categories/queries.ts";
import type { Snapshot } from "#features/documents/history/rules.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import type { StoredDraft } from "./drafts.ts";
import type { ArticleEvent } from "./events.ts";
import type { articleUpdate, GivenCorrection } from "./schema.ts";
import { articleScope, scopesOf } from "./scopes.ts";
import type { ArticleTable } from "./tables.ts";

/** An article's row with the name of its category. */
export type ArticleState = Selectable<ArticleTable> & { category: string };

/** An editor's statement on a change of the public text: its reason, whether it is minor, and its correction. */
export type ChangeNote = { reason: string; isMinor: boolean; correction?: GivenCorrection | undefined };

/** One write of an article: `before` is null for a new one, `after` for a deleted one. */
export type ArticleChange = {
  before: ArticleState | null;
  after: ArticleState | null;
  /** The plain text of `after`, empty for a deleted one. Computed on demand: most listeners do not need it. */
  text: () => string | Promise<string>;
  events: readonly ArticleEvent[];
  /** The editor's reason for the change; undefined if the write takes none. */
  reason?: string | undefined;
  /** The differences of the working copy from `before`, if this write removed one. */
  ended?: Snapshot | undefined;
};

/**
 * A reaction to writes of articles (docs/decisions/0023). Runs in the writer's transaction, after the rows are written:
 * an error rolls them back. Receives changes in batches, which is far cheaper than one at a time.
 */
export type ArticleListener = (
  trx: Transaction<Tables>,
  changes: readonly ArticleChange[],
  actor: Actor,
) => Promise<void>;

/**
 * An article that is about to be written. `id` is null for a new one, `before` for one that was never public;
 * `words` are all public words of the new content, `reason` is the reason in the record of changes.
 */
export type Proposal = {
  id: number | null;
  before: ArticleState | null;
  after: StoredDraft;
  words: string;
  reason?: string | undefined;
};

/**
 * Checks a write of an editor, a job or an import before it happens (docs/decisions/0079). Throws
 * ForbiddenError for a text that may not be published.
 */
export type PublicationGuard = (db: Kysely<Tables>, proposal: Proposal) => Promise<void>;

/** Notifies all listeners of changes by `actor`. Every write of `article` calls it, except the counting of views. */
export async function articlesChanged(
  trx: Transaction<Tables>,
  listeners: readonly ArticleListener[],
  changes: readonly ArticleChange[],
  actor: Actor,
): Promise<void> {
  for (const listener of listeners) await listener(trx, changes, actor);
}

/** Passes a write to the listeners, in the writer's transaction; returns the scopes it affects. */
export async function announce(
  trx: Transaction<Tables>,
  store: { articleListeners: readonly ArticleListener[]; clock: Clock },
  change: ArticleChange,
  actor: Actor,
): Promise<Scope[]> {
  await articlesChanged(trx, store.articleListeners, [change], actor);
  return changesIn(trx, store, change);
}

/** All scopes that a written article affects: itself, its lists, and which categories are shown. */
export async function changesIn(
  trx: Transaction<Tables>,
  { clock }: { clock: Clock },
  change: Pick<ArticleChange, "before" | "after" | "events">,
): Promise<Scope[]> {
  const changed = scopesOf(change);
  for (const article of [change.before, change.after]) {
    if (!article || !changed.includes(articleScope.category(article.category_id))) continue;
    // The first article shows a category created by an article, and the last one hides it: in the header of every page.
    if (!(await isShownWithout(trx, clock.now(), article.category_id, article.id))) return [EVERYTHING];
  }
  return changed;
}

/** The columns that are an article's text: changing another one, such as its tags, changes no words. */
const TEXT = ["title", "excerpt", "content", "image_url", "image_alt"] as const;
type Text = { [Column in (typeof TEXT)[number]]?: unknown };

/** Whether two states of an article differ in text. */
export const differsInText = (before: Text, after: Text): boolean =>
  TEXT.some((column) => before[column] !== after[column]);

/** The editor's statement on a change, from a request's body. */
export const noteIn = ({ change_note = "", is_minor = false, ...given }: GivenNote = {}): ChangeNote => ({
  reason: change_note,
  isMinor: is_minor,
  correction:
    given.correction === undefined
      ? undefined
      : { text: given.correction, position: given.correction_position ?? "top" },
});
type GivenNote = Pick<z.infer<typeof articleUpdate>, "change_note" | "is_minor" | "correction" | "correction_position">;

/** Articles as listeners see them, without locks. */
export const readStates = (db: Kysely<Tables>) =>
  db
    .selectFrom("article")
    .innerJoin("category", "category.id", "article.category_id")
    .selectAll("article")
    .select("category.name as category");

type Choice = SelectQueryBuilder<Tables, "article", { id: number }>;

/**
 * Articles as listeners see them, those of `choose`, locked until the commit: of two concurrent changes, the second would
 * miss the first. An article that was written while this waited is read in its new state.
 */
export async function lockStates(
  trx: Transaction<Tables>,
  choose: (articles: Choice) => Choice,
): Promise<ArticleState[]> {
  // First by themselves: on PostgreSQL a join that waited has no row for an article that was moved to another category.
  const locked = await choose(trx.selectFrom("article").select("id")).orderBy("id").forUpdate().execute();
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  return readStates(trx).where("article.id", "in", ids).orderBy("article.id").execute();
}
