import { addMessages, type Language, type Messages } from "../translate.ts";
import { ARABIC } from "./arabic.ts";
import { SERVER_ARABIC } from "./arabic-server.ts";
import { ENGLISH } from "./english.ts";
import { SWAHILI } from "./swahili.ts";
import { SERVER_SWAHILI } from "./swahili-server.ts";

/** All languages, for the server. English needs no messages: components contain them. */
export const TRANSLATIONS: Record<Exclude<Language, "en">, Messages> = {
  sw: { ...SWAHILI, ...SERVER_SWAHILI },
  ar: { ...ARABIC, ...SERVER_ARABIC },
};

for (const [language, messages] of Object.entries(TRANSLATIONS)) addMessages(language, messages);

/** The key of a message in the translations. */
export const keyOf = (entry: string | { other: string }) => (typeof entry === "string" ? entry : entry.other);

const PARTS = Object.values(ENGLISH).map((entries) => entries.map(keyOf));

/** The translations that a page needs that showed these messages: all of each part of the interface that it uses. */
export function messagesFor(language: Exclude<Language, "en">, keys: ReadonlySet<string>): Messages {
  const all: Record<string, Messages[keyof Messages]> = TRANSLATIONS[language];
  const needed = PARTS.filter((part) => part.some((key) => keys.has(key))).flat();
  return Object.fromEntries(needed.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]])));
}
