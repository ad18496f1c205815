import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { changeSetting, lockSettings, recordChange, type Setting, type SettingsStore, STALE } from "../commands.ts";
import { siteScope } from "../facts/queries.ts";
import { isBuiltIn } from "../facts/rules.ts";
import type { LanguageWords, WordsBody } from "./endpoints.ts";
import { messagesIn } from "./messages.ts";
import { findWords, hasLanguage, readAllWords, readWords, wordsKey } from "./queries.ts";
import {
  codeFault,
  directionOfLanguage,
  fieldOf,
  isSameText,
  MAX_OWN_LANGUAGES,
  type Text,
  tidyWords,
  type Words,
  wordsFaults,
} from "./rules.ts";

/** Mistakes that an error names. */
const MAX_NAMED = 20;
/** Characters of an unknown key that an error repeats. */
const MAX_SHOWN_KEY = 80;
/** Changed texts that an entry of the audit log contains. */
const MAX_LOGGED = 20;

const invalid = (faults: Record<string, string>): InvalidError => {
  const [[field, fault] = ["", ""], ...others] = Object.entries(faults);
  const more = others.length === 0 ? "" : ` And ${others.length} more.`;
  return new InvalidError("invalid_input", `“${field}”: ${fault}${more}`, faults);
};

/** The given words without null, which resets one. Throws InvalidError for those that cannot be shown. */
function checkedWords(language: string, given: WordsBody["words"]): Map<string, Text | undefined> {
  const messages = new Map(messagesIn(language).map((message) => [message.key, message]));
  const faults: Record<string, string> = {};
  const words = new Map<string, Text | undefined>();
  for (const [key, text] of Object.entries(given)) {
    const message = messages.get(key);
    if (!message) faults[key.slice(0, MAX_SHOWN_KEY).toWellFormed()] = "The interface has no text with this key.";
    else if (text === null) words.set(key, undefined);
    else {
      const found = wordsFaults(message, text, language);
      Object.assign(faults, found);
      if (Object.keys(found).length > 0) continue;
      const tidy = tidyWords(text as Text);
      // The default is not stored, so that it follows the program's.
      const isDefault = message.is_translated && isSameText(tidy, message.text);
      words.set(key, isDefault ? undefined : tidy);
    }
    if (Object.keys(faults).length >= MAX_NAMED) break;
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return words;
}

/** Words that are not saved, as a preview shows them: those that are reset with their default. */
export function previewedWords(language: string, given: WordsBody["words"]): Words {
  requireSameLanguage(language, { words: given });
  const words = checkedWords(language, given);
  const shown = messagesIn(language).filter(({ key }) => words.has(key));
  return Object.fromEntries(shown.map(({ key, text }) => [key, words.get(key) ?? text]));
}

function requireSameLanguage(code: string, { language = code, direction }: WordsBody): void {
  const fault =
    codeFault(code) ??
    (language === code ? null : `The file is in ${language.slice(0, MAX_SHOWN_KEY)}, not in ${code}.`);
  if (fault) throw new InvalidError("invalid_input", fault, { language: fault });
  const own = directionOfLanguage(code);
  if (direction === undefined || direction === own) return;
  const wrong = `The direction of ${code} is ${own}. A script in the code changes it, such as az-Arab.`;
  throw new InvalidError("invalid_input", wrong, { direction: wrong });
}

/** Every text by its field. */
const flat = (words: Words): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) =>
      typeof text === "string"
        ? [[key, text]]
        : Object.entries(text).map(([form, value]) => [fieldOf(key, form), value]),
    ),
  );

/** The texts that differ from those of another version, as the audit log has them: some, and how many more. */
function loggedOf({ words }: LanguageWords, other: LanguageWords): Record<string, string | number> {
  const [mine, theirs] = [flat(words), flat(other.words)];
  const changed = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    .filter((field) => mine[field] !== theirs[field])
    .toSorted();
  return {
    ...Object.fromEntries(changed.slice(0, MAX_LOGGED).map((field) => [field, mine[field] ?? ""])),
    ...(changed.length > MAX_LOGGED && { texts: Object.keys(mine).length }),
  };
}

/** The words of a language. */
const wordsSetting = (language: string): Setting<string, LanguageWords, WordsBody> => ({
  key: wordsKey(language),
  read: (db) => readWords(db, language),
  scopes: [siteScope],
  texts: ({ words }) => ({ words: Object.values(flat(words)) }),
  logged: loggedOf,
  async merge(before, body, trx) {
    requireSameLanguage(language, body);
    await requireRoom(trx, language);
    const given = checkedWords(language, body.words);
    const merged = messagesIn(language).flatMap(({ key }) => {
      const text = given.has(key) ? given.get(key) : before.words[key];
      return text === undefined ? [] : [[key, text]];
    });
    return { ...before, words: Object.fromEntries(merged) };
  },
});

async function requireRoom(trx: Kysely<Tables>, language: string): Promise<void> {
  if (await hasLanguage(trx, language)) return;
  const own = [...(await readAllWords(trx)).keys()].filter((one) => !isBuiltIn(one));
  if (own.length >= MAX_OWN_LANGUAGES)
    throw new ConflictError("too_many_languages", `There may be at most ${MAX_OWN_LANGUAGES} languages of your own.`);
}

type Edit = { by: Actor; isCurrent: (version: string) => boolean };

/** Changes the words of a language, which it adds if it is new. */
export const changeWords = (
  { database, clock }: SettingsStore,
  language: string,
  edit: Edit & { body: WordsBody },
): Promise<LanguageWords> =>
  changeContent(database, async (trx) => {
    await lockSettings(trx);
    const isAdded = !(await hasLanguage(trx, language));
    const done = await changeSetting(trx, clock, wordsSetting(language), edit);
    // Without words there is no difference that the entry of the change could contain.
    if (isAdded && Object.keys(done.result.words).length === 0)
      await recordChange(trx, clock, edit.by, { key: wordsKey(language), before: {}, after: { language } });
    return done;
  });

/** What a language is needed for: the site is in it. */
type IsUsed = (trx: Transaction<Tables>, language: string) => Promise<boolean>;

/** Removes all words of a language. Throws ConflictError if the site is in it and the program does not have it. */
export const removeWords = (
  { database, clock }: SettingsStore,
  language: string,
  { by, isCurrent, isUsed }: Edit & { isUsed: IsUsed },
): Promise<void> =>
  changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = await findWords(trx, language);
    if (!isCurrent(settingVersion(before))) throw new ConflictError("stale_version", STALE);
    if (!isBuiltIn(language) && (await isUsed(trx, language)))
      throw new ConflictError(
        "language_in_use",
        "The site is in this language. Choose another one under Publication first.",
      );
    const key = wordsKey(language);
    await trx.deleteFrom("setting").where("key", "=", key).execute();
    const none = { ...before, words: {} };
    const own = !isBuiltIn(language);
    await recordChange(trx, clock, by, {
      key,
      before: { ...loggedOf(before, none), ...(own && { language }) },
      after: { ...loggedOf(none, before), ...(own && { language: "" }) },
    });
    return { result: undefined, changed: [siteScope] };
  });
