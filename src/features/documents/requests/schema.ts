import { z } from "zod";
import { articleParams } from "#features/articles/schema.ts";
import { idNumber } from "#shared/schema.ts";
import { UNKNOWN_PERSON } from "./rules.ts";

export const requestParams = articleParams;

const reviewer = z.object({ id: z.int().positive(), name: z.string() });

/** Who can be asked to review an article. */
export const reviewerList = z.array(reviewer);

/** Who is asked to look at an article. */
export const reviewRequest = z
  .object({
    asked: reviewer
      .extend({
        by: z.string().nullable().describe("The name of who asked; null for an account that is gone"),
        at: z.iso.datetime(),
        is_me: z.boolean().describe("Whether the caller is asked"),
      })
      .nullable()
      .describe("Null where nobody is"),
  })
  .meta({ id: "ReviewRequest" });
export type ReviewRequest = z.infer<typeof reviewRequest>;

/** `PUT articles/{id}/asked/`. */
export const requestBody = z.object(
  { person: idNumber(UNKNOWN_PERSON).describe("The number of an account") },
  { error: "The body must be a JSON object with person." },
);
