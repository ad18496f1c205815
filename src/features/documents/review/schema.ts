import { z } from "zod";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { idText, text } from "#shared/schema.ts";
import { isFindable, MAX_CATEGORIES, MAX_REASON_LENGTH, MAX_WORD_LENGTH, MAX_WORDS, OTHER_TYPES } from "./rules.ts";

export const reviewParams = z.object({ id: idText });

/** The two-person rule: which documents are published only with the approval of a second person. */
export const reviewSettings = z
  .object({
    enabled: z.boolean(),
    words: z.array(z.string()).describe("Matched regardless of case and accents, and at the start of longer words"),
    categories: z.array(z.string()).describe("The names of categories"),
    also: z.array(z.enum(OTHER_TYPES)).describe("Types of documents that it covers besides articles"),
  })
  .meta({ id: "ReviewSettings" });
export type ReviewSettings = z.infer<typeof reviewSettings>;

const word = text({ name: "A word", min: 1, max: MAX_WORD_LENGTH }).refine(isFindable, {
  error: "A word must contain letters or digits.",
});

/** `PUT settings/review/`: omitted fields keep their value. Categories by name or slug. */
export const reviewSettingsBody = z
  .strictObject(
    {
      enabled: z.boolean({ error: "Enabled must be true or false." }),
      words: z
        .array(word, { error: "Words must be a list of strings." })
        .max(MAX_WORDS, { error: `There may be at most ${MAX_WORDS} words.` }),
      categories: z
        .array(text({ name: "A category", min: 1, max: 100 }), { error: "Categories must be a list of names." })
        .max(MAX_CATEGORIES, { error: `There may be at most ${MAX_CATEGORIES} categories.` }),
      also: z.array(z.enum(OTHER_TYPES), {
        error: `Also must be a list with only these values: ${OTHER_TYPES.join(", ")}.`,
      }),
    },
    { error: "The body must be a JSON object with enabled, words and categories." },
  )
  .partial();
export type ReviewSettingsBody = z.infer<typeof reviewSettingsBody>;

export const changedReviewSettings = reviewSettings.extend({
  held: z
    .array(z.object({ type: z.enum(DOCUMENT_TYPES), id: z.int().positive(), title: z.string() }))
    .describe(
      "Unapproved scheduled documents that the rule now covers: articles are ready and unscheduled, issues paused",
    ),
});
export type ChangedReviewSettings = z.infer<typeof changedReviewSettings>;

const approval = z.object({
  by: z.string().nullable().describe("The name of the account; null for a deleted one"),
  at: z.iso.datetime(),
  is_override: z.boolean().describe("Whether a chief overrode the rule"),
  reason: z.string().describe("Of an override; else empty"),
  is_mine: z.boolean(),
});

/** The review state of a document's newest text, including its working copy. */
export const review = z
  .object({
    is_enabled: z.boolean().describe("Whether there is a two-person rule"),
    reasons: z
      .array(z.object({ kind: z.enum(["word", "category", "breaking"]), value: z.string() }))
      .describe("Why the rule covers the document; empty if it does not"),
    has_sources: z.boolean().describe("Also true for a type without sources"),
    approval: approval.nullable().describe("Of exactly this text"),
    written_by: z
      .string()
      .nullable()
      .describe("The author of this text, and the people with accepted suggestions, who cannot approve it"),
    is_mine: z.boolean().describe("Whether the caller is its author"),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof review>;

export const approvalBody = z
  .object(
    {
      override_reason: text({ name: "The reason", min: 1, max: MAX_REASON_LENGTH }).describe(
        "A chief's reason for an override",
      ),
    },
    { error: "The body must be a JSON object." },
  )
  .partial()
  .nullish();
