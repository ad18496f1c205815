import { recordEntry } from "#features/audit/commands.ts";
import type { Action } from "#features/audit/rules.ts";
import { type Cause, type Event, notifyOwners } from "#features/notifications/commands.ts";
import { endRequests } from "../requests/commands.ts";
import type { DocumentEvent, DocumentRow, Lifecycle, Phase } from "./type.ts";
import { isSeen } from "./versions.ts";

/** The notification of owners about an event that another user caused. An edit has one only if its words differ. */
export const NEWS: Record<Exclude<DocumentEvent, "edited">, Omit<Event, "id">> = {
  published: { kind: "published" },
  scheduled: { kind: "published", detail: "scheduled" },
  updated: { kind: "published", detail: "updated" },
  unpublished: { kind: "returned", detail: "unpublished" },
};

/** Whether an event does what a request for a review asked for. */
export const answersRequest = (event: string): boolean => ["published", "scheduled", "updated"].includes(event);

type Moved = { was: Phase; is: Phase; wasAt: number | null; isAt: number | null };

/** The event of a write, from the phases and times of the rows (epoch milliseconds) before and after it. */
export function eventOf({ was, is, wasAt, isAt }: Moved, now: number, isUpdate: boolean): DocumentEvent {
  if (!isSeen(is)) return isSeen(was) ? "unpublished" : "edited";
  if (is !== "waiting") return was === is ? (isUpdate ? "updated" : "edited") : "published";
  if (was === "waiting" && wasAt === isAt) return "edited";
  return (isAt ?? 0) > now ? "scheduled" : "published";
}

type Told = Pick<Lifecycle, "type" | "permissions" | "owners" | "titles" | "seenTitle" | "actions">;
type Happened = {
  row: Pick<DocumentRow, "id">;
  title: string;
  event: DocumentEvent;
  changes: object;
  isReworded: boolean;
};

const ACTIONS = {
  published: "publish",
  scheduled: "schedule",
  updated: "update",
  unpublished: "unpublish",
  edited: "update",
};

/** Records an event of a document, tells its owners, and ends the requests that it answers. */
export async function documentChanged(
  cause: Cause,
  type: Told,
  { row: { id }, title, event, changes, isReworded }: Happened,
): Promise<void> {
  const { trx, clock, by } = cause;
  const action = type.actions?.[event] ?? (`${type.type}.${ACTIONS[event]}` as Action);
  const isNothing = event === "edited" && Object.keys(changes).length === 0;
  if (!isNothing)
    await recordEntry(trx, clock, { by, action, subject: { kind: type.type, id, title }, changes: { ...changes } });
  const news = event === "edited" ? isReworded && ({ kind: "changed" } as const) : NEWS[event];
  if (news) await notifyOwners(cause, type, { ...news, id });
  if (answersRequest(event)) await endRequests(trx, type.type, [id]);
}
