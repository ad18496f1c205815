/** Maximum lengths of a search and of a reply, in characters. */
export const MAX_QUERY_LENGTH = 100;
export const MAX_REPLY_LENGTH = 10_000;
