import type { Role } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { reachOf } from "#shared/permissions.ts";
import { DAY } from "#shared/time.ts";

/** The texts of each type that can be suggested: plain lines, with their names and limits, and one that is HTML. */
export const SUGGESTED_TEXTS = {
  article: { lines: { title: ["Title", 300], excerpt: ["Excerpt", 2000] }, content: "content" },
  issue: { lines: { subject: ["Subject", 200], preview: ["Preview text", 200] }, content: "body" },
  page: { lines: { title: ["Title", 300] }, content: "content" },
} as const satisfies Record<
  DocumentTypeName,
  { lines: Record<string, readonly [name: string, max: number]>; content: string }
>;

/** The texts of one document that can be suggested, by their names. */
export type Texts = Readonly<Record<string, string>>;

/** The names of the texts that can be suggested, the content last. */
export const suggestedNames = (type: DocumentTypeName): string[] => {
  const { lines, content } = SUGGESTED_TEXTS[type];
  return [...Object.keys(lines), content];
};

/** People who have suggestions for one document at the same time. */
export const MAX_SUGGESTIONS = 20;

export const TOO_MANY = `At most ${MAX_SUGGESTIONS} people can have suggestions for one document.`;
export const CLOSED = "This document can no longer be changed: suggestions would have no effect.";
export const NO_SUGGESTION = "These suggestions were accepted, rejected or discarded.";
export const NO_EDIT = "This edit was changed, accepted or rejected. Load the suggestions again.";
export const STALE = "The suggestions or the document have changed since you opened them.";
export const OVERLAPPING = "The document was changed in the same place. Reject the edit, or ask for a new suggestion.";

/** How often a process checks who has come and gone, and what was saved, in other processes. Milliseconds. */
export const POLL_INTERVAL_MS = 1_000;

/** After how long a window counts as closed whose process no longer says that it is open. Milliseconds. */
export const PRESENCE_TTL_MS = 20_000;

/** How often a process says that its windows are open, in milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 5_000;

/** After how long a stream ends, in milliseconds; its client opens another, with a token that is valid then. */
export const STREAM_TTL_MS = 10 * 60_000;

/** Open streams of one process, and of one account in it. */
export const MAX_STREAMS = 2_000;
export const MAX_STREAMS_OF_ACCOUNT = 50;

/** How often a window reports where its user is, in milliseconds. */
export const PLACE_INTERVAL_MS = 1_000;

/** Reports of places that one address may send in a minute: those of twenty people who never stop. */
export const MAX_PLACES_PER_MINUTE = 1_200;

/** The highest number of a block that a place has. */
export const MAX_BLOCK = 100_000;

/** The answer to a request. `changes`: the text needs changes, with a reason. */
export const REVIEW_ANSWERS = ["approve", "changes"] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

/** Maximum people per request, and length of its messages in code points. */
export const MAX_ASKED = 20;
export const MAX_MESSAGE_LENGTH = 2_000;

/** Whether people of a role may be asked to review: those who may approve any document. */
export const isReviewer = ({ role }: { role: Role }): boolean => reachOf(role, "article.approve") === "any";

export const UNKNOWN_PERSON = "There is nobody of this number who may approve articles.";
export const NOT_ONESELF = "Ask somebody else: you can look at the article yourself.";
export const NOBODY_ASKED = "Nobody has been asked to review this.";
export const NOT_ASKED = "You have not been asked to review this.";

/** Maximum length of a template's name, in code points. */
export const MAX_TEMPLATE_NAME = 80;

/** Maximum templates per document type. */
export const MAX_TEMPLATES = 100;

export const NO_TEMPLATE = "Template not found.";
export const TOO_MANY_TEMPLATES = `There can be at most ${MAX_TEMPLATES} templates. Delete one first.`;
export const NAME_TAKEN = "A template with this name exists.";

export const NO_PREVIEW = "Preview not found or expired.";

/** The path of a document's working copy as a page, for whoever has the token. */
export const previewPath = (token: string) => `/preview/${token}`;

/** How long a link to a preview is valid, in milliseconds. */
export const PREVIEW_TTL_MS = 7 * DAY;

/** How long a deleted document can be restored, in milliseconds: 30 days. */
export const TRASH_TTL_MS = 30 * DAY;

/** The message for a document that is not in the trash. */
export const notInTrash = (type: DocumentTypeName) => `This ${type} is not in the trash.`;

/** Maximum length of a note, in characters. */
export const MAX_QUOTE_LENGTH = 1_000;
export const MAX_TEXT_LENGTH = 5_000;
