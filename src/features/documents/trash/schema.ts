import { z } from "zod";
import { articleSummary } from "#features/articles/schema.ts";

/** An article in the trash. */
export const trashedArticle = articleSummary
  .extend({
    trashed: z.iso.datetime(),
    trashed_by: z.string().nullable().describe("The name of who deleted it, if known"),
    purge: z.iso.datetime().describe("When it will be deleted for good"),
  })
  .meta({ id: "TrashedArticle" });
export type TrashedArticle = z.infer<typeof trashedArticle>;
