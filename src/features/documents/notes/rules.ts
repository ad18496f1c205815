/** Maximum length of a note, in characters. */
export const MAX_QUOTE_LENGTH = 1_000;
export const MAX_TEXT_LENGTH = 5_000;
