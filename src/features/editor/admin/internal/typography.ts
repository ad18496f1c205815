import { Extension, InputRule } from "@tiptap/core";

type Signs = { double: readonly [string, string]; single: readonly [string, string]; dash: string };

const ENGLISH: Signs = { double: ["“", "”"], single: ["‘", "’"], dash: "—" };
const GERMAN: Signs = { double: ["„", "“"], single: ["‚", "‘"], dash: "–" };
/** Narrow no-break spaces inside, as printed. */
const FRENCH: Signs = { double: ["«\u202f", "\u202f»"], single: ["‘", "’"], dash: "—" };
const SPANISH: Signs = { double: ["«", "»"], single: ["“", "”"], dash: "—" };
const SIGNS: Readonly<Record<string, Signs>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH, it: SPANISH };

/** The printed signs of a language, by its tag (`en-GB`). */
export const signsOf = (language: string): Signs => SIGNS[language.slice(0, 2).toLowerCase()] ?? ENGLISH;

const APOSTROPHE = "’";

/** Replaces the last `length` typed characters; the typed ones come back with one undo. */
const sign = (find: RegExp, length: number, written: string) =>
  new InputRule({
    find,
    handler: ({ state, range, match }) => {
      state.tr.insertText(written, range.from + match[0].length - length, range.to);
    },
  });

/** Quotation marks, dashes and the ellipsis as they are printed, while they are typed. Not in code. */
export const Typography = Extension.create({
  name: "typography",
  addInputRules() {
    const { double, single, dash } = signsOf(globalThis.document?.documentElement.lang ?? "");
    return [
      sign(/\.\.\.$/, 3, "…"),
      sign(/\d--$/, 2, "–"),
      // Not at the beginning of a line, where three of them are a divider.
      sign(/[^-]--$/, 2, dash),
      // They open after nothing, a space, a bracket, a dash or another opening one.
      sign(/(?:^|[\s([{—–“‘«„/])"$/, 1, double[0]),
      sign(/"$/, 1, double[1]),
      sign(/(?:^|[\s([{—–“‘«„/])'$/, 1, single[0]),
      // Within a word and after one it is the apostrophe, which closes quotations in English.
      sign(/[\p{L}\p{N}]'$/u, 1, APOSTROPHE),
      sign(/'$/, 1, single[1]),
    ];
  },
});
