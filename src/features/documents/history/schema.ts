import { z } from "zod";
import { pageQuery, text } from "#shared/schema.ts";
import { MAX_NOTE_LENGTH } from "./rules.ts";

export const revisionQuery = pageQuery.extend({
  named: z.enum(["true"], { error: "Named must be true." }).optional().describe("Only versions that have a name"),
});

export const revision = z
  .object({
    n: z.int().positive().describe("Counted from 1 in each article"),
    author: z.string().nullable().describe("The name of the account that saved it; null for a deleted one"),
    created: z.iso.datetime(),
    note: z.string().describe("Its name; empty without one"),
    is_autosave: z.boolean(),
    suggested_by: z
      .string()
      .nullable()
      .optional()
      .describe("For an accepted suggestion: the name of the account that made it, null for a deleted one"),
    public_since: z.iso.datetime().optional().describe("In the list, for the public version: since when it is public"),
  })
  .meta({ id: "Revision" });
export type Revision = z.infer<typeof revision>;
export const revisionList = z.array(revision);

export const revisionBody = z.object(
  { note: text({ name: "Note", max: MAX_NOTE_LENGTH }) },
  { error: "The body must be a JSON object." },
);
