import type { Selectable } from "kysely";
import type { GivenCorrection } from "./schema.ts";
import type { ArticleTable } from "./tables.ts";

type Row = Selectable<ArticleTable>;

/**
 * The origin of an edit. `editor`: a person, in the article itself. `picture`: a person replaced a picture
 * in all its uses. `system`: the program stored an equivalent text. `card`: text of another host was inserted.
 */
export type EditSource = "editor" | "picture" | "system" | "card";

/**
 * An event of an article (docs/decisions/0110). The writing command states it; listeners switch over the
 * kinds and never guess one from the rows. A write may cause several events.
 */
export type ArticleEvent =
  /** Stored for the first time. `import`: together with others, from a file or as demo content. */
  | { kind: "created"; source: "editor" | "import" }
  /** Saved. `fields`: the columns that differ, without bookkeeping. `isMinor`: marked as a minor fix by the editor. */
  | { kind: "edited"; fields: readonly (keyof Row)[]; isMinor: boolean; source: EditSource }
  /** Marked as ready to be published. */
  | { kind: "submitted" }
  /** A draft again after it was ready. */
  | { kind: "returned" }
  /** Published now. */
  | { kind: "published" }
  /** Published at its date. */
  | { kind: "scheduled" }
  /** A published article took over its working copy. */
  | { kind: "updated" }
  | { kind: "unpublished" }
  | { kind: "corrected"; correction: GivenCorrection }
  | { kind: "trashed" }
  /** Back from the trash. */
  | { kind: "restored" }
  /** The row stays: its category or one of its authors has another name. */
  | { kind: "renamed"; what: "category" | "author" }
  /** The row stays: full text is built from it again. */
  | { kind: "reindexed" };

export type EditEvent = Extract<ArticleEvent, { kind: "edited" }>;

/** Columns that every save writes, whatever it changes. */
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

/** The event of a change of status. `hasEndedCopy`: whether the write removed the working copy. */
export function statusEvents({ before, after }: Update, now: number, hasEndedCopy: boolean): ArticleEvent[] {
  const [was, is] = [before.status, after.status];
  if (is === "published") {
    if (was !== "published") return [shownEvent(after, now)];
    return hasEndedCopy ? [{ kind: "updated" }] : [];
  }
  const events: ArticleEvent[] = was === "published" ? [{ kind: "unpublished" }] : [];
  if (is === "ready" && was !== "ready") events.push({ kind: "submitted" });
  if (is === "draft" && was === "ready") events.push({ kind: "returned" });
  return events;
}

/** The event of a new article. */
export const creationEvents = (after: Row, now: number, source: "editor" | "import"): ArticleEvent[] => [
  { kind: "created", source },
  ...(after.status === "published" ? [shownEvent(after, now)] : []),
];

const shownEvent = ({ published_at }: Row, now: number): ArticleEvent => ({
  kind: (published_at ?? 0) > now ? "scheduled" : "published",
});

/** The edit among the events of a write. */
export const editIn = (events: readonly ArticleEvent[]): EditEvent | undefined =>
  events.find((event) => event.kind === "edited");

/** Makes the compiler reject a switch over events that misses a kind. */
export function unknownEvent(event: never): never {
  throw new Error(`Unknown article event: ${JSON.stringify(event)}`);
}
