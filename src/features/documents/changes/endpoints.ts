import { z } from "zod";
import { MAX_CURSOR } from "#platform/cursor.ts";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { endpoints } from "#shared/endpoint.ts";
import { wholeNumber } from "#shared/schema.ts";

const changesQuery = z.object({
  cursor: z
    .string()
    .max(MAX_CURSOR, { error: "The cursor is not one of this list." })
    .optional()
    .describe("`next_cursor` of the response before"),
  since: z.iso
    .datetime({ offset: true, error: "Since must be an ISO 8601 date and time." })
    .transform((text) => Date.parse(text))
    .optional()
    .meta({ type: "string", format: "date-time", description: "Where to start without a cursor: at most 30 days ago" }),
  limit: wholeNumber("Limit", 1, 100, 50),
});
export type ChangesQuery = z.infer<typeof changesQuery>;

const change = z
  .object({
    kind: z.enum(DOCUMENT_TYPES),
    id: z.int().positive(),
    event: z.enum(["published", "changed", "removed"]),
    at: z.iso.datetime(),
    url: z.string().nullable().describe("The page of the document; null for a page that is not public"),
  })
  .meta({ id: "DocumentChange" });
export type DocumentChange = z.infer<typeof change>;

export const changesEndpoints = endpoints({
  "GET /changes": {
    access: "either",
    cost: "search",
    summary: "What was published, changed or removed, oldest first",
    description:
      "Send `next_cursor` back as `cursor`, also if there were no results: no change is missed or comes twice. Changes are kept for 30 days; an older cursor is 410. Readers and keys without permission get what readers see; editors also get changes of unpublished documents that they may read.",
    tags: ["Changes"],
    query: changesQuery,
    errors: ["cursor_expired"],
    response: { 200: z.object({ results: z.array(change), next_cursor: z.string() }).meta({ id: "Changes" }) },
  },
});
