import { z } from "zod";
import type { DocumentTypeName } from "#shared/document.ts";
import { htmlText, idText, text } from "#shared/schema.ts";
import { SUGGESTED_TEXTS } from "../rules.ts";

export const suggestionParams = z.object({ id: idText });
export const reviewerParams = suggestionParams.extend({
  n: idText.describe("The id of the reviewer's account"),
});

const NO_OBJECT = "The body must be a JSON object.";

/** `PUT …/suggestion/`: the suggested texts of the document; omitted ones keep their value. */
export function suggestionBody(type: DocumentTypeName) {
  const { lines, content } = SUGGESTED_TEXTS[type];
  const shape: Record<string, z.ZodType<string | undefined>> = { [content]: htmlText("The text").optional() };
  for (const [field, [name, max]] of Object.entries(lines)) shape[field] = text({ name, max }).optional();
  return z.object(shape, { error: NO_OBJECT });
}

/** `POST …/accept/` and `…/reject/`. */
export const editsBody = z
  .object(
    {
      edits: z
        .array(z.string().max(40), { error: "Edits must be a list of keys." })
        .min(1, { error: "Name at least one edit." })
        .max(5_000)
        .optional()
        .describe("The keys of the edits; by default all without conflicts"),
    },
    { error: NO_OBJECT },
  )
  .nullish();

const texts = z.record(z.string(), z.string());

const suggestedEdit = z.object({
  key: z.string().describe("Identifies the edit as long as neither the replaced nor the new words change"),
  field: z.string().describe("The changed text"),
  at: z.int().describe("The index of the first top-level block that the edit changes in the current content"),
  blocks: z.int().describe("The number of replaced blocks"),
  before: z.string(),
  after: z.string(),
  is_conflict: z
    .boolean()
    .describe("Whether the edit cannot be accepted because the document was changed in the same place"),
});

const suggestionOfPerson = z.object({
  person: z.int().positive().describe("The id of the reviewer's account"),
  name: z.string().nullable().describe("Null for a deleted account"),
  is_mine: z.boolean(),
  created: z.iso.datetime(),
  saved: z.iso.datetime(),
  edits: z.array(suggestedEdit),
});

export const suggestionList = z
  .object({
    texts: texts.describe("The document's current texts, including the working copy"),
    may_decide: z.boolean().describe("Whether the caller can accept and reject edits"),
    suggestions: z.array(suggestionOfPerson).describe("One per reviewer, oldest first"),
  })
  .meta({ id: "SuggestionList" });
export type SuggestionList = z.infer<typeof suggestionList>;

export const ownSuggestion = z
  .object({
    id: z.int().positive().describe("The id of the document"),
    texts: texts.describe("The document's texts with the caller's edits"),
    edits: z.int().describe("The number of edits; 0 without a suggestion"),
    is_behind: z
      .boolean()
      .describe("Whether the document has changed elsewhere since; the next save merges these changes"),
    saved: z.iso.datetime().nullable(),
  })
  .meta({ id: "OwnSuggestion" });
export type OwnSuggestion = z.infer<typeof ownSuggestion>;
