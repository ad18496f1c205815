import type { DocumentTypeName } from "#shared/document.ts";

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
