import { z } from "zod";
import { articleParams, correctionFields } from "#features/articles/schema.ts";
import { idText, pageQuery, text, wholeNumber } from "#shared/schema.ts";
import { KINDS, MAX_OVERRIDE_LENGTH } from "./rules.ts";

export const changesQuery = pageQuery;
export const versionParams = articleParams.extend({ n: idText });

const hash = z.string().describe("SHA-256 in hexadecimal");
const part = z.object({
  is: z.enum(["same", "added", "removed", "omitted"]).describe("Of what is omitted, the text says why"),
  text: z.string(),
});
const fieldChange = z.object({ field: z.enum(["title", "excerpt", "image", "content"]), parts: z.array(part) });

const versionFacts = z.object({
  n: z.int().positive().describe("Counted from 1 in each article"),
  date: z.iso.datetime(),
  reason: z.string().describe("Why, in the editor's words; of a correction, its text"),
  kind: z.enum(KINDS),
  position: z.enum(["top", "bottom"]).nullable().describe("Where the article shows a correction"),
  content_hash: hash.nullable().describe("Of what was published; null for a removal"),
  previous_hash: hash.nullable().describe("The hash of the version before it in the same article"),
  disclosures: z
    .array(z.object({ account: z.int().positive(), symbols: z.array(z.string()) }))
    .optional()
    .describe("What authors held then that no version before it disclosed, by account; missing where there is nothing"),
  hash,
});

/** A version of an article that readers could see, and what changed in it. */
export const publishedChange = versionFacts
  .extend({ diff: z.array(fieldChange).describe("What changed, word by word; each paragraph is an entry") })
  .meta({ id: "PublishedChange" });
export type PublishedChange = z.infer<typeof publishedChange>;

/** A version with what was published. */
export const publishedVersion = versionFacts
  .extend({ title: z.string(), excerpt: z.string(), image_url: z.string(), content: z.string() })
  .meta({ id: "PublishedVersion" });
export type PublishedVersion = z.infer<typeof publishedVersion>;

export const correctionBody = z.object(
  {
    ...correctionFields,
    override_reason: text({ name: "The reason", min: 1, max: MAX_OVERRIDE_LENGTH })
      .optional()
      .describe("Why a chief corrects an article under the two-person rule alone"),
  },
  { error: "The body must be a JSON object." },
);
export type CorrectionBody = z.infer<typeof correctionBody>;

/** A dated note on what an article got wrong. */
export const correction = z
  .object({
    article: z.int().positive(),
    title: z.string().describe("The article's"),
    n: z.int().positive().describe("The version of the article that it made"),
    date: z.iso.datetime(),
    text: z.string(),
    position: z.enum(["top", "bottom"]),
  })
  .meta({ id: "Correction" });
export type Correction = z.infer<typeof correction>;

export const dayParams = z.object({ day: z.string().meta({ description: "A day in UTC", example: "2026-11-23" }) });
/** A day may have many versions, and whoever verifies it needs them all. */
export const dayQuery = z.object({
  limit: wholeNumber("Limit", 1, 1_000, 1_000),
  offset: wholeNumber("Offset", 0, 100_000_000, 0),
});

/** A version as a day's head has it. */
export const dayVersion = z
  .object({ article: z.int().positive(), n: z.int().positive(), date: z.iso.datetime(), kind: z.enum(KINDS), hash })
  .meta({ id: "DayVersion" });
export type DayVersion = z.infer<typeof dayVersion>;
