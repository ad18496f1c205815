import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { NotFoundError } from "#shared/errors.ts";
import { LANGUAGES } from "#shared/translate.ts";
import { wordsUrl } from "#shared/urls.ts";
import { siteScope } from "../facts/queries.ts";
import { isBuiltIn, languageName } from "../facts/rules.ts";
import { followed } from "../followed.ts";
import { readSetting } from "../queries.ts";
import type { LanguageWords, ListedLanguage } from "./endpoints.ts";
import { countMissing, showWords, wordsInPages } from "./messages.ts";
import { codeFault, directionOfLanguage, type Words } from "./rules.ts";

const PREFIX = "words.";

/** The setting of a language. */
export const wordsKey = (language: string): string => PREFIX + language;

/** The newsroom's words in all languages that have any. */
export async function readAllWords(db: Kysely<Tables>): Promise<Map<string, Words>> {
  const rows = await db
    .selectFrom("setting")
    .select(["key", "value"])
    .where("key", "like", `${PREFIX}%`)
    .orderBy("key")
    .execute();
  return new Map(rows.map(({ key, value }) => [key.slice(PREFIX.length), JSON.parse(value).words as Words]));
}

/** Whether the site can be in a language. */
export const hasLanguage = async (db: Kysely<Tables>, language: string): Promise<boolean> =>
  isBuiltIn(language) || (codeFault(language) === null && (await readSetting(db, wordsKey(language))) !== undefined);

/** The newsroom's words in a language; none if there is nothing stored. */
export async function readWords(db: Kysely<Tables>, language: string): Promise<LanguageWords> {
  const stored = (await readSetting(db, wordsKey(language))) as { words: Words } | undefined;
  return { language, direction: directionOfLanguage(language), words: stored?.words ?? {} };
}

/** The same. Throws NotFoundError for a language that does not exist. */
export async function findWords(db: Kysely<Tables>, language: string): Promise<LanguageWords> {
  if (!(await hasLanguage(db, language))) throw new NotFoundError("language_not_found", "Language not found.");
  return readWords(db, language);
}

/** The languages, those of the program first. */
export async function listLanguages(db: Kysely<Tables>, used: string): Promise<ListedLanguage[]> {
  const all = await readAllWords(db);
  return [...new Set([...LANGUAGES, ...all.keys()])].map((language) => {
    const words = all.get(language) ?? {};
    return {
      language,
      name: languageName(language),
      direction: directionOfLanguage(language),
      is_built_in: isBuiltIn(language),
      is_used: language === used,
      changed: Object.keys(words).length,
      missing: countMissing(language, words),
    };
  });
}

const HASH_LENGTH = 12;

/** The file of the words that browsers show, and its address, which names its content; undefined without any. */
export function fileOfWords(language: string, words: Words = {}): { address: string; json: string } | undefined {
  const shown = wordsInPages(words);
  if (Object.keys(shown).length === 0) return undefined;
  const json = JSON.stringify(shown);
  const hash = createHash("sha256").update(json).digest("hex").slice(0, HASH_LENGTH);
  return { address: wordsUrl.file(language, hash), json };
}

/** The words that this process shows. */
export type OwnWords = {
  /** Shows changed ones from then on; undefined if there are none. */
  refresh: () => Promise<void> | undefined;
  /** The address of the file with those that browsers show in a language; undefined without any. */
  addressOf: (language: string) => string | undefined;
};

/** Shows the newsroom's words in this process, and follows their changes in any. */
export async function openWords(database: Database): Promise<OwnWords> {
  const { current, refresh } = await followed(database, [siteScope], readAllWords);
  let applied: ReadonlyMap<string, Words> | undefined;
  const apply = () => {
    if (applied === current()) return;
    applied = current();
    showWords(applied);
  };
  apply();
  return {
    refresh: () => refresh()?.then(apply),
    addressOf: (language) => fileOfWords(language, current().get(language))?.address,
  };
}
