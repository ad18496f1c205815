import { hasMarks } from "#features/content/model.ts";
import type { Role } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { reachOf } from "#shared/permissions.ts";
import { DAY } from "#shared/time.ts";

/** The texts that can be suggested, by document type: plain lines with their names and limits, and one HTML text. */
export const SUGGESTED_TEXTS = {
  article: { lines: { title: ["Title", 300], excerpt: ["Excerpt", 2000] }, content: "content" },
  issue: { lines: { subject: ["Subject", 200], preview: ["Preview text", 200] }, content: "body" },
  page: { lines: { title: ["Title", 300] }, content: "content" },
} as const satisfies Record<
  DocumentTypeName,
  { lines: Record<string, readonly [name: string, max: number]>; content: string }
>;

/** The field of requests and responses with the text and its open suggestions, instead of the plain text. */
export const MARKED_TEXT = "text_with_suggestions";

type Marked = { [MARKED_TEXT]?: string | undefined };

/** The text of a document as rooms show it: with its open suggestions. */
export const shownText = (row: Marked, text: string): string => row[MARKED_TEXT] ?? text;

/** The body of a save of such a text: as one with suggestions, if it has any or had some. */
export function savedTexts<Body extends object>(type: DocumentTypeName, row: Marked, body: Body): Body {
  const { content } = SUGGESTED_TEXTS[type];
  const { [content as keyof Body]: text, ...rest } = body;
  const isMarked = typeof text === "string" && (row[MARKED_TEXT] !== undefined || hasMarks(text));
  return isMarked ? ({ ...rest, [MARKED_TEXT]: text } as unknown as Body) : body;
}

export type Texts = Readonly<Record<string, string>>;

/** The names of these texts, the content last. */
export const suggestedNames = (type: DocumentTypeName): string[] => {
  const { lines, content } = SUGGESTED_TEXTS[type];
  return [...Object.keys(lines), content];
};

/** Maximum open suggestions for one document. */
export const MAX_SUGGESTIONS = 1_000;

export const TOO_MANY = `There can be at most ${MAX_SUGGESTIONS} open suggestions for one document.`;
export const CLOSED = "This document can no longer be changed, so it cannot have suggestions.";
export const NO_SUGGESTION = "These suggestions have already been accepted, rejected or withdrawn.";
export const STALE = "The suggestions or the document have changed since you opened them.";
export const OVERLAPPING = "Your change affects words that have suggestions already. Load the text again.";
export const IN_WORK =
  "The newsroom is already changing this passage. Copy your words, load the article again, and suggest them later.";
export const OF_ANOTHER = "Only the author of a suggestion can add words to it.";
export const NO_SUGGESTED_CHANGE = "You may only suggest changes of this text.";
export const GONE = "The text that this suggestion changes was changed since.";

/** Polling interval for presence and saves in other processes, in milliseconds. */
export const POLL_INTERVAL_MS = 1_000;

/** Timeout after which a window without a heartbeat counts as closed, in milliseconds. */
export const PRESENCE_TTL_MS = 20_000;

/** Heartbeat interval of open windows, in milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 5_000;

/** Maximum duration of a stream, in milliseconds; its client then opens another with a valid token. */
export const STREAM_TTL_MS = 10 * 60_000;

/** Maximum open streams of one process, and of one account in it. */
export const MAX_STREAMS = 2_000;
export const MAX_STREAMS_OF_ACCOUNT = 50;

/** Minimum interval between a window's position reports, in milliseconds. */
export const PLACE_INTERVAL_MS = 1_000;

/** Maximum position reports of one address per minute: twenty people who never stop. */
export const MAX_PLACES_PER_MINUTE = 1_200;

/** The highest block number in a position. */
export const MAX_BLOCK = 100_000;

/** The highest number of characters before a caret in its block. */
export const MAX_OFFSET = 2_000_000;

/** The response to a review request. `changes`: the text needs changes, with a reason. */
export const REVIEW_ANSWERS = ["approve", "changes"] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

/** Maximum people per request, and length of its messages in code points. */
export const MAX_ASKED = 20;
export const MAX_MESSAGE_LENGTH = 2_000;

/** Whether people of a role can be asked for reviews: those who may approve any document. */
export const isReviewer = ({ role }: { role: Role }): boolean => reachOf(role, "article.approve") === "any";

export const UNKNOWN_PERSON = "No account with this id can approve articles.";
export const NOT_ONESELF = "You cannot ask yourself for a review.";
export const NOBODY_ASKED = "No review has been requested.";
export const NOT_ASKED = "You have not been asked to review this.";

/** Maximum length of a template's name, in code points. */
export const MAX_TEMPLATE_NAME = 80;

/** Maximum number of templates of a type, and of those by a person who cannot change others' templates. */
export const MAX_TEMPLATES = 100;
export const MAX_OWN_TEMPLATES = 20;

export const NO_TEMPLATE = "Template not found.";
export const TOO_MANY_TEMPLATES = `There can be at most ${MAX_TEMPLATES} templates. Delete one first.`;
export const TOO_MANY_OWN_TEMPLATES = `You can have at most ${MAX_OWN_TEMPLATES} templates. Delete one first.`;
export const NAME_TAKEN = "A template with this name exists.";

export const NO_PREVIEW = "Preview not found or expired.";

/** The path of a preview, for anyone with the token. */
export const previewPath = (token: string) => `/preview/${token}`;

/** Validity of a preview link, in milliseconds. */
export const PREVIEW_TTL_MS = 7 * DAY;

/** How long a deleted document can be restored, in milliseconds: 30 days. */
export const TRASH_TTL_MS = 30 * DAY;

export const notInTrash = (type: DocumentTypeName) => `This ${type} is not in the trash.`;

/** Maximum length of a note's passage and of its text, in characters. */
export const MAX_QUOTE_LENGTH = 1_000;
export const MAX_TEXT_LENGTH = 5_000;
