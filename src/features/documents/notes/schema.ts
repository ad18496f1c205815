import { z } from "zod";
import { isSuggestionId } from "#features/content/model.ts";
import { idText, text } from "#shared/schema.ts";
import { MAX_QUOTE_LENGTH, MAX_TEXT_LENGTH } from "../rules.ts";

export const notesParams = z.object({ id: idText });
export const noteParams = notesParams.extend({ n: idText });

/** `open` waits for an answer. Another user's reply makes an open note `answered`. */
export const noteState = z.enum(["open", "answered", "resolved"], {
  error: "State must be open, answered or resolved.",
});

const NO_OBJECT = "The body must be a JSON object.";
const noteText = text({ name: "Text", min: 1, max: MAX_TEXT_LENGTH });

/** `quote`: the passage of the note; empty for the document. */
export const noteBody = z.object(
  {
    quote: text({ name: "Quote", max: MAX_QUOTE_LENGTH }).default(""),
    suggestion: z
      .string()
      .refine((id) => id === "" || isSuggestionId(id), { error: "Suggestion must be the id of one." })
      .default("")
      .describe("The id of the suggestion that it is about"),
    text: noteText,
  },
  { error: NO_OBJECT },
);
export type NoteBody = z.infer<typeof noteBody>;

export const noteChange = z.object({ text: noteText, state: noteState }, { error: NO_OBJECT }).partial();
export type NoteChange = z.infer<typeof noteChange>;

export const replyBody = z.object({ text: noteText }, { error: NO_OBJECT });

const written = z.object({
  id: z.int().positive(),
  text: z.string(),
  mentions: z.array(z.string()).describe("The unique names mentioned in the text as @Name"),
  author: z.string().nullable().describe("The name of the account; null for a deleted one"),
  is_mine: z.boolean().describe("Whether the caller is its author"),
  created: z.iso.datetime(),
});

/** A note on a passage of a document, with its replies, oldest first. */
export const note = written
  .extend({
    quote: z.string(),
    suggestion: z.string().describe("The id of the suggestion that it is about; empty for none"),
    state: noteState,
    replies: z.array(written),
  })
  .meta({ id: "Note" });
export type Note = z.infer<typeof note>;
export const noteList = z.array(note);

export const mentionable = z.array(z.object({ id: z.int().positive(), name: z.string() }));
