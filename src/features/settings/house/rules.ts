import { emptyValues, type Fields } from "#shared/fields/fields.ts";
import type { AvoidedWord } from "#shared/house-words.ts";

export const NECESSITIES = ["off", "hint", "required"] as const;
export type Necessity = (typeof NECESSITIES)[number];

/** The texts of pictures that the house style can ask for. */
export const NECESSARY_TEXTS = ["alt", "caption", "credit"] as const;
export type NecessaryText = (typeof NECESSARY_TEXTS)[number];

export const MAX_WORDS = 300;
/** Lengths in code points. */
export const WORD_FIELDS = {
  avoid: { name: "Word to avoid", min: 1, max: 80 },
  replacement: { name: "Replacement", max: 100 },
  reason: { name: "Reason", max: 200 },
} as const;
/** The maximum length of a title. */
const MAX_TITLE = 300;

const necessity = <Initial extends Necessity>(label: string, initial: Initial) =>
  ({
    kind: "choice",
    name: label,
    label,
    values: NECESSITIES,
    initial,
    labels: { off: "Not checked", hint: "Hint while writing", required: "Required to publish" },
  }) as const;

export const HOUSE_FIELDS = {
  typographic_quotes: {
    kind: "choice",
    name: "Typographic quotes",
    label: "Quotes in titles and excerpts",
    values: ["typographic", "as_typed"],
    initial: "typographic",
    labels: { typographic: "Typographic, as in the text", as_typed: "As they are typed" },
  },
  title_from: {
    kind: "number",
    name: "Shortest title",
    label: "Titles from",
    min: 0,
    max: MAX_TITLE,
    initial: 0,
    hint: "Characters; 0 for no limit.",
  },
  title_to: {
    kind: "number",
    name: "Longest title",
    label: "Titles up to",
    min: 0,
    max: MAX_TITLE,
    initial: 90,
    hint: "Characters; 0 for no limit. Search engines cut titles after about 90.",
  },
  alt: necessity("Alternative texts", "hint"),
  caption: necessity("Captions", "off"),
  credit: necessity("Credits", "off"),
} as const satisfies Fields;

/** How articles are written here: what is checked while writing, and required before publishing. */
export type HouseStyle = {
  typographic_quotes: "typographic" | "as_typed";
  title_from: number;
  title_to: number;
  alt: Necessity;
  caption: Necessity;
  credit: Necessity;
  words: AvoidedWord[];
};

/** The house style until a chief changes it. */
export const DEFAULT_STYLE: HouseStyle = { ...emptyValues(HOUSE_FIELDS), words: [] };

/** The error of lengths that no title can have; undefined for possible ones. */
export const titleFault = ({ title_from: from, title_to: to }: Pick<HouseStyle, "title_from" | "title_to">) =>
  to !== 0 && from > to ? "The longest title must not be shorter than the shortest one." : undefined;
