import { pageQuery, text } from "#shared/schema.ts";

/** `GET articles/search/`: a text that is not blank. Any text is safe; at most 8 of its words are searched for. */
export const searchQuery = pageQuery.extend({ query: text({ name: "Query", min: 1, max: 1000 }) });
