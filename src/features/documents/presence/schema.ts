import { z } from "zod";
import { idText } from "#shared/schema.ts";

export const presenceParams = z.object({ id: idText });

/** The data of an event `presence`: who has a document open, the first to open it first. */
export const presentPeople = z.array(
  z.object({
    user: z.int().positive().describe("The account's id"),
    name: z.string(),
    since: z.iso.datetime(),
    is_me: z.boolean(),
  }),
);
export type PresentPeople = z.infer<typeof presentPeople>;

/** The data of an event `saved`: an ETag without a digest, which names the stored version and fits in `If-Match`. */
export const savedVersion = z.object({ etag: z.string() });
export type SavedVersion = z.infer<typeof savedVersion>;

/** The data of an event `suggestions`: a text that changes whenever edits are suggested, accepted or rejected. */
export const suggestionState = z.object({ state: z.string() });
export type SuggestionState = z.infer<typeof suggestionState>;
