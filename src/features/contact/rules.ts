/** Lengths in characters: of a search of the messages, and of a reply. */
export const MAX_QUERY_LENGTH = 100;
export const MAX_REPLY_LENGTH = 10_000;
