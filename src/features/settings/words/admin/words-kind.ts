import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { type Setting, settingForm } from "#ui/admin/records/setting.ts";
import type { LanguageWords, WordsEndpoints } from "../endpoints.ts";
import { fieldOf, formsOf, type Message, type Text, type Words, wordsFaults } from "../rules.ts";

export const words = editorClientOf<WordsEndpoints>();

export const listedLanguages = () => words.query("GET /settings/words");
export const messagesIn = (language: string) =>
  words.query("GET /settings/words/:language/messages", { params: { language } });

/** A text as the form has it: of a message, or of one of its plural forms. */
type Field = { name: string; form?: string; initial: string };

/** The fields of a message; those of a missing text are empty. */
export function fieldsOf({ key, text, is_translated }: Message, language: string): Field[] {
  if (typeof text === "string") return [{ name: key, initial: is_translated ? text : "" }];
  return formsOf(language).map((form) => ({
    name: fieldOf(key, form),
    form,
    initial: (is_translated && text[form]) || "",
  }));
}

export type WordValues = Record<string, string>;

/** The texts of the form for one message. */
function typedFor(message: Message, language: string, values: WordValues): Text {
  const fields = fieldsOf(message, language).map(({ name, form, initial }) => [form, values[name] ?? initial] as const);
  if (typeof message.text === "string") return fields[0]?.[1] ?? "";
  return Object.fromEntries(fields.map(([form = "", typed]) => [form, typed]));
}

/** All texts of the form by message. */
export const wordsIn = (messages: readonly Message[], language: string, values: WordValues): Words =>
  Object.fromEntries(messages.map((message) => [message.key, typedFor(message, language, values)]));

/** The messages with other texts than in a stored version. */
export const changedIn = (messages: readonly Message[], language: string, values: WordValues, before: WordValues) =>
  messages.filter((message) =>
    fieldsOf(message, language).some(({ name, initial }) => (values[name] ?? initial) !== (before[name] ?? initial)),
  );

/** The values of the form for stored words. */
export const valuesOf = (messages: readonly Message[], { language, words: own }: LanguageWords): WordValues =>
  Object.fromEntries(
    messages.flatMap((message) => {
      const text = own[message.key];
      return fieldsOf(message, language).map(({ name, form, initial }) => [
        name,
        text === undefined ? initial : typeof text === "string" ? text : (text[form ?? ""] ?? ""),
      ]);
    }),
  );

const faultsIn = (messages: readonly Message[], language: string, values: WordValues): FieldErrors =>
  Object.assign({}, ...messages.map((message) => wordsFaults(message, typedFor(message, language, values), language)));

const settingOf = (language: string): Setting<LanguageWords, { words: Words }> => ({
  key: `words.${language}`,
  query: words.query("GET /settings/words/:language", { params: { language } }),
  versioned: (row) => ({ row, etag: `"${settingVersion(row)}"` }),
  read: async (api) => (await words.send(api, "GET /settings/words/:language", { params: { language } })).body,
  save: (api, ifMatch, body) => saveWords(api, language, body, ifMatch),
});

/** Changes words of a language, with a version only if they have not changed since. */
export const saveWords = async (api: EditorApi, language: string, body: { words: object }, ifMatch?: string) =>
  (
    await words.send(api, "PUT /settings/words/:language", {
      params: { language },
      body: body as { words: Record<string, unknown> },
      ...(ifMatch !== undefined && { ifMatch }),
    })
  ).body;

/** The form of a language's words: a field for each text. */
export function wordsForm(language: string, messages: readonly Message[]) {
  const names = messages.flatMap((message) => fieldsOf(message, language).map(({ name }) => name));
  return settingForm(settingOf(language), {
    what: "words",
    title: `Words (${language})`,
    fields: Object.fromEntries(
      names.map((name) => [name, { label: name, show: (values: WordValues) => values[name] ?? "" }]),
    ),
    empty: Object.fromEntries(names.map((name) => [name, ""])) as WordValues,
    valuesOf: (row) => valuesOf(messages, row),
    missingIn: (values) => faultsIn(messages, language, values),
    tidy: (values) => Object.fromEntries(Object.entries(values).map(([name, typed]) => [name, typed.trim()])),
    bodyOf: (values) => ({ words: wordsIn(messages, language, values) }),
  });
}
