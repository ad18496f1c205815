import type { DocumentTypeName } from "#shared/document.ts";
import { DAY } from "#shared/time.ts";

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
/** Distinguishes the actions of a kind; empty for the default action. */
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

/** The kinds of notification, in the order of the settings, with their defaults. */
export const KINDS = {
  asked: { label: "Someone asks you to review a text", first: { in_product: true, by_mail: true } },
  submitted: {
    label: "An article is ready, or a writer proposes changes",
    first: { in_product: true, by_mail: false },
  },
  approved: { label: "Your text is approved", first: { in_product: true, by_mail: true } },
  changed: {
    label: "Another user changes your text or suggests changes",
    first: { in_product: true, by_mail: false },
  },
  returned: {
    label: "Your text is unpublished, loses its approval or needs changes",
    first: { in_product: true, by_mail: true },
  },
  published: { label: "Your article is published or scheduled", first: { in_product: true, by_mail: true } },
  mentioned: { label: "You are mentioned in a note", first: { in_product: true, by_mail: true } },
  noted: {
    label: "A note is written, or your note or suggestions get a reply",
    first: { in_product: true, by_mail: false },
  },
} as const satisfies Record<NotificationKind, { label: string; first: Choice }>;

/** The sentence around the document's title. */
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
  decided: ["reviewed your suggestions for", ""],
};

export type NotificationContent = { kind: NotificationKind; detail: NotificationDetail; actor: string | null };

/** A notification in words, before and after the title of its document: `Amina Otieno asked you to review`. */
export function wordsOf({ kind, detail, actor }: NotificationContent): [before: string, after: string] {
  const [before, after] = detail === "" ? SENTENCES[kind] : DETAILED[detail];
  return [`${actor ?? "Someone"} ${before}`, after];
}

export const titleOf = (type: DocumentTypeName, title: string): string => title || `an untitled ${type}`;

/** Changes of one document by one person cause at most one mail in this time, in milliseconds. */
export const CHANGES_PER_MAIL_MS = 60 * 60_000;

/** How long a notification is kept after it was read, in milliseconds. */
export const READ_TTL_MS = 90 * DAY;

export const NO_NOTIFICATION = "Notification not found.";
