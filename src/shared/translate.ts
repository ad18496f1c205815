import type { Message, Plural } from "./messages/english.ts";

/** Languages of the reader's interface that come with the program. A page without one is English. */
export const LANGUAGES = ["en", "sw", "ar"] as const;
export type BuiltInLanguage = (typeof LANGUAGES)[number];

/** A message in another language: a text, or one for each plural form that the language has. */
type Translation = string | Partial<Record<Intl.LDMLPluralRule, string>>;
/** Translations by the English text; of plurals, by the English `other` form. A missing one shows the English text. */
export type Messages = Partial<Record<Message | Plural["other"], Translation>>;

type Text = string | { one: string; other: string };
/** The names in braces in a message, for example `name` of 'About {name}'. */
export type Names<Of> = Of extends { other: infer Other }
  ? Names<Other> | "count"
  : Of extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Names<Rest>
    : never;
type Values<Of, Value> = [Names<Of>] extends [never] ? [] : [Record<Names<Of>, Value>];

/** Returns a message in one language, with its values inserted. */
export type Translate = <const Of extends Message | Plural>(
  message: Of,
  ...values: Values<Of, string | number>
) => string;

const NAME = /\{(\w{1,30})\}/;
const catalogues = new Map<string, Record<string, Translation | undefined>>();
const rules = new Map<string, Intl.PluralRules>();
const translators = new Map<string, Translate>();
let used: Set<string> | undefined;

/** Adds messages of a language: in the browser those that came with the page, then the others when they are needed. */
export function addMessages(language: string, messages: Messages): void {
  catalogues.set(language, { ...catalogues.get(language), ...messages });
}

/** Sets all messages of a language, on the server; none removes it. */
export function setMessages(language: string, messages: Messages | undefined): void {
  if (messages) catalogues.set(language, messages);
  else catalogues.delete(language);
}

/** All messages of a language. English has only those that a newsroom has changed. */
export const messagesOf = (language: string): Messages => (catalogues.get(language) ?? {}) as Messages;

/** The language of an interface for text in a language, by its BCP 47 tag; English, if there are no messages in it. */
export const interfaceLanguage = (tag = ""): string =>
  [tag, tag.split("-")[0] ?? ""].find((language) => catalogues.has(language)) ?? "en";

/** Runs a synchronous function that shows other messages in a language, for previews. */
export function withMessages<Result>(language: string, messages: Messages, run: () => Result): Result {
  const before = catalogues.get(language) as Messages | undefined;
  setMessages(language, { ...before, ...messages });
  try {
    return run();
  } finally {
    setMessages(language, before);
  }
}

/** Runs a synchronous function, and returns its result with the keys of the messages that it showed. */
export function collectMessages<Result>(run: () => Result): { result: Result; keys: Set<string> } {
  const keys = new Set<string>();
  used = keys;
  try {
    return { result: run(), keys };
  } finally {
    used = undefined;
  }
}

function pluralRule(language: string, count: number): Intl.LDMLPluralRule {
  let known = rules.get(language);
  if (!known) {
    known = new Intl.PluralRules(language);
    rules.set(language, known);
  }
  return known.select(count);
}

/** The text of a message in a language, before its values are inserted. */
function find(language: string, message: Text, count: unknown): string {
  const key = typeof message === "string" ? message : message.other;
  used?.add(key);
  const found = catalogues.get(language)?.[key];
  if (typeof found === "string") return found;
  const forms = found ?? message;
  if (typeof forms === "string") return forms;
  // A missing translation is English, with the plural forms of English.
  return forms[pluralRule(found ? language : "en", Number(count)) as "one"] ?? forms.other ?? key;
}

const fill = (text: string, values: Record<string, unknown>): string =>
  text.replace(/\{(\w{1,30})\}/g, (name, key) => String(values[key] ?? name));

/** The messages in a language; without one, in English. The same function for the same language. */
export function textIn(language: string = "en"): Translate {
  let translate = translators.get(language);
  if (!translate) {
    const made = (message: Text, values: Record<string, unknown> = {}) =>
      fill(find(language, message, values.count), values);
    translate = made as Translate;
    translators.set(language, translate);
  }
  return translate;
}

/** The names in braces in a text, with the braces. */
export const namesIn = (text: string): string[] => text.match(/\{\w{1,30}\}/g) ?? [];

/** A message in pieces, in order: text, and names in braces as `{ name }`. For values that are more than text. */
export function piecesIn<const Of extends Message>(language: string | undefined, message: Of) {
  return find(language ?? "en", message, undefined)
    .split(/(\{\w{1,30}\})/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      const name = NAME.exec(piece)?.[1];
      return name === undefined ? piece : { name: name as Names<Of> };
    });
}

/** Translates a text that comes from elsewhere, such as an error's, if it is a message; else returns it as it is. */
export const translateKnown = (language: string | undefined, text: string): string => {
  const found = catalogues.get(language ?? "en")?.[text];
  return typeof found === "string" ? found : text;
};
