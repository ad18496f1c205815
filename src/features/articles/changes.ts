import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from "kysely";
import type { z } from "zod";
import { EVERYTHING, type Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { isShownWithout } from "#features/categories/queries.ts";
import type { Snapshot } from "#features/documents/history/rules.ts";
import { type DocumentFacts, documentEvent, HAPPENINGS, type Happening } from "#features/documents/lifecycle/events.ts";
import { recordEvents } from "#features/events/commands.ts";
import type { NewsroomEvent } from "#features/events/types.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { auditedChanges } from "./audited.ts";
import type { StoredDraft } from "./drafts.ts";
import { type ArticleEvent, editIn } from "./events.ts";
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
  /** The plain text of `after`, empty for a deleted article. Computed on demand, as most reactions do not need it. */
  text: () => string | Promise<string>;
  events: readonly ArticleEvent[];
  reason?: string | undefined;
  /** The differences of the working copy from `before`, if this write removed one. */
  ended?: Snapshot | undefined;
};

declare module "#features/events/types.ts" {
  interface EventFacts {
    /** A write of an article's row, whatever it means to people. */
    "article.written": ArticleChange;
  }
}

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

/**
 * States what happened to articles, with the rows. Every write of `article` calls it, except view counting. Returns the
 * scopes that it touched.
 */
export const articlesChanged = (
  trx: Transaction<Tables>,
  { clock }: { clock: Clock },
  changes: readonly ArticleChange[],
  by: Actor,
): Promise<Scope[]> =>
  recordEvents(
    trx,
    clock,
    changes.flatMap((change): NewsroomEvent[] => {
      const { id = 0, title = "" } = change.after ?? change.before ?? {};
      const written = { by, action: "article.written", subject: { kind: "article", id }, facts: change } as const;
      const deeds = deedsOf(change).map(([deed, facts, changes]) =>
        documentEvent(by, deed, { type: "article", id, title, facts, changes }),
      );
      return [{ ...written, isPassing: true }, ...deeds];
    }),
  );

type DeedOf = [deed: Happening, facts?: DocumentFacts, changes?: ReturnType<typeof auditedChanges>];

/** What a write means to people: one thing with its changes, and what comes with it. */
function deedsOf({ before, after, events, ended }: ArticleChange): DeedOf[] {
  const created = events.find(({ kind }) => kind === "created");
  const isImport = created?.kind === "created" && created.source !== "editor";
  const deeds = events.flatMap(({ kind }): Happening[] => {
    const isDeed = kind !== "created" && kind !== "edited" && HAPPENINGS.some((one) => one === kind);
    // Documents of all types state these.
    return isDeed && kind !== "trashed" && kind !== "restored" ? [kind as Happening] : [];
  });
  if (created && after)
    return [
      ["created", { isImport }, auditedChanges(null, after)],
      ...deeds.map((deed): DeedOf => [deed, { isImport }]),
    ];
  const edit = editIn(events);
  if (!edit || !before || !after) return [];
  const main = deeds.find((deed) => deed !== "submitted" && deed !== "returned") ?? "edited";
  const isReworded = edit.source === "editor" && differsInText({ ...before, ...ended }, after);
  return [
    [main, { isReworded }, auditedChanges(before, after)],
    ...deeds.filter((deed) => deed !== main).map((deed): DeedOf => [deed]),
  ];
}

/** All scopes that a written article affects: itself, its lists, and which categories are shown. */
export async function changesIn(
  trx: Transaction<Tables>,
  { clock }: { clock: Clock },
  change: Pick<ArticleChange, "before" | "after" | "events">,
): Promise<Scope[]> {
  if (change.events.some((event) => event.kind === "created" && event.source !== "editor")) return [EVERYTHING];
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
