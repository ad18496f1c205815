import { Extension, InputRule } from "@tiptap/core";

type Signs = { double: readonly [string, string]; single: readonly [string, string]; dash: string };

const ENGLISH: Signs = { double: ["“", "”"], single: ["‘", "’"], dash: "—" };
const GERMAN: Signs = { double: ["„", "“"], single: ["‚", "‘"], dash: "–" };
/** French quotation marks with narrow no-break spaces inside. */
const FRENCH: Signs = { double: ["«\u202f", "\u202f»"], single: ["‘", "’"], dash: "—" };
const SPANISH: Signs = { double: ["«", "»"], single: ["“", "”"], dash: "—" };
const SIGNS: Readonly<Record<string, Signs>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH, it: SPANISH };

/** The typographic characters of a language, by its tag (`en-GB`). */
export const signsOf = (language: string): Signs => SIGNS[language.slice(0, 2).toLowerCase()] ?? ENGLISH;

const APOSTROPHE = "’";

/** Replaces the last `length` typed characters; one undo restores them. */
const sign = (find: RegExp, length: number, written: string) =>
  new InputRule({
    find,
    handler: ({ state, range, match }) => {
      state.tr.insertText(written, range.from + match[0].length - length, range.to);
    },
  });

/** Replaces typed quotes, hyphens and dots by typographic characters, except in code. */
export const Typography = Extension.create({
  name: "typography",
  addInputRules() {
    const { double, single, dash } = signsOf(globalThis.document?.documentElement.lang ?? "");
    return [
      sign(/\.\.\.$/, 3, "…"),
      sign(/\d--$/, 2, "–"),
      // Not at the start of a line, where three of them are a divider.
      sign(/[^-]--$/, 2, dash),
      // Quotes open at the start and after a space, bracket, dash or another opening quote.
      sign(/(?:^|[\s([{—–“‘«„/])"$/, 1, double[0]),
      sign(/"$/, 1, double[1]),
      sign(/(?:^|[\s([{—–“‘«„/])'$/, 1, single[0]),
      // Within and after a word it is an apostrophe, which also closes quotations in English.
      sign(/[\p{L}\p{N}]'$/u, 1, APOSTROPHE),
      sign(/'$/, 1, single[1]),
    ];
  },
});
