/**
 * Ranges of characters as CSS names them. Typefaces are cut into one file for each, so that a page fetches only what it
 * shows (scripts/fonts.mjs, platform/typefaces.ts).
 */
export const LETTERS = {
  /** English, with the letters of the most frequent foreign names, and typographic characters: what almost every page shows. */
  basic:
    "U+0020-007E, U+00A0, U+00A3, U+00A9, U+00B0, U+00B7, U+00E1, U+00E9, U+00ED, U+00F1, U+00F3, U+00F6, U+00FC, U+2002-200B, U+2010-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+2060, U+20AC, U+2122, U+2212, U+FEFF, U+FFFD",
  /** The other letters and signs of the major western languages. */
  western:
    "U+00A1-00A2, U+00A4-00A8, U+00AA-00AF, U+00B1-00B6, U+00B8-00E0, U+00E2-00E8, U+00EA-00EC, U+00EE-00F0, U+00F2, U+00F4-00F5, U+00F7-00FB, U+00FD-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-2001, U+200C-200F, U+2015-2017, U+201B, U+201F-2021, U+2023-2025, U+2027-202E, U+2030-205F, U+2061-206F, U+2191, U+2193, U+2215",
  /** Polish letters: a name here and there, such as Zieliński … (a few bytes, in a file of their own) */
  polish: "U+0105, U+0107, U+0119, U+0141-0142, U+0144, U+015B, U+017A, U+017C",
  /** … and the rest of Latin Extended-A, and Romanian. */
  names:
    "U+0100-0104, U+0106, U+0108-0118, U+011A-0130, U+0132-0140, U+0143, U+0145-0151, U+0154-015A, U+015C-0179, U+017B, U+017D-017F, U+0218-021B",
  /** All other Latin letters and currencies. */
  rare: "U+0180-0217, U+021C-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
  /** The letters of Arabic, Persian and Urdu. */
  arabic: "U+0600-06FF",
  greek: "U+0370-03FF, U+1F00-1FFF",
  cyrillic: "U+0400-052F, U+1C80-1C8A, U+2DE0-2DFF, U+A640-A69F",
  vietnamese: "U+0300-0303, U+0309, U+0323, U+1EA0-1EF1",
} as const;
export type LetterRange = keyof typeof LETTERS;

/** The code points of a CSS `unicode-range`. */
export const codePointsOf = (unicodeRange: string): number[] =>
  unicodeRange.split(", ").flatMap((range) => {
    const [first = "", last = first] = range.slice("U+".length).split("-");
    const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
