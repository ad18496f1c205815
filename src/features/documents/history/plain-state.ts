import { hasMarks } from "#features/content/model.ts";
import { withoutSuggestions } from "#features/content/suggestions.ts";
import { SUGGESTED_TEXTS } from "#features/documents/rules.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import type { Snapshot } from "./rules.ts";

/** A stored state of a working copy without the suggestions in its text. */
export function withPlainText(type: DocumentTypeName, state: Snapshot): Snapshot {
  const { content } = SUGGESTED_TEXTS[type];
  const text = state[content];
  return typeof text === "string" && hasMarks(text) ? { ...state, [content]: withoutSuggestions(text, type) } : state;
}
