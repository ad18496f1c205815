import { z } from "zod";
import { isSuggestionId } from "#features/content/model.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { htmlText, idText, text } from "#shared/schema.ts";
import { MARKED_TEXT, MAX_SUGGESTIONS, SUGGESTED_TEXTS } from "../rules.ts";

export const suggestionParams = z.object({ id: idText });

const NO_OBJECT = "The body must be a JSON object.";

/** A text with open suggestions, in requests that save it. */
export const markedText = htmlText("The text")
  .optional()
  .describe("Instead of the text: the text with its open suggestions, as responses have it");

/** The same in responses for people who write or review a document. */
export const suggestedText = z
  .string()
  .optional()
  .describe("The text with its open suggestions as `ins` and `del`, if there are any; for editors only");

/** `PUT …/suggestion/`: the texts of the document as the caller proposes them; omitted ones keep their value. */
export function suggestionBody(type: DocumentTypeName) {
  const { lines, content } = SUGGESTED_TEXTS[type];
  const shape: Record<string, z.ZodType<string | undefined>> = {
    [content]: htmlText("The text").optional(),
    [MARKED_TEXT]: markedText,
  };
  for (const [field, [name, max]] of Object.entries(lines)) shape[field] = text({ name, max }).optional();
  return z.object(shape, { error: NO_OBJECT });
}

/** `POST …/suggestions/accept/`, `…/reject/` and `…/withdraw/`. */
export const decisionBody = z
  .object(
    {
      suggestions: z
        .array(z.string().refine(isSuggestionId, { error: "Suggestions must be a list of ids." }), {
          error: "Suggestions must be a list of ids.",
        })
        .min(1, { error: "Name at least one suggestion." })
        .max(MAX_SUGGESTIONS)
        .optional()
        .describe("Their ids; by default all"),
      person: z.int().positive().optional().describe("Only those of this account"),
    },
    { error: NO_OBJECT },
  )
  .nullish();
export type DecisionBody = z.infer<typeof decisionBody>;

const suggestion = z.object({
  id: z.string().describe("Its id in the text, in `data-suggestion`, `data-inserted` and `data-deleted`"),
  person: z.int().positive().describe("The account that suggests it"),
  name: z.string().nullable().describe("Null for a deleted account"),
  is_mine: z.boolean(),
  field: z.string().describe("The changed text, such as the title"),
  before: z.string().describe("The words that it deletes"),
  after: z.string().describe("The words that it inserts"),
  state: z
    .enum(["open", "accepted", "rejected", "withdrawn", "gone"])
    .describe("`gone`: the text that it changes was changed since"),
  created: z.iso.datetime(),
  decided_by: z.string().nullable(),
  decided: z.iso.datetime().nullable(),
});
export type ListedSuggestion = z.infer<typeof suggestion>;

export const suggestionList = z
  .object({
    text: z.string().describe("The text with its open suggestions as `ins` and `del`"),
    may_decide: z.boolean().describe("Whether the caller can accept and reject suggestions"),
    suggestions: z.array(suggestion).describe("The open ones in the order of the text, then those closed last"),
  })
  .meta({ id: "SuggestionList" });
export type SuggestionList = z.infer<typeof suggestionList>;

export const ownSuggestion = z
  .object({
    id: z.int().positive().describe("The id of the document"),
    texts: z
      .record(z.string(), z.string())
      .describe("The document's texts as the caller proposes them, with all open suggestions"),
    edits: z.int().describe("The number of the caller's open suggestions"),
    may_read: z
      .boolean()
      .describe(
        "Whether the texts are those of the newsroom, and not those that readers have of another author's article",
      ),
  })
  .meta({ id: "OwnSuggestion" });
export type OwnSuggestion = z.infer<typeof ownSuggestion>;
