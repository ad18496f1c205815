import { DOCUMENT_TYPES } from "#shared/document.ts";
import type { Message } from "#shared/messages/english.ts";
import { DAY } from "#shared/time.ts";
import { adminUrl, readingUrl } from "#shared/urls.ts";

export const CHANNELS = ["in_product", "by_mail"] as const;
export type Channel = (typeof CHANNELS)[number];
export type Choice = Record<Channel, boolean>;

/** What notifications are about: documents, and stories of the budget. */
export const NOTIFIED = [...DOCUMENT_TYPES, "idea"] as const;
export type NotifiedName = (typeof NOTIFIED)[number];

/** The address in the desk of what a notification is about: a text is read there, with what can be done about it. */
export const notifiedUrl = ({ type, id }: { type: NotifiedName; id: number }): string =>
  type === "idea" ? adminUrl.budget(id) : readingUrl({ type, id });

/** When mails of notifications are sent: each immediately, one a day, or none. */
export const TIMINGS = ["now", "daily", "off"] as const;
export type Timing = (typeof TIMINGS)[number];

/** Without a choice of the account. `hour`: of a digest, in the newsroom's time zone. */
export const FIRST_TIMING = { timing: "now", hour: 8 } as const;

export const KIND_NAMES = [
  "asked",
  "submitted",
  "approved",
  "changed",
  "returned",
  "published",
  "mentioned",
  "noted",
  "due",
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
  "closed",
  "late",
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
  due: { label: "A story of yours is due soon, or a story is late", first: { in_product: true, by_mail: true } },
} as const satisfies Record<NotificationKind, { label: Message; first: Choice }>;

/** What happened, as a sentence without its full stop; mails translate it. */
const SENTENCES = {
  asked: "{actor} asked you to review {title}",
  submitted: "{actor} marked {title} as ready",
  approved: "{actor} approved {title}",
  changed: "{actor} changed {title}",
  returned: "{actor} returned {title} to draft",
  published: "{actor} published {title}",
  mentioned: "{actor} mentioned you in a note on {title}",
  noted: "{actor} wrote a note on {title}",
  due: "{title} is due soon",
} as const satisfies Record<NotificationKind, Message>;
const DETAILED = {
  proposed: "{actor} saved changes for an editor in {title}",
  withdrawn: "{actor} withdrew the approval of {title}",
  unpublished: "{actor} took {title} back from publication",
  scheduled: "{actor} scheduled {title}",
  updated: "{actor} published changes of {title}",
  reply: "{actor} replied to a note on {title}",
  changes: "{actor} requested changes to {title}",
  suggested: "{actor} suggested changes to {title}",
  decided: "{actor} reviewed your suggestions for {title}",
  closed: "{actor} closed the request to review {title}: it is published or scheduled",
  late: "{title} is late",
} as const satisfies Record<Exclude<NotificationDetail, "">, Message>;

export type NotificationContent = { kind: NotificationKind; detail: NotificationDetail; actor: string | null };

/** A notification in words, before and after the title of its document: `Amina Otieno asked you to review`. */
export function wordsOf({ kind, detail, actor }: NotificationContent): [before: string, after: string] {
  const [before = "", after = ""] = sentenceOf({ kind, detail }).split("{title}");
  return [before.replace("{actor}", () => actor ?? "Someone").trim(), after.trim()];
}

export const sentenceOf = ({ kind, detail }: Pick<NotificationContent, "kind" | "detail">) =>
  detail === "" ? SENTENCES[kind] : DETAILED[detail];

/** What a document without a title is called. */
export const UNTITLED = {
  article: "an untitled article",
  issue: "an untitled issue",
  page: "an untitled page",
  idea: "an untitled story",
} as const satisfies Record<NotifiedName, Message>;

export const titleOf = (type: NotifiedName, title: string): string => title || UNTITLED[type];

/** Changes of one document by one person cause at most one mail in this time, in milliseconds. */
export const CHANGES_PER_MAIL_MS = 60 * 60_000;

/** How long a notification is kept after it was read, in milliseconds. */
export const READ_TTL_MS = 90 * DAY;

export const NO_NOTIFICATION = "Notification not found.";
