import { canonicalLanguage, inLanguage } from "#shared/language.ts";
import { hasOverride, isStorable } from "#shared/text.ts";
import { namesIn } from "#shared/translate.ts";

/** A text; of a message with a number, one for each plural form. */
export type Text = string | Record<string, string>;
/** Texts by message. */
export type Words = Record<string, Text>;

/** A message of the interface, as it is without changes of the newsroom. */
export type Message = {
  /** The English text; of a message with a number, its plural form. */
  key: string;
  /** The part of the site that shows it. */
  part: string;
  /** In the language, if the program has it; else in English. */
  text: Text;
  is_translated: boolean;
};

const MAX_TEXT_LENGTH = 500;
/** Of a file, in bytes. */
export const MAX_FILE_BYTES = 1024 * 1024;
export const MAX_OWN_LANGUAGES = 20;

const BAD_CODE = "Language must be a code such as fr or pt-BR.";

/** What is wrong with the code of a language; null if nothing is. */
export function codeFault(code: string): string | null {
  if (canonicalLanguage(code) !== code) return BAD_CODE;
  // Extensions would change digits and calendars.
  return new Intl.Locale(code).baseName === code ? null : BAD_CODE;
}

/** The direction of a language, by its script. */
export const directionOfLanguage = (code: string): "ltr" | "rtl" => (inLanguage(code).dir === "rtl" ? "rtl" : "ltr");

const CONTROLS = /\p{Cc}/u;
/** Signs that change the direction of what follows; marks next to a letter do not. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;
const TAG = /<[a-z!/?]/i;

/** Whether a form may name what is counted without the number, such as one for a single thing. */
const mayOmit = (name: string, form: string | undefined): boolean =>
  name === "{count}" && form !== undefined && form !== "other";

/** What is wrong with a text in place of a message; null if nothing is. `form`: the plural form. */
export function textFault(key: string, text: string, form?: string): string | null {
  if (!isStorable(text)) return "The text contains characters that cannot be stored.";
  if (hasOverride(text) || DIRECTIONS.test(text))
    return "The text contains an invisible character that changes the direction of text.";
  if (CONTROLS.test(text)) return "The text must be a single line.";
  if (TAG.test(text)) return "The text must not contain HTML.";
  if ([...text].length > MAX_TEXT_LENGTH) return `The text must have at most ${MAX_TEXT_LENGTH} characters.`;
  const [wanted, given] = [namesIn(key), namesIn(text)];
  const missing = wanted.find((name) => !given.includes(name) && !mayOmit(name, form));
  if (missing) return `The text must contain ${missing}.`;
  const unknown = given.find((name) => !wanted.includes(name));
  if (unknown) return `The text contains ${unknown}, which has no value here.`;
  const twice = given.find((name, at) => given.indexOf(name) !== at);
  return twice ? `The text contains ${twice} twice.` : null;
}

/** The plural forms of a language, the one for all other numbers last. */
export const formsOf = (language: string): string[] =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.toSorted((left, right) => (left === "other" ? 1 : right === "other" ? -1 : 0));

/** The name of a text in a form and in errors: of a plural form, with it. */
export const fieldOf = (key: string, form?: string): string => (form === undefined ? key : `${key} (${form})`);

const isText = (given: unknown): given is string => typeof given === "string";

/** What is wrong with the words for one message, by field. Empty texts stand for the default. */
export function wordsFaults({ key, text }: Message, given: unknown, language: string): Record<string, string> {
  if (isText(text)) {
    if (!isText(given)) return { [key]: "The text must be text." };
    const fault = given.trim() === "" ? null : textFault(key, given.trim());
    return fault === null ? {} : { [key]: fault };
  }
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return { [key]: "The text must be an object with a text for each plural form." };
  const forms = formsOf(language);
  const entries = Object.entries(given);
  const isEmpty = entries.every(([, value]) => isText(value) && value.trim() === "");
  const all = isEmpty || Object.hasOwn(given, "other") ? entries : [...entries, ["other", ""] as const];
  return Object.fromEntries(
    all.flatMap(([form, value]) => {
      const fault = formFault(key, { form, value, forms, isEmpty });
      return fault === null ? [] : [[fieldOf(key, form.slice(0, MAX_FORM_NAME)), fault]];
    }),
  );
}

const MAX_FORM_NAME = 20;

type Form = { form: string; value: unknown; forms: string[]; isEmpty: boolean };

function formFault(key: string, { form, value, forms, isEmpty }: Form): string | null {
  if (!forms.includes(form)) return `This language has only the plural forms ${forms.join(", ")}.`;
  if (!isText(value)) return "The text must be text.";
  if (value.trim() !== "") return textFault(key, value.trim(), form);
  return form === "other" && !isEmpty ? "The form “other” is required." : null;
}

/** Words without their outer spaces and empty texts; undefined if nothing is left. */
export function tidyWords(given: Text): Text | undefined {
  if (isText(given)) return given.trim() || undefined;
  const forms = Object.entries(given).flatMap(([form, value]) => (value.trim() ? [[form, value.trim()]] : []));
  return forms.length === 0 ? undefined : Object.fromEntries(forms);
}

export const isSameText = (left: Text | undefined, right: Text | undefined): boolean =>
  JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));

const sorted = (text: Text | undefined) =>
  text === undefined || isText(text)
    ? text
    : Object.entries(text).toSorted(([left], [right]) => (left < right ? -1 : 1));

/** Empty forms of a message, for a language that does not have it yet. */
const blank = (text: Text, language: string): Text =>
  isText(text) ? "" : Object.fromEntries(formsOf(language).map((form) => [form, ""]));

/** A file with all texts of a language; those that are missing are empty. */
export const wordsFile = (language: string, messages: readonly Message[], words: Words) => ({
  language,
  direction: directionOfLanguage(language),
  words: Object.fromEntries(
    messages.map(({ key, text, is_translated }) => [key, words[key] ?? (is_translated ? text : blank(text, language))]),
  ),
});
