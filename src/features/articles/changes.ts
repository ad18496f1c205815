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

/** The editor's note on a change of the public text: its reason, whether it is minor, and its correction. */
export type ChangeNote = { reason: string; isMinor: boolean; correction?: GivenCorrection | undefined };

/** One write of an article: `before` is null for a new one, `after` for a deleted one. */
export type ArticleChange = {
  before: ArticleState | null;
  after: ArticleState | null;
  /** The plain text of `after`, empty for a deleted article. Computed on demand, as most listeners do not need it. */
  text: () => string | Promise<string>;
  events: readonly ArticleEvent[];
  reason?: string | undefined;
  /** The differences of the working copy from `before`, if this write removed one. */
  ended?: Snapshot | undefined;
};

/**
 * A reaction to writes of articles (decision 23). Runs in the writer's transaction, after the rows are written: an
 * error rolls them back. Changes come in batches, which is far cheaper.
 */
export type ArticleListener = (
  trx: Transaction<Tables>,
  changes: readonly ArticleChange[],
  actor: Actor,
) => Promise<void>;

/**
 * An article about to be written. `id` is null for a new one, `before` if it was never public; `words` are all public
 * words of the new content.
 */
export type Proposal = {
  id: number | null;
  before: ArticleState | null;
  after: StoredDraft;
  words: string;
  reason?: string | undefined;
};

/**
 * Checks a write by an editor, a job or an import (decision 79). Throws ForbiddenError for a text that may not be
 * published.
 */
export type PublicationGuard = (db: Kysely<Tables>, proposal: Proposal) => Promise<void>;

/** Notifies all listeners of changes by `actor`. Every write of `article` calls it, except view counting. */
export async function articlesChanged(
  trx: Transaction<Tables>,
  listeners: readonly ArticleListener[],
  changes: readonly ArticleChange[],
  actor: Actor,
): Promise<void> {
  for (const listener of listeners) await listener(trx, changes, actor);
}

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
    // The first article shows a category in the header of every page, and the last one hides it.
    if (!(await isShownWithout(trx, clock.now(), article.category_id, article.id))) return [EVERYTHING];
  }
  return changed;
}

/** The text columns of an article. */
export const TEXT = ["title", "excerpt", "content", "image_url", "image_alt"] as const;
type Text = { [Column in (typeof TEXT)[number]]?: unknown };

export const differsInText = (before: Text, after: Text): boolean =>
  TEXT.some((column) => before[column] !== after[column]);

export const noteIn = ({ change_note = "", is_minor = false, ...given }: GivenNote = {}): ChangeNote => ({
  reason: change_note,
  isMinor: is_minor,
  correction:
    given.correction === undefined
      ? undefined
      : { text: given.correction, position: given.correction_position ?? "top" },
});
type GivenNote = Pick<z.infer<typeof articleUpdate>, "change_note" | "is_minor" | "correction" | "correction_position">;

export const readStates = (db: Kysely<Tables>) =>
  db
    .selectFrom("article")
    .innerJoin("category", "category.id", "article.category_id")
    .selectAll("article")
    .select("category.name as category");

type Choice = SelectQueryBuilder<Tables, "article", { id: number }>;

/**
 * Articles for listeners, with the rows of `choose` locked until the commit, so that no concurrent change misses
 * another. A row written while this waited is read again.
 */
export async function lockStates(
  trx: Transaction<Tables>,
  choose: (articles: Choice) => Choice,
): Promise<ArticleState[]> {
  // A separate query: on PostgreSQL a join that waited has no row for an article moved to another category.
  const locked = await choose(trx.selectFrom("article").select("id")).orderBy("id").forUpdate().execute();
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  return readStates(trx).where("article.id", "in", ids).orderBy("article.id").execute();
}
