import { isInPages, keyOf, TRANSLATIONS } from "#shared/messages/all.ts";
import { ENGLISH } from "#shared/messages/english.ts";
import { SERVER_ENGLISH } from "#shared/messages/english-server.ts";
import { type Messages, setMessages } from "#shared/translate.ts";
import { isBuiltIn } from "../facts/rules.ts";
import type { Message, Text, Words } from "./rules.ts";

type Entry = string | { one: string; other: string };

/** Every message in English, once, by its key. */
const ENTRIES: ReadonlyMap<string, { part: string; entry: Entry }> = new Map(
  Object.entries<readonly Entry[]>({ ...ENGLISH, ...SERVER_ENGLISH })
    .toReversed()
    .flatMap(([part, entries]) => entries.toReversed().map((entry) => [keyOf(entry), { part, entry }] as const)),
);

const lists = new Map<string, readonly Message[]>();

/** All messages in a language, by part of the site. */
export function messagesIn(language: string): readonly Message[] {
  const known = lists.get(language);
  if (known) return known;
  const own = translationsIn(language);
  const list = [...ENTRIES].toReversed().map(([key, { part, entry }]) => {
    const text = own[key];
    return { key, part, text: text ?? entry, is_translated: language === "en" || text !== undefined };
  });
  // Of the program's languages alone: others have the English texts, and there may be many.
  if (isBuiltIn(language)) lists.set(language, list);
  return list;
}

const translationsIn = (language: string): Record<string, Text | undefined> =>
  isBuiltIn(language) && language !== "en" ? (TRANSLATIONS[language] as Record<string, Text>) : {};

/** How many texts of a language readers see in English. */
export const countMissing = (language: string, words: Words): number =>
  messagesIn(language).filter(({ key, is_translated }) => !is_translated && words[key] === undefined).length;

/** The newsroom's words that browsers show. */
export const wordsInPages = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).filter(([key]) => isInPages(key)));

/** The languages with changed words that this process uses. */
let used: ReadonlySet<string> = new Set();

/** Shows these words from now on, in pages, mails and feeds of this process. */
export function showWords(all: ReadonlyMap<string, Words>): void {
  for (const language of new Set([...used, ...all.keys()])) {
    const own = all.get(language);
    const texts = { ...translationsIn(language), ...own } as Messages;
    setMessages(language, own || isBuiltIn(language) ? texts : undefined);
  }
  used = new Set(all.keys());
}
