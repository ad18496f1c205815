import type { EventOf, NewsroomEvent } from "#features/events/types.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import type { DocumentEvent, Phase } from "./type.ts";
import { isSeen } from "./versions.ts";

/** What happens to documents of every type. An edit that is also a publication is only the latter. */
export const HAPPENINGS = [
  "created",
  "edited",
  /** Its working copy changed; autosaves do this every few seconds. */
  "typed",
  "submitted",
  "returned",
  "published",
  "scheduled",
  "updated",
  "unpublished",
  "trashed",
  "restored",
] as const;
export type Happening = (typeof HAPPENINGS)[number];

/** What people do with a document besides: actions of the audit log, and notes, which are not stored. */
export const ANSWERS = ["ask", "approve", "override", "decline", "disapprove", "suggest", "accept", "reject"] as const;
export const REMARKS = ["mentioned", "noted", "replied"] as const;

/**
 * `isReworded`: its words differ from those that its owners knew. `isProposed`: readers have another text. Owners are
 * notified, and `also` others, or `only` some, `without` those who hear of it otherwise: ids of accounts.
 */
export type DocumentFacts = {
  isReworded?: boolean;
  isProposed?: boolean;
  isImport?: boolean;
  also?: readonly number[];
  only?: readonly number[];
  without?: readonly number[];
};

/** What readers see of all that, whatever happened. */
export type Sight = "shown" | "amended" | "withdrawn";

/** `appeared`: became public at its time. */
export type Deed = Happening | Sight | "appeared" | "unschedule" | (typeof ANSWERS)[number] | (typeof REMARKS)[number];

type DocumentEvents = Record<`${DocumentTypeName}.${Deed}`, DocumentFacts>;
declare module "#features/events/types.ts" {
  interface EventFacts extends DocumentEvents {}
}

const PASSING: ReadonlySet<Deed> = new Set<Deed>(["typed", ...REMARKS]);

type Stated = {
  type: DocumentTypeName;
  id: number;
  title?: string;
  changes?: NewsroomEvent["changes"] | undefined;
  facts?: DocumentFacts | undefined;
};

/** An event of a document. `title`: as it is now, which for a draft is that of its working copy. */
export const documentEvent = (
  by: Actor,
  deed: Deed,
  { type, id, title = "", changes = {}, facts = {} }: Stated,
): NewsroomEvent =>
  ({
    by,
    action: `${type}.${deed}`,
    subject: { kind: type, id, title },
    changes,
    facts,
    ...(PASSING.has(deed) && { isPassing: true }),
    // The facts are the same for every type and deed.
  }) as EventOf<"article.edited">;

type Moved = { was: Phase; is: Phase; wasAt: number | null; isAt: number | null };

/** The event of a write, from the phases and times of the rows (epoch milliseconds) before and after it. */
export function eventOf({ was, is, wasAt, isAt }: Moved, now: number, isUpdate: boolean): DocumentEvent {
  if (!isSeen(is)) return isSeen(was) ? "unpublished" : "edited";
  if (is !== "waiting") return was === is ? (isUpdate ? "updated" : "edited") : "published";
  if (was === "waiting" && wasAt === isAt) return "edited";
  return (isAt ?? 0) > now ? "scheduled" : "published";
}
