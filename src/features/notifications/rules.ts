import type { DocumentType } from "#shared/document.ts";
import { DAY } from "#shared/time.ts";

/** The ways in which a notification reaches somebody. */
export const CHANNELS = ["in_product", "by_mail"] as const;
export type Channel = (typeof CHANNELS)[number];
export type Choice = Record<Channel, boolean>;

export const KIND_NAMES = [
  "asked",
  "submitted",
  "approved",
  "changed",
  "returned",
  "published",
  "mentioned",
  "noted",
] as const;
export type NotificationKind = (typeof KIND_NAMES)[number];
/** Which of the acts that a kind stands for; empty for the one that it is named after. */
export const DETAILS = [
  "",
  "proposed",
  "withdrawn",
  "unpublished",
  "scheduled",
  "updated",
  "reply",
  "changes",
  "suggested",
  "decided",
] as const;
export type NotificationDetail = (typeof DETAILS)[number];

/** The kinds of notification, in the order of the settings, and where people get them unless they choose otherwise. */
export const KINDS = {
  asked: { label: "Somebody asks you to review a text", first: { in_product: true, by_mail: true } },
  submitted: {
    label: "An article is marked ready, or a writer saves changes for an editor",
    first: { in_product: true, by_mail: false },
  },
  approved: { label: "Your text is approved", first: { in_product: true, by_mail: true } },
  changed: {
    label: "Somebody else changes your text, or suggests changes",
    first: { in_product: true, by_mail: false },
  },
  returned: {
    label: "Your text is unpublished, loses its approval, or should be changed",
    first: { in_product: true, by_mail: true },
  },
  published: { label: "Your article is published or scheduled", first: { in_product: true, by_mail: true } },
  mentioned: { label: "Somebody mentions you in a note", first: { in_product: true, by_mail: true } },
  noted: {
    label: "Somebody writes a note, replies to yours, or decides on your suggestions",
    first: { in_product: true, by_mail: false },
  },
} as const satisfies Record<NotificationKind, { label: string; first: Choice }>;

/** What was done, around the title of the document. */
const SENTENCES: Record<NotificationKind, [before: string, after: string]> = {
  asked: ["asked you to review", ""],
  submitted: ["marked", "as ready"],
  approved: ["approved", ""],
  changed: ["changed", ""],
  returned: ["returned", "to draft"],
  published: ["published", ""],
  mentioned: ["mentioned you in a note on", ""],
  noted: ["wrote a note on", ""],
};
const DETAILED: Record<Exclude<NotificationDetail, "">, [before: string, after: string]> = {
  proposed: ["saved changes for an editor in", ""],
  withdrawn: ["withdrew the approval of", ""],
  unpublished: ["took", "back from publication"],
  scheduled: ["scheduled", ""],
  updated: ["published changes of", ""],
  reply: ["replied to a note on", ""],
  changes: ["requested changes to", ""],
  suggested: ["suggested changes to", ""],
  decided: ["has gone through your suggestions for", ""],
};

/** What a notification says. */
export type NotificationContent = { kind: NotificationKind; detail: NotificationDetail; actor: string | null };

/** A notification in words, before and after the title of its document: `Amina Otieno asked you to review`. */
export function wordsOf({ kind, detail, actor }: NotificationContent): [before: string, after: string] {
  const [before, after] = detail === "" ? SENTENCES[kind] : DETAILED[detail];
  return [`${actor ?? "Somebody"} ${before}`, after];
}

/** The title of a document as a notification names it. */
export const titleOf = (type: DocumentType, title: string): string => title || `an untitled ${type}`;

/** Changes of one document by one person cause one mail in this time, in milliseconds. */
export const CHANGES_PER_MAIL_MS = 60 * 60_000;

/** How long a notification stays after it was read, in milliseconds. */
export const READ_TTL_MS = 90 * DAY;

export const NO_NOTIFICATION = "There is no such notification.";
