import { z } from "zod";
import { givenSchemas, shownSchemas } from "#shared/fields/schemas.ts";
import { isFindable, MAX_TOKENS } from "#shared/house-words.ts";
import { canonicalLanguage } from "#shared/language.ts";
import { line } from "../facts/schema.ts";
import { HOUSE_FIELDS, MAX_WORDS, WORD_FIELDS } from "./rules.ts";

const avoidedWord = z.object({
  avoid: z.string().describe("A word or phrase; in small letters it is found in any case"),
  replacement: z.string().describe("What to write instead; empty for none"),
  reason: z.string(),
  language: z.string().describe("A language tag such as `en`; empty for articles in any language"),
});

/** What is checked while articles are written, and required before they are published. */
export const houseStyle = z
  .object({ ...shownSchemas(HOUSE_FIELDS), words: z.array(avoidedWord) })
  .meta({ id: "HouseStyle" });

const LANGUAGE = "Language must be a tag such as en or sw, or empty.";

const givenWord = z.strictObject(
  {
    avoid: line(WORD_FIELDS.avoid).refine(isFindable, {
      error: `Enter a word or phrase with letters, of at most ${MAX_TOKENS} words.`,
    }),
    replacement: line(WORD_FIELDS.replacement).default(""),
    reason: line(WORD_FIELDS.reason).default(""),
    language: z
      .string({ error: LANGUAGE })
      .trim()
      .refine((tag) => tag === "" || canonicalLanguage(tag) !== null, { error: LANGUAGE })
      .transform((tag) => (tag === "" ? "" : (canonicalLanguage(tag) ?? "")))
      .default(""),
  },
  { error: "Each word must be an object with avoid, replacement, reason and language." },
);

/** Omitted fields keep their value. */
export const houseStyleBody = z
  .strictObject(
    {
      ...givenSchemas(HOUSE_FIELDS),
      words: z
        .array(givenWord, { error: "Words must be a list." })
        .max(MAX_WORDS, { error: `There may be at most ${MAX_WORDS} words to avoid.` }),
    },
    { error: "The body must be a JSON object with fields of the house style." },
  )
  .partial();
export type HouseStyleBody = z.infer<typeof houseStyleBody>;
