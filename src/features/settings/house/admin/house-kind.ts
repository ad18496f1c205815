import type { AvoidedWord } from "#shared/house-words.ts";
import { emptyTyped, sentOf, shownFields, tidied, typedOf } from "#ui/admin/records/form-values.ts";
import { settingForm } from "#ui/admin/records/setting.ts";
import { HOUSE_STYLE } from "../../admin/settings.ts";
import { HOUSE_FIELDS, titleFault } from "../rules.ts";

/** Words as a flat list of word, replacement, reason and language, one after another. */
const PARTS = ["avoid", "replacement", "reason", "language"] as const;

export const flatten = (words: readonly AvoidedWord[]): string[] =>
  words.flatMap((word) => PARTS.map((part) => word[part]));

export const wordsIn = (list: readonly string[]): AvoidedWord[] =>
  Array.from({ length: Math.floor(list.length / PARTS.length) }, (_, at) => {
    const [avoid = "", replacement = "", reason = "", language = ""] = list.slice(at * PARTS.length);
    return { avoid, replacement, reason, language };
  });

/** Without spaces around texts, and without rows in which nothing is typed. */
const tidyWords = (list: readonly string[]): string[] =>
  flatten(wordsIn(list.map((text) => text.trim())).filter((word) => PARTS.some((part) => word[part] !== "")));

export const HOUSE_FORM = settingForm(HOUSE_STYLE, {
  what: "house style",
  title: "House style",
  fields: {
    ...shownFields(HOUSE_FIELDS),
    words: {
      label: "Words to avoid",
      show: ({ words }: { words: readonly string[] }) =>
        wordsIn(words)
          .map(({ avoid, replacement }) => (replacement === "" ? avoid : `${avoid} → ${replacement}`))
          .join("\n"),
    },
  },
  empty: { ...emptyTyped(HOUSE_FIELDS), words: [] as readonly string[] },
  valuesOf: (row) => ({ ...typedOf(HOUSE_FIELDS, row), words: flatten(row.words) }),
  missingIn: ({ title_from, title_to }) => {
    const fault = titleFault({ title_from: Number(title_from), title_to: Number(title_to) });
    return fault === undefined ? {} : { title_to: fault };
  },
  tidy: ({ words, ...plain }) => ({ ...tidied(HOUSE_FIELDS, plain), words: tidyWords(words) }),
  bodyOf: ({ words, ...plain }) => ({ ...sentOf(HOUSE_FIELDS, plain), words: wordsIn(tidyWords(words)) }),
});
