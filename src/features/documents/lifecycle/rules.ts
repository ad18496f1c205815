import { isPublic } from "#db/readable.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import type { Phase } from "./type.ts";

export const NO_VERSION = "Version not found.";
export const noWorkingCopy = (type: DocumentTypeName) => `This ${type} has no working copy.`;
export const nothingScheduled = (type: DocumentTypeName) => `This ${type} has no scheduled update.`;
export const NOTHING_TO_PUBLISH = "There are no changes to publish at that time.";
export const stale = (type: DocumentTypeName) => `This ${type} has changed since you opened it.`;
export const overlapping = (type: DocumentTypeName) => `This part of the ${type} has changed since you opened it.`;
export const SCHEDULED_UPDATE =
  "This update is scheduled: your changes are published only after you schedule it again or update now.";

/** The date of a publication (epoch milliseconds): a time, or the date that is past, or now. */
export const publicationDate = (known: number | null, at: number | null, now: number): number =>
  at ?? (known !== null && known <= now ? known : now);

/** The phase of a document that readers have from a date on while it is published. */
export function phaseByDate(row: { status: string; published_at: number | null }, now: number): Phase {
  if (row.status !== "published") return "draft";
  return isPublic({ ...row, status: "published" }, now) ? "public" : "waiting";
}
