import { z } from "zod";
import { idText } from "#shared/schema.ts";
import { MAX_BLOCK, MAX_OFFSET } from "../rules.ts";

export const presenceParams = z.object({ id: idText });

/** The data of an event `presence`: the people who have a document open, in order of opening. */
export const presentPeople = z.array(
  z.object({
    user: z.int().positive().describe("The account's id"),
    name: z.string(),
    since: z.iso.datetime(),
    is_me: z.boolean(),
  }),
);
export type PresentPeople = z.infer<typeof presentPeople>;

const fingerprint = z
  .string()
  .regex(/^[0-9a-z]{0,12}$/)
  .describe("A fingerprint of the type and text of a block; empty without a block");

/** A position in a document. Contains no text: recipients find the block in their own copy. */
export const place = z.strictObject({
  field: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .describe("The name of the field"),
  block: z
    .strictObject({
      at: z.int().min(0).max(MAX_BLOCK).describe("The number of blocks before it"),
      near: z.array(fingerprint).length(3).describe("The previous block, this block and the next block"),
      caret: z
        .strictObject({
          head: z.int().min(0).max(MAX_OFFSET).describe("The number of characters before it"),
          anchor: z.int().min(0).max(MAX_OFFSET).describe("The other end of the selection; equal without one"),
          near: fingerprint.describe("The characters before it"),
        })
        .optional()
        .describe("The caret in the block, if it has text"),
    })
    .nullable()
    .describe("The block of the text; null in other fields"),
});
export type Place = z.infer<typeof place>;

/** The data of an event `places`: the positions of others. */
export const otherPlaces = z.array(z.object({ user: z.int().positive(), place }));
export type OtherPlaces = z.infer<typeof otherPlaces>;

/** The data of an event `saved`: an ETag without a digest, for `If-Match`. */
export const savedVersion = z.object({ etag: z.string() });
export type SavedVersion = z.infer<typeof savedVersion>;

/** The data of an event `suggestions`: a text that changes whenever edits are suggested, accepted or rejected. */
export const suggestionState = z.object({ state: z.string() });
export type SuggestionState = z.infer<typeof suggestionState>;
