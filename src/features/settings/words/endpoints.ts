import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { MAX_LANGUAGE_LENGTH } from "#shared/language.ts";
import { noContent } from "#shared/schema.ts";
import { MAX_FILE_BYTES } from "./rules.ts";

export const translation = z.union([z.string(), z.record(z.string(), z.string())]);

const direction = z.enum(["ltr", "rtl"], { error: "Direction must be ltr or rtl." });

const listedLanguage = z
  .object({
    language: z.string().describe("A BCP 47 tag"),
    name: z.string().describe("In its own words"),
    direction,
    is_built_in: z.boolean().describe("Whether it comes with the program"),
    is_used: z.boolean().describe("Whether it is the site's language"),
    changed: z.int().describe("Texts of the newsroom"),
    missing: z.int().describe("Texts that readers see in English"),
  })
  .meta({ id: "InterfaceLanguage" });
export type ListedLanguage = z.infer<typeof listedLanguage>;

const words = z
  .object({
    language: z.string(),
    direction,
    words: z
      .record(z.string(), translation)
      .describe("The newsroom's texts by the English ones; of a text with a number, one for each plural form"),
  })
  .meta({ id: "InterfaceWords" });
export type LanguageWords = z.infer<typeof words>;

const message = z
  .object({
    key: z.string().describe("The English text"),
    part: z.string().describe("The part of the site that shows it"),
    text: translation.describe("The text without changes: in the language, or in English where it is missing"),
    is_translated: z.boolean(),
  })
  .meta({ id: "InterfaceMessage" });

/** What each text may be depends on its message, and is checked with it. */
const wordsBody = z.strictObject(
  {
    language: z.string({ error: "Language must be text." }).optional(),
    direction: direction.optional(),
    words: z.record(z.string(), z.unknown(), { error: "Words must be an object of texts by their English ones." }),
  },
  { error: "The body must be a JSON object with words, and at most language and direction." },
);
export type WordsBody = z.infer<typeof wordsBody>;

const ofLanguage = z.object({ language: z.string().max(MAX_LANGUAGE_LENGTH) });
const tags = ["Settings"];
const own = { access: "settings.manage", tags, params: ofLanguage } as const;

export const wordsEndpoints = endpoints({
  "GET /settings/words": {
    access: "settings.manage",
    tags,
    summary: "The languages of the readers' interface",
    response: { 200: z.array(listedLanguage) },
  },
  "GET /settings/words/:language": {
    ...own,
    summary: "The newsroom's words of the interface in a language",
    errors: ["language_not_found"],
    response: { 200: words },
  },
  "PUT /settings/words/:language": {
    ...own,
    summary: "Change words of the interface in a language; omitted ones keep their text",
    description:
      "A text that is null, empty or the default resets its word. Names in braces must stay. Adds the language if it is new. `language` and `direction`, if given, must match it. With their ETag in If-Match, responds 409 if they have changed since.",
    body: wordsBody,
    headers: ["if-match"],
    bodyLimit: MAX_FILE_BYTES,
    errors: ["too_many_languages"],
    response: { 200: words },
  },
  "DELETE /settings/words/:language": {
    ...own,
    summary: "Remove a language that does not come with the program, or reset all words of one that does",
    headers: ["if-match"],
    errors: ["language_not_found", "language_in_use"],
    response: { 204: noContent },
  },
  "GET /settings/words/:language/messages": {
    ...own,
    summary: "All messages of the interface with their default texts in a language",
    errors: ["language_not_found"],
    response: { 200: z.object({ messages: z.array(message) }) },
  },
});
export type WordsEndpoints = typeof wordsEndpoints;
