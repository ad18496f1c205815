import { addMessages, type BuiltInLanguage, type Messages, messagesOf } from "../translate.ts";
import { ARABIC } from "./arabic.ts";
import { SERVER_ARABIC } from "./arabic-server.ts";
import { ENGLISH } from "./english.ts";
import { SWAHILI } from "./swahili.ts";
import { SERVER_SWAHILI } from "./swahili-server.ts";

/** All languages, for the server. English needs no messages: components contain them. */
export const TRANSLATIONS: Record<Exclude<BuiltInLanguage, "en">, Messages> = {
  sw: { ...SWAHILI, ...SERVER_SWAHILI },
  ar: { ...ARABIC, ...SERVER_ARABIC },
};

for (const [language, messages] of Object.entries(TRANSLATIONS)) addMessages(language, messages);

/** The key of a message in the translations. */
export const keyOf = (entry: string | { other: string }) => (typeof entry === "string" ? entry : entry.other);

const PARTS = Object.values(ENGLISH).map((entries) => entries.map(keyOf));

/** The messages that a page needs that showed these: all of each part of the interface that it uses. */
export function messagesFor(language: string, keys: ReadonlySet<string>): Messages {
  const all: Record<string, Messages[keyof Messages]> = messagesOf(language);
  const needed = PARTS.filter((part) => part.some((key) => keys.has(key))).flat();
  return Object.fromEntries(needed.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]])));
}

/** Whether browsers show a message; others are the server's alone. */
export const isInPages = (key: string): boolean => IN_PAGES.has(key);
const IN_PAGES = new Set<string>(PARTS.flat());
