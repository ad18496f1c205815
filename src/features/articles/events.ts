import type { Selectable } from "kysely";
import { eventOf } from "#features/documents/lifecycle/events.ts";
import { phaseByDate } from "#features/documents/lifecycle/rules.ts";
import type { GivenCorrection } from "./schema.ts";
import type { ArticleTable } from "./tables.ts";

type Row = Selectable<ArticleTable>;

/**
 * The origin of an edit. `editor`: a person, in the article. `picture`: a person replaced a picture everywhere.
 * `system`: the program stored an equivalent text. `card`: text of another host was inserted.
 */
export type EditSource = "editor" | "picture" | "system" | "card";

/** Where an article comes from: a person, the content of a new publication, or another system, where it was published before. */
type CreationSource = "editor" | "demo" | "import";

/**
 * What a write of an article's row was. Stated by the writing command, so that reactions never infer it from rows. A write may
 * be several.
 */
export type ArticleEvent =
  /** Stored for the first time. Those of an import are many at the same time. */
  | { kind: "created"; source: CreationSource }
  /** Saved. `fields`: the changed columns, without bookkeeping. `isMinor`: marked as a minor fix by the editor. */
  | { kind: "edited"; fields: readonly (keyof Row)[]; isMinor: boolean; source: EditSource }
  /** Marked as ready. */
  | { kind: "submitted" }
  /** Back from ready to draft. */
  | { kind: "returned" }
  /** Published now. */
  | { kind: "published" }
  /** Published at its date. */
  | { kind: "scheduled" }
  /** The working copy of a published article was published. */
  | { kind: "updated" }
  | { kind: "unpublished" }
  | { kind: "corrected"; correction: GivenCorrection }
  | { kind: "trashed" }
  | { kind: "restored" }
  /** The name of its category, an author or a topic changed; the row did not. */
  | { kind: "renamed"; what: "category" | "author" | "topic" }
  /** Full text is rebuilt; the row did not change. */
  | { kind: "reindexed" };

export type EditEvent = Extract<ArticleEvent, { kind: "edited" }>;

const BOOKKEEPING: ReadonlySet<string> = new Set<keyof Row>([
  "version",
  "updated_at",
  "updated_by",
  "last_updated_at",
  "was_public",
]);

type Update = { before: Row; after: Row };

/** An edit of the columns in which `after` differs. */
export function edited(
  { before, after }: Update,
  { isMinor = false, source }: { isMinor?: boolean | undefined; source: EditSource },
): EditEvent {
  const columns = Object.keys(after) as (keyof Row)[];
  const fields = columns.filter((column) => !BOOKKEEPING.has(column) && before[column] !== after[column]);
  return { kind: "edited", fields: fields.toSorted(), isMinor, source };
}

/** The events of a change of status. `isUpdate`: whether the write included the working copy. */
export function statusEvents({ before, after }: Update, now: number, isUpdate: boolean): ArticleEvent[] {
  const [was, is] = [before.status, after.status];
  const moved = {
    was: phaseByDate(before, now),
    is: phaseByDate(after, now),
    wasAt: before.published_at,
    isAt: after.published_at,
  };
  const kind = eventOf(moved, now, isUpdate);
  const events: ArticleEvent[] = kind === "edited" ? [] : [{ kind }];
  if (is === "ready" && was !== "ready") events.push({ kind: "submitted" });
  if (is === "draft" && was === "ready") events.push({ kind: "returned" });
  return events;
}

export const creationEvents = (after: Row, now: number, source: CreationSource): ArticleEvent[] => [
  { kind: "created", source },
  ...(after.status === "published" ? [shownEvent(after, now)] : []),
];

const shownEvent = ({ published_at }: Row, now: number): ArticleEvent => ({
  kind: (published_at ?? 0) > now ? "scheduled" : "published",
});

export const editIn = (events: readonly ArticleEvent[]): EditEvent | undefined =>
  events.find((event) => event.kind === "edited");
