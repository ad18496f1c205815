import { pageQuery, text } from "#shared/schema.ts";

/** `GET articles/search/`: a text that is not blank. Any text is safe; its first 16 words are looked for. */
export const searchQuery = pageQuery.extend({ query: text({ name: "Query", min: 1, max: 1000 }) });
